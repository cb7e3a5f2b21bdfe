import { generateKeyPairSync, sign } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { type Http, HttpFailure } from "#main/ports/index.ts";
import { certificateEnd, importCertificate, type KeyAndCertificate, makeCertificate } from "#main/signin/certificates.ts";
import { createClientCredentialsSource } from "#main/signin/client-credentials.ts";
import type { SigningAlgorithm } from "#main/signin/private-key.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";
import { seededRandom } from "#shared/kernel/random.ts";
import { ok } from "#shared/kernel/result.ts";
import { createTokenIssuer } from "#simulator/tokens.ts";
import { createLogKeeper } from "#test/support/transport-lab.ts";

const START_MS = Date.UTC(2026, 10, 21, 9);
const DAY_MS = 86_400_000;
const TOKEN_URL = "https://ledger.example/oauth/token";
const made = new Map<SigningAlgorithm, KeyAndCertificate>();

beforeAll(async () => {
  for (const algorithm of ["PS256", "ES256"] as const) {
    const one = await makeCertificate({ name: "Birch & Co, Tieout", algorithm }, { nowMs: () => START_MS });
    if (one.ok) made.set(algorithm, one.value);
  }
});

const pair = (algorithm: SigningAlgorithm): KeyAndCertificate => made.get(algorithm) as KeyAndCertificate;

interface Lab {
  readonly algorithm?: SigningAlgorithm;
  /** The ledger's clock minus ours. */
  readonly ledgerAheadMs?: number;
  readonly audience?: string;
  readonly privateKey?: string;
  readonly certificateId?: (right: string) => string;
  readonly clientId?: string;
  readonly http?: Http;
}

function lab(options: Lab = {}) {
  const { algorithm = "PS256", ledgerAheadMs = 0, audience = TOKEN_URL, clientId = "app" } = options;
  const time = { ms: START_MS };
  const nowMs = () => time.ms + ledgerAheadMs;
  const issuer = createTokenIssuer({ nowMs, random: seededRandom(4), audience });
  const certificateId = issuer.upload({ clientId: "app", certificate: pair(algorithm).certificate });
  const forms: URLSearchParams[] = [];
  const { log, lines } = createLogKeeper();
  const http: Http = async (request) => {
    const form = new URLSearchParams(String(request.body));
    forms.push(form);
    const { status, body } = issuer.exchange(form);
    const headers = { "content-type": "application/json", date: new Date(nowMs()).toUTCString() };
    return { status, headers, body: new Uint8Array(new TextEncoder().encode(body)), wireBytes: 0 };
  };
  const source = createClientCredentialsSource({
    config: {
      tokenUrl: TOKEN_URL,
      clientId,
      certificateId: options.certificateId?.(certificateId) ?? certificateId,
      algorithm,
      scopes: ["rest_webservices"],
      privateKey: async () => ok(options.privateKey ?? pair(algorithm).privateKey),
    },
    connectionId: "c1",
    ports: {
      clock: { nowMs: () => time.ms, now: () => instantFromMs(time.ms), monotonicMs: () => time.ms, sleep: async () => undefined },
      http: options.http ?? http,
      log,
    },
  });
  return { issuer, source, forms, time, lines };
}

const claimsOf = (form: URLSearchParams | undefined, part: 0 | 1): Record<string, unknown> =>
  JSON.parse(Buffer.from((form?.get("client_assertion") ?? "").split(".")[part] ?? "", "base64url").toString()) as Record<string, unknown>;

describe("signing in with a certificate", () => {
  it.each(["PS256", "ES256"] as const)("brings a token for an assertion signed with %s", async (algorithm) => {
    const { source, issuer, forms } = lab({ algorithm });
    const token = await source.token();
    expect(token.ok && issuer.check(token.value)).toBe("ok");
    expect(source.whenRefused?.next).toMatch(/use a new certificate/);
    expect(forms[0]?.get("grant_type")).toBe("client_credentials");
    expect(claimsOf(forms[0], 0)).toMatchObject({ typ: "JWT", alg: algorithm, kid: expect.any(String) });
    const { iss, aud, iat, exp, scope } = claimsOf(forms[0], 1);
    expect([iss, aud, scope]).toEqual(["app", TOKEN_URL, ["rest_webservices"]]);
    expect(iat).toBe(START_MS / 1_000);
    // At most five minutes, though the ledger would take an hour.
    expect(Number(exp) - Number(iat)).toBeLessThanOrEqual(300);
    expect(JSON.stringify([...(forms[0] ?? [])])).not.toContain("PRIVATE");
  });

  it("asks once for many at a time, and again when the token nears its end or was refused", async () => {
    const { source, forms, time } = lab();
    const tokens = await Promise.all(Array.from({ length: 20 }, () => source.token()));
    expect(new Set(tokens.map((token) => token.ok && token.value)).size).toBe(1);
    expect(forms).toHaveLength(1);
    time.ms += 1_800_000 * 0.79;
    await source.token();
    expect(forms).toHaveLength(1);
    time.ms += 1_800_000 * 0.02;
    const renewed = await source.token();
    expect(forms).toHaveLength(2);
    const refused = renewed.ok ? renewed.value : "";
    await Promise.all([source.refresh(refused), source.refresh(refused)]);
    expect(forms).toHaveLength(3);
    // Each assertion is new: the ledger takes none twice.
    expect(new Set(forms.map((form) => form.get("client_assertion"))).size).toBe(3);
  });

  it.each([7_200_000, -7_200_000])("puts a clock right that is %i ms off the ledger's", async (ledgerAheadMs) => {
    const { source, issuer, forms } = lab({ ledgerAheadMs });
    const token = await source.token();
    expect(token.ok && issuer.check(token.value)).toBe("ok");
    expect(forms).toHaveLength(2);
    expect(claimsOf(forms[1], 1).iat).toBe((START_MS + ledgerAheadMs) / 1_000);
    // What was learnt holds for the next time.
    await source.refresh(token.ok ? token.value : "");
    expect(forms).toHaveLength(3);
  });

  it.each([
    ["an assertion for another audience", { audience: "https://other.example/oauth/token" }],
    ["a certificate that is not uploaded", { certificateId: () => "unknown" }],
    ["another app's certificate", { clientId: "other" }],
  ] satisfies [string, Lab][])("is refused for %s, once, and says what to check", async (_what, options) => {
    const { source, forms } = lab(options);
    expect(await source.token()).toMatchObject({
      ok: false,
      failure: { code: "needs_sign_in", message: expect.stringContaining("invalid_client") },
    });
    expect(forms).toHaveLength(1);
  });

  it("is refused with another key than the certificate's, and once the certificate has ended", async () => {
    const other = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    expect(await lab({ algorithm: "ES256", privateKey: other }).source.token()).toMatchObject({ failure: { code: "needs_sign_in" } });
    const late = lab();
    late.time.ms += 731 * DAY_MS;
    expect(await late.source.token()).toMatchObject({ failure: { code: "needs_sign_in" } });
  });

  it("says that a key does not fit, and repeats nothing of it", async () => {
    const small = generateKeyPairSync("rsa", { modulusLength: 2_048 }).privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    for (const privateKey of ["nonsense", small, pair("ES256").privateKey]) {
      const { source, forms, lines } = lab({ privateKey });
      const refused = await source.token();
      expect(refused).toMatchObject({ failure: { code: "invalid_input", field: "privateKey" } });
      expect(forms).toEqual([]);
      expect(JSON.stringify([refused, lines])).not.toContain(privateKey.slice(30, 60) || "nonsense");
    }
  });

  it("takes silence and a broken ledger for unreachable, not for a refusal", async () => {
    const silent = lab({ http: async () => Promise.reject(new HttpFailure("no answer", true)) });
    expect(await silent.source.token()).toMatchObject({ failure: { code: "ledger_unreachable" } });
    const body = new Uint8Array(new TextEncoder().encode("<html>"));
    const broken = lab({ http: async () => ({ status: 503, headers: { "content-type": "text/html" }, body, wireBytes: 0 }) });
    expect(await broken.source.token()).toMatchObject({ failure: { code: "ledger_unreachable" } });
  });
});

describe("a token answer that is cut off or a web page", () => {
  const damaged = (text: string) => ({ status: 200, headers: {}, body: new Uint8Array(new TextEncoder().encode(text)), wireBytes: 0 });

  it.each(["<html>Please wait</html>", '{"access_token":"eyJ', ""])("(%j) is asked for again with a new assertion", async (text) => {
    const assertions: (string | null)[] = [];
    const { source } = lab({
      http: async ({ body }) => {
        assertions.push(new URLSearchParams(String(body)).get("client_assertion"));
        return assertions.length < 3 ? damaged(text) : damaged('{"access_token":"right","token_type":"bearer","expires_in":"3600"}');
      },
    });
    expect(await source.token()).toEqual(ok("right"));
    expect(new Set(assertions).size).toBe(3);
  });

  it("every time is an unreachable ledger, not a refused certificate, after a few tries", async () => {
    let asked = 0;
    const { source } = lab({ http: async () => damaged(`<html>${++asked}</html>`) });
    expect(await source.token()).toMatchObject({ ok: false, failure: { code: "ledger_unreachable" } });
    expect(asked).toBe(3);
  });
});

describe("the simulated ledger's check of an assertion", () => {
  const NOW = START_MS / 1_000;
  const right = { iss: "app", aud: TOKEN_URL, scope: "rest_webservices", iat: NOW, exp: NOW + 240 };
  const ask = (claims: object, header: object = {}, key = pair("ES256").privateKey) => {
    const issuer = createTokenIssuer({ nowMs: () => START_MS, random: seededRandom(4), audience: TOKEN_URL });
    const kid = issuer.upload({ clientId: "app", certificate: pair("ES256").certificate });
    const data = [{ typ: "JWT", alg: "ES256", kid, ...header }, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
      .join(".");
    const signature = sign("sha256", Buffer.from(data), { key, dsaEncoding: "ieee-p1363" }).toString("base64url");
    const form = new URLSearchParams({
      grant_type: "client_credentials",
      client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
      client_assertion: `${data}.${signature}`,
    });
    return [issuer.exchange(form).status, issuer.exchange(form).status];
  };

  it("takes one that is right, and the same one never again", () => {
    expect(ask(right)).toEqual([200, 400]);
  });

  it.each([
    ["another issuer", { ...right, iss: "other" }, {}],
    ["another audience", { ...right, aud: "https://ledger.example" }, {}],
    ["one from the future", { ...right, iat: NOW + 60, exp: NOW + 300 }, {}],
    ["one that has ended", { ...right, iat: NOW - 300, exp: NOW - 60 }, {}],
    ["one that lasts an hour", { ...right, exp: NOW + 3_600 }, {}],
    ["no times", { ...right, iat: undefined }, {}],
    ["no scope", { ...right, scope: undefined }, {}],
    ["no signature", right, { alg: "none" }],
    ["a weak signature", right, { alg: "RS256" }],
  ])("refuses %s", (_what, claims, header) => {
    expect(ask(claims, header)).toEqual([400, 400]);
  });
});

describe("certificates", () => {
  it("are self-signed for two years at most, with a key that ledgers take", () => {
    const { notAfterMs, notBeforeMs, certificate, privateKey } = pair("PS256");
    expect([notBeforeMs, notAfterMs]).toEqual([START_MS - DAY_MS, START_MS + 730 * DAY_MS]);
    expect(certificate).toContain("BEGIN CERTIFICATE");
    expect(certificate).not.toContain("PRIVATE");
    expect(importCertificate({ certificate, privateKey }, { nowMs: () => START_MS })).toMatchObject({
      ok: true,
      value: { algorithm: "PS256" },
    });
  });

  it("are refused with an end that is past or too far, as a pair that does not match, or after their end", async () => {
    for (const notAfterMs of [START_MS - 1, START_MS + 731 * DAY_MS])
      expect(await makeCertificate({ name: "x", algorithm: "ES256", notAfterMs }, { nowMs: () => START_MS })).toMatchObject({
        failure: { field: "until" },
      });
    const mixed = { privateKey: pair("ES256").privateKey, certificate: pair("PS256").certificate };
    expect(importCertificate(mixed, { nowMs: () => START_MS })).toMatchObject({ failure: { field: "certificate" } });
    const { privateKey, certificate } = pair("ES256");
    expect(importCertificate({ privateKey, certificate }, { nowMs: () => START_MS + 800 * DAY_MS })).toMatchObject({
      failure: { field: "certificate" },
    });
    expect(importCertificate({ privateKey: "x", certificate }, { nowMs: () => START_MS })).toMatchObject({
      failure: { field: "privateKey" },
    });
  });

  it("warn sixty days before they end, and after it", () => {
    expect(certificateEnd(START_MS + 61 * DAY_MS, START_MS)).toEqual({ daysLeft: 61, warning: null });
    expect(certificateEnd(START_MS + 60 * DAY_MS, START_MS).warning).toContain("in 60 days");
    expect(certificateEnd(START_MS + DAY_MS, START_MS).warning).toContain("in 1 day.");
    expect(certificateEnd(START_MS + 1, START_MS)).toMatchObject({ daysLeft: 0, warning: expect.stringContaining("within a day") });
    expect(certificateEnd(START_MS, START_MS).warning).toContain("has expired");
  });
});
