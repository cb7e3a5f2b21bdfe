import { type ComponentType, createContext, useContext } from "react";
import type { OverPanel, PanelPlaces } from "../../format/addresses/panel-address.ts";
import { recordAddress } from "./screen-address.ts";

/** The stack of panels at the side of a screen, and how to navigate between them. */
export interface Panels extends PanelPlaces {
  /** The address of the top panel alone. */
  readonly address: string;
  /** The current address with one more panel on top. */
  readonly addressOf: (panel: OverPanel) => string;
  /** The address of one of the screen's own panels, with nothing over it. */
  readonly ownAddress: (own: string) => string;
  readonly open: (panel: OverPanel) => void;
  readonly openOwn: (own: string) => void;
  /** Returns to the panel below; undefined if there is none. */
  readonly back: (() => void) | undefined;
  readonly close: () => void;
}

/** The panels of the surrounding screen; null on screens without. */
export const PanelsContext = createContext<Panels | null>(null);

/** A document on top of a panel, or as its own screen's panel. */
export interface StackedDocument {
  readonly clientId: string;
  readonly documentId: string;
  readonly onBack?: (() => void) | undefined;
  readonly onClose: () => void;
}

/** Panels that belong to one screen each and can be stacked on others. */
interface StackedPanels {
  readonly Document: ComponentType<StackedDocument>;
  readonly Party: ComponentType<{ readonly clientId: string; readonly partyId: string }>;
}

export const StackedPanelsContext = createContext<StackedPanels | null>(null);

const SCREENS_OF = { document: "documents", party: "parties", account: "accounts" } as const;

/** Links to records: on top of the open panels where the screen has any, else on the record's own screen. */
export function usePanelLink(clientId: string): (panel: OverPanel & { readonly kind: keyof typeof SCREENS_OF }) => string {
  const panels = useContext(PanelsContext);
  return (panel) => `#${panels === null ? recordAddress(clientId, SCREENS_OF[panel.kind], panel.id) : panels.addressOf(panel)}`;
}

/** Links to documents, in the same way. */
export function useDocumentLink(clientId: string): (documentId: string) => string {
  const linkTo = usePanelLink(clientId);
  return (id) => linkTo({ kind: "document", id });
}
