import { t } from "../../language/t.ts";
import { formField } from "./field-errors.ts";

const WORDS: Readonly<Record<string, string>> = {
  "party.id": t("the contact"),
  number: "number",
  reference: "reference",
  issueDate: "date",
  date: "date",
  dueDate: t("Due date"),
  currency: "currency",
  exchangeRate: "rate",
  memo: "memo",
  entityId: "entity",
  status: "status",
  accountId: t("bank account"),
  totalAccountId: t("account that the total posts to"),
  lines: "lines",
  allocations: t("open transactions"),
  seenHash: "version",
  id: t("the record"),
};

const LINE_LABELS: Readonly<Record<string, string>> = {
  accountId: t("account or item"),
  quantity: "quantity",
  unitAmount: "price",
  net: "amount",
  taxCode: t("tax code"),
  dimensions: "dimensions",
  description: "description",
};

/** A field as the form names it: `lines[1].net.amount` is `line 2, amount`. */
export function fieldLabel(field: string): string {
  const name = formField(field);
  const line = /^lines\[(\d+)\]\.(\w+)/.exec(name);
  if (line !== null) return t("line {line}, {field}", { line: Number(line[1]) + 1, field: LINE_LABELS[line[2] ?? ""] ?? line[2] });
  const allocation = /^allocations\[(\d+)\]/.exec(name);
  if (allocation !== null) return t("amount {allocation}", { allocation: Number(allocation[1]) + 1 });
  return WORDS[name] ?? name;
}
