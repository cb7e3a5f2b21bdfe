import type { StoredClient, StoredConnection } from "#main/services/firm.ts";
import type { BoardJob } from "#main/writeback/write-board.ts";
import type { QueuedRead, QueuedWrite } from "#shared/contract/queue.ts";
import type { ScheduleRow } from "#shared/contract/schedule.ts";
import type { BudgetView, ClientSync, QueueView } from "#shared/contract/sync.ts";
import { ok } from "#shared/kernel/result.ts";
import { ledgerLabel } from "#shared/model/ledger-label.ts";
import type { ApiContext } from "../context.ts";
import type { Handlers } from "./handlers.ts";

/** The firm's queue: reads and writes of all clients beside each other. */
export function queueHandlers(context: ApiContext) {
  return {
    "queue.reads": async () => {
      const { paused, online, why, rows: planned } = await context.schedule.view();
      const places = new Map(planned.map((row) => [row.clientId, row]));
      const clients = await context.pool.must("firm.clients", {});
      const budgets = new Map((await context.connections.all()).map((stored) => [stored.clientId, context.connections.budget(stored)]));
      const rows = clients.flatMap((client) => {
        const { clientId } = client;
        return queuedRead(client, context.engine.snapshot(clientId), places.get(clientId), budgets.get(clientId) ?? null);
      });
      return ok({ rows: rows.sort(inOrder), paused, online, why });
    },
    "queue.writes": async () => {
      const names = new Map((await context.pool.must("firm.clients", {})).map(({ clientId, name }) => [clientId, name]));
      const read = (await context.connections.all()).filter(({ clientId, discovery }) => discovery !== null && names.has(clientId));
      const { jobs, unreadable } = await context.writeBoard.list(
        read.map(({ clientId, system, tenantId }) => ({ clientId, system, tenantId })),
      );
      const rows = read.flatMap((stored) =>
        queuedWrites(stored, names.get(stored.clientId) ?? "", jobs.get(stored.clientId) ?? [], context.connections.waits(stored)),
      );
      return ok({ rows, unreadable: unreadable.map((clientId) => names.get(clientId) ?? clientId) });
    },
  } satisfies Partial<Handlers>;
}

function queuedRead(
  client: StoredClient,
  live: ClientSync | null,
  planned: ScheduleRow | undefined,
  budget: BudgetView | null,
): QueuedRead[] {
  const { clientId, name, system, paused, rollup } = client;
  if (system === null) return [];
  const streams = live?.streams ?? [];
  const isCounted = streams.length > 0;
  return [
    {
      ...{ clientId, name, paused, ledger: ledgerLabel(system), active: live !== null },
      state: live?.state ?? (paused ? "paused" : (rollup?.state ?? "never_synced")),
      goesFirst: live?.goesFirst ?? false,
      queue: live?.queue ?? null,
      outlook: live?.outlook ?? null,
      streams: streams
        .filter(({ state }) => state === "reading" || state === "queued")
        .map(({ label, state, seen, totalKnown }) => ({ label, state, seen, totalKnown })),
      streamsDone: isCounted ? streams.filter(({ state }) => state === "up_to_date").length : (rollup?.streamsDone ?? 0),
      streamsTotal: isCounted ? streams.length : (rollup?.streamsTotal ?? 0),
      budget,
      asOf: live?.asOf ?? rollup?.asOf ?? null,
      planned: planned === undefined ? null : { state: planned.state, nextAt: planned.nextAt, why: planned.why },
      problem: live === null ? (rollup?.problem ?? null) : (live.failure?.message ?? null),
    },
  ];
}

/** What runs, what waits by when it goes on, then what comes by itself, by when. */
function inOrder(a: QueuedRead, b: QueuedRead): number {
  return (
    Number(b.active) - Number(a.active) ||
    Number(b.goesFirst) - Number(a.goesFirst) ||
    Number(a.queue !== null) - Number(b.queue !== null) ||
    byText(a.queue?.resumeAt ?? "", b.queue?.resumeAt ?? "") ||
    (a.queue?.position ?? 0) - (b.queue?.position ?? 0) ||
    byText(a.planned?.nextAt ?? "9", b.planned?.nextAt ?? "9") ||
    a.name.localeCompare(b.name)
  );
}

function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** A client's jobs go one after another, oldest first; the first of them is the one whose request waits. */
function queuedWrites(
  { clientId }: StoredConnection,
  name: string,
  jobs: readonly BoardJob[],
  waits: ReadonlyMap<string, QueueView>,
): QueuedWrite[] {
  let position = 0;
  return jobs.map(({ job: { requests: _, ...job }, goesOn }) => {
    if (goesOn) position++;
    const queue = goesOn && position === 1 ? (waits.get("write") ?? null) : null;
    // What waits for a limit has not left, whatever is noted against a crash.
    const state = queue !== null && job.state === "sent" ? "queued" : job.state;
    return { clientId, name, job: { ...job, state }, position: goesOn ? position : null, queue };
  });
}
