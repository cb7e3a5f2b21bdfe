import { useMemo } from "react";
import type { OperationOutput } from "#main/operations/collection.ts";
import { ALL_FIGURES } from "../../format/addresses/figure-id.ts";
import { formatDay } from "../../format/dates/date.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { useIsSyncing } from "../../state/core/live-sync.ts";
import { RecordNames } from "../../state/core/record-names.tsx";
import { useAsOfDay } from "../../state/period/as-of-day.ts";
import { changeFigureChoice, type FigureChoice, useFigureChoice } from "../../state/views/figure-choices.ts";
import { figureKey } from "../../state/views/figure-shortcut.ts";
import { useNow } from "../../state/window/now.ts";
import { type Panels, PanelsContext } from "../../state/window/panels.ts";
import { popOut } from "../../state/window/pop-out.ts";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { FailureNote } from "../../ui/feedback/failure-message.tsx";
import { agingGaps } from "../../ui/figures/aging-gaps.ts";
import { FigureHead } from "../../ui/figures/figure-head.tsx";
import source from "../../ui/figures/figure-source.module.css";
import { GapList } from "../../ui/figures/gap-list.tsx";
import { OutcomeChip } from "../../ui/figures/tie-out-chip.tsx";
import { GridFilterBar } from "../../ui/filters/grid-filter-field.tsx";
import { DataGrid } from "../../ui/grid/data-grid.tsx";
import { useGridView } from "../../ui/grid/state/use-grid-view.ts";
import { PanelStack } from "../../ui/layout/panel-stack.tsx";
import { usePanels } from "../../ui/layout/use-panels.ts";
import { AgedDocumentsPanel } from "./aged-transactions-panel.tsx";
import { AgingBar } from "./aging-bar.tsx";
import { AgingChart } from "./aging-chart.tsx";
import { agingColumns } from "./aging-columns.tsx";
import { AGAINST_WORDS, SIDE_LABELS } from "./aging-labels.ts";
import styles from "./aging-page.module.css";
import { agingLines, agingTotals, openedAddress, openedBy, openedLine, readOpened, totalsOfLines } from "./aging-rows.ts";
import { AgingTieOutPanel } from "./aging-tie-out-panel.tsx";
import { explainedAging } from "./explained-aging.tsx";

type Aging = OperationOutput<"reports.aging">;

/** Open balances at a day, by contact and by how late they are, tied out against the ledger. */
export function AgingPage({ clientId, part }: { readonly clientId: string; readonly part: string | null }) {
  const panels = usePanels(clientId, "aging", part);
  const { side } = useFigureChoice(clientId);
  const asOfDate = useAsOfDay(clientId);
  const aging = useCoreQuery("reports.aging", { clientId, side, asOfDate }, { keepPrevious: true });
  const { data } = aging;
  const why = (id: string) => panels.open({ kind: "figure", id });
  return (
    <PanelsContext value={panels}>
      <div className={styles.page}>
        <div className={styles.list}>
          <AgingBar
            clientId={clientId}
            side={side}
            asOfDate={asOfDate}
            onSide={(next) => {
              changeFigureChoice(clientId, { side: next });
              // The open panel belongs to the other side.
              if (part !== null) panels.close();
            }}
          />
          {aging.error === null ? null : (
            <div className={styles.note}>
              <FailureNote failure={aging.error.failure} />
            </div>
          )}
          {data === undefined ? (
            <div className={styles.waiting} aria-busy={aging.isPending} />
          ) : (
            <>
              <Head
                clientId={clientId}
                aging={data}
                onTieOut={() => panels.openOwn(openedAddress({ kind: "tie-out" }))}
                onWhy={() => why(ALL_FIGURES)}
              />
              <Lines clientId={clientId} aging={data} busy={aging.isPlaceholderData} panels={panels} onWhy={why} />
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
  readonly asOfDate: NonNullable<FigureChoice["asOfDate"]>;
  readonly aging: Aging | undefined;
}

/** The documents behind a figure, or the tie-out of the aging. */
function OwnPanel({ clientId, own, side, asOfDate, aging }: OwnPanelProps) {
  const opened = readOpened(own);
  if (opened?.kind === "figure")
    return <AgedDocumentsPanel clientId={clientId} side={side} asOfDate={asOfDate} figure={opened} aging={aging} />;
  return opened?.kind === "tie-out" && aging !== undefined ? <AgingTieOutPanel clientId={clientId} aging={aging} /> : null;
}

interface HeadProps {
  readonly clientId: string;
  readonly aging: Aging;
  readonly onTieOut: () => void;
  readonly onWhy: () => void;
}

function Head({ clientId, aging, onTieOut, onWhy }: HeadProps) {
  const { side, asOfDate, asOf, gaps, tieOut } = aging;
  const nowMs = useNow();
  const reading = useIsSyncing(clientId);
  return (
    <FigureHead
      title={t("{title} as of {asOfDate}", { title: SIDE_LABELS[side].title, asOfDate: formatDay(asOfDate) })}
      facts={t("By due date and currency")}
      source="mirror"
      onWhy={onWhy}
      asOf={asOf}
      nowMs={nowMs}
      reading={reading}
    >
      <p className={styles.tied}>
        <OutcomeChip outcome={tieOut.outcome} />
        <span>
          {tieOut.outcome === "cannot_check" ? tieOut.reason : t("Compared with {source}.", { source: AGAINST_WORDS[tieOut.source] })}
        </span>
        <button type="button" className={source.how} onClick={onTieOut}>
          {t("What was compared")}
        </button>
      </p>
      <AgingChart aging={aging} base={useBaseCurrency(clientId)} />
      <GapList gaps={agingGaps(gaps)} records={(ids) => <RecordNames clientId={clientId} ids={ids} />} />
    </FigureHead>
  );
}

/** The base currency of the books; null while it is loading. */
function useBaseCurrency(clientId: string): string | null {
  return useCoreQuery("clients.list", {}).data?.rows.find((row) => row.clientId === clientId)?.baseCurrency ?? null;
}

interface LinesProps {
  readonly clientId: string;
  readonly aging: Aging;
  readonly busy: boolean;
  readonly panels: Panels;
  readonly onWhy: (figureId: string) => void;
}

function Lines({ clientId, aging, busy, panels, onWhy }: LinesProps) {
  const base = useBaseCurrency(clientId);
  const lines = useMemo(() => agingLines(aging), [aging]);
  const totals = useMemo(() => agingTotals(aging), [aging]);
  // Without foreign currencies, a base-currency column would repeat the amounts.
  const foreign = [...aging.rows, ...aging.unappliedCash].some(({ currency }) => currency !== base);
  const columns = useMemo(() => agingColumns(aging.buckets, foreign ? base : null), [aging.buckets, foreign, base]);
  const view = useGridView({
    id: `aging ${clientId}`,
    columns,
    lines,
    keyOf: (line) => line.key,
    kindOf: ({ kind }) => (kind === "head" ? "head" : "row"),
  });
  if (lines.length === 0 && aging.asOf === null)
    return (
      <EmptyState title={t("No open transactions synced yet")}>
        <p>{t("Open transactions appear here by contact, with unapplied credits and payments below.")}</p>
      </EmptyState>
    );
  if (lines.length === 0) {
    return (
      <EmptyState title={SIDE_LABELS[aging.side].none}>
        <p>
          {t(
            "Open transactions appear here by contact, with unapplied credits and payments below. Choose another date, or switch between receivables and payables.",
          )}
        </p>
      </EmptyState>
    );
  }
  return (
    <>
      <GridFilterBar view={view} label={t("Filter aging")} />
      {view.shown === 0 ? null : (
        <DataGrid
          label={SIDE_LABELS[aging.side].title}
          layoutId="aging"
          columns={columns}
          {...view.grid}
          footer={view.shown === view.all ? totals : totalsOfLines(view.lines)}
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
