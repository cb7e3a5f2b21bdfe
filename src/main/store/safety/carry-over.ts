import type { Sqlite } from "#main/store/database/open.ts";
import { readSeals } from "#main/store/database/own-chain.ts";
import type { OwnFactsSaved } from "#shared/contract/app/data-safety.ts";
import { type OwnTable, ownTables } from "./own-tables.ts";

type Row = Readonly<Record<string, unknown>>;

/** The rows of one own table that could be read from a file. `complete` is false when the file broke off before its end. */
interface Salvaged {
  readonly rows: readonly Row[];
  readonly complete: boolean;
}

/**
 * Copies the service's own facts (decisions, write jobs, tie-outs, packs) from a damaged file into a good one.
 * The damaged file is newer, so its rows win; what it no longer has stays as in the good file. Counted by
 * table, so that no loss goes unnoticed.
 * @param damaged null where the file can't be opened at all
 */
export function carryOver(damaged: Sqlite | null, target: Sqlite): OwnFactsSaved[] {
  const known = damaged === null ? null : unlessDamaged(() => new Map(ownTables(damaged).map((table) => [table.name, table])));
  const seals = damaged === null ? null : unlessDamaged(() => ({ read: readSeals(damaged) }));
  return target
    .transaction(() =>
      ownTables(target).map((table) => {
        const before = target.prepare(`SELECT COUNT(*) FROM "${table.name}"`).pluck().get() as number;
        const was = known?.get(table.name) ?? null;
        // A damaged file of an older release doesn't have this table, so nothing can be missing.
        const salvaged = damaged === null || known === null ? NOTHING : was === null ? EMPTY : salvage(damaged, was);
        let taken = 0;
        let refused = 0;
        let changed = 0;
        for (const row of salvaged.rows) {
          const holds = seals?.read?.holds(table.name, keyOf(table, row), row) ?? true;
          if (!holds) changed++;
          const put = putRow(target, table, row, holds);
          if (put === "refused") refused++;
          else if (put !== "older") taken++;
        }
        const sealed = seals?.read?.keysOf(table.name) ?? null;
        const total = target.prepare(`SELECT COUNT(*) FROM "${table.name}"`).pluck().get() as number;
        return {
          table: table.name,
          fromDamaged: taken,
          fromSnapshot: Math.min(before, total - taken < 0 ? 0 : total - taken),
          changed,
          missing: missingIn(target, table, total, sealed),
          // If the chain can't be read, completeness can't be confirmed.
          complete: salvaged.complete && refused === 0 && seals !== null,
        };
      }),
    )
    .immediate();
}

/** Empties what no person made, and what the pages of the log fill again, in a file that is made again from the log. */
export function dropLogged(db: Sqlite): void {
  db.exec("DELETE FROM ledger_report; DELETE FROM tie_out;");
}

const NOTHING: Salvaged = { rows: [], complete: false };
const EMPTY: Salvaged = { rows: [], complete: true };

/** Null where the required part of the file is damaged. */
function unlessDamaged<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (isDamage(error)) return null;
    throw error;
  }
}

/** Reads forward until the file breaks, then backward from its end: the damage is between the two. */
function salvage(damaged: Sqlite, table: OwnTable): Salvaged {
  const rows = new Map<string, Row>();
  const read = (direction: "ASC" | "DESC"): boolean => {
    const order = table.key.map((column) => `"${column}" ${direction}`).join(", ");
    try {
      for (const row of damaged.prepare(`SELECT * FROM "${table.name}" ORDER BY ${order}`).iterate() as IterableIterator<Row>)
        rows.set(JSON.stringify(keyOf(table, row)), row);
      return true;
    } catch (error) {
      if (isDamage(error)) return false;
      throw error;
    }
  };
  const complete = read("ASC");
  if (!complete) read("DESC");
  return { rows: [...rows.values()], complete };
}

function keyOf({ key }: OwnTable, row: Row): unknown[] {
  return key.map((column) => row[column]);
}

/**
 * A row that the file's rules refuse (its parent is missing, or its record is final) is left out and counted.
 * @param holds false for a row that differs from its seal: then an older row in the target is kept
 */
function putRow(target: Sqlite, table: OwnTable, row: Row, holds: boolean): "put" | "same" | "older" | "refused" {
  const columns = table.columns.filter((column) => column in row);
  const at = table.key.map((column) => `"${column}" IS ?`).join(" AND ");
  const keys = keyOf(table, row);
  const there = target.prepare(`SELECT * FROM "${table.name}" WHERE ${at}`).get(...keys) as Row | undefined;
  if (there !== undefined && columns.every((column) => sameValue(there[column], row[column]))) return "same";
  if (there !== undefined && !holds) return "older";
  try {
    if (there === undefined) {
      const names = columns.map((column) => `"${column}"`).join(", ");
      const marks = columns.map(() => "?").join(", ");
      target.prepare(`INSERT INTO "${table.name}" (${names}) VALUES (${marks})`).run(...columns.map((column) => row[column]));
    } else {
      const changed = columns.filter((column) => !table.key.includes(column));
      const sets = changed.map((column) => `"${column}" = ?`).join(", ");
      target.prepare(`UPDATE "${table.name}" SET ${sets} WHERE ${at}`).run(...changed.map((column) => row[column]), ...keys);
    }
    return "put";
  } catch (error) {
    if (String((error as { readonly code?: unknown }).code).startsWith("SQLITE_CONSTRAINT")) return "refused";
    throw error;
  }
}

/** The number of sealed or numbered records that are in neither file; null where it can't be known. */
function missingIn(target: Sqlite, table: OwnTable, total: number, sealed: readonly (readonly unknown[])[] | null): number | null {
  if (!table.numbered && sealed === null) return null;
  const at = table.key.map((column) => `"${column}" IS ?`).join(" AND ");
  const find = target.prepare(`SELECT 1 FROM "${table.name}" WHERE ${at}`);
  const gone = (sealed ?? []).filter((key) => find.get(...key) === undefined).length;
  if (!table.numbered) return gone;
  const last = target.prepare(`SELECT COALESCE(MAX("${table.key[0]}"), 0) FROM "${table.name}"`).pluck().get() as number;
  return Math.max(gone, last - total);
}

function sameValue(one: unknown, other: unknown): boolean {
  return one instanceof Uint8Array && other instanceof Uint8Array ? Buffer.compare(one, other) === 0 : one === other;
}

/** True for damage to the file, as opposed to a faulty statement. */
export function isDamage(error: unknown): boolean {
  const code = (error as { readonly code?: unknown } | null)?.code;
  return typeof code === "string" && (/^SQLITE_CORRUPT/.test(code) || code === "SQLITE_NOTADB" || /^SQLITE_IOERR/.test(code));
}
