import type { Sqlite } from "#main/store/database/open.ts";
import { sealOwnRecords } from "#main/store/database/own-chain.ts";
import { prepared } from "#main/store/database/query.ts";
import { type LogPosition, NO_FACT_BEFORE } from "#shared/model/firm/fact.ts";

interface LogRow {
  readonly applied: number;
  readonly head: string;
  readonly sent_entry: number;
  readonly moved_entry: number;
}

/** How far a file's copy of its log goes, and which entries of its own chain were sent; null while it isn't in a firm. */
export function readLog(db: Sqlite): (LogPosition & { readonly sentEntry: number; readonly movedEntry: number }) | null {
  const row = prepared(db, "SELECT applied, head, sent_entry, moved_entry FROM fact_log").get() as LogRow | undefined;
  if (row === undefined) return null;
  return { applied: row.applied, head: row.head, sentEntry: row.sent_entry, movedEntry: row.moved_entry };
}

/**
 * Begins to keep a log in this file; doing it again changes nothing.
 * @param movesIn what was recorded before goes out first, under the names and times that it has
 */
export function beginLog(db: Sqlite, movesIn: boolean): void {
  sealOwnRecords(db);
  const last = movesIn ? ((prepared(db, "SELECT MAX(entry_no) FROM own_entry").pluck().get() as number | null) ?? 0) : 0;
  prepared(db, "INSERT INTO fact_log (one, applied, head, sent_entry, moved_entry) VALUES (1, 0, ?, 0, ?) ON CONFLICT DO NOTHING").run(
    NO_FACT_BEFORE,
    last,
  );
}

/** The firm was left: everything is local again, and nothing waits. */
export function endLog(db: Sqlite): void {
  db.exec("DELETE FROM fact_log; DELETE FROM fact_known; DELETE FROM fact_refused; DELETE FROM fact_seen;");
}

/**
 * The server has an earlier state than this file: the log is read again from its beginning. What was in it and is no longer goes out
 * again after that, because nothing counts as known any more.
 */
export function rewindLog(db: Sqlite): void {
  db.exec("DELETE FROM fact_log; DELETE FROM fact_known; DELETE FROM fact_refused;");
  beginLog(db, false);
}

/** @returns what a fact said when it came before; null where it never came */
export function seenBefore(db: Sqlite, factId: string): string | null {
  return (prepared(db, "SELECT said FROM fact_seen WHERE fact_id = ?").pluck().get(factId) as string | undefined) ?? null;
}

export function seenFacts(db: Sqlite): { readonly factId: string; readonly said: string }[] {
  return prepared(db, "SELECT fact_id AS factId, said FROM fact_seen").all() as { readonly factId: string; readonly said: string }[];
}

export function noteSeen(db: Sqlite, factId: string, said: string): void {
  prepared(db, "INSERT INTO fact_seen (fact_id, said) VALUES (?, ?) ON CONFLICT DO NOTHING").run(factId, said);
}

export function moveLog(db: Sqlite, applied: number, head: string): void {
  prepared(db, "UPDATE fact_log SET applied = ?, head = ?").run(applied, head);
}

export function markSent(db: Sqlite, entryNo: number): void {
  prepared(db, "UPDATE fact_log SET sent_entry = MAX(sent_entry, ?)").run(entryNo);
}

/** The content of an item that came last from the log, or null. */
export function knownContent(db: Sqlite, itemKey: string): string | null {
  return (prepared(db, "SELECT content FROM fact_known WHERE item_key = ?").pluck().get(itemKey) as string | undefined) ?? null;
}

interface Known {
  readonly itemKey: string;
  readonly content: string;
  readonly factNo: number;
  readonly atMs: number;
  readonly person: string;
}

/** Notes an item's content as known to everyone; when it was first known stays. */
export function noteKnown(db: Sqlite, { itemKey, content, factNo, atMs, person }: Known): void {
  prepared(
    db,
    `INSERT INTO fact_known (item_key, content, first_fact, first_ms, person) VALUES (?,?,?,?,?)
     ON CONFLICT (item_key) DO UPDATE SET content = excluded.content`,
  ).run(itemKey, content, factNo, atMs, person);
  prepared(db, "DELETE FROM fact_refused WHERE item_key = ?").run(itemKey);
}

export interface RefusedFact {
  readonly itemKey: string;
  readonly message: string;
  readonly atMs: number;
}

/** Notes why the server didn't take an item; it stays here, and doesn't count. */
export function noteRefused(db: Sqlite, { itemKey, message, atMs }: RefusedFact): void {
  prepared(db, "INSERT OR REPLACE INTO fact_refused (item_key, message, at_ms) VALUES (?,?,?)").run(itemKey, message, atMs);
}

export function listRefused(db: Sqlite): RefusedFact[] {
  return prepared(
    db,
    "SELECT item_key AS itemKey, message, at_ms AS atMs FROM fact_refused ORDER BY at_ms, item_key",
  ).all() as RefusedFact[];
}
