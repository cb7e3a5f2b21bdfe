import { performance } from "node:perf_hooks";
import type { Clock } from "#main/ports/index.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";

const TIMEOUT_MS_MAX = 2_147_483_647;

/** The machine's own time. */
export const systemClock: Clock = {
  nowMs: () => Date.now(),
  now: () => instantFromMs(Date.now()),
  monotonicMs: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason as Error);
        return;
      }
      const stop = () => {
        clearTimeout(timer);
        reject(signal?.reason as Error);
      };
      const timer = setTimeout(
        () => {
          signal?.removeEventListener("abort", stop);
          resolve();
        },
        Math.min(Math.max(0, ms), TIMEOUT_MS_MAX),
      );
      signal?.addEventListener("abort", stop, { once: true });
    }),
};
