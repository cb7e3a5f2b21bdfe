import { type MouseEvent, useMemo, useState } from "react";
import { useHashLocation } from "wouter/use-hash-location";
import type { FindingRow } from "#shared/contract/clients.ts";
import { call } from "../../api/client.ts";
import { ActNote } from "../../blocks/act-note.tsx";
import { GridFilterBar } from "../../blocks/grid-filter-field.tsx";
import { Button } from "../../components/button.tsx";
import controls from "../../components/controls.module.css";
import { DataGrid } from "../../components/data-grid.tsx";
import { EmptyNote } from "../../components/empty-note.tsx";
import { FailureNote } from "../../components/failure-note.tsx";
import { useGridView } from "../../components/use-grid-view.ts";
import { formatInstant } from "../../format/date.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core-query.ts";
import { useActs } from "../../state/last-act.ts";
import { documentAddress } from "../../state/place.ts";
import { findingColumns } from "./finding-columns.tsx";
import { kindWords } from "./finding-words.ts";
import styles from "./findings-page.module.css";

/** What we noticed while reading and could not take in silently, newest first. */
export function FindingsPage({ clientId }: { readonly clientId: string }) {
  const findings = useCoreQuery("clients.findings", { clientId });
  if (findings.error !== null && findings.data === undefined) {
    return (
      <div className={styles.page}>
        <FailureNote failure={findings.error.failure} />
      </div>
    );
  }
  if (findings.data === undefined) return <div className={styles.page} aria-busy="true" />;
  return (
    <div className={styles.page}>
      <h2 className={styles.title}>{t("Findings")}</h2>
      {findings.data.length === 0 ? (
        <EmptyNote title={t("No findings")}>
          <p>
            {t(
              "Records that can not be understood, sudden drops in counts and locks that move back would stand here. The untouched record is always kept.",
            )}
          </p>
        </EmptyNote>
      ) : (
        <Findings clientId={clientId} rows={findings.data} />
      )}
      <ActNote clientId={clientId} />
    </div>
  );
}

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
  const columns = useMemo(
    () => findingColumns(clientId, (row, tabIndex) => <Act clientId={clientId} row={row} tabIndex={tabIndex} />),
    [clientId],
  );
  const view = useGridView({ id: `findings ${clientId}`, columns, lines, keyOf });
  return (
    <>
      <div className={controls.bar}>
        <label className={controls.field}>
          <input type="checkbox" checked={looked} onChange={(event) => setLooked(event.target.checked)} />
          {t("Those that were looked at ({acknowledged})", { acknowledged })}
        </label>
      </div>
      {lines.length === 0 ? (
        <EmptyNote title={t("Somebody has looked at all of them")} />
      ) : (
        <>
          <GridFilterBar view={view} label={t("Filter the findings")} />
          {view.shown === 0 ? null : (
            <DataGrid
              label={t("Findings")}
              layoutId="findings"
              columns={columns}
              {...view.grid}
              minWidth={980}
              onOpen={({ recordId, isDocument }) => {
                if (recordId !== null && isDocument) navigate(documentAddress(clientId, recordId));
              }}
            />
          )}
        </>
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

/** Somebody looked at it and lets it stand; that can be taken back. */
function Act({ clientId, row, tabIndex }: ActProps) {
  const { perform, pending } = useActs(clientId);
  const { findingNo, code, acknowledged } = row;
  const kind = kindWords(code);
  const takeBack = (decisionNo: number) => call("decisions.undo", { clientId, decisionNo });
  const run = (event: MouseEvent): void => {
    // The row below it opens its record.
    event.stopPropagation();
    const key = String(findingNo);
    if (acknowledged !== null)
      return void perform({ key, words: t("No longer let stand: {kind}.", { kind }), run: () => takeBack(acknowledged.decisionNo) });
    void perform({
      key,
      words: t("Looked at: {kind}.", { kind }),
      run: () => call("findings.acknowledge", { clientId, findingNo }),
      undo: ({ decisionNo }) => takeBack(decisionNo),
    });
  };
  return (
    <Button
      kind="quiet"
      tabIndex={tabIndex}
      disabled={pending !== null}
      aria-label={
        acknowledged === null
          ? t("Looked at, let it stand: {kind} {findingNo}", { kind, findingNo })
          : t("Take back that {person} let it stand: {kind} {findingNo}", { person: acknowledged.person, kind, findingNo })
      }
      title={
        acknowledged === null
          ? t("It is counted no more, unless it comes up again. Nothing changes in the ledger.")
          : t("Looked at by {person}, {at}", { person: acknowledged.person, at: formatInstant(acknowledged.at) })
      }
      onClick={run}
    >
      {acknowledged === null ? t("Let it stand") : t("{person}: take back", { person: acknowledged.person })}
    </Button>
  );
}
