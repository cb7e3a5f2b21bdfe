import type { ApiContext } from "#main/api/context.ts";
import type { TradesWith } from "#main/domain/consolidation/group-candidates.ts";
import { partyNamesakes } from "#main/features/contacts/party-operations.ts";
import type { StoredClient } from "#main/store/clients/firm.ts";
import { listTrees } from "#main/store/consolidation/groups.ts";
import type { Sqlite } from "#main/store/database/open.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { EntityTreeVersion } from "#shared/model/consolidation/entity-tree.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

/** The current version of a tree, by its ID or by a name that no other tree has. */
export function findTree(firm: Sqlite, treeId: string): Result<EntityTreeVersion, Failure> {
  const trees = listTrees(firm);
  const named = trees.filter(({ tree }) => tree.name === treeId);
  const found = trees.find((tree) => tree.treeId === treeId) ?? (named.length === 1 ? named[0] : undefined);
  if (found !== undefined) return ok(found);
  const failure = noTree(treeId);
  return fail(named.length === 0 ? failure : { ...failure, message: `Several groups have the name ${treeId}. Use the group's ID.` });
}

export function noTree(treeId: string): Failure {
  return {
    code: "not_found",
    message: `No group has the ID or name ${treeId}.`,
    field: "tree",
    next: "To see the groups, open Groups. For their IDs, run: tieout entity tree",
  };
}

/** Which clients keep each other among their parties: what speaks for a group besides the companies of one ledger. */
export async function tradesBetween(context: ApiContext): Promise<TradesWith[]> {
  const clients = await context.pool.must("firm.clients", {});
  return (await Promise.all(clients.map((client) => tradesOf(context, client, clients)))).flat();
}

/** Which other clients one keeps among its parties; one whose books can't be read says nothing. */
async function tradesOf({ perform }: ApiContext, { clientId }: StoredClient, clients: readonly StoredClient[]): Promise<TradesWith[]> {
  const others = clients.filter((other) => other.clientId !== clientId);
  if (others.length === 0) return [];
  const named = await perform(partyNamesakes, { clientId, names: others.map(({ name }) => name) });
  if (!named.ok) return [];
  return named.value.flatMap(({ name, party }) =>
    others.filter((other) => other.name === name).map(({ clientId: otherId }) => ({ clientId, otherId, party })),
  );
}
