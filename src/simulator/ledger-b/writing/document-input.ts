import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { addDecimals, compareDecimals, type DecimalString, isZero, subtractDecimals, sumDecimals } from "#shared/kernel/decimal.ts";
import { composeLines, type NewLine, totalsOf } from "../../books/compose.ts";
import { createDocument, editTransaction, type TransactionChange } from "../../books/events.ts";
import { outstandingOf } from "../../books/postings.ts";
import type { Books, SimTransaction } from "../../books/types.ts";
import { entityOf, type TransactionEntity } from "../entities.ts";
import { pacificDay } from "../pacific-time.ts";
import { checkMethod, currencyOf, type Header, headerOf, kindOf, partyOf } from "./header-input.ts";
import { type LineSetting, linesOf, saysNothingOfLines } from "./line-input.ts";
import { asBody, type SentBody, sentNumber, sentRef } from "./sent-body.ts";
import { businessRule, missing, refuse } from "./write-fault.ts";

/** Company settings that decide how the ledger treats the numbers it is sent. */
export interface WriteHabits {
  readonly automatedSalesTax: boolean;
  /** False: the ledger assigns the numbers of sales documents, whatever was sent. */
  readonly customNumbers: boolean;
  /** True: a number may be used once in an entity. */
  readonly uniqueNumbers: boolean;
}

export interface DocumentWrite {
  readonly books: Books;
  readonly habits: WriteHabits;
  readonly entity: TransactionEntity;
  readonly body: SentBody;
  readonly nowMs: number;
}

/** Creates a document. @throws WriteFault before anything has changed */
export function createFrom({ books, habits, entity, body, nowMs }: DocumentWrite): SimTransaction {
  const kind = kindOf(entity, body) ?? missing("entity");
  const party = partyOf(books, entity, body);
  const currency = currencyOf(books, party, body);
  const header = headerOf(books, entity, body);
  if (entity === "Purchase") {
    checkMethod(books, header.method ?? missing("PaymentType"), header.accountId ?? missing("AccountRef"));
  }
  const number = numberFor(books, habits, entity, header.number, undefined);
  const setting: LineSetting = { books, kind, currency, existing: undefined };
  const lines = taxed(books, habits, setting, body, linesOf(setting, body));
  checkBalance(setting, lines);
  const date = header.date ?? (pacificDay(nowMs) as CalendarDate);
  return createDocument(
    books,
    { ...header, kind, number, partyId: party?.id ?? null, date, currency, lines, isAdjustment: body.Adjustment === true },
    nowMs,
  );
}

/**
 * Changes a document. Without `sparse`, omitted fields are cleared and omitted lines are silently deleted.
 * @throws WriteFault before anything has changed
 */
export function updateFrom(write: DocumentWrite, existing: SimTransaction): SimTransaction {
  const { books, habits, entity, body, nowMs } = write;
  const isSparse = body.sparse === true || body.sparse === "true";
  if (existing.state === "voided") businessRule("a voided transaction cannot be changed");
  const party = namesParty(body) || !isSparse ? partyOf(books, entity, body) : books.parties.find(({ id }) => id === existing.partyId);
  const sentCurrency = sentRef(body.CurrencyRef);
  if (sentCurrency !== undefined && sentCurrency !== existing.currency) businessRule("the currency of a transaction cannot be changed");
  if (party !== undefined && party.currency !== existing.currency) businessRule(`the currency of ${party.name} differs`);
  const header = headerOf(books, entity, body);
  const setting: LineSetting = { books, kind: existing.kind, currency: existing.currency, existing };
  const keepsLines = (isSparse && body.Line === undefined) || saysNothingOfLines(body);
  const lines = keepsLines ? undefined : taxed(books, habits, setting, body, linesOf(setting, body));
  const method = header.method ?? existing.method;
  const accountId = header.accountId ?? existing.accountId;
  if (entity === "Purchase" && existing.kind === "cash_purchase") checkMethod(books, method, accountId ?? undefined);
  const number = header.number === undefined && isSparse ? existing.number : numberFor(books, habits, entity, header.number, existing);
  const change = {
    ...(isSparse ? sparseHeader(existing, header, body) : fullHeader(existing, header)),
    number,
    partyId: party?.id ?? null,
    accountId,
    method,
    ...linesToCompose(existing, header, lines),
  };
  checkChange(setting, existing, change);
  return editTransaction(books, existing.id, change, nowMs);
}

function namesParty(body: SentBody): boolean {
  return body.CustomerRef !== undefined || body.VendorRef !== undefined || body.EntityRef !== undefined;
}

type HeaderChange = Pick<TransactionChange, "memo" | "date" | "dueDate" | "rate" | "headerDimensions">;

function fullHeader(existing: SimTransaction, header: Header): HeaderChange {
  return {
    memo: header.memo ?? null,
    date: header.date ?? existing.date,
    dueDate: header.dueDate ?? null,
    rate: header.rate ?? existing.rate,
    headerDimensions: existing.kind === "journal" ? existing.headerDimensions : header.headerDimensions,
  };
}

function sparseHeader(existing: SimTransaction, header: Header, body: SentBody): HeaderChange {
  return {
    memo: body.PrivateNote === undefined ? existing.memo : (header.memo ?? null),
    date: header.date ?? existing.date,
    dueDate: header.dueDate ?? existing.dueDate,
    rate: header.rate ?? existing.rate,
    headerDimensions: { ...existing.headerDimensions, ...header.headerDimensions },
  };
}

/** Base amounts follow from the rate: with another rate the lines are calculated again. */
function linesToCompose(existing: SimTransaction, header: Header, lines: readonly NewLine[] | undefined): Pick<TransactionChange, "lines"> {
  if (lines !== undefined) return { lines };
  if (header.rate === undefined || compareDecimals(header.rate, existing.rate) === 0) return {};
  return { lines: existing.lines.map(({ net, ...line }) => ({ ...line, amount: net })) };
}

/** The applied amount can't exceed the document. */
function checkChange(setting: LineSetting, existing: SimTransaction, change: TransactionChange): void {
  if (change.lines === undefined) return;
  checkBalance(setting, change.lines);
  const basis = { kind: existing.kind, currency: existing.currency, rate: change.rate ?? existing.rate, taxInclusive: false };
  const { total } = totalsOf(setting.books, basis, composeLines(setting.books, basis, change.lines, existing.id));
  const applied = subtractDecimals(existing.total, outstandingOf(setting.books, existing));
  const settles = ["sales_invoice", "purchase_bill", "sales_credit", "purchase_credit"].includes(existing.kind);
  if (settles && compareDecimals(total, applied) < 0) businessRule(`the amount ${total} is less than what is applied, ${applied}`);
}

function checkBalance({ kind }: LineSetting, lines: readonly NewLine[]): void {
  const sum = sumDecimals(lines.map(({ amount }) => amount ?? ("0" as DecimalString)));
  if (kind === "journal" && !isZero(sum)) businessRule("debits and credits are not equal");
  if (kind !== "journal" && sum.startsWith("-")) businessRule("the total cannot be negative");
}

/** A stated tax is used where the company calculates tax manually; automated tax silently replaces it. */
function taxed(
  books: Books,
  habits: WriteHabits,
  { kind, currency, existing }: LineSetting,
  body: SentBody,
  lines: readonly NewLine[],
): readonly NewLine[] {
  const stated = sentNumber(asBody(body.TxnTaxDetail)?.TotalTax, "TotalTax");
  if (stated === undefined || habits.automatedSalesTax || kind === "journal") return lines;
  const basis = { kind, currency, rate: existing?.rate ?? ("1" as DecimalString), taxInclusive: false };
  const composed = composeLines(books, basis, lines, "0");
  const difference = subtractDecimals(stated, sumDecimals(composed.map(({ tax }) => tax)));
  if (isZero(difference)) return lines;
  const last = lines.findLastIndex(({ taxCodeId }) => taxCodeId !== null && taxCodeId !== undefined);
  const own = composed[last]?.tax;
  if (own === undefined) return businessRule("tax is stated, but no line is taxable");
  return lines.map((line, index) => (index === last ? { ...line, tax: addDecimals(own, difference) } : line));
}

const numberedByLedger: readonly TransactionEntity[] = ["Invoice", "CreditMemo", "SalesReceipt", "RefundReceipt"];

function numberFor(
  books: Books,
  habits: WriteHabits,
  entity: TransactionEntity,
  sent: string | undefined,
  existing: SimTransaction | undefined,
): string | null {
  const others = books.transactions.filter((other) => other !== existing && entityOf(other.kind) === entity);
  if (!habits.customNumbers && numberedByLedger.includes(entity)) {
    if (existing !== undefined) return existing.number;
    const highest = Math.max(1000, ...others.map(({ number }) => (/^\d{1,9}$/.test(number ?? "") ? Number(number) : 0)));
    return String(highest + 1);
  }
  if (sent !== undefined && habits.uniqueNumbers && others.some(({ number }) => number === sent))
    refuse("6140", "Duplicate Document Number Error", `Duplicate Document Number Error : the number ${sent} is used already`);
  return sent ?? null;
}
