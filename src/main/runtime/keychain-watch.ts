import { type Clock, type SecretStore, SecretsUnavailable } from "#main/ports/index.ts";

/** The first look after it went, and the longest time between two: a look may make the system ask for a password. */
const FIRST_MS = 15_000;
const LONGEST_MS = 600_000;

/** A secret store that reports when it fails and when it works again. */
export interface KeychainWatch {
  readonly secrets: SecretStore;
  /** Looks after an unusable keychain until the signal; calls `onBack` each time that it can be used again. */
  run(onBack: () => Promise<void>, signal: AbortSignal): Promise<void>;
}

/** Wraps the host's secret store. What is asked of it passes unchanged. */
export function watchKeychain(inner: SecretStore, clock: Pick<Clock, "sleep">): KeychainWatch {
  let isAway = false;
  let wake = Promise.withResolvers<void>();

  const note = (away: boolean): void => {
    if (away === isAway) return;
    isAway = away;
    wake.resolve();
    wake = Promise.withResolvers();
  };
  const noted = async <T>(act: () => Promise<T>): Promise<T> => {
    try {
      const value = await act();
      note(false);
      return value;
    } catch (error) {
      // One damaged value says nothing about the keychain.
      if (error instanceof SecretsUnavailable && error.reason !== "damaged") note(true);
      throw error;
    }
  };
  const look = async (): Promise<void> => {
    if ((await inner.check?.()) === null) note(false);
  };
  return {
    secrets: {
      kind: inner.kind,
      get: (name) => noted(() => inner.get(name)),
      set: (name, value) => noted(() => inner.set(name, value)),
      delete: (name) => noted(() => inner.delete(name)),
      ...(inner.check === undefined
        ? {}
        : {
            check: async () => {
              const failure = (await inner.check?.()) ?? null;
              note(failure !== null);
              return failure;
            },
          }),
    },
    run: async (onBack, signal) => {
      const ended = new Promise<"ended">((resolve) => signal.addEventListener("abort", () => resolve("ended"), { once: true }));
      while (!signal.aborted) {
        if (!isAway && (await Promise.race([wake.promise, ended])) === "ended") return;
        for (let waitMs = FIRST_MS; isAway; waitMs = Math.min(2 * waitMs, LONGEST_MS)) {
          if ((await Promise.race([paused(clock, waitMs, signal), wake.promise, ended])) === "ended") return;
          if (isAway) await look();
        }
        if (!signal.aborted) await onBack();
      }
    },
  };
}

async function paused(clock: Pick<Clock, "sleep">, ms: number, signal: AbortSignal): Promise<void> {
  try {
    await clock.sleep(ms, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
