import type { StreamRow } from "#main/store/database/schema-client.ts";
import type { StreamInfo } from "#main/workers/protocol.ts";
import { type Instant, instantFromMs } from "#shared/kernel/instant.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

type Rows = ReadonlyMap<string, StreamRow>;

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
