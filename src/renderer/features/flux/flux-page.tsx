import { type ReactNode, useEffect, useMemo, useState } from "react";
import type { FluxReview, FluxRow } from "#shared/contract/reports/flux.ts";
import type { FigureSource } from "#shared/model/reports/statement.ts";
import { ALL_FIGURES, figureId } from "../../format/addresses/figure-id.ts";
import { formatLongPeriodTo } from "../../format/dates/date.ts";
import { spanText } from "../../format/dates/date-range.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { figureKey } from "../../state/views/figure-shortcut.ts";
import { chooseRows, toggleMark, useFluxMarks } from "../../state/views/flux-marks.ts";
import { changeFluxView, useFluxView } from "../../state/views/flux-view.ts";
import { useNow } from "../../state/window/now.ts";
import { type Panels, PanelsContext } from "../../state/window/panels.ts";
import { popOut } from "../../state/window/pop-out.ts";
import { useWideWindow } from "../../state/window/wide-window.ts";
import layout from "../../styles/layout.module.css";
import text from "../../styles/text.module.css";
import { Button } from "../../ui/controls/button.tsx";
import { classes } from "../../ui/controls/classes.ts";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { FailureNote } from "../../ui/feedback/failure-message.tsx";
import { ProgressBar } from "../../ui/feedback/progress-bar.tsx";
import { UndoMessage } from "../../ui/feedback/undo-message.tsx";
import { ComingHead, FigureHead, FigureNotes } from "../../ui/figures/figure-head.tsx";
import { GapList } from "../../ui/figures/gap-list.tsx";
import { GridFilter, GridFilterAnswer } from "../../ui/filters/grid-filter-field.tsx";
import { DataGrid } from "../../ui/grid/data-grid.tsx";
import { useGridView } from "../../ui/grid/state/use-grid-view.ts";
import { PanelStack } from "../../ui/layout/panel-stack.tsx";
import { usePanels } from "../../ui/layout/use-panels.ts";
import { OfBarPeriod } from "../../ui/periods/of-bar-period.tsx";
import { BulkBar } from "./bulk-bar.tsx";
import { explainedChange } from "./explained-change.tsx";
import styles from "./flux.module.css";
import { FluxBar } from "./flux-bar.tsx";
import { fluxColumns } from "./flux-columns.tsx";
import { fluxProgress, isCompared, usualLimits } from "./flux-labels.ts";
import { type FluxLine, fluxLines, kindOfLine, useStayingRows } from "./flux-lines.ts";
import { FluxPanel } from "./flux-panel.tsx";
import { FocusMode } from "./focus/focus-mode.tsx";

const COMING = {
  title: t("No figures synced yet"),
  words: t("Changes by account appear here during the first sync."),
};

/** The flux analysis of the period that the bar shows: what changed beyond its threshold, why, and who says so. */
export function FluxPage({ clientId, part }: { readonly clientId: string; readonly part: string | null }) {
  return (
    <OfBarPeriod clientId={clientId} coming={COMING}>
      {(period) => <Review key={period} clientId={clientId} period={period} part={part} />}
    </OfBarPeriod>
  );
}

interface ReviewProps {
  readonly clientId: string;
  readonly period: string;
  readonly part: string | null;
}

function Review({ clientId, period, part }: ReviewProps) {
  const panels = usePanels(clientId, "flux", part);
  const { comparison } = useFluxView();
  const query = useCoreQuery("flux.list", { clientId, period, comparison }, { keepPrevious: true });
  const [focus, setFocus] = useState<readonly string[] | null>(null);
  const review = query.data;
  const enterFocus = (ids: readonly string[]): void => {
    panels.close();
    setFocus(ids);
  };
  return (
    <PanelsContext value={panels}>
      <div className={layout.row}>
        <div className={classes(styles.list, layout.figures)}>
          {query.error === null ? null : (
            <div className={layout.note}>
              <FailureNote failure={query.error.failure} />
            </div>
          )}
          {review === undefined ? (
            <>
              <ComingHead title={t("Flux analysis")} name={t("Flux analysis")} failed={query.error !== null} />
              <FluxBar clientId={clientId} review={null} rows={[]} onFocus={() => undefined} />
              <div className={layout.grow} aria-busy={query.isPending} />
            </>
          ) : focus === null ? (
            <Rows clientId={clientId} review={review} panels={panels} busy={query.isPlaceholderData} onFocus={enterFocus} />
          ) : (
            <>
              <FocusMode review={review} ids={focus} onLeave={() => setFocus(null)} />
              <UndoMessage clientId={clientId} />
            </>
          )}
        </div>
        <PanelStack
          clientId={clientId}
          panels={panels}
          own={(accountId) => {
            const row = review?.rows.find((one) => one.accountId === accountId);
            return review === undefined || row === undefined ? null : <FluxPanel key={accountId} review={review} row={row} />;
          }}
          figure={(id) => (review === undefined ? null : explainedChange(review, id, panels.ownAddress))}
        />
      </div>
    </PanelsContext>
  );
}

interface RowsProps {
  readonly clientId: string;
  readonly review: FluxReview;
  readonly panels: Panels;
  readonly busy: boolean;
  readonly onFocus: (accountIds: readonly string[]) => void;
}

function Rows({ clientId, review, panels, busy, onFocus }: RowsProps) {
  const { view: chosen, grouped } = useFluxView();
  const shown = useStayingRows(review, chosen);
  const lines = useMemo(() => fluxLines(review.rows, shown, grouped), [review.rows, shown, grouped]);
  const { currency, comparison, period } = review;
  const usual = useMemo(() => usualLimits(review.rows, currency), [review.rows, currency]);
  const beside = panels.own !== null || panels.over.length > 0;
  const isWide = useWideWindow();
  const columns = useMemo(
    () => fluxColumns({ currency, comparison, period }, chosen, usual?.limits, beside, isWide),
    [currency, comparison, period, chosen, usual?.limits, beside, isWide],
  );
  const view = useGridView({ id: `flux ${clientId}`, columns, lines, keyOf: ({ key }) => key, kindOf: kindOfLine });
  const [ranged, setRanged] = useState<readonly FluxLine[]>([]);
  const { ids: marked } = useFluxMarks();
  // What was chosen in another client or view is none of this one's business.
  useEffect(() => () => chooseRows([]), []);
  const inSight = view.lines.flatMap((line) => (line.kind === "row" ? [line.row] : []));
  const isRanged = ({ accountId }: FluxRow): boolean => ranged.length > 1 && ranged.some(({ key }) => key === accountId);
  const selected = inSight.filter((row) => marked.includes(row.accountId) || isRanged(row));
  const openFigure = figureKey<FluxLine>(({ key }, columnId) => panels.open({ kind: "figure", id: figureId(key, columnId) }));
  const inFocus = selected.length > 0 ? selected : inSight;
  return (
    <>
      <Head
        review={review}
        filter={lines.length === 0 ? null : <GridFilter view={view} label={t("Filter flux analysis")} counted="accounts" atEnd />}
        onWhy={() => panels.open({ kind: "figure", id: ALL_FIGURES })}
      />
      <FluxBar clientId={clientId} review={review} rows={inFocus} onFocus={() => onFocus(inFocus.map(({ accountId }) => accountId))} />
      <HeadNotes review={review} usual={usual} />
      {lines.length === 0 ? (
        <Nothing review={review} />
      ) : (
        <>
          <GridFilterAnswer view={view} />
          {view.shown === 0 ? null : (
            <DataGrid
              label={t("Flux analysis")}
              layoutId="flux"
              figures
              columns={columns}
              {...view.grid}
              beside={beside}
              busy={busy}
              openKey={panels.own ?? undefined}
              rowClass={({ kind }) => (kind === "section" ? styles.sectionRow : undefined)}
              onSelect={setRanged}
              onOpen={(line) => {
                if (line.kind === "row") panels.openOwn(line.key);
              }}
              onPopOut={(line) => {
                if (line.kind === "row") popOut(panels.ownAddress(line.key));
              }}
              onKey={(event, line, columnId) => {
                if (line.kind !== "row") return false;
                if (event.key !== " ") return openFigure(event, line, columnId);
                toggleMark(line.key);
                return true;
              }}
            />
          )}
        </>
      )}
      <UndoMessage clientId={clientId} />
      {lines.length === 0 ? null : <BulkBar review={review} rows={selected} shown={inSight} />}
    </>
  );
}

interface HeadProps {
  readonly review: FluxReview;
  readonly filter: ReactNode;
  readonly onWhy: () => void;
}

function Head({ review, filter, onWhy }: HeadProps) {
  const comparedWith = review.comparedWith.map(spanText).join(", ");
  return (
    <FigureHead
      title={t("Flux analysis for {label}", { label: formatLongPeriodTo(review.period.label, review.period.end) })}
      name={t("Flux analysis")}
      facts={[
        review.currency,
        review.comparedWith.length === 0
          ? ""
          : review.comparison === "trailing_average"
            ? t("compared with the average of {comparedWith}", { comparedWith })
            : t("compared with {comparedWith}", { comparedWith }),
      ]
        .filter((fact) => fact !== "")
        .join(", ")}
      source={review.source as FigureSource}
      onWhy={onWhy}
      asOf={review.asOf}
      nowMs={useNow()}
      filter={filter}
    />
  );
}

interface HeadNotesProps {
  readonly review: FluxReview;
  readonly usual: ReturnType<typeof usualLimits>;
}

/** How far the review is, by which threshold, and what its figures lack. */
function HeadNotes({ review, usual }: HeadNotesProps) {
  const { progress } = review;
  return (
    <FigureNotes>
      {review.unavailable === null ? (
        <p className={styles.progress}>
          <ProgressBar share={progress.material === 0 ? 1 : progress.signed / progress.material} label={t("Material changes signed off")} />
          {fluxProgress(progress)}
          {usual === null ? null : <Threshold {...usual} />}
        </p>
      ) : (
        <p className={styles.unavailable}>{review.unavailable}</p>
      )}
      <GapList gaps={review.gaps.map((gap) => ({ ...gap, recordIds: [] }))} records={() => null} />
    </FigureNotes>
  );
}

/** From when changes are material, once for all rows: those with another threshold say so themselves. */
function Threshold({ limits, isOnly }: NonNullable<HeadNotesProps["usual"]>) {
  const words = isOnly ? t("Threshold: {limits}", { limits }) : t("Threshold of most material changes: {limits}", { limits });
  return (
    <span className={classes(styles.threshold, text.muted, text.oneLine)} title={words}>
      {words}
    </span>
  );
}

function emptyTitle({ unavailable, progress }: FluxReview): string {
  if (unavailable !== null) return t("There are no figures to compare with");
  return progress.material === 0 ? t("No changes at or above the threshold") : t("All material changes are signed off");
}

function Nothing({ review }: { readonly review: FluxReview }) {
  const { view } = useFluxView();
  if (!review.rows.some(isCompared))
    return (
      <EmptyState title={t("No accounts with a balance or activity")}>
        <p>{t("Choose another period above, or check Sync to see how far the books are synced.")}</p>
      </EmptyState>
    );
  if (view === "trends")
    return (
      <EmptyState state="filtered" title={t("No trends this period")}>
        <p>
          {t(
            "This list shows accounts that are new, went to zero this period, or moved in one direction for several periods. A trend alone needs no explanation.",
          )}
        </p>
      </EmptyState>
    );
  return (
    <EmptyState state={review.unavailable === null ? "done" : "empty"} title={emptyTitle(review)}>
      <Button onClick={() => changeFluxView({ view: "all" })}>{t("Show all accounts")}</Button>
    </EmptyState>
  );
}
