import { decimalsOf, fromUnits } from "./money.ts";
import type { Books, SimTransaction } from "./types.ts";

/** Turns a document into a voided one. Style b also zeroes the amounts and begins the memo with `Voided`. */
export function markVoided(books: Books, transaction: SimTransaction, atMs: number): void {
  transaction.state = "voided";
  transaction.modifiedMs = atMs;
  transaction.version++;
  if (books.style !== "b") return;
  const zero = fromUnits(0n, decimalsOf(transaction.currency));
  const zeroBase = fromUnits(0n, decimalsOf(books.baseCurrency));
  transaction.memo = transaction.memo ? `Voided - ${transaction.memo}` : "Voided";
  transaction.net = zero;
  transaction.tax = zero;
  transaction.total = zero;
  transaction.totalBase = zeroBase;
  transaction.allocations = [];
  for (const line of transaction.lines) {
    line.net = zero;
    line.netBase = zeroBase;
    line.tax = zero;
    if (line.quantity !== null) line.quantity = "0" as typeof zero;
  }
}
