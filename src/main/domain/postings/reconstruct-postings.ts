import {
  absoluteDecimal,
  compareDecimals,
  type DecimalString,
  decimal,
  isZero,
  multiplyDecimals,
  negateDecimal,
  roundDecimal,
  subtractDecimals,
  sumDecimals,
} from "#shared/kernel/decimal.ts";
import { type DocumentType, isSale, type LedgerDocument } from "#shared/model/books/document.ts";
import type { Payment } from "#shared/model/books/payment.ts";
import type { ControlSide, PostingAccounts } from "./posting-accounts.ts";
import type { GapReason } from "./posting-gaps.ts";

/** One side of an entry that was put together from a document: base currency, debits positive. */
export interface ReconstructedPosting {
  /** Null where nothing tells the account; a gap then says why. */
  readonly accountId: string | null;
  readonly amount: DecimalString;
  readonly lineId: string | null;
}

/** The postings of one record, which sum to zero, and why they may not be the ledger's own. */
export interface Reconstruction {
  readonly postings: readonly ReconstructedPosting[];
  readonly gaps: readonly GapReason[];
}

type DocumentLineFacts = Pick<LedgerDocument["lines"][number], "id" | "accountId" | "net" | "tax">;

/** What of a document its postings depend on. */
export interface PostedDocument
  extends Pick<
    LedgerDocument,
    "id" | "type" | "status" | "currency" | "exchangeRate" | "total" | "totalBase" | "tax" | "unappliedKind" | "totalAccountId"
  > {
  readonly lines: readonly DocumentLineFacts[];
}

/** What of a payment its postings depend on. `allocations` are those from it. */
export type PostedPayment = Pick<
  Payment,
  "id" | "direction" | "status" | "currency" | "exchangeRate" | "amount" | "accountId" | "allocations"
>;

/** What of a settled document the postings of a payment depend on. */
export type SettledDocument = Pick<
  PostedDocument,
  "type" | "currency" | "exchangeRate" | "total" | "totalBase" | "unappliedKind" | "totalAccountId"
>;

const NOTHING: Reconstruction = { postings: [], gaps: [] };
/** What is not, or no more, in the books. */
export const UNPOSTED: readonly LedgerDocument["status"][] = ["draft", "awaiting_approval", "voided", "deleted"];

/** 1 where the total is a debit of the control account or bank, -1 where it is a credit. */
export const TOTAL_SIDE: Readonly<Record<Exclude<DocumentType, "journal">, 1 | -1>> = {
  sales_invoice: 1,
  cash_sale: 1,
  purchase_credit: 1,
  sales_credit: -1,
  purchase_bill: -1,
  cash_purchase: -1,
};

/**
 * The postings of one document (rules 17 and 18): its total to the account that it names or to the
 * control account, its lines to theirs, its tax to the tax account. Drafts, documents that await
 * approval, voided and deleted ones post nothing, and neither does a foreign document of which the
 * ledger gave no base amount (rule 2). The caller leaves out what was removed.
 */
export function documentPostings(document: PostedDocument, accounts: PostingAccounts): Reconstruction {
  if (UNPOSTED.includes(document.status)) return NOTHING;
  const total = baseTotal(document, accounts.baseCurrency);
  if (total === null) return { postings: [], gaps: ["document_base"] };
  const entry = new Entry();
  if (document.type === "journal") return journalPostings(document, accounts);
  const side = TOTAL_SIDE[document.type];
  if (document.unappliedKind !== undefined) {
    entry.post(controlOfDocument(document, accounts), signed(side, total), "control_account");
    // The record of an overpayment or prepayment need not say where the money is.
    entry.post(document.totalAccountId ?? null, signed(side === 1 ? -1 : 1, total), "total_account");
    return entry.close();
  }
  const isCash = document.type === "cash_sale" || document.type === "cash_purchase";
  if (isCash) entry.post(document.totalAccountId ?? null, signed(side, total), "total_account");
  else entry.post(controlOfDocument(document, accounts), signed(side, total), "control_account");
  postLines(entry, document, side === 1 ? -1 : 1, accounts);
  return entry.close(differencePlace(document, accounts));
}

/** Where the rest of an entry goes: differences of rounding are small, anything else is not known. */
function differencePlace(document: PostedDocument, accounts: PostingAccounts): (rest: DecimalString) => Place {
  if (!canValueLines(document, accounts)) return () => [null, "lines_base"];
  return (rest) => {
    const smallest = decimal(`1e-${accounts.baseDecimals}`);
    const limit = multiplyDecimals(smallest, decimal(String(document.lines.length + 1)));
    return compareDecimals(absoluteDecimal(rest), limit) > 0 ? [null, "unexplained"] : [accounts.rounding, "rounding_account"];
  };
}

function journalPostings(document: PostedDocument, accounts: PostingAccounts): Reconstruction {
  const entry = new Entry();
  postLines(entry, document, 1, accounts);
  return entry.close(differencePlace(document, accounts));
}

function postLines(entry: Entry, document: PostedDocument, side: 1 | -1, accounts: PostingAccounts): void {
  if (!canValueLines(document, accounts)) return;
  const isForeign = document.currency !== accounts.baseCurrency;
  // Only a document of which the ledger gave the base total comes here; what rounding leaves is shown apart.
  const base = (amount: DecimalString) =>
    isForeign ? roundDecimal(multiplyDecimals(amount, document.exchangeRate as DecimalString), accounts.baseDecimals) : amount;
  for (const line of document.lines) entry.post(line.accountId ?? null, signed(side, base(line.net.amount)), "line_account", line.id);
  const tax = document.type === "journal" ? lineTax(document) : document.tax.amount?.amount;
  if (tax !== undefined) entry.post(accounts.tax, signed(side, base(tax)), "tax_account");
}

function canValueLines({ currency, exchangeRate }: PostedDocument, { baseCurrency }: PostingAccounts): boolean {
  return currency === baseCurrency || exchangeRate !== undefined;
}

/** A journal states tax on its lines alone. */
function lineTax({ lines }: PostedDocument): DecimalString {
  return sumDecimals(lines.flatMap(({ tax }) => (tax.amount === undefined ? [] : [tax.amount.amount])));
}

/**
 * The postings of one payment: the bank, and against it the control account of every document that it
 * settled at that document's own base amount; what the rates differ by is a realised currency
 * difference. What was not applied is on the control account of the payment's direction.
 */
export function paymentPostings(
  payment: PostedPayment,
  settledBy: (documentId: string) => SettledDocument | undefined,
  accounts: PostingAccounts,
): Reconstruction {
  if (payment.status !== "posted") return NOTHING;
  const own = payment.allocations.filter(({ fromId }) => fromId === payment.id);
  const parts = own.map(({ toId, amount }) => ({ amount: amount.amount, target: settledBy(toId) }));
  const isForeign = payment.currency !== accounts.baseCurrency;
  if (isForeign && !hasBase(payment, parts, accounts.baseCurrency)) return { postings: [], gaps: ["payment_base"] };
  const base = (amount: DecimalString) =>
    isForeign ? roundDecimal(multiplyDecimals(amount, payment.exchangeRate as DecimalString), accounts.baseDecimals) : amount;
  const side = payment.direction === "received" ? 1 : -1;
  const against = side === 1 ? -1 : 1;
  const entry = new Entry();
  if (isForeign) entry.note("payment_rate");
  entry.post(payment.accountId ?? null, signed(side, base(payment.amount.amount)), "total_account");
  for (const { amount, target } of parts) {
    if (target !== undefined && target.currency !== payment.currency) entry.note("other_currency");
    const cleared = clearedBase(amount, target, payment, accounts) ?? base(amount);
    entry.post(controlOfSettled(payment, target, accounts), signed(against, cleared), "control_account");
  }
  const rest = subtractDecimals(payment.amount.amount, sumDecimals(parts.map(({ amount }) => amount)));
  const fallback = accounts.control(sideOf(payment), payment.currency);
  entry.post(fallback, signed(against, base(rest)), "control_account");
  return entry.close(() => [accounts.exchangeDifference, "exchange_account"]);
}

interface Part {
  readonly amount: DecimalString;
  readonly target: SettledDocument | undefined;
}

/** Rule 2: a foreign payment is valued only where the ledger values what it settled, and sends a rate. */
function hasBase(payment: PostedPayment, parts: readonly Part[], baseCurrency: string): boolean {
  const isValued = ({ target }: Part) => target === undefined || baseTotal(target, baseCurrency) !== null;
  return payment.exchangeRate !== undefined && parts.every(isValued);
}

/** What an amount cleared of a document at the document's own base amount; null where that can't be told. */
function clearedBase(
  amount: DecimalString,
  target: SettledDocument | undefined,
  payment: PostedPayment,
  accounts: PostingAccounts,
): DecimalString | null {
  if (target === undefined || target.currency !== payment.currency || payment.currency === accounts.baseCurrency) return null;
  const whole = baseTotal(target, accounts.baseCurrency);
  if (whole !== null && compareDecimals(amount, target.total.amount) === 0) return whole;
  if (target.exchangeRate === undefined) return null;
  return roundDecimal(multiplyDecimals(amount, target.exchangeRate), accounts.baseDecimals);
}

/** The control account that a payment posts to for a document that it settled; null where it is not known. */
export function controlOfSettled(payment: PostedPayment, target: SettledDocument | undefined, accounts: PostingAccounts): string | null {
  const fallback = accounts.control(sideOf(payment), payment.currency);
  if (target === undefined) return fallback;
  // Money received settles receivables or comes back from payables that were too much, and the other way round.
  const settles = payment.direction === "received" ? RECEIVED_SETTLES : MADE_SETTLES;
  return settles.includes(target.type) ? controlOfDocument(target, accounts) : fallback;
}

const RECEIVED_SETTLES: readonly DocumentType[] = ["sales_invoice", "sales_credit", "purchase_credit"];
const MADE_SETTLES: readonly DocumentType[] = ["purchase_bill", "purchase_credit", "sales_credit"];

function sideOf({ direction }: PostedPayment): ControlSide {
  return direction === "received" ? "receivable" : "payable";
}

/** The side of the books that a charge, a credit or unapplied cash belongs to. */
export function sideOfDocument({ type }: Pick<PostedDocument, "type">): ControlSide {
  return isSale(type) ? "receivable" : "payable";
}

/** The control account of a charge or credit: the one it names, else the one with the role. */
function controlOfDocument(document: SettledDocument, accounts: PostingAccounts): string | null {
  // What unapplied cash names is where the money is.
  const named = document.unappliedKind === undefined ? document.totalAccountId : undefined;
  return named ?? accounts.control(sideOfDocument(document), document.currency);
}

/** Rule 2: the ledger's own base amount, or the total of a document in base currency. */
function baseTotal(document: SettledDocument, baseCurrency: string): DecimalString | null {
  if (document.currency === baseCurrency) return document.total.amount;
  return document.totalBase?.currency === baseCurrency ? document.totalBase.amount : null;
}

function signed(side: 1 | -1, amount: DecimalString): DecimalString {
  return side === 1 ? amount : negateDecimal(amount);
}

/** An account for what is left of an entry, and the gap when there is none. */
type Place = readonly [accountId: string | null, unknown: GapReason];

/** Gathers postings and makes them sum to zero. */
class Entry {
  readonly #postings: ReconstructedPosting[] = [];
  readonly #gaps = new Set<GapReason>();

  post(accountId: string | null, amount: DecimalString, unknown: GapReason, lineId: string | null = null): void {
    if (isZero(amount)) return;
    if (accountId === null) this.note(unknown);
    this.#postings.push({ accountId, amount, lineId });
  }

  note(reason: GapReason): void {
    this.#gaps.add(reason);
  }

  close(placeOf?: (rest: DecimalString) => Place): Reconstruction {
    const rest = negateDecimal(sumDecimals(this.#postings.map(({ amount }) => amount)));
    const [accountId, unknown] = placeOf === undefined || isZero(rest) ? [null, null] : placeOf(rest);
    if (unknown !== null) this.post(accountId, rest, unknown);
    return { postings: this.#postings, gaps: [...this.#gaps] };
  }
}
