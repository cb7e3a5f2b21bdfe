import { z } from "zod";
import { instantString } from "#shared/model/books/money.ts";
import { failure } from "#shared/model/ledger/failure.ts";

/** How a connection is signed in, without any secret. */
export const tokenStateView = z.object({
  /**
   * `ended`: a person disconnected it. `unknown`: the ways to sign in that keep no refresh token. `server_unavailable`: the firm's server
   * has it and can't be reached. `not_shared`: it isn't encrypted to this computer yet. `unreadable`: anything else that keeps it from
   * being read.
   */
  state: z.enum([
    "signed_in",
    "not_signed_in",
    "needs_sign_in",
    "keychain_unavailable",
    "server_unavailable",
    "not_shared",
    "unreadable",
    "ended",
    "unknown",
  ]),
  /** One sentence for people. */
  words: z.string(),
  /** What to do; null when nothing is. */
  next: z.string().nullable(),
  keychain: z.object({
    kind: z.enum(["keychain", "memory"]),
    /** Null when it can be used. */
    problem: failure.nullable(),
  }),
  /** Counts up with every refresh token; null where none is kept. */
  generation: z.number().int().nullable(),
  renewedAt: instantString.nullable(),
  /** When the last access token ends or ended; a new one is fetched before that. */
  accessUntil: instantString.nullable(),
  /** The word with which the ledger refused the sign-in. */
  refused: z.string().nullable(),
});
export type TokenStateView = z.output<typeof tokenStateView>;
