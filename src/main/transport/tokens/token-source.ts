import type { Environment } from "#main/ports/index.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

/**
 * Where a connection's access token comes from. Failures: `needs_sign_in` (a person must act),
 * `secret_missing` (names the variable), `keychain_unavailable`, `ledger_unreachable`.
 */
export interface TokenSource {
  /** A token believed to be good. */
  token(): Promise<Result<string, Failure>>;
  /** A newer token than the one that the ledger refused. There's one refresh at a time for all callers. */
  refresh(refused: string): Promise<Result<string, Failure>>;
  /** Told with each answer that accepted the token; what was kept in case it would not be is then needless. */
  accepted?(token: string): void;
  /** What a person does when the ledger refuses a newer token, too. Left out where somebody signs in. */
  readonly whenRefused?: Pick<Failure, "next" | "detail">;
}

/** `{"type":"bearer_env"}`: an access token from the environment, never stored, never renewed. */
export function createBearerEnvSource(variable: string, env: Environment): TokenSource {
  return {
    token: async () => {
      const token = env(variable);
      return token === undefined || token === "" ? fail(secretMissing(variable, "an access token")) : ok(token);
    },
    refresh: async () =>
      fail({ code: "needs_sign_in", message: "The ledger doesn't accept this connection's token.", ...newTokenFrom(variable) }),
  };
}

/** What to do about a token that nobody signs in to. Its variables are for the person who set it up, under *Technical details*. */
export function newTokenFrom(...variables: readonly string[]): Required<Pick<Failure, "next" | "detail">> {
  return {
    next: "Ask the person who set up the token to replace it on this computer, then restart Tieout.",
    detail:
      variables.length === 1
        ? `Environment variable of the token: ${variables[0]}`
        : `Environment variables of the token: ${variables.join(", ")}`,
  };
}

/** The failure for a variable that a connection file names and the environment lacks. */
export function secretMissing(variable: string, what: string): Failure {
  return {
    code: "secret_missing",
    message: `The environment variable ${variable} isn't set or is empty. It must contain ${what}.`,
    field: variable,
    next: `Set ${variable} and restart Tieout.`,
  };
}
