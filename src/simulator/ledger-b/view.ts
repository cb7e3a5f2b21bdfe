import { type CalendarDate, dayNumber } from "#shared/kernel/calendar-date.ts";
import { addDecimals, type DecimalString, decimal, subtractDecimals, sumDecimals } from "#shared/kernel/decimal.ts";
import type { Books, SimAccount, SimItem, SimParty, SimTransaction } from "../books/types.ts";
import { compareIds, entityOf, type TransactionEntity } from "./entities.ts";

/** A part of a payment or credit, set against a document. */
export interface Application {
  readonly source: SimTransaction;
  readonly target: SimTransaction;
  readonly amount: DecimalString;
  readonly date: CalendarDate;
  /** The payment whose lines say so: the source itself, or the one that links a credit. */
  readonly payerId: string;
}

/**
 * A payment of nothing that joins a credit to the charges it settles, one for each credit and day,
 * where the books name none: it exists in this ledger only.
 */
export interface LinkPayment {
  readonly id: string;
  readonly credit: SimTransaction;
  readonly date: CalendarDate;
  readonly total: DecimalString;
  readonly applications: readonly Application[];
  readonly createdMs: number;
  readonly changedMs: number;
}

/** The books as this ledger sees them at one moment: look-ups and what is open. */
export interface View {
  readonly books: Books;
  /** Approved and voided transactions. */
  readonly byId: ReadonlyMap<string, SimTransaction>;
  /** The same, in id order within their entity. */
  readonly byEntity: ReadonlyMap<TransactionEntity, readonly SimTransaction[]>;
  readonly applicationsFrom: ReadonlyMap<string, readonly Application[]>;
  readonly applicationsTo: ReadonlyMap<string, readonly Application[]>;
  readonly linkPayments: readonly LinkPayment[];
  /** What payments of nothing in the books link, by their id. */
  readonly carriedBy: ReadonlyMap<string, readonly Application[]>;
  /** Last change of a transaction, with whatever moved its balance. */
  readonly changedMs: ReadonlyMap<string, number>;
  readonly accounts: ReadonlyMap<string, SimAccount>;
  readonly parties: ReadonlyMap<string, SimParty>;
  readonly items: ReadonlyMap<string, SimItem>;
  readonly billsOfOrder: ReadonlyMap<string, readonly SimTransaction[]>;
  /** Before which no balance moved last, by `party:<id>` and `account:<id>`: what moved it may be deleted since. */
  readonly balanceFloors: ReadonlyMap<string, number>;
}

const ZERO = decimal("0.00");

/**
 * Builds the view. Linear in the number of transactions.
 * @param moved transactions whose answers changed at a moment that the books do not tell, by id
 * @param balanceFloors see `View`
 */
export function viewOf(
  books: Books,
  moved: ReadonlyMap<string, number> = new Map(),
  balanceFloors: ReadonlyMap<string, number> = new Map(),
): View {
  const kept = books.transactions.filter((t) => isKept(t) && entityOf(t.kind) !== undefined);
  const byId = new Map(kept.map((t) => [t.id, t]));
  const applications = kept.flatMap((source) => applicationsOf(source, byId));
  const billsOfOrder = Map.groupBy(
    kept.filter((t) => t.kind === "purchase_bill" && t.state === "approved" && t.orderId !== null),
    (bill) => bill.orderId ?? "",
  );
  return {
    books,
    byId,
    byEntity: Map.groupBy(
      kept.toSorted((a, b) => compareIds(a.id, b.id)),
      (t) => entityOf(t.kind) as TransactionEntity,
    ),
    applicationsFrom: Map.groupBy(applications, (a) => a.source.id),
    applicationsTo: Map.groupBy(applications, (a) => a.target.id),
    linkPayments: linkPaymentsOf(applications.filter((a) => isCredit(a.source) && !byId.has(a.payerId))),
    carriedBy: Map.groupBy(
      applications.filter((a) => isCredit(a.source) && byId.has(a.payerId)),
      (a) => a.payerId,
    ),
    changedMs: changesOf(books, billsOfOrder, moved),
    accounts: new Map(books.accounts.map((a) => [a.id, a])),
    parties: new Map(books.parties.map((p) => [p.id, p])),
    items: new Map(books.items.map((i) => [i.id, i])),
    billsOfOrder,
    balanceFloors,
  };
}

/** What is still open on an invoice, bill or credit; zero once voided. */
export function openAmount(view: View, transaction: SimTransaction): DecimalString {
  if (transaction.state === "voided") return ZERO;
  const moved = [...(view.applicationsFrom.get(transaction.id) ?? []), ...(view.applicationsTo.get(transaction.id) ?? [])];
  return subtractDecimals(transaction.total, sumDecimals(moved.map((a) => a.amount)));
}

export function isCredit(transaction: SimTransaction): boolean {
  return transaction.kind === "sales_credit" || transaction.kind === "purchase_credit";
}

export function isPayment(transaction: SimTransaction): boolean {
  return transaction.kind === "customer_payment" || transaction.kind === "vendor_payment";
}

function isOpen(transaction: SimTransaction): boolean {
  return transaction.state === "approved";
}

function isKept(transaction: SimTransaction): boolean {
  return transaction.state === "approved" || transaction.state === "voided";
}

function applicationsOf(source: SimTransaction, byId: ReadonlyMap<string, SimTransaction>): Application[] {
  if (source.state !== "approved") return [];
  return source.allocations.flatMap((allocation) => {
    const target = byId.get(allocation.toId);
    if (target?.state !== "approved") return [];
    const { amount, viaId } = allocation;
    // A payment shows only its own date; a credit shows the day of the payment that links it.
    if (isPayment(source)) return [{ source, target, amount, date: source.date, payerId: source.id }];
    if (viaId === undefined) return [{ source, target, amount, date: allocation.date, payerId: linkPaymentId(source.id, allocation.date) }];
    const via = byId.get(viaId);
    return via?.state === "approved" ? [{ source, target, amount, date: via.date, payerId: viaId }] : [];
  });
}

function linkPaymentsOf(applications: readonly Application[]): LinkPayment[] {
  const groups = Map.groupBy(applications, (a) => a.payerId);
  return [...groups].map(([id, group]) => ({
    id,
    credit: (group[0] as Application).source,
    date: (group[0] as Application).date,
    total: group.map((a) => a.amount).reduce(addDecimals),
    applications: group,
    createdMs: (group[0] as Application).source.modifiedMs,
    // The credit's own change time tells when its applications last changed.
    changedMs: Math.max(...group.map((a) => a.source.modifiedMs)),
  }));
}

/** Far above the books' own ids, and the same for the same credit and day in every run. */
function linkPaymentId(creditId: string, date: CalendarDate): string {
  return `9${creditId.padStart(8, "0")}${String(dayNumber(date)).padStart(5, "0")}`;
}

function changesOf(
  books: Books,
  billsOfOrder: ReadonlyMap<string, readonly SimTransaction[]>,
  moved: ReadonlyMap<string, number>,
): Map<string, number> {
  const changes = new Map(books.transactions.map((t) => [t.id, t.modifiedMs]));
  const raise = (id: string, ms: number): void => {
    const known = changes.get(id);
    if (known !== undefined && known < ms) changes.set(id, ms);
  };
  for (const source of books.transactions) {
    for (const { toId, viaId } of source.allocations) {
      raise(toId, source.modifiedMs);
      if (viaId !== undefined) raise(viaId, source.modifiedMs);
    }
  }
  const gone = new Map(books.transactions.filter((t) => !isOpen(t)).map((t) => [t.id, t.modifiedMs]));
  for (const source of books.transactions) {
    for (const { toId } of source.allocations) raise(source.id, gone.get(toId) ?? 0);
  }
  for (const [id, ms] of moved) raise(id, ms);
  for (const [orderId, bills] of billsOfOrder) {
    for (const bill of bills) raise(orderId, bill.modifiedMs);
  }
  return changes;
}
