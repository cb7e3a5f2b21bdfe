import { type ReactNode, useContext } from "react";
import { DocumentPanelContext, type Panels } from "../state/panels.ts";
import { type ExplainedFigure, FigurePanel } from "./figure-panel.tsx";

interface PanelSideProps {
  readonly clientId: string;
  readonly panels: Panels;
  /** The screen's own panel. */
  readonly own?: (id: string) => ReactNode;
  /** What a figure of the screen is; null while it is not known, or where there is none of that name. */
  readonly figure: (id: string) => ExplainedFigure | null;
}

/** The one panel at the side of a screen: whatever was opened last. */
export function PanelSide({ clientId, panels, own, figure }: PanelSideProps) {
  const DocumentPanel = useContext(DocumentPanelContext);
  const top = panels.over.at(-1);
  if (top === undefined) return panels.own === null ? null : own?.(panels.own);
  if (top.kind === "figure") return <FigurePanel key={top.id} clientId={clientId} figure={figure(top.id)} />;
  if (DocumentPanel === null) return null;
  return <DocumentPanel key={top.id} clientId={clientId} documentId={top.id} onBack={panels.back} onClose={panels.close} />;
}
