import { type ReactNode, useMemo } from "react";
import type { OperationOutput } from "#main/operations/collection.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { ALL_FIGURES } from "../../format/addresses/figure-id.ts";
import { headCurrency, onlyCurrency, withoutCurrency } from "../../format/amounts/one-currency.ts";
import { formatDay } from "../../format/dates/date.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { useIsSyncing } from "../../state/core/live-sync.ts";
import { useNothingToTieOut } from "../../state/core/nothing-to-tie-out.ts";
import { RecordNames } from "../../state/core/record-names.tsx";
import { useAsOfDay } from "../../state/period/as-of-day.ts";
import { useChosenSpan } from "../../state/period/selected-range.ts";
import { changeFigureChoice, type FigureChoice, useFigureChoice } from "../../state/views/figure-choices.ts";
import { figureKey } from "../../state/views/figure-shortcut.ts";
import { useNow } from "../../state/window/now.ts";
import { type Panels, PanelsContext } from "../../state/window/panels.ts";
import { popOut } from "../../state/window/pop-out.ts";
import layout from "../../styles/layout.module.css";
import text from "../../styles/text.module.css";
import { classes } from "../../ui/controls/classes.ts";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { FailureNote } from "../../ui/feedback/failure-message.tsx";
import { agingGaps } from "../../ui/figures/aging-gaps.ts";
import { ComingHead, FigureHead, FigureNotes } from "../../ui/figures/figure-head.tsx";
import source from "../../ui/figures/figure-source.module.css";
import { GapList } from "../../ui/figures/gap-list.tsx";
import { OutcomeChip } from "../../ui/figures/tie-out-chip.tsx";
import { GridFilter, GridFilterAnswer } from "../../ui/filters/grid-filter-field.tsx";
import { DataGrid } from "../../ui/grid/data-grid.tsx";
import { useGridView } from "../../ui/grid/state/use-grid-view.ts";
import { PanelStack } from "../../ui/layout/panel-stack.tsx";
import { usePanels } from "../../ui/layout/use-panels.ts";
import { AgedDocumentsPanel } from "./aged-transactions-panel.tsx";
import { AgingBar } from "./aging-bar.tsx";
import { AgingChart } from "./aging-chart.tsx";
import { agingColumns } from "./aging-columns.tsx";
import { comparedTip, isTotal, SIDE_LABELS } from "./aging-labels.ts";
import styles from "./aging-page.module.css";
import { agingLines, agingTotals, netOf, openedAddress, openedBy, openedLine, readOpened, totalsOfLines } from "./aging-rows.ts";
import { AgingTieOutPanel } from "./aging-tie-out-panel.tsx";
import { explainedAging } from "./explained-aging.tsx";

type Aging = OperationOutput<"reports.aging">;

/** Open balances at a day, by contact and by how late they are, tied out against the ledger. */
export function AgingPage({ clientId, part }: { readonly clientId: string; readonly part: string | null }) {
  const panels = usePanels(clientId, "aging", part);
  const { side } = useFigureChoice(clientId);
  const asOfDate = useAsOfDay(clientId);
  // The day follows from the period, which isn't known at once.
  const enabled = useChosenSpan(clientId) !== null;
  const aging = useCoreQuery("reports.aging", { clientId, side, asOfDate }, { keepPrevious: true, enabled });
  const { data } = aging;
  const base = useBaseCurrency(clientId);
  const table = useAgingTable(clientId, data, base);
  const filter = table.view.all === 0 ? null : <GridFilter view={table.view} label={t("Filter aging")} atEnd />;
  const why = (id: string) => panels.open({ kind: "figure", id });
  return (
    <PanelsContext value={panels}>
      <div className={styles.page}>
        <div className={classes(styles.list, layout.figures)}>
          {data === undefined ? (
            <ComingHead title={titleOf({ side, asOfDate })} name={SIDE_LABELS[side].title} failed={aging.error !== null} />
          ) : (
            <Head
              clientId={clientId}
              aging={data}
              currency={headCurrency(table.currency, table.lines.length, base)}
              filter={filter}
              onWhy={() => why(ALL_FIGURES)}
              onCompared={() => panels.openOwn(openedAddress({ kind: "tie-out" }))}
            />
          )}
          <AgingBar
            side={side}
            onSide={(next) => {
              changeFigureChoice(clientId, { side: next });
              // The open panel belongs to the other side.
              if (part !== null) panels.close();
            }}
          />
          {aging.error === null ? null : (
            <div className={layout.note}>
              <FailureNote failure={aging.error.failure} />
            </div>
          )}
          {data === undefined ? (
            <div className={styles.waiting} aria-busy={aging.isPending} />
          ) : (
            <>
              <FigureNotes>
                {data.tieOut.outcome === "cannot_check" ? <p className={text.muted}>{data.tieOut.reason}</p> : null}
                <AgingChart aging={data} base={base} />
                <GapList gaps={agingGaps(data.gaps)} records={(ids) => <RecordNames clientId={clientId} ids={ids} />} />
              </FigureNotes>
              <Lines aging={data} table={table} busy={aging.isPlaceholderData} panels={panels} onWhy={why} />
            </>
          )}
        </div>
        <PanelStack
          clientId={clientId}
          panels={panels}
          own={(own) => <OwnPanel key={own} clientId={clientId} own={own} side={side} asOfDate={asOfDate} aging={data} />}
          figure={(id) => (data === undefined ? null : explainedAging({ clientId, id, aging: data }))}
        />
      </div>
    </PanelsContext>
  );
}

interface OwnPanelProps {
  readonly clientId: string;
  readonly own: string;
  readonly side: FigureChoice["side"];
  readonly asOfDate: CalendarDate;
  readonly aging: Aging | undefined;
}

/** The documents behind a figure, or the tie-out of the aging. */
function OwnPanel({ clientId, own, side, asOfDate, aging }: OwnPanelProps) {
  const opened = readOpened(own);
  if (opened?.kind === "figure")
    return <AgedDocumentsPanel clientId={clientId} side={side} asOfDate={asOfDate} figure={opened} aging={aging} />;
  return opened?.kind === "tie-out" && aging !== undefined ? <AgingTieOutPanel clientId={clientId} aging={aging} /> : null;
}

function titleOf({ side, asOfDate }: Pick<Aging, "side" | "asOfDate">): string {
  return t("{title} as of {asOfDate}", { title: SIDE_LABELS[side].title, asOfDate: formatDay(asOfDate) });
}

interface HeadProps {
  readonly clientId: string;
  readonly aging: Aging;
  /** The only currency of the amounts, that of the books where there are none; null where there are several. */
  readonly currency: string | null;
  readonly filter: ReactNode;
  readonly onWhy: () => void;
  /** Opens what the aging was compared with. */
  readonly onCompared: () => void;
}

function Head({ clientId, aging, currency, filter, onWhy, onCompared }: HeadProps) {
  return (
    <FigureHead
      title={titleOf(aging)}
      name={SIDE_LABELS[aging.side].title}
      result={<AgingResult clientId={clientId} tieOut={aging.tieOut} onOpen={onCompared} />}
      filter={filter}
      facts={currency === null ? t("By due date and currency") : t("By due date, {currency}", { currency })}
      source="mirror"
      onWhy={onWhy}
      asOf={aging.asOf}
      nowMs={useNow()}
      reading={useIsSyncing(clientId)}
    />
  );
}

interface AgingResultProps extends Pick<HeadProps, "clientId"> {
  readonly tieOut: Aging["tieOut"];
  readonly onOpen: () => void;
}

/** Whether the aging agrees with the ledger; its tip says with what of it. */
function AgingResult({ clientId, tieOut, onOpen }: AgingResultProps) {
  const nothing = useNothingToTieOut(clientId);
  return (
    <button type="button" className={source.result} title={comparedTip(tieOut)} onClick={onOpen}>
      <OutcomeChip outcome={tieOut.outcome} totalOnly={isTotal(tieOut)} nothing={nothing} tip={false} />
    </button>
  );
}

/** The base currency of the books; null while it is loading. */
function useBaseCurrency(clientId: string): string | null {
  return useCoreQuery("clients.list", {}).data?.rows.find((row) => row.clientId === clientId)?.baseCurrency ?? null;
}

/** The lines of an aging, as a person filters and sorts them. */
function useAgingTable(clientId: string, aging: Aging | undefined, base: string | null) {
  const lines = useMemo(() => (aging === undefined ? [] : agingLines(aging)), [aging]);
  const totals = useMemo(() => (aging === undefined ? [] : agingTotals(aging)), [aging]);
  const currency = useMemo(() => onlyCurrency(lines.map((line) => line.currency)), [lines]);
  // Without foreign currencies, a base-currency column would repeat the amounts.
  const foreign = lines.some((line) => line.kind !== "head" && line.currency !== base);
  const columns = useMemo(
    () => (aging === undefined ? [] : withoutCurrency(agingColumns(aging.buckets, foreign ? base : null), currency)),
    [aging, foreign, base, currency],
  );
  const view = useGridView({
    id: `aging ${clientId}`,
    columns,
    lines,
    keyOf: (line) => line.key,
    kindOf: ({ kind }) => (kind === "head" ? "head" : "row"),
  });
  const sums = view.shown === view.all ? totals : totalsOfLines(view.lines);
  const footer = sums.flatMap((total) => [total, netOf(total)]).filter((line) => line !== null);
  return { lines, columns, currency, view, footer };
}

interface LinesProps {
  readonly aging: Aging;
  readonly table: ReturnType<typeof useAgingTable>;
  readonly busy: boolean;
  readonly panels: Panels;
  readonly onWhy: (figureId: string) => void;
}

function Lines({ aging, table: { lines, columns, view, footer }, busy, panels, onWhy }: LinesProps) {
  if (lines.length === 0 && aging.asOf === null)
    return (
      <EmptyState state="not_synced" title={t("No open transactions synced yet")}>
        <p>{t("Open transactions appear here by contact, with unapplied credits and payments below.")}</p>
      </EmptyState>
    );
  if (lines.length === 0) {
    return (
      <EmptyState title={SIDE_LABELS[aging.side].none(formatDay(aging.asOfDate))}>
        <p>
          {t(
            "Open transactions appear here by contact, with unapplied credits and payments below. Choose another date in the bar above, or open {other}.",
            { other: SIDE_LABELS[aging.side === "receivable" ? "payable" : "receivable"].word },
          )}
        </p>
      </EmptyState>
    );
  }
  return (
    <>
      <GridFilterAnswer view={view} />
      {view.shown === 0 ? null : (
        <DataGrid
          label={SIDE_LABELS[aging.side].title}
          layoutId="aging"
          figures
          columns={columns}
          {...view.grid}
          footer={footer}
          beside={panels.own !== null || panels.over.length > 0}
          busy={busy}
          openKey={openedLine(readOpened(panels.own)) ?? undefined}
          onOpen={(line, columnId) => {
            const opened = openedBy(line, columnId);
            if (opened !== null) panels.openOwn(openedAddress(opened));
          }}
          onPopOut={(line) => {
            const opened = openedBy(line, "outstanding");
            if (opened !== null) popOut(panels.ownAddress(openedAddress(opened)));
          }}
          onKey={figureKey((line, columnId) => {
            const opened = openedBy(line, columnId);
            onWhy(opened === null ? ALL_FIGURES : openedAddress(opened));
          })}
          rowClass={(line) => styles[line.kind]}
        />
      )}
    </>
  );
}
