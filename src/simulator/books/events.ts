import { assert } from "#shared/kernel/assert.ts";
import { type CalendarDate, fromDayNumber } from "#shared/kernel/calendar-date.ts";
import type { DecimalString } from "#shared/kernel/decimal.ts";
import { applicationKind, applicationOf } from "./applications.ts";
import { indexOf } from "./books-index.ts";
import { composeDocument, composeLines, type NewDocument, type NewLine, totalsOf } from "./compose.ts";
import { allocationId, nextId } from "./ids.ts";
import { decimalsOf, fromUnits, toUnits } from "./money.ts";
import { appliedTo, booksChanged, outstandingOf } from "./postings.ts";
import type { Books, SimAllocation, SimTransaction } from "./types.ts";
import { markVoided } from "./voiding.ts";

export type { NewDocument, NewLine } from "./compose.ts";
export { moveLock, renameParty } from "./list-events.ts";

/** What an edit may change; amounts are worked out again when lines, currency side or rate follow. */
export interface TransactionChange {
  readonly memo?: string | null;
  readonly reference?: string | null;
  readonly number?: string | null;
  readonly date?: CalendarDate;
  readonly dueDate?: CalendarDate | null;
  readonly state?: "draft" | "submitted" | "approved";
  readonly headerDimensions?: Record<string, string>;
  readonly partyId?: string | null;
  readonly accountId?: string | null;
  readonly method?: SimTransaction["method"];
  /** Base amounts follow it when `lines` are given too. */
  readonly rate?: DecimalString;
  readonly taxInclusive?: boolean;
  /** Replaces all lines. */
  readonly lines?: readonly NewLine[];
}

export interface NewPayment {
  readonly id?: string;
  readonly partyId: string | null;
  readonly date: CalendarDate;
  /** Bank or card account; default: the first bank account. */
  readonly accountId?: string | null;
  readonly method?: SimTransaction["method"];
  readonly reference?: string | null;
  readonly number?: string | null;
  readonly memo?: string | null;
  readonly currency?: string;
  readonly rate?: DecimalString;
  readonly batchId?: string | null;
  /** Total; default: the sum of the allocations. */
  readonly total?: DecimalString;
  readonly allocations: readonly { readonly toId: string; readonly amount: DecimalString }[];
}

/** Creates any document kind (default `sales_invoice`); totals, tax and base amounts are worked out. */
export function createDocument(books: Books, input: NewDocument, nowMs: number): SimTransaction {
  const transaction = composeDocument(books, input, input.id ?? nextId(books, "transaction"), nowMs);
  books.transactions.push(transaction);
  const order = transaction.orderId === null ? undefined : find(books, transaction.orderId);
  if (order !== undefined) {
    order.billed = true;
    for (const line of order.lines) line.quantityBilled = line.quantity;
    touch(order, nowMs);
  }
  touchNeighbours(books, transaction, nowMs);
  booksChanged(books);
  return transaction;
}

export function createInvoice(books: Books, input: NewDocument, nowMs: number): SimTransaction {
  return createDocument(books, { ...input, kind: "sales_invoice" }, nowMs);
}

export function createBill(books: Books, input: NewDocument, nowMs: number): SimTransaction {
  return createDocument(books, { ...input, kind: "purchase_bill" }, nowMs);
}

/** Money in (`customer_payment`) or out (`vendor_payment`), applied to documents; they are touched too. */
export function createPayment(books: Books, kind: "customer_payment" | "vendor_payment", input: NewPayment, nowMs: number): SimTransaction {
  const first = input.allocations[0] === undefined ? undefined : find(books, input.allocations[0].toId);
  const currency = input.currency ?? first?.currency;
  const { allocations, total, batchId, ...rest } = input;
  const sum = total ?? sumOf(allocations, currency ?? books.baseCurrency);
  const document: NewDocument = { ...rest, kind, lines: [], total: sum, ...(currency === undefined ? {} : { currency }) };
  const payment = createDocument(books, { ...document, entityId: first?.entityId ?? null }, nowMs);
  payment.batchId = batchId ?? null;
  for (const { toId, amount } of allocations) allocate(books, payment, toId, amount, payment.date, nowMs);
  booksChanged(books);
  return payment;
}

/** Pays `amount` (default: all that is open) of an invoice or bill, today. @throws Defect when nothing is open */
export function payTransaction(books: Books, id: string, nowMs: number, amount?: DecimalString): SimTransaction {
  const target = transaction(books, id);
  const paid = amount ?? outstandingOf(books, target);
  assert(target.kind === "sales_invoice" || target.kind === "purchase_bill", `a ${target.kind} cannot be paid`);
  assert(toUnits(paid, decimalsOf(target.currency)) > 0n, `nothing is open on ${id}`);
  const kind = target.kind === "sales_invoice" ? "customer_payment" : "vendor_payment";
  const method = books.style !== "a" && kind === "vendor_payment" ? "check" : null;
  return createPayment(
    books,
    kind,
    { partyId: target.partyId, date: dayOf(nowMs), method, allocations: [{ toId: id, amount: paid }] },
    nowMs,
  );
}

/**
 * Applies a credit, overpayment, prepayment or deposit to an invoice or bill, today unless `date` says
 * otherwise; style b adds the payment of zero that does it, style c the application of an advance.
 */
export function applyCredit(
  books: Books,
  fromId: string,
  toId: string,
  amount: DecimalString,
  nowMs: number,
  date: CalendarDate = dayOf(nowMs),
): SimAllocation {
  const from = transaction(books, fromId);
  const kind = from.kind === "purchase_credit" ? "vendor_payment" : "customer_payment";
  const zero = fromUnits(0n, decimalsOf(from.currency));
  const via =
    books.style === "b"
      ? createPayment(books, kind, { partyId: from.partyId, date, currency: from.currency, total: zero, allocations: [] }, nowMs)
      : createApplication(books, from, transaction(books, toId), amount, date, nowMs);
  const allocation = allocate(books, from, toId, amount, date, nowMs, via?.id);
  touch(from, nowMs);
  booksChanged(books);
  return allocation;
}

function createApplication(
  books: Books,
  from: SimTransaction,
  target: SimTransaction,
  amount: DecimalString,
  date: CalendarDate,
  nowMs: number,
): SimTransaction | undefined {
  const kind = books.style === "c" ? applicationKind(from.kind) : null;
  return kind === null ? undefined : createDocument(books, applicationOf(kind, from, target, amount, date), nowMs);
}

export function editTransaction(books: Books, id: string, change: TransactionChange, nowMs: number): SimTransaction {
  const edited = transaction(books, id);
  const { lines, headerDimensions, ...plain } = change;
  Object.assign(edited, plain);
  if (headerDimensions !== undefined) edited.headerDimensions = { ...headerDimensions };
  if (lines !== undefined) {
    edited.lines = composeLines(books, edited, lines, id);
    Object.assign(edited, totalsOf(books, edited, edited.lines));
    for (const { from } of appliedTo(books, id)) touch(from, nowMs);
  }
  touch(edited, nowMs);
  touchNeighbours(books, edited, nowMs);
  booksChanged(books);
  return edited;
}

/** Style b also zeroes the amounts and begins the memo with `Voided`, as that ledger does. */
export function voidTransaction(books: Books, id: string, nowMs: number): SimTransaction {
  const voided = transaction(books, id);
  detach(books, voided, nowMs);
  markVoided(books, voided, nowMs);
  touchNeighbours(books, voided, nowMs);
  booksChanged(books);
  return voided;
}

/** Style a: state `deleted`. Style b and c: removed, and put in the graveyard. */
export function deleteTransaction(books: Books, id: string, nowMs: number): void {
  const deleted = transaction(books, id);
  detach(books, deleted, nowMs);
  touchNeighbours(books, deleted, nowMs);
  if (books.style === "a") {
    deleted.state = "deleted";
    touch(deleted, nowMs);
  } else {
    books.transactions.splice(books.transactions.indexOf(deleted), 1);
    books.graveyard.push({ id, kind: deleted.kind, deletedAtMs: nowMs });
  }
  booksChanged(books);
}

/** Takes away what hangs on a document that goes: allocations to it, and the orders and documents it touched. */
function detach(books: Books, gone: SimTransaction, nowMs: number): void {
  const pointing = books.transactions.filter(({ allocations }) =>
    allocations.some(({ toId, viaId }) => toId === gone.id || viaId === gone.id),
  );
  assert(
    books.style !== "a" || pointing.every(({ state }) => state !== "approved"),
    "Ledger A voids and deletes nothing that is paid or credited",
  );
  if (books.style === "c") removeApplications(books, pointing, gone.id, nowMs);
  for (const from of pointing) {
    if (books.style !== "a") from.allocations = from.allocations.filter(({ toId, viaId }) => toId !== gone.id && viaId !== gone.id);
    touch(from, nowMs);
  }
  for (const { toId } of gone.allocations) {
    const target = find(books, toId);
    if (target !== undefined) touch(target, nowMs);
  }
  const order = gone.orderId === null ? undefined : find(books, gone.orderId);
  if (order === undefined) return;
  order.billed = false;
  for (const line of order.lines) line.quantityBilled = null;
  touch(order, nowMs);
}

/** An application goes with the document that it was made for. */
function removeApplications(books: Books, pointing: readonly SimTransaction[], goneId: string, nowMs: number): void {
  const ids = pointing.flatMap(({ allocations }) => allocations.filter(({ toId }) => toId === goneId).map(({ viaId }) => viaId));
  for (const application of books.transactions.filter(({ id }) => ids.includes(id))) {
    books.transactions.splice(books.transactions.indexOf(application), 1);
    books.graveyard.push({ id: application.id, kind: application.kind, deletedAtMs: nowMs });
  }
}

function allocate(
  books: Books,
  from: SimTransaction,
  toId: string,
  amount: DecimalString,
  date: CalendarDate,
  nowMs: number,
  viaId?: string,
): SimAllocation {
  const target = transaction(books, toId);
  assert(target.currency === from.currency, `${from.id} and ${toId} differ in currency`);
  const highest = from.allocations.length + 1;
  const id = allocationId(books.style, books.seed, from.id, highest);
  const allocation: SimAllocation = { id, toId, amount, date, ...(viaId === undefined ? {} : { viaId }) };
  from.allocations.push(allocation);
  touch(target, nowMs);
  return allocation;
}

/** Counts the version up and sets the time of change, which never falls. */
function touch(changed: SimTransaction, nowMs: number): void {
  changed.modifiedMs = Math.max(changed.modifiedMs, nowMs);
  changed.version++;
}

/** Ledger B: a document that moves a balance changes the time of its party and account, not their version. */
function touchNeighbours(books: Books, changed: SimTransaction, nowMs: number): void {
  if (books.style !== "b") return;
  const { parties, accounts } = indexOf(books);
  for (const list of [changed.partyId === null ? undefined : parties.get(changed.partyId), accounts.get(changed.accountId ?? "")]) {
    if (list !== undefined) list.modifiedMs = Math.max(list.modifiedMs, nowMs);
  }
}

function find(books: Books, id: string): SimTransaction | undefined {
  return books.transactions.find((candidate) => candidate.id === id);
}

function transaction(books: Books, id: string): SimTransaction {
  const found = find(books, id);
  assert(found !== undefined, `no transaction ${id}`);
  return found;
}

function sumOf(allocations: NewPayment["allocations"], currency: string): DecimalString {
  const scale = decimalsOf(currency);
  return fromUnits(
    allocations.reduce((sum, { amount }) => sum + toUnits(amount, scale), 0n),
    scale,
  );
}

function dayOf(ms: number): CalendarDate {
  return fromDayNumber(Math.floor(ms / 86_400_000));
}
