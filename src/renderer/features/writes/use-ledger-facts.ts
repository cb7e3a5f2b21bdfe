import type { Dimension } from "#shared/model/books/dimension.ts";
import type { Organisation } from "#shared/model/ledger/capabilities.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";

/** What the forms must know of the client's ledger. */
export interface LedgerFacts {
  readonly organisation: Organisation | null;
  readonly lineTarget: "account" | "item" | "both";
  /** The ledger's own dimensions; those kept here are never sent. */
  readonly dimensions: readonly Dimension[];
  readonly hasApprovalWorkflow: boolean;
  readonly ledger: string;
}

/** The facts from the last discovery; null without one, undefined while they are on their way. */
export function useLedgerFacts(clientId: string) {
  const connection = useCoreQuery("connections.show", { clientId });
  const view = connection.data;
  const facts: LedgerFacts | null | undefined =
    view === undefined || view === null || view.capabilities === null
      ? view === undefined
        ? undefined
        : null
      : {
          organisation: view.organisation,
          lineTarget: view.capabilities.lineTarget,
          dimensions: view.capabilities.dimensions.filter(({ ownedBy, active }) => ownedBy === "source" && active),
          hasApprovalWorkflow: view.capabilities.hasApprovalWorkflow,
          ledger: view.ledger,
        };
  return { facts, isConnected: view !== undefined && view !== null, error: connection.error };
}
