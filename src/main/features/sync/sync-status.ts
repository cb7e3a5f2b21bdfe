import type { ApiContext } from "#main/api/context.ts";
import { streamStatus } from "#main/domain/clients/stream-status.ts";
import { findClient } from "#main/operations/client-source.ts";
import type { ClientSync, SyncState } from "#shared/contract/sync/sync.ts";
import { ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

/** A client's sync status, running or not. Sends nothing. */
export async function syncStatus(context: ApiContext, clientId: string): Promise<Result<ClientSync, Failure>> {
  const client = await findClient(context, clientId);
  if (!client.ok) return client;
  const live = context.engine.snapshot(clientId);
  if (live !== null && live.streams.length > 0) return ok(live);
  const { rollup, paused } = client.value;
  const stored = await context.connections.find(clientId);
  const source = stored === null || stored.discovery === null ? null : { clientId, system: stored.system, tenantId: stored.tenantId };
  const streams = source === null ? [] : await context.pool.must("streams.list", source);
  return ok({
    clientId,
    state: live?.state ?? (paused ? "paused" : standing(rollup?.state ?? "never_synced", streams)),
    asOf: rollup?.asOf ?? null,
    queue: live?.queue ?? null,
    goesFirst: live?.goesFirst ?? false,
    outlook: live?.outlook ?? null,
    checking: live?.checking ?? null,
    budget: stored === null ? null : context.connections.budget(stored),
    failure: live?.failure ?? null,
    // Nothing reads here now: a stream that says so was cut off with its process.
    streams: streams.map((row) => streamStatus(live === null && row.state === "reading" ? { ...row, state: "incomplete" } : row)),
    requests: { sent: 0, retried: 0, throttled: 0, bytes: 0 },
  });
}

/** A stored "up to date" holds only while every stream says so too. */
function standing(stored: SyncState, streams: readonly { readonly state: string }[]): SyncState {
  return stored === "up_to_date" && streams.some(({ state }) => state !== "up_to_date") ? "incomplete" : stored;
}
