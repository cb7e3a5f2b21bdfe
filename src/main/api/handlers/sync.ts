import type { SyncRequest } from "#main/sync/engine.ts";
import { streamStatus } from "#main/sync/stream-status.ts";
import type { OpResult } from "#main/workers/protocol.ts";
import type { ClientSync, SyncState } from "#shared/contract/sync.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/failure.ts";
import { clientSource, mirroredClient } from "../client-source.ts";
import { type ApiContext, findClient } from "../context.ts";
import type { Handlers } from "./handlers.ts";

/** Starting, stopping and watching the reads. */
export function syncHandlers(context: ApiContext) {
  return {
    "sync.status": ({ clientId }) => syncStatus(context, clientId),
    "sync.plan": async ({ clientId }, { signal }) => {
      const client = await findClient(context, clientId);
      return client.ok ? context.engine.plan(clientId, signal ?? new AbortController().signal) : client;
    },
    "sync.run": async ({ clientId, full, streams, urgent }, { signal }) => {
      const client = await findClient(context, clientId);
      if (!client.ok) return client;
      const sync = await context.engine.sync(clientId, { full, urgent, ...(streams === undefined ? {} : { only: streams }) }, signal);
      return sync === null ? fail(notConnected(client.value.name)) : ok(sync);
    },
    "sync.reconcile": async ({ clientId, from, to }, { signal }) => {
      const source = await mirroredClient(context, clientId);
      if (!source.ok) return source;
      const sinceMs = context.clock.nowMs();
      const sync = await context.engine.sync(clientId, { reconcileOnly: true, urgent: true }, signal);
      if (sync === null) return fail(notConnected("The client"));
      const range = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
      const missing = await context.pool.perform("removed.since", { ...source.value, sinceMs, ...range });
      return missing.ok ? ok({ sync, missing: missing.value }) : missing;
    },
    "sync.start": async ({ clientIds, full }) => {
      const clients = await context.pool.must("firm.clients", {});
      const unknown = clientIds?.find((id) => !clients.some((client) => client.clientId === id));
      if (unknown !== undefined) return findClientFailure(unknown);
      const wanted = clients.filter(
        (client) => client.system !== null && (clientIds === undefined ? !client.paused : clientIds.includes(client.clientId)),
      );
      for (const client of wanted) inBackground(context, client.clientId, { full: full ?? false, urgent: clientIds?.length === 1 });
      return ok({ done: true as const });
    },
    "sync.pause": async ({ clientId }) => {
      const client = await findClient(context, clientId);
      if (!client.ok) return client;
      await context.pool.must("firm.setPaused", { clientId, paused: true });
      await context.engine.stop(clientId);
      context.publish("clients.changed", { clientIds: [clientId] });
      return ok({ done: true as const });
    },
    "sync.resume": async ({ clientId }) => {
      const client = await findClient(context, clientId);
      if (!client.ok) return client;
      await context.pool.must("firm.setPaused", { clientId, paused: false });
      context.publish("clients.changed", { clientIds: [clientId] });
      inBackground(context, clientId, { urgent: true });
      return ok({ done: true as const });
    },
    "sync.goFirst": async ({ clientId }) => {
      const client = await findClient(context, clientId);
      if (!client.ok) return client;
      if (context.engine.goFirst(clientId)) return ok({ done: true as const });
      if (client.value.paused) return fail(isPaused(client.value.name));
      inBackground(context, clientId, { urgent: true, goesFirst: true });
      return ok({ done: true as const });
    },
    "sync.held": async ({ clientId }) => {
      const source = await clientSource(context, clientId);
      return source === null ? ok([]) : context.pool.perform("streams.held", source);
    },
  } satisfies Partial<Handlers>;
}

function notConnected(name: string): Failure {
  return { code: "not_found", message: `${name} has no connection yet.`, field: "client", next: "Add a connection first." };
}

function isPaused(name: string): Failure {
  return { code: "conflict", message: `${name} is paused, so nothing of it is read.`, field: "client", next: "Resume it first." };
}

/** How a client's sync stands, running or not; sends nothing. */
async function syncStatus(context: ApiContext, clientId: string): Promise<Result<ClientSync, Failure>> {
  const client = await findClient(context, clientId);
  if (!client.ok) return client;
  const live = context.engine.snapshot(clientId);
  if (live !== null && live.streams.length > 0) return ok(live);
  const stored = await context.connections.find(clientId);
  const { rollup, paused } = client.value;
  const streams =
    stored === null || stored.discovery === null
      ? []
      : await context.pool.must("streams.list", { clientId, system: stored.system, tenantId: stored.tenantId });
  return ok({
    clientId,
    state: live?.state ?? (paused ? "paused" : standing(rollup?.state ?? "never_synced", streams)),
    asOf: rollup?.asOf ?? null,
    queue: live?.queue ?? null,
    goesFirst: live?.goesFirst ?? false,
    outlook: live?.outlook ?? null,
    budget: stored === null ? null : context.connections.budget(stored),
    failure: live?.failure ?? null,
    // Nothing reads here now: a stream that says so was cut off with its process.
    streams: streams.map((row) => streamStatus(live === null && row.state === "reading" ? { ...row, state: "incomplete" } : row)),
    requests: { sent: 0, retried: 0, throttled: 0, bytes: 0 },
  });
}

/** A stored "up to date" holds only while every stream says so too. */
function standing(stored: SyncState, streams: OpResult<"streams.list">): SyncState {
  return stored === "up_to_date" && streams.some((stream) => stream.state !== "up_to_date") ? "incomplete" : stored;
}

function inBackground(context: ApiContext, clientId: string, request: Pick<SyncRequest, "full" | "urgent" | "goesFirst">): void {
  context.engine.sync(clientId, request).then(
    () => context.publish("clients.changed", { clientIds: [clientId] }),
    (error: unknown) => noteDefect(context, clientId, error),
  );
}

/** A sync that broke is logged with its trace, and its client does not go on looking fine. */
async function noteDefect(context: ApiContext, clientId: string, error: unknown): Promise<void> {
  context.log.error("sync.defect", error, { clientId });
  const problem = `Something broke inside Tieout while it read this client: ${error instanceof Error ? error.message : String(error)}`;
  await context.pool.must("firm.saveRollup", { clientId, change: { state: "failed", problem }, nowMs: context.clock.nowMs() });
  context.publish("clients.changed", { clientIds: [clientId] });
}

function findClientFailure(clientId: string): { readonly ok: false; readonly failure: Failure } {
  return { ok: false, failure: { code: "not_found", message: `There is no client ${clientId}.`, field: "client" } };
}
