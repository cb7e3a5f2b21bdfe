import { monthEnd, monthStart } from "#shared/kernel/calendar-date.ts";
import type { Span } from "../../format/dates/date-range.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { changeFigureChoice, type FigureChoice } from "../../state/views/figure-choices.ts";
import { changeFluxView } from "../../state/views/flux-view.ts";
import { clientAddress } from "../../state/window/screen-address.ts";
import text from "../../styles/text.module.css";
import { Button, ButtonLink } from "../../ui/controls/button.tsx";
import { type BudgetGap, budgetGap } from "./statement-labels.ts";

interface BudgetNoteProps {
  readonly clientId: string;
  readonly span: Span;
  readonly choice: FigureChoice;
  /** Where the figures are shown: clients without any budget aren't told there, on every statement. */
  readonly onlyWithBudgets?: boolean;
}

/** Says why a statement that is compared with the budget has no such column, and what to do. Nothing where it has one. */
export function BudgetNote({ clientId, span, choice, onlyWithBudgets = false }: BudgetNoteProps) {
  const isAsked = choice.statement === "profit_and_loss" && choice.months === undefined && choice.compare.includes("budget");
  const { data } = useCoreQuery("budgets.list", { clientId }, { enabled: isAsked });
  const gap = !isAsked || data === undefined ? null : budgetGap(span, data);
  if (gap === null || (gap === "none" && onlyWithBudgets)) return null;
  return (
    <p className={text.mutedSmall} role="status">
      {GAP_WORDS[gap]}{" "}
      {gap === "part_of_month" ? (
        <Button kind="quiet" onClick={() => changeFigureChoice(clientId, { from: monthStart(span.from), to: monthEnd(span.to) })}>
          {t("Choose whole months")}
        </Button>
      ) : gap === "too_long" ? null : (
        <ButtonLink
          needs="preparer"
          kind="quiet"
          href={`#${clientAddress(clientId, "flux")}`}
          onClick={() => changeFluxView({ comparison: "budget" })}
        >
          {t("Import a budget in Flux analysis")}
        </ButtonLink>
      )}
    </p>
  );
}

const GAP_WORDS: Readonly<Record<BudgetGap, string>> = {
  none: t("No budgets yet. Import one to compare actuals with plan."),
  part_of_month: t("Budgets are by month, so these dates have no budget column."),
  too_long: t("A budget column covers 12 months at most. Choose fewer months."),
  other_months: t("No imported budget covers these dates."),
};
