import { compareDecimals, isZero } from "#shared/kernel/decimal.ts";
import {
  createDocument,
  deleteTransaction,
  editTransaction,
  type NewDocument,
  type TransactionChange,
  voidTransaction,
} from "../../books/events.ts";
import { decimalsOf } from "../../books/money.ts";
import type { Books, SimTransaction } from "../../books/types.ts";
import { viewOf } from "../books-view.ts";
import { lockRefusal } from "../lock-check.ts";
import { settlementOf, ZERO } from "../settlement.ts";
import { lineAmountTypes } from "../words.ts";
import { readLines } from "./write-lines.ts";
import type { WriteNoun } from "./write-nouns.ts";
import { payingAccount } from "./write-payment.ts";
import { type Plan, type Sent, sentAmount, sentDate, sentObject, sentText, type WriteContext } from "./write-request.ts";

/** Plans one element of a write to invoices, credit notes or bank transactions: a known id or number is updated by POST. */
export function planDocument(books: Books, noun: WriteNoun, sent: Sent, context: WriteContext, mayUpdate: boolean): Plan {
  const id = sentText(sent[noun.idField]);
  const known = records(books, noun).find((t) => (id === null ? isSameNumber(noun, t, sent) : t.id === id));
  if (known && mayUpdate) return planUpdate(books, noun, known, sent, context);
  if (id !== null) return { errors: [`The ${noun.word.toLowerCase()} was not found`] };
  return planCreation(books, noun, sent, context, known !== undefined);
}

function records(books: Books, noun: WriteNoun): SimTransaction[] {
  const kinds = Object.values(noun.kinds);
  return books.transactions.filter((t) => kinds.includes(t.kind));
}

function numberIn(noun: WriteNoun, sent: Sent): string | null {
  return noun.numberField === null ? null : sentText(sent[noun.numberField]);
}

function isSameNumber(noun: WriteNoun, t: SimTransaction, sent: Sent): boolean {
  const number = numberIn(noun, sent);
  const kind = noun.kinds[sentText(sent.Type) ?? ""];
  return number !== null && t.kind === kind && noun.uniqueKinds.includes(kind) && t.number === number && t.state !== "deleted";
}

function planCreation(books: Books, noun: WriteNoun, sent: Sent, context: WriteContext, numberTaken: boolean): Plan {
  const errors: string[] = [];
  const kind = noun.kinds[sentText(sent.Type) ?? ""];
  if (kind === undefined) errors.push(`The ${noun.word.toLowerCase()} type must be ${Object.keys(noun.kinds).join(" or ")}`);
  if (numberTaken) errors.push(`${noun.word} # must be unique.`);
  const party = books.parties.find((p) => p.id === sentObject(sent.Contact).ContactID);
  if (!party?.active) errors.push("A Contact must be specified for this type of transaction");
  const state = noun.states[sentText(sent.Status) ?? noun.defaultStatus];
  if (state === undefined) errors.push(`${noun.word} not of valid status for creation`);
  const date = sentDate(sent.Date);
  if (date === null) errors.push("Date is not valid");
  const refusal = date === null ? null : lockRefusal(books, date, context.adviser);
  if (refusal !== null) errors.push(refusal);
  const currency = sentText(sent.CurrencyCode) ?? books.baseCurrency;
  if (!books.currencies.includes(currency)) errors.push(`Organisation is not subscribed to currency ${currency}`);
  const bank = noun.key === "BankTransactions" ? payingAccount(books, sentObject(sent.BankAccount)) : null;
  if (bank === undefined) errors.push("A valid BankAccount must be specified");
  const lines = readLines(books, sent.LineItems, { noTax: sent.LineAmountTypes === "NoTax", places: decimalsOf(currency) }, errors);
  if (errors.length > 0 || kind === undefined || date === null || !party || state === undefined) return { errors };
  const rate = sentAmount(sent.CurrencyRate);
  const input: NewDocument = {
    kind,
    number: numberIn(noun, sent) ?? (noun.uniqueKinds.includes(kind) ? nextNumber(books, noun) : null),
    reference: sentText(sent.Reference),
    partyId: party.id,
    date,
    dueDate: sentDate(sent.DueDate),
    currency,
    ...(rate !== null && currency !== books.baseCurrency && compareDecimals(rate, ZERO) > 0 ? { rate } : {}),
    ...(bank ? { accountId: bank.id } : {}),
    taxInclusive: sent.LineAmountTypes === "Inclusive",
    state,
    lines,
  };
  return { apply: () => createDocument(books, input, context.nowMs).id };
}

/** Numbers that nobody gave are counted on from the highest. */
function nextNumber(books: Books, { prefix }: WriteNoun): string {
  const pattern = new RegExp(`^${prefix}-(\\d{1,9})$`);
  const counts = books.transactions.map((t) => Number(pattern.exec(t.number ?? "")?.[1] ?? 0));
  return `${prefix}-${String(Math.max(0, ...counts) + 1).padStart(4, "0")}`;
}

/** Fields that are there change, others stay; lines are replaced as a whole. */
function planUpdate(books: Books, noun: WriteNoun, known: SimTransaction, sent: Sent, context: WriteContext): Plan {
  const errors: string[] = [];
  const date = sent.Date === undefined ? known.date : sentDate(sent.Date);
  if (date === null) return { errors: ["Date is not valid"] };
  for (const day of new Set([known.date, date])) {
    const refusal = lockRefusal(books, day, context.adviser);
    if (refusal !== null) errors.push(refusal);
  }
  const status = sentText(sent.Status);
  if (known.state === "voided" || known.state === "deleted") errors.push(`${noun.word} not of valid status for modification`);
  if (isUsed(books, known) && (sent.LineItems !== undefined || status === "VOIDED"))
    errors.push(`${noun.word} not of valid status for modification: it has payments or credits`);
  if (status === "VOIDED" || status === "DELETED") return planEnd(books, noun, known, status, errors, context);
  const change = readChange(books, noun, known, sent, errors);
  const partyId = sentText(sentObject(sent.Contact).ContactID);
  if (partyId !== null && !books.parties.some((p) => p.id === partyId && p.active)) errors.push("The Contact is not valid");
  const state = status === null || status === "PAID" ? known.state : noun.states[status];
  if (state === undefined || (known.state === "approved" && state !== "approved"))
    errors.push(`${noun.word} status cannot be changed to that`);
  if (errors.length > 0) return { errors };
  const stated: TransactionChange = {
    ...change,
    date,
    ...(partyId === null ? {} : { partyId }),
    ...(state === "draft" || state === "submitted" || state === "approved" ? { state } : {}),
  };
  return { apply: () => editTransaction(books, known.id, stated, context.nowMs).id };
}

function readChange(books: Books, noun: WriteNoun, known: SimTransaction, sent: Sent, errors: string[]): TransactionChange {
  const basis = sentText(sent.LineAmountTypes);
  const noTax =
    basis === "NoTax" || (basis === null && sent.LineItems !== undefined && isAllNone(sent) && lineAmountTypes(known) === "NoTax");
  const lines =
    sent.LineItems === undefined
      ? undefined
      : readLines(books, sent.LineItems, { noTax, places: decimalsOf(known.currency) }, errors, known);
  const number = noun.numberField === null ? undefined : sent[noun.numberField];
  return {
    ...(sent.Reference === undefined ? {} : { reference: sentText(sent.Reference) }),
    ...(number === undefined ? {} : { number: sentText(number) }),
    ...(sent.DueDate === undefined ? {} : { dueDate: sentDate(sent.DueDate) }),
    ...(basis === null ? {} : { taxInclusive: basis === "Inclusive" }),
    ...(lines === undefined ? {} : { lines }),
  };
}

function isAllNone(sent: Sent): boolean {
  return Array.isArray(sent.LineItems) && sent.LineItems.every((line) => (sentText(sentObject(line).TaxType) ?? "NONE") === "NONE");
}

/** Something was paid or credited on it, or it was itself used to settle something. */
function isUsed(books: Books, known: SimTransaction): boolean {
  const settled = settlementOf(viewOf(books), known);
  return !isZero(settled.paid) || !isZero(settled.credited) || known.allocations.length > 0;
}

function planEnd(
  books: Books,
  noun: WriteNoun,
  known: SimTransaction,
  status: "VOIDED" | "DELETED",
  errors: string[],
  context: WriteContext,
): Plan {
  if (noun.ends[known.state] !== status) errors.push(`${noun.word} of this status cannot become ${status}`);
  if (errors.length > 0) return { errors };
  return { apply: () => endOf(books, known.id, status, context.nowMs) };
}

/** Voids or deletes a record. @returns its id */
export function endOf(books: Books, id: string, status: "VOIDED" | "DELETED", nowMs: number): string {
  if (status === "VOIDED") voidTransaction(books, id, nowMs);
  else deleteTransaction(books, id, nowMs);
  return id;
}
