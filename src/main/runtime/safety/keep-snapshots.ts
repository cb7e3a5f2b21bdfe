import type { ApiContext } from "#main/api/context.ts";

/** Late enough after the start to be in nobody's way. */
const FIRST_MS = 180_000;
const LOOK_EVERY_MS = 1_800_000;

/** Takes the day's snapshots while the application is open, until the signal. */
export async function keepSnapshots({ clock, safety }: Pick<ApiContext, "clock" | "safety">, signal: AbortSignal): Promise<void> {
  for (let wait = FIRST_MS; ; wait = LOOK_EVERY_MS) {
    try {
      await clock.sleep(wait, signal);
    } catch (error) {
      if (signal.aborted) return;
      throw error;
    }
    await safety.snapshotDue();
  }
}
