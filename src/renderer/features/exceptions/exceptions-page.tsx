import { type MouseEvent, useMemo, useState } from "react";
import { useHashLocation } from "wouter/use-hash-location";
import type { FindingRow } from "#shared/contract/clients/clients.ts";
import { nameOfNoted } from "#shared/model/close/signature.ts";
import { call } from "../../api/client.ts";
import { formatInstant } from "../../format/dates/date.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { useClientSync } from "../../state/core/live-sync.ts";
import { useActs } from "../../state/core/undo.ts";
import { useNothingToPrint } from "../../state/window/nothing-to-print.ts";
import { documentAddress } from "../../state/window/screen-address.ts";
import layout from "../../styles/layout.module.css";
import { Button } from "../../ui/controls/button.tsx";
import controls from "../../ui/controls/controls.module.css";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { FailureNote } from "../../ui/feedback/failure-message.tsx";
import { UndoMessage } from "../../ui/feedback/undo-message.tsx";
import { GridFilterBar } from "../../ui/filters/grid-filter-field.tsx";
import { DataGrid } from "../../ui/grid/data-grid.tsx";
import { useGridView } from "../../ui/grid/state/use-grid-view.ts";
import { ScreenTitle } from "../../ui/layout/screen-title.tsx";
import { findingColumns } from "./exception-columns.tsx";
import { dataSetNames, kindLabel } from "./exception-labels.ts";
import styles from "./exceptions-page.module.css";

/** Exceptions found while syncing, newest first. */
export function FindingsPage({ clientId }: { readonly clientId: string }) {
  const findings = useCoreQuery("clients.findings", { clientId });
  useNothingToPrint((findings.data ?? []).length === 0);
  if (findings.error !== null && findings.data === undefined) {
    return (
      <div className={layout.column}>
        <div className={layout.note}>
          <FailureNote failure={findings.error.failure} />
        </div>
      </div>
    );
  }
  if (findings.data === undefined) return <div className={layout.column} aria-busy="true" />;
  return (
    <div className={layout.column}>
      {findings.data.length === 0 ? (
        <EmptyState title={t("No exceptions")}>
          <p>
            {t(
              "This list shows deleted or backdated transactions, changes in closed or locked periods, lock dates moved back, data sets with fewer records than before, and records that Tieout can't read in full.",
            )}
          </p>
        </EmptyState>
      ) : (
        <Findings clientId={clientId} rows={findings.data} />
      )}
      <UndoMessage clientId={clientId} />
    </div>
  );
}

/** Up to so many exceptions fit a window with their whole descriptions. */
const MOST_WHOLE = 4;

function Findings({ clientId, rows }: { readonly clientId: string; readonly rows: readonly FindingRow[] }) {
  const [, navigate] = useHashLocation();
  const [looked, setLooked] = useState(false);
  const acknowledged = rows.filter((row) => row.acknowledged !== null).length;
  const lines = useMemo(
    () =>
      rows
        .filter((row) => looked || row.acknowledged === null)
        .sort((a, b) => b.lastSeen.localeCompare(a.lastSeen) || a.findingNo - b.findingNo),
    [rows, looked],
  );
  const streams = useClientSync(clientId).data?.streams;
  const [unfolded, setUnfolded] = useState<readonly number[]>([]);
  // As the list began: acknowledging one mustn't unfold the others under the pointer.
  const [isShort] = useState(lines.length <= MOST_WHOLE);
  const columns = useMemo(() => {
    const onToggle = (findingNo: number): void =>
      setUnfolded((before) => (before.includes(findingNo) ? before.filter((one) => one !== findingNo) : [...before, findingNo]));
    const act = (row: FindingRow, tabIndex: 0 | -1) => <Act clientId={clientId} row={row} tabIndex={tabIndex} />;
    return findingColumns(clientId, dataSetNames(streams), { numbers: unfolded, all: isShort, onToggle }, act);
  }, [clientId, streams, unfolded, isShort]);
  const view = useGridView({ id: `findings ${clientId}`, columns, lines, keyOf });
  return (
    <>
      <GridFilterBar title={<ScreenTitle screen="findings" />} view={view} label={t("Filter exceptions")}>
        <label className={controls.field}>
          <input type="checkbox" checked={looked} onChange={(event) => setLooked(event.target.checked)} />
          {t("Show acknowledged ({acknowledged})", { acknowledged })}
        </label>
      </GridFilterBar>
      {lines.length === 0 ? <EmptyState state="done" title={t("All exceptions acknowledged")} /> : null}
      {view.shown === 0 ? null : (
        <DataGrid
          label={t("Exceptions")}
          layoutId="findings"
          fits
          twoLines
          columns={columns}
          rowClass={() => styles.row}
          {...view.grid}
          onOpen={({ recordId, isDocument }) => {
            if (recordId !== null && isDocument) navigate(documentAddress(clientId, recordId));
          }}
        />
      )}
    </>
  );
}

function keyOf({ findingNo }: FindingRow): string {
  return String(findingNo);
}

interface ActProps {
  readonly clientId: string;
  readonly row: FindingRow;
  readonly tabIndex: 0 | -1;
}

/** Acknowledges an exception; that can be undone. */
function Act({ clientId, row, tabIndex }: ActProps) {
  const { perform, pending } = useActs(clientId);
  const { findingNo, code, acknowledged } = row;
  const kind = kindLabel(code);
  const undoDecision = (decisionNo: number) => call("decisions.undo", { clientId, decisionNo });
  const run = (event: MouseEvent): void => {
    // Otherwise the click would open the row's record.
    event.stopPropagation();
    const key = String(findingNo);
    if (acknowledged !== null)
      return void perform({ key, words: t("Acknowledgment undone: {kind}.", { kind }), run: () => undoDecision(acknowledged.decisionNo) });
    void perform({
      key,
      words: t("Acknowledged: {kind}.", { kind }),
      run: () => call("findings.acknowledge", { clientId, findingNo }),
      undo: ({ decisionNo }) => undoDecision(decisionNo),
    });
  };
  return (
    <Button
      needs="preparer"
      className={styles.act}
      tabIndex={tabIndex}
      disabled={pending !== null}
      aria-label={
        acknowledged === null
          ? t("Acknowledge: {kind}, exception {findingNo}", { kind, findingNo })
          : t("Undo {person}'s acknowledgment: {kind}, exception {findingNo}", {
              person: nameOfNoted(acknowledged.person),
              kind,
              findingNo,
            })
      }
      title={
        acknowledged === null
          ? t("This exception will no longer be listed or counted as open. Nothing changes in the ledger.")
          : t("Acknowledged by {person}, {at}", { person: acknowledged.person, at: formatInstant(acknowledged.at) })
      }
      onClick={run}
    >
      {acknowledged === null ? t("Acknowledge") : t("By {person}. Undo", { person: nameOfNoted(acknowledged.person) })}
    </Button>
  );
}
