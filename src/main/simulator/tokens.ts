import { type Random, randomInt } from "#shared/kernel/random.ts";
import { createCodes } from "./codes.ts";

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
  /** What a person's visit leads to: the address of the redirect; null when the question is malformed. */
  authorize(query: URLSearchParams): string | null;
  /** Answers a form post to the token endpoint (`authorization_code`, `refresh_token` with rotation, `client_credentials`). */
  exchange(form: URLSearchParams): { readonly status: number; readonly body: string };
  readonly totals: TokenTotals;
}

export interface TokenTotals {
  readonly issued: number;
  readonly refreshed: number;
  readonly reuseDetected: number;
  readonly refused: number;
}

export interface TokenOptions {
  readonly nowMs: () => number;
  readonly random: Random;
  /** Default 30 minutes. */
  readonly lifetimeMs?: number;
  /** How long a used refresh token may be used again after an answer was lost; 0 (default): reuse kills the grant. */
  readonly reuseGraceMs?: number;
  /** Whether the person at the sign-in page consents; default: always. */
  readonly consents?: () => boolean;
}

interface Grant {
  alive: boolean;
}

export function createTokenIssuer(options: TokenOptions): TokenIssuer {
  const { nowMs, random, lifetimeMs = 1_800_000, reuseGraceMs = 0 } = options;
  const access = new Map<string, { readonly grant: Grant; expiresAtMs: number }>();
  const refresh = new Map<string, { readonly grant: Grant; usedAtMs: number | null }>();
  const totals = { issued: 0, refreshed: 0, reuseDetected: 0, refused: 0 };
  const codes = createCodes(nowMs, random, options.consents ?? (() => true));
  let revoked = false;

  const pairFor = (grant: Grant): TokenPair => {
    const pair = { accessToken: `access-${hex(random)}`, refreshToken: `refresh-${hex(random)}`, expiresAtMs: nowMs() + lifetimeMs };
    access.set(pair.accessToken, { grant, expiresAtMs: pair.expiresAtMs });
    refresh.set(pair.refreshToken, { grant, usedAtMs: null });
    totals.issued++;
    return pair;
  };

  const refuse = (error: string): { status: number; body: string } => {
    totals.refused++;
    return { status: 400, body: JSON.stringify({ error }) };
  };

  const rotate = (token: string): { status: number; body: string } => {
    const known = refresh.get(token);
    if (known === undefined || !known.grant.alive) return refuse("invalid_grant");
    if (known.usedAtMs !== null && nowMs() - known.usedAtMs >= reuseGraceMs) {
      // A refresh token used twice may be stolen: the whole grant ends.
      totals.reuseDetected++;
      known.grant.alive = false;
      return refuse("invalid_grant");
    }
    known.usedAtMs ??= nowMs();
    totals.refreshed++;
    return tokenAnswer(pairFor(known.grant), lifetimeMs);
  };

  return {
    issue() {
      revoked = false;
      return pairFor({ alive: true });
    },
    expire(accessToken) {
      const known = access.get(accessToken);
      if (known !== undefined) known.expiresAtMs = nowMs();
    },
    revoke() {
      revoked = true;
      for (const { grant } of refresh.values()) grant.alive = false;
    },
    check(accessToken) {
      const known = accessToken === null ? undefined : access.get(accessToken);
      if (known === undefined || !known.grant.alive) return "invalid";
      return known.expiresAtMs <= nowMs() ? "expired" : "ok";
    },
    authorize: codes.authorize,
    exchange(form) {
      const grantType = form.get("grant_type");
      if (grantType === "authorization_code") {
        if (!codes.redeem(form)) return refuse("invalid_grant");
        revoked = false;
        return tokenAnswer(pairFor({ alive: true }), lifetimeMs);
      }
      if (grantType === "refresh_token") return rotate(form.get("refresh_token") ?? "");
      if (grantType !== "client_credentials") return refuse("unsupported_grant_type");
      return revoked ? refuse("invalid_client") : tokenAnswer(pairFor({ alive: true }), lifetimeMs, false);
    },
    totals,
  };
}

function tokenAnswer(pair: TokenPair, lifetimeMs: number, withRefresh = true): { status: number; body: string } {
  const body = {
    access_token: pair.accessToken,
    token_type: "Bearer",
    expires_in: Math.floor(lifetimeMs / 1000),
    ...(withRefresh ? { refresh_token: pair.refreshToken } : {}),
  };
  return { status: 200, body: JSON.stringify(body) };
}

function hex(random: Random): string {
  return Array.from({ length: 4 }, () => randomInt(random, 0, 0xffffffff).toString(16).padStart(8, "0")).join("");
}
