import { create } from "zustand";
import { CLIENT_SCREENS, type ClientScreen } from "#shared/contract/app/screens.ts";
import { t } from "../../language/t.ts";

// The list is part of the contract, because the core checks links from outside with it.
export { CLIENT_SCREENS, type ClientScreen };

/** The name of each screen. */
export const SCREEN_LABELS: Readonly<Record<ClientScreen, string>> = {
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
  writes: t("Ledger updates"),
  checks: t("Checks"),
  findings: t("Exceptions"),
  close: t("Close"),
  schedules: t("Schedules"),
  flux: t("Flux analysis"),
  questions: t("Questions"),
  activity: t("Activity"),
  connection: t("Connection"),
};

interface Place {
  /** The client that was open last. */
  readonly lastClientId: string | null;
  readonly overlay: "switcher" | "palette" | "keys" | "about" | "posting" | "user" | null;
  /** Whose PIN the overlay `user` asks for. */
  readonly nextUser: string | null;
  readonly clientFilter: string;
}

export const usePlace = create<Place>(() => ({ lastClientId: null, overlay: null, nextUser: null, clientFilter: "" }));

export function setOverlay(overlay: Place["overlay"]): void {
  usePlace.setState({ overlay });
}

/** Asks for the PIN of a person who is to become the current user. */
export function askForPin(nextUser: string): void {
  usePlace.setState({ overlay: "user", nextUser });
}

/** The target of an address: the client and its screen, or the firm. */
export function readAddress(address: string): { readonly clientId: string | null; readonly screen: ClientScreen } {
  const match = /^\/clients\/([^/]+)(?:\/([a-z-]+))?/.exec(address);
  if (match?.[1] === undefined) return { clientId: null, screen: "sync" };
  return { clientId: decodePart(match[1]), screen: CLIENT_SCREENS.find((screen) => screen === match[2]) ?? "sync" };
}

/** A client's screens on which nothing is of a month. */
const TIMELESS: readonly ClientScreen[] = ["documents", "parties", "findings", "writes", "activity", "sync", "connection"];

/** The lists of the checks screen that hold every month. Of its lists, only that of all possible duplicates begins with one month. */
const TIMELESS_CHECKS = /^\/clients\/[^/]+\/checks\/(?:matches|parties|changes|periods|duplicates-)/;

/** Whether a screen shows anything for a month or a day. Of the firm's, only groups do: each row of the dashboard has its own period. */
export function showsPeriod(address: string): boolean {
  const { clientId, screen } = readAddress(address);
  if (clientId === null) return /^\/group(?:\/|$)/.test(address);
  return !TIMELESS.includes(screen) && !TIMELESS_CHECKS.test(address);
}

/** Whether a screen shows what is open on the bar's day. */
export function showsOpenItems(address: string): boolean {
  const { clientId, screen } = readAddress(address);
  return clientId !== null && (screen === "overview" || screen === "aging");
}

/** Decodes a part of an address; a part that can't be decoded is returned unchanged. */
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

/** A client's screen with a record open. */
export function recordAddress(clientId: string, screen: ClientScreen, recordId: string): string {
  return `${clientAddress(clientId, screen)}/${encodeURIComponent(recordId)}`;
}

export function documentAddress(clientId: string, documentId: string): string {
  return recordAddress(clientId, "documents", documentId);
}

/** No section of the checks is called so. */
const OF_BILL = "duplicates-";

/** The possible duplicates of one bill, on the checks screen. */
export function duplicatesAddress(clientId: string, documentId: string): string {
  return recordAddress(clientId, "checks", `${OF_BILL}${documentId}`);
}

/** The bill whose duplicates the last part of the checks screen's address asks for; null where it asks for all. */
export function billOfAddress(part: string | null): string | null {
  return part?.startsWith(OF_BILL) === true ? part.slice(OF_BILL.length) : null;
}

/** An address on the writes screen: a job by its id, or a form (`new-bill`, `change-<document>`). */
export function writesAddress(clientId: string, part: string): string {
  return `${clientAddress(clientId, "writes")}/${encodeURIComponent(part)}`;
}
