import {
  absoluteDecimal,
  compareDecimals,
  type DecimalString,
  multiplyDecimals,
  negateDecimal,
  subtractDecimals,
} from "#shared/kernel/decimal.ts";
import type { NewLine } from "../../books/compose.ts";
import { decimalsOf } from "../../books/money.ts";
import { taxChoices } from "../../books/tax-codes.ts";
import type { Books, SimItem, SimLine, SimTransaction, TransactionKind } from "../../books/types.ts";
import { type DimensionWord, dimensionFor, isDiscount, lineIdOf } from "../traits.ts";
import { asBody, requiredNumber, type SentBody, sentList, sentNumber, sentRef, sentText } from "./sent-body.ts";
import { badEnum, businessRule, missing, noSuch, refuse } from "./write-fault.ts";

/** What the lines of one document share. */
export interface LineSetting {
  readonly books: Books;
  readonly kind: TransactionKind;
  readonly currency: string;
  /** The document as it is, when it is being changed. */
  readonly existing: SimTransaction | undefined;
}

const salesKinds: readonly TransactionKind[] = ["sales_invoice", "sales_credit", "cash_sale", "cash_sale_refund"];
/** Lines of the ledger's own: they say nothing that the others do not. */
const derived = ["SubTotalLineDetail", "DescriptionOnly"];

/** True for a body whose lines are only the ledger's own sums: the lines behind them stay as they are. */
export function saysNothingOfLines(body: SentBody): boolean {
  const lines = sentList(body.Line);
  return lines.length > 0 && lines.every((line) => derived.includes(sentText(line.DetailType) ?? ""));
}

/** The lines of a record in the order sent; a line that names one of the document keeps its id. */
export function linesOf(setting: LineSetting, body: SentBody): readonly NewLine[] {
  const lines = sentList(body.Line).filter((line) => !derived.includes(sentText(line.DetailType) ?? ""));
  if (lines.length === 0) return missing("Line");
  const known = new Map((setting.existing?.lines ?? []).map((line) => [lineIdOf(setting.existing as SimTransaction, line), line]));
  let highest = Math.max(0, ...[...known.keys()].map(Number));
  const used = new Set<string>();
  return lines.map((line) => {
    const id = sentText(line.Id);
    const kept = id === undefined ? undefined : known.get(id);
    if (id !== undefined && kept !== undefined && used.has(id)) businessRule(`the line ${id} is sent twice`);
    if (id !== undefined) used.add(id);
    return { ...lineInput(setting, line, kept), id: kept?.id ?? String(++highest) };
  });
}

function lineInput(setting: LineSetting, line: SentBody, kept: SimLine | undefined): NewLine {
  const type = sentText(line.DetailType) ?? missing("Line.DetailType");
  const amount = requiredNumber(line.Amount, "Line.Amount");
  const scale = decimalsOf(setting.currency);
  if ((amount.split(".")[1] ?? "").replace(/0+$/, "").length > scale) businessRule(`Line.Amount ${amount} has more than ${scale} decimals`);
  const detail = asBody(line[type]) ?? missing(`Line.${type}`);
  const words = { description: sentText(line.Description) ?? null };
  const isSales = salesKinds.includes(setting.kind);
  if (type === "JournalEntryLineDetail" && setting.kind === "journal") return { ...words, ...entry(setting, detail, amount) };
  if (type === "SalesItemLineDetail" && isSales) return { ...words, amount, ...itemLine(setting, detail, amount, kept, "sales") };
  if (type === "DiscountLineDetail" && isSales) return { ...words, ...discount(setting, detail, amount, kept) };
  if (type === "ItemBasedExpenseLineDetail" && !isSales && setting.kind !== "journal")
    return { ...words, amount, ...itemLine(setting, detail, amount, kept, "purchases"), ...billed(setting, detail) };
  if (type === "AccountBasedExpenseLineDetail" && !isSales && setting.kind !== "journal") {
    checkDetail(detail, ["AccountRef", "CustomerRef", "BillableStatus", "ClassRef", "TaxCodeRef", "TaxAmount", "TaxInclusiveAmt"]);
    const shared = {
      dimensions: lineDimensions(setting.books, detail, ["Class"]),
      taxCodeId: taxCodeId(setting, detail, kept, "purchases"),
    };
    return {
      ...words,
      amount,
      ...shared,
      accountId: account(setting.books, sentRef(detail.AccountRef), "AccountRef"),
      ...billed(setting, detail),
    };
  }
  return badEnum("Line.DetailType", type);
}

function checkDetail(detail: SentBody, known: readonly string[]): void {
  const odd = Object.keys(detail).find((key) => !known.includes(key));
  if (odd !== undefined)
    refuse("2010", "Request has invalid or unsupported property", `Property Name:${odd} specified is unsupported or invalid`);
}

const itemDetail = ["ItemRef", "ItemAccountRef", "ClassRef", "UnitPrice", "Qty", "TaxCodeRef", "ServiceDate", "TaxInclusiveAmt"];
const billedDetail = ["CustomerRef", "BillableStatus"];

function itemLine(
  setting: LineSetting,
  detail: SentBody,
  amount: DecimalString,
  kept: SimLine | undefined,
  side: "sales" | "purchases",
): NewLine {
  checkDetail(detail, side === "sales" ? itemDetail : [...itemDetail, ...billedDetail]);
  const { books } = setting;
  const item = itemOf(books, sentRef(detail.ItemRef));
  const own = side === "sales" ? item.incomeAccountId : item.expenseAccountId;
  const quantity = sentNumber(detail.Qty, "Qty") ?? null;
  const unitPrice = sentNumber(detail.UnitPrice, "UnitPrice") ?? null;
  if (quantity !== null && unitPrice !== null) checkProduct(setting, quantity, unitPrice, amount);
  return {
    itemId: item.id,
    // A line keeps the account that it was posted to, even when the item posts elsewhere by now.
    accountId: kept?.itemId === item.id ? kept.accountId : account(books, own === "" ? undefined : own, "ItemAccountRef"),
    quantity,
    unitPrice,
    dimensions: lineDimensions(books, detail, ["Class"]),
    taxCodeId: taxCodeId(setting, detail, kept, side),
  };
}

function checkProduct({ currency }: LineSetting, quantity: DecimalString, price: DecimalString, amount: DecimalString): void {
  const difference = absoluteDecimal(subtractDecimals(multiplyDecimals(quantity, price), amount));
  const unit = (decimalsOf(currency) === 0 ? "1" : "0.01") as DecimalString;
  if (compareDecimals(difference, unit) > 0)
    refuse("6070", "Amount calculation incorrect in the request", `Amount is not equal to UnitPrice * Qty. Supplied value:${amount}`);
}

function discount({ books }: LineSetting, detail: SentBody, amount: DecimalString, kept: SimLine | undefined): NewLine {
  const accountId = sentRef(detail.DiscountAccountRef) ?? (kept !== undefined && isDiscount(kept) ? kept.accountId : undefined);
  return { amount: negateDecimal(amount), itemId: null, accountId: account(books, accountId, "DiscountAccountRef") };
}

function entry({ books }: LineSetting, detail: SentBody, amount: DecimalString): NewLine {
  checkDetail(detail, ["PostingType", "AccountRef", "Entity", "ClassRef", "DepartmentRef"]);
  if (amount.startsWith("-")) businessRule("the amount of a journal line cannot be negative");
  const side = sentText(detail.PostingType) ?? missing("PostingType");
  if (side !== "Debit" && side !== "Credit") badEnum("PostingType", side);
  const accountId = account(books, sentRef(detail.AccountRef), "AccountRef");
  const partyId = sentRef(asBody(detail.Entity)?.EntityRef) ?? null;
  if (partyId !== null && !books.parties.some(({ id }) => id === partyId)) noSuch("Names", partyId);
  const kind = books.accounts.find(({ id }) => id === accountId)?.kind;
  if (partyId === null && (kind === "receivable" || kind === "payable"))
    businessRule("a line on accounts receivable or accounts payable must name a customer or vendor");
  return {
    amount: side === "Credit" ? negateDecimal(amount) : amount,
    accountId,
    partyId,
    dimensions: lineDimensions(books, detail, ["Class", "Department"]),
  };
}

/** The customer that a cost is billed on to; the books keep none that it is not billed to. */
function billed({ books }: LineSetting, detail: SentBody): Pick<NewLine, "billableTo"> {
  const status = sentText(detail.BillableStatus) ?? "NotBillable";
  if (!["Billable", "NotBillable"].includes(status)) badEnum("BillableStatus", status);
  const customer = sentRef(detail.CustomerRef);
  if (customer !== undefined && !books.parties.some(({ id, role }) => id === customer && (role === "customer" || role === "both")))
    noSuch("Names", customer);
  if (status === "Billable" && customer === undefined) businessRule("a billable line must name a customer");
  return { billableTo: status === "Billable" ? (customer ?? null) : null };
}

/** United States companies say TAX or NON; others name the code. */
function taxCodeId({ books }: LineSetting, detail: SentBody, kept: SimLine | undefined, side: "sales" | "purchases"): string | null {
  const code = sentRef(detail.TaxCodeRef);
  if (code === undefined) return null;
  if (books.country !== "US") return books.taxCodes.some(({ id }) => id === code) ? code : noSuch("TaxCode", code);
  if (code === "NON") return null;
  if (code !== "TAX") return noSuch("TaxCode", code);
  return kept?.taxCodeId ?? taxChoices(books.taxCodes, side).usual.id;
}

/** The values that a header or line states, by dimension. */
export function lineDimensions(books: Books, holder: SentBody, words: readonly DimensionWord[]): Record<string, string> {
  const held: Record<string, string> = {};
  for (const word of words) {
    const value = sentRef(holder[`${word}Ref`]);
    if (value === undefined) continue;
    const dimension = dimensionFor(books, word);
    if (dimension === undefined || !dimension.values.some(({ id }) => id === value)) noSuch(word === "Class" ? "Klasses" : "Depts", value);
    else held[dimension.id] = value;
  }
  return held;
}

/** An account that exists. */
export function account(books: Books, id: string | undefined, member: string): string {
  if (id === undefined) return missing(member);
  return books.accounts.some((candidate) => candidate.id === id) ? id : noSuch("Accounts", id);
}

function itemOf(books: Books, id: string | undefined): SimItem {
  if (id === undefined) return missing("ItemRef");
  return books.items.find((candidate) => candidate.id === id && candidate.active) ?? noSuch("Items", id);
}
