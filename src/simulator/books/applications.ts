import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import type { DecimalString } from "#shared/kernel/decimal.ts";
import type { NewDocument } from "./compose.ts";
import type { SimTransaction, TransactionKind } from "./types.ts";

type ApplicationKind = "deposit_application" | "prepayment_application";

/** The kind of transaction with which style c applies an advance; null for credits, which need none. */
export function applicationKind(of: TransactionKind): ApplicationKind | null {
  if (of === "customer_deposit" || of === "receipt_prepayment" || of === "receipt_overpayment") return "deposit_application";
  return of === "spend_prepayment" || of === "spend_overpayment" ? "prepayment_application" : null;
}

/** The transaction that applies an advance to a document: of the document's control account, at the advance's rate. */
export function applicationOf(
  kind: ApplicationKind,
  advance: SimTransaction,
  target: SimTransaction,
  amount: DecimalString,
  date: CalendarDate,
): NewDocument {
  return {
    kind,
    partyId: advance.partyId,
    date,
    currency: advance.currency,
    rate: advance.rate,
    accountId: target.accountId,
    entityId: advance.entityId,
    total: amount,
    lines: [],
  };
}
