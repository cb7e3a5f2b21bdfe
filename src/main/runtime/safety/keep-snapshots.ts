import type { ApiContext } from "#main/api/context.ts";
import { OperationFailed } from "#main/workers/pool.ts";

/** Late enough after the start to be in nobody's way. */
const FIRST_MS = 180_000;
const LOOK_EVERY_MS = 1_800_000;

/** Takes the day's snapshots while the application is open, until the signal. What fails is tried again with the next look. */
export async function keepSnapshots(
  { clock, log, safety }: Pick<ApiContext, "clock" | "log" | "safety">,
  signal: AbortSignal,
): Promise<void> {
  for (let wait = FIRST_MS; ; wait = LOOK_EVERY_MS) {
    try {
      await clock.sleep(wait, signal);
    } catch (error) {
      if (signal.aborted) return;
      throw error;
    }
    await safety.snapshotDue().catch((error: unknown) => {
      if (error instanceof OperationFailed) log.warn("safety.snapshots_not_taken", { code: error.failure.code });
      else log.error("safety.defect", error);
    });
  }
}
