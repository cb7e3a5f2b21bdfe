import type { ClientRow } from "#shared/contract/clients.ts";
import { t } from "../../language/t.ts";
import { type ClientScreen, clientAddress } from "../../state/place.ts";

/** A stop on the way through the demo firm. */
export interface TourStep {
  readonly title: string;
  readonly words: string;
  readonly address: string;
}

/** The stops for the clients that are there: each shows its thing at a client that has it. */
export function tourSteps(rows: readonly ClientRow[]): readonly TourStep[] {
  const at = (screen: ClientScreen, wanted: (row: ClientRow) => boolean): string => {
    const row = rows.find((one) => one.demo && one.asOf !== null && wanted(one)) ?? rows.find((one) => one.demo) ?? rows[0];
    return row === undefined ? "/" : clientAddress(row.clientId, screen);
  };
  const any = () => true;
  const busy = (row: ClientRow) => row.findings > 0 && row.tieOuts !== null;
  return [
    {
      title: t("Every client, worst first"),
      words: t(
        "A row per client. Waiting for a ledger's limit is Queued, with the time it goes on: never an error. Select several rows to act on them.",
      ),
      address: "/",
    },
    {
      title: t("A client at a glance"),
      words: t("What waits for a person, how the close stands, what is open, and whether our figures tie to the ledger's own."),
      address: at("overview", busy),
    },
    {
      title: t("Documents, as the ledger has them"),
      words: t(
        "Type >1000, 2026-10 or party:… into the filter. Enter opens a document: its fields, where each came from, its history and the untouched payload.",
      ),
      address: at("documents", any),
    },
    {
      title: t("Statements with their source"),
      words: t(
        "Every figure says how it was had, as of when, and what it lacks. An account opens its ledger, a posting its document. [ and ] change the period.",
      ),
      address: at("statements", any),
    },
    {
      title: t("Tied to the ledger's own reports"),
      words: t("After every reading our figures are held against those of the ledger. What could not be checked never looks like a tie."),
      address: at("tie-outs", (row) => (row.tieOuts?.variance ?? 0) > 0),
    },
    {
      title: t("What a reviewer looks through"),
      words: t(
        "Bills that may have been entered twice, orders and their bills, parties that may be one, locks. Nothing is removed by itself, and every act can be undone.",
      ),
      address: at("checks", busy),
    },
    {
      title: t("Variances, explained and signed"),
      words: t(
        "What changed beyond its threshold, what it is made of, and who says why. When a figure moves, the stamp goes stale and names the document.",
      ),
      address: at("flux", any),
    },
    {
      title: t("The close and its pack"),
      words: t("Tasks close themselves when their evidence is there. The pack can be checked by anybody with sha256sum and nothing else."),
      address: at("close", any),
    },
    {
      title: t("Find or do anything"),
      words:
        "Ctrl+K finds clients, documents, parties, accounts and amounts across the firm, and does whatever has a name. ? shows every key.",
      address: "/",
    },
  ];
}
