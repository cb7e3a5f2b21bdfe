import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { AccountSum, Chart } from "#main/domain/postings/account-sum.ts";
import type { EntryKind } from "#main/domain/postings/revaluation.ts";
import { standardGroup, standardItems } from "#main/domain/statements/account-groups.ts";
import { laidOutLines, lineAmounts, outOfBalance, type Placing } from "#main/domain/statements/layout.ts";
import { layoutProblem } from "#main/domain/statements/layout-rules.ts";
import { balanceSheetRows, profitAndLossRows } from "#main/domain/statements/statements.ts";
import { inOrderOfStatements } from "#main/domain/statements/trial-balance.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { type DecimalString, decimal, fromTenThousandths, isZero, negateDecimal, sumDecimals } from "#shared/kernel/decimal.ts";
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

  test("has gross profit, operating profit and net income in a profit and loss", () => {
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
      "result Net income 60.00",
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
      "result Total liabilities and equity 10.00",
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
      "result Net income 80.00",
    ]);
    const toOperating = shown("profit_and_loss", entries(["bank", 7_000], ["sales", -10_000], ["cogs", 2_000], ["rent", 1_000]));
    expect(toOperating.filter((line) => line.startsWith("subtotal"))).toEqual(["subtotal Gross profit 80.00"]);
    const withoutCost = shown("profit_and_loss", entries(["bank", 9_100], ["sales", -10_000], ["rent", 1_000], ["interest", -100]));
    expect(withoutCost.filter((line) => line.startsWith("subtotal"))).toEqual(["subtotal Operating profit 90.00"]);
    expect(shown("profit_and_loss", [])).toEqual(["result Net income 0.00"]);
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

  test("gives a group with its section's name no heading of its own, however the firm saved its spelling", () => {
    const items = standardItems("balance_sheet");
    const saved = items.map((item) => (item.id === "other_noncurrent_liabilities" ? { ...item, title: "Non-current liabilities" } : item));
    const statement = statementOf("balance_sheet", entries(["bank", 500], ["loan", -200], ["capital", -300]));
    const keys = (layout: Placing | null) => laidOutLines(statement, layout).map(({ key }) => key);
    expect(keys({ items: saved, accounts: {} })).toEqual(keys(null));
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
    expect(problem({ items: [...items, own, own] })).toEqual(refused("Group or subtotal own appears twice in the layout.", "items"));
    const elsewhere = refused("Own can't be in the part of the statement where you put it.", "items");
    expect(problem({ items: [...items, { ...own, section: "equity" }] })).toEqual(elsewhere);
    expect(problem({ items: [...items, { ...own, side: undefined }] })).toEqual(elsewhere);
    expect(problem({ items: [...items, { ...own, kind: "subtotal" }] })).toEqual(elsewhere);
    const sheet = { statement: "balance_sheet" as const, items: standardItems("balance_sheet") };
    expect(problem({ ...sheet, items: [...sheet.items, own] })).toEqual(elsewhere);
    expect(problem({ ...sheet, items: [...sheet.items, { ...own, section: "equity" }] })).toEqual(elsewhere);
  });

  test("when a standard item is another kind, on another side or in another section than it is", () => {
    const [income, ...others] = items as [LayoutItem];
    const wrong = refused("Income can't be in the part of the statement where you put it.", "items");
    expect(problem({ items: [{ ...income, kind: "subtotal" }, ...others] })).toEqual(wrong);
    expect(problem({ items: [{ ...income, side: "costs" }, ...others] })).toEqual(wrong);
    expect(problem({ items: [{ ...income, section: "equity" }, ...others] })).toEqual(wrong);
    const [bank, ...rest] = standardItems("balance_sheet") as [LayoutItem];
    expect(problem({ statement: "balance_sheet", items: [{ ...bank, section: "noncurrent_assets" }, ...rest] })).toEqual(
      refused("Bank can't be in the part of the statement where you put it.", "items"),
    );
  });

  test("when an account isn't in the books, in no group of the layout, or in one of another class", () => {
    expect(problem({ accounts: { strange: "income" } })).toEqual(
      refused("There's no account “strange” in this client's books.", "accounts"),
    );
    const without = refused("Account rent is in a group that the layout doesn't have.", "accounts");
    expect(problem({ accounts: { rent: "own" } })).toEqual(without);
    expect(problem({ accounts: { rent: "gross_profit" } })).toEqual(without);
    expect(problem({ accounts: { plant: "income" } })).toEqual(
      refused("Account plant can't be in Income, because totals would no longer tie out.", "accounts"),
    );
  });
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
