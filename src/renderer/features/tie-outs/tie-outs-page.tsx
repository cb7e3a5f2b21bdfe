import { Scale } from "lucide-react";
import { useHashLocation } from "wouter/use-hash-location";
import type { TieOutRun } from "#shared/model/tie-out.ts";
import { ActNote } from "../../blocks/act-note.tsx";
import { GridFilterBar } from "../../blocks/grid-filter-field.tsx";
import { AsOf } from "../../components/as-of.tsx";
import { Button } from "../../components/button.tsx";
import controls from "../../components/controls.module.css";
import { DataGrid } from "../../components/data-grid.tsx";
import { EmptyNote } from "../../components/empty-note.tsx";
import { FailureNote } from "../../components/failure-note.tsx";
import head from "../../components/figure-head.module.css";
import { OutcomeChip } from "../../components/outcome-chip.tsx";
import { DayField } from "../../components/period-picker.tsx";
import { useGridView } from "../../components/use-grid-view.ts";
import { formatDay } from "../../format/date.ts";
import { t } from "../../language/t.ts";
import { useTieOutDay } from "../../state/as-of-day.ts";
import { useCoreCommand, useCoreQuery } from "../../state/core-query.ts";
import { changeFigureChoice } from "../../state/figure-choices.ts";
import { useNow } from "../../state/now.ts";
import { clientAddress, recordAddress } from "../../state/place.ts";
import { useEscape } from "../../state/use-escape.ts";
import { CHECK_COLUMNS } from "./check-columns.tsx";
import { checkAddress, outcomeCounts, readChecked } from "./check-lines.ts";
import { CheckPanel } from "./check-panel.tsx";
import styles from "./tie-outs-page.module.css";

/** The last run of checks: our figures against those that the ledger gives of itself. */
export function TieOutsPage({ clientId, part }: { readonly clientId: string; readonly part: string | null }) {
  const [, navigate] = useHashLocation();
  const last = useCoreQuery("tieOuts.last", { clientId });
  const opened = readChecked(part, last.data?.checks ?? []);
  const close = () => {
    navigate(clientAddress(clientId, "tie-outs"));
    document.querySelector<HTMLElement>('[role="grid"] [tabindex="0"]')?.focus();
  };
  useEscape(opened === null ? null : close);
  return (
    <div className={styles.page}>
      <div className={styles.list}>
        <RunBar clientId={clientId} />
        {last.error === null ? null : (
          <div className={styles.note}>
            <FailureNote failure={last.error.failure} />
          </div>
        )}
        {last.data === undefined ? <div className={styles.waiting} aria-busy={last.isPending} /> : null}
        {last.data === null ? (
          <EmptyNote title={t("Nothing has been checked yet")}>
            <p>
              {t(
                "After every reading our figures are held against those that the ledger gives of itself: its trial balance, profit and loss, balance sheet, control accounts, agings, bank balances and counts. Check now to do it at once.",
              )}
            </p>
          </EmptyNote>
        ) : null}
        {last.data ? (
          <Checks
            clientId={clientId}
            run={last.data}
            openKey={opened?.check.check ?? null}
            onOpen={(check) => navigate(recordAddress(clientId, "tie-outs", checkAddress({ check, subjectId: null })))}
          />
        ) : null}
        <ActNote clientId={clientId} />
      </div>
      {opened === null ? null : <CheckPanel key={part} clientId={clientId} check={opened.check} line={opened.line} onClose={close} />}
    </div>
  );
}

function RunBar({ clientId }: { readonly clientId: string }) {
  const tieOutDate = useTieOutDay(clientId);
  const run = useCoreCommand("tieOuts.run");
  return (
    <>
      <div className={controls.bar}>
        <DayField
          label={t("At")}
          value={tieOutDate}
          title={t("The day whose figures are compared.")}
          onChange={(day) => changeFigureChoice(clientId, { tieOutDate: day })}
        />
        <Button
          kind="primary"
          icon={<Scale size={14} aria-hidden />}
          disabled={run.isPending}
          title={t("Asks the ledger for its reports of that day and compares. Without a network, against those that are stored.")}
          onClick={() => run.mutate({ clientId, asOfDate: tieOutDate })}
        >
          {t("Check now")}
        </Button>
        <span role="status" className={styles.busy}>
          {run.isPending ? t("Asking the ledger for its reports and comparing") : null}
        </span>
      </div>
      {run.error === null ? null : (
        <div className={styles.note}>
          <FailureNote failure={run.error.failure} />
        </div>
      )}
    </>
  );
}

interface ChecksProps {
  readonly clientId: string;
  readonly run: TieOutRun;
  readonly openKey: string | null;
  readonly onOpen: (check: TieOutRun["checks"][number]["check"]) => void;
}

function Checks({ clientId, run: { checks, asOfDate, ranAt }, openKey, onOpen }: ChecksProps) {
  const nowMs = useNow();
  const view = useGridView({ id: `tie-outs ${clientId}`, columns: CHECK_COLUMNS, lines: checks, keyOf: ({ check }) => check });
  return (
    <>
      <div className={head.head}>
        <h2 className={head.title}>{t("Checks at {asOfDate}", { asOfDate: formatDay(asOfDate) })}</h2>
        <p className={head.line}>
          <span className={styles.outcomes}>
            {outcomeCounts(checks).map(({ outcome, count }) => (
              <OutcomeChip key={outcome} outcome={outcome} count={count} />
            ))}
          </span>
          <span>
            {t("Checked")} <AsOf instant={ranAt} nowMs={nowMs} ago />
          </span>
        </p>
      </div>
      <GridFilterBar view={view} label={t("Filter the checks")} />
      {view.shown === 0 ? null : (
        <DataGrid
          label={t("Checks")}
          layoutId="tie-outs"
          columns={CHECK_COLUMNS}
          {...view.grid}
          beside={openKey !== null}
          minWidth={1240}
          openKey={openKey ?? undefined}
          onOpen={({ check }) => onOpen(check)}
        />
      )}
    </>
  );
}
