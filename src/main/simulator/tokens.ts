import type { Random } from "#shared/kernel/random.ts";

export interface TokenPair {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresAtMs: number;
}

/** The authorization server of one tenant. */
export interface TokenIssuer {
  /** A fresh grant: access and refresh token. */
  issue(): TokenPair;
  /** Ends an access token early. */
  expire(accessToken: string): void;
  /** Withdraws consent: every token of the tenant is dead until `issue` is called again. */
  revoke(): void;
  check(accessToken: string | null): "ok" | "expired" | "invalid";
  /** Answers a form post to the token endpoint (`refresh_token` with rotation, `client_credentials`). */
  exchange(form: URLSearchParams): { readonly status: number; readonly body: string };
  /** Counts for tests. */
  readonly totals: { issued: number; refreshed: number; reuseDetected: number; refused: number };
}

export interface TokenOptions {
  readonly nowMs: () => number;
  readonly random: Random;
  readonly lifetimeMs?: number;
  /** How long a used refresh token may be used again after an answer was lost; 0: reuse kills the grant. */
  readonly reuseGraceMs?: number;
}

export function createTokenIssuer(options: TokenOptions): TokenIssuer {
  throw new Error(`not written yet: ${options.nowMs()}`);
}
