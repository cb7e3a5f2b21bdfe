import { monitorEventLoopDelay } from "node:perf_hooks";

/** The longest time in which this thread answered nobody. */
export interface Stall {
  /** By the wall: what others do on the machine is part of it. */
  readonly wallMs: number;
  /** By the thread's own CPU time between two ticks of a timer. */
  readonly cpuMs: number;
}

const TICK_MS = 1;

/** Starts watching this thread's event loop; the result stops and tells the longest stall. */
export function watchStalls(): () => Stall {
  const histogram = monitorEventLoopDelay({ resolution: TICK_MS });
  let cpuMs = 0;
  let last = process.threadCpuUsage();
  const tick = setInterval(() => {
    const { user, system } = process.threadCpuUsage(last);
    last = process.threadCpuUsage();
    cpuMs = Math.max(cpuMs, (user + system) / 1_000);
  }, TICK_MS);
  histogram.enable();
  return () => {
    clearInterval(tick);
    histogram.disable();
    return { wallMs: histogram.max / 1e6, cpuMs };
  };
}
