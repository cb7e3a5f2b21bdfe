import { changeText } from "#main/domain/documents/change-text.ts";
import { fieldChanges } from "#main/domain/documents/field-changes.ts";
import { lockChanges } from "#main/domain/periods/lock-moves.ts";
import { postsAlike } from "#main/domain/postings/posts-alike.ts";
import type { LedgerStream, MappedSource, PageRecord, ReadContext } from "#main/ledgers/adapter.ts";
import { MirrorReader } from "#main/store/database/mirror-reader.ts";
import type { Sqlite, Statement } from "#main/store/database/open.ts";
import { prepared } from "#main/store/database/query.ts";
import { type PostingSetting, PostingWriter } from "#main/store/postings/posting-writer.ts";
import { DocumentWriter } from "#main/store/records/document-writer.ts";
import { EntityWriter } from "#main/store/records/entity-writer.ts";
import { FindingStore } from "#main/store/records/finding-store.ts";
import { HistoryStore } from "#main/store/records/history-store.ts";
import { RecordStore, type SourceRecordRow } from "#main/store/records/record-store.ts";
import type { Words } from "#main/store/records/words.ts";
import type { DecimalString } from "#shared/kernel/decimal.ts";
import type { MappedRecord } from "#shared/model/books/mapped-record.ts";
import type { Party } from "#shared/model/books/party.ts";
import type { LedgerSystem } from "#shared/model/books/source-ref.ts";
import { type MappedThrough, mappedThrough, noteMoves } from "./mapped-through.ts";
import type { MirrorLookups } from "./mirror-lookups.ts";
import { digest, HASH_BYTES, type ReadSource, readSource } from "./read-source.ts";
import { addLifecycleChange, CREATED, dayOf, REMOVED, RETURNED } from "./record-lifecycle.ts";

/** How a batch of records changed the mirror. */
export interface IngestCounts {
  seen: number;
  changed: number;
  unchanged: number;
  removed: number;
}

export interface IngestTarget {
  readonly streamNo: number;
  readonly stream: LedgerStream;
  readonly passNo: number;
  /** At its end, the pass will look for records it didn't see. A delta never does. */
  readonly marksSeen: boolean;
  /** The stream was read completely before, so a new record was added after that. */
  readonly wasRead: boolean;
  readonly counts: IngestCounts;
}

type TypedKind = "document" | "payment" | "journal";

/**
 * Turns ledger records into rows: bytes, then hash, then (only when the bytes are new) parse, map, compare and
 * write. All methods run inside the caller's transaction, together with the cursor.
 */
export class Ingest {
  readonly records: RecordStore;
  readonly postings: PostingWriter;
  readonly lookups: MirrorLookups;
  readonly #documents: DocumentWriter;
  readonly #entities: EntityWriter;
  readonly #findings: FindingStore;
  readonly #history: HistoryStore;
  readonly #reader: MirrorReader;
  readonly #words: Words;
  readonly #db: Sqlite;
  readonly #entitiesOf: Statement;
  readonly #kindsOf: Statement;
  readonly #masks = new Map<number, Buffer>();
  #mappingKey = "";
  #hashIndexed: boolean;

  constructor(
    db: Sqlite,
    source: { readonly system: LedgerSystem; readonly tenantId: string },
    lookups: MirrorLookups,
    postings: PostingSetting,
  ) {
    this.lookups = lookups;
    this.#db = db;
    this.#reader = new MirrorReader(db, source);
    this.#words = this.#reader.words;
    this.records = new RecordStore(db, this.#words);
    this.#documents = new DocumentWriter(db, this.#words);
    this.#entities = new EntityWriter(db);
    this.#findings = new FindingStore(db);
    this.#history = new HistoryStore(db);
    this.postings = new PostingWriter(this.#reader, postings);
    this.#entitiesOf = db.prepare("SELECT kind, body FROM entity WHERE rec_no = ?");
    const has = (table: TypedKind) => `EXISTS (SELECT 1 FROM ${table} WHERE rec_no = @recNo) AS ${table}`;
    this.#kindsOf = db.prepare(`SELECT ${has("document")}, ${has("payment")}, ${has("journal")}`);
    this.#hashIndexed = this.#hasHashIndex();
  }

  /**
   * Stores one record of a stream. A record that can't be mapped is kept raw and becomes a finding; the rest of
   * the page continues.
   * @param mappingKey identifies the mapper's version and inputs, so that unchanged bytes are mapped again when
   * it changes
   */
  take(target: IngestTarget, context: ReadContext, record: PageRecord, mappingKey: string, nowMs: number): void {
    target.counts.seen++;
    const rawHash = this.#rawHash(target.streamNo, mappingKey, record.bytes);
    if (this.#hashIndexed && this.#sawSameBytes(target, rawHash)) return;
    const mapped = readSource(target.stream, context, record.bytes);
    // A first read meets few records twice: writing is the cheaper way to find out.
    if (!this.#hashIndexed && mapped.deleted !== true && this.#takeNew(target, mapped, rawHash, record.bytes, nowMs)) return;
    const known = this.records.findById(target.streamNo, mapped.sourceId);
    if (mapped.deleted) {
      this.#takeStub(target, known, nowMs);
      return;
    }
    if (known === undefined) {
      this.#takeNew(target, mapped, rawHash, record.bytes, nowMs);
      return;
    }
    if (known.raw_hash.equals(rawHash) && this.#sawAgain(target, known)) return;
    // The same bytes with another mapping are a new interpretation, not a change in the ledger.
    const isReread = known.removed_ms === null && this.records.holdsBytes(known.rec_no, record.bytes);
    this.#updateSource(target, mapped, rawHash, record.bytes, known, nowMs);
    const changed = this.#writeRecords(known.rec_no, mapped, isReread ? "reread" : "changed", nowMs);
    this.#findings.replace(target.streamNo, known.rec_no, mapped.findings ?? [], nowMs);
    if (changed || known.removed_ms !== null) target.counts.changed++;
    else target.counts.unchanged++;
  }

  /** Maps kept bytes again, because what their mapper looks up has changed: another reading, not a change in the ledger. */
  mapAgain(stream: LedgerStream, context: ReadContext, recNo: number, nowMs: number): void {
    const bytes = this.records.readRaw(recNo);
    if (bytes === null) return;
    const mapped = readSource(stream, context, bytes);
    this.#writeRecords(recNo, mapped, "reread", nowMs);
    this.#findings.replace(this.records.streamOf(recNo), recNo, mapped.findings ?? [], nowMs);
  }

  /** Drops the caches of a rolled-back transaction. */
  rollback(): void {
    this.#words.clear();
    this.lookups.forget();
    this.records.discardRaw();
    this.postings.forget();
  }

  /** Ends a page and writes what its records added up to. */
  finishPage(): void {
    this.postings.keep();
    this.records.flushRaw();
  }

  /** Marks a record that disappeared as removed, once, with the time of detection (rule 26). */
  remove(recNo: number, nowMs: number): void {
    this.records.setRemoved(recNo, nowMs);
    const last = this.#recordsOf(recNo);
    for (const { kind, value } of last) if (kind === "account") this.lookups.accountGone(value.id);
    addLifecycleChange(this.#history, recNo, last, REMOVED, nowMs);
    // Mapping problems no longer matter once the record is deleted.
    this.#findings.replace(this.records.streamOf(recNo), recNo, [], nowMs);
    this.#noteLocks(recNo, last, [], nowMs);
  }

  /** Marks a record that the ledger deleted: its last fields stay, with the status changed. */
  markDeleted(recNo: number, nowMs: number): void {
    for (const record of this.#recordsOf(recNo)) {
      const gone = deletedForm(record);
      if (gone === null) continue;
      this.#write(recNo, gone, digest(changeText(gone)), record);
      this.#history.add(recNo, record.value.id, fieldChanges(record, gone), dayOf(record), nowMs);
    }
    this.remove(recNo, nowMs);
  }

  refreshHashIndex(): void {
    this.#hashIndexed = this.#hasHashIndex();
  }

  #hasHashIndex(): boolean {
    return this.#db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'source_record_hash'").get() !== undefined;
  }

  /** The record's hash, combined with its stream and the mapping key: equal only when all three are. */
  #rawHash(streamNo: number, mappingKey: string, bytes: Uint8Array): Buffer {
    if (this.#mappingKey !== mappingKey) {
      this.#mappingKey = mappingKey;
      this.#masks.clear();
    }
    let mask = this.#masks.get(streamNo);
    if (mask === undefined) {
      mask = digest(`${streamNo} ${mappingKey}`);
      this.#masks.set(streamNo, mask);
    }
    const own = digest(bytes);
    for (let at = 0; at < HASH_BYTES; at++) own[at] = (own[at] as number) ^ (mask[at] as number);
    return own;
  }

  // Same bytes, same mapper: nothing else to do, unless the record was marked as removed.
  #sawSameBytes(target: IngestTarget, rawHash: Uint8Array): boolean {
    const recNo = this.records.findByHash(rawHash);
    if (recNo === undefined) return false;
    if (target.marksSeen) this.records.touch(recNo, target.passNo);
    target.counts.unchanged++;
    return true;
  }

  // Same bytes, same mapper: nothing else to do, unless the record was marked as removed.
  #sawAgain(target: IngestTarget, known: SourceRecordRow): boolean {
    if (known.removed_ms !== null) return false;
    if (target.marksSeen && known.pass_no !== target.passNo) this.records.touch(known.rec_no, target.passNo);
    target.counts.unchanged++;
    return true;
  }

  /** Writes a record that isn't in the mirror yet; false when it is. */
  #takeNew(target: IngestTarget, mapped: ReadSource, rawHash: Uint8Array, bytes: Uint8Array, nowMs: number): boolean {
    const { streamNo, passNo } = target;
    const recNo = this.records.insert(streamNo, mapped.sourceId, mapped.entityType, rawHash, bytes, passNo, nowMs);
    if (recNo === null) return false;
    this.#writeRecords(recNo, mapped, "new", nowMs);
    if (target.wasRead) addLifecycleChange(this.#history, recNo, mapped.records, CREATED, nowMs);
    if (mapped.findings !== undefined) this.#findings.replace(streamNo, recNo, mapped.findings, nowMs);
    target.counts.changed++;
    return true;
  }

  #updateSource(
    target: IngestTarget,
    mapped: ReadSource,
    rawHash: Uint8Array,
    bytes: Uint8Array,
    known: SourceRecordRow,
    nowMs: number,
  ): void {
    this.records.update(known.rec_no, mapped.unreadable ? null : mapped.entityType, rawHash, bytes, target.passNo, nowMs);
    if (known.removed_ms !== null) addLifecycleChange(this.#history, known.rec_no, mapped.records, RETURNED, nowMs);
  }

  #writeRecords(recNo: number, { records, findings }: MappedSource, how: "new" | "changed" | "reread", nowMs: number): boolean {
    const before = how === "new" ? [] : this.#recordsOf(recNo);
    // A record that can no longer be mapped keeps its last good rows; the finding reports it.
    if (records.length === 0 && findings !== undefined && findings.length > 0) return false;
    // Old rows are dropped first, because a record that became another kind brings new ones.
    const gone = this.#dropUnyielded(recNo, before, records);
    let changed = gone.length > 0;
    // A lock's dates have their own history (see #noteLocks).
    for (const old of how === "changed" ? gone.filter(({ kind }) => kind !== "lock") : [])
      this.#history.add(recNo, old.value.id, [{ field: old.kind, before: old.value.id, after: null }], dayOf(old), nowMs);
    for (const record of records) {
      const changeHash = digest(changeText(record));
      const old = before.find((candidate) => isSame(candidate, record));
      if (old !== undefined && this.#hashOf(recNo, old)?.equals(changeHash)) {
        if (!isTyped(record)) this.#entities.refreshVolatile(record);
        else if (record.kind !== "journal") this.#documents.renameParty(recNo, record.kind, record.value.partyName);
        continue;
      }
      changed = true;
      this.#write(recNo, record, changeHash, old);
      if (old !== undefined && how === "changed")
        this.#history.add(recNo, record.value.id, fieldChanges(old, record), dayOf(record), nowMs);
    }
    if (how === "changed") this.#noteLocks(recNo, before, records, nowMs);
    return changed;
  }

  #dropUnyielded(recNo: number, before: readonly MappedRecord[], records: readonly MappedRecord[]): MappedRecord[] {
    const gone = before.filter((old) => !records.some((record) => isSame(old, record)));
    for (const old of gone) {
      if (old.kind === "document" || old.kind === "payment") this.postings.recordChanged(recNo, null, false);
      if (isTyped(old)) this.#documents.removeRows(recNo, old.kind);
      else {
        this.#entities.remove(old.kind, old.value.id);
        if (old.kind === "application") this.#documents.writeAllocations(recNo, [], true);
        this.#forgetLookups(old.kind);
      }
    }
    return gone;
  }

  /** A ledger keeps no trace of a lock that was moved back (rule 25): the two readings are the only evidence. */
  #noteLocks(recNo: number, before: readonly MappedRecord[], after: readonly MappedRecord[], nowMs: number): void {
    for (const { lockId, changes } of lockChanges(before, after)) this.#history.add(recNo, lockId, changes, null, nowMs);
  }

  #write(recNo: number, record: MappedRecord, changeHash: Uint8Array, old: MappedRecord | undefined): void {
    const replace = old !== undefined;
    this.lookups.wrote(record.value.id);
    if (record.kind === "payment" || (record.kind === "document" && !(old?.kind === "document" && postsAlike(old.value, record.value))))
      this.postings.recordChanged(recNo, record, !replace);
    noteMoves(this.lookups, old, record);
    if (record.kind === "document") this.#documents.writeDocument(recNo, record.value, changeHash, replace);
    else if (record.kind === "payment") this.#documents.writePayment(recNo, record.value, changeHash, replace);
    else if (record.kind === "journal") this.#documents.writeJournal(recNo, record.value, changeHash, replace);
    else {
      this.#entities.write(recNo, record, changeHash);
      if (record.kind === "application") this.#documents.writeAllocations(recNo, record.value.allocations, replace);
      this.#forgetLookups(record.kind);
    }
  }

  /** What takes an account from records that have another one since this was asked last. */
  accountsMoved(streams: Iterable<LedgerStream>): MappedThrough[] {
    return mappedThrough(this.#db, this.lookups, streams);
  }

  // The next record of the same page may already refer to it.
  #forgetLookups(kind: MappedRecord["kind"]): void {
    if (kind === "account" || kind === "item") this.lookups.forget(kind);
    if (kind === "account") this.postings.chartChanged();
  }

  /** A change feed reports the record as deleted. */
  #takeStub(target: IngestTarget, known: SourceRecordRow | undefined, nowMs: number): void {
    if (known === undefined || known.removed_ms !== null) {
      target.counts.unchanged++;
      return;
    }
    this.markDeleted(known.rec_no, nowMs);
    target.counts.removed++;
  }

  #hashOf(recNo: number, record: MappedRecord): Buffer | undefined {
    if (!isTyped(record)) return this.#entities.find(record.kind, record.value.id)?.change_hash;
    const row = prepared(this.#db, `SELECT change_hash FROM ${record.kind} WHERE rec_no = ?`).get(recNo);
    return (row as { readonly change_hash: Buffer } | undefined)?.change_hash;
  }

  /** The mapped records from the last write of a source record. */
  #recordsOf(recNo: number): MappedRecord[] {
    const found = (this.#entitiesOf.all(recNo) as { kind: string; body: string }[]).map(
      (row) => ({ kind: row.kind, value: JSON.parse(row.body) }) as MappedRecord,
    );
    const kinds = this.#kindsOf.get({ recNo }) as Readonly<Record<TypedKind, 0 | 1>>;
    // Only allocations that came with the record itself: those applied by other records aren't included.
    for (const { party, ...value } of kinds.document ? this.#reader.documents([recNo], "own") : []) {
      found.push({ kind: "document", value: { ...value, ...partyRef(party), allocations: this.#reader.allocationsHeldBy(recNo) } });
    }
    for (const { party, ...value } of kinds.payment ? this.#reader.payments([recNo], "own") : []) {
      found.push({ kind: "payment", value: { ...value, ...partyRef(party), allocations: this.#reader.allocationsHeldBy(recNo) } });
    }
    for (const value of kinds.journal ? this.#reader.journals([recNo]) : []) found.push({ kind: "journal", value });
    return found;
  }
}

/** The form in which a deleted record is kept: its last fields, with nothing open. Null for kinds without such a status. */
function deletedForm(record: MappedRecord): MappedRecord | null {
  const status = "deleted" as const;
  if (record.kind === "document") {
    const outstanding = { ...record.value.outstanding, amount: "0.00" as DecimalString };
    return { kind: "document", value: { ...record.value, status, outstanding } };
  }
  if (record.kind === "payment") return { kind: "payment", value: { ...record.value, status } };
  return record.kind === "order" ? { kind: "order", value: { ...record.value, status } } : null;
}

function partyRef(party: Party | undefined): { partyId?: string; partyName?: string } {
  if (party === undefined) return {};
  // The id takes the place of a name that the record didn't have.
  return party.name === party.id ? { partyId: party.id } : { partyId: party.id, partyName: party.name };
}

function isTyped(record: MappedRecord): record is Extract<MappedRecord, { kind: TypedKind }> {
  return record.kind === "document" || record.kind === "payment" || record.kind === "journal";
}

function isSame(a: MappedRecord, b: MappedRecord): boolean {
  return a.kind === b.kind && a.value.id === b.value.id;
}
