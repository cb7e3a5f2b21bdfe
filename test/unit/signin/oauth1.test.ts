import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createOAuth1Source, type OAuth1Config, oauth1Signer, refuseNewOAuth1 } from "#main/signin/oauth1.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";
import { oauth1Fault } from "#simulator/oauth1-check.ts";

const NOW_MS = Date.UTC(2026, 10, 21, 9);
const config: OAuth1Config = { consumerKeyEnv: "CK", consumerSecretEnv: "CS", tokenEnv: "T", tokenSecretEnv: "TS" };
const values: Record<string, string> = { CK: "ck-1", CS: "c&s ü", T: "t-1", TS: "t%s+" };
const credentials = { consumerKey: "ck-1", consumerSecret: "c&s ü", token: "t-1", tokenSecret: "t%s+", realm: "1234567_SB1" };
let ids = 0;
const ports = {
  clock: { nowMs: () => NOW_MS, now: () => instantFromMs(NOW_MS), monotonicMs: () => 0, sleep: async () => undefined },
  env: (name: string) => values[name],
  uuid: () => `id-${++ids}`,
};
const signer = oauth1Signer(config, "1234567_SB1", ports);
const ADDRESS = "https://1234567-sb1.ledger.example/services/rest/query/v1/query_language";

/** What the ledger says to a request that was signed for one address and arrives at another. */
function judged(method: string, url: string, change: { readonly method?: string; readonly url?: string; readonly nowMs?: number } = {}) {
  const authorization = signer({ method, url });
  const arrived = new URL(change.url ?? url);
  const request = { method: change.method ?? method, query: arrived.searchParams, headers: { authorization } };
  return oauth1Fault(request, `${arrived.origin}${arrived.pathname}`, credentials, change.nowMs ?? NOW_MS, new Set());
}

describe("requests signed with OAuth 1.0", () => {
  it("are what an independent reading of the standard expects, whatever the query holds", () => {
    // The library takes names that every object has (toString) for names that come twice; no adapter uses one.
    const name = fc.stringMatching(/^[a-zA-Z!*'()]{1,8}$/).filter((text) => !(text in {}));
    const word = fc.string({ unit: "grapheme", maxLength: 12 });
    fc.assert(
      fc.property(fc.constantFrom("GET", "POST", "PATCH"), fc.dictionary(name, word, { maxKeys: 4 }), (method, query) => {
        const pairs = Object.entries(query).map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
        expect(judged(method, `${ADDRESS}${pairs.length === 0 ? "" : `?${pairs.join("&")}`}`)).toBeNull();
      }),
      { numRuns: 200 },
    );
  });

  it("are worthless for another method, address, query or time, and a second time", () => {
    const url = `${ADDRESS}?limit=1000&offset=0`;
    expect(judged("GET", url, { method: "DELETE" })).toBe("signature");
    expect(judged("GET", url, { url: url.replace("rest", "soap") })).toBe("signature");
    expect(judged("GET", url, { url: url.replace("offset=0", "offset=1") })).toBe("signature");
    expect(judged("GET", url, { nowMs: NOW_MS + 301_000 })).toBe("timestamp");
    const request = { method: "GET", query: new URL(url).searchParams, headers: { authorization: signer({ method: "GET", url }) } };
    const nonces = new Set<string>();
    expect(oauth1Fault(request, ADDRESS, credentials, NOW_MS, nonces)).toBeNull();
    expect(oauth1Fault(request, ADDRESS, credentials, NOW_MS, nonces)).toBe("nonce");
  });

  it("name the account as realm, sign with HMAC-SHA256 and show no secret", () => {
    const header = signer({ method: "GET", url: ADDRESS });
    expect(header).toContain('realm="1234567_SB1"');
    expect(header).toContain('oauth_signature_method="HMAC-SHA256"');
    for (const secret of ["c&s", "t%s", encodeURIComponent("c&s ü"), encodeURIComponent("t%s+")]) expect(header).not.toContain(secret);
  });

  it("need all four values, and a refused token needs a person", async () => {
    const source = createOAuth1Source(config, ports.env);
    expect(await source.token()).toEqual({ ok: true, value: "t-1" });
    expect(await source.refresh("t-1")).toMatchObject({ failure: { code: "needs_sign_in" } });
    const without = createOAuth1Source(config, (name) => (name === "TS" ? "" : values[name]));
    expect(await without.token()).toMatchObject({ failure: { code: "secret_missing", field: "TS" } });
  });

  it("are for connections made before 2027", () => {
    expect(refuseNewOAuth1("2026-12-31")).toBeNull();
    expect(refuseNewOAuth1("2027-01-01")).toMatchObject({ code: "not_supported", field: "auth.type" });
  });
});
