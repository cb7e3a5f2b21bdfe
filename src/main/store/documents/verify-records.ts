import { changeText } from "#main/domain/documents/change-text.ts";
import { digest } from "#main/store/database/hash.ts";
import { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { type Sqlite, StoreRefusal } from "#main/store/database/open.ts";
import { openBlock, RecordStore } from "#main/store/records/record-store.ts";
import type { MappedRecord } from "#shared/model/books/mapped-record.ts";
import type { Party } from "#shared/model/books/party.ts";

/** What reading every row and payload of a mirror found. */
export interface Scrub {
  readonly records: number;
  /** Blocks of payloads that can't be read, or whose records point beyond them. */
  readonly payloads: number;
  /** Records whose rows do not say what was hashed when they were written. */
  readonly rows: readonly string[];
}

/** Records with separate rows, whose hash was stored when they were written. */
const HASHED_KINDS = ["document", "payment", "journal"] as const;
type HashedKind = (typeof HASHED_KINDS)[number];

const AT_ONCE = 500;
/** Named in a report; more of them say nothing more. */
const NAMED_MAX = 20;

/**
 * Holds every document, payment and journal against the hash that was written with it, and opens
 * every payload. It sees flipped bits that the file's own integrity check does not look for.
 */
export function scrub(db: Sqlite, source: MirrorReader["source"]): Scrub {
  const reader = new MirrorReader(db, source);
  const rows: string[] = [];
  for (const kind of HASHED_KINDS) {
    let last = -1;
    for (;;) {
      const found = db.prepare(`SELECT rec_no, change_hash FROM ${kind} WHERE rec_no > ? ORDER BY rec_no LIMIT ${AT_ONCE}`).all(last) as {
        readonly rec_no: number;
        readonly change_hash: Buffer;
      }[];
      if (found.length === 0) break;
      for (const { rec_no: recNo, change_hash: expected } of found) {
        const wrong = wrongRecord(reader, kind, recNo, expected);
        if (wrong !== null && rows.length < NAMED_MAX) rows.push(wrong);
        last = recNo;
      }
    }
  }
  const records = db.prepare("SELECT COUNT(*) FROM source_record").pluck().get() as number;
  return { records, payloads: wrongPayloads(db), rows };
}

/**
 * Checks one record before it is shown: its rows against their hash, its payload against its checksum and its place.
 * @throws StoreRefusal with reason `damaged`; no figure of such a record may be shown
 */
export function requireIntact(reader: MirrorReader, kind: HashedKind, recNo: number): void {
  const stored = reader.db.prepare(`SELECT change_hash FROM ${kind} WHERE rec_no = ?`).pluck().get(recNo) as Buffer | undefined;
  if (stored === undefined || wrongRecord(reader, kind, recNo, stored) !== null)
    throw new StoreRefusal("A stored record is damaged: its content differs from what was read from the ledger.", "damaged");
  const payload = new RecordStore(reader.db, reader.words).readRaw(recNo)?.toString("latin1") ?? "";
  if (!payload.startsWith("{") || !payload.endsWith("}"))
    throw new StoreRefusal("A stored record is damaged: part of what was read from the ledger is missing.", "damaged");
}

function wrongRecord(reader: MirrorReader, kind: HashedKind, recNo: number, expected: Buffer): string | null {
  if (hashOfRows(reader, kind, recNo) === expected.toString("hex")) return null;
  return ownRecord(reader, kind, recNo)?.value.id ?? `${kind} ${recNo}`;
}

/** The hash of what the rows of a record say now; it is stored when the record is written. Null when there is no such record. */
export function hashOfRows(reader: MirrorReader, kind: HashedKind, recNo: number): string | null {
  const record = ownRecord(reader, kind, recNo);
  return record === null ? null : digest(changeText(record));
}

function ownRecord(reader: MirrorReader, kind: HashedKind, recNo: number): MappedRecord | null {
  if (kind === "journal") {
    const value = reader.journals([recNo])[0];
    return value === undefined ? null : { kind, value };
  }
  const found = kind === "document" ? reader.documents([recNo], "own")[0] : reader.payments([recNo], "own")[0];
  if (found === undefined) return null;
  const { party, ...value } = found;
  return { kind, value: { ...value, ...partyRef(party), allocations: reader.allocationsHeldBy(recNo) } } as MappedRecord;
}

function partyRef(party: Party | undefined): { partyId?: string; partyName?: string } {
  if (party === undefined) return {};
  return party.name === party.id ? { partyId: party.id } : { partyId: party.id, partyName: party.name };
}

function wrongPayloads(db: Sqlite): number {
  const short = db
    .prepare(
      "SELECT COUNT(*) FROM source_record LEFT JOIN raw_page ON page_no = raw_page WHERE page_no IS NULL OR raw_start + raw_length > bytes",
    )
    .pluck()
    .get() as number;
  let unreadable = 0;
  for (const { bytes, body } of db.prepare("SELECT bytes, body FROM raw_page").iterate() as IterableIterator<{
    bytes: number;
    body: Buffer;
  }>)
    if (!opens(body, bytes)) unreadable++;
  return short + unreadable;
}

function opens(body: Buffer, bytes: number): boolean {
  try {
    return openBlock(body).length === bytes;
  } catch {
    // Whatever the decoder says, these bytes are not what was compressed.
    return false;
  }
}
