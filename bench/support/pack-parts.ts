import { createHash } from "node:crypto";
import { once } from "node:events";
import { createReadStream, createWriteStream, mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { NewFile } from "#main/pack/archive/new-file.ts";
import { ZipWriter } from "#main/pack/archive/zip-writer.ts";
import { printedTable, printPdf } from "#main/pack/print/pdf.ts";
import { type CsvColumn, cellText, csvHeader, csvLine } from "#main/pack/tables/csv.ts";
import { writeWorkbook } from "#main/pack/workbook/workbook.ts";
import { addDays, calendarDate } from "#shared/kernel/calendar-date.ts";
import { launchChromium } from "#test/support/browser.ts";
import { PEERS } from "./peers.ts";

/**
 * Started by the pack bench: a workbook of 100,000 rows and 12 columns, the same rows as CSV, a report of 30 pages, their
 * SHA-256 and a ZIP of them all, by the pack's own writers or by the libraries that such files are usually made with.
 * Prints milliseconds, and the processor's milliseconds in this process.
 */
const [, , folder = "", mode = "ours", count = "100000"] = process.argv;
mkdirSync(folder, { recursive: true });

const DAY = calendarDate("2026-10-31");
const KINDS = ["text", "date", "text", "text", "text", "text", "text", "amount", "amount", "amount", "text", "text"] as const;
const HEADS = "Number,Date,Contact,Account,Description,Reference,Currency,Net,Tax,Gross,Status,ID".split(",");
const PAGES = 30;
const LINES_A_PAGE = 40;

const cents = (value: number) => (value / 100).toFixed(2);

function* rows(): Generator<string[]> {
  for (let at = 0; at < Number(count); at++) {
    const net = ((at * 7_919) % 2_000_000) + 1;
    yield [
      ...[`INV-${at}`, addDays(DAY, -(at % 365)), `Customer ${at % 500} Ltd`, `${200 + (at % 40)} Sales`],
      ...[`Consulting, work package ${at % 90}`, `PO ${at % 7_000}`, "GBP", cents(net), cents(Math.trunc(net / 5))],
      ...[cents(net + Math.trunc(net / 5)), at % 16 === 0 ? "open" : "paid", `Invoice:${at}`],
    ];
  }
}

function reportRows(): string[][] {
  const some: string[][] = [];
  for (const cells of rows()) {
    if (some.length === PAGES * LINES_A_PAGE) break;
    some.push(cells.slice(0, 10));
  }
  return some;
}

async function ours(): Promise<void> {
  const file = await NewFile.create(join(folder, "pack.zip"));
  const zip = new ZipWriter((bytes) => file.write(bytes), DAY);
  const columns = HEADS.map((name, at): CsvColumn<readonly string[]> => ({ name, kind: KINDS[at] ?? "text", of: (row) => row[at] }));
  const sheet = {
    ...{ ref: "1", title: "Transactions", source: "Bench", notes: [], currency: "GBP", status: "", open: 0 },
    columns: HEADS.map((title, at) => ({ title, kind: KINDS[at] ?? ("text" as const) })),
    rows: function* () {
      for (const row of rows()) yield { cells: columns.map((column) => cellText(column, row)) };
    },
  };
  const head = { title: "Pack", subject: "Bench", stamps: [], sheets: [sheet], day: DAY };
  const sums = [await zip.file("pack.xlsx", async (write) => void (await writeWorkbook(write, head)), { store: true })];
  sums.push(
    await zip.file("pack.csv", async (write) => {
      await write(csvHeader(columns));
      for (const row of rows()) await write(csvLine(columns, row));
    }),
  );
  const table = printedTable({
    heads: HEADS.slice(0, 10),
    rows: reportRows().map((cells) => ({ cells })),
    widths: [48, 44, 62, 52, "*", 42, 24, 42, 42, 42],
    rightFrom: 7,
  });
  const pdf = await printPdf({ title: "Pack", foot: "Bench", content: table, asOf: null });
  sums.push(await zip.file("pack.pdf", (write) => write(pdf)));
  await zip.file("SHA256SUMS", (write) => write(sums.map(({ sha256 }) => sha256).join("\n")));
  await zip.end();
  await file.finish(null);
  await file.drop();
}

interface Row {
  commit(): void;
}

interface Peers {
  readonly exceljs: {
    readonly stream: {
      readonly xlsx: {
        readonly WorkbookWriter: new (options: {
          filename: string;
        }) => { addWorksheet(name: string): { addRow(cells: unknown[]): Row; commit(): void }; commit(): Promise<void> };
      };
    };
  };
  readonly stringify: (options: object) => NodeJS.ReadWriteStream;
  readonly archiver: (
    format: "zip",
    options: object,
  ) => NodeJS.ReadableStream & { file(path: string, options: { name: string }): void; finalize(): Promise<void> };
}

function peers(): Peers {
  const load = createRequire(join(PEERS, "package.json"));
  return { exceljs: load("exceljs"), stringify: load("csv-stringify").stringify, archiver: load("archiver") };
}

async function theirs(): Promise<void> {
  const { exceljs, stringify, archiver } = peers();
  const book = new exceljs.stream.xlsx.WorkbookWriter({ filename: join(folder, "pack.xlsx") });
  const sheet = book.addWorksheet("Transactions");
  sheet.addRow(HEADS).commit();
  for (const row of rows()) sheet.addRow(row.map((cell, at) => (KINDS[at] === "amount" ? Number(cell) : cell))).commit();
  sheet.commit();
  await book.commit();
  await pipeline(rows(), stringify({ header: true, columns: HEADS }), createWriteStream(join(folder, "pack.csv")));
  await print(join(folder, "pack.pdf"));
  const names = ["pack.xlsx", "pack.csv", "pack.pdf"];
  const sums: string[] = [];
  for (const name of names) {
    const hash = createHash("sha256");
    await pipeline(createReadStream(join(folder, name)), hash);
    sums.push(hash.digest("hex"));
  }
  writeFileSync(join(folder, "SHA256SUMS"), sums.join("\n"));
  const zip = archiver("zip", { zlib: { level: 6 } });
  const file = createWriteStream(join(folder, "pack.zip"));
  zip.pipe(file);
  for (const name of [...names, "SHA256SUMS"]) zip.file(join(folder, name), { name });
  await Promise.all([zip.finalize(), once(file, "close")]);
}

async function print(path: string): Promise<void> {
  const browser = await launchChromium();
  const page = await browser.newPage();
  const line = (cells: readonly string[], tag: string) => `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join("")}</tr>`;
  const body = reportRows().map((cells) => line(cells, "td"));
  const style = "table{font:8.5px sans-serif;border-collapse:collapse} td{border-bottom:1px solid #ccd;padding:2px 5px}";
  await page.setContent(`<style>${style}</style><table><thead>${line(HEADS.slice(0, 10), "th")}</thead>${body.join("")}</table>`);
  await page.pdf({ path, format: "A4" });
  await browser.close();
}

const since = performance.now();
const before = process.cpuUsage();
await (mode === "ours" ? ours() : theirs());
const { user, system } = process.cpuUsage(before);
process.stdout.write(`${performance.now() - since} ${(user + system) / 1_000}`);
