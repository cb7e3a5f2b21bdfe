import { t } from "../../language/t.ts";
import type { SpendGrouping } from "../../state/views/figure-choices.ts";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";

/** What is said of a period without a line. By dimension, there is none either where a client has no dimensions, whatever was spent. */
export function NoSpend({ by }: { readonly by: SpendGrouping }) {
  if (by === "dimension")
    return (
      <EmptyState title={t("No spend by dimension")}>
        <p>{t("This client has no dimensions, or there's no spend in this period. Choose another grouping or other dates.")}</p>
      </EmptyState>
    );
  return (
    <EmptyState title={t("No spend in this period")}>
      <p>{t("Bills, expenses and open purchase orders appear here by month. Choose other dates.")}</p>
    </EmptyState>
  );
}
