import { describe, expect, it } from "vitest";
import { fittingColumns, leastWidth, roomyColumns } from "../../../src/renderer/ui/grid/column-widths.ts";
import { type LineKind, shownLines } from "../../../src/renderer/ui/grid/grid-sections.ts";
import type { Column } from "../../../src/renderer/ui/grid/grid-types.ts";
import { columnFilter } from "../../../src/renderer/ui/grid/state/grid-filter.ts";
import { nextOrders } from "../../../src/renderer/ui/grid/state/grid-sorting.ts";

interface Line {
  readonly name: string;
  readonly kind?: LineKind;
  readonly family?: string;
  readonly due?: string;
  readonly open?: string;
  readonly docs?: number;
}

const column = (id: string, header: string, value: NonNullable<Column<Line>["value"]>, more: Partial<Column<Line>> = {}): Column<Line> => ({
  ...{ id, header, width: "100px", cell: () => null, value },
  ...more,
});
const COLUMNS = [
  column("name", "Contact", ({ name }) => name),
  column("dueDate", "Due", ({ due }) => due ?? null),
  column("open", "Open", ({ open }) => (open === undefined ? null : { amount: open, currency: "EUR" }), { align: "end" }),
  column("documents", "Docs", ({ docs }) => (docs === undefined ? null : String(docs)), { align: "end" }),
];
const LINES: readonly Line[] = [
  { name: "Acme Ltd", due: "2026-10-05", open: "1000", docs: 12 },
  { name: "Beta", due: "2026-11-30", open: "1000.0001", docs: 9 },
  { name: "Acme Store 2026", open: "-5", docs: 2000 },
];

describe("a typed filter over columns", () => {
  const found = (typed: string) => LINES.filter(columnFilter(typed, COLUMNS).matches).map(({ name }) => name);
  it.each([
    ["acme", ["Acme Ltd", "Acme Store 2026"]],
    ['"acme ltd"', ["Acme Ltd"]],
    [">1000", ["Beta"]],
    [">=1,000", ["Acme Ltd", "Beta"]],
    ["<0", ["Acme Store 2026"]],
    ["docs:>10", ["Acme Ltd", "Acme Store 2026"]],
    ["2026-10", ["Acme Ltd"]],
    ["2026", ["Acme Ltd", "Beta", "Acme Store 2026"]],
    ["due:2026", ["Acme Ltd", "Beta"]],
    ["due:none", ["Acme Store 2026"]],
    ["vendor:acme open:>0", ["Acme Ltd"]],
    ["30 nov", ["Beta"]],
    ["status:open", []],
  ])("%s", (typed, names) => expect(found(typed)).toEqual(names));

  it("says what holds in words, and takes a name that no column has as text", () => {
    expect(columnFilter("docs:>10 acme other:x", COLUMNS).parts.map(({ words }) => words)).toEqual(["Docs: > 10", '"acme"', '"other:x"']);
  });
  it("finds what no column shows where it is told of it", () => {
    expect(LINES.filter(columnFilter("pay@", COLUMNS, ({ name }) => `${name} pay@acme.example`).matches)).toHaveLength(3);
  });
});

describe("the lines of a grid", () => {
  const names = (lines: readonly Line[]) => lines.map(({ name }) => name);
  it("sort by several columns, and put what holds nothing last in both directions", () => {
    const lines = [{ name: "b", open: "2" }, { name: "c" }, { name: "a", open: "2" }, { name: "d", open: "10" }];
    const by = (descending: boolean) =>
      names(
        shownLines(
          lines,
          COLUMNS,
          [
            { column: "open", descending },
            { column: "name", descending: false },
          ],
          null,
        ),
      );
    expect(by(true)).toEqual(["d", "a", "b", "c"]);
    expect(by(false)).toEqual(["a", "b", "d", "c"]);
  });
  it("stay under their heads and above their totals, and families stay together", () => {
    const kindOf = ({ kind }: Line): LineKind => kind ?? "row";
    const familyOf = ({ family }: Line) => family ?? null;
    const lines: readonly Line[] = [
      { name: "Assets", kind: "head" },
      { name: "x", open: "1", family: "x" },
      { name: "x2", open: "9", family: "x" },
      { name: "y", open: "5" },
      { name: "Sum", kind: "total" },
      { name: "Debts", kind: "head" },
      { name: "z", open: "99" },
    ];
    const rules = { kindOf, familyOf };
    expect(names(shownLines(lines, COLUMNS, [{ column: "open", descending: true }], null, rules))).toEqual([
      ...["Assets", "x", "x2", "y", "Sum", "Debts", "z"],
    ]);
    expect(names(shownLines(lines, COLUMNS, [], ({ name }) => name === "x2", rules))).toEqual(["Assets", "x", "x2"]);
    expect(shownLines(lines, COLUMNS, [], null, rules)).toBe(lines);
  });
  it("a header sorts, turns, and lets go; with Shift it sorts within what is sorted already", () => {
    const choose = (orders: Parameters<typeof nextOrders>[0], id: string, further = false) =>
      nextOrders(orders, id, { further, descending: false, ends: true });
    const one = choose([], "name");
    expect(one).toEqual([{ column: "name", descending: false }]);
    expect(choose(choose(one, "name"), "name")).toEqual([]);
    const two = choose(one, "open", true);
    expect(two.map(({ column: id }) => id)).toEqual(["name", "open"]);
    expect(choose(choose(two, "open", true), "open", true)).toEqual(one);
    expect(choose(two, "open")).toEqual([{ column: "open", descending: false }]);
  });
});

describe("columns beside an open panel", () => {
  const columns = [
    column("name", "Contact", () => null),
    column("role", "Role", () => null, { minor: true }),
    column("open", "Open", () => null, { width: "minmax(80px, 1fr)" }),
    column("last", "Last", () => null),
  ];
  it("go whole, the least important first, and never below two", () => {
    const left = (room: number) => fittingColumns(columns, 1, room).map(({ id }) => id);
    expect(left(380)).toEqual(["name", "role", "open", "last"]);
    expect(left(379)).toEqual(["name", "open", "last"]);
    expect(left(200)).toEqual(["name", "open"]);
    expect(left(10)).toEqual(["name", "open"]);
    expect(fittingColumns(columns, 2, 200).map(({ id }) => id)).toEqual(["name", "role"]);
  });
  it("are as wide as their figures, whatever was chosen", () => {
    const wide = roomyColumns(columns, { open: 130, last: 20 });
    expect(wide.map(({ width }) => width)).toEqual(["100px", "100px", "minmax(130px, 1fr)", "100px"]);
    expect(leastWidth(wide)).toBe(430);
  });
});
