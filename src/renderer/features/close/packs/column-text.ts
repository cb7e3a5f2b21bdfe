import { valueWords } from "#shared/model/labels/change-words.ts";
import type { ColumnChange } from "#shared/model/labels/pack-change-words.ts";
import { formatAmount } from "../../../format/amounts/amount.ts";
import { formatDay } from "../../../format/dates/date.ts";
import { DOCUMENT_STATUSES, DOCUMENT_TYPE_WORDS, DOCUMENT_TYPES, statusLabel } from "../../../format/labels/transaction-labels.ts";
import { capitalized } from "../../../format/text/capitalized.ts";
import { t } from "../../../language/t.ts";

const AMOUNTS = new Set(["total", "totalBase", "outstanding", "tax"]);
const DAYS = new Set(["issueDate", "dueDate"]);

/** A column that differs between two packs, with its values as the window writes them elsewhere. */
export function columnText({ column, words, values }: ColumnChange): string {
  if (values === null) return capitalized(words);
  const { before, after } = values;
  return t("{field}: {before} → {after}", {
    field: capitalized(words),
    before: valueText(column, before),
    after: valueText(column, after),
  });
}

function valueText(column: string, value: string): string {
  if (value === "") return "–";
  const status = column === "status" ? DOCUMENT_STATUSES.find((one) => one === value) : undefined;
  if (status !== undefined) return statusLabel(status).word;
  const type = column === "type" ? DOCUMENT_TYPES.find((one) => one === value) : undefined;
  if (type !== undefined) return DOCUMENT_TYPE_WORDS[type];
  if (AMOUNTS.has(column)) return formatAmount(value, "");
  if (DAYS.has(column)) return formatDay(value);
  if (column === "unappliedKind") return value.replaceAll("_", " ");
  return valueWords(column, value);
}
