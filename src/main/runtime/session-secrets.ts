import type { SecretStore } from "#main/ports/index.ts";
import { memoryTokenMarks, type TokenMarks } from "#main/signin/token-marks.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

/**
 * Secrets that are kept for this session only, where the keychain can't be used and a person agreed to it.
 * They never reach a disk. What the keychain holds stays there and is not asked for in their place.
 */
export class SessionSecrets {
  /** The host's store, with the secrets of this session in front of it. */
  readonly store: SecretStore;
  readonly #inner: SecretStore;
  readonly #memory = new Map<string, string>();
  /** Names up to their last slash: the two slots of one grant belong together. */
  readonly #held = new Set<string>();
  #isAllowed = false;

  constructor(inner: SecretStore) {
    this.#inner = inner;
    const memory = this.#memory;
    this.store = {
      kind: inner.kind,
      get: async (name) => (this.holds(name) ? (memory.get(name) ?? null) : inner.get(name)),
      set: async (name, value) => (this.holds(name) ? void memory.set(name, value) : inner.set(name, value)),
      delete: async (name) => (this.holds(name) ? void memory.delete(name) : inner.delete(name)),
      ...(inner.check === undefined ? {} : { check: async () => (await inner.check?.()) ?? null }),
    };
  }

  /** A person chose to keep new secrets for this session while the keychain can't be used. */
  get isAllowed(): boolean {
    return this.#isAllowed;
  }

  allow(): void {
    this.#isAllowed = true;
  }

  holds(name: string): boolean {
    return this.#held.has(groupOf(name));
  }

  /**
   * Why a new secret can't be kept now, or null.
   * @param mayFallBack it is of no use after this session anyway
   */
  async obstacle(mayFallBack = false): Promise<Failure | null> {
    return this.#isAllowed || mayFallBack ? null : this.problem();
  }

  /** Why the keychain can't be used now, or null. */
  async problem(): Promise<Failure | null> {
    return (await this.#inner.check?.()) ?? null;
  }

  /** Decides where a new secret of this name goes: the keychain wherever it can be used. Failure: `keychain_unavailable`. */
  async place(name: string, mayFallBack = false): Promise<Result<null, Failure>> {
    const group = groupOf(name);
    const problem = await this.problem();
    if (problem !== null && !this.#isAllowed && !mayFallBack) return fail(problem);
    if (problem !== null) this.#held.add(group);
    else if (this.#held.delete(group)) for (const known of this.#memory.keys()) if (groupOf(known) === group) this.#memory.delete(known);
    return ok(null);
  }

  /** Marks of tokens, those of this session in memory: at the next start nothing waits for a token that is not there. */
  marks(durable: TokenMarks, nameOf: (grantKey: string) => string): TokenMarks {
    const session = memoryTokenMarks();
    const of = (grantKey: string) => (this.holds(nameOf(grantKey)) ? session : durable);
    return {
      read: (grantKey) => of(grantKey).read(grantKey),
      commit: (mark) => of(mark.grantKey).commit(mark),
      remove: (grantKey) => of(grantKey).remove(grantKey),
      used: (grantKey) => of(grantKey).used(grantKey),
      noteUsed: (grantKey, digest) => of(grantKey).noteUsed(grantKey, digest),
    };
  }
}

function groupOf(name: string): string {
  return name.slice(0, name.lastIndexOf("/"));
}
