import { type Ports, SecretsUnavailable } from "#main/ports/index.ts";
import { ownSentence } from "#shared/kernel/readable.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { TokenMark, TokenMarks, TokenSlot } from "./token-marks.ts";

export interface TokenStoreOptions {
  readonly grantKey: string;
  readonly marks: TokenMarks;
  readonly ports: Pick<Ports, "clock" | "secrets" | "log">;
  /** The environment variable that the first token comes from: nobody signs in to such a connection. */
  readonly variable?: string | undefined;
}

/** A refresh token with its generation. */
export interface HeldToken {
  readonly generation: number;
  readonly slot: TokenSlot;
  readonly token: string;
}

export interface KeptFacts {
  /** When the access token that came with it expires. */
  readonly accessUntilMs: number;
  /** True for a new sign-in: older tokens are deleted. */
  readonly fresh: boolean;
  /** The result of a `newest` call just before, when nothing can have changed since: saves reading the slots again. */
  readonly after?: HeldToken | null;
}

/**
 * The refresh tokens of one grant in two slots. A new one is written to the free slot and read back, then the
 * mark in the firm's file points to it, and only then is the access token used. The previous one stays until
 * the ledger has accepted a request: a crash anywhere in between loses nothing.
 */
export interface TokenStore {
  /** The newest complete token; null when nobody is signed in. Failure: `keychain_unavailable`, never null instead. */
  newest(): Promise<Result<HeldToken | null, Failure>>;
  /** The keychain can be used, but no longer has the newest token whole. */
  isLost(): Promise<boolean>;
  /** The previous token, as long as the newest hasn't been accepted by the ledger. */
  previous(newest: HeldToken): Promise<HeldToken | null>;
  /**
   * Stores a token and returns its generation. A token that the ledger didn't rotate only moves the mark; null
   * (a sign-in without one) empties both slots.
   */
  keep(token: string | null, facts: KeptFacts): Promise<Result<number, Failure>>;
  /** The ledger accepted a request of this generation: the previous one is deleted. */
  confirm(generation: number): Promise<void>;
  /** Records that the ledger refused the newest token for good. Nothing is deleted. */
  refused(word: string): Promise<void>;
  /** Deletes both slots, verifies the deletion, and forgets the mark. Failure: `keychain_unavailable`. */
  forget(): Promise<Result<null, Failure>>;
}

const SLOTS = ["a", "b"] as const;
const FORM = /^(\d{1,9}):(.+)$/s;

/** The name in the secret store of one of a grant's two refresh tokens. */
export function refreshTokenName(grantKey: string, slot: TokenSlot): string {
  return `${grantKey}/refresh_token/${slot}`;
}

export function createTokenStore(options: TokenStoreOptions): TokenStore {
  const { grantKey, marks, ports, variable } = options;
  const slots = tokenSlots(options);
  let last: Promise<unknown> = Promise.resolve();

  /** One at a time: a late confirmation must not delete what a renewal is writing. */
  const inTurn = <T>(what: string, act: () => Promise<Result<T, Failure>>): Promise<Result<T, Failure>> => {
    const turn = last.then(async () => {
      try {
        return await act();
      } catch (error) {
        // A locked keychain isn't a disconnected one: nothing is deleted and nothing else is tried.
        ports.log.error(`auth.${what}_failed`, error, {
          grant: grantKey,
          reason: error instanceof SecretsUnavailable ? error.reason : null,
        });
        return fail(keychainFailure(error, variable));
      }
    });
    last = turn;
    return turn;
  };
  const withMark = <T>(what: string, act: (mark: TokenMark | null) => Promise<Result<T, Failure>>): Promise<Result<T, Failure>> =>
    inTurn(what, async () => {
      const mark = await marks.read(grantKey);
      return mark.ok ? act(mark.value) : mark;
    });
  return {
    newest: () => withMark("read", (mark) => newestToken(options, slots, mark)),
    isLost: async () => {
      // What is damaged counts as gone.
      const lost = await withMark("read", async (mark) => ok(((await slots.best(-1))?.generation ?? 0) < (mark?.generation ?? 1)));
      return lost.ok && lost.value;
    },
    previous: async (newer) => {
      const found = await withMark("read", async (mark) => {
        if (mark?.confirmed !== false || mark.generation !== newer.generation) return ok(null);
        const other = await slots.read(otherSlot(newer.slot));
        return ok(other?.generation === newer.generation - 1 ? other : null);
      });
      return found.ok ? found.value : null;
    },
    keep: (token, facts) =>
      token !== null && facts.after !== undefined && facts.after?.token !== token
        ? inTurn("store", () => writeNext(options, slots, { best: facts.after ?? null, atLeast: 0 }, token, facts))
        : withMark("store", async (mark) => {
            if (token !== null) return keepToken(options, slots, mark, token, facts);
            const gone = await forgetTokens(options, slots);
            return gone.ok ? ok(0) : gone;
          }),
    confirm: async (generation) => {
      await withMark("confirm", async (mark) => {
        if (mark === null || mark.confirmed || mark.generation !== generation) return ok(null);
        await slots.delete(otherSlot(mark.slot));
        return marks.commit({ ...mark, confirmed: true });
      });
    },
    refused: async (word) => {
      await withMark("refused", async (mark) => (mark === null ? ok(null) : marks.commit({ ...mark, refused: word })));
    },
    forget: () => inTurn("forget", () => forgetTokens(options, slots)),
  };
}

interface TokenSlots {
  /** @throws SecretsUnavailable */
  read(slot: TokenSlot): Promise<HeldToken | null>;
  /** The newer of the two. An incomplete value counts as none while the other has at least this generation. */
  best(atLeast: number): Promise<HeldToken | null>;
  write(held: HeldToken): Promise<void>;
  delete(slot: TokenSlot): Promise<void>;
}

function tokenSlots({ grantKey, ports: { secrets } }: TokenStoreOptions): TokenSlots {
  const read = async (slot: TokenSlot): Promise<HeldToken | null> => {
    const found = FORM.exec((await secrets.get(refreshTokenName(grantKey, slot))) ?? "");
    return found === null ? null : { generation: Number(found[1]), slot, token: found[2] as string };
  };
  return {
    read,
    best: async (atLeast) => {
      let best: HeldToken | null = null;
      let damage: SecretsUnavailable | null = null;
      for (const slot of SLOTS) {
        try {
          const held = await read(slot);
          if (held !== null && held.generation > (best?.generation ?? 0)) best = held;
        } catch (error) {
          if (!(error instanceof SecretsUnavailable) || error.reason !== "damaged") throw error;
          damage = error;
        }
      }
      if (damage !== null && (best?.generation ?? -1) < atLeast) throw damage;
      return best;
    },
    write: async ({ generation, slot, token }) => {
      await secrets.set(refreshTokenName(grantKey, slot), `${generation}:${token}`);
      if ((await read(slot))?.token !== token) throw new Error("the secret store did not keep a refresh token");
    },
    delete: (slot) => secrets.delete(refreshTokenName(grantKey, slot)),
  };
}

async function newestToken(
  { grantKey, marks, ports, variable }: TokenStoreOptions,
  slots: TokenSlots,
  mark: TokenMark | null,
): Promise<Result<HeldToken | null, Failure>> {
  const due = mark?.generation ?? 0;
  const best = await slots.best(due);
  if ((best?.generation ?? 0) < due) return fail(missingFailure(best === null, variable));
  if (best === null || best.generation === due) return ok(best);
  // Stored by a process that crashed before the mark pointed to it.
  const moved = await marks.commit(markOf(grantKey, best, ports.clock.nowMs(), null));
  return moved.ok ? ok(best) : moved;
}

async function keepToken(
  options: TokenStoreOptions,
  slots: TokenSlots,
  mark: TokenMark | null,
  token: string,
  facts: KeptFacts,
): Promise<Result<number, Failure>> {
  const { grantKey, marks, ports } = options;
  const atLeast = mark?.generation ?? 0;
  // A sign-in replaces anything lost or damaged.
  const best = await slots.best(facts.fresh ? -1 : atLeast);
  if (best?.token !== token || best.generation < atLeast) return writeNext(options, slots, { best, atLeast }, token, facts);
  const confirmed = mark?.confirmed ?? false;
  const storedMs = mark?.storedMs ?? ports.clock.nowMs();
  const moved = await marks.commit({ ...markOf(grantKey, best, storedMs, facts.accessUntilMs), confirmed });
  return moved.ok ? ok(best.generation) : moved;
}

interface Standing {
  readonly best: HeldToken | null;
  /** The generation that the mark points to. */
  readonly atLeast: number;
}

async function writeNext(
  { grantKey, marks, ports }: TokenStoreOptions,
  slots: TokenSlots,
  { best, atLeast }: Standing,
  token: string,
  { accessUntilMs, fresh }: KeptFacts,
): Promise<Result<number, Failure>> {
  const generation = Math.max(atLeast, best?.generation ?? 0) + 1;
  const slot = otherSlot(best?.slot ?? "b");
  await slots.write({ generation, slot, token });
  const moved = await marks.commit(markOf(grantKey, { generation, slot }, ports.clock.nowMs(), accessUntilMs));
  if (!moved.ok) return moved;
  if (fresh) await slots.delete(otherSlot(slot));
  return ok(generation);
}

async function forgetTokens({ grantKey, marks }: TokenStoreOptions, slots: TokenSlots): Promise<Result<null, Failure>> {
  for (const slot of SLOTS) await slots.delete(slot);
  for (const slot of SLOTS) if ((await slots.read(slot)) !== null) return fail(keychainFailure(null));
  return marks.remove(grantKey);
}

function otherSlot(slot: TokenSlot): TokenSlot {
  return slot === "a" ? "b" : "a";
}

function markOf(
  grantKey: string,
  { generation, slot }: Pick<HeldToken, "generation" | "slot">,
  storedMs: number,
  accessUntilMs: number | null,
): TokenMark {
  return { grantKey, generation, slot, storedMs, accessUntilMs, confirmed: false, refused: null };
}

/** The store's own message where it gives one; otherwise one that fits every store. */
function keychainFailure(error: unknown, variable?: string): Failure {
  if (error instanceof SecretsUnavailable)
    return error.reason === "damaged" && variable !== undefined
      ? { ...error.failure, next: `${ownSentence(newTokenIn(variable))} Your synced books are still here.` }
      : error.failure;
  return {
    code: "keychain_unavailable",
    message: "The keychain isn't available.",
    next: "Unlock the keychain and try again.",
  };
}

function missingFailure(isAbsent: boolean, variable: string | undefined): Failure {
  const again = variable === undefined ? "sign in to the ledger again" : newTokenIn(variable);
  return {
    code: "keychain_unavailable",
    message: isAbsent
      ? "The sign-in to the ledger isn't in this computer's keychain."
      : "This computer's keychain has an outdated sign-in to the ledger.",
    next: `If the keychain is locked, unlock it and try again. If it was reset or replaced, ${again}. Your synced books are still here.`,
  };
}

function newTokenIn(variable: string): string {
  return `set the environment variable ${variable} to a new refresh token, then restart Tieout`;
}
