import { type DecimalString, decimal } from "#shared/kernel/decimal.ts";
import type { SimTransaction } from "../books/types.ts";

const ZERO = decimal("0");

/**
 * The numeral as this ledger writes it: records with an even id drop zeros at the end (`275`,
 * `22.5`), the others keep what the books say (`300.00`). Both forms occur in real answers.
 */
export function sentAmount(value: DecimalString, ownerId: string): DecimalString {
  if (!endsEven(ownerId) || !value.includes(".")) return value;
  return value.replace(/\.?0+$/, "") as DecimalString;
}

/** An amount of a transaction: a voided one has lost all of them. */
export function sentOf(transaction: SimTransaction, value: DecimalString): DecimalString {
  return transaction.state === "voided" ? ZERO : sentAmount(value, transaction.id);
}

function endsEven(id: string): boolean {
  return id.charCodeAt(id.length - 1) % 2 === 0;
}
