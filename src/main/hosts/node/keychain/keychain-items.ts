import type { KeychainAnswer, KeychainCall, KeychainProcess, SpawnKeychain } from "./keychain-messages.ts";
import { keychainUnavailable, problemOf } from "./keychain-problem.ts";
import type { KeychainItems } from "./long-values.ts";

export interface SupervisedItems extends KeychainItems {
  /** Ends the helper; the next question starts a new one, which knows nothing of a service that has died. */
  restart(): void;
}

/** Without an id, which is given at the door. */
type Question =
  | { readonly op: "get" | "delete"; readonly name: string }
  | { readonly op: "set"; readonly name: string; readonly value: string };

interface Waiting {
  readonly resolve: (answer: KeychainAnswer | null) => void;
}

const PATIENCE_MS = 10_000;
/** A person may be typing the keychain's password: the helper that waits for it is left alone this long. */
const PROMPT_MS = 120_000;

/**
 * The keychain's entries through the helper process. A question that is not answered in time fails
 * with `slow` but stays open, so that a prompt of the system does not vanish under the person's
 * hands; until then further questions fail at once instead of piling up prompts.
 */
export function superviseKeychain(spawn: SpawnKeychain, patienceMs: number = PATIENCE_MS): SupervisedItems {
  const waiting = new Map<number, Waiting>();
  let helper: KeychainProcess | null = null;
  let lastId = 0;
  let stuck: NodeJS.Timeout | null = null;

  const drop = (): void => {
    helper = null;
    if (stuck !== null) clearTimeout(stuck);
    stuck = null;
    for (const { resolve } of waiting.values()) resolve(null);
    waiting.clear();
  };
  const start = (): KeychainProcess => {
    const started = spawn();
    started.onAnswer((answer) => {
      waiting.get(answer.id)?.resolve(answer);
      waiting.delete(answer.id);
      if (stuck !== null) clearTimeout(stuck);
      stuck = null;
      started.hold(waiting.size > 0);
    });
    started.onExit(() => {
      if (helper === started) drop();
    });
    return started;
  };
  const restart = (): void => {
    const old = helper;
    drop();
    old?.kill();
  };
  const ask = async (question: Question): Promise<string | null> => {
    if (stuck !== null) throw keychainUnavailable("slow");
    helper ??= start();
    const asked = helper;
    const id = ++lastId;
    asked.hold(true);
    const answered = new Promise<KeychainAnswer | null>((resolve) => waiting.set(id, { resolve }));
    asked.post({ ...question, id } satisfies KeychainCall);
    const answer = await withinTime(answered, patienceMs);
    if (answer === "slow") {
      asked.hold(false);
      stuck = setTimeout(restart, PROMPT_MS).unref();
      throw keychainUnavailable("slow");
    }
    if (answer === null) throw keychainUnavailable("crashed");
    if (answer.ok) return answer.value;
    // Its text may quote a name or an address, so only its kind goes on.
    throw keychainUnavailable(answer.installed ? problemOf(answer.message) : "not_installed");
  };
  return {
    get: (name) => ask({ op: "get", name }),
    set: async (name, value) => void (await ask({ op: "set", name, value })),
    delete: async (name) => void (await ask({ op: "delete", name })),
    restart,
  };
}

async function withinTime<T>(answer: Promise<T>, ms: number): Promise<T | "slow"> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<"slow">((resolve) => {
    timer = setTimeout(() => resolve("slow"), ms);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
