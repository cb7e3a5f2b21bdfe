import type { DecimalString } from "#shared/kernel/decimal.ts";
import { compareDecimals } from "#shared/kernel/decimal.ts";
import type { DocumentStatus, DocumentType } from "#shared/model/books/document.ts";
import { type StatusRule, statusRuleOf } from "#shared/model/books/status-rule.ts";
import { t } from "../../language/t.ts";
import { formatAmount } from "../amounts/amount.ts";
import { isNeverOwed, statusLabel } from "./transaction-labels.ts";

/** What a status comes from. */
export interface StatusSource {
  readonly status: DocumentStatus;
  readonly statusIsDerived: boolean;
  readonly type: DocumentType;
  readonly currency: string;
  readonly total: string;
  readonly outstanding: string;
}

/** Which rule gave the status, and from what (rule 6); null where the ledger states the status as it is shown. */
export function statusReason(source: StatusSource): string | null {
  const rule = statusRuleOf(source);
  if (source.statusIsDerived && source.status === "deleted") return t("Deleted: this transaction is no longer in the ledger.");
  if (rule === null) return source.status === "part_paid" ? partReason(source) : null;
  return t("{status}: {because}. The ledger doesn't report a status, so Tieout works it out (rule {number} of {total}).", {
    status: statusLabel(source.status, source.type).word,
    because: because(rule.name, source),
    number: rule.number,
    total: rule.of,
  });
}

/** Ledgers that state a status call a document open until it is fully settled. */
function partReason({ currency, ...amounts }: StatusSource): string {
  return t("Partly paid: open in the ledger, with {outstanding} of {total} outstanding.", {
    outstanding: formatAmount(amounts.outstanding, currency),
    total: formatAmount(amounts.total, currency),
  });
}

function because(name: StatusRule["name"], { type, currency, total, outstanding }: StatusSource): string {
  const amounts = { outstanding: formatAmount(outstanding, currency), total: formatAmount(total, currency) };
  switch (name) {
    case "note_says_voided":
      return t("the memo begins with “Voided”");
    case "nothing_at_all":
      return t("the total and the balance are both zero, so it was voided or entered for zero");
    case "nothing_outstanding":
      if (type === "journal") return t("nothing is owed on a journal, so it has no balance");
      return isNeverOwed(type)
        ? t("it was paid immediately, so it has no balance")
        : t("the balance is zero and the total is {total}", amounts);
    case "less_than_total":
      return t("the balance {outstanding} is less than the total {total}", amounts);
    default:
      return compareDecimals(outstanding as DecimalString, total as DecimalString) === 0
        ? t("the balance {outstanding} equals the total, and the memo doesn't begin with “Voided”", amounts)
        : t("the balance {outstanding} is more than the total {total}, and the memo doesn't begin with “Voided”", amounts);
  }
}
