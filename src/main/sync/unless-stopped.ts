/** What a promise brings, or null when the signal comes first. What the promise stands for goes on either way. */
export function unlessStopped<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T | null> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    const stop = () => resolve(null);
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}
