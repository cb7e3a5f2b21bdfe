import fc from "fast-check";
import { unzipSync } from "fflate";
import { readXlsx } from "hucre";
import { describe, expect, it } from "vitest";
import { neutralText, safeNamePart, visibleText } from "#main/domain/documents/safe-text.ts";
import { otherOfVersion, packName } from "#main/pack/pack-name.ts";
import { printText } from "#main/pack/print/print-text.ts";
import { cellText, quotedLine } from "#main/pack/tables/csv.ts";
import { CsvReader } from "#main/pack/tables/csv-reader.ts";
import type { SheetCell } from "#main/pack/workbook/sheet.ts";
import { writeWorkbook } from "#main/pack/workbook/workbook.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";

/** What people and attackers put into names, notes and numbers. */
const hostile = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc
    .tuple(
      fc.constantFrom("=", "+", "-", "@", "\t", "\r", "\uff1d", " =", "\u200b=", "'=", "%=", '"=', "<", "&amp;", "]]>", "_x003D_"),
      fc.string({ maxLength: 30 }),
    )
    .map(([a, b]) => a + b),
  fc.constantFrom(
    "../../etc/passwd",
    "CON",
    "nul.txt",
    "a\u202egpj.exe",
    "C:\\x",
    "\u0000",
    "\ud800",
    "=cmd|' /C calc'!A0",
    "-5.00",
    "株式会社",
    "🏦",
    "-- see memo",
  ),
);
const DAY = calendarDate("2026-10-31");

async function workbookOf(texts: readonly string[]): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  const rows = texts.map((text) => ({ cells: [text, "-5.00", text] as SheetCell[] }));
  await writeWorkbook(async (bytes) => void parts.push(bytes), {
    ...{ title: texts[0] ?? "", subject: texts[1] ?? "", stamps: [texts[2] ?? ""], day: DAY },
    sheets: [
      {
        ...{
          ref: "A",
          title: texts[3] ?? "x",
          source: texts[4] ?? "",
          notes: texts.slice(0, 3),
          currency: "NZD",
          status: texts[5] ?? "",
          open: 0,
        },
        columns: [
          { title: "Name", kind: "text" },
          { title: "Amount", kind: "amount", total: true },
          { title: texts[6] ?? "", kind: "date" },
        ],
        rows: () => rows,
        indexColumn: 1,
      },
    ],
  });
  return Buffer.concat(parts);
}

describe("text on its way into files that other programs open", () => {
  it("comes back from a CSV cell by cell, never begins a formula, and amounts stay amounts", () => {
    fc.assert(
      fc.property(fc.array(hostile, { minLength: 1, maxLength: 6 }), (texts) => {
        const cells = texts.map((text) => cellText({ name: "n", kind: "text", of: (row: string) => row }, text));
        const rows: (readonly string[])[] = [];
        const reader = new CsvReader((row) => rows.push(row));
        const text = quotedLine(cells) + quotedLine(cells);
        // In pieces of any size the rows are the same.
        for (let at = 0; at < text.length; at += 7) reader.push(text.slice(at, at + 7));
        reader.end();
        expect(rows).toEqual([cells, cells]);
        for (const cell of cells) expect(cell).not.toMatch(/^[\s\u200b-\u200f\u2060\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]/);
      }),
    );
    expect(cellText({ name: "n", kind: "amount", of: () => "-5.00" }, null)).toBe("-5.00");
    expect(cellText({ name: "n", kind: "amount", of: () => "-5.00+cmd" }, null)).toBe("'-5.00+cmd");
  });

  it("is inert in a workbook that every reader can open, and totals are the only formulas", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(hostile, { minLength: 7, maxLength: 9 }), async (texts) => {
        const book = await workbookOf(texts);
        for (const bytes of Object.values(unzipSync(book)))
          expect(Buffer.from(bytes).toString()).not.toMatch(/TargetMode="External"|<!DOCTYPE|<!ENTITY/);
        const { sheets } = await readXlsx(book);
        const formulas = sheets.flatMap(({ cells }) => [...(cells ?? new Map()).values()].flatMap(({ formula }) => formula ?? []));
        expect(formulas).toHaveLength(2);
        expect(formulas.join(" ")).toMatch(/^'[^']*'!B\d+ ROUND\(SUM\(B\$6:B\$\d+\),2\)$/);
        for (const [name, , amount] of (sheets[1]?.rows ?? []).slice(5, 5 + texts.length)) {
          if (typeof name === "string") expect(neutralText(name)).toBe(name);
          expect(amount === undefined || amount === null || typeof amount === "string" || typeof amount === "number").toBe(true);
        }
        expect(sheets[1]?.rows[5]?.[1]).toBe(-5);
      }),
      { numRuns: 40 },
    );
  });

  it("names no file that a system would refuse, mistake or write elsewhere", () => {
    fc.assert(
      fc.property(hostile, hostile, (name, id) => {
        const made = packName({ name, id }, { month: "2026-10", version: 3, stamps: [] });
        expect(made).toMatch(/^[A-Za-z0-9-]{1,70}_2026-10_closepack_v03\.zip$/);
        expect(safeNamePart(name, "x")).not.toMatch(/^(?:con|prn|aux|nul|com\d|lpt\d)$/i);
      }),
    );
    const final = { month: "2026-10", version: 12, stamps: [] };
    expect(packName({ name: "Kōwhai & Söhne GmbH", id: "1" }, final)).toBe("Kowhai-Sohne-GmbH_2026-10_closepack_v12.zip");
    expect(packName({ name: "株式会社", id: "9ab1c2d3e4" }, final)).toBe("client-9ab1c2d3_2026-10_closepack_v12.zip");
  });

  it("says in a pack's name that the pack isn't final", () => {
    const named = (...stamps: readonly ("INCOMPLETE" | "DRAFT")[]) =>
      packName({ name: "Birch", id: "1" }, { month: "2026-10", version: 1, stamps: stamps.map((stamp) => ({ stamp })) });
    expect(named("DRAFT")).toBe("Birch_2026-10_closepack_v01_DRAFT.zip");
    expect(named("INCOMPLETE", "DRAFT")).toBe("Birch_2026-10_closepack_v01_INCOMPLETE_DRAFT.zip");
    // A version is one file, whatever its stamps, so that the final one isn't saved beside a draft of the same number.
    const other = (...files: readonly string[]) => otherOfVersion(named(), files);
    expect([other(named("DRAFT")), other(named("INCOMPLETE", "DRAFT"))]).toEqual([named("DRAFT"), named("INCOMPLETE", "DRAFT")]);
    expect(otherOfVersion(named("DRAFT"), [named()])).toBe(named());
    const [copy, later] = [named("DRAFT").replace(".zip", "_client.zip"), named("DRAFT").replace("v01", "v02")];
    expect(other(named(), copy, later, named().replace(".zip", ""), `${named("DRAFT")}.7.part`)).toBeNull();
  });

  it("is printed with letters that the typeface has, and says how many it has not", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(printText(text)).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069\ufffd]|\p{Script=Han}/u);
      }),
    );
    expect(printText("Kōwhai €£¥ Ωμέγα Жук")).toBe("Kōwhai €£¥ Ωμέγα Жук");
    expect(printText("株式会社 Ltd")).toBe("[4 letters] Ltd");
    expect(visibleText("a\u202eb")).toBe("a[U+202E]b");
  });
});
