import type { Clock } from "#main/ports/index.ts";

/** A signal that comes at a time, or with another signal. */
export function untilTime(clock: Clock, atMs: number, signal: AbortSignal): AbortSignal {
  const late = new AbortController();
  clock.sleep(Math.max(0, atMs - clock.nowMs()), signal).then(
    () => late.abort(),
    () => late.abort(),
  );
  return AbortSignal.any([signal, late.signal]);
}
