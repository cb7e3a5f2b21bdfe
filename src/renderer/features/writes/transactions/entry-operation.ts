import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import type { DecimalString } from "#shared/kernel/decimal.ts";
import type { DocumentDraft, LineDraft, WriteOperation } from "#shared/model/ledger/write.ts";
import { readAmount } from "../../../format/amounts/typed-amount.ts";
import { t } from "../../../language/t.ts";
import { NO_TAX_CODES, type TaxCodes, taxedLine } from "./entry-tax.ts";
import { type DocumentForm, type FieldErrors, isBlank, type LineForm, lineDraftOf } from "./transaction-draft.ts";

/** The operation that makes the document. The form must have no errors. */
export function createOperation(form: DocumentForm, decimals: number, codes: TaxCodes = NO_TAX_CODES): WriteOperation {
  const { number, reference, memo } = form;
  const document: DocumentDraft = {
    type: form.type,
    ...(form.party === null ? {} : { party: { id: form.party.id } }),
    ...(number.trim() === "" ? {} : { number: number.trim() }),
    ...(reference.trim() === "" ? {} : { reference: reference.trim() }),
    issueDate: form.issueDate as CalendarDate,
    ...(form.dueDate === "" ? {} : { dueDate: form.dueDate as CalendarDate }),
    currency: form.currency,
    ...(form.exchangeRate.trim() === "" ? {} : { exchangeRate: readAmount(form.exchangeRate) as DecimalString }),
    ...(form.basis === "" ? {} : { tax: { basis: form.basis } }),
    status: form.status,
    ...(form.entityId === "" ? {} : { entityId: form.entityId }),
    ...(memo.trim() === "" ? {} : { memo: memo.trim() }),
    ...(form.totalAccount === null ? {} : { totalAccountId: form.totalAccount.id }),
    lines: form.lines.filter((line) => !isBlank(line)).map((line) => lineOf(line, form, decimals, codes)),
  };
  return { kind: "create_document", document };
}

/** An amount that includes tax is split here: its price would be one with tax, so that the ledger works it out. */
function lineOf(line: LineForm, form: DocumentForm, decimals: number, codes: TaxCodes): LineDraft {
  const draft = lineDraftOf(line, form, decimals);
  const taxed = form.basis === "inclusive" ? taxedLine(line, form, decimals, codes) : null;
  if (taxed === null) return draft;
  const { unitAmount: _withTax, ...rest } = draft;
  const { currency } = form;
  return { ...rest, net: { amount: taxed.net, currency }, tax: { ...draft.tax, amount: { amount: taxed.tax, currency } } };
}

/** Amounts can only include a tax whose rate is known. */
export function inclusiveErrors(form: DocumentForm, decimals: number, codes: TaxCodes): FieldErrors {
  if (form.basis !== "inclusive") return {};
  const errors: Record<string, string> = {};
  for (const [index, line] of form.lines.filter((each) => !isBlank(each)).entries()) {
    const taxed = taxedLine(line, form, decimals, codes);
    if (taxed !== null && (taxed.code === null || taxed.unknown))
      errors[`lines[${index}].taxCode`] = t("Choose a tax code with a rate, or set “Amounts are” to “Tax exclusive.”");
  }
  return errors;
}
