import { type SecretStore, SecretsUnavailable } from "#main/ports/index.ts";
import { assert } from "#shared/kernel/assert.ts";
import type { SupervisedItems } from "./keychain-items.ts";
import { type KeychainProblem, keychainUnavailable } from "./keychain-problem.ts";
import { DamagedValue, deleteLong, readLong, writeLong } from "./long-values.ts";

/** An entry that is always there once a keychain was used. */
export const CANARY = "keychain-check";
const LINK_LOST: ReadonlySet<string> = new Set<KeychainProblem>(["no_bus", "no_service", "no_collection", "crashed"]);
const CANARY_VALUE = "this keychain can be read";

/**
 * Secrets in the operating system's keychain, one question at a time. A locked keychain answers like
 * an empty one, so "no such entry" is believed only when the canary entry can be read at that moment.
 * @throws SecretsUnavailable from every method, with a failure of code `keychain_unavailable`
 */
export function keychainStore(items: SupervisedItems): SecretStore {
  const { inTurn, prove } = provenTurns(items);
  return {
    kind: "keychain",
    get: (name) =>
      inTurn(async () => {
        const value = await readLong(items, name);
        if (value === null) await prove();
        return value;
      }),
    set: (name, value) => {
      // Keychains cut a value at a NUL without a word.
      assert(!value.includes("\0") && !name.includes("\0"), "a secret holds a NUL character");
      return inTurn(() => writeLong(items, name, value));
    },
    delete: (name) =>
      inTurn(async () => {
        await deleteLong(items, name);
        await prove();
        if ((await items.get(name)) !== null) throw keychainUnavailable("unknown");
      }),
    check: () =>
      inTurn(prove).then(
        () => null,
        (error: unknown) => {
          if (error instanceof SecretsUnavailable) return error.failure;
          throw error;
        },
      ),
  };
}

interface ProvenTurns {
  /** Acts when everything asked before has ended, and only on a keychain that can be read. */
  inTurn<T>(act: () => Promise<T>): Promise<T>;
  /** @throws SecretsUnavailable unless the canary can be read */
  prove(): Promise<void>;
}

function provenTurns(items: SupervisedItems): ProvenTurns {
  let last: Promise<unknown> = Promise.resolve();
  let isProven = false;

  const prove = async (): Promise<void> => {
    if ((await items.get(CANARY)) === CANARY_VALUE) return;
    // Once proven, a missing canary means the keychain is locked, so nothing is created again.
    if (isProven) throw keychainUnavailable("locked");
    await items.set(CANARY, CANARY_VALUE);
    if ((await items.get(CANARY)) !== CANARY_VALUE) throw keychainUnavailable("locked");
  };
  /** A part that is missing may only mean that the keychain was locked while it was being read. */
  const damaged = (): Promise<unknown> =>
    prove().then(
      () => keychainUnavailable("damaged"),
      (shut: unknown) => shut,
    );
  const tried = async <T>(act: () => Promise<T>): Promise<T> => {
    try {
      if (!isProven) await prove();
      isProven = true;
      return await act();
    } catch (error) {
      const known = error instanceof DamagedValue ? await damaged() : error;
      if (known instanceof SecretsUnavailable && known.reason !== "damaged") {
        isProven = false;
        // The library keeps its link to a service that has died; a new helper makes a new one. A prompt is left open.
        if (known.reason !== "slow") items.restart();
      }
      throw known;
    }
  };
  const usable = <T>(act: () => Promise<T>): Promise<T> =>
    tried(act).catch((error: unknown) => {
      // A new helper finds a restarted service. Requests that prompt the person aren't repeated.
      if (error instanceof SecretsUnavailable && LINK_LOST.has(error.reason)) return tried(act);
      throw error;
    });
  const inTurn = <T>(act: () => Promise<T>): Promise<T> => {
    const turn = last.then(() => usable(act));
    last = turn.catch(() => undefined);
    return turn;
  };
  return { inTurn, prove };
}
