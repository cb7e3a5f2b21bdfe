import { performance } from "node:perf_hooks";

let isCpuTime = false;

/**
 * From now on long single-threaded runs are told in this thread's CPU time: what others do on the
 * machine drops out. The system counts it in steps of milliseconds, so short questions stay with the wall.
 */
export function countCpuTime(): void {
  isCpuTime = true;
}

/** Milliseconds since some moment, by the wall or by this thread's CPU. */
export function stopwatchMs(): number {
  if (!isCpuTime) return performance.now();
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** The same with the CPU time of every thread of the process: for a peer that brings its own. */
export function processStopwatchMs(): number {
  if (!isCpuTime) return performance.now();
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
