import type { StoredClient, StoredConnection } from "#main/store/clients/firm.ts";
import type { QueuedRead, QueuedWrite } from "#shared/contract/sync/queue.ts";
import type { ScheduleRow } from "#shared/contract/sync/schedule.ts";
import { streamsLeft } from "#shared/contract/sync/streams-left.ts";
import type { BudgetView, ClientSync, QueueView } from "#shared/contract/sync/sync.ts";
import { ledgerLabel } from "#shared/model/ledger/ledger-label.ts";
import type { WriteJob } from "#shared/model/ledger/write.ts";

/** A job of the write queue, and whether it goes on without a person. */
interface BoardJob {
  readonly job: WriteJob;
  readonly goesOn: boolean;
}

/** One client's reading; a client without a connection has none. */
export function queuedReadOf(
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
      streams: (live === null ? [] : streamsLeft(live)).map(({ label, state, seen, totalKnown }) => ({ label, state, seen, totalKnown })),
      streamsDone: isCounted ? streams.filter(({ state }) => state === "up_to_date").length : (rollup?.streamsDone ?? 0),
      streamsTotal: isCounted ? streams.length : (rollup?.streamsTotal ?? 0),
      budget,
      asOf: live?.asOf ?? rollup?.asOf ?? null,
      planned: planned === undefined ? null : { state: planned.state, nextAt: planned.nextAt, why: planned.why },
      problem: live === null ? (rollup?.problem ?? null) : (live.failure?.message ?? null),
    },
  ];
}

/** Running syncs first, then waiting ones by when they resume, then scheduled ones by time. */
export function inQueueOrder(a: QueuedRead, b: QueuedRead): number {
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
export function queuedWritesOf(
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
