import { addDays, type CalendarDate, fromDayNumber, monthEnd } from "#shared/kernel/calendar-date.ts";
import type { DecimalString } from "#shared/kernel/decimal.ts";
import { createBill, createDocument, createPayment, deleteTransaction, editTransaction } from "./books/events.ts";
import { moveLock } from "./books/list-events.ts";
import { decimalsOf, fromUnits, productUnits, toUnits } from "./books/money.ts";
import { appliedTo } from "./books/postings.ts";
import { rateOn } from "./books/rates.ts";
import { taxChoices } from "./books/tax-codes.ts";
import type { Books, SimTransaction } from "./books/types.ts";
import type { SimulatedLedger } from "./server.ts";

/** Things planted in a demo client so that the screens have something to show. */
export type Oddity =
  /** Two bills of one vendor, amount and week, whose numbers differ by a dash. */
  | "duplicate_bills"
  /** A purchase order of ten with a bill for twelve; where orders link no bills, the bill names the order. */
  | "over_billed_order"
  /** A document that disappears after the first sync. */
  | "deleted_record"
  /** The lock is moved back after the first sync, and a document behind it changes. */
  | "lock_moved_back"
  /** A bill with a date behind the lock is entered after the first sync. */
  | "back_dated_document"
  /** A document behind the lock gets another amount after the first sync. */
  | "edited_document"
  /** Money that has not been applied to anything for weeks. */
  | "unapplied_cash"
  /** Style c: what customers owe in foreign currencies is revalued at the end of last month and reversed on the next day. */
  | "revalued_receivables"
  /** Style c: a bill whose writes a script refuses. */
  | "script_rejects"
  /** All but a few of the day's requests are used up; they come back a minute after the start. */
  | "day_budget_spent"
  /** Slow answers, so that the first read can be watched. */
  | "mid_backfill"
  /** Consent is withdrawn after everything was synced; the ledger has a page to sign in again. */
  | "token_revoked";

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

const LATER: readonly Oddity[] = ["deleted_record", "lock_moved_back", "back_dated_document", "edited_document"];

/** True when `playLaterOddities` does something. */
export function changesLater(oddities: readonly Oddity[]): boolean {
  return oddities.some((oddity) => LATER.includes(oddity));
}

/** Plants what must exist before the first sync. */
export function plantOddities(books: Books, oddities: readonly Oddity[]): void {
  const nowMs = latestMs(books) + MINUTE_MS;
  if (oddities.includes("duplicate_bills")) plantDuplicates(books, nowMs);
  if (oddities.includes("over_billed_order")) plantOverBilled(books, nowMs);
  if (oddities.includes("unapplied_cash")) plantUnapplied(books, nowMs);
  if (oddities.includes("revalued_receivables")) plantRevaluation(books, nowMs);
  if (oddities.includes("script_rejects")) plantRejection(books);
}

/** Makes the changes that are noticeable only after a first sync. */
export function playLaterOddities(books: Books, oddities: readonly Oddity[], nowMs: number): void {
  if (oddities.includes("deleted_record")) deleteRecent(books, nowMs);
  if (oddities.includes("lock_moved_back")) moveLockBack(books, nowMs);
  if (oddities.includes("back_dated_document")) enterLate(books, nowMs);
  if (oddities.includes("edited_document")) editBehindLock(books, nowMs);
}

/** Sets up the server side: today's budget. */
export function applyServerOddities(simulated: SimulatedLedger, oddities: readonly Oddity[]): void {
  const { perDay } = simulated.limits;
  // Used up almost a day ago, so that the client is seen waiting for its budget and then resuming.
  if (oddities.includes("day_budget_spent") && perDay !== null)
    simulated.gate.spendDay(perDay - 10, simulated.clock.nowMs() - DAY_MS + 60_000);
}

function plantDuplicates(books: Books, nowMs: number): void {
  const vendor = books.parties.find(({ role, active, currency }) => active && role === "vendor" && currency === books.baseCurrency);
  const account = books.accounts.find(({ kind, active }) => kind === "expense" && active);
  if (vendor === undefined || account === undefined) return;
  const { usual } = taxChoices(books.taxCodes, "purchases");
  const bill = (number: string, date: CalendarDate, atMs: number): void => {
    const quantity = books.style === "a" ? { quantity: "1" as DecimalString, unitPrice: "842.60" as DecimalString } : {};
    const line = { accountId: account.id, description: "Annual service contract", amount: "842.60" as DecimalString, taxCodeId: usual.id };
    createBill(books, { partyId: vendor.id, number, date, dueDate: addDays(date, 30), lines: [{ ...line, ...quantity }] }, atMs);
  };
  const day = dayOf(nowMs);
  bill("SVC-20417", addDays(day, -16), nowMs);
  bill("SVC20417", addDays(day, -12), nowMs + MINUTE_MS);
}

function plantOverBilled(books: Books, nowMs: number): void {
  const vendor = books.parties.find(({ role, active, currency }) => active && role === "vendor" && currency === books.baseCurrency);
  const item = books.items.find(({ active, kind }) => active && kind !== "inventory");
  if (vendor === undefined || item === undefined) return;
  const { usual } = taxChoices(books.taxCodes, "purchases");
  const day = dayOf(nowMs);
  const line = (quantity: string) => ({
    itemId: item.id,
    description: "Shelving, flat packed",
    quantity: quantity as DecimalString,
    unitPrice: "61.50" as DecimalString,
    taxCodeId: usual.id,
  });
  const common = { partyId: vendor.id, state: "approved" as const };
  const order = createDocument(
    books,
    { ...common, kind: "purchase_order", number: "PO-7731", date: addDays(day, -24), lines: [line("10")] },
    nowMs,
  );
  const reference = books.style === "a" ? "Your order PO 7731" : null;
  const dates = { date: addDays(day, -15), dueDate: addDays(day, 15) };
  createBill(books, { ...common, ...dates, number: "SH-9902", reference, orderId: order.id, lines: [line("12")] }, nowMs + MINUTE_MS);
  // The count of a ledger that keeps quantities.
  for (const own of order.lines) own.quantityBilled = "12" as DecimalString;
}

function plantUnapplied(books: Books, nowMs: number): void {
  const customer = books.parties.find(({ role, active, currency }) => active && role === "customer" && currency === books.baseCurrency);
  const bank = books.accounts.find(({ kind }) => kind === "bank");
  if (customer === undefined || bank === undefined) return;
  const date = addDays(dayOf(nowMs), -66);
  const total = "1275.00" as DecimalString;
  if (books.style === "b") {
    createPayment(books, "customer_payment", { partyId: customer.id, date, total, reference: "Paid twice?", allocations: [] }, nowMs);
    return;
  }
  const kind = books.style === "a" ? "receipt_overpayment" : "customer_deposit";
  createDocument(books, { kind, partyId: customer.id, date, total, accountId: bank.id, reference: "Paid twice?", lines: [] }, nowMs);
}

/** Invoices stay at the rate of their day, so the revaluation is in the control account and in no open item. */
function plantRevaluation(books: Books, nowMs: number): void {
  const date = monthEnd(dayOf(nowMs), -1);
  const control = books.accounts.find(({ kind }) => kind === "receivable");
  const units = books.transactions.reduce((sum, { id, kind, state, date: day, currency, rate, total }) => {
    if (kind !== "sales_invoice" || state !== "approved" || currency === books.baseCurrency || day > date) return sum;
    const open = toUnits(total, decimalsOf(currency)) - paidBy(books, id, date, currency);
    const amount = fromUnits(open, decimalsOf(currency));
    return sum + productUnits(amount, rateOn(books.baseCurrency, currency, date), 2) - productUnits(amount, rate, 2);
  }, 0n);
  const { exchangeAccountId } = books;
  if (control === undefined || exchangeAccountId === undefined || units === 0n) return;
  for (const [day, amount, memo] of [
    [date, units, "Currency revaluation of receivables"],
    [addDays(date, 1), -units, "Currency revaluation of receivables, reversed"],
  ] as const) {
    const sides = [
      [control.id, amount],
      [exchangeAccountId, -amount],
    ] as const;
    const lines = sides.map(([accountId, cents]) => ({ accountId, amount: fromUnits(cents, 2), description: memo }));
    createDocument(books, { kind: "other_entry", entry: "revaluation", partyId: null, date: day, memo, lines }, nowMs);
  }
}

/** What was applied to a document by the end of a day, in units of its currency. */
function paidBy(books: Books, id: string, date: CalendarDate, currency: string): bigint {
  return books.transactions
    .filter(({ state }) => state === "approved")
    .flatMap(({ allocations }) => allocations)
    .filter((one) => one.toId === id && one.date <= date)
    .reduce((sum, { amount }) => sum + toUnits(amount, decimalsOf(currency)), 0n);
}

/** The text is as unhelpful as scripts' messages usually are. */
function plantRejection(books: Books): void {
  const bill = newest(books, "purchase_bill");
  if (bill !== undefined) bill.scriptRejection = "Please enter value(s) for: custbody_appr_lvl_2 (UE_BILL_CHECK: tier missing)";
}

function deleteRecent(books: Books, nowMs: number): void {
  const kind = books.style === "a" ? "cash_purchase" : "purchase_bill";
  const victim = newest(books, kind);
  if (victim !== undefined) deleteTransaction(books, victim.id, nowMs);
}

/** Three months earlier than before; then something behind the old lock is changed. */
function moveLockBack(books: Books, nowMs: number): void {
  const current = lockedThrough(books);
  if (current === undefined) return;
  const changed = books.transactions
    .filter(({ kind, state, date }) => kind === "cash_purchase" && state === "approved" && date <= current)
    .at(-1);
  moveLock(books, books.style === "a" ? "periodLock" : "bookClose", monthEnd(current, -3), nowMs);
  const words = "Reworded after the close";
  if (changed !== undefined) editTransaction(books, changed.id, { memo: words, reference: words }, nowMs + MINUTE_MS);
}

/** The last day on which nothing may be posted. */
function lockedThrough(books: Books): CalendarDate | undefined {
  const closed = books.periods.filter(({ kind, allLocked }) => kind === "month" && allLocked).at(-1)?.end;
  return books.locks.periodLock ?? books.locks.bookClose ?? closed;
}

/** A bill that appears weeks after its date, behind the lock. */
function enterLate(books: Books, nowMs: number): void {
  const current = lockedThrough(books);
  const vendor = books.parties.findLast(({ role, active, currency }) => active && role === "vendor" && currency === books.baseCurrency);
  const account = books.accounts.find(({ kind, active }) => kind === "expense" && active);
  if (current === undefined || vendor === undefined || account === undefined) return;
  const { usual } = taxChoices(books.taxCodes, "purchases");
  const quantity = books.style === "a" ? { quantity: "1" as DecimalString, unitPrice: "318.45" as DecimalString } : {};
  const line = { accountId: account.id, description: "Repairs", amount: "318.45" as DecimalString, taxCodeId: usual.id };
  const date = addDays(current, -9);
  const lines = [{ ...line, ...quantity }];
  createBill(books, { partyId: vendor.id, number: "REP-88121", date, dueDate: addDays(date, 20), lines }, nowMs);
}

/** Another amount on the newest direct purchase behind the lock. */
function editBehindLock(books: Books, nowMs: number): void {
  const current = lockedThrough(books);
  if (current === undefined) return;
  const victim = books.transactions
    .filter(({ kind, state, date, taxInclusive }) => kind === "cash_purchase" && state === "approved" && !taxInclusive && date <= current)
    .at(-1);
  const first = victim?.lines[0];
  if (victim === undefined || first === undefined) return;
  const [, ...others] = victim.lines.map((line) => ({ ...line, amount: line.net }));
  const { net: _net, tax: _tax, ...kept } = first;
  const amount = "777.00" as DecimalString;
  const priced = first.quantity === null ? { amount } : { quantity: "1" as DecimalString, unitPrice: amount };
  editTransaction(books, victim.id, { lines: [{ ...kept, ...priced }, ...others] }, nowMs);
}

/** The numbers of documents that other oddities plant. */
const PLANTED_NUMBERS = /^(SVC|REP)-?\d+$/;

/** The newest approved document of a kind that nothing depends on. */
function newest(books: Books, kind: SimTransaction["kind"]): SimTransaction | undefined {
  return books.transactions
    .filter(
      (candidate) =>
        candidate.kind === kind &&
        candidate.state === "approved" &&
        candidate.orderId === null &&
        !PLANTED_NUMBERS.test(candidate.number ?? "") &&
        appliedTo(books, candidate.id).length === 0,
    )
    .at(-1);
}

function latestMs(books: Books): number {
  return books.transactions.reduce((latest, { modifiedMs }) => Math.max(latest, modifiedMs), 0);
}

function dayOf(ms: number): CalendarDate {
  return fromDayNumber(Math.floor(ms / DAY_MS));
}
