import { compareText } from "#shared/kernel/lists.ts";
import { t } from "#shared/language/t.ts";
import type { KnownBooks } from "./entity-tree-check.ts";
import { type SuggestedTree, suggestEntityTree } from "./suggest-entity-tree.ts";

/** A client that keeps another client of the firm among its customers or vendors. */
export interface TradesWith {
  readonly clientId: string;
  readonly otherId: string;
  /** What the books call the other one. */
  readonly party: string;
}

/** A group that something in the ledgers speaks for. */
export interface GroupCandidate extends SuggestedTree {
  /** Why the clients look like a group; never empty. */
  readonly evidence: readonly string[];
}

/**
 * Groups the ledgers show evidence of: a client with several companies in one ledger, and clients that list each other
 * as contacts. Clients without a connection are in no candidate; people decide what is a group (rule 24).
 */
export function groupCandidates(clients: readonly KnownBooks[], trades: readonly TradesWith[]): readonly GroupCandidate[] {
  const connected = clients.filter(({ baseCurrency }) => baseCurrency !== null);
  return componentsOf(connected, trades).flatMap((members) => {
    const ids = new Set(members.map(({ clientId }) => clientId));
    const evidence = [
      ...members.flatMap(companiesReason),
      ...trades.filter(({ clientId, otherId }) => ids.has(clientId) && ids.has(otherId)).map((trade) => tradeReason(trade, members)),
    ];
    if (evidence.length === 0) return [];
    const suggested = suggestEntityTree(members);
    const name = members.map((member) => member.name).join(", ");
    return [{ ...suggested, tree: { ...suggested.tree, name: name.slice(0, 120) }, evidence }];
  });
}

function companiesReason({ name, entities }: KnownBooks): readonly string[] {
  const companies = entities.filter(({ isElimination }) => !isElimination);
  if (companies.length < 2) return [];
  return [`${name} has ${companies.length} companies in its ledger: ${companies.map((company) => company.name).join(", ")}.`];
}

function tradeReason({ clientId, otherId, party }: TradesWith, members: readonly KnownBooks[]): string {
  const nameOf = (id: string) => members.find((member) => member.clientId === id)?.name ?? id;
  return t("{client}'s books list {other} as a customer or vendor, under the name {party}.", {
    client: nameOf(clientId),
    other: nameOf(otherId),
    party,
  });
}

/** Clients that trades connect, each client in one; those with the most clients first. */
function componentsOf(clients: readonly KnownBooks[], trades: readonly TradesWith[]): readonly (readonly KnownBooks[])[] {
  const top = new Map(clients.map(({ clientId }) => [clientId, clientId]));
  const root = (id: string): string => {
    const next = top.get(id);
    return next === undefined || next === id ? id : root(next);
  };
  for (const { clientId, otherId } of trades) if (top.has(clientId) && top.has(otherId)) top.set(root(clientId), root(otherId));
  const groups = Map.groupBy(clients, ({ clientId }) => root(clientId));
  return [...groups.values()].sort((a, b) => b.length - a.length || compareText(a[0]?.name ?? "", b[0]?.name ?? ""));
}
