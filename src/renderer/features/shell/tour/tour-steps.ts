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
        "One row per client. Queued means waiting for a ledger's rate limit, with the time it resumes. Select several rows to act on them together.",
      ),
      address: "/",
    },
    {
      title: t("Client overview"),
      words: t("What needs attention, how the close is going, what's open, and whether the figures tie to the ledger's."),
      address: at("overview", busy),
    },
    {
      title: t("Transactions as recorded in the ledger"),
      words: t("Type >1000, 2026-10 or party:… to filter. Press Enter on a transaction to see its fields, history and original payload."),
      address: at("documents", any),
    },
    {
      title: t("Statements you can trace"),
      words: t(
        "Every figure shows its source, its date and its gaps. Open an account to see its ledger, then a posting to see its transaction. Use [ and ] to change the period.",
      ),
      address: at("statements", any),
    },
    {
      title: t("Tied out to the ledger's own reports"),
      words: t("After every sync, Tieout compares its figures with the ledger's. Figures that can't be checked never count as tied out."),
      address: at("tie-outs", (row) => (row.tieOuts?.variance ?? 0) > 0),
    },
    {
      title: t("Checks for the reviewer"),
      words: t(
        "Possible duplicate bills and contacts, purchase orders with their bills, and locks. Nothing is changed automatically, and you can undo every decision.",
      ),
      address: at("checks", busy),
    },
    {
      title: t("Flux analysis, explained and signed off"),
      words: t(
        "What changed beyond its threshold, what drives it, and who explains it. If a figure changes later, the sign-off goes stale and shows which transaction caused it.",
      ),
      address: at("flux", any),
    },
    {
      title: t("The close and its pack"),
      words: t("Tasks complete themselves when their evidence is in place. Anyone can verify the close pack with sha256sum."),
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
