import type { FluxReview, FluxRow } from "#shared/contract/reports/flux.ts";
import { comparisonsOf } from "../../format/labels/flux-comparison-labels.ts";
import { t } from "../../language/t.ts";
import { changeFluxView, useFluxView } from "../../state/views/flux-view.ts";
import { useMayAs } from "../../state/window/current-role.ts";
import layout from "../../styles/layout.module.css";
import { Button } from "../../ui/controls/button.tsx";
import { classes } from "../../ui/controls/classes.ts";
import controls from "../../ui/controls/controls.module.css";
import fold from "../../ui/controls/fold.module.css";
import { Fold } from "../../ui/controls/fold.tsx";
import { useKeyedTitle } from "../../ui/controls/kbd.tsx";
import { Segments } from "../../ui/controls/segments.tsx";
import { BudgetButton } from "./budget-button.tsx";
import styles from "./flux.module.css";
import { VIEWS, workWords } from "./flux-labels.ts";
import { SignBelow } from "./sign-off-below-threshold.tsx";
import { ThresholdButton } from "./threshold-button.tsx";

interface FluxBarProps {
  readonly clientId: string;
  readonly review: FluxReview | null;
  /** Those that focus mode would go through. */
  readonly rows: readonly FluxRow[];
  readonly onFocus: () => void;
}

/** What is compared, which rows are shown, and the ways to work on them. */
export function FluxBar({ clientId, review, rows, onFocus }: FluxBarProps) {
  const { comparison, view, grouped } = useFluxView();
  const comparisons = comparisonsOf(review?.period ?? null);
  const focusTitle = useKeyedTitle("focus");
  const may = { mayPrepare: useMayAs("preparer"), mayReview: useMayAs("reviewer") };
  return (
    <div className={classes(controls.bar, fold.bar)}>
      <Fold label={t("Compare")} below="narrow">
        <label className={controls.field}>
          {t("Compared with")}
          <select
            className={`${controls.input} ${styles.comparison}`}
            value={comparison}
            onChange={(event) => {
              const chosen = comparisons.find(({ value }) => value === event.target.value);
              if (chosen !== undefined) changeFluxView({ comparison: chosen.value });
            }}
          >
            {comparisons.map(({ value, word }) => (
              <option key={value} value={value}>
                {word}
              </option>
            ))}
          </select>
        </label>
        {comparison === "budget" ? <BudgetButton clientId={clientId} /> : null}
        <label className={layout.checkbox} title={t("Group the rows by statement section, with subtotals")}>
          <input type="checkbox" checked={grouped} onChange={(event) => changeFluxView({ grouped: event.target.checked })} />
          {t("By section")}
        </label>
      </Fold>
      <Segments label={t("Rows to show")} options={VIEWS} chosen={view} onChange={(next) => changeFluxView({ view: next })} />
      <span className={layout.grow} />
      {review === null ? null : (
        <Fold label={t("More actions")} below={comparison === "budget" ? "wide" : "large"} dots>
          <SignBelow review={review} />
          <ThresholdButton review={review} />
        </Fold>
      )}
      <Button
        kind="primary"
        data-key="focus"
        disabled={rows.length === 0}
        title={rows.length === 0 ? t("No rows to work through") : focusTitle(t("Opens focus mode: one row after another"))}
        onClick={onFocus}
      >
        {workWords(rows, may)}
      </Button>
    </div>
  );
}
