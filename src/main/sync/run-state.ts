import type { MirrorFigures } from "#main/store/accounts/client-figures.ts";
import type { RollupChange } from "#main/store/clients/firm.ts";
import type { StreamRow } from "#main/store/database/schema-client.ts";
import type { StreamInfo } from "#main/workers/protocol.ts";
import type { SyncState } from "#shared/contract/sync/sync.ts";
import { type Instant, instantFromMs } from "#shared/kernel/instant.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { DiscoveryFailure } from "./discover.ts";
import type { PlannedPass } from "./plan.ts";

type Rows = ReadonlyMap<string, StreamRow>;

/** How the reading of one data set ended. */
export type PassResult = "finished" | "failed" | "cancelled" | "needs_sign_in" | "unreachable";

/** What a run that ended is shown as: `up_to_date` only when every data set is complete. */
export function finalState(
  results: readonly PassResult[],
  rows: Rows,
  { cancelled, noKeychain }: { readonly cancelled: boolean; readonly noKeychain: boolean },
): SyncState {
  const states = [...rows.values()].map(({ state }) => state);
  if (results.includes("needs_sign_in")) return "needs_sign_in";
  if (cancelled) return states.includes("queued") ? "queued" : "incomplete";
  if (results.includes("unreachable")) return "offline";
  if (noKeychain) return "failed";
  return states.every((state) => state === "up_to_date") ? "up_to_date" : "incomplete";
}

/** What a run is shown as that couldn't find out what its connection can do. */
export function stateUndiscovered(found: DiscoveryFailure, waited: boolean): SyncState {
  if (found.kind === "cancelled") return waited ? "queued" : "incomplete";
  if (isColleagues(found.failure)) return "queued";
  if (found.kind === "needs_sign_in") return "needs_sign_in";
  return found.kind === "unreachable" ? "offline" : "failed";
}

/**
 * Accounts or items couldn't be read: what is mapped through them waits for the next run, or the mirror would
 * lack them for good. If the ledger refuses them, waiting wouldn't help.
 */
export function lacksLookup(phase: readonly PlannedPass[], infos: readonly StreamInfo[], rows: Rows): boolean {
  return phase.some(({ stream }) => {
    const row = rows.get(stream);
    if (infos.find((info) => info.name === stream)?.isLookup !== true || row?.state !== "failed") return false;
    return row.failure === null || (JSON.parse(row.failure) as Failure).code !== "ledger_rejected";
  });
}

/** The oldest of the streams' as-ofs: what the whole client is true for. Null until all were read once. */
export function oldestAsOf(infos: readonly StreamInfo[], rows: Rows): Instant | null {
  let oldest: number | null = null;
  for (const info of infos) {
    const completed = rows.get(info.name)?.completed_ms ?? null;
    if (completed === null) return null;
    oldest = oldest === null ? completed : Math.min(oldest, completed);
  }
  return oldest === null ? null : instantFromMs(oldest);
}

/** Every stream has been read to its end once; feeds have no first read. */
export function allReadOnce(infos: readonly StreamInfo[], rows: Rows): boolean {
  return infos.every((info) => info.isFeed || rows.get(info.name)?.first_completed_ms !== null);
}

/** The run changed or removed something. */
export function hasChanged(rows: Rows): boolean {
  return [...rows.values()].some(({ changed, removed }) => changed > 0 || removed > 0);
}

/** A stream that was asked for and does not exist is said so, not passed over. */
export function unknownStream(infos: readonly StreamInfo[], only: readonly string[] | null): Failure | null {
  const names = infos.map((info) => info.name);
  const unknown = only?.find((asked) => !names.some((name) => name === asked || name.startsWith(`${asked}.`)));
  if (unknown === undefined) return null;
  return {
    code: "invalid_input",
    message: `${unknown} isn't a data set of this client.`,
    field: "stream",
    next: `This client's data sets are ${names.join(", ")}.`,
  };
}

/** Another of the firm's computers is working with the ledger: its sync brings the same news here, so this is waiting and no error. */
export function isColleagues({ code }: Failure): boolean {
  return code === "lease_lost";
}

/** What a run changes in its client's row. Without figures, those of the last complete run are kept, with their as-of. */
export function rollupChange(run: {
  readonly state: SyncState;
  readonly failure: Failure | null;
  readonly figures: MirrorFigures | null;
  readonly infos: readonly StreamInfo[];
  readonly rows: Rows;
}): RollupChange {
  const { state, failure, figures, infos, rows } = run;
  const told = { state, problem: failure?.message ?? null, problemCode: failure?.code ?? null };
  if (figures === null) return told;
  const streamsDone = [...rows.values()].filter((row) => row.state === "up_to_date").length;
  return { ...told, ...figures, asOf: oldestAsOf(infos, rows), streamsDone, streamsTotal: infos.length };
}
