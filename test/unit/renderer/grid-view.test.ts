import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  columnTracks,
  columnWidths,
  differingColumns,
  FIGURES_END,
  filledColumns,
  fittingColumns,
  fittingWithSums,
  sparseColumns,
  withoutSums,
} from "../../../src/renderer/ui/grid/column-widths.ts";
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
    ["oct 2026", ["Acme Ltd"]],
    ["status:open", []],
  ])("%s", (typed, names) => expect(found(typed)).toEqual(names));

  it("says what holds in words, and takes a name that no column has as text", () => {
    expect(columnFilter("docs:>10 acme other:x", COLUMNS).parts.map(({ words }) => words)).toEqual(["Docs: > 10", "“acme”", "“other:x”"]);
  });
  it("looks for a status of several words as one term, and for its words where it isn't one", () => {
    const text = () => "1 out of balance";
    const filter = (typed: string, alsoIn = text) => columnFilter(typed, COLUMNS, alsoIn, ["Out of balance"]);
    expect(filter("out of balance >1").parts.map(({ token }) => token)).toEqual(["out of balance", ">1"]);
    expect(LINES.filter(filter("out of balance").matches)).toHaveLength(3);
    expect(LINES.filter(filter("Out of balance", () => "7 of 28, bank balances, out").matches)).toEqual([]);
    expect(filter("out of balances").parts).toHaveLength(3);
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

const columns = [
  column("name", "Contact", () => null, { width: "minmax(100px, 2fr)" }),
  column("role", "Role", () => null, { minor: true }),
  column("open", "Open", () => null, { width: "minmax(80px, 1fr)", align: "end" }),
  column("last", "Last", () => null),
];
const needs = { name: 300, role: 60, open: 130, last: 70 };
const total = (widths: readonly number[]) => widths.reduce((sum, width) => sum + width, 0);

describe("columns beside an open panel", () => {
  it("go whole, the least important first, and never below two", () => {
    const left = (room: number, kept: readonly string[] = [], pinned = 1) =>
      fittingColumns(columns, { needs: {}, room, pinned, kept }).map(({ id }) => id);
    expect(left(380)).toEqual(["name", "role", "open", "last"]);
    expect(left(379)).toEqual(["name", "open", "last"]);
    expect(left(200)).toEqual(["name", "open"]);
    expect(left(10)).toEqual(["name", "open"]);
    expect(left(200, [], 2)).toEqual(["name", "role"]);
    // What a person sorts by is what they work by.
    expect(left(200, ["last"])).toEqual(["name", "last"]);
  });

  it("of dashes go before those that are full, wherever they are", () => {
    const rows = ["1", "2", "3", "4", "5"].map((name) => ({ name, open: name === "1" ? "7" : null, role: name }));
    const some = [
      { ...columns[0], id: "name", value: (row: (typeof rows)[number]) => row.name },
      { ...columns[1], id: "role", minor: true, value: (row: (typeof rows)[number]) => row.role },
      { ...columns[2], id: "open", minor: false, value: (row: (typeof rows)[number]) => row.open },
    ] as unknown as readonly Column<(typeof rows)[number]>[];
    const sparse = sparseColumns(some, { rowCount: 5, rowAt: (index) => rows[index] });
    expect(sparse).toEqual(["open"]);
    expect(sparseColumns(some, { rowCount: 6, rowAt: (index) => rows[index] })).toEqual([]);
    const known = { name: 100, role: 60, open: 130 };
    const left = (gone: readonly string[]) =>
      fittingColumns(some, { needs: known, room: 200, pinned: 1, kept: [], sparse: gone }).map(({ id }) => id);
    expect(left([])).toEqual(["name", "open"]);
    expect(left(sparse)).toEqual(["name", "role"]);
  });

  it("stay where they are essential, and cost no room for the button unless the last one goes", () => {
    const known = { name: 100, role: 60, open: 130, last: 70 };
    const left = (room: number, essential: string) =>
      fittingColumns(
        columns.map((one) => ({ ...one, essential: one.id === essential })),
        { needs: known, room, pinned: 1, kept: [] },
      ).map(({ id }) => id);
    expect(left(300, "last")).toEqual(["name", "open", "last"]);
    expect(left(299, "last")).toEqual(["name", "last"]);
    expect(left(100, "role")).toEqual(["name", "role"]);
  });

  it("that are pictures come only where no text is cut for them, and stay where a person sorts by them", () => {
    const drawn = columns.map((one) => (one.id === "last" ? { ...one, spare: true } : one));
    const all = 300 + 60 + 130 + 70;
    const left = (room: number, kept: readonly string[] = []) =>
      fittingColumns(drawn, { needs, room, pinned: 1, kept }).map(({ id }) => id);
    expect(left(all)).toEqual(["name", "role", "open", "last"]);
    expect(left(all - 1)).toEqual(["name", "role", "open"]);
    expect(left(all - 1, ["last"])).toEqual(["name", "role", "open", "last"]);
  });

  it("go or stay in pairs, so that debits are never shown without credits", () => {
    const paired = [
      column("name", "Account", () => null),
      column("opening", "Opening", () => null, { minor: true }),
      column("debit", "Debits", () => null, { pair: "movement" }),
      column("credit", "Credits", () => null, { pair: "movement" }),
      column("balance", "Balance", () => null, { essential: true }),
    ];
    const left = (room: number, kept: readonly string[] = []) =>
      fittingColumns(paired, { needs: {}, room, pinned: 1, kept }).map(({ id }) => id);
    expect(left(500)).toEqual(["name", "opening", "debit", "credit", "balance"]);
    expect(left(499)).toEqual(["name", "debit", "credit", "balance"]);
    // The opening balance gave way first, in vain: without the pair there is room for it.
    expect(left(399)).toEqual(["name", "opening", "balance"]);
    expect(left(299)).toEqual(["name", "balance"]);
    expect(left(399, ["debit"])).toEqual(["name", "debit", "credit", "balance"]);
    const sparse = fittingColumns(paired, { needs: {}, room: 399, pinned: 1, kept: [], sparse: ["opening"] });
    expect(sparse.map(({ id }) => id)).toEqual(["name", "balance"]);
  });

  it("stay the longer the nearer they are to the month on screen", () => {
    const months = [
      column("name", "Item", () => null),
      ...[2, 1, 0, 1, 2].map((far, at) => column(`m${at}`, "Month", () => null, { minor: far })),
    ];
    const left = (room: number) => fittingColumns(months, { needs: {}, room, pinned: 1, kept: [] }).map(({ id }) => id);
    expect(left(600)).toHaveLength(6);
    expect(left(499)).toEqual(["name", "m1", "m2", "m3"]);
    expect(left(330)).toEqual(["name", "m1", "m2"]);
    expect(left(200)).toEqual(["name", "m2"]);
  });

  it("stay where rows differ in what tells them apart, such as the currency of their amounts", () => {
    const told = [
      column("name", "Contact", ({ name }) => name),
      column("family", "Currency", ({ family }) => family ?? null, { tellsApart: true }),
    ];
    const differing = (...families: readonly (string | undefined)[]) => {
      const rows = families.map((family) => ({ name: "Acme", ...(family === undefined ? {} : { family }) }));
      return differingColumns(told, { rowCount: rows.length, rowAt: (index) => rows[index] });
    };
    expect(differing("NZD", "NZD", undefined)).toEqual([]);
    expect(differing("NZD", undefined, "USD")).toEqual(["family"]);
  });

  it("go first where they could tell rows apart and don't", () => {
    const told = [
      column("name", "Contact", ({ name }) => name),
      column("family", "Currency", ({ family }) => family ?? null, { tellsApart: true }),
    ];
    const going = (...families: readonly string[]) =>
      sparseColumns(told, { rowCount: families.length, rowAt: (index) => ({ name: "Acme", family: families[index] ?? "" }) });
    expect(going("NZD", "NZD")).toEqual(["family"]);
    expect(going("NZD", "USD")).toEqual([]);
  });

  it("are summed in one where they don't fit", () => {
    const aged = [
      column("name", "Contact", () => null),
      column("early", "1–30 days", () => null, { pair: "ages" }),
      column("late", "Over 30 days", () => null, { pair: "ages" }),
      column("overdue", "Overdue", () => null, { standsFor: "ages" }),
    ];
    const left = (room: number) => fittingWithSums(aged, { needs: {}, room, pinned: 1, kept: [] }).map(({ id }) => id);
    expect(left(300)).toEqual(["name", "early", "late"]);
    expect(left(299)).toEqual(["name", "overdue"]);
    expect(withoutSums(aged).map(({ id }) => id)).toEqual(["name", "early", "late"]);
  });

  it("of dashes go so that two lines hold a sentence", () => {
    const told = columns.map((one) => (one.id === "name" ? one : { ...one, width: one.id === "role" ? "minmax(60px, 2fr)" : "60px" }));
    const left = (wraps: boolean) =>
      fittingColumns(
        told.map((one) => (one.id === "role" ? { ...one, wraps, minor: false, essential: true } : one)),
        { needs: { name: 100, role: 400, open: 60, last: 60 }, room: 350, pinned: 1, kept: [], sparse: ["last"] },
      ).map(({ id }) => id);
    expect(left(false)).toEqual(["name", "role", "open", "last"]);
    expect(left(true)).toEqual(["name", "role"]);
  });

  it("leave room for a long name, so that none of the others is cut at the edge", () => {
    const fitting = fittingColumns(columns, { needs, room: 459, pinned: 1, kept: [] });
    expect(fitting.map(({ id }) => id)).toEqual(["name", "open"]);
    expect(total(columnWidths(fitting, { needs, room: 460 }))).toBeLessThanOrEqual(460);
  });
});

describe("the width of columns", () => {
  const widths = (room: number, chosen: Readonly<Record<string, number>> = {}) => columnWidths(columns, { needs, room, chosen });

  it("is what their values need, and text gives way where room is short", () => {
    expect(widths(560)).toEqual([300, 60, 130, 70]);
    expect(widths(540)).toEqual([280, 60, 130, 70]);
    // Neither figures nor names of a usual length are cut: the grid scrolls sideways instead.
    expect(widths(100)).toEqual([260, 60, 130, 70]);
  });

  it("fills the page, so that the last column ends where its buttons do, and keeps figures close to names in a very wide window", () => {
    expect([900, 950, 1_000].map((room) => room - total(widths(room)))).toEqual([0, 0, 0]);
    const wide = widths(1_900);
    expect(wide[0]).toBe(320);
    expect(wide.slice(1)).toEqual([60, 130, 70].map((need) => need + 40 + 100));
  });

  it("is more for figures, which end where their charts do, yet never so much that they are far from names", () => {
    const shared = (room: number, of = columns) => columnWidths(of, { needs, room, figures: true });
    expect([total(widths(800)), shared(800)]).toEqual([800, [320, 90, 290, 100]]);
    const five = [columns[0], ...["a", "b", "c", "d", "e"].map((id) => column(id, id, () => null, { align: "end" }))] as typeof columns;
    expect([total(shared(1_300, five)), total(shared(2_100, five))]).toEqual([1_300, FIGURES_END]);
    // Many columns, such as comparisons with their changes, fill a wide window and are still near each other.
    const eight = [...five, ...["f", "g", "h"].map((id) => column(id, id, () => null, { align: "end" }))] as typeof columns;
    expect([total(shared(1_748, eight)), total(shared(2_500, eight))]).toEqual([1_748, 320 + 8 * 220]);
    expect(total(shared(1_900))).toBeLessThan(1_200);
    // At their limit, columns that would end just before their charts do take the rest as well.
    expect([1_160, 1_175, 1_176].map((room) => total(shared(room)))).toEqual([1_160, 1_175, 1_160]);
    const tokens = readFileSync(join(import.meta.dirname, "../../../src/renderer/styles/tokens.css"), "utf8");
    const px = (token: string) => Number(new RegExp(`--${token}: (\\d+)px`).exec(tokens)?.[1]);
    expect(px("wide") + 2 * px("gutter")).toBe(FIGURES_END);
  });

  it("shows long text at the end whole where there is room, and not before a figure", () => {
    const told = [...columns.slice(0, 3), column("why", "Reason", () => null, { width: "minmax(220px, 2fr)" })];
    const long = { needs: { ...needs, name: 500, why: 700 } };
    expect(columnWidths(told, { ...long, room: 1_250 })).toEqual([360, 60, 130, 700]);
    expect(columnWidths(told, { ...long, room: 1_000 })).toEqual([360, 60, 130, 450]);
    expect(columnWidths(told, { ...long, room: 910 })).toEqual([360, 60, 130, 360]);
  });

  it("gives a value that is never cut all it needs before names grow, and takes it back first where room is short", () => {
    const nextTask = column("why", "Next task", () => null, { width: "minmax(80px, 1fr)", whole: true });
    const told = [...columns.slice(0, 2), nextTask, ...columns.slice(2)];
    const long = { needs: { ...needs, why: 380 } };
    expect(columnWidths(told, { ...long, room: 960 })[2]).toBeGreaterThanOrEqual(380);
    expect(columnWidths(told, { ...long, room: 860 })).toEqual([300, 60, 300, 130, 70]);
  });

  it("lets a sentence go on in a second line before other text is cut", () => {
    const told = [
      column("name", "Client", () => null, { width: "minmax(100px, 1fr)" }),
      column("what", "Description", () => null, { width: "minmax(200px, 1fr)" }),
      column("why", "Reason", () => null, { width: "minmax(220px, 2fr)", wraps: true }),
    ];
    const long = { needs: { name: 200, what: 220, why: 340 } };
    expect(columnWidths(told, { ...long, room: 700 })).toEqual([200, 220, 280]);
    expect(columnWidths(told, { ...long, room: 630 })).toEqual([200, 210, 220]);
  });

  it("has the longest sentence go on in a second line before another one does", () => {
    const told = [
      column("name", "Client", () => null, { width: "minmax(100px, 1fr)" }),
      column("what", "Description", () => null, { width: "minmax(200px, 1fr)", whole: true, wraps: true }),
      column("why", "Reason", () => null, { width: "minmax(220px, 2fr)", wraps: true }),
    ];
    const long = { needs: { name: 200, what: 520, why: 340 } };
    expect(columnWidths(told, { ...long, room: 900 })).toEqual([200, 360, 340]);
    expect(columnWidths(told, { ...long, room: 800 })).toEqual([200, 302, 298]);
  });

  it("leaves the room that is left before a control at the edge, and after any other column", () => {
    const edged = columns.map((one, place) => ({ ...one, atEdge: place === columns.length - 1 }));
    const widths = columns.map(() => 40);
    expect(columnTracks(edged, widths, false)).toMatch(/^(40px )+minmax\(40px, 1fr\)$/);
    expect(columnTracks(edged.toReversed(), widths, false)).toMatch(/^(40px ?)+$/);
    expect(columnTracks(edged, widths, true)).not.toContain("px");
  });

  it("is what a person chose, but a figure stays whole", () => {
    expect(widths(300, { name: 150, role: 40, open: 90 })).toEqual([150, 40, 130, 70]);
  });

  it("takes what is declared until something was measured", () => {
    expect(columnWidths(columns, { needs: {}, room: 380 })).toEqual([100, 100, 80, 100]);
  });
});

describe("a column that holds nothing in any row", () => {
  interface Row {
    readonly reference: string | null;
    readonly count: string;
  }
  const some: readonly Column<Row>[] = [
    { id: "first", header: "", width: "40px", cell: () => null, value: () => null },
    { id: "reference", header: "Reference", width: "40px", cell: () => null, value: ({ reference }) => reference },
    { id: "count", header: "Count", width: "40px", cell: () => null, value: ({ count }) => count, blank: ({ count }) => count === "0" },
    { id: "act", header: "", width: "40px", cell: () => null },
  ];
  const shown = (rows: readonly (Row | undefined)[], kept: readonly string[] = [], columns = some) =>
    filledColumns(columns, { rowCount: rows.length, rowAt: (index) => rows[index], kept }).map(({ id }) => id);

  it("is left out, except the first and what a person sorts by", () => {
    expect(shown([{ reference: null, count: "0" }])).toEqual(["first", "act"]);
    expect(shown([{ reference: "", count: "2" }])).toEqual(["first", "count", "act"]);
    expect(shown([{ reference: null, count: "0" }], ["reference"])).toEqual(["first", "reference", "act"]);
  });

  it("stays while rows are on their way", () => {
    expect(shown([{ reference: null, count: "0" }, undefined])).toEqual(["first", "reference", "count", "act"]);
    expect(shown([])).toEqual(["first", "reference", "count", "act"]);
    // What tells of exceptions is expected in none of them.
    const telling = some.map((column) => (column.id === "reference" ? { ...column, tells: () => false } : column));
    expect(shown([undefined], [], telling)).toEqual(["first", "count", "act"]);
  });
});
