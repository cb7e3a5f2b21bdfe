import { createHash } from "node:crypto";
import type { Sqlite } from "./open.ts";

/** The mirror's own tables: they move with readings and writes only, which leave their marks in the others. */
const MARKS: Readonly<Record<string, string>> = {
  word: "COUNT(*)",
  raw_page: "COUNT(*), MAX(page_no)",
  source_record: "COUNT(*), MAX(rec_no), MAX(fetched_ms), MAX(pass_no), COUNT(removed_ms), TOTAL(removed_ms)",
  document: "COUNT(*), TOTAL(total), TOTAL(outstanding)",
  document_line: "COUNT(*), TOTAL(net)",
  allocation: "COUNT(*), TOTAL(amount)",
  payment: "COUNT(*), TOTAL(amount), TOTAL(unapplied)",
  journal: "COUNT(*)",
  posting: "COUNT(*)",
  entity: "COUNT(*)",
  field_change: "COUNT(*), MAX(change_no)",
  ledger_report: "COUNT(*), MAX(report_no), MAX(fetched_ms)",
  tie_out: "COUNT(*), MAX(tie_out_no)",
};
/** A pack does not move what it was made of; the hash chain has an entry for it, and moves only with the rows that are hashed here. */
const LEFT_OUT = new Set(["pack", "meta", "own_entry", "own_touched"]);
/** What follows from other tables: what is searched for, and what documents and postings add up to. */
const DERIVED =
  /^(?:document_(?:search|part)(?:_|$)|(?:document|posting)_sum$|posting_gap$|party_(?:spelling|seen)$|aging_(?:month|day|touched)$)/;

/**
 * A SHA-256 over the client's file, without packs: while it stays the same, a pack made from the file stays the
 * same. Rows that people write and the state of each data set count individually.
 * @param order what else the result depends on, hashed as JSON
 */
export function contentHash(db: Sqlite, order: unknown): string {
  const hash = createHash("sha256");
  hash.update(JSON.stringify(order));
  const tables = db
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name")
    .pluck()
    .all() as string[];
  for (const table of tables) {
    if (LEFT_OUT.has(table) || DERIVED.test(table)) continue;
    const marks = MARKS[table];
    hash.update(`\n${table}\n`);
    for (const row of db
      .prepare(`SELECT ${marks ?? "*"} FROM "${table}"`)
      .raw()
      .iterate() as IterableIterator<unknown[]>)
      hash.update(`${JSON.stringify(row.map((value) => (Buffer.isBuffer(value) ? value.toString("base64") : value)))}\n`);
  }
  return hash.digest("hex");
}
