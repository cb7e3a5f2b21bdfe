import { useMemo, useState } from "react";
import { useHashLocation } from "wouter/use-hash-location";
import { reconciliationProgress } from "#shared/contract/close/reconciliation-progress.ts";
import type { ReconciliationRow } from "#shared/contract/close/reconciliations.ts";
import { t } from "../../../language/t.ts";
import { useCoreQuery } from "../../../state/core/core-query.ts";
import { recordAddress } from "../../../state/window/screen-address.ts";
import { useEscape } from "../../../state/window/use-escape.ts";
import { ButtonLink } from "../../../ui/controls/button.tsx";
import { Chip } from "../../../ui/controls/chip.tsx";
import { classes } from "../../../ui/controls/classes.ts";
import fold from "../../../ui/controls/fold.module.css";
import { Fold } from "../../../ui/controls/fold.tsx";
import { Segments } from "../../../ui/controls/segments.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { ProgressBar } from "../../../ui/feedback/progress-bar.tsx";
import { QueryAnswer } from "../../../ui/feedback/query-answer.tsx";
import { GridFilterBar } from "../../../ui/filters/grid-filter-field.tsx";
import { DataGrid } from "../../../ui/grid/data-grid.tsx";
import { useGridView } from "../../../ui/grid/state/use-grid-view.ts";
import type { SectionProps } from "../close-labels.ts";
import { partOf } from "../close-labels.ts";
import { BulkSignOff } from "./bulk-sign-off.tsx";
import { Policies } from "./policies.tsx";
import { reconciliationColumns } from "./reconciliation-columns.tsx";
import { countedViews, nextAccount, progressWords, type ReconciliationView, rowsInView } from "./reconciliation-form.ts";
import { ReconciliationPanel } from "./reconciliation-panel.tsx";
import styles from "./reconciliations.module.css";

const RECONCILIATION_COLUMNS = reconciliationColumns();
const FILTER = t("Filter reconciliations");
/** In an address in place of an account: the table of policies. */
const POLICIES = "policies";

/** Balance-sheet accounts against what supports them: roll-forward, reconciling items, files. */
export function Reconciliations({ clientId, period, item }: SectionProps) {
  return item === POLICIES ? <Policies clientId={clientId} period={period} /> : <Listed clientId={clientId} period={period} item={item} />;
}

function Listed({ clientId, period, item }: SectionProps) {
  const query = useCoreQuery("reconciliations.list", { clientId, period }, { keepPrevious: true });
  return (
    <QueryAnswer query={query} label={t("reconciliations")}>
      {(rows) => <Accounts clientId={clientId} period={period} rows={rows} openId={item} busy={query.isFetching} />}
    </QueryAnswer>
  );
}

interface AccountsProps {
  readonly clientId: string;
  readonly period: string;
  readonly rows: readonly ReconciliationRow[];
  readonly openId: string | null;
  readonly busy: boolean;
}

function Accounts({ clientId, period, rows, openId, busy }: AccountsProps) {
  const [, navigate] = useHashLocation();
  const [view, setView] = useState<ReconciliationView>("required");
  const [selected, setSelected] = useState<readonly ReconciliationRow[]>([]);
  const shown = useMemo(() => rowsInView(rows, view, openId), [rows, view, openId]);
  const open = rows.find(({ accountId }) => accountId === openId);
  const keyOf = ({ accountId }: ReconciliationRow): string => accountId;
  const grid = useGridView({ id: `reconciliations ${clientId}`, columns: RECONCILIATION_COLUMNS, lines: shown, keyOf });
  const close = () => {
    navigate(recordAddress(clientId, "close", "reconciliations"));
    document.querySelector<HTMLElement>('[role="grid"] [tabindex="0"]')?.focus();
  };
  useEscape(openId === null ? null : close);
  const goTo = (accountId: string) => navigate(recordAddress(clientId, "close", partOf("reconciliations", accountId)));
  const next = open === undefined ? null : nextAccount(shown, open.accountId);
  if (rows.length === 0)
    return (
      <EmptyState title={t("No balance-sheet accounts with a balance")}>
        <p>{t("Accounts with a balance or activity in the period appear here. Go to Sync to see how far the books have been synced.")}</p>
      </EmptyState>
    );
  return (
    <div className={styles.split}>
      <div className={styles.list}>
        <GridFilterBar view={grid} label={FILTER} counted="fewer rows" className={classes(styles.withFilter, fold.bar)}>
          <Bar {...{ clientId, period, rows, shown, selected, view }} onView={setView} />
        </GridFilterBar>
        {shown.length === 0 ? (
          <NoneInView isDone={view === "open" && rows.some(({ required }) => required)} />
        ) : grid.shown === 0 ? null : (
          <DataGrid
            label={t("Reconciliations")}
            layoutId="reconciliations"
            columns={RECONCILIATION_COLUMNS}
            {...grid.grid}
            beside={open !== undefined}
            fits
            busy={busy}
            onSelect={setSelected}
            openKey={openId ?? undefined}
            onOpen={({ accountId }) => goTo(accountId)}
          />
        )}
      </div>
      {open === undefined ? null : (
        <ReconciliationPanel
          key={open.accountId}
          {...{ clientId, period }}
          row={open}
          onClose={close}
          onNext={next === null ? null : () => goTo(next)}
        />
      )}
    </div>
  );
}

function NoneInView({ isDone }: { readonly isDone: boolean }) {
  return (
    <EmptyState
      state={isDone ? "done" : "filtered"}
      title={isDone ? t("No accounts left to reconcile or review") : t("No accounts to reconcile")}
    >
      <p>{t("Choose All to see every balance-sheet account that has a balance or activity in the period.")}</p>
    </EmptyState>
  );
}

interface BarProps {
  readonly clientId: string;
  readonly period: string;
  readonly rows: readonly ReconciliationRow[];
  readonly shown: readonly ReconciliationRow[];
  readonly selected: readonly ReconciliationRow[];
  readonly view: ReconciliationView;
  readonly onView: (view: ReconciliationView) => void;
}

/** How far the accounts are and what is done with them; the filter is beside it. */
function Bar({ clientId, period, rows, shown, selected, view, onView }: BarProps) {
  const isSelection = selected.length > 1;
  const progress = reconciliationProgress(rows);
  const { required, automatic, prepared, stale } = progress;
  const { main, more } = progressWords(progress);
  return (
    <>
      <Segments label={t("Accounts")} options={countedViews(rows)} chosen={view} onChange={onView} />
      <span className={styles.progress}>
        <ProgressBar share={required === 0 ? 1 : (automatic + prepared) / required} label={t("Accounts signed off")} />
        <span>
          {main}
          {more === "" ? null : <span className={styles.reviewed}>{more}</span>}
        </span>
        {stale === 0 ? null : (
          <Chip
            tone="failed"
            word={t("{stale} to sign off again", { stale })}
            title={t("The balance, support, reconciling items, files or reconciliation type changed after sign-off.")}
          />
        )}
      </span>
      <span className={styles.barActs}>
        <BulkSignOff {...{ clientId, period, isSelection }} rows={isSelection ? selected : shown.filter((row) => row.required)} />
        <Fold label={t("More actions")} below="narrow" dots>
          <ButtonLink href={`#${recordAddress(clientId, "close", partOf("reconciliations", POLICIES))}`}>{t("Policies")}</ButtonLink>
        </Fold>
      </span>
    </>
  );
}
