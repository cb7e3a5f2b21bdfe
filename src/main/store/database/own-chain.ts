import { hash } from "node:crypto";
import { counted } from "#shared/kernel/readable.ts";
import type { Sqlite } from "./open.ts";
import { prepared } from "./query.ts";

/** A table of the service's own records under the hash chain. */
interface ChainedTable {
  readonly name: string;
  readonly key: readonly string[];
  /** SQL on `NEW` or `OLD`: rows for which it is false are technical and not covered. */
  readonly only?: (row: "NEW" | "OLD") => string;
}

/** An own record that differs from its seal, is missing, or was never sealed. */
export interface BrokenRecord {
  readonly table: string;
  /** The record's key columns as a JSON array. */
  readonly key: string;
  readonly what: "changed" | "missing" | "unknown";
}

export interface OwnRecordsVerdict {
  /** False in a file of an earlier release, which has no chain to verify. */
  readonly isSealed: boolean;
  readonly records: number;
  readonly entries: number;
  /** Records that are written but not sealed yet. They can't be verified, and count as good. */
  readonly unsealed: number;
  /** The number of the first entry that doesn't follow from the previous one; null when all do. */
  readonly brokenEntry: number | null;
  readonly broken: readonly BrokenRecord[];
}

const NOTHING_BEFORE = Buffer.alloc(32);

/** Run by the first migration with a chain: creates the chain and adds tables to it. */
export function chainTables(db: Sqlite, tables: readonly ChainedTable[]): void {
  db.exec(`
CREATE TABLE own_entry (
  entry_no INTEGER PRIMARY KEY,
  table_name TEXT NOT NULL,
  row_key TEXT NOT NULL,
  row_hash BLOB,
  previous BLOB NOT NULL,
  hash BLOB NOT NULL
) STRICT;
CREATE TABLE own_touched (table_name TEXT NOT NULL, row_key TEXT NOT NULL) STRICT;
`);
  chainMoreTables(db, tables);
}

/**
 * Run by a migration to add tables to the chain: triggers note every written row, whatever writes it, and
 * `sealOwnRecords` hashes the noted rows. A later step that adds a column with values in old rows, or rebuilds
 * a table, must note all its rows again in the same way.
 */
export function chainMoreTables(db: Sqlite, tables: readonly ChainedTable[]): void {
  for (const { name, key, only } of tables) {
    const touch = (row: "NEW" | "OLD") =>
      `INSERT INTO own_touched SELECT '${name}', json_array(${key.map((column) => `${row}.${column}`).join(", ")})${only === undefined ? "" : ` WHERE ${only(row)}`};`;
    db.exec(`
CREATE TRIGGER own_${name}_added AFTER INSERT ON ${name} BEGIN ${touch("NEW")} END;
CREATE TRIGGER own_${name}_changed AFTER UPDATE ON ${name} BEGIN ${touch("OLD")} ${touch("NEW")} END;
CREATE TRIGGER own_${name}_dropped AFTER DELETE ON ${name} BEGIN ${touch("OLD")} END;
INSERT INTO own_touched SELECT '${name}', json_array(${key.join(", ")}) FROM ${name}${only === undefined ? "" : ` WHERE ${only("NEW").replaceAll("NEW.", "")}`};
`);
  }
  sealOwnRecords(db);
}

/**
 * Adds a chain entry for every own record that was written since the last call. A write is noted in its own
 * transaction, so if the process dies in between, the next call seals it.
 */
export function sealOwnRecords(db: Sqlite): void {
  if (prepared(db, "SELECT 1 FROM own_touched LIMIT 1").get() === undefined) return;
  db.transaction(() => {
    const touched = prepared(db, "SELECT DISTINCT table_name, row_key FROM own_touched").all() as { table_name: string; row_key: string }[];
    const last = prepared(db, "SELECT entry_no, hash FROM own_entry ORDER BY entry_no DESC LIMIT 1").get() as
      | { readonly entry_no: number; readonly hash: Buffer }
      | undefined;
    const add = prepared(db, "INSERT INTO own_entry VALUES (?,?,?,?,?,?)");
    let entryNo = last?.entry_no ?? 0;
    let previous = last?.hash ?? NOTHING_BEFORE;
    for (const { table_name: table, row_key: key } of touched) {
      const row = readRow(db, table, key);
      const rowHash = row === undefined ? null : hashOfRow(row);
      const own = hashOfEntry(++entryNo, table, key, rowHash, previous);
      add.run(entryNo, table, key, rowHash, previous, own);
      previous = own;
    }
    prepared(db, "DELETE FROM own_touched").run();
  }).immediate();
}

/**
 * Verifies a file's own records: every entry of the chain follows from the previous one, and every record
 * matches its last entry. The hashes have no key: they reveal damage and edited rows, but not a chain that was
 * rebuilt from the start.
 */
export function verifyOwnRecords(db: Sqlite): OwnRecordsVerdict {
  if (db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'own_entry'").get() === undefined)
    return { isSealed: false, records: 0, entries: 0, unsealed: 0, brokenEntry: null, broken: [] };
  const { sealed, entries, brokenEntry } = walkChain(db);
  const touched = new Set(db.prepare("SELECT json_array(table_name, row_key) FROM own_touched").pluck().all() as string[]);
  const broken: BrokenRecord[] = [];
  let records = 0;
  for (const table of chainedTables(db)) {
    for (const [key, row] of rowsOf(db, table)) {
      records++;
      const name = JSON.stringify([table.name, key]);
      const expected = sealed.get(name);
      sealed.delete(name);
      if (touched.has(name)) continue;
      if (expected === undefined || expected === null) broken.push({ table: table.name, key, what: "unknown" });
      else if (!expected.equals(hashOfRow(row))) broken.push({ table: table.name, key, what: "changed" });
    }
  }
  for (const [name, expected] of sealed) {
    if (expected === null || touched.has(name)) continue;
    const [table, key] = JSON.parse(name) as [string, string];
    broken.push({ table, key, what: "missing" });
  }
  return { isSealed: true, records, entries, unsealed: touched.size, brokenEntry, broken };
}

/** The problem with a file's own records as text, or null. */
export function ownRecordsProblem(db: Sqlite): string | null {
  const { broken, brokenEntry } = verifyOwnRecords(db);
  const [first] = broken;
  if (first !== undefined)
    return `${counted(broken.length, "entry", "entries")} by people (notes, decisions and others) ${broken.length === 1 ? "was" : "were"} changed, removed or added outside Tieout (first: ${first.table} ${first.key})`;
  return brokenEntry === null
    ? null
    : `the hash chain that protects entries by people (notes, decisions and others) is broken at entry ${brokenEntry}`;
}

/** The seals in a file's chain, for a file that is too damaged to be verified as a whole. */
export interface Seals {
  /** False when a record differs from its seal. True also where there is no seal. */
  holds(table: string, key: readonly unknown[], row: Readonly<Record<string, unknown>>): boolean;
  /** The keys of a table's records that were sealed and never deleted; null where the chain doesn't cover the table. */
  keysOf(table: string): readonly (readonly unknown[])[] | null;
}

/** Null in a file of an earlier release, which has no chain. Throws where the chain can't be read. */
export function readSeals(db: Sqlite): Seals | null {
  if (db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'own_entry'").get() === undefined) return null;
  const { sealed } = walkChain(db);
  const touched = new Set(db.prepare("SELECT json_array(table_name, row_key) FROM own_touched").pluck().all() as string[]);
  const covered = new Set(chainedTables(db).map(({ name }) => name));
  return {
    holds: (table, key, row) => {
      const name = JSON.stringify([table, JSON.stringify(key)]);
      if (!covered.has(table) || touched.has(name)) return true;
      return sealed.get(name)?.equals(hashOfRow(row)) ?? false;
    },
    keysOf: (table) =>
      covered.has(table)
        ? [...sealed].flatMap(([name, rowHash]) => {
            const [of, key] = JSON.parse(name) as [string, string];
            return of === table && rowHash !== null ? [JSON.parse(key) as unknown[]] : [];
          })
        : null,
  };
}

interface Chain {
  /** The hash of each record's last entry, by table and key; null: it was deleted. */
  readonly sealed: Map<string, Buffer | null>;
  readonly entries: number;
  readonly brokenEntry: number | null;
}

function walkChain(db: Sqlite): Chain {
  const sealed = new Map<string, Buffer | null>();
  let entries = 0;
  let brokenEntry: number | null = null;
  let before: Buffer = NOTHING_BEFORE;
  for (const entry of db.prepare("SELECT * FROM own_entry ORDER BY entry_no").iterate() as IterableIterator<EntryRow>) {
    const { entry_no: entryNo, table_name: table, row_key: key, row_hash: rowHash, previous } = entry;
    const follows =
      entryNo === entries + 1 && previous.equals(before) && entry.hash.equals(hashOfEntry(entryNo, table, key, rowHash, previous));
    if (!follows) brokenEntry ??= entryNo;
    sealed.set(JSON.stringify([table, key]), rowHash);
    entries++;
    before = entry.hash;
  }
  return { sealed, entries, brokenEntry };
}

interface EntryRow {
  readonly entry_no: number;
  readonly table_name: string;
  readonly row_key: string;
  readonly row_hash: Buffer | null;
  readonly previous: Buffer;
  readonly hash: Buffer;
}

/** The tables under the chain, according to the file's triggers, with the condition on their rows. */
function chainedTables(db: Sqlite): { readonly name: string; readonly key: readonly string[]; readonly where: string }[] {
  const rows = db
    .prepare("SELECT tbl_name, sql FROM sqlite_schema WHERE type = 'trigger' AND name = 'own_' || tbl_name || '_added' ORDER BY tbl_name")
    .all() as { readonly tbl_name: string; readonly sql: string }[];
  return rows.map(({ tbl_name: name, sql }) => {
    const condition = / WHERE (.+); END$/.exec(sql)?.[1];
    return { name, key: keyOf(db, name), where: condition === undefined ? "" : ` WHERE ${condition.replaceAll("NEW.", "")}` };
  });
}

function* rowsOf(
  db: Sqlite,
  { name, key, where }: { readonly name: string; readonly key: readonly string[]; readonly where: string },
): Generator<[string, Record<string, unknown>]> {
  const rows = db.prepare(`SELECT json_array(${key.join(", ")}) AS "own key", * FROM ${name}${where}`).iterate();
  for (const { "own key": rowKey, ...row } of rows as IterableIterator<Record<string, unknown>>) yield [rowKey as string, row];
}

function readRow(db: Sqlite, table: string, key: string): Record<string, unknown> | undefined {
  const at = keyOf(db, table).map((column) => `${column} IS ?`);
  return prepared(db, `SELECT * FROM ${table} WHERE ${at.join(" AND ")}`).get(...(JSON.parse(key) as unknown[])) as
    | Record<string, unknown>
    | undefined;
}

function keyOf(db: Sqlite, table: string): string[] {
  return prepared(db, "SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk").pluck().all(table) as string[];
}

/** Columns by name, without empty ones, so that a column added by a later release doesn't change an old row's hash. */
function hashOfRow(row: Readonly<Record<string, unknown>>): Buffer {
  const values = Object.entries(row)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => [name, value instanceof Uint8Array ? { blob: Buffer.from(value).toString("base64") } : value])
    .sort(([a], [b]) => ((a as string) < (b as string) ? -1 : 1));
  return hash("sha256", JSON.stringify(values), "buffer");
}

function hashOfEntry(entryNo: number, table: string, key: string, rowHash: Buffer | null, previous: Buffer): Buffer {
  return hash("sha256", JSON.stringify([entryNo, table, key, rowHash?.toString("hex") ?? null, previous.toString("hex")]), "buffer");
}
