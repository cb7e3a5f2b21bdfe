import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type FiscalCalendar, fiscalYearStart } from "#main/domain/periods/fiscal-year.ts";
import type { AccountSum, Chart } from "#main/domain/postings/account-sum.ts";
import { comparativeSpan } from "#main/domain/statements/statement-spans.ts";
import { balanceSheetRows, profitAndLossRows, statementSpans } from "#main/domain/statements/statements.ts";
import { trialBalanceFigures, trialBalanceSpans } from "#main/domain/statements/trial-balance.ts";
import { addDays, type CalendarDate, calendarDate } from "#shared/kernel/calendar-date.ts";
import {
  addDecimals,
  compareDecimals,
  type DecimalString,
  decimal,
  isZero,
  subtractDecimals,
  sumDecimals,
} from "#shared/kernel/decimal.ts";
import type { Comparative, Statement, StatementRow } from "#shared/model/reports/statement.ts";

const FIRST = calendarDate("2024-01-01");
const CLASSES = ["asset", "liability", "equity", "revenue", "expense"] as const;
const calendars: readonly FiscalCalendar[] = [
  { yearEnd: { month: 12, day: 31 }, periodStarts: [] },
  { yearEnd: { month: 3, day: 31 }, periodStarts: [] },
  { yearEnd: { month: 2, day: 28 }, periodStarts: [] },
];

interface Entry {
  readonly date: CalendarDate;
  readonly accountId: string | null;
  readonly amount: DecimalString;
}

/** Ten accounts of every class; `marked` says whether one of them is for retained earnings. */
function chartOf(marked: boolean): Chart {
  return new Map(
    CLASSES.flatMap((side) =>
      [1, 2].map((number) => {
        const id = `${side}-${number}`;
        const role = marked && id === "equity-1" ? { role: "retained_earnings" as const } : {};
        return [id, { id, name: id, code: `${number}`, type: `${side} type ${number}`, class: side, ...role }] as const;
      }),
    ),
  );
}

/** Journals of two to four sides that sum to zero; sometimes with an account outside the chart. */
const journal = fc
  .record({
    day: fc.integer({ min: 0, max: 1_000 }),
    sides: fc.array(
      fc.tuple(fc.constantFrom(...chartOf(true).keys(), "elsewhere", null), fc.integer({ min: -9_999_999, max: 9_999_999 })),
      { minLength: 1, maxLength: 3 },
    ),
    last: fc.constantFrom(...chartOf(true).keys()),
  })
  .map(({ day, sides, last }): Entry[] => {
    const date = addDays(FIRST, day);
    const all = sides.map(([accountId, cents]) => ({ date, accountId, amount: amountOf(cents) }));
    const rest = subtractDecimals(decimal("0"), sumDecimals(all.map(({ amount }) => amount)));
    return [...all, { date, accountId: last, amount: rest }];
  });
const books = fc.array(journal, { maxLength: 30 }).map((journals) => journals.flat());
const knownBooks = books.map((entries) => entries.map((entry) => ({ ...entry, accountId: inChart(entry.accountId) })));
const asked = fc.tuple(fc.integer({ min: 0, max: 1_000 }), fc.integer({ min: 0, max: 500 }), fc.constantFrom(...calendars), fc.boolean());

function inChart(accountId: string | null): string {
  return accountId === null || accountId === "elsewhere" ? "asset-2" : accountId;
}

function amountOf(cents: number): DecimalString {
  const digits = String(Math.abs(cents)).padStart(3, "0");
  return decimal(`${cents < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`);
}

/** The independent sum of a span, entry by entry. */
function sumsOf(entries: readonly Entry[], from: CalendarDate | null, to: CalendarDate): AccountSum[] {
  const own = entries.filter(({ date }) => (from === null || from <= date) && date <= to);
  return [...new Set(own.map(({ accountId }) => accountId))].map((accountId) => {
    const amounts = own.filter((entry) => entry.accountId === accountId).map(({ amount }) => amount);
    const debit = sumDecimals(amounts.filter((amount) => !amount.startsWith("-")));
    const net = sumDecimals(amounts);
    return { accountId, debit, credit: subtractDecimals(debit, net), net };
  });
}

function trialOf(entries: readonly Entry[], from: CalendarDate, to: CalendarDate, calendar: FiscalCalendar, chart: Chart) {
  const spans = trialBalanceSpans(from, to, fiscalYearStart(to, calendar));
  return trialBalanceFigures(
    spans.map((span) => ({ ...span, sums: sumsOf(entries, span.from, span.to) })),
    chart,
    "USD",
  );
}

function statementOf(
  kind: Statement["kind"],
  entries: readonly Entry[],
  columns: readonly Pick<Comparative, "from" | "to">[],
  calendar: FiscalCalendar,
  chart: Chart,
): StatementRow[] {
  const figures = columns.map(({ from, to }) =>
    statementSpans(kind, from, to, fiscalYearStart(to, calendar)).map((span) => ({ ...span, sums: sumsOf(entries, span.from, span.to) })),
  );
  return (kind === "profit_and_loss" ? profitAndLossRows : balanceSheetRows)(figures, chart, "USD");
}

const total = (amounts: readonly DecimalString[]) => sumDecimals([decimal("0.00"), ...amounts]);
const same = (a: DecimalString | undefined, b: DecimalString | undefined) =>
  a !== undefined && b !== undefined && compareDecimals(a, b) === 0;
const rowOf = (rows: readonly StatementRow[], label: string) => rows.find((row) => row.label === label)?.amounts[0] as DecimalString;
const accountsOf = (rows: readonly StatementRow[], section: StatementRow["section"]) =>
  rows.filter((row) => row.kind === "account" && row.section === section).map(({ amounts }) => amounts[0] as DecimalString);

describe("a trial balance", () => {
  test("has debits that equal credits, openings and balances that sum to zero, and rows that add up", () => {
    fc.assert(
      fc.property(books, asked, (entries, [start, length, calendar, marked]) => {
        const from = addDays(FIRST, start);
        const { rows, totals } = trialOf(entries, from, addDays(from, length), calendar, chartOf(marked));
        expect(totals.debit).toBe(totals.credit);
        expect(isZero(totals.balance)).toBe(true);
        expect(isZero(total(rows.map(({ opening }) => opening)))).toBe(true);
        for (const row of rows)
          expect(same(row.balance, subtractDecimals(addDecimals(row.opening, row.debit), row.credit)), row.label).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test("counts every posting once, and income and expenses from the start of the fiscal year", () => {
    fc.assert(
      fc.property(knownBooks, asked, (entries, [start, length, calendar, marked]) => {
        const [from, to] = [addDays(FIRST, start), addDays(FIRST, start + length)];
        const { rows, totals } = trialOf(entries, from, to, calendar, chartOf(marked));
        const posted = sumsOf(entries, from, to);
        expect(same(totals.debit, total(posted.map(({ debit }) => debit)))).toBe(true);
        const yearStart = fiscalYearStart(to, calendar);
        const inYear = new Map(sumsOf(entries, yearStart, to).map((sum) => [sum.accountId, sum.net]));
        for (const { account, balance } of rows)
          if (account?.class === "revenue" || account?.class === "expense")
            expect(same(balance, inYear.get(account.id) ?? decimal("0")), account.id).toBe(true);
        const without = rows.filter(({ account }) => account === null);
        expect(without.every(({ kind }) => kind === "retained_earnings")).toBe(true);
        if (marked) expect(without).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});

describe("a trial balance's rows", () => {
  const of = (accountId: string | null, debit: string, credit: string): AccountSum => ({
    ...{ accountId, debit: decimal(debit), credit: decimal(credit), net: subtractDecimals(decimal(debit), decimal(credit)) },
  });
  const [from, to, yearStart] = [calendarDate("2026-10-01"), calendarDate("2026-10-31"), calendarDate("2026-01-01")];

  test("are read in spans: what came before, this year so far, and the days themselves", () => {
    expect(trialBalanceSpans(from, to, yearStart)).toEqual([
      { from: null, to: "2025-12-31", column: "opening", year: "earlier" },
      { from: "2026-01-01", to: "2026-09-30", column: "opening", year: "current" },
      { from: "2026-10-01", to: "2026-10-31", column: "movement", year: "current" },
    ]);
    expect(trialBalanceSpans(calendarDate("2025-12-01"), to, yearStart)).toEqual([
      { from: null, to: "2025-11-30", column: "opening", year: "earlier" },
      { from: "2025-12-01", to: "2025-12-31", column: "movement", year: "earlier" },
      { from: "2026-01-01", to: "2026-10-31", column: "movement", year: "current" },
    ]);
    expect(trialBalanceSpans(yearStart, to, yearStart)).toEqual([
      { from: null, to: "2025-12-31", column: "opening", year: "earlier" },
      { from: "2026-01-01", to: "2026-10-31", column: "movement", year: "current" },
    ]);
  });

  test("are in the chart's order with unknown accounts at the end, and accounts that nothing moved are left out", () => {
    const sums = [
      [of("zz", "1", "0"), of(null, "2", "0"), of("expense-1", "40", "0"), of("revenue-1", "0", "50"), of("asset-2", "7", "0")],
      [of("aa", "0", "3"), of("asset-2", "5", "5"), of("liability-1", "0", "0")],
      [of("asset-2", "2", "4"), of("asset-1", "9", "0"), of("expense-1", "1", "0")],
    ];
    const spans = trialBalanceSpans(from, to, yearStart).map((span, at) => ({ ...span, sums: sums[at] ?? [] }));
    const rows = (marked: boolean) =>
      trialBalanceFigures(spans, chartOf(marked), "USD").rows.map((row) => [
        ...[row.kind, row.label, row.account?.id ?? null, row.opening, row.debit, row.credit, row.balance],
      ]);
    const known = [
      ["account", "asset-1", "asset-1", "0.00", "9.00", "0.00", "9.00"],
      ["account", "asset-2", "asset-2", "7.00", "2.00", "4.00", "5.00"],
    ];
    const expense = ["account", "expense-1", "expense-1", "0.00", "1.00", "0.00", "1.00"];
    const unknown = [
      ["unknown", "Unknown account", null, "2.00", "0.00", "0.00", "2.00"],
      ["unknown", "Unknown account: aa", null, "-3.00", "0.00", "0.00", "-3.00"],
      ["unknown", "Unknown account: zz", null, "1.00", "0.00", "0.00", "1.00"],
    ];
    expect(rows(true)).toEqual([...known, ["account", "equity-1", "equity-1", "-10.00", "0.00", "0.00", "-10.00"], expense, ...unknown]);
    const without = "Retained earnings, prior years (the ledger has no account for them)";
    expect(rows(false)).toEqual([
      ...[...known, expense],
      ["retained_earnings", without, null, "-10.00", "0.00", "0.00", "-10.00"],
      ...unknown,
    ]);
  });
});

describe("a balance sheet", () => {
  test("reads everything up to its day, this fiscal year apart; a profit and loss reads its own days", () => {
    const [from, to, yearStart] = [calendarDate("2026-10-01"), calendarDate("2026-10-31"), calendarDate("2026-01-01")];
    expect(statementSpans("balance_sheet", from, to, yearStart)).toEqual([
      { from: null, to: "2025-12-31", year: "earlier" },
      { from: "2026-01-01", to: "2026-10-31", year: "current" },
    ]);
    expect(statementSpans("profit_and_loss", from, to, yearStart)).toEqual([{ from, to, year: "current" }]);
  });

  test("has what is on accounts without a class apart, and says in which column it doesn't balance", () => {
    const of = (accountId: string, net: string): AccountSum => ({
      ...{ accountId, debit: decimal(net), credit: decimal("0"), net: decimal(net) },
    });
    const chart: Chart = new Map([
      ...chartOf(true),
      ["memo", { id: "memo", name: "Memo", code: "9", type: "Statistical", class: "non_posting" as const }],
    ]);
    const column = (...sums: AccountSum[]) => [{ from: null, to: FIRST, year: "current" as const, sums }];
    const rows = balanceSheetRows(
      [
        column(of("asset-1", "10"), of("liability-1", "-4"), of("equity-1", "-1"), of("revenue-1", "-3"), of("memo", "-2")),
        column(of("asset-1", "6"), of("liability-1", "-4")),
      ],
      chart,
      "USD",
    );
    expect(rows.map(({ kind, section, label, amounts }) => [kind, section, label, ...amounts])).toEqual([
      ["account", "asset", "asset-1", "10.00", "6.00"],
      ["section_total", "asset", "Total assets", "10.00", "6.00"],
      ["account", "liability", "liability-1", "4.00", "4.00"],
      ["section_total", "liability", "Total liabilities", "4.00", "4.00"],
      ["account", "equity", "equity-1", "1.00", "0.00"],
      ["computed", "equity", "Current year earnings", "3.00", "0.00"],
      ["section_total", "equity", "Total equity", "4.00", "0.00"],
      ["computed", "result", "Total liabilities and equity", "8.00", "4.00"],
      ["account", "unknown", "Memo", "-2.00", "0.00"],
      ["section_total", "unknown", "Total for unknown accounts (debits positive)", "-2.00", "0.00"],
      ["computed", "unknown", "Out of balance: assets and unknown accounts less liabilities and equity", "0.00", "2.00"],
    ]);
  });

  test("balances, and its totals are the sums of its rows", () => {
    fc.assert(
      fc.property(books, asked, (entries, [start, length, calendar, marked]) => {
        const [from, to] = [addDays(FIRST, start), addDays(FIRST, start + length)];
        const rows = statementOf("balance_sheet", entries, [{ from, to }], calendar, chartOf(marked));
        const equity = total([...accountsOf(rows, "equity"), rowOf(rows, "Current year earnings")]);
        const [assets, liabilities] = [total(accountsOf(rows, "asset")), total(accountsOf(rows, "liability"))];
        expect(same(rowOf(rows, "Total assets"), assets)).toBe(true);
        expect(same(rowOf(rows, "Total liabilities"), liabilities)).toBe(true);
        expect(same(rowOf(rows, "Total equity"), equity)).toBe(true);
        // Amounts on accounts outside the chart are shown separately, debits positive.
        const unknown = total(accountsOf(rows, "unknown"));
        expect(same(addDecimals(assets, unknown), addDecimals(liabilities, equity))).toBe(true);
        expect(rows.filter(({ kind, section }) => kind === "computed" && section === "unknown")).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  test("says by how much it is apart when the sums themselves do not balance", () => {
    const sums = [{ accountId: "asset-1", debit: decimal("10.00"), credit: decimal("0"), net: decimal("10.00") }];
    const rows = balanceSheetRows([[{ from: null, to: FIRST, year: "current", sums }]], chartOf(true), "USD");
    expect(rows.at(-1)).toMatchObject({ kind: "computed", section: "unknown", amounts: ["10.00"] });
  });
});

describe("a profit and loss", () => {
  test("has section totals that are sums, and a net income that is income less expenses", () => {
    fc.assert(
      fc.property(books, asked, (entries, [start, length, calendar, marked]) => {
        const [from, to] = [addDays(FIRST, start), addDays(FIRST, start + length)];
        const rows = statementOf("profit_and_loss", entries, [{ from, to }], calendar, chartOf(marked));
        const [income, expenses] = [total(accountsOf(rows, "revenue")), total(accountsOf(rows, "expense"))];
        expect(same(rowOf(rows, "Total income"), income)).toBe(true);
        expect(same(rowOf(rows, "Total expenses"), expenses)).toBe(true);
        expect(same(rowOf(rows, "Net income"), subtractDecimals(income, expenses))).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test("of this year so far is the balance sheet's earnings", () => {
    fc.assert(
      fc.property(books, asked, (entries, [start, , calendar, marked]) => {
        const to = addDays(FIRST, start);
        const column = comparativeSpan("year_to_date", { from: to, to }, calendar, []);
        const profit = statementOf("profit_and_loss", entries, [column], calendar, chartOf(marked));
        const sheet = statementOf("balance_sheet", entries, [column], calendar, chartOf(marked));
        expect(rowOf(sheet, "Current year earnings")).toBe(rowOf(profit, "Net income"));
      }),
      { numRuns: 200 },
    );
  });
});

describe.each(["profit_and_loss", "balance_sheet"] as const)("comparisons of a %s", (kind) => {
  test("show what the month compared with shows itself", () => {
    const names = ["prior_month", "prior_year", "year_to_date"] as const;
    fc.assert(
      fc.property(knownBooks, asked, fc.constantFrom(...names), (entries, [start, length, calendar, marked], name) => {
        const span = { from: addDays(FIRST, start), to: addDays(FIRST, start + length) };
        const compared = comparativeSpan(name, span, calendar, []);
        const both = statementOf(kind, entries, [span, compared], calendar, chartOf(marked));
        const own = statementOf(kind, entries, [compared], calendar, chartOf(marked));
        const ofSecond = both.map(({ amounts, ...row }) => ({ ...row, amounts: [amounts[1] as DecimalString] }));
        const nonZero = (rows: readonly StatementRow[]) => rows.filter((row) => row.kind !== "account" || !row.amounts.every(isZero));
        expect(nonZero(ofSecond)).toEqual(nonZero(own));
      }),
      { numRuns: 200 },
    );
  });
});
