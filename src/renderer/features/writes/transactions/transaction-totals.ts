import { absoluteDecimal, type DecimalString, isZero, subtractDecimals, sumDecimals } from "#shared/kernel/decimal.ts";
import { type DocumentForm, netOf } from "./transaction-draft.ts";

export interface FormTotals {
  /** The sum of the lines without tax. */
  readonly net: DecimalString;
  readonly debit: DecimalString;
  readonly credit: DecimalString;
  /** Debits less credits. */
  readonly difference: DecimalString;
  readonly balanced: boolean;
}

/** Sums of what is entered so far, exact; lines without an amount count for nothing. */
export function formTotals(form: Pick<DocumentForm, "type" | "lines">, decimals: number): FormTotals {
  const scale = `0.${"0".repeat(decimals)}`.replace(/\.$/, "") as DecimalString;
  const nets = form.lines.flatMap((line) => netOf(line, form.type, decimals) ?? []);
  const debit = sumDecimals([scale, ...nets.filter((net) => !net.startsWith("-"))]);
  const credit = sumDecimals([scale, ...nets.filter((net) => net.startsWith("-")).map(absoluteDecimal)]);
  const difference = subtractDecimals(debit, credit);
  return { net: difference, debit, credit, difference, balanced: isZero(difference) };
}
