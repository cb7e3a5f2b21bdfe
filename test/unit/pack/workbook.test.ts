import { readXlsx } from "hucre";
import { expect, it } from "vitest";
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

it("totals are per currency, long amounts stand in full beside their cell, and the layout helps people", async () => {
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
