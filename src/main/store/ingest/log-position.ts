import { createHash } from "node:crypto";
import type { RollupChange } from "#main/store/clients/firm.ts";
import { AUTOMATIC } from "#main/store/contacts/party-book.ts";
import type { Sqlite } from "#main/store/database/open.ts";
import { sealOwnRecords } from "#main/store/database/own-chain.ts";
import { prepared } from "#main/store/database/query.ts";

/** A place in a client's log: the number of the last page, and the hash of everything up to it, in hexadecimal. */
export interface LogPosition {
  readonly page: number;
  readonly hash: string;
}

/** A page as it arrives from the server. */
export interface ReceivedPage {
  readonly clientId: string;
  readonly pageNo: number;
  readonly pageId: string;
  readonly stream: string;
  readonly kind: string;
  readonly cursorBefore: string | null;
  readonly cursorAfter: string | null;
  readonly body: Uint8Array;
  readonly machineId: string;
  /** The server's time, with microseconds: part of the hash, as these characters. */
  readonly at: string;
  /** Hexadecimal, like `hash`. */
  readonly previous: string;
  readonly hash: string;
}

export interface LoggedRollup {
  readonly change: RollupChange;
  readonly nowMs: number;
}

const POSITION = "firm_log_position";
const SETUP = "firm_log_setup";
const BEFORE_ALL: LogPosition = { page: 0, hash: "0".repeat(64) };

export function logPosition(db: Sqlite): LogPosition {
  const text = readMeta(db, POSITION);
  return text === null ? BEFORE_ALL : (JSON.parse(text) as LogPosition);
}

/** Part of the transaction that does what the page says. */
export function noteLogPosition(db: Sqlite, { page, hash }: LogPosition): void {
  writeMeta(db, POSITION, JSON.stringify({ page, hash }));
}

/** What the log says last about how to read the client's ledger, as JSON; null before it says anything. */
export function loggedSetup(db: Sqlite): string | null {
  return readMeta(db, SETUP);
}

export function noteLoggedSetup(db: Sqlite, setup: string): void {
  writeMeta(db, SETUP, setup);
}

/** The number of the last fact in the file; null while people's records in it weren't all exchanged with the server. */
export function exchangedFacts(db: Sqlite): number | null {
  sealOwnRecords(db);
  const row = hasTable(db, "fact_log")
    ? (db.prepare("SELECT applied, sent_entry AS sent FROM fact_log").get() as { applied: number; sent: number } | undefined)
    : undefined;
  if (row === undefined) return 0;
  return hasUnsent(db, row.sent) ? null : row.applied;
}

/** Automatic decisions aren't sent: every computer makes them on its own. */
function hasUnsent(db: Sqlite, sentEntry: number): boolean {
  const unsent = db
    .prepare(
      `SELECT 1 FROM own_entry e WHERE e.entry_no > ? AND NOT EXISTS (
         SELECT 1 FROM decision d WHERE e.table_name = 'decision' AND d.decision_no = e.row_key ->> '$[0]' AND d.person = ?) LIMIT 1`,
    )
    .get(sentEntry, AUTOMATIC);
  return unsent !== undefined;
}

/** Nobody has recorded anything in the file. */
export function holdsNothing(db: Sqlite): boolean {
  sealOwnRecords(db);
  return db.prepare("SELECT 1 FROM own_entry LIMIT 1").get() === undefined;
}

function hasTable(db: Sqlite, name: string): boolean {
  return db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(name) !== undefined;
}

/** The hash by which a page follows from the one before. The server works it out in the same way. */
export function pageHash(page: Omit<ReceivedPage, "hash">): string {
  const { clientId, pageNo, pageId, stream, kind, cursorBefore, cursorAfter, machineId, at } = page;
  const all = createHash("sha256").update(Buffer.from(page.previous, "hex"));
  for (const text of [clientId, String(pageNo), pageId, stream, kind, cursorBefore ?? "", cursorAfter ?? ""]) all.update(digest(text));
  return all.update(digest(page.body)).update(digest(machineId)).update(digest(at)).digest("hex");
}

/** SHA-256 in hexadecimal. */
export function digestOf(bytes: Uint8Array): string {
  return digest(bytes).toString("hex");
}

function digest(part: string | Uint8Array): Buffer {
  return createHash("sha256").update(part).digest();
}

function readMeta(db: Sqlite, key: string): string | null {
  return (prepared(db, "SELECT value FROM meta WHERE key = ?").pluck().get(key) as string | undefined) ?? null;
}

function writeMeta(db: Sqlite, key: string, value: string): void {
  prepared(db, "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value").run(key, value);
}
