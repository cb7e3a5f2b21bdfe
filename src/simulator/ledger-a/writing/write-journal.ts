import { isZero, sumDecimals } from "#shared/kernel/decimal.ts";
import { createDocument, editTransaction, type NewLine } from "../../books/events.ts";
import { decimalsOf } from "../../books/money.ts";
import type { Books, SimTransaction } from "../../books/types.ts";
import { lockRefusal } from "../lock-check.ts";
import { endOf } from "./write-document.ts";
import { readLines } from "./write-lines.ts";
import { type Plan, type Sent, sentDate, sentText, type WriteContext } from "./write-request.ts";

const STATES: Readonly<Record<string, "draft" | "approved">> = { DRAFT: "draft", POSTED: "approved" };

/** Plans one element of a write to manual journals; their lines have no ids and are always replaced. */
export function planJournal(books: Books, sent: Sent, context: WriteContext, mayUpdate: boolean): Plan {
  const id = sentText(sent.ManualJournalID);
  const known = books.transactions.find((t) => t.kind === "journal" && t.id === id);
  if (id !== null && !(known && mayUpdate)) return { errors: ["The manual journal was not found"] };
  return known ? planUpdate(books, known, sent, context) : planCreation(books, sent, context);
}

function planCreation(books: Books, sent: Sent, context: WriteContext): Plan {
  const errors: string[] = [];
  const date = sentDate(sent.Date);
  if (date === null) errors.push("Date is not valid");
  else refuseLocked(books, [date], context, errors);
  const memo = sentText(sent.Narration);
  if (memo === null) errors.push("Narration cannot be empty");
  const state = STATES[sentText(sent.Status) ?? "DRAFT"];
  if (state === undefined) errors.push("Manual journal not of valid status for creation");
  const lines = journalLines(books, sent, errors);
  if (errors.length > 0 || date === null || state === undefined) return { errors };
  return { apply: () => createDocument(books, { kind: "journal", partyId: null, date, memo, state, lines }, context.nowMs).id };
}

function planUpdate(books: Books, known: SimTransaction, sent: Sent, context: WriteContext): Plan {
  const errors: string[] = [];
  const date = sent.Date === undefined ? known.date : sentDate(sent.Date);
  if (date === null) return { errors: ["Date is not valid"] };
  refuseLocked(books, [known.date, date], context, errors);
  if (known.state === "voided" || known.state === "deleted") errors.push("Manual journal not of valid status for modification");
  const status = sentText(sent.Status);
  if (status === "VOIDED" || status === "DELETED") {
    const wanted = known.state === "approved" ? "VOIDED" : "DELETED";
    if (status !== wanted) errors.push(`A manual journal of this status cannot become ${status}`);
    return errors.length > 0 ? { errors } : { apply: () => endOf(books, known.id, status, context.nowMs) };
  }
  const state = status === null ? known.state : STATES[status];
  if (state === undefined || (known.state === "approved" && state !== "approved"))
    errors.push("Manual journal status cannot be changed to that");
  const lines = sent.JournalLines === undefined ? undefined : journalLines(books, sent, errors);
  if (errors.length > 0) return { errors };
  const change = {
    date,
    ...(sent.Narration === undefined ? {} : { memo: sentText(sent.Narration) }),
    ...(lines === undefined ? {} : { lines }),
    ...(state === "draft" || state === "approved" ? { state } : {}),
  };
  return { apply: () => editTransaction(books, known.id, change, context.nowMs).id };
}

function journalLines(books: Books, sent: Sent, errors: string[]): NewLine[] {
  const lines = readLines(books, sent.JournalLines, { noTax: true, places: decimalsOf(books.baseCurrency) }, errors);
  if (lines.length === 1) errors.push("A manual journal needs two lines at least");
  const sum = sumDecimals(lines.flatMap(({ amount }) => (amount === undefined ? [] : [amount])));
  if (!isZero(sum)) errors.push("The total debits must equal total credits");
  return lines.map((line) => ({ ...line, quantity: null, unitPrice: null }));
}

function refuseLocked(
  books: Books,
  days: readonly NonNullable<ReturnType<typeof sentDate>>[],
  context: WriteContext,
  errors: string[],
): void {
  for (const day of new Set(days)) {
    const refusal = lockRefusal(books, day, context.adviser);
    if (refusal !== null) errors.push(refusal);
  }
}
