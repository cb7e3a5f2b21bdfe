import { copyFileSync, statSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { clientFilePath } from "#main/store/database/client-file.ts";
import { ensureReadIndexes } from "#main/store/database/indexes.ts";
import { ledgerAPages } from "./support/ledger-a-pages.ts";
import { backfill, closeMirror, inScratch, openMirror } from "./support/mirror.ts";

/**
 * Decision 016: the mirror's compact tables against plain ones with the columns of the readable views.
 * `node bench/compact-store.ts [documents] [rounds]` prints bytes a document, and the time to insert and to read all of them.
 */
const [documents = 20_000, rounds = 5] = process.argv.slice(2).map(Number);
const TABLES = { document: "documents", document_line: "document_lines" } as const;
const INDEXED = { document: ["party_word, issue_day", "issue_day"], documents: ["contact_id, date", "date"] } as const;

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number;
}

function timed(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

/** Rows of both kinds, ready to insert, from a mirror that was read. */
function rowsOf(db: Database.Database, name: string): { columns: string[]; rows: unknown[][] } {
  const statement = db.prepare(`SELECT * FROM ${name}`).raw();
  return { columns: statement.columns().map((column) => column.name), rows: statement.all() as unknown[][] };
}

function insert(path: string, sets: ReturnType<typeof rowsOf>[], names: readonly string[], indexes: readonly string[]): number {
  const db = new Database(path);
  db.pragma("journal_mode = WAL");
  for (const [at, { columns }] of sets.entries()) {
    const key = columns[1] === "line_no" || columns[1] === "line" ? `, PRIMARY KEY (${columns[0]}, ${columns[1]})) WITHOUT ROWID` : ")";
    const rowid = key === ")" ? " INTEGER PRIMARY KEY" : "";
    db.exec(`CREATE TABLE ${names[at]} (${columns.map((column, place) => column + (place === 0 ? rowid : "")).join(", ")}${key}`);
  }
  for (const [at, index] of indexes.entries()) db.exec(`CREATE INDEX i${at} ON ${names[0]} (${index})`);
  const taken = timed(() =>
    db.transaction(() => {
      for (const [at, { columns, rows }] of sets.entries()) {
        const statement = db.prepare(`INSERT INTO ${names[at]} VALUES (${columns.map(() => "?").join(",")})`);
        for (const row of rows) statement.run(...row);
      }
    })(),
  );
  db.pragma("wal_checkpoint(TRUNCATE)");
  db.close();
  return taken;
}

await inScratch(async (home) => {
  const made = openMirror(home, "one");
  backfill(made, ledgerAPages(documents));
  ensureReadIndexes(made.db);
  closeMirror(made);
  const source = join(home, "source.sqlite");
  copyFileSync(clientFilePath(home, "one"), source);
  const db = new Database(source, { readonly: true });
  const compact = Object.keys(TABLES).map((name) => rowsOf(db, name));
  const plain = Object.values(TABLES).map((name) => rowsOf(db, name));
  const times = { compact: [] as number[], plain: [] as number[] };
  const bytes = { compact: 0, plain: 0 };
  for (let round = 0; round < rounds; round++)
    for (const kind of ["compact", "plain"] as const) {
      const path = join(home, `${kind}-${round}.sqlite`);
      const names = kind === "compact" ? Object.keys(TABLES) : Object.values(TABLES);
      times[kind].push(
        insert(path, kind === "compact" ? compact : plain, names, kind === "compact" ? INDEXED.document : INDEXED.documents),
      );
      bytes[kind] = statSync(path).size;
    }
  const per = (ms: number) => `${((ms * 1_000) / documents).toFixed(1)} µs`;
  const dictionary = db.prepare("SELECT SUM(length(text) + 8) FROM word").pluck().get() as number;
  process.stdout.write(`${documents} documents with ${compact[1]?.rows.length} lines, median of ${rounds}\n`);
  process.stdout.write(
    `bytes a document: compact ${Math.round((bytes.compact + dictionary) / documents)}, plain ${Math.round(bytes.plain / documents)}\n`,
  );
  process.stdout.write(`insert a document: compact ${per(median(times.compact))}, plain ${per(median(times.plain))}\n`);
  const last = {
    compact: new Database(join(home, "compact-0.sqlite"), { readonly: true }),
    plain: new Database(join(home, "plain-0.sqlite"), { readonly: true }),
  };
  const read = (statement: Database.Statement) => median(Array.from({ length: rounds }, () => timed(() => statement.all())));
  const sums = [
    [
      "sum by contact",
      "SELECT party_word, SUM(total) FROM document GROUP BY 1",
      "SELECT contact_id, SUM(total_scaled) FROM documents GROUP BY 1",
    ],
    ["all rows", "SELECT * FROM document", "SELECT * FROM documents"],
  ] as const;
  for (const [what, ours, theirs] of sums)
    process.stdout.write(
      `${what}: compact ${read(last.compact.prepare(ours)).toFixed(1)} ms, plain ${read(last.plain.prepare(theirs)).toFixed(1)} ms, view ${read(db.prepare(theirs)).toFixed(1)} ms\n`,
    );
});
