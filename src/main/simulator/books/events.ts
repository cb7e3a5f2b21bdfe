import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import type { DecimalString } from "#shared/kernel/decimal.ts";
import type { Books, SimAllocation, SimTransaction } from "./types.ts";

/** What an edit may change; amounts are worked out again. */
export interface TransactionChange {
  readonly memo?: string | null;
  readonly reference?: string | null;
  readonly number?: string | null;
  readonly date?: CalendarDate;
  readonly dueDate?: CalendarDate | null;
  readonly state?: "draft" | "submitted" | "approved";
  readonly headerDimensions?: Record<string, string>;
  /** Replaces all lines. */
  readonly lines?: readonly NewLine[];
}

/** A line as a caller gives it: the net is stated, or quantity and unit price are (net = product, rounded). */
export interface NewLine {
  /** Keeps the id of an existing line. */
  readonly id?: string;
  readonly accountId?: string;
  readonly itemId?: string | null;
  readonly description?: string | null;
  readonly quantity?: DecimalString | null;
  readonly unitPrice?: DecimalString | null;
  /** Line amount; with tax when the document is tax inclusive. Journals: debit positive. */
  readonly amount?: DecimalString;
  readonly taxCodeId?: string | null;
  /** Overrides the tax worked out from the code. */
  readonly tax?: DecimalString;
  readonly dimensions?: Record<string, string>;
  readonly billableTo?: string | null;
  readonly partyId?: string | null;
}

export interface NewDocument {
  /** Default: taken from the next free id. */
  readonly id?: string;
  readonly kind?: SimTransaction["kind"];
  readonly number?: string | null;
  readonly reference?: string | null;
  readonly partyId: string | null;
  readonly date: CalendarDate;
  readonly dueDate?: CalendarDate | null;
  readonly currency?: string;
  readonly rate?: DecimalString;
  readonly memo?: string | null;
  readonly accountId?: string | null;
  readonly method?: SimTransaction["method"];
  readonly entityId?: string | null;
  readonly headerDimensions?: Record<string, string>;
  readonly taxInclusive?: boolean;
  readonly state?: "draft" | "submitted" | "approved";
  readonly orderId?: string | null;
  readonly isAdjustment?: boolean;
  readonly lines: readonly NewLine[];
}

export interface NewPayment {
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
  throw new Error(`not written yet: ${books.name} ${input.date} ${nowMs}`);
}

export function createInvoice(books: Books, input: NewDocument, nowMs: number): SimTransaction {
  return createDocument(books, { ...input, kind: "sales_invoice" }, nowMs);
}

export function createBill(books: Books, input: NewDocument, nowMs: number): SimTransaction {
  return createDocument(books, { ...input, kind: "purchase_bill" }, nowMs);
}

/** Money in (`customer_payment`) or out (`vendor_payment`), applied to documents; they are touched too. */
export function createPayment(books: Books, kind: "customer_payment" | "vendor_payment", input: NewPayment, nowMs: number): SimTransaction {
  throw new Error(`not written yet: ${books.name} ${kind} ${input.date} ${nowMs}`);
}

/** Pays `amount` (default: all that is open) of an invoice or bill. @throws Defect when nothing is open */
export function payTransaction(books: Books, id: string, nowMs: number, amount?: DecimalString): SimTransaction {
  throw new Error(`not written yet: ${books.name} ${id} ${nowMs} ${amount}`);
}

/** Applies a credit, overpayment, prepayment or deposit to an invoice or bill. */
export function applyCredit(books: Books, fromId: string, toId: string, amount: DecimalString, nowMs: number): SimAllocation {
  throw new Error(`not written yet: ${books.name} ${fromId} ${toId} ${amount} ${nowMs}`);
}

export function editTransaction(books: Books, id: string, change: TransactionChange, nowMs: number): SimTransaction {
  throw new Error(`not written yet: ${books.name} ${id} ${JSON.stringify(change)} ${nowMs}`);
}

/** Style b also zeroes the amounts and begins the memo with `Voided`, as that ledger does. */
export function voidTransaction(books: Books, id: string, nowMs: number): SimTransaction {
  throw new Error(`not written yet: ${books.name} ${id} ${nowMs}`);
}

/** Style a: state `deleted`. Style b and c: removed, and put in the graveyard. */
export function deleteTransaction(books: Books, id: string, nowMs: number): void {
  throw new Error(`not written yet: ${books.name} ${id} ${nowMs}`);
}

/** Sets one of the company's lock dates (null lifts it). Style c also sets the flags of the periods covered. */
export function moveLock(books: Books, lock: keyof Books["locks"], date: CalendarDate | null, nowMs: number): void {
  throw new Error(`not written yet: ${books.name} ${lock} ${date} ${nowMs}`);
}

export function renameParty(books: Books, id: string, name: string, nowMs: number): void {
  throw new Error(`not written yet: ${books.name} ${id} ${name} ${nowMs}`);
}

export function archiveAccount(books: Books, id: string, nowMs: number): void {
  throw new Error(`not written yet: ${books.name} ${id} ${nowMs}`);
}
