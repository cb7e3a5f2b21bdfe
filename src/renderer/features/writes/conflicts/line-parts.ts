import { canonicalDecimal } from "#shared/kernel/decimal.ts";
import { formatAmount, formatNumeral } from "../../../format/amounts/amount.ts";
import { readAmount } from "../../../format/amounts/typed-amount.ts";
import { t } from "../../../language/t.ts";
import type { LineForm } from "../transactions/transaction-draft.ts";

type Names = Readonly<Record<string, string>>;

/** The parts of a line that are decided one by one. An amount goes with the quantity and the price that it comes from. */
const PARTS = {
  target: { name: t("Account or item"), fields: ["kind", "target"] },
  description: { name: t("Description"), fields: ["description"] },
  amount: { name: t("Amount"), fields: ["quantity", "unitAmount", "net", "credit"] },
  taxCode: { name: t("Tax code"), fields: ["taxCode"] },
  dimensions: { name: t("Dimensions"), fields: ["dimensions"] },
} as const satisfies Readonly<Record<string, { readonly name: string; readonly fields: readonly (keyof LineForm)[] }>>;
type Part = keyof typeof PARTS;
export const LINE_PARTS = Object.keys(PARTS) as readonly Part[];

export function partKey(lineId: string, part: Part): string {
  return `line ${lineId} ${part}`;
}

export function partName(index: number, part: Part): string {
  return t("{part} of line {index}", { part: PARTS[part].name, index });
}

/** The line with one part as the other has it. */
export function withPart(line: LineForm, other: LineForm, part: Part): LineForm {
  return { ...line, ...Object.fromEntries(PARTS[part].fields.map((field) => [field, other[field]])) };
}

/** A part of a line as text. Amounts are written with their currency's decimals. */
export function textOfPart(line: LineForm, part: Part, currency: string, names: Names): string {
  switch (part) {
    case "target":
      return line.target === null ? "" : (names[line.target.id] ?? line.target.name);
    case "description":
    case "taxCode":
      return line[part].trim();
    case "amount":
      return [manyOf(line, currency), amountOf(line, currency)].filter((text) => text !== "").join(", ");
    default:
      return Object.entries(line.dimensions)
        .filter(([, value]) => value !== "")
        .map(([dimension, value]) => names[`${dimension}=${value}`] ?? value)
        .join(", ");
  }
}

/** How many at which price: `2 × 5.00`. */
export function manyOf(line: LineForm, currency: string): string {
  const quantity = readAmount(line.quantity);
  const price = readAmount(line.unitAmount);
  const many = [
    quantity === null ? line.quantity.trim() : formatNumeral(canonicalDecimal(quantity)),
    price === null ? line.unitAmount.trim() : formatAmount(price, currency),
  ];
  return many.filter((text) => text !== "").join(" × ");
}

export function amountOf(line: LineForm, currency: string): string {
  const isCredit = line.credit.trim() !== "";
  const typed = isCredit ? line.credit : line.net;
  const read = readAmount(typed);
  const amount = read === null ? typed : formatAmount(read, currency);
  return isCredit ? t("credit {amount}", { amount }) : amount;
}
