import { addDays, type CalendarDate, dayNumber } from "#shared/kernel/calendar-date.ts";
import type { DecimalString } from "#shared/kernel/decimal.ts";
import { pick, type Random, randomInt } from "#shared/kernel/random.ts";
import { accountByCode } from "./chart.ts";
import { composeDocument, type NewDocument, type NewLine } from "./compose.ts";
import { decimalsOf, fromUnits } from "./money.ts";
import { freeText } from "./names.ts";
import { taxChoices } from "./tax-codes.ts";
import type { Books, BooksOptions, SimAccount, SimDimension, SimParty, SimTransaction, TransactionKind } from "./types.ts";

/** The state of an invention: books under construction whose transactions still have provisional ids. */
export interface Making {
  readonly options: BooksOptions;
  readonly books: Books;
  readonly random: Random;
  /** Midnight UTC at which `today` begins: nothing is created later. */
  readonly todayMs: number;
  readonly counters: Map<string, number>;
  /** Accounts by kind. */
  readonly byKind: ReadonlyMap<SimAccount["kind"], readonly SimAccount[]>;
  /** Parties and accounts that are inactive today were still used in the first half of the history. */
  readonly phase: { early: boolean };
  /** Provisional ids of documents that are neither voided nor deleted. */
  readonly kept: Set<string>;
}

const DAY_MS = 86_400_000;

/** Adds a document under a provisional id, created around its date and never after today's midnight. */
export function addDocument(making: Making, input: NewDocument): SimTransaction {
  return addDocumentAt(making, input, creationTime(making, input.date));
}

/** The same with a stated moment of creation, which takes no random number. */
export function addDocumentAt({ books }: Making, input: NewDocument, createdMs: number): SimTransaction {
  const transaction = composeDocument(books, input, `t${books.transactions.length + books.graveyard.length}`, createdMs);
  books.transactions.push(transaction);
  return transaction;
}

/** Mostly in working hours of the day itself; one in ten is entered days later. */
export function creationTime(making: Making, date: CalendarDate): number {
  const { random, options, todayMs } = making;
  const late = random() < 0.1 ? randomInt(random, 1, 18) : 0;
  // Only Ledger A shows milliseconds.
  const second = 7 * 3600 + randomInt(random, 0, 11 * 3600);
  const millisecond = options.style === "a" ? randomInt(random, 0, 999) : 0;
  const wanted = (dayNumber(date) + late) * DAY_MS + second * 1000 + millisecond;
  return wanted < todayMs ? wanted : todayMs - randomInt(random, 1, 8 * 3600) * 1000;
}

/** Counts up from `first` per name. */
export function nextNumber(making: Making, name: string, first: number): number {
  const number = making.counters.get(name) ?? first;
  making.counters.set(name, number + 1);
  return number;
}

/** How often something that happens `rate` times on average happens now; at least twice where `atLeastTwice`. */
export function times(random: Random, rate: number, atLeastTwice: boolean): number {
  const whole = Math.floor(rate);
  const count = whole + (random() < rate - whole ? 1 : 0);
  return atLeastTwice ? Math.max(2, count) : count;
}

export function randomDate(random: Random, from: CalendarDate, to: CalendarDate): CalendarDate {
  return addDays(from, randomInt(random, 0, dayNumber(to) - dayNumber(from)));
}

export function pickParty(making: Making, role: "customer" | "vendor", foreign = true): SimParty {
  const fits = making.books.parties.filter(
    (party) =>
      (party.role === role || party.role === "both") &&
      (party.active || making.phase.early) &&
      (foreign || party.currency === making.books.baseCurrency),
  );
  // The square favours the first ones: some customers buy much more than others.
  return fits[Math.floor(making.random() ** 2 * fits.length)] as SimParty;
}

/** An account of a kind; an everyday firm uses the first one, and keeps the savings account for savings. */
export function accountOfKind(making: Making, kind: SimAccount["kind"]): SimAccount {
  if (making.options.everyday !== undefined && kind === "bank") return making.byKind.get(kind)?.[0] as SimAccount;
  return pick(making.random, making.byKind.get(kind) as readonly SimAccount[]);
}

const PURCHASES: readonly TransactionKind[] = [
  "purchase_bill",
  "purchase_credit",
  "cash_purchase",
  "cash_purchase_refund",
  "purchase_order",
  "expense_report",
];

/** Lines of a believable document, in the form that the ledger's style allows. */
export function inventLines(making: Making, kind: TransactionKind, currency: string, count: number): NewLine[] {
  return Array.from({ length: count }, () => inventLine(making, kind, currency));
}

function inventLine(making: Making, kind: TransactionKind, currency: string): NewLine {
  const { random, books } = making;
  const purchase = PURCHASES.includes(kind);
  const { usual, other } = taxChoices(books.taxCodes, purchase ? "purchases" : "sales");
  const foreign = currency !== books.baseCurrency;
  const common = {
    description: random() < 0.9 ? freeText(random) : null,
    taxCodeId: (foreign || random() < 0.08 ? other : usual).id,
    dimensions: lineDimensions(making),
    billableTo: purchase && kind !== "purchase_order" && random() < 0.05 ? pickParty(making, "customer", false).id : null,
  };
  if (wantsItem(making, kind)) {
    const item = pick(random, books.items);
    const quantity = counted(making);
    return {
      ...common,
      itemId: item.id,
      quantity,
      unitPrice: priced(making, () => inventPrice(random, currency, item.unitPrice), currency),
    };
  }
  const account = purchase ? spendAccount(making) : accountOfKind(making, "revenue");
  if (books.style === "a") {
    const quantity = counted(making);
    return { ...common, accountId: account.id, quantity, unitPrice: priced(making, () => inventPrice(random, currency), currency) };
  }
  const amount = priced(making, () => inventPrice(random, currency, undefined, false), currency);
  return { ...common, accountId: account.id, amount };
}

/** An everyday firm's odd purchases are small beside what it sells. */
function priced(making: Making, price: () => DecimalString, currency: string): DecimalString {
  if (making.options.everyday === undefined) return price();
  const cents = randomInt(making.random, 1_800, 14_000);
  return decimalsOf(currency) === 0 ? (String(cents) as DecimalString) : fromUnits(BigInt(cents), 2);
}

function counted({ random, options }: Making): DecimalString {
  return options.everyday === undefined ? inventQuantity(random) : ("1" as DecimalString);
}

/** Ledger B and C sell items only; bills may name accounts. Ledger A may name either. */
function wantsItem(making: Making, kind: TransactionKind): boolean {
  const { style } = making.books;
  if (kind === "expense_report") return false;
  if (PURCHASES.includes(kind)) return kind === "purchase_order" ? style !== "a" || making.random() < 0.5 : making.random() < 0.3;
  return style === "a" ? making.random() < 0.5 : true;
}

/** Where a small firm's odd purchases go: never to what is the same each month. */
const ODD_PURCHASES = ["6080", "6110", "6130", "6150", "6170"];

function spendAccount(making: Making): SimAccount {
  if (making.options.everyday !== undefined) return accountByCode(making.books.accounts, pick(making.random, ODD_PURCHASES));
  const expenses = making.byKind.get("expense") as readonly SimAccount[];
  const costs = making.byKind.get("cost_of_sales") as readonly SimAccount[];
  const usable = [...expenses, ...costs].filter((account) => account.active || making.phase.early);
  return making.random() < 0.02 ? accountOfKind(making, "fixed_asset") : pick(making.random, usable);
}

function inventQuantity(random: Random): DecimalString {
  if (random() < 0.12) return `${randomInt(random, 0, 12)}.${pick(random, ["25", "5", "75", "125"])}` as DecimalString;
  return String(random() < 0.5 ? 1 : randomInt(random, 2, 24)) as DecimalString;
}

/** Two decimals, sometimes four; whole numbers in currencies without decimals. */
export function inventPrice(random: Random, currency: string, listPrice?: DecimalString, fourDecimals = true): DecimalString {
  if (decimalsOf(currency) === 0) return String(randomInt(random, 500, 90_000)) as DecimalString;
  if (listPrice !== undefined && random() < 0.6) return listPrice;
  if (fourDecimals && random() < 0.04) return fromUnits(BigInt(randomInt(random, 1_001, 999_999)), 4);
  return fromUnits(BigInt(Math.floor(900 + random() ** 3 * 240_000)), 2);
}

export function lineDimensions(making: Making): Record<string, string> {
  return chosen(making, (dimension) => (dimension.level === "line" ? 0.75 : dimension.level === "header_and_line" ? 0.25 : 0));
}

export function headerDimensions(making: Making): Record<string, string> {
  return chosen(making, (dimension) => (dimension.level === "line" ? 0 : 0.6));
}

/** Ledger B's journal lines carry every dimension themselves. */
export function journalDimensions(making: Making): Record<string, string> {
  return chosen(making, () => 0.5);
}

function chosen(making: Making, chance: (dimension: SimDimension) => number): Record<string, string> {
  const values: Record<string, string> = {};
  for (const dimension of making.books.dimensions) {
    if (making.random() >= chance(dimension)) continue;
    const usable = dimension.values.filter((value) => value.active || making.random() < 0.1);
    values[dimension.id] = pick(making.random, usable).id;
  }
  return values;
}

/** A legal entity that may be posted to; null where the books have none. */
export function pickEntity(making: Making): string | null {
  if (making.books.style !== "c") return null;
  const usable = making.books.entities.filter((entity) => !entity.isElimination);
  return (making.random() < 0.7 ? usable[0] : pick(making.random, usable))?.id ?? null;
}
