import type { Clock } from "#main/ports/index.ts";
import type { JobState } from "#shared/model/ledger/write.ts";
import type { JobRecord } from "./job-record.ts";

/** How a write reads the ledger's locks, and by which clock it waits for that. */
interface Locks {
  readonly clock: Pick<Clock, "sleep">;
  readonly freshLocks: (clientId: string, signal: AbortSignal) => Promise<void>;
}

/** How long the ledger usually takes at most to say which dates are locked. */
const SOON_MS = 3_000;
const NOT_BEGUN: ReadonlySet<JobState> = new Set(["draft", "ready", "blocked"]);

/** Reads the locks before an update is sent. Where that has to wait for a limit, as the update itself may, the update is queued. */
export async function locksBeforeSending(
  { clock, freshLocks }: Locks,
  clientId: string,
  record: JobRecord,
  signal: AbortSignal,
): Promise<void> {
  const read = freshLocks(clientId, signal);
  if (!(await endsSoon(clock, read)) && NOT_BEGUN.has(record.state)) await record.save("queued");
  await read;
}

/** Reads the locks for a review, which doesn't wait for a limit: they are read again before anything is sent. */
export async function locksForReview({ clock, freshLocks }: Locks, clientId: string, signal: AbortSignal): Promise<void> {
  const cut = new AbortController();
  const read = freshLocks(clientId, AbortSignal.any([signal, cut.signal]));
  if (await endsSoon(clock, read)) return;
  cut.abort();
  await read;
}

async function endsSoon(clock: Locks["clock"], work: Promise<unknown>): Promise<boolean> {
  const done = new AbortController();
  const late = clock.sleep(SOON_MS, done.signal).then(
    () => false,
    () => true,
  );
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    done.abort();
  }
}
