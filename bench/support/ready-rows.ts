import type { Sqlite } from "#main/store/database/open.ts";
import { PAGE_SIZE } from "./ledger-a-pages.ts";

/** Rows of a finished mirror, handed over a page at a time to be written into an empty one. */
export interface ReadyRows {
  /** Loads the next page's rows. The result writes them in one transaction. */
  nextPage(): () => void;
}

const TABLES = ["source_record", "document", "document_line", "allocation", "posting"] as const;
type Rows = readonly (readonly unknown[])[];

/** @param stream the stream whose records are copied; both files hold the same lists before it */
export function readyRows(from: Sqlite, to: Sqlite, stream: string): ReadyRows {
  const copies = TABLES.map((table) => ({
    read: from.prepare(`SELECT * FROM ${table} WHERE rec_no >= ? AND rec_no < ?`).raw(),
    write: to.prepare(`INSERT INTO ${table} VALUES (${columnsOf(from, table).fill("?").join(",")})`),
  }));
  const readWords = from.prepare("SELECT * FROM word WHERE word_no > ? AND word_no <= ?").raw();
  const writeWord = to.prepare("INSERT INTO word VALUES (?,?)");
  const wordColumns = columnsOf(from, "document").filter((column) => column.endsWith("_word"));
  const lineWords = columnsOf(from, "document_line").filter((column) => column.endsWith("_word"));
  const highest = from
    .prepare(
      `SELECT max(ifnull((SELECT max(max(${all(wordColumns)})) FROM document WHERE rec_no >= @a AND rec_no < @b), 0), ifnull((SELECT max(max(${all(lineWords)})) FROM document_line WHERE rec_no >= @a AND rec_no < @b), 0))`,
    )
    .pluck();
  const streamNo = from.prepare("SELECT stream_no FROM stream WHERE name = ?").pluck().get(stream);
  let recNo = from.prepare("SELECT min(rec_no) FROM source_record WHERE stream_no = ?").pluck().get(streamNo) as number;
  let word = to.prepare("SELECT max(word_no) FROM word").pluck().get() as number;
  return {
    nextPage: () => {
      const until = recNo + PAGE_SIZE;
      const rows = copies.map(({ read }) => read.all(recNo, until) as Rows);
      const upTo = Math.max(word, highest.get({ a: recNo, b: until }) as number);
      const words = readWords.all(word, upTo) as Rows;
      recNo = until;
      word = upTo;
      const writeAll = to.transaction(() => {
        for (const row of words) writeWord.run(row);
        for (const [at, { write }] of copies.entries()) for (const row of rows[at] as Rows) write.run(row);
      });
      return () => writeAll.immediate();
    },
  };
}

function all(columns: readonly string[]): string {
  return columns.map((column) => `ifnull(${column}, 0)`).join(", ");
}

function columnsOf(db: Sqlite, table: string): string[] {
  return db.prepare("SELECT name FROM pragma_table_info(?)").pluck().all(table) as string[];
}
