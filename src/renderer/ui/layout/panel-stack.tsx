import { type ReactNode, useContext } from "react";
import { useChosenSpan } from "../../state/period/selected-range.ts";
import { useFigureChoice } from "../../state/views/figure-choices.ts";
import { type Panels, StackedPanelsContext } from "../../state/window/panels.ts";
import { AccountFigurePanel, readAccountFigure } from "../figures/account-figure-panel.tsx";
import { type ExplainedFigure, FigurePanel } from "../figures/figure-panel.tsx";
import { LedgerPanel } from "../figures/general-ledger-panel.tsx";

interface PanelStackProps {
  readonly clientId: string;
  readonly panels: Panels;
  /** The screen's own panel. */
  readonly own?: (id: string) => ReactNode;
  /** What a figure of the screen is; null while it is not known, or where there is none of that name. */
  readonly figure?: (id: string) => ExplainedFigure | null;
}

/** The one panel at the side of a screen: whatever was opened last. */
export function PanelStack({ clientId, panels, own, figure }: PanelStackProps) {
  const stacked = useContext(StackedPanelsContext);
  const top = panels.over.at(-1);
  if (top === undefined) return panels.own === null ? null : own?.(panels.own);
  const { kind, id } = top;
  if (kind === "account") return <AccountPanel key={id} clientId={clientId} accountId={id} />;
  if (kind === "figure") {
    const account = readAccountFigure(id);
    if (account !== null) return <AccountFigurePanel key={id} clientId={clientId} asked={account} />;
    return <FigurePanel key={id} clientId={clientId} figure={figure?.(id) ?? null} />;
  }
  if (stacked === null) return null;
  const { Document, Party } = stacked;
  if (kind === "party") return <Party key={id} clientId={clientId} partyId={id} />;
  return <Document key={id} clientId={clientId} documentId={id} onBack={panels.back} onClose={panels.close} />;
}

/** An account's ledger in the days that the client's figures are looked at for. */
function AccountPanel({ clientId, accountId }: { readonly clientId: string; readonly accountId: string }) {
  const span = useChosenSpan(clientId);
  const { basis } = useFigureChoice(clientId);
  if (span === null) return null;
  return <LedgerPanel clientId={clientId} accountId={accountId} span={span} basis={basis} columns={[]} />;
}
