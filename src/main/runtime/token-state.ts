import type { SecretStore } from "#main/ports/index.ts";
import type { TokenMark } from "#main/signin/token-marks.ts";
import { newTokenFrom } from "#main/transport/tokens/token-source.ts";
import type { TokenStateView } from "#shared/contract/connections/token-state.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";
import { minuteName } from "#shared/kernel/readable.ts";
import type { Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { StoredFile } from "./connection-file.ts";

/** The facts behind a view. Only `token` is secret, and it is only checked for null. */
interface TokenFacts {
  readonly file: StoredFile;
  readonly secrets: Pick<SecretStore, "kind">;
  /** Why the keychain can't be used now. */
  readonly problem: Failure | null;
  readonly mark: TokenMark | null;
  /** The newest refresh token, where one is kept. */
  readonly token: Result<string | null, Failure>;
  /** What to tell about the end of a certificate that signs from the keychain; null while that is far. */
  readonly certificateWarning?: string | null;
  /** The firm's server keeps the token. */
  readonly isShared?: boolean;
}

type Told = Pick<TokenStateView, "state" | "words" | "next">;

/** How a connection is signed in, for people and without secrets. */
export function tokenStateView(facts: TokenFacts): TokenStateView {
  const { mark, secrets, problem } = facts;
  return {
    ...told(facts),
    keychain: { kind: secrets.kind, problem },
    generation: mark?.generation ?? null,
    renewedAt: mark === null ? null : instantFromMs(mark.storedMs),
    accessUntil: mark === null || mark.accessUntilMs === null ? null : instantFromMs(mark.accessUntilMs),
    refused: mark?.refused ?? null,
  };
}

function told({ file, problem, mark, token, secrets, certificateWarning = null, isShared = false }: TokenFacts): Told {
  if (file.held?.endedAt !== undefined)
    return {
      state: "ended",
      words: `Disconnected on ${minuteName(file.held.endedAt)}.`,
      next: "Reconnect to the ledger to continue.",
    };
  switch (file.auth.type) {
    case "bearer_env":
      return { state: "unknown", words: `The access token comes from the environment variable ${file.auth.variable}.`, next: null };
    case "oauth1_token":
      return { state: "unknown", words: "Requests are signed with keys from this computer's environment variables.", next: null };
    case "oauth2_client_credentials":
      return problem === null || file.held?.keyId === undefined
        ? { state: "unknown", words: "Tieout signs in with the connection's certificate whenever it needs to.", next: certificateWarning }
        : unusable(problem);
    case "oauth2_refresh":
    case "oauth2_authorization_code":
  }
  // Nobody signs in to a connection whose first token comes from the environment.
  const newToken = file.auth.type === "oauth2_refresh" ? newTokenFrom(file.auth.refreshTokenEnv).next : null;
  if (problem !== null) return unusable(problem);
  if (!token.ok) return unusable(token.failure);
  if (mark?.refused != null)
    return {
      state: "needs_sign_in",
      words: `The ledger rejected the sign-in (${mark.refused}).`,
      next: newToken ?? "Reconnect to the ledger.",
    };
  if (token.value === null)
    return {
      state: "not_signed_in",
      words: "Tieout isn't signed in to this client's ledger.",
      next: newToken ?? "Reconnect to the ledger.",
    };
  const where = isShared ? "on the firm's server, encrypted" : secrets.kind === "keychain" ? "in the keychain" : "in memory until you quit";
  return { state: "signed_in", words: `Signed in; the refresh token is ${where}.`, next: null };
}

/** A firm's server keeps the tokens that it shares, so the keychain isn't always what is in the way. */
const IN_THE_WAY: Readonly<Partial<Record<Failure["code"], Told["state"]>>> = {
  keychain_unavailable: "keychain_unavailable",
  server_unreachable: "server_unavailable",
  server_certificate: "server_unavailable",
  secret_missing: "not_shared",
};

function unusable({ code, message, next }: Failure): Told {
  return { state: IN_THE_WAY[code] ?? "unreadable", words: message, next: next ?? null };
}
