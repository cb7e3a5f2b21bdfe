import { type Random, randomInt } from "#shared/kernel/random.ts";

export interface TokenPair {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresAtMs: number;
}

interface Grant {
  alive: boolean;
  /** Null: every one. */
  tenants: readonly string[] | null;
}

/** Every token that was ever given out, with its grant. */
export function createTokenBook(nowMs: () => number, random: Random, lifetimeMs: number) {
  const access = new Map<string, { readonly grant: Grant; expiresAtMs: number }>();
  const refresh = new Map<string, { readonly grant: Grant; usedAtMs: number | null }>();
  const totals = { issued: 0, refreshed: 0, reuseDetected: 0, refused: 0 };
  return {
    access,
    refresh,
    totals,
    pair: (grant: Grant): TokenPair => {
      const pair = { accessToken: `access-${hex(random)}`, refreshToken: `refresh-${hex(random)}`, expiresAtMs: nowMs() + lifetimeMs };
      access.set(pair.accessToken, { grant, expiresAtMs: pair.expiresAtMs });
      refresh.set(pair.refreshToken, { grant, usedAtMs: null });
      totals.issued++;
      return pair;
    },
    /** Marks a refresh token as used; false, and the end of its grant, when it was before and its grace is over. */
    use: (known: { readonly grant: Grant; usedAtMs: number | null }, graceMs: number): boolean => {
      if (known.usedAtMs !== null && nowMs() - known.usedAtMs >= graceMs) {
        // A refresh token used twice may be stolen: the whole grant ends.
        totals.reuseDetected++;
        known.grant.alive = false;
        return false;
      }
      known.usedAtMs ??= nowMs();
      totals.refreshed++;
      return true;
    },
    /** A refresh token that was given out before this process. */
    adopt: (token: string) => {
      const known: { readonly grant: Grant; usedAtMs: number | null } = { grant: { alive: true, tenants: null }, usedAtMs: null };
      refresh.set(token, known);
      return known;
    },
    expire: (accessToken: string) => {
      const known = access.get(accessToken);
      if (known !== undefined) known.expiresAtMs = nowMs();
    },
    check: (accessToken: string | null, tenantId?: string) => {
      const known = accessToken === null ? undefined : access.get(accessToken);
      if (known === undefined || !known.grant.alive) return "invalid" as const;
      if (known.expiresAtMs <= nowMs()) return "expired" as const;
      const isCovered = tenantId === undefined || known.grant.tenants === null || known.grant.tenants.includes(tenantId);
      return isCovered ? ("ok" as const) : ("wrong_tenant" as const);
    },
  };
}

function hex(random: Random): string {
  return Array.from({ length: 4 }, () => randomInt(random, 0, 0xffffffff).toString(16).padStart(8, "0")).join("");
}
