import type { StreamRow } from "#main/store/database/schema-client.ts";
import type { StreamInfo } from "#main/workers/protocol.ts";
import type { SyncState } from "#shared/contract/sync/sync.ts";
import { type Instant, instantFromMs } from "#shared/kernel/instant.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
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
    next: `Its data sets are ${names.join(", ")}.`,
  };
}
