import type { Books, SimDimension, SimLine, SimTransaction } from "../books/types.ts";

/** Which of the two dimensions this ledger can hold. */
export type DimensionWord = "Class" | "Department";

/** The books' dimension behind Class or Department, when the company tracks it. */
export function dimensionFor(books: Books, word: DimensionWord): SimDimension | undefined {
  const wanted = word.toLowerCase();
  return books.dimensions.find((dimension) =>
    [dimension.fieldKey, dimension.id, dimension.name].some((name) => name.toLowerCase().startsWith(wanted)),
  );
}

/** The value that a header or line holds in a dimension. */
export function heldValue(held: Readonly<Record<string, string>>, dimension: SimDimension | undefined): string | undefined {
  return dimension === undefined ? undefined : (held[dimension.id] ?? held[dimension.fieldKey]);
}

/** The private note as sent: voiding puts a word in front of whatever stood there. */
export function noteOf(transaction: SimTransaction): string | undefined {
  const memo = transaction.memo ?? "";
  if (transaction.state === "voided" && !memo.startsWith("Voided")) return memo === "" ? "Voided" : `Voided - ${memo}`;
  if (memo !== "") return memo;
  return transaction.id.endsWith("3") ? "" : undefined;
}

/** A discount is a separate kind of line with a positive amount to subtract. */
export function isDiscount(line: SimLine): boolean {
  return line.itemId === null && line.net.startsWith("-");
}

/** An invoice made from a reimbursable charge shows nothing but its subtotal line. */
export function isSubtotalOnly(transaction: SimTransaction): boolean {
  const [line] = transaction.lines;
  return (
    transaction.kind === "sales_invoice" &&
    transaction.lines.length === 1 &&
    line !== undefined &&
    line.itemId === null &&
    line.quantity === null
  );
}

/** Line id as sent: the books' own where it is a number, else the position. */
export function lineIdOf(transaction: SimTransaction, line: SimLine): string {
  return /^\d{1,6}$/.test(line.id) ? line.id : String(transaction.lines.indexOf(line) + 1);
}

/** A name that was made inactive says so. */
export function nameOf(record: { readonly name: string; readonly active: boolean }): string {
  return record.active || record.name.endsWith(" (deleted)") ? record.name : `${record.name} (deleted)`;
}

/** United States companies tax lines with TAX or NON; others name the code. */
export function taxCodeOf(books: Books, line: SimLine): string | undefined {
  if (books.country === "US") return line.taxCodeId === null ? "NON" : "TAX";
  return line.taxCodeId ?? undefined;
}

/** Undefined where the ledger does not send it (United States companies). */
export function taxCalculationOf(books: Books, transaction: SimTransaction): "TaxExcluded" | "NotApplicable" | undefined {
  if (books.country === "US") return undefined;
  return transaction.lines.some((line) => line.taxCodeId !== null) ? "TaxExcluded" : "NotApplicable";
}

/** Id of the rate below a tax code; rates and codes are numbered apart. */
export function taxRateIdOf(books: Books, taxCodeId: string): string {
  return String(201 + books.taxCodes.findIndex((code) => code.id === taxCodeId));
}

/** True where the item line itself names the account; otherwise only the item says it. */
export function namesItemAccount(books: Books, transaction: SimTransaction, line: SimLine, side: "sales" | "purchases"): boolean {
  const item = books.items.find((candidate) => candidate.id === line.itemId);
  const own = side === "sales" ? item?.incomeAccountId : item?.expenseAccountId;
  return own !== line.accountId || (side === "sales" && transaction.id.endsWith("1"));
}
