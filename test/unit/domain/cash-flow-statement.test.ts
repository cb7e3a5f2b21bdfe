import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { AccountSum, Chart } from "#main/domain/postings/account-sum.ts";
import type { EntryKind } from "#main/domain/postings/revaluation.ts";
import { standardItems } from "#main/domain/statements/account-groups.ts";
import { type CashFlowColumn, cashFlowLines, cashFlowTies } from "#main/domain/statements/cash-flow.ts";
import type { Placing } from "#main/domain/statements/layout.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { type DecimalString, decimal, fromTenThousandths, isZero, negateDecimal, sumDecimals } from "#shared/kernel/decimal.ts";
import { statementTitle } from "#shared/model/labels/statement-title.ts";
import type { Statement, StatementAccount } from "#shared/model/reports/statement.ts";

type Account = NonNullable<StatementAccount>;
const account = (id: string, type: string, side: Account["class"], role?: Account["role"]): Account => ({
  ...{ id, name: `Account ${id}`, type, class: side },
  ...(role === undefined ? {} : { role }),
});
const ACCOUNTS: readonly Account[] = [
  account("bank", "BANK", "asset", "bank"),
  account("savings", "Bank", "asset", "bank"),
  account("card", "BANK", "liability", "bank"),
  account("debtors", "Accounts Receivable", "asset", "receivable"),
  account("stock", "INVENTORY", "asset"),
  account("plant", "Fixed Asset", "asset"),
  account("creditors", "AcctPay", "liability", "payable"),
  account("vat", "CURRLIAB", "liability", "tax"),
  account("loan", "TERMLIAB", "liability"),
  account("capital", "Equity", "equity"),
  account("retained", "Equity", "equity", "retained_earnings"),
  account("sales", "REVENUE", "revenue"),
  account("interest", "OTHERINCOME", "revenue"),
  account("exchange", "EXPENSE", "expense", "exchange_difference"),
  account("cogs", "COGS", "expense"),
  account("rent", "OVERHEADS", "expense"),
  account("fines", "OthExpense", "expense"),
];
const CHART: Chart = new Map(ACCOUNTS.map((each) => [each.id, each]));
const [_FROM, _TO] = [calendarDate("2026-10-01"), calendarDate("2026-10-31")];

const cents = (amount: number): DecimalString => fromTenThousandths(amount * 100, 2);
const sum = (accountId: string | null, net: DecimalString): AccountSum => ({ accountId, debit: net, credit: decimal("0"), net });

const JOURNAL = { isJournal: true, sourceType: null };

/** Entries of two to four sides that sum to zero, now and then on an account that no chart has. */
const entry = fc
  .record({
    sides: fc.array(fc.tuple(fc.constantFrom(...CHART.keys(), null, "elsewhere"), fc.integer({ min: -999_999, max: 999_999 })), {
      minLength: 1,
      maxLength: 3,
    }),
    last: fc.constantFrom(...CHART.keys()),
    sourceType: fc.constantFrom(null, "FxReval"),
    isJournal: fc.boolean(),
  })
  .map(({ sides, last, ...kind }) => {
    const postings = sides.map(([accountId, amount]) => ({ accountId, amount: cents(amount) }));
    return {
      kind,
      postings: [...postings, { accountId: last, amount: negateDecimal(sumDecimals(postings.map((each) => each.amount))) }],
    };
  });
const month = fc.array(entry, { maxLength: 25 });
type Entries = readonly {
  readonly kind: EntryKind;
  readonly postings: readonly { accountId: string | null; amount: DecimalString }[];
}[];

function sumsOf(entries: Entries): AccountSum[] {
  const ids = [...new Set(entries.flatMap(({ postings }) => postings.map(({ accountId }) => accountId)))];
  return ids.map((id) => {
    const own = entries.flatMap(({ postings }) => postings.filter(({ accountId }) => accountId === id));
    return sum(id, sumDecimals(own.map(({ amount }) => amount)));
  });
}

/** A layout that moves some accounts to any group, renames groups and adds a group and a subtotal; some groups are left out. */
const layout = (kind: Statement["kind"]) =>
  fc
    .record({
      moves: fc.dictionary(
        fc.constantFrom(...CHART.keys()),
        fc.constantFrom(...standardItems(kind).map(({ id }) => id), "own", "no such group"),
      ),
      kept: fc.subarray(standardItems(kind), { minLength: 1 }),
      at: fc.nat({ max: 12 }),
    })
    .map(({ moves, kept, at }): Placing => {
      const section = kind === "profit_and_loss" ? ("profit" as const) : ("current_assets" as const);
      const side = kind === "profit_and_loss" ? { side: "costs" as const } : {};
      const own = [
        { kind: "group" as const, id: "own", section, title: "Own group", ...side },
        { kind: "subtotal" as const, id: "own subtotal", section, title: "Own subtotal" },
      ];
      return { items: [...kept.slice(0, at), ...own, ...kept.slice(at)], accounts: moves };
    });

describe("a cash-flow statement", () => {
  const booked = (...sides: readonly (readonly [string | null, number])[]): Entries[number] => ({
    ...{ kind: JOURNAL, postings: sides.map(([accountId, amount]) => ({ accountId, amount: cents(amount) })) },
  });

  test("names its lines by what they are, with the cash at both ends", () => {
    const moved = [
      booked(["bank", 9_000], ["sales", -9_000]),
      booked(["rent", 700], ["plant", -700]),
      booked(["debtors", 500], ["bank", -500]),
      booked(["plant", 2_000], ["bank", -2_000]),
      booked(["bank", 4_000], ["loan", -4_000]),
      booked(["bank", 1_000], ["capital", -1_000]),
      booked(["savings", 100], ["exchange", -100]),
      booked(["bank", 30], ["zz", -30]),
      booked(["bank", 20], ["aa", -20]),
      booked(["bank", 10], [null, -10]),
    ];
    const lines = cashFlowLines([{ moved: sumsOf(moved), opening: [sum("bank", cents(800))], entries: moved }], CHART, "USD", null);
    expect(lines.map(({ kind, key, label, amounts }) => [kind, key, label, ...amounts])).toEqual([
      ["section", "section:operating", "Operating activities"],
      ["line", "net_profit", "Net income", "84.00"],
      ["line", "noncash", "Depreciation, amortization and disposals", "7.00"],
      ["line", "revalued", "Unrealized exchange differences on cash", "-1.00"],
      ["line", "group:receivables", "Change in accounts receivable", "-5.00"],
      ["total", "total:operating", "Net cash from operating activities", "85.00"],
      ["section", "section:investing", "Investing activities"],
      ["line", "group:fixed_assets", "Purchase and sale of fixed assets", "-20.00"],
      ["total", "total:investing", "Net cash from investing activities", "-20.00"],
      ["section", "section:financing", "Financing activities"],
      ["line", "group:other_noncurrent_liabilities", "Loans and other noncurrent liabilities", "40.00"],
      ["line", "group:equity", "Owners' contributions and distributions", "10.00"],
      ["total", "total:financing", "Net cash from financing activities", "50.00"],
      ["line", "unknown", "Change in unknown accounts", "0.60"],
      ["line", "exchange_effect", "Effect of exchange rates on cash", "1.00"],
      ["result", "net_change", "Net change in cash", "116.60"],
      ["balance", "opening_cash", "Cash at beginning of period", "8.00"],
      ["balance", "closing_cash", "Cash at end of period", "124.60"],
      ["check", "check", "Unexplained difference in cash", "0.00"],
    ]);
    const parts = (key: string) => lines.find((line) => line.key === key)?.parts.map(({ label, amounts }) => [label, ...amounts]);
    expect(parts("net_profit")).toEqual([
      ["Account sales", "90.00"],
      ["Account exchange", "1.00"],
      ["Account rent", "-7.00"],
    ]);
    expect(parts("unknown")).toEqual([
      ["Unknown account", "0.10"],
      ["Unknown account: aa", "0.20"],
      ["Unknown account: zz", "0.30"],
    ]);
    expect([parts("net_change"), parts("check"), parts("total:operating"), parts("section:operating")]).toEqual([[], [], [], []]);
  });

  test("has its net income and its cash even where nothing moved, and no activity without lines", () => {
    const lines = cashFlowLines([{ moved: [], opening: [], entries: [] }], CHART, "USD", null);
    expect(lines.map(({ key }) => key)).toEqual([
      ...["section:operating", "net_profit", "total:operating"],
      ...["net_change", "opening_cash", "closing_cash", "check"],
    ]);
  });

  test("adds nothing back of an entry that doesn't balance", () => {
    const broken = [booked(["rent", 700], ["plant", -600])];
    const lines = cashFlowLines([{ moved: sumsOf(broken), opening: [], entries: broken }], CHART, "USD", null);
    expect(lines.map(({ key }) => key)).not.toContain("noncash");
  });

  const flowOf = (opening: Entries, moved: Entries, inBase: readonly string[] = []) => {
    const column: CashFlowColumn = { moved: sumsOf(moved), opening: sumsOf(opening), entries: moved };
    return cashFlowLines([column], CHART, "USD", null, new Set(inBase));
  };
  const amount = (lines: ReturnType<typeof flowOf>, key: string) => lines.find((line) => line.key === key)?.amounts[0];

  test("ties to the movement of the bank accounts, and each line is the sum of its accounts", () => {
    fc.assert(
      fc.property(month, month, fc.option(layout("balance_sheet")), (opening, moved, own) => {
        const column: CashFlowColumn = { moved: sumsOf(moved), opening: sumsOf(opening), entries: moved };
        const lines = cashFlowLines([column], CHART, "USD", own);
        expect(cashFlowTies(lines)).toBe(true);
        const inBanks = moved.flatMap(({ postings }) =>
          postings.filter(({ accountId }) => accountId === "bank" || accountId === "savings"),
        );
        expect(
          isZero(sumDecimals([amount(lines, "net_change") ?? decimal("1"), ...inBanks.map((each) => negateDecimal(each.amount))])),
        ).toBe(true);
        for (const { kind, parts, amounts } of lines)
          if (kind === "line")
            expect(sumDecimals([decimal("0.00"), ...parts.map((part) => part.amounts[0] ?? decimal("0"))])).toBe(amounts[0]);
      }),
      { numRuns: 200 },
    );
  });

  test("says so when the books themselves don't balance", () => {
    const lines = flowOf([], [{ kind: JOURNAL, postings: [{ accountId: "rent", amount: cents(100) }] }]);
    expect(cashFlowTies(lines)).toBe(false);
  });

  test("adds depreciation back and leaves it out of investing", () => {
    const lines = flowOf(
      [],
      [
        {
          kind: JOURNAL,
          postings: [
            { accountId: "rent", amount: cents(700) },
            { accountId: "plant", amount: cents(-700) },
          ],
        },
        {
          kind: JOURNAL,
          postings: [
            { accountId: "plant", amount: cents(5_000) },
            { accountId: "bank", amount: cents(-5_000) },
          ],
        },
      ],
    );
    expect([
      amount(lines, "net_profit"),
      amount(lines, "noncash"),
      amount(lines, "group:fixed_assets"),
      amount(lines, "net_change"),
    ]).toEqual([...["-7.00", "7.00", "-50.00", "-50.00"]]);
  });

  test("has the effect of exchange rates on bank accounts on its own line", () => {
    const revalued = (kind: EntryKind, counterpart: string, inBase: readonly string[] = []) =>
      flowOf(
        [],
        [
          {
            kind,
            postings: [
              { accountId: "savings", amount: cents(300) },
              { accountId: counterpart, amount: cents(-300) },
            ],
          },
        ],
        inBase,
      );
    const amounts = (lines: ReturnType<typeof flowOf>) =>
      ["net_profit", "revalued", "total:operating", "exchange_effect"].map((key) => amount(lines, key));
    const apart = ["3.00", "-3.00", "0.00", "3.00"];
    expect(amounts(revalued(JOURNAL, "exchange"))).toEqual(apart);
    expect(amounts(revalued({ isJournal: true, sourceType: "FxReval" }, "sales"))).toEqual(apart);
    // A journal to other income is none, and neither is a charge that was coded to the exchange differences.
    const ordinary = ["3.00", undefined, "3.00", undefined];
    expect(amounts(revalued(JOURNAL, "sales"))).toEqual(ordinary);
    expect(amounts(revalued({ isJournal: false, sourceType: null }, "exchange"))).toEqual(ordinary);
    // No exchange rate changes an account in the base currency, whatever the ledger calls the entry.
    for (const kind of [JOURNAL, { isJournal: true, sourceType: "FxReval" }])
      expect(amounts(revalued(kind, "exchange", ["savings"]))).toEqual(ordinary);
  });
});

test.each([
  ["profit_and_loss", "2026-10-01", "2026-10-31", "For the month ended 31 October 2026"],
  ["cash_flow", "2026-08-01", "2026-10-31", "For the 3 months ended 31 October 2026"],
  ["profit_and_loss", "2025-11-01", "2026-10-31", "For the year ended 31 October 2026"],
  ["profit_and_loss", "2026-10-05", "2026-10-31", "For the period 5 October 2026 to 31 October 2026"],
  ["balance_sheet", "2026-10-01", "2026-10-31", "As of 31 October 2026"],
])("a %s of %s to %s is titled %s", (kind, from, to, title) => {
  expect(statementTitle(kind, calendarDate(from), calendarDate(to))).toBe(title);
});
