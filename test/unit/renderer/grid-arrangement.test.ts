import { strFromU8, unzipSync } from "fflate";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { columnWidths, fittingColumns, leastWidth } from "../../../src/renderer/ui/grid/column-widths.ts";
import { GridStatus } from "../../../src/renderer/ui/grid/grid-status.tsx";
import type { Column, DataGridProps } from "../../../src/renderer/ui/grid/grid-types.ts";
import {
  arrangeColumns,
  moveColumn,
  PLAIN_LAYOUT,
  readLayout,
  resizeColumn,
  toggleHidden,
  togglePinned,
} from "../../../src/renderer/ui/grid/state/column-layout.ts";
import { lastKey } from "../../../src/renderer/ui/grid/state/column-needs.ts";
import { figuresOf, rangeBetween, tabSeparated } from "../../../src/renderer/ui/grid/state/grid-selection.ts";
import { readShape } from "../../../src/renderer/ui/grid/state/kept-shape.ts";
import { csvText, workbookBytes } from "../../../src/renderer/ui/grid/table-export.ts";

interface Row {
  readonly name: string;
  readonly amount: string | null;
  readonly currency: string;
}

const columns: readonly Column<Row>[] = [
  { id: "name", header: "Name", width: "minmax(100px, 1fr)", cell: ({ name }) => name, value: ({ name }) => name },
  { id: "currency", header: "In", width: "48px", cell: ({ currency }) => currency, value: ({ currency }) => currency },
  {
    id: "amount",
    header: "Amount",
    width: "120px",
    align: "end",
    cell: ({ amount }) => amount,
    value: ({ amount, currency }) => (amount === null ? null : { amount, currency }),
  },
  { id: "act", header: "", width: "40px", cell: () => null },
];
const rows: readonly Row[] = [
  { name: "Acme", amount: "10.10", currency: "USD" },
  { name: "=HYPERLINK(1)", amount: "0.20", currency: "USD" },
  { name: "Tab\tand\nline", amount: "-5", currency: "JPY" },
  { name: "", amount: null, currency: "USD" },
];
const ids = (arranged: readonly Column<Row>[]) => arranged.map(({ id }) => id);

describe("the arrangement of a grid", () => {
  it("keeps the first column first, whatever is moved", () => {
    const moved = moveColumn(ids(columns), PLAIN_LAYOUT, "act", 0);
    expect(ids(arrangeColumns(columns, moved))).toEqual(["name", "act", "currency", "amount"]);
  });

  it("keeps the declared widths until a row has come", () => {
    const needs = { name: 40, currency: 20, amount: 50, act: 10 };
    expect(leastWidth(columns, { needs, waiting: true })).toBe(100 + 48 + 120 + 40);
    expect(leastWidth(columns, { needs })).toBe(40 + 20 + 50 + 10);
  });

  it("keeps the row's own name whole beside a panel, after its code too, and cuts a contact's", () => {
    const named = (essential: boolean): readonly Column<Row>[] => [
      { id: "code", header: "Code", width: "60px", cell: () => null },
      { id: "name", header: "Account", width: "minmax(220px, 2fr)", essential, cell: ({ name }) => name },
    ];
    const needs = { code: 50, name: 200 };
    expect(leastWidth(named(true), { needs, beside: true })).toBe(250);
    expect(leastWidth(named(false), { needs, beside: true })).toBe(200);
    expect(leastWidth(named(false), { needs })).toBe(250);
  });

  it("takes the room for the button in the corner once, whichever columns were last when they were measured", () => {
    const figures = ["account", "change", "percent", "status"].map(
      (id): Column<Row> => ({ id, header: id, width: "40px", align: "end", minor: id === "status", cell: () => null }),
    );
    // All but the first were last at some time, with 27 px for the button.
    const among = { account: 100, change: 84, percent: 53, status: 120 };
    const needs = { ...among, [lastKey("change")]: 111, [lastKey("percent")]: 80, [lastKey("status")]: 147 };
    const left = (room: number) => fittingColumns(figures, { needs, room, pinned: 1, kept: [] });
    expect(ids(left(384))).toEqual(["account", "change", "percent", "status"]);
    expect(ids(left(264))).toEqual(["account", "change", "percent"]);
    expect(ids(left(263))).toEqual(["account", "change"]);
    expect(columnWidths(left(264), { needs, room: 264 })).toEqual([100, 84, 80]);
    expect(leastWidth(figures, { needs: { [lastKey("change")]: 111, ...among } })).toBe(100 + 84 + 53 + 120);
  });

  it("reads a shape that rows gave to the columns, and none from text that isn't one", () => {
    const shape = { needs: { name: 40, amount: 50 }, blank: ["act"], sparse: ["reason"], telling: ["reason"], differing: ["currency"] };
    expect(readShape(JSON.stringify(shape))).toEqual(shape);
    const partly = { needs: { name: 40 }, blank: [], sparse: [], telling: [], differing: [] };
    expect(readShape(JSON.stringify({ needs: { name: 40, amount: "50" }, blank: [1] }))).toEqual(partly);
    for (const text of [null, "", "null", "{}", '{"needs":{}}']) expect(readShape(text)).toBeNull();
  });

  it("puts pinned columns beside the first and gives both widths that do not move", () => {
    const pinned = togglePinned(PLAIN_LAYOUT, [
      ["name", 214.4],
      ["amount", 120],
    ]);
    const arranged = arrangeColumns(columns, pinned);
    expect(ids(arranged).slice(0, 2)).toEqual(["name", "amount"]);
    expect(pinned.widths).toEqual({ name: 214, amount: 120 });
    expect(
      ids(
        arrangeColumns(
          columns,
          togglePinned(pinned, [
            ["name", 1],
            ["amount", 1],
          ]),
        ),
      ),
    ).toEqual(ids(columns));
  });

  it("hides and shows again, and shows columns that a later release adds", () => {
    const hidden = toggleHidden({ ...PLAIN_LAYOUT, order: ["amount", "currency"] }, "currency");
    expect(ids(arrangeColumns(columns, hidden))).toEqual(["name", "amount", "act"]);
    expect(ids(arrangeColumns(columns, toggleHidden(hidden, "currency")))).toEqual(["name", "amount", "currency", "act"]);
  });

  it("keeps widths within what can be read, and gives a column its own back", () => {
    const wide = resizeColumn(PLAIN_LAYOUT, "amount", 9_999);
    expect(wide.widths).toEqual({ amount: 1_200 });
    expect(resizeColumn(wide, "amount", 3).widths).toEqual({ amount: 40 });
    expect(resizeColumn(wide, "amount", null).widths).toEqual({});
    expect(leastWidth(columns, { needs: {} })).toBe(308);
  });

  it.each([null, "", "nonsense", "null", "[]", '{"order":7,"hidden":[1,"a"],"widths":{"a":"b","c":50}}'])(
    "reads what was kept, and never breaks on it: %s",
    (text) => {
      const layout = readLayout(text);
      expect(Object.keys(layout).sort()).toEqual(["hidden", "order", "pinned", "widths"]);
      if (text?.startsWith("{")) expect(layout).toEqual({ order: [], hidden: ["a"], pinned: [], widths: { c: 50 } });
    },
  );
});

describe("a selection of cells", () => {
  it("is no range while it is one cell or touches the header", () => {
    expect(rangeBetween(null, { row: 1, col: 1 })).toBeNull();
    expect(rangeBetween({ row: 1, col: 1 }, { row: 1, col: 1 })).toBeNull();
    expect(rangeBetween({ row: 1, col: 1 }, { row: -1, col: 1 })).toBeNull();
    expect(rangeBetween({ row: 4, col: 0 }, { row: 1, col: 2 })).toEqual({ firstRow: 1, lastRow: 4, firstCol: 0, lastCol: 2 });
  });

  it("is summed per currency, exactly, and never across", () => {
    expect(figuresOf(rows, columns)).toEqual({
      cells: 10,
      currencies: [
        { currency: "JPY", count: 1, sum: "-5", average: "-5" },
        { currency: "USD", count: 2, sum: "10.30", average: "5.15" },
      ],
    });
  });

  it("says what it comes to as a list", () => {
    const props = { columns, rowCount: rows.length, rowAt: (index: number) => rows[index] } as unknown as DataGridProps<Row>;
    const range = { firstRow: 0, lastRow: rows.length - 1, firstCol: 0, lastCol: columns.length - 1 };
    const said = renderToStaticMarkup(createElement(GridStatus<Row>, { props, range })).replaceAll(/<[^>]*>/g, "");
    expect(said).toContain("USD: count 2, sum 10.30, average 5.15");
  });

  it("is copied with headers, raw numerals and text that no spreadsheet runs", () => {
    expect(tabSeparated(rows, columns).split("\n")).toEqual([
      "Name\tIn\tAmount",
      "Acme\tUSD\t10.10",
      "'=HYPERLINK(1)\tUSD\t0.20",
      "Tab and line\tJPY\t-5",
      "\tUSD\t",
    ]);
  });
});

describe("a file of a grid", () => {
  it("is CSV that keeps amounts bare and makes formulas inert", () => {
    expect(csvText(rows.slice(0, 3), columns)).toBe(
      'Name,In,Amount\r\nAcme,USD,10.10\r\n\'=HYPERLINK(1),USD,0.20\r\n"Tab\tand\nline",JPY,-5\r\n',
    );
  });

  it("is a workbook whose amounts are numbers, except those that a spreadsheet would round", async () => {
    const { readXlsx } = await import("hucre/xlsx");
    const long = { name: "Long", amount: "12345678901234567.89", currency: "USD" };
    const workbook = await readXlsx(await workbookBytes("Spend [all]", [...rows, long], columns));
    const sheet = workbook.sheets[0];
    expect(sheet?.name).toBe("Spend  all");
    expect(sheet?.rows[1]).toEqual(["Acme", "USD", 10.1]);
    expect(sheet?.rows[2]?.[0]).toBe("=HYPERLINK(1)");
    expect(sheet?.rows[5]?.[2]).toBe("12345678901234567.89");
  });

  it.each([
    ["KWD", "1.500", "#,##0.000_)"],
    ["USD", "1", "#,##0.00_)"],
    ["USD", "1.23450", "#,##0.0000_)"],
    ["JPY", "1234", "#,##0_)"],
  ])("is a workbook that shows every decimal of %s %s", async (currency, amount, format) => {
    const amounts = columns.map((column) => ({ ...column, align: "end" as const }));
    const files = unzipSync(await workbookBytes("Aging", [{ name: "Acme", amount, currency }], amounts));
    expect(strFromU8(files["xl/styles.xml"] ?? new Uint8Array())).toContain(`"${format};`);
  });
});
