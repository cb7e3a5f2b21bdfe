import { streamStatus } from "#main/domain/clients/stream-status.ts";
import type { StreamRow } from "#main/store/database/schema-client.ts";
import type { Samples } from "#main/transport/limiter/samples.ts";
import type { StreamInfo } from "#main/workers/protocol.ts";
import type { ClientSync, Outlook, QueueView, RequestCounts, StreamStatus, SyncChecking, SyncState } from "#shared/contract/sync/sync.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { type CallsLeft, callsAtOnce, callsOf } from "./calls-left.ts";
import type { LedgerLink } from "./ledger-link.ts";
import { outlookOf } from "./outlook.ts";
import { isColleagues, oldestAsOf } from "./run-state.ts";

/** The full state of a run. */
export interface RunParts {
  readonly link: LedgerLink;
  readonly infos: readonly StreamInfo[];
  readonly rows: ReadonlyMap<string, StreamRow>;
  readonly state: SyncState;
  readonly failure: Failure | null;
  /** What the run is waiting for, by stream. */
  readonly queues: ReadonlyMap<string, QueueView>;
  /** What a stopped run had been waiting for. */
  readonly stoppedWaitingFor: QueueView | null;
  readonly goesFirst: boolean;
  /** Streams with a planned pass that isn't finished. */
  readonly ahead: ReadonlySet<string>;
  readonly streamsAtOnce: number;
  /** Our own processing time between an answer and the next request. */
  readonly own: Samples;
  /** The comparison with the ledger's reports, while it lasts. */
  readonly checking: SyncChecking | null;
  readonly startCounts: RequestCounts;
  readonly nowMs: number;
}

/** A run as windows show it. A wait is shown with its current reason, not its first one. */
export function runSnapshot(run: RunParts): ClientSync {
  const counts = run.link.counts();
  const now = run.link.waits();
  const waits = new Map([...run.queues].map(([key, told]) => [key, now.get(key) ?? told]));
  const queue = soonest(waits.values());
  return {
    clientId: run.link.clientId,
    state: queue !== null && (run.state === "syncing" || run.checking !== null) ? "queued" : run.checking === null ? run.state : "syncing",
    asOf: oldestAsOf(run.infos, run.rows),
    queue: queue ?? (run.state === "queued" ? (run.stoppedWaitingFor ?? colleaguesTurn(run.failure)) : null),
    goesFirst: run.goesFirst,
    outlook: outlook(run, queue),
    checking: run.checking,
    budget: run.link.budget(),
    failure: run.failure,
    streams: run.infos.flatMap(({ name }) => streamOf(run.rows.get(name), waits.get(name))),
    requests: {
      sent: counts.sent - run.startCounts.sent,
      retried: counts.retried - run.startCounts.retried,
      throttled: counts.throttled - run.startCounts.throttled,
      bytes: counts.bytes - run.startCounts.bytes,
    },
  };
}

/** What the run still has to request, as far as known. */
export function callsLeft({ infos, rows, ahead, link }: Pick<RunParts, "infos" | "rows" | "ahead" | "link">): CallsLeft {
  const streams = infos.filter(({ name }) => ahead.has(name));
  let calls = 0;
  let unsized = 0;
  for (const { name, cost } of streams) {
    const row = rows.get(name);
    const known = row?.total_known ?? null;
    if (known === null) unsized++;
    calls += callsOf(known === null ? null : Math.max(0, known - (row?.seen ?? 0)), cost, link.facts.pageSize).calls;
  }
  return { calls, unsized };
}

function outlook(run: RunParts, queue: QueueView | null): Outlook | null {
  if (run.state !== "syncing" || run.ahead.size === 0) return null;
  const { goesFirst, nowMs } = run;
  const notBeforeMs = queue === null || queue.resumeAt === null ? null : Date.parse(queue.resumeAt);
  const atOnce = callsAtOnce(
    run.infos.filter(({ name }) => run.ahead.has(name)),
    run.streamsAtOnce,
  );
  return outlookOf({ ...callsLeft(run), callsAtOnce: atOnce, goesFirst, notBeforeMs, nowMs }, run.link.pace(), run.own);
}

function streamOf(row: StreamRow | undefined, queue: QueueView | undefined): StreamStatus[] {
  if (row === undefined) return [];
  const status = streamStatus(row);
  if (queue === undefined || status.state === "failed") return [status];
  return [{ ...status, state: "queued", resumeAt: queue.resumeAt, queue }];
}

function soonest(queues: Iterable<QueueView>): QueueView | null {
  let first: QueueView | null = null;
  for (const queue of queues) if (first === null || (queue.resumeAt ?? "") < (first.resumeAt ?? "")) first = queue;
  return first;
}

function colleaguesTurn(failure: Failure | null): QueueView | null {
  return failure !== null && isColleagues(failure) ? { reason: "colleague", position: 1, waiting: 1, resumeAt: null } : null;
}
