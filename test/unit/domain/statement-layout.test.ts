import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { AccountSum, Chart } from "#main/domain/postings/account-sum.ts";
import type { EntryKind } from "#main/domain/postings/revaluation.ts";
import { standardGroup, standardItems } from "#main/domain/statements/account-groups.ts";
import { type CashFlowColumn, cashFlowLines, cashFlowTies } from "#main/domain/statements/cash-flow.ts";
import { laidOutLines, lineAmounts, outOfBalance, type Placing } from "#main/domain/statements/layout.ts";
import { layoutProblem } from "#main/domain/statements/layout-rules.ts";
import { balanceSheetRows, profitAndLossRows } from "#main/domain/statements/statements.ts";
import { inOrderOfStatements } from "#main/domain/statements/trial-balance.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { type DecimalString, decimal, fromTenThousandths, isZero, negateDecimal, sumDecimals } from "#shared/kernel/decimal.ts";
import { statementTitle } from "#shared/model/labels/statement-title.ts";
import type { Statement, StatementAccount, TrialBalanceRow } from "#shared/model/reports/statement.ts";
import type { LayoutItem, StatementLayout } from "#shared/model/reports/statement-layout.ts";

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
const [FROM, TO] = [calendarDate("2026-10-01"), calendarDate("2026-10-31")];

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

function statementOf(kind: Statement["kind"], entries: Entries): Statement {
  const figures = [[{ from: FROM, to: TO, year: "current" as const, sums: sumsOf(entries) }]];
  const rows = (kind === "profit_and_loss" ? profitAndLossRows : balanceSheetRows)(figures, CHART, "USD");
  const facts = { from: FROM, to: TO, basis: "accrual", currency: "USD", source: "gl_feed", asOf: null, gaps: [] } as const;
  return { ...facts, gaps: [], kind, columns: [{ name: "current", from: FROM, to: TO }], rows };
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

describe.each(["profit_and_loss", "balance_sheet"] as const)("a %s in a layout", (kind) => {
  test("has every account exactly once, and results that no layout changes", () => {
    fc.assert(
      fc.property(month, fc.option(layout(kind)), (entries, own) => {
        const statement = statementOf(kind, entries);
        const lines = laidOutLines(statement, own);
        const accounts = statement.rows.filter((row) => row.kind === "account").map((row) => row.account?.id ?? row.label);
        const shown = lines.flatMap((line) =>
          line.account === null ? (accounts.includes(line.label) ? [line.label] : []) : [line.account.id],
        );
        expect([...shown].sort()).toEqual([...accounts].sort());
        const keys = lines.map(({ key }) => key);
        expect(new Set(keys).size).toBe(keys.length);
        const result = statement.rows.find((row) => row.kind === "computed" && row.section === "result")?.amounts[0];
        if (kind === "profit_and_loss") expect(lineAmounts({ lines, columns: statement.columns }, "net_profit")[0]).toBe(result);
        else {
          const unknown = sumDecimals(
            statement.rows
              .filter((row) => row.section === "unknown" && row.kind === "account")
              .map((row) => row.amounts[0] ?? decimal("0")),
          );
          const apart = outOfBalance({ lines, columns: statement.columns })[0] ?? decimal("1");
          expect(isZero(sumDecimals([apart, unknown]))).toBe(true);
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe("a standard layout", () => {
  const entries = (...sides: readonly (readonly [string, number])[]): Entries => [
    { kind: JOURNAL, postings: sides.map(([accountId, amount]) => ({ accountId, amount: cents(amount) })) },
  ];
  const shown = (kind: Statement["kind"], books: Entries) =>
    laidOutLines(statementOf(kind, books), null).map(({ kind: line, label, amounts }) => `${line} ${label} ${amounts.join()}`.trim());

  test("has gross profit, operating profit and net profit in a profit and loss", () => {
    const books = entries(["bank", 6_000], ["sales", -10_000], ["cogs", 2_000], ["rent", 1_500], ["interest", -100], ["fines", 600]);
    expect(shown("profit_and_loss", books)).toEqual([
      "group Income",
      "account Account sales 100.00",
      "total Total income 100.00",
      "group Cost of sales",
      "account Account cogs 20.00",
      "total Total cost of sales 20.00",
      "subtotal Gross profit 80.00",
      "group Operating expenses",
      "account Account rent 15.00",
      "total Total operating expenses 15.00",
      "subtotal Operating profit 65.00",
      "group Other income",
      "account Account interest 1.00",
      "total Total other income 1.00",
      "group Other expenses",
      "account Account fines 6.00",
      "total Total other expenses 6.00",
      "result Net profit 60.00",
    ]);
  });

  test("has a card and an overdrawn bank account among current liabilities, by their own names", () => {
    expect(shown("balance_sheet", entries(["bank", -300], ["savings", 1_000], ["card", -200], ["capital", -500]))).toEqual([
      "section Current assets",
      "group Bank 10.00",
      "account Account savings 10.00",
      "total Total current assets 10.00",
      "subtotal Total assets 10.00",
      "section Current liabilities",
      "group Bank overdrafts 3.00",
      "account Account bank 3.00",
      "group Credit cards 2.00",
      "account Account card 2.00",
      "total Total current liabilities 5.00",
      "subtotal Total liabilities 5.00",
      "section Equity",
      "account Account capital 5.00",
      "account Current year earnings 0.00",
      "total Total equity 5.00",
      "result Liabilities and equity 10.00",
    ]);
  });

  test("leaves a subtotal out that would repeat the line above it or the result", () => {
    expect(shown("profit_and_loss", entries(["bank", 8_000], ["sales", -10_000], ["cogs", 2_000]))).toEqual([
      "group Income",
      "account Account sales 100.00",
      "total Total income 100.00",
      "group Cost of sales",
      "account Account cogs 20.00",
      "total Total cost of sales 20.00",
      "result Net profit 80.00",
    ]);
    const toOperating = shown("profit_and_loss", entries(["bank", 7_000], ["sales", -10_000], ["cogs", 2_000], ["rent", 1_000]));
    expect(toOperating.filter((line) => line.startsWith("subtotal"))).toEqual(["subtotal Gross profit 80.00"]);
    const withoutCost = shown("profit_and_loss", entries(["bank", 9_100], ["sales", -10_000], ["rent", 1_000], ["interest", -100]));
    expect(withoutCost.filter((line) => line.startsWith("subtotal"))).toEqual(["subtotal Operating profit 90.00"]);
    expect(shown("profit_and_loss", [])).toEqual(["result Net profit 0.00"]);
  });

  test("names lines by keys that a figure can be read by", () => {
    const lines = laidOutLines(statementOf("balance_sheet", entries(["bank", 500], ["loan", -200], ["capital", -300])), null);
    expect(lines.map(({ kind, key, group }) => [kind, key, group])).toEqual([
      ["section", "section:current_assets", null],
      ["group", "group:bank", "bank"],
      ["account", "bank", "bank"],
      ["total", "total:current_assets", null],
      ["subtotal", "total_assets", null],
      ["section", "section:noncurrent_liabilities", null],
      ["account", "loan", "other_noncurrent_liabilities"],
      ["total", "total:noncurrent_liabilities", null],
      ["subtotal", "total_liabilities", null],
      ["section", "section:equity", null],
      ["account", "capital", "equity"],
      ["account", "row:Current year earnings", "equity"],
      ["total", "total:equity", null],
      ["result", "liabilities_and_equity", null],
    ]);
  });

  test("places a bank account by its balance in the last of several months", () => {
    const october = statementOf("balance_sheet", entries(["bank", -300], ["savings", 1_000], ["capital", -700]));
    const months = { ...october, columns: ["month", "month"].map((name) => ({ name: name as "month", from: FROM, to: TO })) };
    const rows = (first: number, last: number) =>
      laidOutLines({ ...months, rows: october.rows.map((row) => ({ ...row, amounts: [cents(first), cents(last)] })) }, null);
    const groupOfBank = (lines: ReturnType<typeof rows>) => lines.find(({ account: own }) => own?.id === "bank")?.group;
    expect([groupOfBank(rows(100, -100)), groupOfBank(rows(-100, 100)), groupOfBank(rows(-100, 0))]).toEqual([
      ...["bank_overdrafts", "bank", "bank"],
    ]);
  });

  test("has the firm's subtotals within a section of a balance sheet, except above its first group", () => {
    const subtotal = (id: string, title: string) => ({ kind: "subtotal" as const, id, section: "current_assets" as const, title });
    const [bank, ...others] = standardItems("balance_sheet") as [ReturnType<typeof standardItems>[number]];
    const items = [subtotal("none", "Nothing yet"), bank, subtotal("liquid", "Liquid assets"), ...others];
    const statement = statementOf("balance_sheet", entries(["bank", 500], ["debtors", 200], ["capital", -700]));
    expect(laidOutLines(statement, { items, accounts: {} }).slice(0, 7)).toMatchObject([
      { kind: "section", label: "Current assets" },
      { kind: "group", label: "Bank", amounts: ["5.00"] },
      { kind: "account", label: "Account bank" },
      { kind: "total", key: "liquid", label: "Liquid assets", amounts: ["5.00"] },
      { kind: "group", label: "Accounts receivable", amounts: ["2.00"] },
      { kind: "account", label: "Account debtors" },
      { kind: "total", label: "Total current assets", amounts: ["7.00"] },
    ]);
  });

  test.each([
    ["receivable", "asset", "", "receivables"],
    ["receivable", "liability", "", "other_current_liabilities"],
    ["payable", "liability", "", "payables"],
    ["payable", "asset", "", "other_current_assets"],
    ["tax", "liability", "", "taxes_payable"],
    ["tax", "asset", "", "other_current_assets"],
    ["exchange_difference", "revenue", "", "other_income"],
    ["exchange_difference", "expense", "", "other_expenses"],
    ["exchange_difference", "equity", "", "equity"],
    ["bank", "asset", "", "bank"],
    ["bank", "liability", "", "credit_cards"],
    ["bank", "equity", "", "equity"],
    [undefined, "asset", "FIXED", "fixed_assets"],
    // A type of another class says nothing.
    [undefined, "liability", "FIXED", "other_current_liabilities"],
    [undefined, "expense", "toString", "operating_expenses"],
    [undefined, "revenue", "REVENUE", "income"],
    [undefined, "non_posting", "Statistical", null],
  ] as const)("has the role %s of class %s and type “%s” in the group %s", (role, side, type, group) => {
    expect(standardGroup(account("x", type, side, role))).toBe(group);
  });

  test("gives only groups of a profit and loss a side", () => {
    expect(standardItems("profit_and_loss")[0]).toStrictEqual({
      ...{ kind: "group", section: "profit", id: "income", title: "Income", side: "income" },
    });
    expect(standardItems("balance_sheet")[0]).toStrictEqual({ kind: "group", section: "current_assets", id: "bank", title: "Bank" });
  });

  test("never has a card under Bank, in no ledger's words", () => {
    for (const type of ["BANK", "Credit Card", "CredCard"])
      expect(standardGroup(account("card", type, "liability", type === "BANK" ? "bank" : undefined))).toBe("credit_cards");
  });
});

describe("a layout is refused", () => {
  const items = standardItems("profit_and_loss");
  const problem = (change: Partial<StatementLayout>) =>
    layoutProblem({ statement: "profit_and_loss", items, accounts: {}, ...change }, CHART);
  const refused = (message: string, field: string) => ({ code: "invalid_input", message, field });
  const own = { kind: "group" as const, id: "own", section: "profit" as const, title: "Own", side: "costs" as const };

  test("not where accounts move within their class, and groups are renamed, left out or added", () => {
    expect(problem({ accounts: { rent: "cost_of_sales", cogs: "own" }, items: [own, ...items] })).toBeNull();
    expect(problem({ items: items.slice(1).map((item) => ({ ...item, title: "Another name" })) })).toBeNull();
    expect(problem({ items: [...items, { kind: "subtotal", id: "mine", section: "profit", title: "Mine" }] })).toBeNull();
    const sheet = standardItems("balance_sheet");
    const fleet = { kind: "group" as const, id: "fleet", section: "noncurrent_assets" as const, title: "Fleet" };
    expect(problem({ statement: "balance_sheet", items: [...sheet, fleet], accounts: { plant: "fleet" } })).toBeNull();
  });

  test("when an item is in it twice or in another part of the statement", () => {
    expect(problem({ items: [...items, own, own] })).toEqual(refused("own appears twice in the layout.", "items"));
    const elsewhere = refused("Own can't be in this part of the statement.", "items");
    expect(problem({ items: [...items, { ...own, section: "equity" }] })).toEqual(elsewhere);
    expect(problem({ items: [...items, { ...own, side: undefined }] })).toEqual(elsewhere);
    expect(problem({ items: [...items, { ...own, kind: "subtotal" }] })).toEqual(elsewhere);
    const sheet = { statement: "balance_sheet" as const, items: standardItems("balance_sheet") };
    expect(problem({ ...sheet, items: [...sheet.items, own] })).toEqual(elsewhere);
    expect(problem({ ...sheet, items: [...sheet.items, { ...own, section: "equity" }] })).toEqual(elsewhere);
  });

  test("when a standard item is another kind, on another side or in another section than it is", () => {
    const [income, ...others] = items as [LayoutItem];
    const wrong = refused("Income can't be in this part of the statement.", "items");
    expect(problem({ items: [{ ...income, kind: "subtotal" }, ...others] })).toEqual(wrong);
    expect(problem({ items: [{ ...income, side: "costs" }, ...others] })).toEqual(wrong);
    expect(problem({ items: [{ ...income, section: "equity" }, ...others] })).toEqual(wrong);
    const [bank, ...rest] = standardItems("balance_sheet") as [LayoutItem];
    expect(problem({ statement: "balance_sheet", items: [{ ...bank, section: "noncurrent_assets" }, ...rest] })).toEqual(
      refused("Bank can't be in this part of the statement.", "items"),
    );
  });

  test("when an account isn't in the books, in no group of the layout, or in one of another class", () => {
    expect(problem({ accounts: { strange: "income" } })).toEqual(refused("Account strange isn't in this client's books.", "accounts"));
    const without = refused("Account rent is in a group that the layout doesn't have.", "accounts");
    expect(problem({ accounts: { rent: "own" } })).toEqual(without);
    expect(problem({ accounts: { rent: "gross_profit" } })).toEqual(without);
    expect(problem({ accounts: { plant: "income" } })).toEqual(
      refused("Account plant can't be in Income: it's a different class of account, and totals would no longer tie out.", "accounts"),
    );
  });
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
      ["line", "net_profit", "Net profit", "84.00"],
      ["line", "noncash", "Depreciation, amortization and disposals", "7.00"],
      ["line", "revalued", "Unrealized exchange differences on cash", "-1.00"],
      ["line", "group:receivables", "Change in accounts receivable", "-5.00"],
      ["total", "total:operating", "Net cash from operating activities", "85.00"],
      ["section", "section:investing", "Investing activities"],
      ["line", "group:fixed_assets", "Purchase and sale of fixed assets", "-20.00"],
      ["total", "total:investing", "Net cash from investing activities", "-20.00"],
      ["section", "section:financing", "Financing activities"],
      ["line", "group:other_noncurrent_liabilities", "Loans and other non-current liabilities", "40.00"],
      ["line", "group:equity", "Owners' contributions and drawings", "10.00"],
      ["total", "total:financing", "Net cash from financing activities", "50.00"],
      ["line", "unknown", "On unknown accounts", "0.60"],
      ["line", "exchange_effect", "Effect of exchange rates on cash", "1.00"],
      ["result", "net_change", "Net change in cash", "116.60"],
      ["balance", "opening_cash", "Cash at beginning of period", "8.00"],
      ["balance", "closing_cash", "Cash at end of period", "124.60"],
      ["check", "check", "Check: bank movement less net change", "0.00"],
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

  test("has its net profit and its cash even where nothing moved, and no activity without lines", () => {
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

  const flowOf = (opening: Entries, moved: Entries) => {
    const column: CashFlowColumn = { moved: sumsOf(moved), opening: sumsOf(opening), entries: moved };
    return cashFlowLines([column], CHART, "USD", null);
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
    const revalued = (kind: EntryKind, counterpart: string) =>
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

describe("a trial balance", () => {
  test("has the types of a class in the statements' order, and keeps rows of a type together and in their own order", () => {
    const zero = decimal("0");
    const row = (account: Account | null, group: string | null): TrialBalanceRow => ({
      ...{ kind: "account", label: account?.name ?? "Unknown", account, group },
      ...{ opening: zero, debit: zero, credit: zero, balance: zero },
    });
    const interest = account("interest", "OTHERINCOME", "revenue");
    const [sales, freight] = [account("sales", "REVENUE", "revenue"), account("freight", "REVENUE", "revenue")];
    const bank = account("bank", "BANK", "asset", "bank");
    const rows = [
      row(bank, "Bank"),
      row({ ...bank, id: "overdrawn" }, "Bank overdrafts"),
      row(account("plant", "FIXED", "asset"), "Fixed assets"),
      row(interest, "Other income"),
      row(sales, "Income"),
      row(freight, "Other income"),
      row(account("rent", "EXPENSE", "expense"), "Operating expenses"),
      row(null, null),
    ];
    const titles = (["balance_sheet", "profit_and_loss"] as const).flatMap(standardItems).map(({ title }) => title);
    expect(inOrderOfStatements(rows, titles).map((each) => each.account?.id ?? null)).toEqual([
      ...["bank", "overdrawn", "plant"],
      ...["sales", "freight", "interest"],
      ...["rent", null],
    ]);
  });
});
