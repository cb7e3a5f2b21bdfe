import { useMemo } from "react";
import type { FluxReview } from "#shared/contract/reports/flux.ts";
import type { FigureSource } from "#shared/model/reports/statement.ts";
import { ALL_FIGURES, figureId } from "../../format/addresses/figure-id.ts";
import { formatPeriod } from "../../format/dates/date.ts";
import { spanText } from "../../format/dates/date-range.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { useBarPeriod } from "../../state/period/selected-period.ts";
import { figureKey } from "../../state/views/figure-shortcut.ts";
import { changeFluxView, useFluxView } from "../../state/views/flux-view.ts";
import { useNow } from "../../state/window/now.ts";
import { type Panels, PanelsContext } from "../../state/window/panels.ts";
import { popOut } from "../../state/window/pop-out.ts";
import layout from "../../styles/layout.module.css";
import controls from "../../ui/controls/controls.module.css";
import { Segments } from "../../ui/controls/segments.tsx";
import { EmptyNote } from "../../ui/feedback/empty-state.tsx";
import { FailureNote } from "../../ui/feedback/failure-message.tsx";
import { ProgressBar } from "../../ui/feedback/progress-bar.tsx";
import { UndoMessage } from "../../ui/feedback/undo-message.tsx";
import { FigureHead } from "../../ui/figures/figure-head.tsx";
import { GapList } from "../../ui/figures/gap-list.tsx";
import { GridFilterBar } from "../../ui/filters/grid-filter-field.tsx";
import { DataGrid } from "../../ui/grid/data-grid.tsx";
import { useGridView } from "../../ui/grid/state/use-grid-view.ts";
import { PanelStack } from "../../ui/layout/panel-stack.tsx";
import { usePanels } from "../../ui/layout/use-panels.ts";
import { BudgetButton } from "./budget-button.tsx";
import { explainedChange } from "./explained-change.tsx";
import styles from "./flux.module.css";
import { fluxColumns } from "./flux-columns.tsx";
import { COMPARISONS, fluxProgress, rowsOf, VIEWS } from "./flux-labels.ts";
import { FluxPanel } from "./flux-panel.tsx";
import { SignBelow } from "./sign-off-below-threshold.tsx";
import { ThresholdButton } from "./threshold-button.tsx";

/** The variance review of the period that the bar shows: what changed beyond its threshold, why, and who says so. */
export function FluxPage({ clientId, part }: { readonly clientId: string; readonly part: string | null }) {
  const period = useBarPeriod(clientId);
  if (period === undefined) return <div className={layout.row} aria-busy="true" />;
  if (period === null)
    return (
      <EmptyNote title={t("Period not found")}>
        <p>{t("Periods begin with the first transaction. Choose another period above, or use [ and ].")}</p>
      </EmptyNote>
    );
  return <Review key={period} clientId={clientId} period={period} part={part} />;
}

interface ReviewProps {
  readonly clientId: string;
  readonly period: string;
  readonly part: string | null;
}

function Review({ clientId, period, part }: ReviewProps) {
  const panels = usePanels(clientId, "flux", part);
  const { comparison } = useFluxView();
  const review = useCoreQuery("flux.list", { clientId, period, comparison }, { keepPrevious: true });
  return (
    <PanelsContext value={panels}>
      <div className={layout.row}>
        <div className={styles.list}>
          <Bar clientId={clientId} review={review.data ?? null} />
          {review.error === null ? null : (
            <div className={layout.note}>
              <FailureNote failure={review.error.failure} />
            </div>
          )}
          {review.data === undefined ? (
            <div className={layout.grow} aria-busy={review.isPending} />
          ) : (
            <Rows clientId={clientId} review={review.data} panels={panels} busy={review.isPlaceholderData} />
          )}
          <UndoMessage clientId={clientId} />
        </div>
        <PanelStack
          clientId={clientId}
          panels={panels}
          own={(accountId) => {
            const row = review.data?.rows.find((one) => one.accountId === accountId);
            return review.data === undefined || row === undefined ? null : <FluxPanel key={accountId} review={review.data} row={row} />;
          }}
          figure={(id) => (review.data === undefined ? null : explainedChange(review.data, id, panels.ownAddress))}
        />
      </div>
    </PanelsContext>
  );
}

function Bar({ clientId, review }: { readonly clientId: string; readonly review: FluxReview | null }) {
  const { comparison, view } = useFluxView();
  return (
    <div className={controls.bar}>
      <label className={controls.field}>
        {t("Compared with")}
        <select
          className={controls.input}
          value={comparison}
          onChange={(event) => {
            const chosen = COMPARISONS.find(({ value }) => value === event.target.value);
            if (chosen !== undefined) changeFluxView({ comparison: chosen.value });
          }}
        >
          {COMPARISONS.map(({ value, word }) => (
            <option key={value} value={value}>
              {word}
            </option>
          ))}
        </select>
      </label>
      <Segments label={t("Rows to show")} options={VIEWS} chosen={view} onChange={(next) => changeFluxView({ view: next })} />
      <span className={layout.grow} />
      {review === null ? null : <SignBelow review={review} />}
      <ThresholdButton clientId={clientId} />
      <BudgetButton clientId={clientId} />
    </div>
  );
}

interface RowsProps {
  readonly clientId: string;
  readonly review: FluxReview;
  readonly panels: Panels;
  readonly busy: boolean;
}

function Rows({ clientId, review, panels, busy }: RowsProps) {
  const { view: chosen } = useFluxView();
  const rows = useMemo(() => rowsOf(review.rows, chosen), [review.rows, chosen]);
  const columns = useMemo(() => fluxColumns(review.currency), [review.currency]);
  const view = useGridView({ id: `flux ${clientId}`, columns, lines: rows, keyOf: ({ accountId }) => accountId });
  return (
    <>
      <Head review={review} onWhy={() => panels.open({ kind: "figure", id: ALL_FIGURES })} />
      {rows.length === 0 ? (
        <Nothing review={review} />
      ) : (
        <>
          <GridFilterBar view={view} label={t("Filter flux analysis")} />
          {view.shown === 0 ? null : (
            <DataGrid
              label={t("Flux analysis")}
              layoutId="flux"
              columns={columns}
              {...view.grid}
              beside={panels.own !== null || panels.over.length > 0}
              busy={busy}
              openKey={panels.own ?? undefined}
              onOpen={({ accountId }) => panels.openOwn(accountId)}
              onPopOut={({ accountId }) => popOut(panels.ownAddress(accountId))}
              onKey={figureKey(({ accountId }, columnId) => panels.open({ kind: "figure", id: figureId(accountId, columnId) }))}
            />
          )}
        </>
      )}
    </>
  );
}

function Head({ review, onWhy }: { readonly review: FluxReview; readonly onWhy: () => void }) {
  const { progress } = review;
  return (
    <FigureHead
      title={t("Flux analysis for {label}", { label: formatPeriod(review.period.label) })}
      facts={[
        review.currency,
        review.comparedWith.length === 0
          ? ""
          : t("compared with {comparedWith}", { comparedWith: review.comparedWith.map(spanText).join(", ") }),
      ]
        .filter((fact) => fact !== "")
        .join(", ")}
      source={review.source as FigureSource}
      onWhy={onWhy}
      asOf={review.asOf}
      nowMs={useNow()}
    >
      <p className={styles.progress}>
        <ProgressBar share={progress.material === 0 ? 1 : progress.signed / progress.material} label={t("Material rows signed off")} />
        {fluxProgress(progress)}
      </p>
      {review.unavailable === null ? null : <p className={styles.unavailable}>{review.unavailable}</p>}
      <GapList gaps={review.gaps.map((gap) => ({ ...gap, recordIds: [] }))} records={() => null} />
    </FigureHead>
  );
}

function Nothing({ review }: { readonly review: FluxReview }) {
  if (review.rows.length === 0)
    return (
      <EmptyNote title={t("No accounts with a balance or activity")}>
        <p>{t("Choose another period above, or check Sync to see how far the books are synced.")}</p>
      </EmptyNote>
    );
  return (
    <EmptyNote title={review.progress.material === 0 ? t("No changes above the threshold") : t("All material changes are signed off")}>
      <p>{t("Choose All to see every account.")}</p>
    </EmptyNote>
  );
}
