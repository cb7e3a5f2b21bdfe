import { useMemo } from "react";
import { useHashLocation } from "wouter/use-hash-location";
import type { MethodOutput } from "#shared/contract/index.ts";
import { GridFilterBar } from "../../blocks/grid-filter-field.tsx";
import { Button } from "../../components/button.tsx";
import { DataGrid } from "../../components/data-grid.tsx";
import { EmptyNote } from "../../components/empty-note.tsx";
import { FailureNote } from "../../components/failure-note.tsx";
import { FigureHead } from "../../components/figure-head.tsx";
import { GapList } from "../../components/gap-list.tsx";
import { OutcomeChip } from "../../components/outcome-chip.tsx";
import { useGridView } from "../../components/use-grid-view.ts";
import { formatDay } from "../../format/date.ts";
import { t } from "../../language/t.ts";
import { useAsOfDay } from "../../state/as-of-day.ts";
import { useCoreQuery } from "../../state/core-query.ts";
import { changeFigureChoice, useFigureChoice } from "../../state/figure-choices.ts";
import { useClientSync } from "../../state/live-sync.ts";
import { useNow } from "../../state/now.ts";
import { clientAddress, recordAddress } from "../../state/place.ts";
import { RecordNames } from "../../state/record-names.tsx";
import { useEscape } from "../../state/use-escape.ts";
import { AgedDocumentsPanel } from "./aged-documents-panel.tsx";
import { AgingBar } from "./aging-bar.tsx";
import { agingColumns } from "./aging-columns.tsx";
import {
  type AgingOpened,
  agingGaps,
  agingLines,
  agingTotals,
  openedAddress,
  openedBy,
  openedLine,
  readOpened,
  totalsOfLines,
} from "./aging-lines.ts";
import styles from "./aging-page.module.css";
import { AgingTieOutPanel } from "./aging-tie-out-panel.tsx";
import { AGAINST_WORDS, SIDE_WORDS } from "./aging-words.ts";
import { partyNames } from "./party-names.ts";

type Aging = MethodOutput<"reports.aging">;

/** What was open at a day, by party and by how late it was, tied to what the ledger says of it. */
export function AgingPage({ clientId, part }: { readonly clientId: string; readonly part: string | null }) {
  const [, navigate] = useHashLocation();
  const { side } = useFigureChoice(clientId);
  const asOfDate = useAsOfDay(clientId);
  const aging = useCoreQuery("reports.aging", { clientId, side, asOfDate }, { keepPrevious: true });
  const opened = readOpened(part);
  const close = () => {
    navigate(clientAddress(clientId, "aging"));
    document.querySelector<HTMLElement>('[role="grid"] [tabindex="0"]')?.focus();
  };
  const open = (next: AgingOpened | null) => {
    if (next !== null) navigate(recordAddress(clientId, "aging", openedAddress(next)));
  };
  useEscape(opened === null ? null : close);
  const { data } = aging;
  return (
    <div className={styles.page}>
      <div className={styles.list}>
        <AgingBar
          clientId={clientId}
          side={side}
          asOfDate={asOfDate}
          onSide={(next) => {
            changeFigureChoice(clientId, { side: next });
            // What is open belongs to the other side.
            navigate(clientAddress(clientId, "aging"));
          }}
        />
        {aging.error === null ? null : (
          <div className={styles.note}>
            <FailureNote failure={aging.error.failure} />
          </div>
        )}
        {data === undefined ? null : <Head clientId={clientId} aging={data} onTieOut={() => open({ kind: "tie-out" })} />}
        {data === undefined ? (
          <div className={styles.waiting} aria-busy={aging.isPending} />
        ) : (
          <Lines clientId={clientId} aging={data} busy={aging.isPlaceholderData} openKey={openedLine(opened)} onOpen={open} />
        )}
      </div>
      {opened?.kind === "figure" ? (
        <AgedDocumentsPanel
          key={part}
          clientId={clientId}
          side={side}
          asOfDate={asOfDate}
          figure={opened}
          names={partyNames(data)}
          onClose={close}
        />
      ) : null}
      {opened?.kind === "tie-out" && data !== undefined ? <AgingTieOutPanel clientId={clientId} aging={data} onClose={close} /> : null}
    </div>
  );
}

interface HeadProps {
  readonly clientId: string;
  readonly aging: Aging;
  readonly onTieOut: () => void;
}

function Head({ clientId, aging: { side, asOfDate, asOf, gaps, tieOut }, onTieOut }: HeadProps) {
  const nowMs = useNow();
  const reading = useClientSync(clientId).data?.state === "syncing";
  return (
    <FigureHead
      title={t("{title} at {asOfDate}", { title: SIDE_WORDS[side].title, asOfDate: formatDay(asOfDate) })}
      facts={t("By due date, each currency for itself")}
      source="mirror"
      asOf={asOf}
      nowMs={nowMs}
      reading={reading}
    >
      <p className={styles.tied}>
        <OutcomeChip outcome={tieOut.outcome} />
        <span>
          {tieOut.outcome === "cannot_check" ? tieOut.reason : t("Held against {source}.", { source: AGAINST_WORDS[tieOut.source] })}
        </span>
        <Button kind="quiet" onClick={onTieOut}>
          {t("What was compared")}
        </Button>
      </p>
      <GapList gaps={agingGaps(gaps)} records={(ids) => <RecordNames clientId={clientId} ids={ids} />} />
    </FigureHead>
  );
}

interface LinesProps {
  readonly clientId: string;
  readonly aging: Aging;
  readonly busy: boolean;
  readonly openKey: string | null;
  readonly onOpen: (opened: AgingOpened | null) => void;
}

function Lines({ clientId, aging, busy, openKey, onOpen }: LinesProps) {
  const base = useCoreQuery("clients.list", {}).data?.rows.find((row) => row.clientId === clientId)?.baseCurrency ?? null;
  const lines = useMemo(() => agingLines(aging), [aging]);
  const totals = useMemo(() => agingTotals(aging), [aging]);
  // Where everything is in base currency a column of it would say nothing new.
  const foreign = [...aging.rows, ...aging.unappliedCash].some(({ currency }) => currency !== base);
  const columns = useMemo(() => agingColumns(aging.buckets, foreign ? base : null), [aging.buckets, foreign, base]);
  const view = useGridView({
    id: `aging ${clientId}`,
    columns,
    lines,
    keyOf: (line) => line.key,
    kindOf: ({ kind }) => (kind === "head" ? "head" : "row"),
  });
  if (lines.length === 0) {
    return (
      <EmptyNote title={t("Nothing was open at that day")}>
        <p>
          {t(
            "Documents that are not settled would stand here by party, and cash that settles nothing yet below them. Choose another day or the other side.",
          )}
        </p>
      </EmptyNote>
    );
  }
  return (
    <>
      <GridFilterBar view={view} label={t("Filter the aging")} />
      {view.shown === 0 ? null : (
        <DataGrid
          label={SIDE_WORDS[aging.side].title}
          layoutId="aging"
          columns={columns}
          {...view.grid}
          footer={view.shown === view.all ? totals : totalsOfLines(view.lines)}
          beside={openKey !== null}
          minWidth={104 * (columns.length - 3) + 350}
          busy={busy}
          openKey={openKey ?? undefined}
          onOpen={(line, columnId) => onOpen(openedBy(line, columnId))}
          rowClass={(line) => styles[line.kind]}
        />
      )}
    </>
  );
}
