import { Scale } from "lucide-react";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import type { TieOutRun } from "#shared/model/tie-out.ts";
import { ActNote } from "../../blocks/act-note.tsx";
import { DayField } from "../../blocks/day-input.tsx";
import { GridFilterBar } from "../../blocks/grid-filter-field.tsx";
import { PanelSide } from "../../blocks/panel-side.tsx";
import { usePanels } from "../../blocks/use-panels.ts";
import { AsOf } from "../../components/as-of.tsx";
import { Button } from "../../components/button.tsx";
import controls from "../../components/controls.module.css";
import { DataGrid } from "../../components/data-grid.tsx";
import { EmptyNote } from "../../components/empty-note.tsx";
import { FailureNote } from "../../components/failure-note.tsx";
import head from "../../components/figure-head.module.css";
import { OutcomeChip } from "../../components/outcome-chip.tsx";
import { SourceWords } from "../../components/source-words.tsx";
import { useGridView } from "../../components/use-grid-view.ts";
import { formatDay } from "../../format/date.ts";
import { figureId } from "../../format/figure-id.ts";
import { t } from "../../language/t.ts";
import { useTieOutDay } from "../../state/as-of-day.ts";
import { useCoreCommand, useCoreQuery } from "../../state/core-query.ts";
import { changeFigureChoice } from "../../state/figure-choices.ts";
import { figureKey } from "../../state/figure-key.ts";
import { useNow } from "../../state/now.ts";
import { type Panels, PanelsContext } from "../../state/panels.ts";
import { popOut } from "../../state/pop-out.ts";
import { CHECK_COLUMNS } from "./check-columns.tsx";
import { outcomeCounts, readChecked } from "./check-lines.ts";
import { CheckPanel } from "./check-panel.tsx";
import { explainedCheck } from "./explained-check.tsx";
import styles from "./tie-outs-page.module.css";

/** The last run of checks: our figures against those that the ledger gives of itself. */
export function TieOutsPage({ clientId, part }: { readonly clientId: string; readonly part: string | null }) {
  const panels = usePanels(clientId, "tie-outs", part, (own) => (own.includes("~") ? own.slice(0, own.indexOf("~")) : null));
  const asOfDate = useTieOutDay(clientId);
  const last = useCoreQuery("tieOuts.last", { clientId, asOfDate }, { keepPrevious: true });
  const checks = last.data?.checks ?? [];
  const why = (id: string) => panels.open({ kind: "figure", id });
  return (
    <PanelsContext value={panels}>
      <div className={styles.page}>
        <div className={styles.list}>
          <RunBar clientId={clientId} tieOutDate={asOfDate} />
          {last.error === null ? null : (
            <div className={styles.note}>
              <FailureNote failure={last.error.failure} />
            </div>
          )}
          {last.data === undefined ? <div className={styles.waiting} aria-busy={last.isPending} /> : null}
          {last.data === null ? (
            <EmptyNote title={t("Not checked at {day} yet", { day: formatDay(asOfDate) })}>
              <p>
                {t(
                  "Every sync compares our figures with the ledger's own as of today: its trial balance, profit and loss, balance sheet, control accounts, agings, bank balances and counts. Check now compares them at this date.",
                )}
              </p>
            </EmptyNote>
          ) : null}
          {last.data ? <Checks clientId={clientId} run={last.data} panels={panels} onWhy={why} /> : null}
          <ActNote clientId={clientId} />
        </div>
        <PanelSide
          clientId={clientId}
          panels={panels}
          own={(own) => {
            const opened = readChecked(own, checks);
            return opened === null ? null : <CheckPanel key={own} clientId={clientId} check={opened.check} line={opened.line} />;
          }}
          figure={(id) => explainedCheck(clientId, id, checks, panels.ownAddress)}
        />
      </div>
    </PanelsContext>
  );
}

function RunBar({ clientId, tieOutDate }: { readonly clientId: string; readonly tieOutDate: CalendarDate }) {
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
  readonly panels: Panels;
  readonly onWhy: (figureId: string) => void;
}

function Checks({ clientId, run: { checks, asOfDate, ranAt }, panels, onWhy }: ChecksProps) {
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
          <SourceWords source={checks[0]?.source ?? "mirror"} onWhy={() => onWhy(figureId(checks[0]?.check ?? "", "ours"))} />
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
          beside={panels.own !== null || panels.over.length > 0}
          minWidth={1240}
          openKey={readChecked(panels.own, checks)?.check.check}
          onOpen={({ check }) => panels.openOwn(check)}
          onPopOut={({ check }) => popOut(panels.ownAddress(check))}
          onKey={figureKey(({ check }, columnId) => onWhy(figureId(check, columnId)))}
        />
      )}
    </>
  );
}
