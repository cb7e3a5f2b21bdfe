import { type ComponentType, createContext, useContext } from "react";
import type { OverPanel, PanelPlaces } from "../format/panel-places.ts";
import { documentAddress } from "./place.ts";

/** What stands at the side of a screen, one thing over the other, and the ways between them. */
export interface Panels extends PanelPlaces {
  /** The address of what stands here now. */
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

/** The panel of a document, which belongs to one screen and is stacked on others. */
export const DocumentPanelContext = createContext<ComponentType<StackedDocument> | null>(null);

/** Links to documents: over what stands at the side, where the screen has such a place, else on the screen of documents. */
export function useDocumentLink(clientId: string): (documentId: string) => string {
  const panels = useContext(PanelsContext);
  return (id) => `#${panels === null ? documentAddress(clientId, id) : panels.addressOf({ kind: "document", id })}`;
}
