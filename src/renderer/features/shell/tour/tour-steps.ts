import type { ClientRow } from "#shared/contract/clients/clients.ts";
import { t } from "../../../language/t.ts";
import { type ClientScreen, clientAddress } from "../../../state/window/screen-address.ts";

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
      title: t("All clients, most urgent first"),
      words: t(
        "One row per client. Waiting for a ledger's rate limit shows as Queued, with the time it resumes. Select several rows to act on them together.",
      ),
      address: "/",
    },
    {
      title: t("Client summary"),
      words: t("What needs attention, how the close is going, what is open, and whether our figures tie to the ledger's."),
      address: at("overview", busy),
    },
    {
      title: t("Transactions as the ledger has them"),
      words: t(
        "Type >1000, 2026-10 or party:… into the filter. Press Enter on a transaction to see its fields, where each came from, its history and the original payload.",
      ),
      address: at("documents", any),
    },
    {
      title: t("Statements with their source"),
      words: t(
        "Every figure shows its source, its date and what it lacks. Open an account to see its ledger, a posting to see its transaction. Use [ and ] to change the period.",
      ),
      address: at("statements", any),
    },
    {
      title: t("Tied to the ledger's own reports"),
      words: t("After every sync, our figures are compared with the ledger's. What couldn't be checked never shows as tied out."),
      address: at("tie-outs", (row) => (row.tieOuts?.variance ?? 0) > 0),
    },
    {
      title: t("What a reviewer looks through"),
      words: t(
        "Possible duplicate bills, orders and their bills, possible duplicate contacts, and locks. Nothing is removed automatically, and everything can be undone.",
      ),
      address: at("checks", busy),
    },
    {
      title: t("Variances, explained and signed off"),
      words: t(
        "What changed beyond its threshold, what drives it, and who explains it. If a figure changes, the sign-off goes stale and names the transaction.",
      ),
      address: at("flux", any),
    },
    {
      title: t("The close and its pack"),
      words: t("Tasks complete themselves when their evidence is there. Anyone can verify the pack with sha256sum alone."),
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
