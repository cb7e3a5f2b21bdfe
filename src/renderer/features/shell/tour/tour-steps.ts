import type { ClientRow } from "#shared/contract/clients/clients.ts";
import { keysText } from "../../../format/text/shortcut-label.ts";
import { t } from "../../../language/t.ts";
import { type ClientScreen, clientAddress } from "../../../state/window/screen-address.ts";

/** A stop of the tour: a screen, and the element on it that the stop is about. */
export interface TourStep {
  readonly title: string;
  readonly words: string;
  readonly address: string;
  /** The element that is pointed at, as a selector. */
  readonly target: string;
}

/**
 * The five stops, each at a client that has its thing.
 * @param searchKeys the keys that open the search, as the person has set them
 */
export function tourSteps(rows: readonly ClientRow[], searchKeys: string | undefined): readonly TourStep[] {
  const at = (screen: ClientScreen, wanted: (row: ClientRow) => boolean): string => {
    const read = rows.filter((row) => row.asOf !== null);
    const row = read.find(wanted) ?? read[0] ?? rows[0];
    return row === undefined ? "/" : clientAddress(row.clientId, screen);
  };
  return [
    {
      title: t("All your clients in one list"),
      words: t(
        "Each row shows a client's sync, close, tie-outs and ledger updates. Until you sort by a column, the most urgent clients come first. Select several rows to act on them together.",
      ),
      address: "/",
      target: 'main [role="grid"]',
    },
    {
      title: t("Everything about a client"),
      words: t("One client's books, figures, close and ledger. The overview lists what to do next."),
      address: at("overview", (row) => row.findings > 0),
      target: '[data-tour="client-nav"]',
    },
    {
      title: t("Find any transaction"),
      words: t(
        "Type an amount such as >1000, a month such as 2026-10, or a name. To open a transaction, click its row. From there you can copy it, pay a bill or receive payment on an invoice.",
      ),
      address: at("documents", () => true),
      target: "[data-quick-filter]",
    },
    {
      title: t("Tie-outs to the ledger's own reports"),
      words: t(
        "After a complete sync, Tieout compares its figures with the ledger's reports. Open a row to see what explains a difference.",
      ),
      address: at("tie-outs", (row) => (row.tieOuts?.variance ?? 0) > 0),
      target: 'main [role="grid"]',
    },
    {
      title: t("Close the month"),
      words:
        searchKeys === undefined
          ? t("Some tasks are completed automatically once their evidence is in place. You mark the others complete.")
          : t(
              "Some tasks are completed automatically once their evidence is in place. You mark the others complete. Press {keys} anywhere to search or run a command.",
              { keys: keysText(searchKeys) },
            ),
      address: at("close", () => true),
      target: '[data-tour="checklist"]',
    },
  ];
}
