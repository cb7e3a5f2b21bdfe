import { type DecimalString, decimal, subtractDecimals, sumDecimals } from "#shared/kernel/decimal.ts";
import type { SimTransaction } from "../books/types.ts";
import { type Application, type BooksView, isCancelled } from "./books-view.ts";

export const ZERO = decimal("0.00");

/** How far an invoice or bill is settled: `due = total - paid - credited`, except when cancelled. */
export interface Settlement {
  readonly paid: DecimalString;
  readonly credited: DecimalString;
  readonly due: DecimalString;
}

export function isPayment(transaction: SimTransaction): boolean {
  return transaction.kind === "customer_payment" || transaction.kind === "vendor_payment";
}

/** Settlement of an invoice or bill by payments and by credits, overpayments and prepayments. */
export function settlementOf(view: BooksView, invoice: SimTransaction): Settlement {
  const applied = view.appliedTo(invoice.id);
  const paid = amountOf(applied.filter((a) => isPayment(a.from)));
  const credited = amountOf(applied.filter((a) => !isPayment(a.from)));
  // A voided or deleted invoice keeps its total but has nothing due.
  const due = isCancelled(invoice) ? ZERO : subtractDecimals(subtractDecimals(invoice.total, paid), credited);
  return { paid, credited, due };
}

/** What is left of a credit note, overpayment or prepayment after allocations and cash refunds. */
export function remainingCredit(view: BooksView, credit: SimTransaction): DecimalString {
  if (isCancelled(credit)) return ZERO;
  const used = sumDecimals(credit.allocations.map((a) => a.amount));
  const refunded = amountOf(view.appliedTo(credit.id));
  return subtractDecimals(subtractDecimals(credit.total, used), refunded);
}

function amountOf(applied: readonly Application[]): DecimalString {
  return sumDecimals([ZERO, ...applied.map((a) => a.allocation.amount)]);
}
