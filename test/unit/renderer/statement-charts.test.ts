import { describe, expect, it } from "vitest";
import { completeItems, laidOutLines } from "#main/domain/statements/layout.ts";
import type { AccountRow } from "#shared/contract/books/records.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { decimal } from "#shared/kernel/decimal.ts";
import type { FigureGap, Statement, StatementRow } from "#shared/model/reports/statement.ts";
import { accountLines } from "../../../src/renderer/features/accounts/account-rows.ts";
import { spendCharts } from "../../../src/renderer/features/spend/spend-chart.ts";
import { spendTotals } from "../../../src/renderer/features/spend/spend-rows.ts";
import { figureOf, shownOf } from "../../../src/renderer/features/statements/shown-statement.ts";
import { imbalanceOf } from "../../../src/renderer/features/statements/statement-balance.ts";
import { columnDays, statementColumns } from "../../../src/renderer/features/statements/statement-columns.tsx";
import { summarySpan } from "../../../src/renderer/features/statements/statement-labels.ts";
import { lineChange, statementLines } from "../../../src/renderer/features/statements/statement-rows.ts";
import { statementSeries } from "../../../src/renderer/features/statements/statement-series.ts";
import { accountTypeWords } from "../../../src/renderer/format/labels/account-type-labels.ts";
import { amountScale } from "../../../src/renderer/ui/charts/amount-scale.ts";
import { monthGroups, namedMonth } from "../../../src/renderer/ui/charts/month-groups.ts";

const span = (from: string, to: string) => ({ from: calendarDate(from), to: calendarDate(to) });
const row = (kind: StatementRow["kind"], section: StatementRow["section"], label: string, ...amounts: string[]): StatementRow => ({
  ...{ kind, section, label, account: null },
  amounts: amounts.map(decimal),
});
const gap = (code: FigureGap["code"]): FigureGap => ({ code, message: code, recordIds: ["Bill:1"], count: 1 });
const facts = { ...span("2026-10-01", "2026-10-31"), basis: "accrual", currency: "USD", source: "reconstructed", asOf: null } as const;
const month = (from: string, to: string) => ({ name: "month" as const, ...span(from, to) });

const profit: Statement = {
  ...facts,
  gaps: [],
  kind: "profit_and_loss",
  columns: [
    { name: "current", ...span("2026-10-01", "2026-10-31") },
    { name: "prior_month", ...span("2026-09-01", "2026-09-30") },
    { name: "year_to_date", ...span("2026-01-01", "2026-10-31") },
  ],
  rows: [
    {
      ...row("account", "revenue", "Sales", "120.00", "100.00", "900.00"),
      account: { id: "s", name: "Sales", type: "r", class: "revenue" },
    },
    row("section_total", "revenue", "Total income", "120.00", "100.00", "900.00"),
    { ...row("account", "expense", "Rent", "90.00", "100.00", "700.00"), account: { id: "r", name: "Rent", type: "e", class: "expense" } },
    row("section_total", "expense", "Total expenses", "90.00", "100.00", "700.00"),
    row("computed", "result", "Net income", "30.00", "0.00", "200.00"),
  ],
};

const laidOut = (statement: Statement) => ({
  ...{
    ...statement,
    title: "",
    customLayout: false,
    lines: laidOutLines(statement, null),
    items: [...completeItems(statement.kind, null)],
  },
});

describe("the columns of a statement with comparatives", () => {
  const columns = statementColumns(profit);
  const lines = statementLines(laidOut(profit));
  const values = (label: string) => {
    const line = lines.find((candidate) => candidate.label === label);
    return line === undefined ? [] : columns.slice(1).map((column) => column.value?.(line) ?? null);
  };
  const money = (amount: string) => ({ amount, currency: "USD" });

  it("have the change and its share beside each comparison, and none beside the year to date", () => {
    expect(columns.map(({ id }) => id)).toEqual([
      ...["account", "current", "prior_month", "prior_month-change", "prior_month-percent", "year_to_date"],
    ]);
    expect(values("Total income")).toEqual([money("120.00"), money("100.00"), money("20.00"), "20.0", money("900.00")]);
    expect(values("Total operating expenses")[3]).toBe("-10.0");
  });

  it("have a line before each comparison, which keeps its change with it, and before what comes after", () => {
    expect(columns.filter(({ leads }) => leads).map(({ id }) => id)).toEqual(["prior_month", "year_to_date"]);
  });

  it("name what the change is from, which is a period before where the ledger's own aren't months", () => {
    const helpOf = (...dates: ReturnType<typeof span>[]) => {
      const names = ["current", "prior_month"] as const;
      const asked = dates.map((own, at) => ({ name: names[at] ?? "current", ...own }));
      return statementColumns({ ...profit, columns: asked }).flatMap(({ id, help }) => (id.startsWith("prior_month") ? [help] : []));
    };
    expect(helpOf(span("2026-10-01", "2026-10-31"), span("2026-09-01", "2026-09-30")).join(" ")).toMatch(
      /^Prior month\. .* less the prior-month figure\./,
    );
    expect(helpOf(span("2026-01-26", "2026-02-22"), span("2025-12-29", "2026-01-25")).join(" ")).toMatch(
      /^Prior period\. .* less the prior-period figure\./,
    );
    expect(helpOf(span("2026-10-05", "2026-10-20"), span("2026-09-05", "2026-09-20"))[0]).toMatch(/^Prior month\. /);
  });

  it("have no share of nothing, nor where the sign turned", () => {
    expect(values("Net income").slice(2, 4)).toEqual([money("30.00"), null]);
    const line = (...amounts: string[]) => ({ ...lines[0], amounts: amounts.map(decimal) }) as (typeof lines)[number];
    expect(lineChange(line("-5.00", "5.00"), 1)).toEqual({ amount: "-10.00", percent: null });
    expect(lineChange(line("-15.00", "-10.00"), 1)).toEqual({ amount: "-5.00", percent: "-50.0" });
    expect(lineChange(line(), 1)).toBeNull();
  });

  it("stand month beside month, with their sum, each with an id that stays the same next month", () => {
    const months: Statement = {
      ...profit,
      columns: [month("2026-09-01", "2026-09-30"), month("2026-10-01", "2026-10-31")],
      rows: [
        { ...row("account", "revenue", "Sales", "100.00", "120.00"), account: { id: "s", name: "Sales", type: "r", class: "revenue" } },
      ],
    };
    const across = statementColumns(months);
    expect(across.map(({ id, header }) => `${id} ${header}`)).toEqual([
      "account Account",
      "month-2 Sep 2026",
      "month-1 Oct 2026",
      "sum Total",
    ]);
    const line = statementLines(laidOut(months)).find(({ kind }) => kind === "account");
    expect(line === undefined ? null : across[3]?.value?.(line)).toEqual(money("220.00"));
    const weeks = statementColumns({ ...months, columns: [month("2025-12-29", "2026-01-25"), month("2026-01-26", "2026-02-22")] });
    expect(weeks[1]?.header).toBe("29 Dec to 25 Jan 2026");
    expect(columnDays(months, "month-2")).toMatchObject(span("2026-09-01", "2026-09-30"));
    expect(columnDays(months, "sum")).toEqual(span("2026-10-01", "2026-10-31"));
    expect(statementColumns({ ...months, kind: "balance_sheet" }).map(({ id }) => id)).not.toContain("sum");
  });
});

describe("a cash flow of several months", () => {
  const line = (key: string, ...amounts: string[]) => ({ kind: "line" as const, key, label: key, amounts: amounts.map(decimal) });
  const shown = shownOf({
    trialBalance: null,
    statement: null,
    cashFlow: {
      ...{ ...facts, gaps: [], ties: true, title: "" },
      columns: [month("2026-09-01", "2026-09-30"), month("2026-10-01", "2026-10-31")],
      lines: [
        {
          ...line("group:stock", "-10.00", "-5.00"),
          parts: [{ account: null, label: "Stock", amounts: [decimal("-10.00"), decimal("-5.00")] }],
        },
        { ...line("opening_cash", "100.00", "90.00"), kind: "balance", parts: [] },
        { ...line("closing_cash", "90.00", "85.00"), kind: "balance", parts: [] },
      ],
    },
  });

  it("adds up what moved, and has the cash before the first month and after the last", () => {
    const sum = (key: string) => shown?.lines.filter((one) => one.key === key).map((one) => figureOf(one, "sum", shown).amount);
    expect(sum("group:stock")).toEqual(["-15.00"]);
    expect(sum("opening_cash")).toEqual(["100.00"]);
    expect(sum("closing_cash")).toEqual(["85.00"]);
  });

  it("says of each account what it adds in the column that was opened", () => {
    const [stock] = shown?.lines ?? [];
    const part = stock?.parts?.[0];
    if (shown === null || stock === undefined || part === undefined) throw new Error("no line");
    const of = (id: string) => figureOf({ ...stock, amounts: part.amounts }, id, shown).amount;
    expect([of("month-2"), of("month-1"), of("sum")]).toEqual(["-10.00", "-5.00", "-15.00"]);
  });
});

describe("a balance sheet", () => {
  const sheet = (assets: string, financed: string, unknown: readonly StatementRow[] = []): Statement => ({
    ...facts,
    gaps: [gap("rounding_difference"), gap("cost_of_sales")],
    kind: "balance_sheet",
    columns: [{ name: "current", ...span("2026-10-01", "2026-10-31") }],
    rows: [
      row("section_total", "asset", "Total assets", assets),
      row("account", "equity", "Owner's equity", "1.00"),
      row("computed", "equity", "Current year earnings", "2.00"),
      row("section_total", "equity", "Total equity", "3.00"),
      row("computed", "result", "Total liabilities and equity", financed),
      ...unknown,
    ],
  });

  it("says by how much it does not balance, and which of its gaps may be why", () => {
    expect(imbalanceOf(sheet("254.45", "254.45"))).toBeNull();
    expect(imbalanceOf(profit)).toBeNull();
    expect(imbalanceOf(sheet("254.42", "254.45"))).toMatchObject({ amount: "0.03", more: "financing", days: ["2026-10-31"] });
    expect(imbalanceOf(sheet("254.46", "254.45"))).toMatchObject({ amount: "0.01", more: "assets" });
    expect(imbalanceOf(sheet("1", "2"))?.reasons.map(({ code }) => code)).toEqual(["rounding_difference"]);
  });

  it("keeps the year's earnings among the rows of equity, and what is on no known account under a head of its own", () => {
    const lost = [
      row("account", "unknown", "Unknown account", "0.03"),
      row("section_total", "unknown", "Total for unknown accounts", "0.03"),
      row("computed", "unknown", "Out of balance", "-0.03"),
    ];
    expect(statementLines(laidOut(sheet("254.42", "254.45", lost))).map(({ kind, label }) => `${kind} ${label}`)).toEqual([
      "subtotal Total assets",
      "subtotal Total liabilities",
      "section Equity",
      "account Owner's equity",
      "account Current year earnings",
      "total Total equity",
      "result Total liabilities and equity",
      "apart Unknown account",
      "apart Total for unknown accounts",
      "apart Out of balance",
    ]);
  });
});

describe("the charts", () => {
  it("draw income, expenses and what is left, named with their months and currency", () => {
    const shown = statementSeries(laidOut({ ...profit, columns: [month("2026-01-01", "2026-01-31"), month("2026-02-01", "2026-02-14")] }));
    expect(shown.title).toBe("Income, expenses and net income by month, USD");
    expect(shown.groups.map(({ short }) => short)).toEqual(["Jan 2026", "14 Feb"]);
    expect(shown.series.map(({ name, amounts }) => [name, ...amounts])).toEqual([
      ["Income", "120.00", "100.00"],
      ["Expenses", "90.00", "100.00"],
      ["Net income", "30.00", "0.00"],
    ]);
  });

  it("begin with the books, whichever account is open", () => {
    const columns = [month("2026-01-01", "2026-01-31"), month("2026-02-01", "2026-02-28"), month("2026-03-01", "2026-03-31")];
    const account = (id: string) => ({ id, name: id, type: "r", class: "revenue" as const });
    const rows = [
      { ...row("account", "revenue", "Sales", "0.00", "120.00", "100.00"), account: account("s") },
      { ...row("account", "revenue", "Freight", "0.00", "0.00", "5.00"), account: account("f") },
      row("computed", "result", "Net income", "0.00", "120.00", "105.00"),
    ];
    const statement = laidOut({ ...profit, columns, rows });
    expect(statementSeries(statement).groups.map(({ short }) => short)).toEqual(["Feb", "Mar"]);
    const freight = statementSeries(statement, "f");
    expect(freight.groups.map(({ short }) => short)).toEqual(["Feb", "Mar"]);
    expect(freight.series).toEqual([{ name: "f", amounts: ["0.00", "5.00"] }]);
  });

  it("are of periods where the ledger's own aren't months", () => {
    const columns = [month("2025-12-29", "2026-01-25"), month("2026-01-26", "2026-02-22")];
    expect(statementSeries(laidOut({ ...profit, columns })).title).toBe("Income, expenses and net income by period, USD");
    expect(statementSeries(laidOut({ ...profit, kind: "balance_sheet", columns })).title).toMatch(/ by period, USD$/);
    expect(summarySpan(columns, calendarDate("2026-02-22"))).toEqual(span("2026-01-26", "2026-02-22"));
    // The months of another day are still shown while those of this one are on their way.
    expect(summarySpan(columns, calendarDate("2026-03-31"))).toEqual(span("2026-03-01", "2026-03-31"));
    expect(summarySpan(undefined, calendarDate("2026-02-22"))).toEqual(span("2026-02-01", "2026-02-22"));
  });

  it("draw other income apart, as the statement has it", () => {
    const interest = { id: "i", name: "Interest", type: "OTHERINCOME", class: "revenue" as const };
    const rows = [...profit.rows, { ...row("account", "revenue", "Interest", "5.00", "0.00", "5.00"), account: interest }];
    const statement = laidOut({ ...profit, rows });
    const total = statement.lines.find(({ label }) => label === "Total income");
    const series = statementSeries(statement).series.map(({ name, amounts }) => [name, amounts[0]]);
    expect(series).toEqual([
      ["Income", total?.amounts[0]],
      ["Other income", "5.00"],
      ["Expenses", "90.00"],
      ["Net income", "35.00"],
    ]);
    expect(total?.amounts[0]).toBe("120.00");
  });

  it("measure from nothing to round figures, below it too", () => {
    const scale = amountScale([-40_000, 117_300], 10, 110, 3, "en");
    expect(scale.ticks.map(({ label }) => label)).toEqual(["(50K)", "0", "50K", "100K", "150K"]);
    expect(scale.y(0)).toBe(scale.zero);
    expect(amountScale([0, 0], 10, 110, 3, "en").ticks).toEqual([{ y: 110, label: "0" }]);
    // With little blank above, in a low picture too.
    expect(amountScale([0, 27_664], 10, 90, 2, "en").ticks.map(({ label }) => label)).toEqual(["0", "10K", "20K", "30K"]);
  });

  it("give a small loss in one month no step of its own, which would flatten the others", () => {
    const scale = amountScale([-10, 61_000], 10, 110, 3, "en");
    expect(scale.ticks.map(({ label }) => label)).toEqual(["0", "20K", "40K", "60K", "80K"]);
    // It's still drawn below the line of zero.
    expect(scale.y(-10)).toBeGreaterThan(scale.zero);
    expect(scale.y(-10)).toBeLessThanOrEqual(110);
    expect(amountScale([-61_000, 10], 10, 110, 3, "en").ticks.at(-1)?.label).toBe("0");
  });

  it("of spend begin with the base currency", () => {
    const totals = ["CAD", "EUR", "USD"].map((currency) => ({ currency, net: decimal("1") }));
    const series = { accrued: { contains: "", rows: [], totals }, booked: { contains: "", rows: [], totals: [] } };
    const spend = { ...span("2026-09-01", "2026-10-31"), by: "total", series } as unknown as Parameters<typeof spendCharts>[0];
    expect(spendCharts(spend, "accrued", "USD").map(({ currency }) => currency)).toEqual(["USD", "CAD", "EUR"]);
    expect(
      spendTotals({ series: { ...spend.series, committed: { ...spend.series.booked, billedUnknown: [] } } }, "USD").map(
        ({ currency }) => currency,
      ),
    ).toEqual([...["USD", "CAD", "EUR"]]);
    expect(spendCharts(spend, "accrued", null)[0]?.groups.map(({ key }) => key)).toEqual(["2026-09", "2026-10"]);
  });

  it("of spend tell the three largest vendors apart, and add up all others exactly", () => {
    const rows = ["70.10", "60", "50", "40", "30", "0.10", "0.20"].map((net, at) => ({
      ...{ month: at === 5 ? "2026-09" : "2026-10", currency: "USD", net: decimal(net) },
      party: { id: String(at), name: `Vendor ${at}` },
    }));
    const accrued = { contains: "", rows, totals: [{ currency: "USD", net: decimal("250.40") }] };
    const spend = { ...span("2026-09-01", "2026-10-31"), by: "party", series: { accrued } };
    const [chart] = spendCharts(spend as unknown as Parameters<typeof spendCharts>[0], "accrued", "USD");
    expect(chart?.series.map(({ name, amounts }) => [name, ...amounts])).toEqual([
      ["Vendor 0", "0", "70.10"],
      ["Vendor 1", "0", "60"],
      ["Vendor 2", "0", "50"],
      ["4 others", "0.10", "70.20"],
    ]);
  });

  it("of spend show a vendor alike in each of the three, and others apart from all of them", () => {
    const rowsOf = (ids: readonly string[]) =>
      ids.map((id, at) => ({ month: "2026-10", currency: "USD", net: decimal(String(90 - at)), party: { id, name: id } }));
    const seriesOf = (ids: readonly string[]) => ({ contains: "", rows: rowsOf(ids), totals: [{ currency: "USD", net: decimal("1") }] });
    const series = { accrued: seriesOf([..."abcdefg"]), booked: seriesOf([..."ah"]), committed: seriesOf([..."hbc"]) };
    const spend = { ...span("2026-10-01", "2026-10-31"), by: "party", series } as unknown as Parameters<typeof spendCharts>[0];
    const looks = (["accrued", "booked", "committed"] as const).map((name) =>
      Object.fromEntries(spendCharts(spend, name, "USD")[0]?.series.map((one) => [one.name, one.look]) ?? []),
    );
    expect(looks).toEqual([
      { a: 0, b: 1, c: 2, "4 others": 5 },
      { a: 0, h: 3 },
      { h: 3, b: 1, c: 2 },
    ]);
  });

  it("draw one account alone where it is open", () => {
    const account = { id: "400", code: "400", name: "Sales", type: "REVENUE", class: "revenue" } as const;
    const shown = statementSeries(
      laidOut({ ...profit, rows: [{ ...row("account", "revenue", "Sales", "1", "2", "3"), account }, ...profit.rows] }),
      "400",
    );
    expect(shown.title).toBe("Sales by month, USD");
    expect(shown.series).toEqual([{ name: "Sales", amounts: ["1", "2", "3"] }]);
  });

  it("don't say that balances are of a month's end, as the last may be of a day within its month", () => {
    const columns = [month("2026-01-01", "2026-01-31"), month("2026-02-01", "2026-02-14")];
    const shown = statementSeries(laidOut({ ...profit, kind: "balance_sheet", columns }));
    expect(shown.title).toBe("Assets, liabilities and equity by month, USD");
    expect(shown.groups.map(({ long }) => long)).toEqual(["31 Jan 2026", "14 Feb 2026"]);
  });
});

describe("months on an axis", () => {
  const months = [month("2026-10-01", "2026-10-31"), month("2026-11-01", "2026-11-30")];
  const named = (columns: typeof months, balances: boolean, day: string) =>
    monthGroups(columns, balances, calendarDate(day)).map(({ short, long, partial }) => [short, long, partial === true]);

  it("are so far until they are over, so that one that has just begun isn't read as a collapse", () => {
    expect(named(months, false, "2026-11-30")).toEqual([
      ["Oct", "Oct 2026", false],
      ["Nov so far", "Nov 2026 so far", true],
    ]);
    expect(named(months, false, "2026-12-01")[1]).toEqual(["Nov", "Nov 2026", false]);
  });

  it("are a part where they are cut short, and a balance of a day that has come is whole", () => {
    expect(named([month("2026-11-01", "2026-11-14")], false, "2026-12-01")).toEqual([["14 Nov", "1 Nov 2026 to 14 Nov 2026", true]]);
    expect(named(months, true, "2026-11-30")[1]).toEqual(["Nov", "30 Nov 2026", false]);
    expect(named(months, true, "2026-11-29")[1]).toEqual(["Nov so far", "Nov 2026 so far", true]);
    const toCome = named([month("2026-11-01", "2026-11-20")], true, "2026-11-10");
    expect(toCome).toEqual([["20 Nov so far", "1 Nov 2026 to 20 Nov 2026 so far", true]]);
  });

  it("of spend are a part at either end of the days that someone chose", () => {
    const chosen = span("2026-09-15", "2026-11-14");
    const namesOn = (day: string) => ["2026-09", "2026-10", "2026-11"].map((one) => namedMonth(one, chosen, calendarDate(day)));
    expect(namesOn("2026-12-01")).toEqual([
      { short: "30 Sep", long: "15 Sep 2026 to 30 Sep 2026", partial: true },
      { short: "Oct", long: "Oct 2026" },
      { short: "14 Nov", long: "1 Nov 2026 to 14 Nov 2026", partial: true },
    ]);
    expect(namesOn("2026-11-14")[2]).toEqual({ short: "Nov so far", long: "Nov 2026 so far", partial: true });
  });
});

describe("account types", () => {
  it("are read in words, and stay as they are where they are words or unknown", () => {
    expect(["CURRLIAB", "DIRECTCOSTS", "OthCurrAsset", "Accounts Receivable", "WHATEVER"].map(accountTypeWords)).toEqual([
      ...["Current liabilities", "Direct costs", "Other current assets", "Accounts Receivable", "WHATEVER"],
    ]);
  });

  it("head the chart, and call what is owed to a bank as the statements do", () => {
    const account = (id: string, type: string, kind: AccountRow["class"]): AccountRow => ({
      ...{ id, type, class: kind, name: id, active: true, code: null, role: null, currency: null, removed: false },
    });
    const chart = [account("x", "BANK", "asset"), account("y", "BANK", "liability"), account("z", "DIRECTCOSTS", "expense")];
    const heads = accountLines(chart, null, { used: true }).filter(({ kind }) => kind === "type");
    expect(heads.map(({ label }) => label)).toEqual(["Bank", "Credit cards", "Direct costs"]);
  });
});
