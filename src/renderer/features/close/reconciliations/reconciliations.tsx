import { useMemo, useState } from "react";
import { useHashLocation } from "wouter/use-hash-location";
import type { ReconciliationRow } from "#shared/contract/close/reconciliations.ts";
import { t } from "../../../language/t.ts";
import { useCoreQuery } from "../../../state/core/core-query.ts";
import { recordAddress } from "../../../state/window/screen-address.ts";
import { useEscape } from "../../../state/window/use-escape.ts";
import { Segments } from "../../../ui/controls/segments.tsx";
import { EmptyNote } from "../../../ui/feedback/empty-state.tsx";
import { ProgressBar } from "../../../ui/feedback/progress-bar.tsx";
import { QueryAnswer } from "../../../ui/feedback/query-answer.tsx";
import { GridFilterBar } from "../../../ui/filters/grid-filter-field.tsx";
import { DataGrid } from "../../../ui/grid/data-grid.tsx";
import { useGridView } from "../../../ui/grid/state/use-grid-view.ts";
import type { SectionProps } from "../close-labels.ts";
import { partOf } from "../close-labels.ts";
import { reconciliationColumns } from "./reconciliation-columns.tsx";
import { type ReconciliationView, reconciliationProgress, rowsInView, VIEWS } from "./reconciliation-form.ts";
import { ReconciliationPanel } from "./reconciliation-panel.tsx";
import styles from "./reconciliations.module.css";

const RECONCILIATION_COLUMNS = reconciliationColumns();

/** Balance-sheet accounts against what supports them: roll-forward, reconciling items, files. */
export function Reconciliations({ clientId, period, item }: SectionProps) {
  const query = useCoreQuery("reconciliations.list", { clientId, period }, { keepPrevious: true });
  return (
    <QueryAnswer query={query} label={t("balance sheet")}>
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
  const shown = useMemo(() => rowsInView(rows, view, openId), [rows, view, openId]);
  const open = rows.find(({ accountId }) => accountId === openId);
  const keyOf = ({ accountId }: ReconciliationRow): string => accountId;
  const grid = useGridView({ id: `reconciliations ${clientId}`, columns: RECONCILIATION_COLUMNS, lines: shown, keyOf });
  const close = () => {
    navigate(recordAddress(clientId, "close", "reconciliations"));
    document.querySelector<HTMLElement>('[role="grid"] [tabindex="0"]')?.focus();
  };
  useEscape(openId === null ? null : close);
  if (rows.length === 0)
    return (
      <EmptyNote title={t("No balance-sheet accounts with a balance")}>
        <p>{t("Accounts with a balance or activity in the period appear here. Check Sync for how far the books have been synced.")}</p>
      </EmptyNote>
    );
  return (
    <div className={styles.split}>
      <div className={styles.list}>
        <Bar rows={rows} view={view} onView={setView} />
        {shown.length === 0 ? (
          <EmptyNote title={view === "open" ? t("All required accounts are reconciled") : t("No accounts to reconcile")}>
            <p>{t("Choose All to see every balance-sheet account.")}</p>
          </EmptyNote>
        ) : (
          <>
            <GridFilterBar view={grid} label={t("Filter reconciliations")} />
            {grid.shown === 0 ? null : (
              <DataGrid
                label={t("Reconciliations")}
                layoutId="reconciliations"
                columns={RECONCILIATION_COLUMNS}
                {...grid.grid}
                beside={open !== undefined}
                busy={busy}
                openKey={openId ?? undefined}
                onOpen={({ accountId }) => navigate(recordAddress(clientId, "close", partOf("reconciliations", accountId)))}
              />
            )}
          </>
        )}
      </div>
      {open === undefined ? null : (
        <ReconciliationPanel key={open.accountId} clientId={clientId} period={period} row={open} onClose={close} />
      )}
    </div>
  );
}

function Bar({
  rows,
  view,
  onView,
}: {
  readonly rows: readonly ReconciliationRow[];
  readonly view: ReconciliationView;
  readonly onView: (view: ReconciliationView) => void;
}) {
  const { required, done } = reconciliationProgress(rows);
  return (
    <div className={styles.bar}>
      <Segments label={t("Accounts")} options={VIEWS} chosen={view} onChange={onView} />
      <span className={styles.progress}>
        <ProgressBar share={required === 0 ? 1 : done / required} label={t("Accounts reconciled")} />
        {required === 0 ? t("No accounts to reconcile") : t("{done} of {required} reconciled", { done, required })}
      </span>
    </div>
  );
}
