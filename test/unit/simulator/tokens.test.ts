import { describe, expect, test } from "vitest";
import { seededRandom } from "#shared/kernel/random.ts";
import { createTokenIssuer } from "#simulator/tokens.ts";

function issuerAt(reuseGraceMs = 0) {
  const time = { nowMs: 1_000_000 };
  const issuer = createTokenIssuer({ nowMs: () => time.nowMs, random: seededRandom(3), reuseGraceMs });
  const refresh = (token: string) => {
    const answer = issuer.exchange(new URLSearchParams({ grant_type: "refresh_token", refresh_token: token }));
    return { status: answer.status, ...(JSON.parse(answer.body) as { access_token: string; refresh_token: string; error?: string }) };
  };
  return { time, issuer, refresh };
}

describe("the token endpoint", () => {
  test("access tokens expire, by time and by hand", () => {
    const { time, issuer } = issuerAt();
    const { accessToken, expiresAtMs } = issuer.issue();
    expect([issuer.check(accessToken), issuer.check("other"), issuer.check(null)]).toEqual(["ok", "invalid", "invalid"]);
    time.nowMs = expiresAtMs;
    expect(issuer.check(accessToken)).toBe("expired");
    const next = issuer.issue();
    issuer.expire(next.accessToken);
    expect(issuer.check(next.accessToken)).toBe("expired");
  });

  test("a refresh token is replaced each time, and a used one kills the grant", () => {
    const { issuer, refresh } = issuerAt();
    const first = issuer.issue();
    const second = refresh(first.refreshToken);
    expect(second.status).toBe(200);
    expect(second.refresh_token).not.toBe(first.refreshToken);
    expect(issuer.check(second.access_token)).toBe("ok");
    expect(refresh(first.refreshToken)).toMatchObject({ status: 400, error: "invalid_grant" });
    expect(issuer.check(second.access_token)).toBe("invalid");
    expect(refresh(second.refresh_token)).toMatchObject({ status: 400, error: "invalid_grant" });
    expect(issuer.totals).toEqual({ issued: 2, refreshed: 1, reuseDetected: 1, refused: 2 });
  });

  test("within the time of grace a used one may come again, for an answer that was lost", () => {
    const { time, issuer, refresh } = issuerAt(60_000);
    const first = issuer.issue();
    refresh(first.refreshToken);
    time.nowMs += 59_000;
    expect(refresh(first.refreshToken).status).toBe(200);
    time.nowMs += 2000;
    expect(refresh(first.refreshToken).status).toBe(400);
  });

  test("after consent is withdrawn nothing works until there is a new grant", () => {
    const { issuer, refresh } = issuerAt();
    const { accessToken, refreshToken } = issuer.issue();
    issuer.revoke();
    expect(issuer.check(accessToken)).toBe("invalid");
    expect(refresh(refreshToken).status).toBe(400);
    expect(issuer.exchange(new URLSearchParams({ grant_type: "client_credentials" })).status).toBe(400);
    expect(issuer.check(issuer.issue().accessToken)).toBe("ok");
  });

  test("client credentials give an access token without a refresh token", () => {
    const { issuer } = issuerAt();
    const answer = JSON.parse(issuer.exchange(new URLSearchParams({ grant_type: "client_credentials" })).body) as Record<string, unknown>;
    expect(Object.keys(answer)).toEqual(["access_token", "token_type", "expires_in"]);
    expect(issuer.exchange(new URLSearchParams({ grant_type: "password" })).status).toBe(400);
  });

  test("a forgetful server takes refresh tokens of its earlier life, once", () => {
    const issuer = createTokenIssuer({ nowMs: () => 0, random: seededRandom(3), forgetful: true });
    const form = new URLSearchParams({ grant_type: "refresh_token", refresh_token: "refresh-of-another-process" });
    expect([issuer.exchange(form).status, issuer.exchange(form).status]).toEqual([200, 400]);
  });

  test("a revoked token ends its grant, an unknown one changes nothing, and an app must be known", () => {
    const issuer = createTokenIssuer({ nowMs: () => 0, random: seededRandom(3), apps: new Map([["app", "right"]]) });
    const { accessToken, refreshToken } = issuer.issue();
    const basic = (secret: string) => `Basic ${Buffer.from(`app:${secret}`).toString("base64")}`;
    expect(issuer.revokeToken(new URLSearchParams({ token: refreshToken }), basic("wrong")).status).toBe(400);
    expect(issuer.revokeToken(new URLSearchParams({ token: "unknown" }), basic("right")).status).toBe(200);
    expect(issuer.check(accessToken)).toBe("ok");
    expect(issuer.revokeToken(new URLSearchParams({ token: refreshToken }), basic("right")).status).toBe(200);
    expect(issuer.check(accessToken)).toBe("invalid");
  });

  test("a grant for some tenants is none for others", () => {
    const { issuer } = issuerAt();
    const { accessToken } = issuer.issue(["one", "two"]);
    expect([issuer.check(accessToken, "one"), issuer.check(accessToken, "three")]).toEqual(["ok", "wrong_tenant"]);
    issuer.leave(accessToken, "one");
    expect(issuer.check(accessToken, "one")).toBe("wrong_tenant");
  });
});
