import type { Sqlite } from "#main/store/database/open.ts";
import { prepared } from "#main/store/database/query.ts";
import type { RowFact } from "#shared/model/firm/fact.ts";
import { contentHash, type Item } from "./client-items.ts";
import { knownContent, readLog } from "./fact-log.ts";

interface SharedTable {
  readonly key: readonly string[];
  /** Columns that mean something on one machine only. */
  readonly local: readonly string[];
  readonly shared?: (key: readonly unknown[]) => boolean;
}

/** Settings of the firm as a whole, with the kind of their facts. The others belong to a machine or to a person at it. */
const SHARED_SETTINGS: Readonly<Record<string, string>> = {
  "firm/profile": "firm_profile",
  "close/policy": "close_policy",
  "firm/english": "setting",
  "flux/templates": "flux_templates",
};

/** A change of a setting asks for the same right as the setting. */
const SETTING_OF_CHANGE: Readonly<Record<string, string>> = {
  firm_name: "firm/profile",
  firm_logo: "firm/profile",
  firm_language: "firm/english",
  open_item_terms: "firm/english",
  flux_template: "flux/templates",
};

/**
 * The tables of the firm's file that everybody shares. People and clients are not among them: who works for the firm, as what and
 * on which clients, is in the server's own tables. A row is taken over as it is; of two that were changed at the same time, the one that the log has last counts.
 */
const SHARED_TABLES: Readonly<Record<string, SharedTable>> = {
  setting: { key: ["key"], local: [], shared: ([key]) => String(key) in SHARED_SETTINGS },
  entity_tree: { key: ["tree_id", "version"], local: [] },
  exchange_rate: { key: ["from_currency", "to_currency", "day", "kind", "person", "entered_ms"], local: ["rate_no"] },
  person_key: { key: ["key_id"], local: [] },
  // A PIN belongs to one data folder, and so does what is noted of it.
  setting_change: { key: ["change_id"], local: [], shared: ([key]) => !String(key).startsWith("person_pin:") },
};

type Row = Record<string, string | number | null>;

/** The item that a row of the firm's chain belongs to; null for what isn't shared. */
export function itemOfFirmRow(db: Sqlite, table: string, rowKey: string): Item | null {
  const shared = SHARED_TABLES[table];
  const own = JSON.parse(rowKey) as (string | number)[];
  if (shared === undefined || shared.shared?.(own) === false) return null;
  const columns = table === "exchange_rate" ? ["rate_no"] : shared.key;
  const found = prepared(db, `SELECT * FROM ${table} WHERE ${columns.map((column) => `${column} IS ?`).join(" AND ")}`).get(...own) as
    | Row
    | undefined;
  // A rate is never deleted, and its number here says nothing elsewhere.
  if (found === undefined && table === "exchange_rate") return null;
  const row = found === undefined ? null : Object.fromEntries(Object.entries(found).filter(([name]) => !shared.local.includes(name)));
  const key = found === undefined ? own : shared.key.map((column) => found[column] as string | number);
  return itemOf({ table, key, row });
}

/** The same item as it came from the log. */
export function itemOf(fact: RowFact): Item {
  const content = JSON.stringify(fact);
  return {
    key: `row/${fact.table}/${JSON.stringify(fact.key)}`,
    kind: settingKind(fact) ?? fact.table,
    content,
    body: content,
    needs: [],
  };
}

function settingKind({ table, key: [first] }: RowFact): string | null {
  const setting =
    table === "setting" ? String(first) : table === "setting_change" ? SETTING_OF_CHANGE[String(first).split(":")[0] ?? ""] : null;
  return SHARED_SETTINGS[setting ?? ""] ?? null;
}

/** Somebody has changed the row here since it was last exchanged: that goes out next, and so comes last. */
export function isChangedHere(db: Sqlite, { table, key }: RowFact): boolean {
  const log = readLog(db);
  const rowKey = JSON.stringify(key);
  const since = Math.max(log?.sentEntry ?? 0, log?.movedEntry ?? 0);
  const entry = prepared(db, "SELECT 1 FROM own_entry WHERE entry_no > ? AND table_name = ? AND row_key = ? LIMIT 1").get(
    since,
    table,
    rowKey,
  );
  if (log === null || entry === undefined) return false;
  const item = itemOfFirmRow(db, table, rowKey);
  // What came from the log has entries too.
  return item !== null && knownContent(db, item.key) !== contentHash(item.content);
}

/**
 * Takes over a row from the log.
 * @returns false for a table or a column that isn't shared, or is one of a later release
 */
export function putRow(db: Sqlite, { table, key, row }: RowFact): boolean {
  const shared = SHARED_TABLES[table];
  if (shared === undefined || shared.shared?.(key) === false || key.length !== shared.key.length) return false;
  const where = shared.key.map((column) => `${column} IS ?`).join(" AND ");
  if (row === null) {
    prepared(db, `DELETE FROM ${table} WHERE ${where}`).run(...key);
    return true;
  }
  const columns = new Set(prepared(db, "SELECT name FROM pragma_table_info(?)").pluck().all(table) as string[]);
  const names = Object.keys(row);
  if (names.some((name) => !columns.has(name) || shared.local.includes(name))) return false;
  const values = names.map((name) => row[name] ?? null);
  const known = prepared(db, `SELECT 1 FROM ${table} WHERE ${where}`).get(...key) !== undefined;
  if (known) prepared(db, `UPDATE ${table} SET ${names.map((name) => `${name} = ?`).join(", ")} WHERE ${where}`).run(...values, ...key);
  else prepared(db, `INSERT INTO ${table} (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`).run(...values);
  return true;
}
