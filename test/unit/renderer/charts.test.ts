import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { decimal } from "#shared/kernel/decimal.ts";
import { openStaticWindow } from "#test/support/static-window.ts";
import { groupSeries } from "../../../src/renderer/features/consolidation/report/group-series.ts";
import { endsWithResult } from "../../../src/renderer/features/consolidation/report/report-lines.ts";
import { commonReach } from "../../../src/renderer/features/spend/spend-chart.ts";
import { barPlaces } from "../../../src/renderer/ui/charts/bar-places.ts";
import {
  type ChartData,
  type ChartSeries,
  chartEnd,
  chartPlaces,
  columnSeries,
  groupAt,
  labelPlace,
  placeAfter,
} from "../../../src/renderer/ui/charts/chart-places.ts";
import { profitSeries } from "../../../src/renderer/ui/charts/profit-series.ts";
import { partAt, sharePlaces } from "../../../src/renderer/ui/charts/share-places.ts";

openStaticWindow();
const { Chart } = await import("../../../src/renderer/ui/charts/chart.tsx");
const { AmountBars } = await import("../../../src/renderer/ui/charts/amount-bars.tsx");

const groups = ["2026-08", "2026-09", "2026-10"].map((key) => ({ key, short: key.slice(5), long: key }));
const amounts = (...figures: (string | null)[]) => figures.map((figure) => (figure === null ? null : decimal(figure)));
const places = (data: Omit<ChartData, "groups">) => chartPlaces({ groups, ...data }, 320, 120, "en");

describe("where columns are drawn", () => {
  it("grow from zero, upwards and downwards, and nothing is drawn for nothing", () => {
    const { columns, zero } = places({ series: [{ name: "Profit", amounts: amounts("100", "0", "-50") }] });
    expect(columns.map(({ group }) => group)).toEqual([0, 2]);
    const [up, down] = columns;
    expect((up?.y ?? 0) + (up?.height ?? 0)).toBeCloseTo(zero);
    expect(down?.y).toBeCloseTo(zero);
    expect(up?.height).toBeCloseTo(2 * (down?.height ?? 0));
  });

  it("stand in pairs where a third series is too small to be seen, and keep it where nothing else is", () => {
    const income = { name: "Income", amounts: amounts("80000", "70000", "60000") };
    const other = { name: "Other income", amounts: amounts("50.40", null, "12") };
    const expenses = { name: "Expenses", amounts: amounts("40000", "50000", "30000") };
    const { columns } = places({ series: [income, other, expenses] });
    expect(columns.map(({ series }) => series)).toEqual([0, 2, 0, 2, 0, 2]);
    const [first, second, next] = columns;
    const end = (column = first) => (column?.x ?? Number.NaN) + (column?.width ?? 0);
    expect((second?.x ?? 0) - end(first)).toBeCloseTo(1);
    expect((next?.x ?? 0) - end(second)).toBeGreaterThan(8);
    const alone = places({ series: [other], limit: { name: "Limit", amount: decimal("80000") } });
    expect(alone.columns.map(({ group }) => group)).toEqual([0, 2]);
    // Higher than the line of zero, which would hide them.
    expect(alone.columns.map(({ height }) => height)).toEqual([2, 2]);
  });

  it("are named in the legend where they are drawn, and read with the others either way", () => {
    const series: readonly ChartSeries[] = [
      { name: "Income", amounts: amounts("80000", "70000", "60000") },
      { name: "Other income", amounts: amounts("50.40", null, "12") },
      { name: "Net income", amounts: amounts("40000", "20000", "30000"), line: true },
    ];
    const drawn = renderToStaticMarkup(createElement(Chart, { title: "Profit", words: String, groups, series }));
    // The legend is for the eye: who listens has the table.
    const legend = [...drawn.matchAll(/<span[^>]*aria-hidden="true"><svg.*?<\/svg>([^<]*)<\/span>/g)].map(([, name]) => name);
    expect(legend).toEqual(["Income", "Net income"]);
    expect(drawn).toContain('<th scope="col">Other income</th>');
    expect(drawn).toContain("Income 60000, Other income 12, Net income 30000");
    expect(columnSeries({ groups, series: series.slice(1, 2) })).toEqual([0]);
    expect(columnSeries({ groups, series, stacked: true })).toEqual([0, 1]);
  });

  it("have lines over them that are cased in the color of the page, so that none is lost on a column of its lightness", () => {
    const line = { name: "Net income", amounts: amounts("10", "20", "30"), line: true };
    const column = { name: "Income", amounts: amounts("40", "50", "60") };
    const paths = (...series: ChartSeries[]) => {
      const drawn = renderToStaticMarkup(createElement(Chart, { title: "Profit", words: String, groups, series }));
      return [...drawn.matchAll(/<path class="[^"]*(casing|line)[^"]*"/g)].map(([, part]) => part);
    };
    // The first is the legend's.
    expect(paths(column, line)).toEqual(["line", "casing", "line"]);
    expect(paths(line)).toEqual(["line"]);
  });

  it("stand on each other where they are stacked, what is below zero apart", () => {
    const series = ["30", "20", "-10"].map((figure, at) => ({ name: String(at), amounts: amounts(figure, null, null) }));
    const { columns, zero } = places({ series, stacked: true });
    const [first, second, below] = columns;
    expect((first?.y ?? 0) + (first?.height ?? 0)).toBeCloseTo(zero);
    expect((second?.y ?? 0) + (second?.height ?? 0)).toBeCloseTo(first?.y ?? Number.NaN);
    expect(below?.y).toBeCloseTo(zero);
    expect(new Set(columns.map(({ x }) => x)).size).toBe(1);
  });

  it("have room for a stack's whole height and for the limit", () => {
    const series = ["60", "60"].map((figure, at) => ({ name: String(at), amounts: amounts(figure, null, null) }));
    const { columns, limitAt } = places({ series, stacked: true, limit: { name: "Limit", amount: decimal("500") } });
    expect(Math.min(...columns.map(({ y }) => y))).toBeGreaterThan(0);
    expect(limitAt).toBeGreaterThanOrEqual(0);
    expect(limitAt).toBeLessThan(columns[1]?.y ?? 0);
  });
});

describe("where there are few groups", () => {
  it("columns are near each other in a wide screen, and the axis ends with them; a line takes all of it", () => {
    const two = groups.slice(0, 2);
    const series = [{ name: "Income", amounts: amounts("10", "20") }];
    const { bands, end } = chartPlaces({ groups: two, series }, 1_400, 120, "en");
    expect((bands[1]?.middle ?? 0) - (bands[0]?.middle ?? 0)).toBeCloseTo(200);
    expect(end).toBeLessThan(500);
    const named = two.map((group) => ({ ...group, short: "Granite Peak Engineering Services" }));
    expect(chartPlaces({ groups: named, series }, 1_400, 120, "en").bands.map(({ labelled }) => labelled)).toEqual([true, true]);
    const line = chartPlaces({ groups: two, series: series.map((one) => ({ ...one, line: true })) }, 1_400, 120, "en");
    expect(line.end).toBe(1_400);
  });

  it("the words above them end where they do, with the button, and a line's end with the room", () => {
    const two = groups.slice(0, 2);
    const series = [{ name: "Income", amounts: amounts("10", "20") }];
    const end = chartEnd({ groups: two, series }, 120, "en");
    expect(end).toBe(chartPlaces({ groups: two, series }, 1_400, 120, "en").end);
    const lines = series.map((one) => ({ ...one, line: true }));
    expect(chartEnd({ groups: two, series: lines }, 120, "en")).toBe(Number.POSITIVE_INFINITY);
    const drawn = (some: readonly ChartSeries[]) =>
      renderToStaticMarkup(createElement(Chart, { title: "Income", words: String, height: 120, groups: two, series: some }));
    expect(drawn(series)).toMatch(/<figure[^>]* style="--chart-end:\d+px"/);
    expect(drawn(lines)).not.toContain("--chart-end");
  });
});

describe("a month that isn't over", () => {
  const open = groups.map((group, at) => (at === 2 ? { ...group, long: "Oct 2026 so far", partial: true } : group));
  const seriesOf = (line: boolean) => [{ name: "Income", amounts: amounts("9", "8", "1"), line }];
  const drawn = (line: boolean) =>
    renderToStaticMarkup(createElement(Chart, { title: "Income", words: String, groups: open, series: seriesOf(line) }));

  it("has lighter columns, and says so in the reading and in the table", () => {
    const columns = [...drawn(false).matchAll(/<rect class="([^"]*mark[^"]*)"/g)].map(([, names]) => /partial/.test(names ?? ""));
    expect(columns).toEqual([false, false, true]);
    expect(drawn(false)).toContain('aria-valuetext="Oct 2026 so far: Income 1"');
    expect(drawn(false)).toContain('<th scope="row">Oct 2026 so far</th>');
  });

  it("has a line of its own to it, from the last whole month", () => {
    const [first] = chartPlaces({ groups: open, series: seriesOf(true) }, 320, 120, "en").lines;
    expect([first?.path, first?.partial].map((path) => path?.match(/[ML]/g)?.join(""))).toEqual(["ML", "ML"]);
    expect(first?.partial.startsWith(`M${first.dots[1]?.x} `)).toBe(true);
    expect(drawn(true)).toContain("partialLine");
  });

  it("has a name that ends with the picture where its end would be cut off", () => {
    const { bands } = places({ series: [] });
    const [last] = bands.slice(-1);
    if (last === undefined) throw new Error("no band");
    expect(labelPlace(last, "Oct", 320)).toEqual({ x: last.middle, textAnchor: "middle" });
    expect(labelPlace(last, "October 2026 so far", 320)).toEqual({ x: 320, textAnchor: "end" });
  });
});

describe("charts beside each other", () => {
  it("have one scale where their columns can be compared on it, else each its own", () => {
    const chart = (figure: string) => ({ currency: "USD", groups, series: [{ name: "Billed", amounts: amounts(figure, null, "0") }] });
    expect(commonReach([chart("100"), chart("30"), chart("0")]).get("USD")).toEqual([0, 100]);
    expect(commonReach([chart("100"), chart("-30")]).get("USD")).toEqual([-30, 100]);
    expect(commonReach([chart("27664.70"), chart("923.95")]).get("USD")).toBeNull();
    const low = chartPlaces({ ...chart("30"), reach: [0, 100] }, 320, 120, "en");
    expect(low.ticks).toEqual(chartPlaces(chart("100"), 320, 120, "en").ticks);
  });
});

describe("where lines are drawn", () => {
  it("go from known figure to known figure", () => {
    const { lines } = places({ series: [{ name: "Cash", amounts: amounts("10", null, "30"), line: true }] });
    expect(lines[0]?.dots.map(({ group }) => group)).toEqual([0, 2]);
    expect(lines[0]?.path.match(/[ML]/g)).toEqual(["M", "L"]);
  });

  it("begin with the first month that anything was posted in, and not along zero before it", () => {
    const net = { name: "Net income", amounts: amounts("0.00", "0.00", "30"), line: true };
    expect(places({ series: [net] }).lines[0]?.dots.map(({ group }) => group)).toEqual([2]);
    const income = { name: "Income", amounts: amounts("0.00", "20", "50") };
    expect(places({ series: [income, net] }).lines[0]?.dots.map(({ group }) => group)).toEqual([1, 2]);
  });
});

describe("labels of the axis", () => {
  it("have room for the widest, whose signs and letters are wider than digits", () => {
    const { start, ticks } = places({ series: [{ name: "Cash", amounts: amounts("-250000", "0", "450000") }] });
    const longest = Math.max(...ticks.map(({ label }) => label.length));
    expect(longest).toBe("(200K)".length);
    expect(start).toBeGreaterThanOrEqual(longest * 7 + 6);
  });

  it("aren't cut where an M stands beside a single digit", () => {
    const { start, ticks } = places({ series: [{ name: "Income", amounts: amounts("334300.88", "0", "1671977.01") }] });
    expect(ticks.map(({ label }) => label)).toEqual(["0", "1M", "2M"]);
    // A digit of 8 px and an M of 11 px, then the 6 px before the line.
    expect(start).toBeGreaterThanOrEqual(8 + 11 + 6);
  });
});

describe("labels below the axis", () => {
  it("never touch, and the last is always there", () => {
    const many = Array.from({ length: 24 }, (_, at) => ({ key: String(at), short: `Month ${at}`, long: String(at) }));
    const { bands } = chartPlaces({ groups: many, series: [] }, 320, 120, "en");
    const shown = bands.filter(({ labelled }) => labelled);
    expect(bands.at(-1)?.labelled).toBe(true);
    expect((shown[1]?.middle ?? 0) - (shown[0]?.middle ?? 0)).toBeGreaterThan("Month 23".length * 6);
  });
});

describe("reading", () => {
  it("finds the group under the pointer, the nearest beyond the ends", () => {
    const { bands } = places({ series: [] });
    expect(groupAt(bands, 0)).toBe(0);
    expect(groupAt(bands, bands[1]?.middle ?? 0)).toBe(1);
    expect(groupAt(bands, 9_999)).toBe(2);
    expect(groupAt([], 5)).toBeNull();
  });

  it("moves by arrows within the ends", () => {
    expect([placeAfter("ArrowLeft", 0, 3), placeAfter("ArrowRight", 0, 3), placeAfter("End", 0, 3), placeAfter("Home", 2, 3)]).toEqual([
      ...[0, 1, 2, 0],
    ]);
    expect(placeAfter("x", 0, 3)).toBeNull();
    expect(placeAfter("ArrowRight", 0, 0)).toBeNull();
  });
});

describe("a group's chart", () => {
  it("has what each member contributes, and neither eliminations nor the sum", () => {
    const columns = [
      { kind: "entity", nodeId: "a", label: "Alder" },
      { kind: "entity", nodeId: "b", label: "Birch and Sons Holdings" },
      { kind: "eliminations", nodeId: null, label: "Eliminations" },
      { kind: "consolidated", nodeId: null, label: "Group" },
    ] as const;
    const row = (kind: "section_total" | "computed", section: "revenue" | "result", ...figures: string[]) => ({
      ...{ kind, section, key: section, label: section, groupAccount: null, parts: [] },
      amounts: figures.map(decimal),
    });
    const rows = [row("section_total", "revenue", "10", "20", "-5", "25"), row("computed", "result", "1", "2", "0", "3")];
    const shown = groupSeries({ statement: "profit-and-loss", columns: [...columns], rows });
    expect(shown?.groups.map(({ short }) => short)).toEqual(["Alder", "Birch and Sons Holdings"]);
    const many = groupSeries({ statement: "profit-and-loss", columns: Array.from({ length: 8 }, () => columns[1]), rows });
    expect(many?.groups[0]?.short).toBe("Birch and Sons …");
    expect(shown?.series.map(({ name, amounts: own }) => [name, ...own])).toEqual([
      ["Income", "10", "20"],
      ["Expenses", "0", "0"],
      ["Net income", "1", "2"],
    ]);
    // A color means the same in the chart of a client.
    const flat = { otherIncome: [decimal("0")], income: [decimal("1")], expenses: [decimal("1")], netProfit: [decimal("1")] };
    const looksOf = (series: readonly ChartSeries[] = []) => series.map(({ name, look }) => [name, look]);
    expect(looksOf(shown?.series)).toEqual(looksOf(profitSeries(flat)));
    expect(groupSeries({ statement: "trial-balance", columns: [...columns], rows })).toBeNull();
    const other = { ...row("section_total", "revenue", "4", "0", "0", "4"), key: "total:other_income" };
    const apart = groupSeries({ statement: "profit-and-loss", columns: [...columns], rows: [...rows, other] });
    expect(apart?.series.slice(0, 2).map(({ name, amounts: own }) => [name, ...own])).toEqual([
      ["Income", "10", "20"],
      ["Other income", "4", "0"],
    ]);
  });
});

describe("bars of amounts", () => {
  const pair = groups.slice(0, 2);
  const series: readonly ChartSeries[] = [
    { name: "Income", amounts: amounts("300", "100") },
    { name: "Net income", amounts: amounts("-100", null) },
  ];

  it("have one scale, begin at zero, and there is none for nothing", () => {
    expect(barPlaces({ groups: pair, series })).toEqual({
      zero: 25,
      bars: [
        [
          { from: 25, length: 75 },
          { from: 25, length: 25 },
        ],
        [{ from: 0, length: 25 }, null],
      ],
    });
    const nothing = [{ name: "Income", amounts: amounts("0", "0") }];
    expect(barPlaces({ groups: pair, series: nothing })).toEqual({ zero: 0, bars: [[null, null]] });
  });

  it("are a table whose rows have every figure in full", () => {
    const given = { title: "Two, USD", of: "Entity", currency: "USD", groups: pair, series };
    const shown = renderToStaticMarkup(createElement(AmountBars, given));
    const texts = (role: string) => [...shown.matchAll(new RegExp(`role="${role}"[^>]*>(.*?)</span>`, "g"))].map(([, text]) => text);
    expect(texts("rowheader")).toEqual(["2026-08", "2026-09"]);
    expect(texts("columnheader").map((text) => text?.replaceAll(/<.*>/g, ""))).toEqual(["Entity", "Income", "Net income"]);
    for (const figure of ["300.00", "100.00", "n/a"]) expect(shown).toContain(figure);
    expect(shown.match(/<rect[^>]*style=/g)).toHaveLength(3);
  });
});

describe("a group's statement", () => {
  const last = (kind: "account" | "computed", section: "expense" | "result" | "equity", key: string) => [{ kind, section, key }];

  it("keeps its last line in sight where that is what it comes to", () => {
    expect(endsWithResult(last("computed", "result", "result"))).toBe(true);
    expect(endsWithResult(last("computed", "result", "liabilities_and_equity"))).toBe(true);
    // Of what isn't wholly owned, the last line says whose the result is.
    expect(endsWithResult(last("computed", "result", "owners"))).toBe(true);
  });

  it("doesn't where rows are sorted, filtered or a trial balance's, which has a footer", () => {
    expect(endsWithResult(last("account", "expense", "rent"))).toBe(false);
    expect(endsWithResult(last("computed", "equity", "owners"))).toBe(false);
    expect(endsWithResult([])).toBe(false);
  });
});

describe("the parts of a bar", () => {
  const places = sharePlaces(amounts("25", "0", "75", "-10") as ReturnType<typeof decimal>[]);

  it("take the room of their share; what is below zero takes none", () => {
    expect(places.map(({ from, share }) => [from, share])).toEqual([
      ...[
        [0, 0.25],
        [0.25, 0],
        [0.25, 0.75],
        [1, 0],
      ],
    ]);
    expect(places.map(({ percent }) => percent)).toEqual(["25.0", null, "75.0", null]);
    expect(sharePlaces([decimal("0")])).toEqual([{ from: 0, share: 0, percent: null }]);
  });

  it("are found under the pointer", () => {
    expect([partAt(places, 0.1), partAt(places, 0.3), partAt(places, 1)]).toEqual([0, 2, 2]);
    expect(partAt(sharePlaces([decimal("0")]), 0.5)).toBeNull();
  });
});
