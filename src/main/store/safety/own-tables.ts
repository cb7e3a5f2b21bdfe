import type { Sqlite } from "#main/store/database/open.ts";
import { tableNames } from "./known-files.ts";

/** A table with rows that no ledger can supply again. */
export interface OwnTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** The columns that identify a row. */
  readonly key: readonly string[];
  /** Rows are numbered from 1 and never deleted: a gap is a missing row. */
  readonly numbered: boolean;
}

/**
 * Tables that are read again from the ledger or the firm's server or derived from them, and the hash chain, which each file
 * builds from its own rows. Every other table is the service's own.
 */
const NOT_OWN = new Set(
  ["meta", "word", "stream", "raw_page", "source_record", "document", "document_line", "allocation", "payment"].concat([
    "journal",
    "posting",
    "posting_gap",
    "posting_sum",
    "document_sum",
    "aging_month",
    "aging_day",
    "aging_touched",
    "party_spelling",
    "party_seen",
    "entity",
    "field_change",
    "finding",
    "own_entry",
    "own_touched",
    "fact_log",
    "fact_known",
    "fact_refused",
    "fact_seen",
  ]),
);
/** Numbers of these have gaps on purpose: old rows are deleted, and in a firm with a server sendings are numbered by its clock. */
const WITH_GAPS = new Set(["tie_out", "ledger_report", "write_attempt"]);

interface ColumnInfo {
  readonly name: string;
  readonly type: string;
  readonly pk: number;
}

/**
 * The own tables of a client's file from its schema, parents before children. Tables that later releases add
 * are included automatically.
 */
export function ownTables(db: Sqlite): OwnTable[] {
  const own = tableNames(db).filter((name) => !NOT_OWN.has(name));
  const done = new Set<string>();
  const ordered: OwnTable[] = [];
  const add = (name: string) => {
    if (done.has(name)) return;
    done.add(name);
    for (const { table } of db.pragma(`foreign_key_list("${name}")`) as { readonly table: string }[]) if (own.includes(table)) add(table);
    ordered.push(describe(db, name));
  };
  for (const name of own) add(name);
  return ordered;
}

function describe(db: Sqlite, name: string): OwnTable {
  const columns = db.pragma(`table_info("${name}")`) as ColumnInfo[];
  const key = columns.filter(({ pk }) => pk > 0).sort((one, other) => one.pk - other.pk);
  return {
    name,
    columns: columns.map((column) => column.name),
    key: key.map((column) => column.name),
    numbered: key.length === 1 && key[0]?.type === "INTEGER" && !WITH_GAPS.has(name),
  };
}
