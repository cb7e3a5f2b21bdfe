import { Scale } from "lucide-react";
import { useEffect, useMemo } from "react";
import { useHashLocation } from "wouter/use-hash-location";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { asShown, recheckOf, type ShownTieOutRun, type TieOut, tieOutCountsOf } from "#shared/model/reports/tie-out.ts";
import { figureId } from "../../format/addresses/figure-id.ts";
import { onlyCurrency } from "../../format/amounts/one-currency.ts";
import { formatDay } from "../../format/dates/date.ts";
import { checkingSentence } from "../../format/labels/sync-labels.ts";
import { CHECK_WORDS, NOTHING_TO_TIE_OUT } from "../../format/labels/tie-out-labels.ts";
import { t } from "../../language/t.ts";
import { useCoreCommand, useCoreQuery } from "../../state/core/core-query.ts";
import { useClientSync } from "../../state/core/live-sync.ts";
import { useNothingToTieOut } from "../../state/core/nothing-to-tie-out.ts";
import { useTieOutDay } from "../../state/period/as-of-day.ts";
import { changeFigureChoice } from "../../state/views/figure-choices.ts";
import { figureKey } from "../../state/views/figure-shortcut.ts";
import { useNow } from "../../state/window/now.ts";
import { type Panels, PanelsContext } from "../../state/window/panels.ts";
import { popOut } from "../../state/window/pop-out.ts";
import { clientAddress, recordAddress } from "../../state/window/screen-address.ts";
import layout from "../../styles/layout.module.css";
import text from "../../styles/text.module.css";
import { Button } from "../../ui/controls/button.tsx";
import { classes } from "../../ui/controls/classes.ts";
import controls from "../../ui/controls/controls.module.css";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { FailureNote } from "../../ui/feedback/failure-message.tsx";
import { UndoMessage } from "../../ui/feedback/undo-message.tsx";
import { DayField } from "../../ui/fields/date-field.tsx";
import { AsOf } from "../../ui/figures/as-of.tsx";
import { ComingHead, HeadLine } from "../../ui/figures/figure-head.tsx";
import { OutcomeChip, RecheckChip, TiedCount } from "../../ui/figures/tie-out-chip.tsx";
import { GridFilter, GridFilterAnswer } from "../../ui/filters/grid-filter-field.tsx";
import { DataGrid } from "../../ui/grid/data-grid.tsx";
import { type GridView, useGridView } from "../../ui/grid/state/use-grid-view.ts";
import { PanelStack } from "../../ui/layout/panel-stack.tsx";
import { usePanels } from "../../ui/layout/use-panels.ts";
import { checkColumns } from "./check-columns.tsx";
import { CheckPanel } from "./check-panel.tsx";
import { otherOutcomes, readChecked, readDay } from "./check-rows.ts";
import { explainedCheck } from "./explained-check.tsx";
import styles from "./tie-outs-page.module.css";

/** The last run of checks: our figures against those that the ledger gives of itself. */
export function TieOutsPage({ clientId, part }: { readonly clientId: string; readonly part: string | null }) {
  const opened = useAskedDay(clientId, part);
  const panels = usePanels(clientId, "tie-outs", opened, (own) => (own.includes("~") ? own.slice(0, own.indexOf("~")) : null));
  const asOfDate = useTieOutDay(clientId);
  const last = useCoreQuery("tieOuts.last", { clientId, asOfDate }, { keepPrevious: true });
  const nothing = useNothingToTieOut(clientId, last.data?.checks, last.data?.accepted);
  const checks = useCheckTable(clientId, last.data ?? undefined, nothing);
  const why = (id: string) => panels.open({ kind: "figure", id });
  return (
    <PanelsContext value={panels}>
      <div className={layout.row}>
        <div className={classes(layout.list, layout.figures)}>
          <TopLine
            asOfDate={last.data?.asOfDate ?? asOfDate}
            tieOutDate={asOfDate}
            run={last.data}
            nothing={nothing}
            failed={last.error !== null}
            view={checks.view}
          />
          <RunBar clientId={clientId} tieOutDate={asOfDate} />
          {last.error === null ? null : (
            <div className={layout.note}>
              <FailureNote failure={last.error.failure} />
            </div>
          )}
          {last.data === null ? (
            <EmptyState title={t("No tie-outs for {day} yet", { day: formatDay(asOfDate) })}>
              <p>
                {t(
                  "Choose “Tie out now” to compare the figures as of this date with the ledger's. Record counts can be compared only as of today. After each complete sync, Tieout compares today's figures automatically.",
                )}
              </p>
            </EmptyState>
          ) : null}
          {last.data === null || (last.data === undefined && last.error !== null) ? null : (
            <Checks run={last.data} table={checks} panels={panels} onWhy={why} />
          )}
          <UndoMessage clientId={clientId} />
        </div>
        <PanelStack
          clientId={clientId}
          panels={panels}
          own={(own) => {
            const shown = readChecked(own, checks.lines);
            return shown === null ? null : (
              <CheckPanel
                key={own}
                clientId={clientId}
                check={shown.check}
                line={shown.line}
                recheck={recheckOf(last.data ?? NOT_YET)}
                isAccepted={last.data?.accepted.includes(shown.check.check) === true}
                nothing={nothing}
              />
            );
          }}
          figure={(id) => explainedCheck(clientId, id, checks.lines, panels.ownAddress)}
        />
      </div>
    </PanelsContext>
  );
}

/** Looks at the day that a link into the screen names, as if it was chosen here. @returns what is open, without the day */
function useAskedDay(clientId: string, part: string | null): string | null {
  const [, navigate] = useHashLocation();
  const { day, own } = readDay(part);
  useEffect(() => {
    if (day === null) return;
    changeFigureChoice(clientId, { tieOutDate: day });
    navigate(own === null ? clientAddress(clientId, "tie-outs") : recordAddress(clientId, "tie-outs", own), { replace: true });
  }, [clientId, day, own, navigate]);
  return own;
}

interface RunBarProps {
  readonly clientId: string;
  readonly tieOutDate: CalendarDate;
}

function RunBar({ clientId, tieOutDate }: RunBarProps) {
  const run = useCoreCommand("tieOuts.run");
  const sync = useClientSync(clientId).data;
  const checking = sync?.checking ?? null;
  // It begins when the sync has ended.
  const waits = run.isPending && checking === null && (sync?.state === "syncing" || (sync?.queue ?? null) !== null);
  return (
    <>
      <div className={controls.bar}>
        <DayField
          label={t("As of")}
          value={tieOutDate}
          title={t("Date of the figures to compare.")}
          onChange={(day) => changeFigureChoice(clientId, { tieOutDate: day })}
        />
        <span role="status" className={classes(styles.doing, text.muted)}>
          {waits
            ? t("Starts when the sync has finished.")
            : run.isPending
              ? t("Getting the ledger's reports and comparing them…")
              : checking === null
                ? null
                : checkingSentence(checking)}
        </span>
        <Button
          kind="primary"
          icon={<Scale size={14} aria-hidden />}
          disabled={run.isPending}
          title={t(
            "Gets the ledger's reports for the as-of date and compares them with Tieout's figures. If a report can't be read now, Tieout uses the stored copy, if any.",
          )}
          onClick={() => run.mutate({ clientId, asOfDate: tieOutDate })}
        >
          {t("Tie out now")}
        </Button>
      </div>
      {run.error === null ? null : (
        <div className={layout.note}>
          <FailureNote failure={run.error.failure} />
        </div>
      )}
    </>
  );
}

interface TopLineProps {
  readonly asOfDate: CalendarDate;
  /** The date in the field below, which those of another date are shown for until its own come. */
  readonly tieOutDate: CalendarDate;
  /** Undefined while it is on its way, null where nothing was checked for the date. */
  readonly run: ShownTieOutRun | null | undefined;
  /** The books have nothing to tie out yet. */
  readonly nothing: boolean;
  readonly failed: boolean;
  readonly view: GridView<TieOut>;
}

/** What was compared, how it came out, and when. Every check has a source of its own, which its panel names. */
function TopLine({ asOfDate, tieOutDate, run, nothing, failed, view }: TopLineProps) {
  const nowMs = useNow();
  const name = t("Tie-outs");
  const title = t("Tie-outs as of {asOfDate}", { asOfDate: formatDay(asOfDate) });
  const head = { title, name, isInField: asOfDate === tieOutDate };
  if (run === undefined) return <ComingHead {...head} failed={failed} />;
  if (run === null) return <HeadLine {...head}>{null}</HeadLine>;
  const currency = onlyCurrency(run.checks.map((check) => check.currency));
  const filter = view.all === 0 ? null : <GridFilter view={view} label={t("Filter tie-outs")} atEnd />;
  return (
    <HeadLine {...head} result={<Outcomes run={run} nothing={nothing} />} filter={filter}>
      {/* With a word, since a count may be before it. */}
      {currency === null ? null : <span>{t("In {currency}", { currency })}</span>}
      <span>
        {t("Checked")} <AsOf instant={run.ranAt} nowMs={nowMs} />
      </span>
    </HeadLine>
  );
}

/** How many checks are tied out, in the words of *Clients* and *Overview*, and each other outcome with how many have it. */
function Outcomes({ run, nothing }: { readonly run: ShownTieOutRun; readonly nothing: boolean }) {
  const { checks, accepted } = run;
  const recheck = recheckOf(run);
  if (nothing)
    return (
      <span className={styles.outcomes}>
        <span className={text.muted}>{NOTHING_TO_TIE_OUT.yet}</span>
      </span>
    );
  if (recheck !== false)
    return (
      <span className={styles.outcomes}>
        <RecheckChip running={recheck === "running"} />
      </span>
    );
  const counts = tieOutCountsOf(checks, accepted);
  return (
    <span className={styles.outcomes}>
      {counts.ties === 0 ? null : <TiedCount counts={counts} all={counts.ties === checks.length} />}
      {otherOutcomes(checks, accepted).map((one) => (
        <OutcomeChip key={`${one.outcome} ${one.accepted}`} {...one} />
      ))}
    </span>
  );
}

const NOT_YET: Pick<ShownTieOutRun, "checks" | "recheck" | "rechecking" | "accepted"> = { checks: [], recheck: false, accepted: [] };

/** As many rows as there are checks. */
const NO_ROW_YET = { rowCount: Object.keys(CHECK_WORDS).length, rowAt: () => undefined };

/** The checks of a run, as a person filters and sorts them. */
function useCheckTable(clientId: string, run: ShownTieOutRun | undefined, nothing: boolean) {
  const { checks, accepted } = run ?? NOT_YET;
  const recheck = recheckOf(run ?? NOT_YET);
  const lines = useMemo(() => checks.map(asShown), [checks]);
  const columns = useMemo(() => checkColumns(recheck, new Set(accepted), checks, nothing), [recheck, accepted, checks, nothing]);
  const view = useGridView({ id: `tie-outs ${clientId}`, columns, lines, keyOf: ({ check }) => check });
  return { lines, columns, view };
}

interface ChecksProps {
  /** Undefined while it is on its way: its columns are known. */
  readonly run: ShownTieOutRun | undefined;
  readonly table: ReturnType<typeof useCheckTable>;
  readonly panels: Panels;
  readonly onWhy: (figureId: string) => void;
}

function Checks({ run, table: { lines, columns, view }, panels, onWhy }: ChecksProps) {
  return (
    <>
      <GridFilterAnswer view={view} />
      {view.shown === 0 && run !== undefined ? null : (
        <DataGrid
          label={t("Tie-outs")}
          layoutId="tie-outs"
          figures
          columns={columns}
          {...view.grid}
          {...(run === undefined ? NO_ROW_YET : {})}
          fits
          busy={run === undefined}
          beside={panels.own !== null || panels.over.length > 0}
          openKey={readChecked(panels.own, lines)?.check.check}
          onOpen={({ check }) => panels.openOwn(check)}
          onPopOut={({ check }) => popOut(panels.ownAddress(check))}
          onKey={figureKey(({ check }, columnId) => onWhy(figureId(check, columnId)))}
        />
      )}
    </>
  );
}
