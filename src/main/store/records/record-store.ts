import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { type Sqlite, type Statement, StoreRefusal } from "#main/store/database/open.ts";
import { packId, unpackId } from "./identifiers.ts";
import type { Words } from "./words.ts";

/** The bookkeeping row of one ledger record: identity, raw payload, when it was read, and whether it was removed. */
export interface SourceRecordRow {
  readonly rec_no: number;
  readonly stream_no: number;
  readonly raw_hash: Buffer;
  readonly pass_no: number;
  readonly removed_ms: number | null;
}

/** Position of raw bytes that are gathered during a page and stored as one compressed block. */
export interface RawSlot {
  readonly page: number;
  readonly start: number;
  readonly length: number;
}

/** Compresses a block of payloads with a checksum that is verified whenever the block is opened. */
export function packBlock(payloads: Buffer): Buffer {
  const { ZSTD_c_compressionLevel: level, ZSTD_c_checksumFlag: checksum } = constants;
  return zstdCompressSync(payloads, { params: { [level]: 1, [checksum]: 1 } });
}

/**
 * The payloads of a stored block.
 * @throws StoreRefusal when the block is damaged: a payload that can't be verified is never shown
 */
export function openBlock(body: Buffer): Buffer {
  try {
    return zstdDecompressSync(body);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StoreRefusal(`A stored ledger record is damaged (${reason}).`, "damaged");
  }
}

/** Source records and their raw payloads. Call the writing methods inside a transaction. */
export class RecordStore {
  readonly #db: Sqlite;
  readonly #words: Words;
  readonly #byHash: Statement;
  readonly #byId: Statement;
  readonly #insert: Statement;
  readonly #update: Statement;
  readonly #touch: Statement;
  readonly #setRemoved: Statement;
  readonly #nextPage: Statement;
  readonly #insertPage: Statement;
  readonly #slot: Statement;
  readonly #pageBody: Statement;
  #chunks: Uint8Array[] = [];
  #chunkBytes = 0;
  #page = 0;
  #lastRead: { readonly page: number; readonly body: Buffer } | null = null;

  constructor(db: Sqlite, words: Words) {
    this.#db = db;
    this.#words = words;
    const columns = "rec_no, stream_no, raw_hash, pass_no, removed_ms";
    this.#byHash = db.prepare("SELECT rec_no FROM source_record WHERE raw_hash = ? AND removed_ms IS NULL").pluck();
    this.#byId = db.prepare(`SELECT ${columns} FROM source_record WHERE source_id = ? AND stream_no = ?`);
    this.#insert = db.prepare(
      "INSERT INTO source_record (stream_no, source_id, entity_word, raw_hash, raw_page, raw_start, raw_length, pass_no, fetched_ms) VALUES (?,?,?,?,?,?,?,?,?) ON CONFLICT (source_id, stream_no) DO NOTHING",
    );
    this.#update = db.prepare(
      "UPDATE source_record SET entity_word = COALESCE(?, entity_word), raw_hash = ?, raw_page = ?, raw_start = ?, raw_length = ?, pass_no = ?, fetched_ms = ?, removed_ms = NULL WHERE rec_no = ?",
    );
    this.#touch = db.prepare("UPDATE source_record SET pass_no = ?, removed_ms = NULL WHERE rec_no = ?");
    this.#setRemoved = db.prepare("UPDATE source_record SET removed_ms = ? WHERE rec_no = ?");
    this.#nextPage = db.prepare("SELECT COALESCE(MAX(page_no), 0) + 1 FROM raw_page").pluck();
    this.#slot = db.prepare("SELECT raw_page, raw_start, raw_length FROM source_record WHERE rec_no = ?");
    this.#pageBody = db.prepare("SELECT body FROM raw_page WHERE page_no = ?").pluck();
    this.#insertPage = db.prepare("INSERT INTO raw_page (page_no, bytes, body) VALUES (?,?,?)");
  }

  /** The number of a current record whose last payload had these bytes. */
  findByHash(hash: Uint8Array): number | undefined {
    return this.#byHash.get(hash) as number | undefined;
  }

  findById(streamNo: number, sourceId: string): SourceRecordRow | undefined {
    return this.#byId.get(packId(sourceId), streamNo) as SourceRecordRow | undefined;
  }

  /** Adds a record with its bytes. Null, with nothing stored, when its stream already has that id. */
  insert(
    streamNo: number,
    sourceId: string,
    entityType: string,
    hash: Uint8Array,
    bytes: Uint8Array,
    passNo: number,
    fetchedMs: number,
  ): number | null {
    const slot = this.#slotFor(bytes);
    const entity = this.#words.intern(entityType);
    const { changes, lastInsertRowid } = this.#insert.run(
      streamNo,
      packId(sourceId),
      entity,
      hash,
      slot.page,
      slot.start,
      slot.length,
      passNo,
      fetchedMs,
    );
    if (changes === 0) return null;
    this.#keepRaw(bytes);
    return Number(lastInsertRowid);
  }

  /** Stores the newest bytes of a record; `entityType` null keeps the current one. */
  update(recNo: number, entityType: string | null, hash: Uint8Array, bytes: Uint8Array, passNo: number, fetchedMs: number): void {
    const slot = this.#slotFor(bytes);
    this.#keepRaw(bytes);
    this.#update.run(
      this.#words.internOptional(entityType ?? undefined),
      hash,
      slot.page,
      slot.start,
      slot.length,
      passNo,
      fetchedMs,
      recNo,
    );
  }

  /** Records that the record was seen in a pass; a record marked as removed is back. */
  touch(recNo: number, passNo: number): void {
    this.#touch.run(passNo, recNo);
  }

  setRemoved(recNo: number, detectedMs: number): void {
    this.#setRemoved.run(detectedMs, recNo);
  }

  /** Stores the raw bytes gathered since the last call as one compressed block. */
  flushRaw(): void {
    if (this.#chunkBytes > 0) {
      this.#insertPage.run(this.#page, this.#chunkBytes, packBlock(Buffer.concat(this.#chunks)));
    }
    this.discardRaw();
  }

  /** Drops bytes gathered by a transaction that was rolled back. */
  discardRaw(): void {
    this.#chunks = [];
    this.#chunkBytes = 0;
    this.#page = 0;
    this.#lastRead = null;
  }

  /** Whether a record's last payload had exactly these bytes. Records read in the order they were stored share a block. */
  holdsBytes(recNo: number, bytes: Uint8Array): boolean {
    const slot = this.#slot.get(recNo) as { raw_page: number; raw_start: number; raw_length: number } | undefined;
    if (slot === undefined || slot.raw_length !== bytes.length) return false;
    if (this.#lastRead?.page !== slot.raw_page) {
      const body = this.#pageBody.get(slot.raw_page) as Buffer | undefined;
      if (body === undefined) return false;
      this.#lastRead = { page: slot.raw_page, body: openBlock(body) };
    }
    return this.#lastRead.body.subarray(slot.raw_start, slot.raw_start + slot.raw_length).equals(bytes);
  }

  /** The raw payload of a record, as the ledger sent it. */
  readRaw(recNo: number): Buffer | null {
    const row = this.#db
      .prepare("SELECT raw_start, raw_length, body FROM source_record JOIN raw_page ON page_no = raw_page WHERE rec_no = ?")
      .get(recNo) as { raw_start: number; raw_length: number; body: Buffer } | undefined;
    if (row === undefined) return null;
    const payload = openBlock(row.body).subarray(row.raw_start, row.raw_start + row.raw_length);
    if (payload.length === row.raw_length) return payload;
    throw new StoreRefusal("A stored ledger record is damaged: part of what was read from the ledger is missing.", "damaged");
  }

  /** When the stored payload was fetched, in milliseconds since 1970 UTC. */
  fetchedMs(recNo: number): number {
    return this.#db.prepare("SELECT fetched_ms FROM source_record WHERE rec_no = ?").pluck().get(recNo) as number;
  }

  streamOf(recNo: number): number {
    return this.#db.prepare("SELECT stream_no FROM source_record WHERE rec_no = ?").pluck().get(recNo) as number;
  }

  sourceIdOf(recNo: number): string {
    return unpackId(this.#db.prepare("SELECT source_id FROM source_record WHERE rec_no = ?").pluck().get(recNo));
  }

  /** Drops raw blocks that no record refers to. */
  dropUnusedRaw(): void {
    // A freed number may later refer to other bytes.
    this.#lastRead = null;
    this.#db.exec("DELETE FROM raw_page WHERE page_no NOT IN (SELECT raw_page FROM source_record)");
  }

  /** The position these bytes will have in the next block. */
  #slotFor(bytes: Uint8Array): RawSlot {
    if (this.#page === 0) this.#page = this.#nextPage.get() as number;
    return { page: this.#page, start: this.#chunkBytes, length: bytes.length };
  }

  #keepRaw(bytes: Uint8Array): void {
    this.#chunks.push(bytes);
    this.#chunkBytes += bytes.length;
  }
}
