import type { Comparison } from "#shared/model/reports/statement.ts";
import type { Span } from "../../format/dates/date-range.ts";
import { BASIS_WORDS } from "../../format/labels/figure-labels.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { type ChartView, changeChartView, useChartView } from "../../state/views/chart-view.ts";
import { changeFigureChoice, type FigureChoice, type StatementKind } from "../../state/views/figure-choices.ts";
import { CheckboxGroup } from "../../ui/controls/checkbox-group.tsx";
import { classes } from "../../ui/controls/classes.ts";
import controls from "../../ui/controls/controls.module.css";
import fold from "../../ui/controls/fold.module.css";
import { Fold } from "../../ui/controls/fold.tsx";
import { Segments } from "../../ui/controls/segments.tsx";
import { DayField } from "../../ui/fields/date-field.tsx";
import { BudgetNote } from "./budget-note.tsx";
import { LayoutButton } from "./layout-dialog.tsx";
import { COMPARISON_WORDS, comparisonWord, hasFirstDay, isComparable, STATEMENT_WORDS, spanTo } from "./statement-labels.ts";

const KINDS = (Object.keys(STATEMENT_WORDS) as StatementKind[]).map((value) => ({ value, word: STATEMENT_WORDS[value] }));
const BASES = (["accrual", "cash"] as const).map((value) => ({ value, ...BASIS_WORDS[value] }));
const COMPARISONS = Object.keys(COMPARISON_WORDS) as readonly Comparison[];

const MONTHS = [3, 6, 12] as const;
const CHARTS: readonly { readonly value: ChartView; readonly word: string }[] = [
  { value: "bars", word: t("Bars") },
  { value: "table", word: t("Table") },
  { value: "off", word: t("Off") },
];

interface StatementBarProps {
  readonly clientId: string;
  readonly span: Span;
  readonly choice: FigureChoice;
}

/** Which statement, of which days, on which basis, compared with what. */
export function StatementBar({ clientId, span, choice }: StatementBarProps) {
  const onSpan = ({ from, to }: Span) => changeFigureChoice(clientId, { from, to });
  const isCompared = choice.statement !== "trial_balance" && choice.statement !== "summary";
  const hasFrom = hasFirstDay(choice);
  return (
    <div className={classes(controls.bar, fold.bar)}>
      <Fold label={STATEMENT_WORDS[choice.statement]} below="narrow" closes>
        <Segments
          look="tabs"
          label={t("Statement")}
          options={KINDS}
          chosen={choice.statement}
          onChange={(statement) => changeFigureChoice(clientId, { statement })}
        />
      </Fold>
      <Fold
        label={choice.statement === "cash_flow" ? t("Dates") : t("Dates and basis")}
        below={choice.statement === "summary" ? "narrow" : "middle"}
      >
        {hasFrom ? (
          <DayField label={t("From")} value={span.from} onChange={(from) => onSpan({ from, to: span.to < from ? from : span.to })} />
        ) : null}
        <DayField
          label={choice.statement === "balance_sheet" ? t("As of") : t("To")}
          value={span.to}
          onChange={(to) => onSpan(spanTo(to, span, hasFrom))}
        />
        {choice.statement === "cash_flow" ? null : (
          <Segments
            label={t("Basis")}
            options={BASES}
            chosen={choice.basis}
            onChange={(basis) => changeFigureChoice(clientId, { basis })}
          />
        )}
      </Fold>
      {isCompared ? <ComparedOptions clientId={clientId} span={span} choice={choice} /> : null}
    </div>
  );
}

/** What a statement is compared with, how it is laid out, and how its chart is shown. */
function ComparedOptions({ clientId, span, choice }: StatementBarProps) {
  const { data: periods = [] } = useCoreQuery("periods.list", { clientId });
  const offered = COMPARISONS.filter((name) => isComparable(choice.statement, name));
  return (
    <Fold label={t("Options")} below="broad">
      <Months clientId={clientId} choice={choice} />
      {choice.months !== undefined ? null : (
        <CheckboxGroup
          label={t("Compare")}
          none={t("None")}
          counted
          options={offered.map((name) => [name, comparisonWord(name, span, periods)] as const)}
          chosen={choice.compare.filter((name) => isComparable(choice.statement, name))}
          onChange={(compare) =>
            changeFigureChoice(clientId, {
              compare: inOrder([...compare, ...choice.compare.filter((name) => !isComparable(choice.statement, name))]),
            })
          }
        >
          <BudgetNote clientId={clientId} span={span} choice={choice} />
        </CheckboxGroup>
      )}
      {choice.statement === "profit_and_loss" || choice.statement === "balance_sheet" ? (
        // Rarely changed, so that it is the first to go where there is no room.
        <Fold label={t("Chart and layout")} below="inner" dots>
          <ChartChoice />
          <LayoutButton clientId={clientId} kind={choice.statement} />
        </Fold>
      ) : null}
    </Fold>
  );
}

/** How many months are shown side by side. */
function Months({ clientId, choice: { months } }: Pick<StatementBarProps, "clientId" | "choice">) {
  return (
    <label className={controls.field}>
      {t("Columns")}
      <select
        className={controls.input}
        value={months ?? ""}
        onChange={({ target }) => changeFigureChoice(clientId, { months: target.value === "" ? undefined : Number(target.value) })}
      >
        <option value="">{t("Selected dates")}</option>
        {MONTHS.map((count) => (
          <option key={count} value={count}>
            {t("{count} months", { count })}
          </option>
        ))}
      </select>
    </label>
  );
}

/** How the chart above the table is shown. */
function ChartChoice() {
  return (
    <span className={controls.field}>
      {t("Chart")}
      <Segments label={t("Chart")} options={CHARTS} chosen={useChartView()} onChange={changeChartView} />
    </span>
  );
}

/** Columns keep their order, whichever was selected first. */
function inOrder(compare: readonly Comparison[]): readonly Comparison[] {
  return COMPARISONS.filter((name) => compare.includes(name));
}
