import { type ReactNode, useMemo } from "react";
import { useHashLocation } from "wouter/use-hash-location";
import { monthEnd, monthStart } from "#shared/kernel/calendar-date.ts";
import { ALL_FIGURES, figureId } from "../../format/addresses/figure-id.ts";
import { headCurrency, onlyCurrency, withoutCurrency } from "../../format/amounts/one-currency.ts";
import { type Span, spanOfMonth, spanTitle } from "../../format/dates/date-range.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { useIsSyncing } from "../../state/core/live-sync.ts";
import { RecordNames } from "../../state/core/record-names.tsx";
import { useChosenSpan } from "../../state/period/selected-range.ts";
import { changeFigureChoice, type SpendGrouping, useFigureChoice } from "../../state/views/figure-choices.ts";
import { figureKey } from "../../state/views/figure-shortcut.ts";
import { changeDocumentFilter, clearDocumentFilter } from "../../state/views/transaction-filters.ts";
import { useNow } from "../../state/window/now.ts";
import { PanelsContext } from "../../state/window/panels.ts";
import { clientAddress, recordAddress } from "../../state/window/screen-address.ts";
import layout from "../../styles/layout.module.css";
import { classes } from "../../ui/controls/classes.ts";
import controls from "../../ui/controls/controls.module.css";
import fold from "../../ui/controls/fold.module.css";
import { Fold } from "../../ui/controls/fold.tsx";
import { Segments } from "../../ui/controls/segments.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { FailureNote } from "../../ui/feedback/failure-message.tsx";
import { DayField } from "../../ui/fields/date-field.tsx";
import { ComingHead, FigureHead, FigureNotes } from "../../ui/figures/figure-head.tsx";
import { GapList } from "../../ui/figures/gap-list.tsx";
import { GridFilter, GridFilterAnswer } from "../../ui/filters/grid-filter-field.tsx";
import { DataGrid } from "../../ui/grid/data-grid.tsx";
import type { LineKind } from "../../ui/grid/grid-sections.ts";
import { useGridView } from "../../ui/grid/state/use-grid-view.ts";
import { PanelStack } from "../../ui/layout/panel-stack.tsx";
import { usePanels } from "../../ui/layout/use-panels.ts";
import { explainedSpend, spendGaps } from "./explained-spend.tsx";
import { NoSpend } from "./no-spend.tsx";
import { SpendCharts } from "./spend-charts.tsx";
import { spendColumns } from "./spend-columns.tsx";
import { type SpendDrill, spendDrill } from "./spend-drill.ts";
import { GROUPING_LABELS } from "./spend-labels.ts";
import styles from "./spend-page.module.css";
import { type Spend, type SpendLine, spendLines, spendTotals } from "./spend-rows.ts";

const GROUPINGS = (Object.keys(GROUPING_LABELS) as SpendGrouping[]).map((value) => ({ value, ...GROUPING_LABELS[value] }));
const MONTHS = 6;

/** Spend as three series side by side, by month and an optional grouping. */
export function SpendPage({ clientId, part }: { readonly clientId: string; readonly part: string | null }) {
  const { spendFrom, spendTo } = useFigureChoice(clientId);
  const worked = useChosenSpan(clientId);
  if (worked === null) return <div className={styles.page} aria-busy="true" />;
  const to = spendTo ?? monthEnd(worked.to);
  return <SpendOf clientId={clientId} part={part} span={{ from: spendFrom ?? monthStart(to, 1 - MONTHS), to }} />;
}

interface SpendOfProps {
  readonly clientId: string;
  readonly part: string | null;
  readonly span: Span;
}

function SpendOf({ clientId, part, span }: SpendOfProps) {
  const [, navigate] = useHashLocation();
  const panels = usePanels(clientId, "spend", part);
  const why = (id: string) => panels.open({ kind: "figure", id });
  const { spendBy } = useFigureChoice(clientId);
  const spend = useCoreQuery("reports.spend", { clientId, ...span, by: spendBy }, { keepPrevious: true });
  const base = useBaseCurrency(clientId);
  const table = useSpendTable(clientId, spend.data, base);
  const filter = table.view.all === 0 ? null : <GridFilter view={table.view} label={t("Filter spend")} atEnd />;
  return (
    <PanelsContext value={panels}>
      <div className={styles.beside}>
        <div className={classes(styles.page, layout.figures)}>
          {spend.data === undefined ? (
            <ComingHead title={t("Spend, {spend}", { spend: spanTitle(span) })} name={t("Spend")} failed={spend.error !== null} />
          ) : (
            <Head
              clientId={clientId}
              spend={spend.data}
              currency={headCurrency(table.currency, table.lines.length, base)}
              filter={filter}
              onWhy={() => why(ALL_FIGURES)}
            />
          )}
          <Bar clientId={clientId} span={span} />
          {spend.error === null ? null : (
            <div className={layout.note}>
              <FailureNote failure={spend.error.failure} />
            </div>
          )}
          {spend.data === undefined ? (
            <div className={styles.waiting} aria-busy={spend.isPending} />
          ) : (
            <>
              <FigureNotes>
                <SpendCharts clientId={clientId} spend={spend.data} base={base} only={table.currency} />
                <GapList gaps={spendGaps(spend.data)} records={(ids) => <RecordNames clientId={clientId} ids={ids} />} />
              </FigureNotes>
              <Lines
                spend={spend.data}
                table={table}
                busy={spend.isPlaceholderData}
                beside={part !== null}
                onWhy={why}
                onDrill={(drill) => openDrill(clientId, drill, navigate)}
              />
            </>
          )}
        </div>
        <PanelStack
          clientId={clientId}
          panels={panels}
          figure={(id) => (spend.data === undefined ? null : explainedSpend(clientId, id, spend.data))}
        />
      </div>
    </PanelsContext>
  );
}

/** The lines of spend, as a person filters and sorts them. */
function useSpendTable(clientId: string, spend: Spend | undefined, base: string | null) {
  const totals = useMemo(() => (spend === undefined ? [] : spendTotals(spend, base)), [spend, base]);
  // Totals of every dimension would leave no room for the rows, so they follow the rows instead.
  const inSight = spend?.by !== "dimension";
  const lines = useMemo(() => {
    if (spend === undefined) return [];
    const own = spendLines(spend, base);
    return inSight ? own : [...own, ...totals];
  }, [spend, base, totals, inSight]);
  const currency = useMemo(() => onlyCurrency([...lines, ...totals].map((line) => line.currency)), [lines, totals]);
  const columns = useMemo(
    () => (spend === undefined ? [] : withoutCurrency(spendColumns(spend.by, spend.series), currency)),
    [spend, currency],
  );
  const view = useGridView({ id: `spend ${clientId}`, columns, lines, keyOf: ({ key }) => key, kindOf });
  return { lines, columns, currency, view, footer: inSight && view.shown === view.all ? totals : [] };
}

type SpendTable = ReturnType<typeof useSpendTable>;

interface BarProps {
  readonly clientId: string;
  readonly span: Span;
}

/** Which days, and grouped by what. */
function Bar({ clientId, span }: BarProps) {
  const { spendBy } = useFigureChoice(clientId);
  const change = (next: Span) => changeFigureChoice(clientId, { spendFrom: next.from, spendTo: next.to });
  return (
    <div className={classes(controls.bar, fold.bar)}>
      <Fold label={t("Dates")} below="narrow">
        <DayField label={t("From")} value={span.from} onChange={(from) => change({ from, to: span.to < from ? from : span.to })} />
        <DayField label={t("To")} value={span.to} onChange={(to) => change({ from: to < span.from ? to : span.from, to })} />
      </Fold>
      <Segments
        label={t("Group by")}
        options={GROUPINGS}
        chosen={spendBy}
        onChange={(by) => changeFigureChoice(clientId, { spendBy: by })}
      />
    </div>
  );
}

/** Opens the source of a figure: the filtered list, or the ledger of its account. */
function openDrill(clientId: string, drill: SpendDrill | null, navigate: (to: string) => void): void {
  if (drill === null) return;
  if (drill.kind === "documents") {
    clearDocumentFilter(clientId);
    changeDocumentFilter(clientId, drill.filter);
    navigate(clientAddress(clientId, "documents"));
    return;
  }
  const span = spanOfMonth(drill.month);
  if (span !== null) changeFigureChoice(clientId, { ...span, statement: "profit_and_loss" });
  navigate(recordAddress(clientId, "statements", drill.accountId));
}

interface HeadProps {
  readonly clientId: string;
  readonly spend: Spend;
  /** The only currency of the figures, that of the books where there are none; null where there are several. */
  readonly currency: string | null;
  readonly filter: ReactNode;
  readonly onWhy: () => void;
}

function Head({ clientId, spend, currency, filter, onWhy }: HeadProps) {
  return (
    <FigureHead
      title={t("Spend, {spend}", { spend: spanTitle(spend) })}
      name={t("Spend")}
      filter={filter}
      facts={currency === null ? t("Net of tax, by currency") : t("Net of tax, {currency}", { currency })}
      source="mirror"
      onWhy={onWhy}
      asOf={spend.asOf}
      nowMs={useNow()}
      reading={useIsSyncing(clientId)}
    />
  );
}

/** The base currency of the books; null while it is loading. */
function useBaseCurrency(clientId: string): string | null {
  return useCoreQuery("clients.list", {}).data?.rows.find((row) => row.clientId === clientId)?.baseCurrency ?? null;
}

interface LinesProps {
  readonly spend: Spend;
  readonly table: SpendTable;
  readonly busy: boolean;
  /** A panel is open next to it. */
  readonly beside: boolean;
  readonly onWhy: (figureId: string) => void;
  readonly onDrill: (drill: SpendDrill | null) => void;
}

function Lines({ spend, table: { lines, columns, view, footer }, busy, beside, onWhy, onDrill }: LinesProps) {
  if (lines.length === 0 && spend.asOf === null)
    return (
      <EmptyState state="not_synced" title={t("No spend synced yet")}>
        <p>{t("Bills, expenses and open purchase orders appear here by month.")}</p>
      </EmptyState>
    );
  if (lines.length === 0) return <NoSpend by={spend.by} />;
  return (
    <>
      <GridFilterAnswer view={view} />
      {view.shown === 0 ? null : (
        <DataGrid
          label={t("Spend")}
          layoutId="spend"
          figures
          columns={columns}
          {...view.grid}
          footer={footer}
          beside={beside}
          busy={busy}
          onOpen={(line, column) => onDrill(spendDrill(line, column))}
          onKey={figureKey((line, column) => onWhy(figureId(line.key, column)))}
          rowClass={(line) => styles[line.kind]}
        />
      )}
    </>
  );
}

const LINE_KINDS = { month: "head", figures: "row", total: "total" } as const;

function kindOf({ kind }: SpendLine): LineKind {
  return LINE_KINDS[kind];
}
