import type { OperationOutput } from "#main/operations/collection.ts";
import { t } from "../../language/t.ts";
import type { Gap } from "./gap-list.tsx";

type AgingGaps = OperationOutput<"reports.aging">["gaps"];
export type AgingGapReason = AgingGaps[number]["reason"];

const AGING_GAP_LABELS: Readonly<Record<AgingGapReason, string>> = {
  allocation_without_date: t(
    "Transactions with an allocation that has no date in the ledger. Their outstanding amounts on the as-of date are uncertain.",
  ),
  allocation_in_another_currency: t(
    "Transactions with an allocation in another currency. Their outstanding amounts on the as-of date are uncertain.",
  ),
  outstanding_not_explained_by_allocations: t(
    "Transactions whose total less allocations doesn't match the ledger's outstanding amount. Their outstanding amounts on the as-of date are uncertain.",
  ),
  entity_unknown: t("Transactions with no entity in the ledger. They aren't in any entity's aging."),
};

/** Why history is uncertain: one gap per reason, with its documents. */
export function agingGaps(gaps: AgingGaps): Gap[] {
  const byReason = new Map<AgingGapReason, string[]>();
  for (const { documentId, reason } of gaps) byReason.set(reason, [...(byReason.get(reason) ?? []), documentId]);
  return [...byReason].map(([reason, recordIds]) => ({ message: AGING_GAP_LABELS[reason], recordIds, count: recordIds.length }));
}
