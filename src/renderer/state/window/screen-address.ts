import { create } from "zustand";
import { CLIENT_SCREENS, type ClientScreen } from "#shared/contract/app/screens.ts";
import { t } from "../../language/t.ts";

// The list stands in the contract: links from outside are judged by it on the other side of the bridge.
export { CLIENT_SCREENS, type ClientScreen };

/** What each screen is called. */
export const SCREEN_WORDS: Readonly<Record<ClientScreen, string>> = {
  overview: t("Overview"),
  sync: t("Sync"),
  documents: t("Transactions"),
  parties: t("Contacts"),
  accounts: t("Accounts"),
  statements: t("Statements"),
  aging: t("Aging"),
  spend: t("Spend"),
  bank: t("Bank"),
  "tie-outs": t("Tie-outs"),
  writes: t("Writes"),
  checks: t("Checks"),
  findings: t("Exceptions"),
  close: t("Close"),
  flux: t("Flux analysis"),
  activity: t("Activity"),
  connection: t("Connection"),
};

interface Place {
  /** The client that was looked at last. */
  readonly lastClientId: string | null;
  readonly overlay: "switcher" | "palette" | "keys" | "about" | "posting" | null;
  readonly clientFilter: string;
}

export const usePlace = create<Place>(() => ({ lastClientId: null, overlay: null, clientFilter: "" }));

export function setOverlay(overlay: Place["overlay"]): void {
  usePlace.setState({ overlay });
}

/** Where an address leads: the client and its screen, or the firm. */
export function readAddress(address: string): { readonly clientId: string | null; readonly screen: ClientScreen } {
  const match = /^\/clients\/([^/]+)(?:\/([a-z-]+))?/.exec(address);
  if (match?.[1] === undefined) return { clientId: null, screen: "sync" };
  return { clientId: decodePart(match[1]), screen: CLIENT_SCREENS.find((screen) => screen === match[2]) ?? "sync" };
}

/** A part of an address as it was before it was put there; what can not be decoded stays as it is. */
export function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch (error) {
    if (error instanceof URIError) return part;
    throw error;
  }
}

export function clientAddress(clientId: string, screen: ClientScreen): string {
  return `/clients/${encodeURIComponent(clientId)}/${screen}`;
}

/** A screen of a client with what is open in it. */
export function recordAddress(clientId: string, screen: ClientScreen, recordId: string): string {
  return `${clientAddress(clientId, screen)}/${encodeURIComponent(recordId)}`;
}

export function documentAddress(clientId: string, documentId: string): string {
  return recordAddress(clientId, "documents", documentId);
}

/** A place on the screen of writes: a job by its id, or a form (`new-bill`, `change-<document>`). */
export function writesAddress(clientId: string, part: string): string {
  return `${clientAddress(clientId, "writes")}/${encodeURIComponent(part)}`;
}
