import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { columnChart } from "#main/pack/print/chart-svg.ts";
import type { PrintedRow } from "#main/pack/print/pdf.ts";
import { printPercent } from "#main/pack/print/print-text.ts";
import { cutInto, statementPages, withHeadings } from "#main/pack/print/statement-pages.ts";
import { decimal } from "#shared/kernel/decimal.ts";

const plain = (name: string): PrintedRow => ({ cells: [name, "1.00"] });
const heading = (name: string): PrintedRow => ({ cells: [name, ""], look: "heading" });
/** Groups of a heading, some accounts and a total, as statements have them. */
const statement = fc
  .array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 12 })
  .map((groups) =>
    groups.flatMap((accounts, group) => [
      heading(`Group ${group}`),
      ...Array.from({ length: accounts }, (_, at) => plain(`Account ${group}.${at}`)),
      { cells: [`Total ${group}`, "1.00"], look: "strong" } satisfies PrintedRow,
    ]),
  );

describe("the pages of a statement", () => {
  const table = { heads: ["", "USD"], widths: [170, 62], rightFrom: 1, indented: 0, taken: 40 };

  test("are one where the rows fit on it, and more only for long statements", () => {
    const pages = (count: number) => statementPages({ ...table, rows: Array.from({ length: count }, (_, at) => plain(`Account ${at}`)) });
    expect([10, 24, 30, 36, 40].map((count) => pages(count).length)).toEqual([1, 1, 1, 1, 1]);
    expect(pages(60)).toHaveLength(2);
    expect(pages(120).length).toBeGreaterThan(2);
    // A name that takes two lines takes the room of two rows.
    const long = Array.from({ length: 30 }, (_, at) => plain(`A rather long name of an account that nobody has shortened, ${at}`));
    expect(statementPages({ ...table, rows: long })).toHaveLength(2);
  });

  test("have smaller print where an amount would take two lines", () => {
    const sizes = (amount: string) =>
      statementPages({ ...table, rows: [{ cells: ["Sales", amount] }] }).map((page) => (page as { readonly fontSize: number }).fontSize);
    expect(sizes("98,800,246.18\u00a0")).toEqual([8.5]);
    expect(sizes("(4,198,800,246.18)")[0]).toBeLessThan(7.6);
    expect(sizes("(998,764,198,800,246.18)")).toEqual([6]);
  });

  test("have all rows once, in order, and about as many each", () => {
    fc.assert(
      fc.property(statement, fc.integer({ min: 2, max: 5 }), (rows, pages) => {
        fc.pre(rows.length >= pages * 8);
        const parts = cutInto(rows, pages);
        expect(parts.flat()).toEqual(rows);
        const even = rows.length / pages;
        for (const part of parts) expect(Math.abs(part.length - even)).toBeLessThanOrEqual(even / 2 + 1);
      }),
    );
  });

  test("begin with a section where one is near, and with a heading where one is", () => {
    const accounts = (count: number) => Array.from({ length: count }, (_, at) => plain(`Account ${at}`));
    const rows = [
      heading("Assets"),
      ...accounts(19),
      heading("Liabilities"),
      heading("Credit cards"),
      plain("Card"),
      heading("Payables"),
      ...accounts(18),
    ];
    expect(cutInto(rows, 2).map(([first]) => first?.cells[0])).toEqual(["Assets", "Liabilities"]);
    expect(cutInto([heading("A"), ...accounts(20), heading("B"), ...accounts(14)], 2)[1]?.[0]?.cells[0]).toBe("B");
  });

  test("repeat the headings that they begin under, a section's and its group's, but none that is over", () => {
    const within = (row: PrintedRow): PrintedRow => ({ ...row, indent: 1 });
    const total = (name: string): PrintedRow => ({ cells: [name, "1.00"], look: "strong" });
    const [assets, bank, cash, savings] = [heading("Assets"), within(heading("Bank")), plain("Cash"), plain("Savings")];
    const parts = [[assets, bank, cash], [savings, within(heading("Debtors")), plain("Trade")], [total("Total assets")], [plain("Card")]];
    expect(withHeadings(parts).map((part) => part.map(({ cells }) => cells[0]))).toEqual([
      ["Assets", "Bank", "Cash"],
      ["Assets (continued)", "Bank (continued)", "Savings", "Debtors", "Trade"],
      ["Total assets"],
      ["Card"],
    ]);
    const [, second] = withHeadings([[assets, bank, cash], [within(heading("Debtors"))]]);
    expect(second?.map(({ cells, indent = 0 }) => [cells[0], indent])).toEqual([
      ["Assets (continued)", 0],
      ["Debtors", 1],
    ]);
    expect(withHeadings([[{ ...heading("A"), cells: ["", "A", ""] }], [plain("a")]], 1)[1]?.[0]?.cells).toEqual(["", "A (continued)", ""]);
  });

  test("never run over, wherever they are cut", () => {
    const lineHeight = 8.5 * 1.05 * 1.172 + 2.1 + 0.3;
    const room = 513 - 56 - 26 - table.taken;
    fc.assert(
      fc.property(statement, (rows) => {
        const pages = statementPages({ ...table, rows }) as { readonly stack: [{ readonly table: { readonly body: unknown[] } }] }[];
        if (pages.length === 1) return;
        for (const page of pages) expect((page.stack[0].table.body.length - 1) * lineHeight).toBeLessThanOrEqual(room + 0.01);
      }),
      { numRuns: 300 },
    );
  });
});

test("percentages are negative in the form of amounts", () => {
  expect([
    printPercent(decimal("-15.9")),
    printPercent(decimal("4.0")),
    printPercent(decimal("0.0")),
    printPercent(null),
    printPercent(decimal("-506039.0")),
  ]).toEqual(["(15.9)", "4.0\u00a0", "\u2013\u00a0", "n/m\u00a0", "(>999)"]);
});

test("every name of a legend is within the picture", () => {
  const legend = ["Income", "Expenses", "Other income", "Net income"];
  const svg = columnChart({ width: 248, height: 120, names: ["Jan"], legend, columns: [["1"], ["1"], ["1"]], line: ["1"] });
  for (const name of legend) {
    const x = Number(new RegExp(`<text x="([\\d.]+)"[^>]*>${name}<`).exec(svg)?.[1]);
    expect(x + name.length * 3.6).toBeLessThanOrEqual(248);
  }
});
