import { type AccountSum, amountWriter, type Chart, compareAccounts, unknownLabel, ZERO } from "#main/domain/postings/account-sum.ts";
import { type EntryKind, isRevaluation } from "#main/domain/postings/revaluation.ts";
import { addDecimals, type DecimalString, isZero, negateDecimal, subtractDecimals, sumDecimals } from "#shared/kernel/decimal.ts";
import { compareText } from "#shared/kernel/lists.ts";
import { insideSentence } from "#shared/kernel/readable.ts";
import { message, t } from "#shared/language/t.ts";
import { isCash } from "#shared/model/reports/is-cash.ts";
import type { StatementAccount } from "#shared/model/reports/statement.ts";
import type { CashFlowLine, CashFlowPart, LayoutItem } from "#shared/model/reports/statement-layout.ts";
import { completeItems, groupOfAccount, type Placing } from "./layout.ts";

/** One entry of the ledger, debits positive. */
export interface WholeEntry {
  readonly kind: EntryKind;
  readonly postings: readonly { readonly accountId: string | null; readonly amount: DecimalString }[];
}

/** One column: what moved in its days, the balances before them, and the entries that may have moved no cash. */
export interface CashFlowColumn {
  readonly moved: readonly AccountSum[];
  readonly opening: readonly AccountSum[];
  readonly entries: readonly WholeEntry[];
}

type Account = NonNullable<StatementAccount>;
/** Amounts of one line by account id, one figure a column. */
type Parts = Map<string, DecimalString[]>;

/**
 * The lines of an indirect cash-flow statement. Every account's movement is on exactly one line, so that the change in cash equals the
 * movement of the bank accounts in books that balance. Entries between noncurrent assets and income or expenses alone, such as
 * depreciation, are added back and left out of investing; revaluations of bank accounts have a line of their own.
 * @param layout the balance sheet's: its groups name the lines, and its sections decide the activity
 * @param inBase accounts kept in the base currency: no exchange rate changes them, so nothing posted to them is such an effect
 */
export function cashFlowLines(
  columns: readonly CashFlowColumn[],
  chart: Chart,
  currency: string,
  layout: Placing | null,
  inBase: ReadonlySet<string> = new Set(),
): CashFlowLine[] {
  return new CashFlowBook(columns, chart, currency, layout, inBase).lines();
}

class CashFlowBook {
  readonly #columns: readonly CashFlowColumn[];
  readonly #chart: Chart;
  readonly #layout: Placing;
  readonly #inBase: ReadonlySet<string>;
  readonly #write: (amount: DecimalString) => DecimalString;
  readonly #profit: Parts = new Map();
  readonly #noncash: Parts = new Map();
  readonly #revalued: Parts = new Map();
  readonly #effect: Parts = new Map();
  readonly #groups = new Map<string, Parts>();
  readonly #unknown: Parts = new Map();

  constructor(columns: readonly CashFlowColumn[], chart: Chart, currency: string, layout: Placing | null, inBase: ReadonlySet<string>) {
    this.#columns = columns;
    this.#inBase = inBase;
    this.#chart = chart;
    this.#layout = { items: completeItems("balance_sheet", layout), accounts: layout?.accounts ?? {} };
    this.#write = amountWriter(currency);
    for (const [at, column] of columns.entries()) {
      for (const { accountId, net } of column.moved) this.#add(this.#partsOf(accountId), accountId, at, negateDecimal(net));
      for (const entry of column.entries) this.#takeOut(entry, at);
    }
  }

  lines(): CashFlowLine[] {
    const operating = [
      this.#line("net_profit", t("Net income"), this.#profit, true),
      this.#line("noncash", t("Depreciation, amortization and disposals"), this.#noncash),
      this.#line("revalued", "Unrealized exchange differences on cash", this.#revalued),
      ...this.#groupLines(["current_assets", "current_liabilities"]),
    ].flat();
    const investing = this.#groupLines(["noncurrent_assets"]);
    const financing = this.#groupLines(["noncurrent_liabilities", "equity"]);
    const unknown = this.#line("unknown", "Change in unknown accounts", this.#unknown);
    const effect = this.#line("exchange_effect", "Effect of exchange rates on cash", this.#effect);
    const change = this.#sum([...operating, ...investing, ...financing, ...unknown, ...effect].map(({ amounts }) => amounts));
    return [
      ...this.#activity("operating", "Operating activities", operating),
      ...this.#activity("investing", "Investing activities", investing),
      ...this.#activity("financing", "Financing activities", financing),
      ...unknown,
      ...effect,
      { kind: "result", key: "net_change", label: "Net change in cash", amounts: change, parts: [] },
      ...this.#proof(change),
    ];
  }

  /** Cash at both ends, from the bank accounts themselves, and the difference that must be zero. */
  #proof(change: readonly DecimalString[]): CashFlowLine[] {
    const opening = this.#cash(({ opening: sums }) => sums);
    const moved = this.#cash((column) => column.moved);
    const closing = new Map<string, DecimalString[]>();
    for (const parts of [opening, moved])
      for (const [id, amounts] of parts) for (const [at, amount] of amounts.entries()) this.#add(closing, id, at, amount);
    const balance = (key: string, label: string, parts: Parts): CashFlowLine => ({
      ...(this.#line(key, label, parts, true)[0] as CashFlowLine),
      kind: "balance",
    });
    const [first, last] = [
      balance("opening_cash", "Cash at beginning of period", opening),
      balance("closing_cash", "Cash at end of period", closing),
    ];
    const apart = last.amounts.map((amount, at) =>
      this.#write(subtractDecimals(amount, addDecimals(first.amounts[at] ?? ZERO, change[at] ?? ZERO))),
    );
    return [first, last, { kind: "check", key: "check", label: "Unexplained difference in cash", amounts: apart, parts: [] }];
  }

  #cash(sumsOf: (column: CashFlowColumn) => readonly AccountSum[]): Parts {
    const parts: Parts = new Map();
    for (const [at, column] of this.#columns.entries())
      for (const { accountId, net } of sumsOf(column)) if (isCash(this.#accountOf(accountId))) this.#add(parts, accountId, at, net);
    return parts;
  }

  /** The line an account's movement belongs to; null for cash itself, which the statement explains. */
  #partsOf(accountId: string | null): Parts | null {
    const account = this.#accountOf(accountId);
    if (isCash(account)) return null;
    if (account === null || account.class === "non_posting") return this.#unknown;
    if (isResult(account)) return this.#profit;
    const group = groupOfAccount(account, this.#layout)?.id ?? null;
    if (group === null) return this.#unknown;
    const parts = this.#groups.get(group) ?? new Map();
    this.#groups.set(group, parts);
    return parts;
  }

  /** Moves what an entry without cash changed out of the lines that it would distort. */
  #takeOut({ kind, postings }: WholeEntry, at: number): void {
    const sides = postings.map(({ accountId, amount }) => ({ accountId, amount, account: this.#accountOf(accountId) }));
    if (!isZero(sumDecimals([ZERO, ...sides.map(({ amount }) => amount)]))) return;
    const results = sides.filter(({ account }) => account !== null && isResult(account));
    const others = sides.filter((side) => !results.includes(side));
    if (results.length === 0 || others.length === 0) return;
    if (others.every(({ account }) => account !== null && this.#sectionOf(account) === "noncurrent_assets")) {
      for (const { accountId, amount } of results) this.#add(this.#noncash, accountId, at, amount);
      for (const { accountId, amount } of others) this.#add(this.#partsOf(accountId), accountId, at, amount);
      return;
    }
    const counterparts = results.map(({ account }) => account);
    const isForeignCash = others.every(({ account }) => isCash(account) && !this.#inBase.has(account?.id ?? ""));
    if (!isForeignCash || !isRevaluation(kind, counterparts)) return;
    for (const { accountId, amount } of results) this.#add(this.#revalued, accountId, at, amount);
    for (const { accountId, amount } of others) this.#add(this.#effect, accountId, at, amount);
  }

  #sectionOf(account: Account): LayoutItem["section"] | null {
    return isCash(account) ? null : (groupOfAccount(account, this.#layout)?.section ?? null);
  }

  #groupLines(sections: readonly LayoutItem["section"][]): CashFlowLine[] {
    return this.#layout.items
      .filter(({ kind, section }) => kind === "group" && sections.includes(section))
      .flatMap(({ id, title }) => this.#line(`group:${id}`, changeLabel(id, title), this.#groups.get(id) ?? new Map()));
  }

  /** A line with what each account adds to it; none where nothing moved, unless it is always there. */
  #line(key: string, label: string, parts: Parts, always = false): CashFlowLine[] {
    const found = [...parts]
      .map(([id, amounts]): CashFlowPart => {
        const account = this.#accountOf(id === "" ? null : id);
        return { account, label: account?.name ?? unknownLabel(id === "" ? null : id), amounts: amounts.map(this.#write) };
      })
      .filter(({ amounts }) => !amounts.every(isZero))
      .sort((a, b) => compareAccounts(a.account, b.account) || compareText(a.label, b.label));
    if (found.length === 0 && !always) return [];
    return [{ kind: "line", key, label, amounts: this.#sum(found.map(({ amounts }) => amounts)), parts: found }];
  }

  #activity(key: string, title: string, lines: readonly CashFlowLine[]): CashFlowLine[] {
    if (lines.length === 0) return [];
    const amounts = this.#sum(lines.map((line) => line.amounts));
    const total: CashFlowLine = { kind: "total", key: `total:${key}`, label: `Net cash from ${title.toLowerCase()}`, amounts, parts: [] };
    return [{ kind: "section", key: `section:${key}`, label: title, amounts: [], parts: [] }, ...lines, total];
  }

  #accountOf(accountId: string | null): StatementAccount {
    return accountId === null ? null : (this.#chart.get(accountId) ?? null);
  }

  #add(parts: Parts | null, accountId: string | null, at: number, amount: DecimalString): void {
    if (parts === null) return;
    const own = parts.get(accountId ?? "") ?? this.#columns.map(() => ZERO);
    own[at] = addDecimals(own[at] ?? ZERO, amount);
    parts.set(accountId ?? "", own);
  }

  #sum(rows: readonly (readonly DecimalString[])[]): DecimalString[] {
    return this.#columns.map((_, at) => this.#write(sumDecimals([ZERO, ...rows.map((amounts) => amounts[at] ?? ZERO)])));
  }
}

function isResult({ class: side }: Account): boolean {
  return side === "revenue" || side === "expense";
}

const CHANGE_LABELS: Readonly<Record<string, string>> = {
  fixed_assets: "Purchase and sale of fixed assets",
  other_noncurrent_assets: message("Other noncurrent assets"),
  other_noncurrent_liabilities: message("Loans and other noncurrent liabilities"),
  equity: "Owners' contributions and distributions",
};

function changeLabel(group: string, title: string): string {
  const own = CHANGE_LABELS[group];
  return own === undefined ? `Change in ${insideSentence(title)}` : t(own);
}

/** True when the change explains the movement of the bank accounts to the last digit in every column. */
export function cashFlowTies(lines: readonly CashFlowLine[]): boolean {
  return lines.every(({ kind, amounts }) => kind !== "check" || amounts.every(isZero));
}
