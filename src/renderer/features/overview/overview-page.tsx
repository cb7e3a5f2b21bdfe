import { useMemo } from "react";
import type { ClientRow } from "#shared/contract/clients/clients.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { useClientSync } from "../../state/core/live-sync.ts";
import { useNothingToPrint } from "../../state/window/nothing-to-print.ts";
import { PanelsContext } from "../../state/window/panels.ts";
import layout from "../../styles/layout.module.css";
import { NotSynced } from "../../ui/connection/not-synced.tsx";
import { FailureNote } from "../../ui/feedback/failure-message.tsx";
import { PanelStack } from "../../ui/layout/panel-stack.tsx";
import { ScreenTitle } from "../../ui/layout/screen-title.tsx";
import { usePanels } from "../../ui/layout/use-panels.ts";
import { Notes } from "../../ui/notes/notes.tsx";
import { explainedOverview } from "./explained-overview.tsx";
import { NextActionsCard } from "./next-actions-card.tsx";
import { OpenItemsCard } from "./open-items-card.tsx";
import { type OverviewFigures, useOverviewFigures } from "./overview-figures.ts";
import styles from "./overview-page.module.css";
import { BankCard, ResultCard } from "./result-card.tsx";
import { Standing } from "./standing.tsx";
import { TieOutsCard } from "./tie-outs-card.tsx";

/** A client at a glance: how it is doing, what to do next, its profit and cash over a year, and what is open. */
export function OverviewPage({ clientId, part }: { readonly clientId: string; readonly part: string | null }) {
  const panels = usePanels(clientId, "overview", part);
  const figures = useOverviewFigures(clientId);
  const rows = useCoreQuery("clients.list", {}).data?.rows;
  // As the bar beside it: the list of clients follows a moment later.
  const sync = useClientSync(clientId).data;
  const [state, asOf] = [sync?.state, sync?.asOf];
  const row = useMemo(() => {
    const found = rows?.find((client) => client.clientId === clientId);
    return found === undefined || state === undefined ? found : { ...found, state, asOf: asOf ?? found.asOf };
  }, [rows, clientId, state, asOf]);
  const isUnread = row?.state === "never_synced";
  return (
    <PanelsContext value={panels}>
      <div className={layout.split}>
        <div className={styles.page}>
          {isUnread ? (
            <NotSynced clientId={clientId} canStart={row.ledger !== null}>
              {t("Figures, open items and next actions appear here during the first sync.")}
            </NotSynced>
          ) : (
            <AtAGlance clientId={clientId} row={row} figures={figures} />
          )}
          <Notes clientId={clientId} subject={{ kind: "client", id: "" }} label={row?.name ?? null} />
        </div>
        <PanelStack clientId={clientId} panels={panels} figure={(id) => explainedOverview(clientId, id, figures)} />
      </div>
    </PanelsContext>
  );
}

interface AtAGlanceProps {
  readonly clientId: string;
  readonly row: ClientRow | undefined;
  readonly figures: OverviewFigures;
}

/** Facts, figures and next actions. In place of the cards whose figures failed is one that says why. */
function AtAGlance({ clientId, row, figures }: AtAGlanceProps) {
  const { failure, result, balance, receivable, payable } = figures;
  const base = row?.baseCurrency ?? null;
  const left = (figure: object | undefined): boolean => failure !== null && figure === undefined;
  useNothingToPrint([result, balance, receivable, payable].every(left));
  return (
    <>
      <div className={styles.title}>
        <ScreenTitle screen="overview" />
      </div>
      <Standing clientId={clientId} row={row} />
      <div className={styles.columns}>
        <div className={styles.figuresColumns}>
          {failure === null ? null : (
            <div className={styles.failure}>
              <FailureNote failure={failure} />
            </div>
          )}
          {left(result) && left(balance) ? null : (
            <div className={styles.pair}>
              {left(result) ? null : <ResultCard clientId={clientId} statement={result} trend={figures.profits} />}
              {left(balance) ? null : <BankCard clientId={clientId} balance={balance} trend={figures.balances} />}
            </div>
          )}
          {left(receivable) && left(payable) ? null : (
            <div className={styles.pair}>
              {left(receivable) ? null : <OpenItemsCard clientId={clientId} side="receivable" aging={receivable} base={base} />}
              {left(payable) ? null : <OpenItemsCard clientId={clientId} side="payable" aging={payable} base={base} />}
            </div>
          )}
        </div>
        <div className={styles.rail}>
          <NextActionsCard clientId={clientId} row={row} />
          <TieOutsCard clientId={clientId} />
        </div>
      </div>
    </>
  );
}
