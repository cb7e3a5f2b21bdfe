import { addDecimals, type DecimalString } from "#shared/kernel/decimal.ts";
import type { SimLine, SimTransaction } from "../books/types.ts";
import { lineAmountTypes } from "./words.ts";

/** `LineAmount` as the ledger writes it: with tax when the document is tax inclusive. */
export function lineAmountOf(t: SimTransaction, line: SimLine): DecimalString {
  return lineAmountTypes(t) === "Inclusive" ? addDecimals(line.net, line.tax) : line.net;
}
