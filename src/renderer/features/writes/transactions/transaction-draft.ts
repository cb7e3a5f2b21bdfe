import type { Named } from "#shared/contract/books/choices.ts";
import { readCalendarDate } from "#shared/kernel/calendar-date.ts";
import { compareDecimals, type DecimalString, negateDecimal } from "#shared/kernel/decimal.ts";
import type { DocumentType } from "#shared/model/books/document.ts";
import type { DocumentDraft, LineDraft } from "#shared/model/ledger/write.ts";
import { amountProblem, lineProduct, readAmount } from "../../../format/amounts/typed-amount.ts";
import { t } from "../../../language/t.ts";

/** A line of the form, as text until it is reviewed. */
export interface LineForm {
  readonly key: number;
  /** The id of an existing line of the document. */
  readonly lineId: string | null;
  readonly kind: "account" | "item";
  readonly target: Named | null;
  readonly description: string;
  readonly quantity: string;
  readonly unitAmount: string;
  /** Net of tax; empty where it follows from quantity and price. In a journal: the debit. */
  readonly net: string;
  /** Of a journal only. */
  readonly credit: string;
  readonly taxCode: string;
  /** Value by dimension. */
  readonly dimensions: Readonly<Record<string, string>>;
}

/** The content of the document form. */
export interface DocumentForm {
  readonly type: DocumentType;
  readonly party: Named | null;
  readonly number: string;
  readonly reference: string;
  readonly issueDate: string;
  readonly dueDate: string;
  readonly currency: string;
  readonly exchangeRate: string;
  readonly status: DocumentDraft["status"];
  readonly basis: "exclusive" | "inclusive" | "none" | "";
  readonly entityId: string;
  readonly memo: string;
  readonly totalAccount: Named | null;
  readonly lines: readonly LineForm[];
}

/** Error messages by field name. */
export type FieldErrors = Readonly<Record<string, string>>;

export const EMPTY_LINE: Omit<LineForm, "key"> = {
  lineId: null,
  kind: "account",
  target: null,
  description: "",
  quantity: "",
  unitAmount: "",
  net: "",
  credit: "",
  taxCode: "",
  dimensions: {},
};

/** A line without any input, which is left out. */
export function isBlank(line: LineForm): boolean {
  const texts = [line.description, line.quantity, line.unitAmount, line.net, line.credit];
  return line.lineId === null && line.target === null && texts.every((text) => text.trim() === "");
}

/** The net of a line, debit-positive in a journal; null while it is missing or no amount. */
export function netOf(line: LineForm, type: DocumentType, decimals: number): DecimalString | null {
  if (type === "journal") {
    const credit = line.credit.trim() === "" ? null : readAmount(line.credit);
    if (credit !== null) return negateDecimal(credit);
    return line.net.trim() === "" ? null : readAmount(line.net);
  }
  if (line.net.trim() !== "") return readAmount(line.net);
  const price = line.unitAmount.trim() === "" ? null : readAmount(line.unitAmount);
  const quantity = line.quantity.trim() === "" ? null : readAmount(line.quantity);
  return price === null ? null : lineProduct(quantity, price, decimals);
}

/**
 * Applies an edit to a line: a calculated amount follows quantity and price again, and a price that no longer
 * gives the amount is left to the ledger.
 */
export function editedLine(line: LineForm, change: Partial<LineForm>, type: DocumentType, decimals: number): LineForm {
  const edited = { ...line, ...change };
  if (type === "journal") return edited;
  const worked = (from: LineForm) => netOf({ ...from, net: "" }, type, decimals);
  const stated = (from: LineForm) => (from.net.trim() === "" ? null : readAmount(from.net));
  const agrees = (from: LineForm, amount: DecimalString | null) => {
    const product = worked(from);
    return amount !== null && product !== null && compareDecimals(product, amount) === 0;
  };
  if (change.quantity !== undefined || change.unitAmount !== undefined) return agrees(line, stated(line)) ? { ...edited, net: "" } : edited;
  if (change.net === undefined || edited.net.trim() === "" || worked(edited) === null) return edited;
  return agrees(edited, stated(edited)) ? edited : { ...edited, unitAmount: "" };
}

/** What a line can name with this ledger. */
export type LineKinds = readonly ("account" | "item")[];

const BOTH_KINDS: LineKinds = ["account", "item"];

/**
 * All errors that the window can find without the core.
 * @param seen the form as it was opened: a line that had an account or an item must keep one
 */
export function formErrors(
  form: DocumentForm,
  decimals: number,
  kinds: LineKinds = BOTH_KINDS,
  seen: Pick<DocumentForm, "lines"> = { lines: [] },
): FieldErrors {
  const errors: Record<string, string> = {};
  const needsParty = !["journal", "cash_sale", "cash_purchase"].includes(form.type);
  const isSale = form.type === "sales_invoice" || form.type === "sales_credit";
  if (needsParty && form.party === null) errors["party.id"] = isSale ? t("Choose a customer.") : t("Choose a vendor.");
  if (readCalendarDate(form.issueDate) === null) errors.issueDate = t("Enter a date.");
  if (form.dueDate !== "" && readCalendarDate(form.dueDate) === null) errors.dueDate = t("Enter a date.");
  if (!/^[A-Z]{3}$/.test(form.currency)) errors.currency = t("Choose a currency.");
  if (form.exchangeRate.trim() !== "" && readAmount(form.exchangeRate) === null)
    errors.exchangeRate = amountProblem(form.exchangeRate, t("Enter a rate, such as 1.0825."));
  const lines = form.lines.filter((line) => !isBlank(line));
  if (lines.length === 0)
    errors["lines[0].accountId"] = form.type === "journal" ? t("Enter at least two lines.") : t("Enter at least one line.");
  for (const [index, line] of lines.entries()) Object.assign(errors, lineErrors(line, index, form.type, decimals, kinds));
  for (const [index, line] of lines.entries())
    if (line.target === null && seen.lines.some(({ lineId, target }) => lineId !== null && lineId === line.lineId && target !== null))
      errors[`lines[${index}].accountId`] = targetWords(form.type === "journal" ? ["account"] : kinds);
  return errors;
}

/** The form as it is checked and sent: in base currency no exchange rate is asked for, so one typed for another currency doesn't count. */
export function withoutHiddenRate<Form extends Pick<DocumentForm, "currency" | "exchangeRate">>(
  form: Form,
  baseCurrency: string | undefined,
): Form {
  return form.currency === baseCurrency ? { ...form, exchangeRate: "" } : form;
}

const NO_NUMBER = {
  quantity: t("Enter a quantity, such as 2.5."),
  unitAmount: t("Enter a price, such as 12.50."),
  net: t("Enter an amount, such as 1234.50."),
  credit: t("Enter an amount, such as 1234.50."),
} as const;

function lineErrors(line: LineForm, index: number, type: DocumentType, decimals: number, kinds: LineKinds): FieldErrors {
  const at = (field: string) => `lines[${index}].${field}`;
  const errors: Record<string, string> = {};
  const amounts = { quantity: line.quantity, unitAmount: line.unitAmount, net: line.net, credit: line.credit };
  for (const [field, text] of Object.entries(amounts))
    if (text.trim() !== "" && readAmount(text, field === "net" || field === "credit" ? decimals : undefined) === null)
      errors[at(field)] = amountProblem(text, NO_NUMBER[field as keyof typeof amounts]);
  if (line.target === null && line.lineId === null) errors[at("accountId")] = targetWords(type === "journal" ? ["account"] : kinds);
  if (type === "journal" && line.net.trim() !== "" && line.credit.trim() !== "")
    errors[at("credit")] = t("Enter a debit or a credit, not both.");
  if (Object.keys(errors).length === 0 && netOf(line, type, decimals) === null) errors[at("net")] = t("Enter the amount.");
  return errors;
}

function targetWords(kinds: LineKinds): string {
  if (kinds.length === 2) return t("Choose an account or an item.");
  return kinds[0] === "item" ? t("Choose an item.") : t("Choose an account.");
}

/** A line of the form as the model's draft. */
export function lineDraftOf(line: LineForm, { type, currency }: Pick<DocumentForm, "type" | "currency">, decimals: number): LineDraft {
  const price = line.unitAmount.trim() === "" ? null : readAmount(line.unitAmount);
  const quantity = line.quantity.trim() === "" ? null : readAmount(line.quantity);
  const target = line.target === null ? {} : line.kind === "item" ? { itemId: line.target.id } : { accountId: line.target.id };
  return {
    ...(line.lineId === null ? {} : { id: line.lineId }),
    kind: line.kind,
    ...(line.description.trim() === "" ? {} : { description: line.description.trim() }),
    ...(quantity === null || type === "journal" ? {} : { quantity }),
    ...(price === null || type === "journal" ? {} : { unitAmount: { amount: price, currency } }),
    ...target,
    net: { amount: netOf(line, type, decimals) as DecimalString, currency },
    ...(line.taxCode.trim() === "" ? {} : { tax: { components: [{ code: line.taxCode.trim() }] } }),
    dimensions: Object.entries(line.dimensions).flatMap(([dimensionId, valueId]) => (valueId === "" ? [] : [{ dimensionId, valueId }])),
  };
}
