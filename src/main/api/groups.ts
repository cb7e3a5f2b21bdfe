import type { StoredClient } from "#main/services/firm.ts";
import type { GroupOps } from "#main/workers/group-ops.ts";
import { compareDecimals, decimal } from "#shared/kernel/decimal.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { EntityTreeDraft, EntityTreeVersion, ExchangeRate } from "#shared/model/entity-tree.ts";
import type { Failure } from "#shared/model/failure.ts";
import { clientSource } from "./client-source.ts";
import type { ApiContext } from "./context.ts";

/** Checks a tree against itself and the firm's clients, and saves it beside its former states. */
export async function saveGroup(
  context: ApiContext,
  draft: EntityTreeDraft,
  basedOn: number | undefined,
): Promise<Result<{ readonly treeId: string; readonly version: number }, Failure>> {
  const tree = { ...draft, treeId: draft.treeId ?? context.uuid() };
  const saved = await context.pool.must("firm.saveTree", { tree, basedOn, ...act(context) });
  return saved.ok ? ok({ treeId: tree.treeId, version: saved.value.version }) : saved;
}

/** Takes the newest saved state of a tree back. */
export async function undoGroup(
  context: ApiContext,
  treeId: string,
): Promise<Result<{ readonly standing: EntityTreeVersion | null }, Failure>> {
  const { undone, standing } = await context.pool.must("firm.undoTree", { treeId, ...act(context) });
  return undone ? ok({ standing }) : fail(noTree(treeId));
}

/** A tree as it stands, by its id, or by its name where only one has it. */
export async function findGroup(context: ApiContext, treeId: string): Promise<Result<EntityTreeVersion, Failure>> {
  const trees = await context.pool.must("firm.trees", {});
  const named = trees.filter(({ tree }) => tree.name === treeId);
  const found = trees.find((tree) => tree.treeId === treeId) ?? (named.length === 1 ? named[0] : undefined);
  return found === undefined ? fail(noTree(treeId)) : ok(found);
}

/** A proposal from the clients and the subsidiaries of their ledgers; it counts once a person has saved it. */
export async function suggestGroup(context: ApiContext): Promise<{ tree: EntityTreeDraft; notes: string[] }> {
  const { tree, notes } = await context.pool.must("firm.suggestTree", {});
  return { tree, notes: [...notes] };
}

/** Groups that the ledgers speak for: companies of one ledger, and clients that keep each other among their parties. */
export async function groupCandidates(context: ApiContext) {
  const clients = await context.pool.must("firm.clients", {});
  const found = await Promise.all(clients.map((client) => tradesOf(context, client, clients)));
  const candidates = await context.pool.must("firm.groupCandidates", { trades: found.flat() });
  return candidates.map(({ tree, notes, evidence }) => ({ tree, notes: [...notes], evidence: [...evidence] }));
}

type Trades = GroupOps["firm.groupCandidates"][0]["trades"];

/** Which other clients one keeps among its parties; one whose books can not be read says nothing. */
async function tradesOf(context: ApiContext, client: StoredClient, clients: readonly StoredClient[]): Promise<Trades> {
  const source = await clientSource(context, client.clientId);
  if (source === null) return [];
  const others = clients.filter(({ clientId }) => clientId !== client.clientId);
  const named = await context.pool.perform("parties.namesakes", { ...source, names: others.map(({ name }) => name) });
  if (!named.ok) return [];
  return named.value.flatMap(({ name, party }) =>
    others.filter((other) => other.name === name).map(({ clientId: otherId }) => ({ clientId: client.clientId, otherId, party })),
  );
}

/** Enters an exchange rate, noted with who and when. */
export async function enterRate(context: ApiContext, rate: ExchangeRate): Promise<Result<{ readonly rateNo: number }, Failure>> {
  if (compareDecimals(rate.rate, decimal("0")) <= 0) return fail({ code: "invalid_input", message: "rate: more than 0.", field: "rate" });
  if (rate.from === rate.to) return fail({ code: "invalid_input", message: "to: another currency than from.", field: "to" });
  return ok(await context.pool.must("firm.saveRate", { rate, ...act(context) }));
}

function act({ person, clock }: ApiContext) {
  return { person, nowMs: clock.nowMs() };
}

function noTree(treeId: string): Failure {
  return { code: "not_found", message: `There is no entity tree ${treeId}.`, field: "tree", next: "List the trees to see their ids." };
}
