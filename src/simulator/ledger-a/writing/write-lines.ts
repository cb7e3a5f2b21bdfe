import { compareDecimals, type DecimalString, decimal, multiplyDecimals } from "#shared/kernel/decimal.ts";
import type { ExactJson } from "#shared/kernel/json-exact.ts";
import type { NewLine } from "../../books/events.ts";
import { fromUnits, shareUnits, toUnits } from "../../books/money.ts";
import type { Books, SimTransaction } from "../../books/types.ts";
import { derivedId } from "../derived-id.ts";
import { roundDecimal } from "../round-decimal.ts";
import { isSent, type Sent, sentAmount, sentText } from "./write-request.ts";

export interface LineBasis {
  readonly noTax: boolean;
  readonly places: number;
}

/**
 * Lines as the books take them, amounts with `places` decimals; what is wrong with them goes to `errors`.
 * Of a `known` record, a line with an id is that line, whole as it is sent; a line without one is new.
 */
export function readLines(
  books: Books,
  value: ExactJson | undefined,
  basis: LineBasis,
  errors: string[],
  known?: SimTransaction,
): NewLine[] {
  const lines = Array.isArray(value) ? value.filter(isSent) : [];
  if (lines.length === 0) errors.push("One or more line items must be specified");
  const ids = lines.map((line) => sentText(line.LineItemID)).filter((id) => id !== null);
  const isStrange = (id: string) => !known?.lines.some((line) => line.id === id);
  if (new Set(ids).size < ids.length || ids.some(isStrange)) errors.push("A LineItemID is not one of this record's, or comes twice");
  return lines.map((line, index) => ({ ...identity(line, index, known), ...readLine(books, line, basis, errors) }));
}

/** A line that is changed stays what it is: its id, and whom its cost is billed on to. */
function identity(line: Sent, index: number, known: SimTransaction | undefined): Partial<NewLine> {
  if (known === undefined) return {};
  const before = known.lines.find(({ id }) => id === line.LineItemID);
  if (before === undefined) return { id: derivedId("line item", known.id, known.version, index) };
  return { id: before.id, billableTo: before.billableTo, partyId: before.partyId };
}

function readLine(books: Books, line: Sent, { noTax, places }: LineBasis, errors: string[]): NewLine {
  const code = sentText(line.ItemCode);
  const item = books.items.find((candidate) => candidate.code === code);
  if (code !== null && !item) errors.push(`Item code '${code}' is not valid`);
  const account = readAccount(books, line);
  if (!account && !item) errors.push("Account code or ID must be specified and valid");
  const sentTax = sentText(line.TaxType);
  const taxType = noTax || sentTax === "NONE" ? null : sentTax;
  if (taxType !== null && !books.taxCodes.some((candidate) => candidate.id === taxType))
    errors.push(`The TaxType code '${taxType}' does not exist`);
  const tax = noTax ? null : sentAmount(line.TaxAmount);
  return {
    ...(account ? { accountId: account.id } : {}),
    itemId: item?.id ?? null,
    description: sentText(line.Description),
    ...readAmounts(line, places, errors),
    taxCodeId: taxType,
    ...(tax === null ? {} : { tax: roundDecimal(tax, places) }),
    dimensions: readTracking(books, line, errors),
  };
}

function readAccount(books: Books, line: Sent) {
  const id = sentText(line.AccountID);
  const code = sentText(line.AccountCode);
  if (id === null && code === null) return undefined;
  return books.accounts.find((account) => account.active && (id === null ? account.code === code : account.id === id));
}

function readAmounts(line: Sent, places: number, errors: string[]): Pick<NewLine, "quantity" | "unitPrice" | "amount"> {
  const quantity = sentAmount(line.Quantity) ?? decimal("1");
  const unitPrice = sentAmount(line.UnitAmount);
  const stated = sentAmount(line.LineAmount);
  if (unitPrice === null && stated === null) {
    errors.push("A line needs a UnitAmount or a LineAmount");
    return { amount: decimal("0") };
  }
  const amount = roundDecimal(unitPrice === null ? (stated ?? decimal("0")) : multiplyDecimals(quantity, unitPrice), places);
  if (stated !== null && compareDecimals(roundDecimal(stated, places), amount) !== 0) {
    errors.push(`The line total ${stated} does not match the expected line total ${amount}`);
  }
  return { quantity, unitPrice: unitPrice ?? priceOf(amount, quantity), amount };
}

/** The unit price that a stated amount comes from, with four decimals. */
function priceOf(amount: DecimalString, quantity: DecimalString): DecimalString {
  const whole = toUnits(roundDecimal(quantity, 4), 4);
  return whole === 0n ? amount : fromUnits(shareUnits(toUnits(roundDecimal(amount, 4), 4), 10_000n, whole), 4);
}

function readTracking(books: Books, line: Sent, errors: string[]): Record<string, string> {
  const found: Record<string, string> = {};
  for (const entry of Array.isArray(line.Tracking) ? line.Tracking.filter(isSent) : []) {
    const category = books.dimensions.find((d) => d.id === entry.TrackingCategoryID || d.name === entry.Name);
    const option = category?.values.find((v) => v.active && (v.id === entry.TrackingOptionID || v.name === entry.Option));
    if (category && option) found[category.id] = option.id;
    else errors.push("The tracking category or option is not valid");
  }
  return found;
}
