import type { StoredClient } from "#main/store/clients/firm.ts";
import type { ClientRow } from "#shared/contract/clients/clients.ts";
import type { ClientSync, SyncState } from "#shared/contract/sync/sync.ts";
import { type CalendarDate, monthStart } from "#shared/kernel/calendar-date.ts";
import { ledgerLabel } from "#shared/model/ledger/ledger-label.ts";
import { type ClientWorkload, type RowDay, rankOf, worstOf } from "./worst-first.ts";

const NO_WORKLOAD: ClientWorkload = {
  ...{ writesToReview: 0, writeProblems: { rejected: 0, partial: 0, unknown: 0, different: 0 }, conflicts: 0 },
  ...{ daysLate: 0, closePlace: 0, preparer: null, reviewer: null },
};

/** The period's own checks: those of another day, such as today's after a sync, say nothing about it. */
export function tieOutsOf(rollup: StoredClient["rollup"]): ClientRow["tieOuts"] {
  if (rollup?.close?.tieOuts !== undefined) return rollup.close.tieOuts;
  return rollup?.tieOuts == null ? null : { ...rollup.tieOuts, recheck: false };
}

/** One dashboard row: the stored rollup with what is live laid over it. */
export function dashboardRow(
  client: StoredClient,
  live: ClientSync | null,
  day: RowDay,
  workload: ClientWorkload = NO_WORKLOAD,
): ClientRow {
  const { rollup } = client;
  const { today } = day;
  const state: SyncState = live?.state ?? (client.paused ? "paused" : (rollup?.state ?? "never_synced"));
  const findings = rollup?.findings ?? 0;
  const asOf = live?.asOf ?? rollup?.asOf ?? null;
  const { worst, place } = worstOf({ client, state, asOf, day, ...workload });
  return {
    clientId: client.clientId,
    name: client.name,
    demo: client.demo,
    ledger: client.system === null ? null : ledgerLabel(client.system),
    organisation: client.organisation,
    baseCurrency: client.baseCurrency,
    period: client.system === null ? null : monthStart(today, -1).slice(0, 7),
    state,
    asOf,
    queue: live?.queue ?? null,
    problem: live?.failure?.message ?? (live === null ? (rollup?.problem ?? null) : null),
    problemCode: live?.failure?.code ?? (live === null ? (rollup?.problemCode ?? null) : null),
    streamsDone: live === null ? (rollup?.streamsDone ?? 0) : live.streams.filter((stream) => stream.state === "up_to_date").length,
    streamsTotal: live === null || live.streams.length === 0 ? (rollup?.streamsTotal ?? 0) : live.streams.length,
    documents: rollup?.documents ?? 0,
    parties: rollup?.parties ?? 0,
    openReceivables: rollup?.openReceivables ?? 0,
    openPayables: rollup?.openPayables ?? 0,
    findings,
    removed: rollup?.removed ?? 0,
    lockedThrough: (rollup?.lockedThrough as CalendarDate | null | undefined) ?? null,
    tieOuts: tieOutsOf(rollup),
    writesToReview: workload.writesToReview,
    writeProblems: workload.writeProblems,
    conflicts: workload.conflicts,
    preparer: workload.preparer,
    reviewer: workload.reviewer,
    worst,
    rank: rankOf(worst, place, findings),
  };
}
