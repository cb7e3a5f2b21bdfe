import { useMemo } from "react";
import { useHashLocation } from "wouter/use-hash-location";
import type { FluxReview } from "#shared/contract/flux.ts";
import type { FigureSource } from "#shared/model/statement.ts";
import { ActNote } from "../../blocks/act-note.tsx";
import { GridFilterBar } from "../../blocks/grid-filter-field.tsx";
import controls from "../../components/controls.module.css";
import { DataGrid } from "../../components/data-grid.tsx";
import { EmptyNote } from "../../components/empty-note.tsx";
import { FailureNote } from "../../components/failure-note.tsx";
import { FigureHead } from "../../components/figure-head.tsx";
import { GapList } from "../../components/gap-list.tsx";
import { ProgressBar } from "../../components/progress-bar.tsx";
import { Segments } from "../../components/segments.tsx";
import { useGridView } from "../../components/use-grid-view.ts";
import { formatPeriod } from "../../format/date.ts";
import { spanWords } from "../../format/span.ts";
import { t } from "../../language/t.ts";
import { useBarPeriod } from "../../state/bar-period.ts";
import { useCoreQuery } from "../../state/core-query.ts";
import { changeFluxView, useFluxView } from "../../state/flux-view.ts";
import { useNow } from "../../state/now.ts";
import { clientAddress, recordAddress } from "../../state/place.ts";
import { useEscape } from "../../state/use-escape.ts";
import { BudgetButton } from "./budget-button.tsx";
import styles from "./flux.module.css";
import { fluxColumns } from "./flux-columns.tsx";
import { FluxPanel } from "./flux-panel.tsx";
import { COMPARISONS, fluxProgress, rowsOf, VIEWS } from "./flux-words.ts";
import { SignBelow } from "./sign-below.tsx";
import { ThresholdButton } from "./threshold-button.tsx";

/** The variance review of the period that the bar shows: what changed beyond its threshold, why, and who says so. */
export function FluxPage({ clientId, accountId }: { readonly clientId: string; readonly accountId: string | null }) {
  const period = useBarPeriod(clientId);
  if (period === undefined) return <div className={styles.page} aria-busy="true" />;
  if (period === null)
    return (
      <EmptyNote title={t("There is no such period")}>
        <p>{t("Periods begin with the first document of the books. Choose another one in the bar above, with [ and ].")}</p>
      </EmptyNote>
    );
  return <Review key={period} clientId={clientId} period={period} accountId={accountId} />;
}

interface ReviewProps {
  readonly clientId: string;
  readonly period: string;
  readonly accountId: string | null;
}

function Review({ clientId, period, accountId }: ReviewProps) {
  const [, navigate] = useHashLocation();
  const { comparison } = useFluxView();
  const review = useCoreQuery("flux.list", { clientId, period, comparison }, { keepPrevious: true });
  const close = () => {
    navigate(clientAddress(clientId, "flux"));
    document.querySelector<HTMLElement>('[role="grid"] [tabindex="0"]')?.focus();
  };
  useEscape(accountId === null ? null : close);
  const row = review.data?.rows.find((one) => one.accountId === accountId);
  return (
    <div className={styles.page}>
      <div className={styles.list}>
        <Bar clientId={clientId} review={review.data ?? null} />
        {review.error === null ? null : (
          <div className={styles.note}>
            <FailureNote failure={review.error.failure} />
          </div>
        )}
        {review.data === undefined ? (
          <div className={styles.waiting} aria-busy={review.isPending} />
        ) : (
          <Rows clientId={clientId} review={review.data} openKey={accountId} busy={review.isPlaceholderData} />
        )}
        <ActNote clientId={clientId} />
      </div>
      {row === undefined || review.data === undefined ? null : (
        <FluxPanel key={row.accountId} review={review.data} row={row} onClose={close} />
      )}
    </div>
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
      <Segments label={t("Rows")} options={VIEWS} chosen={view} onChange={(next) => changeFluxView({ view: next })} />
      <span className={controls.space} />
      {review === null ? null : <SignBelow review={review} />}
      <ThresholdButton clientId={clientId} />
      <BudgetButton clientId={clientId} />
    </div>
  );
}

interface RowsProps {
  readonly clientId: string;
  readonly review: FluxReview;
  readonly openKey: string | null;
  readonly busy: boolean;
}

function Rows({ clientId, review, openKey, busy }: RowsProps) {
  const [, navigate] = useHashLocation();
  const { view: chosen } = useFluxView();
  const rows = useMemo(() => rowsOf(review.rows, chosen), [review.rows, chosen]);
  const columns = useMemo(() => fluxColumns(review.currency), [review.currency]);
  const view = useGridView({ id: `flux ${clientId}`, columns, lines: rows, keyOf: ({ accountId }) => accountId });
  return (
    <>
      <Head review={review} />
      {rows.length === 0 ? (
        <Nothing review={review} />
      ) : (
        <>
          <GridFilterBar view={view} label={t("Filter the variances")} />
          {view.shown === 0 ? null : (
            <DataGrid
              label={t("Variances")}
              layoutId="flux"
              columns={columns}
              {...view.grid}
              beside={openKey !== null}
              minWidth={1060}
              busy={busy}
              openKey={openKey ?? undefined}
              onOpen={({ accountId }) => navigate(recordAddress(clientId, "flux", accountId))}
            />
          )}
        </>
      )}
    </>
  );
}

function Head({ review }: { readonly review: FluxReview }) {
  const { progress } = review;
  return (
    <FigureHead
      title={t("Variances of {label}", { label: formatPeriod(review.period.label) })}
      facts={[
        review.currency,
        review.comparedWith.length === 0
          ? ""
          : t("against {comparedWith}", { comparedWith: review.comparedWith.map(spanWords).join(", ") }),
      ]
        .filter((fact) => fact !== "")
        .join(", ")}
      source={review.source as FigureSource}
      asOf={review.asOf}
      nowMs={useNow()}
    >
      <p className={styles.progress}>
        <ProgressBar share={progress.material === 0 ? 1 : progress.signed / progress.material} label={t("Material rows signed")} />
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
      <EmptyNote title={t("No account had a balance or a posting")}>
        <p>{t("Choose another period in the bar above, or see under Sync how far the books have been read.")}</p>
      </EmptyNote>
    );
  return (
    <EmptyNote title={review.progress.material === 0 ? t("No change is beyond its threshold") : t("Every material change is signed")}>
      <p>{t("All shows every account.")}</p>
    </EmptyNote>
  );
}
