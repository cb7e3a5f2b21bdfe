import { type ComponentType, createContext, useContext } from "react";
import type { OverPanel, PanelPlaces } from "../../format/addresses/panel-address.ts";
import { recordAddress } from "./screen-address.ts";

/** What stands at the side of a screen, one thing over the other, and the ways between them. */
export interface Panels extends PanelPlaces {
  /** The address of what stands on top now, and of nothing below it. */
  readonly address: string;
  /** The address of the same with one more on top. */
  readonly addressOf: (panel: OverPanel) => string;
  /** The address of a panel of the screen's own, with nothing over it. */
  readonly ownAddress: (own: string) => string;
  readonly open: (panel: OverPanel) => void;
  readonly openOwn: (own: string) => void;
  /** Goes back to what is below; undefined where nothing is. */
  readonly back: (() => void) | undefined;
  readonly close: () => void;
}

/** The panels of the screen that stands around; null on screens without. */
export const PanelsContext = createContext<Panels | null>(null);

/** A document over a panel, or as the panel of its own screen. */
export interface StackedDocument {
  readonly clientId: string;
  readonly documentId: string;
  readonly onBack?: (() => void) | undefined;
  readonly onClose: () => void;
}

/** Panels that belong to one screen each and are stacked on others too. */
interface StackedPanels {
  readonly Document: ComponentType<StackedDocument>;
  readonly Party: ComponentType<{ readonly clientId: string; readonly partyId: string }>;
}

export const StackedPanelsContext = createContext<StackedPanels | null>(null);

const SCREENS_OF = { document: "documents", party: "parties", account: "accounts" } as const;

/** Links to records: over what stands at the side, where the screen has such a place, else on the screen of their own. */
export function usePanelLink(clientId: string): (panel: OverPanel & { readonly kind: keyof typeof SCREENS_OF }) => string {
  const panels = useContext(PanelsContext);
  return (panel) => `#${panels === null ? recordAddress(clientId, SCREENS_OF[panel.kind], panel.id) : panels.addressOf(panel)}`;
}

/** Links to documents, in the same way. */
export function useDocumentLink(clientId: string): (documentId: string) => string {
  const linkTo = usePanelLink(clientId);
  return (id) => linkTo({ kind: "document", id });
}
