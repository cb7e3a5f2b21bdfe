import { type DecimalString, isZero, negateDecimal, subtractDecimals, sumDecimals } from "#shared/kernel/decimal.ts";
import { postingsOf } from "../books/postings.ts";
import type { Books, SimLine, SimPosting, SimTransaction } from "../books/types.ts";
import { type LedgerType, LINES_ONLY, ledgerTypeOf, TYPE_WORDS } from "./vocabulary.ts";

const ZERO = "0" as DecimalString;

/**
 * One row of a transaction in this ledger, before it gets its column names. Amounts are debit positive.
 * `posted` is null where the general ledger has no entry for the line.
 */
export interface LedgerLine {
  readonly id: string;
  readonly role: "main" | "line" | "tax" | "other" | "difference" | "cogs";
  readonly accountId: string | null;
  readonly foreign: DecimalString;
  readonly base: DecimalString;
  readonly posted: DecimalString | null;
  readonly source: SimLine | null;
}

/**
 * The lines of a transaction: main line (id 0), item and expense lines, tax lines, then what only
 * the general ledger knows (payment counter sides, rounding, cost of sales). Journals have no main
 * line and their lines count from 0. The foreign amounts sum to zero, and so do the base amounts.
 */
export function ledgerLinesOf(books: Books, transaction: SimTransaction): LedgerLine[] {
  const type = ledgerTypeOf(transaction);
  const postings = postingsOf(books, transaction);
  const own = transaction.lines.map((line, at) => ownLine(type, transaction, line, at, postings));
  if (LINES_ONLY.has(type)) return [...own, ...numbered(own.length, roundingLines(postings))];
  const main = mainLine(type, transaction, postings);
  const taxes = taxLines(books, type, transaction, postings);
  const others =
    own.length > 0 ? [...roundingLines(postings), ...costLines(books, type, transaction)] : counterLines(books, type, main, postings);
  const next = own.reduce((highest, line) => Math.max(highest, Number(line.id)), 0) + 1;
  return withRemainder([main.line, ...own, ...numbered(next, [...taxes, ...others])]);
}

/** The id of a document line in this ledger. */
export function ledgerLineId(type: LedgerType, line: SimLine, at: number): string {
  const number = /^[1-9]\d*$/.test(line.id) ? Number(line.id) : at + 1;
  return String(LINES_ONLY.has(type) ? number - 1 : number);
}

/** Applies the line's sign to an amount of the books, which are positive outside journals. */
export function signed(sign: 1 | -1, amount: DecimalString): DecimalString {
  return sign === 1 ? amount : negateDecimal(amount);
}

type Unnumbered = Omit<LedgerLine, "id">;

interface MainLine {
  readonly line: LedgerLine;
  readonly posting: SimPosting | undefined;
}

function mainLine(type: LedgerType, transaction: SimTransaction, postings: readonly SimPosting[]): MainLine {
  const sign = TYPE_WORDS[type].lineSign === 1 ? -1 : 1;
  const candidates = postings.filter((posting) => posting.role === "main");
  const posting = candidates.find((candidate) => candidate.accountId === transaction.accountId) ?? candidates[0];
  const line: LedgerLine = {
    id: "0",
    role: "main",
    accountId: posting?.accountId ?? transaction.accountId,
    foreign: signed(sign, transaction.total),
    base: signed(sign, transaction.totalBase),
    posted: posting?.amountBase ?? null,
    source: null,
  };
  return { line, posting };
}

function ownLine(type: LedgerType, transaction: SimTransaction, line: SimLine, at: number, postings: readonly SimPosting[]): LedgerLine {
  const posted = postings.find((posting) => posting.role === "line" && posting.lineId === line.id)?.amountBase ?? null;
  const sign = TYPE_WORDS[type].lineSign;
  return {
    id: ledgerLineId(type, line, at),
    role: "line",
    accountId: line.accountId,
    foreign: signed(sign, line.net),
    base: transaction.state === "approved" && posted !== null ? posted : signed(sign, line.netBase),
    posted,
    source: line,
  };
}

/** One line per tax account that the document's codes post to. */
function taxLines(books: Books, type: LedgerType, transaction: SimTransaction, postings: readonly SimPosting[]): Unnumbered[] {
  const sums = new Map<string, DecimalString>();
  for (const line of transaction.lines) {
    const code = books.taxCodes.find((candidate) => candidate.id === line.taxCodeId);
    if (code) sums.set(code.accountId, sumDecimals([sums.get(code.accountId) ?? ZERO, line.tax]));
  }
  const taxed = [...sums].filter(([, amount]) => !isZero(amount));
  return taxed.map(([accountId, amount]) => {
    const posting = postings.find((candidate) => candidate.role === "tax" && candidate.accountId === accountId);
    const foreign = signed(TYPE_WORDS[type].lineSign, amount);
    return { role: "tax", accountId, foreign, base: posting?.amountBase ?? ZERO, posted: posting?.amountBase ?? null, source: null };
  });
}

/** Currency and rounding differences: lines that the ledger adds, with zero in the document's currency. */
function roundingLines(postings: readonly SimPosting[]): Unnumbered[] {
  return postings
    .filter((posting) => posting.role === "rounding")
    .map(({ accountId, amountBase }) => ({
      role: "difference",
      accountId,
      foreign: ZERO,
      base: amountBase,
      posted: amountBase,
      source: null,
    }));
}

/** Sales of stock carry two extra lines; the books keep no cost, so both are zero and unposted. */
function costLines(books: Books, type: LedgerType, transaction: SimTransaction): Unnumbered[] {
  if (type !== "CustInvc" && type !== "CashSale") return [];
  return transaction.lines.flatMap((line) => {
    const item = books.items.find((candidate) => candidate.id === line.itemId);
    if (item?.kind !== "inventory") return [];
    const stock = books.accounts.find((account) => account.kind === "inventory")?.id ?? null;
    return [item.expenseAccountId, stock].map(
      (accountId): Unnumbered => ({
        role: "cogs",
        accountId,
        foreign: ZERO,
        base: ZERO,
        posted: null,
        source: line,
      }),
    );
  });
}

/** Payments and deposits have no item lines: these are the other sides of their entry. The first one has the foreign amount. */
function counterLines(books: Books, type: LedgerType, main: MainLine, postings: readonly SimPosting[]): Unnumbered[] {
  const foreign = negateDecimal(main.line.foreign);
  const rest = postings.filter((posting) => posting !== main.posting);
  if (rest.length === 0 && !isZero(foreign)) {
    const kind = TYPE_WORDS[type].side === "customer" ? "receivable" : "payable";
    const accountId = books.accounts.find((account) => account.kind === kind)?.id ?? null;
    return [{ role: "other", accountId, foreign, base: negateDecimal(main.line.base), posted: null, source: null }];
  }
  return rest.map(({ accountId, amountBase }, at) => ({
    role: "other",
    accountId,
    foreign: at === 0 ? foreign : ZERO,
    base: amountBase,
    posted: amountBase,
    source: null,
  }));
}

function numbered(first: number, lines: readonly Unnumbered[]): LedgerLine[] {
  return lines.map((line, at) => ({ id: String(first + at), ...line }));
}

/** Unposted documents have no entry to balance them: the tax line, or else the last line, takes the remainder in base currency. */
function withRemainder(lines: readonly LedgerLine[]): LedgerLine[] {
  if (lines.some((line) => line.posted !== null)) return [...lines];
  const rest = sumDecimals(lines.map((line) => line.base));
  const taker = lines.findLast((line) => line.role === "tax") ?? lines.findLast((line) => line.role === "line" || line.role === "other");
  return lines.map((line) => (line === taker ? { ...line, base: subtractDecimals(line.base, rest) } : line));
}
