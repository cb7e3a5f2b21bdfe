import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { type WritePiece, writeWhole } from "#main/files/write-whole.ts";
import { csvHeader, csvLine } from "#main/pack/tables/csv.ts";
import type { Sheet } from "#main/pack/workbook/sheet.ts";
import { writeWorkbook } from "#main/pack/workbook/workbook.ts";
import type { Sqlite } from "#main/store/database/open.ts";
import { describedViews } from "#main/store/views/described-views.ts";
import { type JournalPosting, journalAccounts, journalPostings, journalRange } from "#main/store/views/read-view.ts";
import type { ExportedFile, JournalFormat, ViewAbout } from "#shared/contract/reports/open-data.ts";
import { dayName } from "#shared/kernel/readable.ts";
import { journalWriter } from "./journal-text.ts";
import { writeParquet } from "./parquet.ts";
import { isJournal, type Rest, type ViewOrder } from "./view-order.ts";
import { type ViewRow, viewRows } from "./view-rows.ts";

const JOURNAL_ENDINGS = { hledger: "journal", beancount: "beancount" } as const;
const ROWS_BETWEEN_RESTS = 500;

/**
 * Writes readable views of an open client file, or its postings as a journal of plain-text accounting. Rows pass through one at a
 * time. Each file appears whole under its name or not at all, and replaces one of that name.
 * @throws what `rest` throws and what the file system says
 */
export async function exportViews(db: Sqlite, order: ViewOrder, rest: Rest): Promise<ExportedFile[]> {
  const { format, to, clientName, day } = order;
  const file = (name: string, ending: string) => (isFolder(to) ? join(to, `${name}.${ending}`) : to);
  if (isJournal(format)) {
    const path = file("postings", JOURNAL_ENDINGS[format]);
    return [{ path, rows: await writeWhole(path, (write) => writeJournal(write, db, format, clientName, rest)) }];
  }
  const views = describedViews(db).filter(({ name }) => order.views.length === 0 || order.views.includes(name));
  if (format === "xlsx") {
    const path = file("views", "xlsx");
    const sheets = views.map((view, at) => sheetOf(view, String(at + 1), () => viewRows(db, view, rest)));
    const head = { title: clientName, subject: `Exported ${dayName(day)}`, stamps: [], sheets, day };
    return [{ path, rows: (await writeWhole(path, (write) => writeWorkbook(write, head))).rows }];
  }
  if (views.length > 1) mkdirSync(to, { recursive: true, mode: 0o700 });
  const files: ExportedFile[] = [];
  for (const view of views) {
    const path = file(view.name, format);
    const rows = viewRows(db, view, rest);
    files.push({ path, rows: await writeWhole(path, (write) => writeRows(write, format, view, rows)) });
  }
  return files;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

async function writeRows(
  write: WritePiece,
  format: "csv" | "ndjson" | "parquet",
  view: ViewAbout,
  rows: AsyncIterable<ViewRow>,
): Promise<number> {
  if (format === "parquet") return writeParquet(write, view, rows);
  const columns = csvColumns(view);
  if (format === "csv") await write(csvHeader(columns));
  let count = 0;
  for await (const row of rows) {
    count++;
    await write(format === "csv" ? csvLine(columns, row) : `${JSON.stringify(asObject(view, row))}\n`);
  }
  return count;
}

/** Amounts, numbers and dates stay as they are; text that a spreadsheet could run as a formula gets an apostrophe. */
function csvColumns({ columns }: ViewAbout) {
  return columns.map(({ name, kind }, at) => ({
    name,
    kind: kind === "integer" ? ("amount" as const) : kind,
    of: (row: ViewRow) => (row[at] === null ? null : String(row[at])),
  }));
}

/** An integer that a number can't hold exactly is text. */
function asObject({ columns }: ViewAbout, row: ViewRow): object {
  return Object.fromEntries(
    columns.map(({ name }, at) => {
      const value = row[at] ?? null;
      if (typeof value !== "bigint") return [name, value];
      return [name, Number.isSafeInteger(Number(value)) ? Number(value) : String(value)];
    }),
  );
}

function sheetOf(view: ViewAbout, ref: string, rows: () => AsyncIterable<ViewRow>): Sheet {
  const columns = csvColumns(view);
  return {
    ref,
    title: view.name,
    source: view.about,
    notes: [],
    currency: null,
    columns: view.columns.map(({ name, kind }) => ({ title: name, kind: kind === "integer" ? "text" : kind })),
    rows: async function* () {
      for await (const row of rows()) yield { cells: columns.map(({ of }) => of(row)) };
    },
    status: "",
    open: 0,
  };
}

/** @returns how many postings */
async function writeJournal(write: WritePiece, db: Sqlite, format: JournalFormat, clientName: string, rest: Rest): Promise<number> {
  const writer = journalWriter(format, journalAccounts(db));
  const { currencies, firstDate } = journalRange(db);
  await write(writer.head(clientName, currencies, firstDate ?? "1970-01-01"));
  let count = 0;
  let own: JournalPosting[] = [];
  for (const posting of journalPostings(db)) {
    if (own[0] !== undefined && (own[0].record !== posting.record || own[0].date !== posting.date)) {
      await write(writer.transaction(own));
      own = [];
    }
    own.push(posting);
    if (count++ % ROWS_BETWEEN_RESTS === 0) await rest();
  }
  if (own.length > 0) await write(writer.transaction(own));
  return count;
}
