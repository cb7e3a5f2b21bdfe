import type { DocumentView, FieldChangeRow } from "#shared/contract/books/documents.ts";
import { fieldWords, partsText, valueWords } from "#shared/model/labels/change-words.ts";
import { formatAmount } from "../../../format/amounts/amount.ts";
import { withAmounts } from "../../../format/amounts/amounts-in-text.ts";
import { formatDay } from "../../../format/dates/date.ts";
import { DOCUMENT_STATUSES, DOCUMENT_TYPE_WORDS, DOCUMENT_TYPES, statusLabel } from "../../../format/labels/transaction-labels.ts";
import { capitalized } from "../../../format/text/capitalized.ts";
import { t } from "../../../language/t.ts";

type Names = DocumentView["names"];

/** A field of a document as a label: `dueDate` is `Due date`. */
export function fieldLabel(field: string): string {
  return capitalized(fieldWords(field));
}

/** What a field said, as people read it: names for ids, amounts and days as everywhere, statuses by their word. */
export function valueLabel(
  { field }: Pick<FieldChangeRow, "field">,
  value: string | null,
  document: Pick<DocumentView["document"], "currency" | "type">,
  names: Names,
): string {
  if (value === null || value === "") return t("Empty");
  const status = field === "status" ? DOCUMENT_STATUSES.find((one) => one === value) : undefined;
  if (status !== undefined) return statusLabel(status, document.type).word;
  // The record as a whole: it was there, or it was not.
  if (field === "record") return value === "removed" ? t("Deleted in ledger") : t("In the ledger");
  const type = field === "type" ? DOCUMENT_TYPES.find((one) => one === value) : undefined;
  if (type !== undefined) return DOCUMENT_TYPE_WORDS[type];
  const name = names[value];
  if (name !== undefined) return name;
  if (/^-?\d+(\.\d+)?$/.test(value) && !/number|reference|memo/i.test(field)) return formatAmount(value, document.currency);
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return formatDay(value);
  const told = value.replaceAll(/[A-Za-z]\w*:[^\s|,;=]+/g, (id) => names[id] ?? id);
  if (/^[a-z]+(?:_[a-z]+)+$/.test(told)) return capitalized(told.replaceAll("_", " "));
  const words = withAmounts(partsText(valueWords(field, told)));
  return /status$/i.test(field) ? capitalized(words) : words;
}
