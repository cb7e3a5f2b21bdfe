import { strFromU8, unzipSync } from "fflate";
import { readXlsx } from "hucre";
import { expect, it } from "vitest";
import { stampLine } from "#main/pack/sign-offs.ts";
import type { Sheet, SheetRow } from "#main/pack/workbook/sheet.ts";
import { writeWorkbook } from "#main/pack/workbook/workbook.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";

const LONG = "12345678901234567.89";

function sheet(rows: readonly SheetRow[], more: Partial<Sheet> = {}): Sheet {
  return {
    ...{ ref: "F", title: "Aging", source: "s", notes: ["n"], currency: null, currencyColumn: 1, status: "ties", open: 0, indexColumn: 2 },
    columns: [
      { title: "Party", kind: "text" },
      { title: "In", kind: "text" },
      { title: "Open", kind: "amount", total: true },
      { title: "Date", kind: "date" },
    ],
    rows: () => rows,
    ...more,
  };
}

async function written(sheets: readonly Sheet[]): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  await writeWorkbook(async (bytes) => void parts.push(bytes), {
    title: "t",
    subject: "s",
    stamps: ["DRAFT: nobody signed"],
    sheets,
    day: calendarDate("2026-10-31"),
  });
  return Buffer.concat(parts);
}

it("totals are per currency, long amounts are shown in full beside their cell, and the layout helps people", async () => {
  const rows: SheetRow[] = [
    { cells: ["Ann", "NZD", "1.10", "2026-10-01"] },
    { cells: ["Ben", "USD", "2.20", "2026-10-02"] },
    { cells: ["Cid", "NZD", LONG, "1850-01-01"] },
  ];
  const { sheets } = await readXlsx(await written([sheet(rows)]));
  const [index, own] = sheets;
  expect(own?.rows.slice(4, 10)).toEqual([
    ["Party", "In", "Open", "Date", "Amounts in full"],
    ["Ann", "NZD", 1.1, expect.anything(), ...(own?.rows[5]?.slice(4) ?? [])],
    ["Ben", "USD", 2.2, expect.anything(), ...(own?.rows[6]?.slice(4) ?? [])],
    // A spreadsheet counts no days before 1900.
    ["Cid", "NZD", 12345678901234500, "1850-01-01", `Open: ${LONG}`],
    ["Total NZD", "NZD", 12345678901234500, ...(own?.rows[8]?.slice(3) ?? [])],
    ["Total USD", "USD", 2.2, ...(own?.rows[9]?.slice(3) ?? [])],
  ]);
  expect(own?.cells?.get("9,2")).toMatchObject({ formula: "ROUND(SUMIFS(C$6:C$8,B$6:B$8,B10),2)" });
  expect(own).toMatchObject({
    autoFilter: { range: "A5:E8" },
    freezePane: { rows: 5, columns: 1 },
    pageSetup: { fitToPage: true, orientation: "landscape" },
  });
  expect(index?.rows[5]?.slice(0, 3)).toEqual(["F", "Aging", 3]);
});

it("the same sheets are the same bytes", async () => {
  const rows: SheetRow[] = [{ cells: ["Ann", "NZD", "1.10", "2026-10-01"] }];
  expect((await written([sheet(rows)])).equals(await written([sheet(rows)]))).toBe(true);
});

/** The parts of a workbook as text. */
async function partsOf(sheets: readonly Sheet[]): Promise<Readonly<Record<string, string>>> {
  return Object.fromEntries(Object.entries(unzipSync(await written(sheets))).map(([name, bytes]) => [name, strFromU8(bytes)]));
}

const widthsOf = (xml = "") => [...xml.matchAll(/<col [^>]*width="(\d+)"/g)].map(([, width]) => Number(width));

it("columns are as wide as their text and no wider, and no heading or amount is cut", async () => {
  const columns: Sheet["columns"] = [
    { title: "Code", kind: "text", width: 8 },
    { title: "Explanation", kind: "text", width: 36 },
    { title: "Type", kind: "text", width: 14 },
    { title: "Amount", kind: "amount", width: 14, total: true },
  ];
  const rows: SheetRow[] = [{ cells: ["1010", null, "Unapplied prepayment", "123456789012.34"] }];
  const parts = await partsOf([sheet(rows, { columns, currency: "NZD" })]);
  const [code = 0, explanation = 0, type = 0, amount = 0] = widthsOf(parts["xl/worksheets/sheet2.xml"]);
  expect(code).toBeLessThan(10);
  expect(explanation).toBeGreaterThanOrEqual("Explanation".length);
  expect(explanation).toBeLessThan(20);
  expect(type).toBeGreaterThan("Unapplied prepayment".length);
  expect(amount).toBeGreaterThan("123,456,789,012.34".length);
});

it("text beside figures keeps a gap, and a heading over two lines has room for both", async () => {
  const columns: Sheet["columns"] = [
    { title: "Lock", kind: "text", width: 10 },
    { title: "Locked through", kind: "date" },
    { title: "Effect", kind: "text", width: 10 },
  ];
  const parts = await partsOf([sheet([{ cells: ["All", "2026-10-31", "Favorable"] }], { columns, currency: "NZD" })]);
  const own = parts["xl/worksheets/sheet2.xml"] ?? "";
  const styles = [...(parts["xl/styles.xml"]?.split("<cellXfs")[1] ?? "").matchAll(/<xf .*?(?:\/>|<\/xf>)/g)].map(([xf]) => xf);
  for (const cell of ["B6", "C6"]) {
    const style = Number(new RegExp(`r="${cell}" s="(\\d+)"`).exec(own)?.[1]);
    expect(styles[style]).toContain('indent="1"');
  }
  expect(own).toContain('<row r="5" ht="30" customHeight="1">');
});

it("a very wide sheet is printed over several pages, each with its first columns", async () => {
  const columns: Sheet["columns"] = Array.from({ length: 12 }, (_, at) => ({ title: `Text ${at}`, kind: "text", width: 40 }));
  const rows: SheetRow[] = [{ cells: columns.map(() => "words ".repeat(20)) }];
  const parts = await partsOf([sheet(rows, { columns, currency: "NZD" })]);
  expect(parts["xl/worksheets/sheet2.xml"]).toContain('pageOrder="overThenDown" fitToWidth="2"');
  expect(parts["xl/workbook.xml"]).toContain("'F Aging'!$A:$B,'F Aging'!$5:$5");
});

it("the ids of records are on the screen, and not in print", async () => {
  const columns: Sheet["columns"] = [
    { title: "Contact", kind: "text", width: 30 },
    { title: "ID", kind: "text", width: 52 },
  ];
  const parts = await partsOf([sheet([{ cells: ["Ann", "contact:1"] }], { columns, currency: "NZD", notes: [] })]);
  expect(parts["xl/workbook.xml"]).toContain(`<definedName name="_xlnm.Print_Area" localSheetId="1">'F Aging'!$A$1:$A$7</definedName>`);
});

it("columns that nobody has filled take no page in print", async () => {
  const columns: Sheet["columns"] = [
    { title: "Account", kind: "text", width: 40 },
    { title: "Threshold", kind: "text", width: 60 },
    ...Array.from({ length: 15 }, (_, at) => ({ title: `Explanation number ${at}`, kind: "text" as const, width: 60 })),
  ];
  const row = ["Rent", "words ".repeat(12)];
  const only = await partsOf([sheet([{ cells: row }], { columns, currency: "NZD" })]);
  expect(only["xl/worksheets/sheet2.xml"]).toContain('fitToWidth="1"');
  expect(only["xl/workbook.xml"]).toContain("'F Aging'!$A$1:$B$8</definedName>");
  const filled = await partsOf([sheet([{ cells: [...row, ...columns.slice(2).map(() => "words ".repeat(12))] }], { columns })]);
  expect(filled["xl/worksheets/sheet2.xml"]).not.toContain('fitToWidth="1"');
});

it("a note goes over the lines it takes within the columns in print, so that it isn't cut and makes nothing small", async () => {
  const note = "The ledger doesn't report their cost, so it isn't included. ".repeat(4);
  const parts = await partsOf([sheet([{ cells: ["Ann", "NZD", "1.10", "2026-10-01"] }], { notes: [note] })]);
  const own = parts["xl/worksheets/sheet2.xml"] ?? "";
  expect(own).toContain('<mergeCell ref="A9:D9"/>');
  const [, height] = /<row r="9" ht="(\d+)"/.exec(own) ?? [];
  const width = widthsOf(own).reduce((sum, one) => sum + one, 0);
  expect(Number(height)).toBeGreaterThanOrEqual((note.length / width / 1.2) * 15);
});

it("schedules without rows are on one sheet together, where the index leads to them", async () => {
  const rows: SheetRow[] = [{ cells: ["Ann", "NZD", "1.10", "2026-10-01"] }];
  const all = [
    sheet([], { ref: "I", title: "Adjusting entries", status: "None" }),
    sheet(rows),
    sheet([], { ref: "P", title: "Deleted in ledger", notes: ["Listed as last synced.", "No figure includes them."] }),
  ];
  const { sheets } = await readXlsx(await written(all));
  expect(sheets.map(({ name }) => name)).toEqual(["Index", "F Aging", "Empty schedules"]);
  expect(sheets[0]?.rows.slice(5, 8).map((row) => row.slice(0, 3))).toEqual([
    ["I", "Adjusting entries", 0],
    ["F", "Aging", 1],
    ["P", "Deleted in ledger", 0],
  ]);
  expect(sheets[2]?.rows.slice(5, 7)).toEqual([
    ["I", "Adjusting entries", "None", "s", "n"],
    ["P", "Deleted in ledger", "ties", "s", "Listed as last synced. No figure includes them."],
  ]);
  const index = (await partsOf(all))["xl/worksheets/sheet1.xml"];
  for (const place of ["'Empty schedules'!A6", "'F Aging'!A1", "'Empty schedules'!A7"]) expect(index).toContain(`location="${place}"`);
});

it("a stamp is one line that ends in one full stop", () => {
  expect(stampLine({ stamp: "DRAFT", reasons: ["Nobody signed", "Figures may change."] })).toBe(
    "DRAFT: Nobody signed. Figures may change.",
  );
});
