import { addDays, type CalendarDate } from "#shared/kernel/calendar-date.ts";
import type { SimAccount } from "../../books/types.ts";
import type { BooksView } from "../books-view.ts";
import type { JournalEntry } from "../journals/journal-log.ts";
import type { JsonRecord } from "../json-text.ts";
import { accountWords } from "../words.ts";
import { type Balances, balancesOf, cellAmount, yearStart } from "./report-balances.ts";
import { computedRow, headerRow, longDate, type ReportBody, recordRow, section, shortDate, summaryRow } from "./report-rows.ts";
import { profitOf } from "./report-trial-balance.ts";

/** One block of a statement: its accounts and the sign they are shown with. */
interface Block {
  readonly title: string;
  readonly total: string;
  readonly holds: (account: SimAccount) => boolean;
  readonly sign: 1n | -1n;
}

const ofKinds =
  (...kinds: readonly SimAccount["kind"][]) =>
  (account: SimAccount) =>
    kinds.includes(account.kind);

const INCOME: Block = { title: "Income", total: "Total Income", holds: ofKinds("revenue"), sign: -1n };
const COST: Block = { title: "Less Cost of Sales", total: "Total Cost of Sales", holds: ofKinds("cost_of_sales"), sign: 1n };
const OTHER: Block = { title: "Plus Other Income", total: "Total Other Income", holds: ofKinds("other_income"), sign: -1n };
const COSTS: Block = {
  title: "Less Operating Expenses",
  total: "Total Operating Expenses",
  holds: ofKinds("expense", "other_expense"),
  sign: 1n,
};

/** Income and expenses of a span of days. */
export function profitAndLossReport(view: BooksView, entries: readonly JournalEntry[], from: CalendarDate, to: CalendarDate): ReportBody {
  const balances = balancesOf(entries, from, to);
  const gross = blockSum(view, balances, INCOME) - blockSum(view, balances, COST);
  const net = -profitOf(view, balances);
  return {
    id: "ProfitAndLoss",
    name: "Profit and Loss",
    titles: ["Profit & Loss", view.books.name, `${longDate(from)} to ${longDate(to)}`],
    rows: [
      headerRow("", shortDate(to)),
      blockSection(view, balances, INCOME),
      blockSection(view, balances, COST),
      section("", [computedRow("Gross Profit", cellAmount(gross))]),
      blockSection(view, balances, OTHER),
      blockSection(view, balances, COSTS),
      section("", [computedRow("NET PROFIT", cellAmount(net))]),
    ],
  };
}

const isOf = (type: string, side: string) => (account: SimAccount) =>
  accountWords(account).class === side && accountWords(account).type === type;

const ASSETS: readonly Block[] = [
  { title: "Bank", total: "Total Bank", holds: isOf("BANK", "ASSET"), sign: 1n },
  {
    title: "Current Assets",
    total: "Total Current Assets",
    holds: (account) => ["CURRENT", "INVENTORY", "PREPAYMENT"].some((type) => isOf(type, "ASSET")(account)),
    sign: 1n,
  },
  { title: "Fixed Assets", total: "Total Fixed Assets", holds: isOf("FIXED", "ASSET"), sign: 1n },
];
const LIABILITIES: readonly Block[] = [
  { title: "Current Liabilities", total: "Total Current Liabilities", holds: (a) => accountWords(a).class === "LIABILITY", sign: -1n },
];
const EQUITY: Block = { title: "Equity", total: "Total Equity", holds: (a) => accountWords(a).class === "EQUITY", sign: -1n };

/** Assets, liabilities and equity on a day; equity includes this year's and earlier years' results. */
export function balanceSheetReport(view: BooksView, entries: readonly JournalEntry[], date: CalendarDate): ReportBody {
  const start = yearStart(view.books, date);
  const balances = balancesOf(entries, null, date);
  const thisYear = -profitOf(view, balancesOf(entries, start, date));
  const earlier = -profitOf(view, balancesOf(entries, null, addDays(start, -1)));
  const assets = sumBlocks(view, balances, ASSETS);
  const liabilities = sumBlocks(view, balances, LIABILITIES);
  const equity = blockSum(view, balances, EQUITY) + thisYear + earlier;
  return {
    id: "BalanceSheet",
    name: "Balance Sheet",
    titles: ["Balance Sheet", view.books.name, `As at ${longDate(date)}`],
    rows: [
      headerRow("", shortDate(date)),
      section("Assets", []),
      ...ASSETS.map((block) => blockSection(view, balances, block)),
      section("", [summaryRow("Total Assets", cellAmount(assets))]),
      section("Liabilities", []),
      ...LIABILITIES.map((block) => blockSection(view, balances, block)),
      section("", [summaryRow("Total Liabilities", cellAmount(liabilities))]),
      section("", [computedRow("Net Assets", cellAmount(assets - liabilities))]),
      equitySection(view, balances, thisYear, earlier, equity),
    ],
  };
}

function equitySection(view: BooksView, balances: Balances, thisYear: bigint, earlier: bigint, total: bigint): JsonRecord {
  const retained = view.books.accounts.find((account) => account.kind === "retained_earnings");
  const rows = accountRows(view, balances, EQUITY, (account) => (account === retained ? earlier : 0n));
  return section("Equity", [
    computedRow("Current Year Earnings", cellAmount(thisYear)),
    ...rows,
    summaryRow("Total Equity", cellAmount(total)),
  ]);
}

function blockSection(view: BooksView, balances: Balances, block: Block): JsonRecord {
  const total = summaryRow(block.total, cellAmount(blockSum(view, balances, block)));
  return section(block.title, [...accountRows(view, balances, block, () => 0n), total]);
}

function accountRows(view: BooksView, balances: Balances, block: Block, extra: (account: SimAccount) => bigint): JsonRecord[] {
  return view.books.accounts.filter(block.holds).flatMap((account) => {
    const units = block.sign * (balances.get(account.id) ?? 0n) + extra(account);
    return units === 0n ? [] : [recordRow("account", account.id, account.name, cellAmount(units))];
  });
}

function blockSum(view: BooksView, balances: Balances, block: Block): bigint {
  return view.books.accounts.filter(block.holds).reduce((sum, account) => sum + block.sign * (balances.get(account.id) ?? 0n), 0n);
}

function sumBlocks(view: BooksView, balances: Balances, blocks: readonly Block[]): bigint {
  return blocks.reduce((sum, block) => sum + blockSum(view, balances, block), 0n);
}
