import { ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

/**
 * What the firm's file knows of a grant's refresh token, without any secret: which generation should
 * be in the keychain, and where. A keychain that lacks it is locked or another one, never "signed out".
 */
export interface TokenMark {
  /** What the grant is kept under: connections of one sign-in share it. */
  readonly grantKey: string;
  /** Counts up with every refresh token; 0 when nothing should be in the keychain. */
  readonly generation: number;
  readonly slot: TokenSlot;
  /** When this generation was stored. */
  readonly storedMs: number;
  /** When the access token of the last renewal ends. */
  readonly accessUntilMs: number | null;
  /** The ledger has accepted a request since: the generation before it is of no more use. */
  readonly confirmed: boolean;
  /** The standard's word with which the ledger refused this generation. */
  readonly refused: string | null;
}

export type TokenSlot = "a" | "b";

/** Where marks are kept. */
export interface TokenMarks {
  read(grantKey: string): Promise<Result<TokenMark | null, Failure>>;
  /** Resolves when the mark is durable. */
  commit(mark: TokenMark): Promise<Result<null, Failure>>;
  remove(grantKey: string): Promise<Result<null, Failure>>;
  /** Digests of the tokens from the environment that are used up; none where that was never noted. Removing the mark keeps them. */
  used(grantKey: string): Promise<Result<readonly string[], Failure>>;
  noteUsed(grantKey: string, digest: string): Promise<Result<null, Failure>>;
}

/** Marks for the length of this process; what is in the keychain still counts after it. */
export function memoryTokenMarks(): TokenMarks {
  const marks = new Map<string, TokenMark>();
  const used = new Map<string, readonly string[]>();
  return {
    read: async (grantKey) => ok(marks.get(grantKey) ?? null),
    commit: async (mark) => {
      marks.set(mark.grantKey, mark);
      return ok(null);
    },
    remove: async (grantKey) => {
      marks.delete(grantKey);
      return ok(null);
    },
    used: async (grantKey) => ok(used.get(grantKey) ?? []),
    noteUsed: async (grantKey, digest) => {
      used.set(grantKey, [...(used.get(grantKey) ?? []), digest]);
      return ok(null);
    },
  };
}
