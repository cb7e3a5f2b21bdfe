import { useMemo } from "react";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { PanelsContext } from "../../state/window/panels.ts";
import layout from "../../styles/layout.module.css";
import { FailureNote } from "../../ui/feedback/failure-message.tsx";
import { PanelStack } from "../../ui/layout/panel-stack.tsx";
import { usePanels } from "../../ui/layout/use-panels.ts";
import { Notes } from "../../ui/notes/notes.tsx";
import { explainedOverview } from "./explained-overview.tsx";
import { NextActionsCard } from "./next-actions-card.tsx";
import { OpenItemsCard } from "./open-items-card.tsx";
import { useOverviewFigures } from "./overview-figures.ts";
import styles from "./overview-page.module.css";
import { BankCard, ResultCard } from "./result-card.tsx";
import { Standing } from "./standing.tsx";
import { TieOutsCard } from "./tie-outs-card.tsx";

/** A client at a glance: how it is doing, what to do next, its profit and cash over a year, and what is open. */
export function OverviewPage({ clientId, part }: { readonly clientId: string; readonly part: string | null }) {
  const panels = usePanels(clientId, "overview", part);
  const figures = useOverviewFigures(clientId);
  const rows = useCoreQuery("clients.list", {}).data?.rows;
  const row = useMemo(() => rows?.find((client) => client.clientId === clientId), [rows, clientId]);
  const base = row?.baseCurrency ?? null;
  return (
    <PanelsContext value={panels}>
      <div className={layout.split}>
        <div className={styles.page}>
          <Standing clientId={clientId} row={row} />
          {figures.failure === null ? null : <FailureNote failure={figures.failure} />}
          <div className={styles.columns}>
            <div className={styles.figuresColumns}>
              <ResultCard clientId={clientId} statement={figures.result} trend={figures.profits} />
              <BankCard clientId={clientId} balance={figures.balance} trend={figures.balances} />
              <OpenItemsCard clientId={clientId} side="receivable" aging={figures.receivable} base={base} />
              <OpenItemsCard clientId={clientId} side="payable" aging={figures.payable} base={base} />
            </div>
            <div className={styles.rail}>
              <NextActionsCard clientId={clientId} row={row} />
              <TieOutsCard clientId={clientId} />
            </div>
          </div>
          <Notes clientId={clientId} subject={{ kind: "client", id: "" }} label={row?.name ?? null} />
        </div>
        <PanelStack clientId={clientId} panels={panels} figure={(id) => explainedOverview(clientId, id, figures)} />
      </div>
    </PanelsContext>
  );
}
