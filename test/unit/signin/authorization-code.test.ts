import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Clock, type Http, HttpFailure, type Landing } from "#main/ports/index.ts";
import { type AuthorizationCodeConfig, signInByCode } from "#main/signin/authorization-code.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";
import { seededRandom } from "#shared/kernel/random.ts";
import { createTokenIssuer } from "#simulator/tokens.ts";
import { createLogKeeper } from "#test/support/transport-lab.ts";

const REDIRECT = "http://127.0.0.1:4711/a-nonce";
const START_MS = Date.UTC(2026, 10, 21, 9);
const config: AuthorizationCodeConfig = {
  authorizeUrl: "https://ledger.example/oauth/authorize",
  tokenUrl: "https://ledger.example/oauth/token",
  clientId: "app",
  scopes: ["read", "offline_access"],
};

interface Lab {
  /** Changes the ledger's answer to the exchange. */
  readonly answer?: (answer: Record<string, unknown>) => Record<string, unknown>;
  /** What comes back to the landing; null: nobody comes. */
  readonly visit?: (redirect: URL) => URL | null;
  readonly form?: (form: URLSearchParams) => void;
  readonly consents?: boolean;
  readonly http?: Http;
  readonly config?: Partial<AuthorizationCodeConfig>;
}

function lab(options: Lab = {}) {
  const issuer = createTokenIssuer({ nowMs: () => START_MS, random: seededRandom(5), consents: () => options.consents ?? true });
  const forms: URLSearchParams[] = [];
  const headers: Readonly<Record<string, string>>[] = [];
  const shown: URL[] = [];
  const timers: (() => void)[] = [];
  const { log, lines } = createLogKeeper();
  let closed = 0;
  const clock: Clock = {
    nowMs: () => START_MS,
    now: () => instantFromMs(START_MS),
    monotonicMs: () => 0,
    sleep: (_ms, signal) =>
      new Promise((resolve, reject) => {
        timers.push(resolve);
        signal?.addEventListener("abort", () => reject(signal.reason));
      }),
  };
  const http: Http = async (request) => {
    const form = new URLSearchParams(String(request.body));
    options.form?.(form);
    forms.push(form);
    headers.push(request.headers);
    const reply = issuer.exchange(form);
    const { status } = reply;
    const body =
      options.answer === undefined ? reply.body : JSON.stringify(options.answer(JSON.parse(reply.body) as Record<string, unknown>));
    return { status, headers: { "content-type": "application/json" }, body: new Uint8Array(new TextEncoder().encode(body)), wireBytes: 0 };
  };
  const landing = async (): Promise<Landing> => {
    const { promise, resolve } = Promise.withResolvers<URL>();
    const show = (address: string) => {
      const asked = new URL(address);
      shown.push(asked);
      const redirect = issuer.authorize(asked.searchParams);
      const back = redirect === null ? null : (options.visit ?? ((url) => url))(new URL(redirect));
      if (back !== null) resolve(back);
    };
    return { redirectUri: REDIRECT, show, arrived: promise, close: async () => void closed++ };
  };
  const stop = new AbortController();
  const secrets = { kind: "memory" as const, get: async () => null, set: async () => undefined, delete: async () => undefined };
  const ports = {
    clock,
    secrets,
    http: options.http ?? http,
    env: (name: string) => (name === "SECRET" ? "s3cret" : undefined),
    log,
    landing,
  };
  const signIn = () => signInByCode({ config: { ...config, ...options.config }, ports, signal: stop.signal });
  return { issuer, forms, headers, shown, timers, lines, stop, signIn, closes: () => closed };
}

const refused = { ok: false, failure: { code: "needs_sign_in" } };

describe("a sign-in through the browser", () => {
  it("asks with S256 and a fresh state and verifier each time, and brings tokens the ledger knows", async () => {
    const { signIn, shown, forms, issuer, closes } = lab();
    const [first, second] = [await signIn(), await signIn()];
    expect(first.ok && issuer.check(first.value.accessToken)).toBe("ok");
    expect(first).toMatchObject({ ok: true, value: { refreshToken: expect.stringMatching(/^refresh-/), seconds: 1_800 } });
    expect(second.ok).toBe(true);
    const asked = shown.map((url) => Object.fromEntries(url.searchParams));
    expect(asked[0]).toMatchObject({
      client_id: "app",
      redirect_uri: REDIRECT,
      code_challenge_method: "S256",
      scope: "read offline_access",
    });
    // 256 bits in base64url.
    expect(asked[0]?.state).toMatch(/^[\w-]{43}$/);
    expect(asked[0]?.state).not.toBe(asked[1]?.state);
    expect(forms[0]?.get("code_verifier")).not.toBe(forms[1]?.get("code_verifier"));
    expect(forms[0]?.get("client_id")).toBe("app");
    expect(closes()).toBe(2);
  });

  it("takes seconds that come as text, a lower-case token type, and who signed in by a clock that is hours off", async () => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const nowS = Math.floor(Date.now() / 1_000) - 7_200;
    const claims = { iss: "https://ledger.example", aud: "app", sub: "person", iat: nowS, exp: nowS + 300 };
    const answer = (given: Record<string, unknown>) => ({
      ...given,
      expires_in: "3600",
      token_type: "bearer",
      id_token: `${part({ alg: "RS256" })}.${part(claims)}.${Buffer.from("signature").toString("base64url")}`,
      x_refresh_token_expires_in: 8_726_400,
    });
    expect(await lab({ answer }).signIn()).toMatchObject({ ok: true, value: { seconds: 3_600 } });
    const other = (given: Record<string, unknown>) => ({
      ...answer(given),
      id_token: `${part({ alg: "RS256" })}.${part({ ...claims, aud: "other" })}.c2ln`,
    });
    expect(await lab({ answer: other }).signIn()).toMatchObject(refused);
  });

  it("names a confidential client by Basic, and never in the address", async () => {
    const { signIn, headers, shown } = lab({ config: { clientSecretEnv: "SECRET" } });
    expect(await signIn()).toMatchObject({ ok: true });
    expect(headers[0]?.authorization).toBe(`Basic ${Buffer.from("app:s3cret").toString("base64")}`);
    expect(shown[0]?.href).not.toContain("s3cret");
    expect(await lab({ config: { clientSecretEnv: "NONE" } }).signIn()).toMatchObject({
      failure: { code: "secret_missing", field: "NONE" },
    });
  });

  it("refuses any other state, and asks the ledger nothing", async () => {
    const anyText = fc.oneof(fc.string(), fc.stringMatching(/^[\w-]{43}$/), fc.constant(""));
    await fc.assert(
      fc.asyncProperty(anyText, fc.boolean(), async (state, absent) => {
        const { signIn, forms, closes } = lab({
          visit: (url) => {
            url.searchParams.delete("state");
            if (!absent) url.searchParams.set("state", state);
            return url;
          },
        });
        expect(await signIn()).toMatchObject(refused);
        expect(forms).toEqual([]);
        expect(closes()).toBe(1);
      }),
      { numRuns: 60 },
    );
  });

  it("is refused by the ledger with any other verifier, and the code is used up", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ maxLength: 128 }), async (verifier) => {
        const right: string[] = [];
        const { signIn, forms, issuer } = lab({
          form: (form) => {
            right.push(form.get("code_verifier") ?? "");
            form.set("code_verifier", verifier);
          },
        });
        expect(await signIn()).toMatchObject(refused);
        const again = new URLSearchParams(forms[0]);
        again.set("code_verifier", right[0] ?? "");
        expect(issuer.exchange(again).status).toBe(400);
      }),
      { numRuns: 40 },
    );
  });

  it("can't use a code twice, nor another sign-in's redirect", async () => {
    const { signIn, forms, issuer } = lab();
    expect(await signIn()).toMatchObject({ ok: true });
    expect(issuer.exchange(forms[0] as URLSearchParams)).toMatchObject({ status: 400, body: '{"error":"invalid_grant"}' });
    const visits: URL[] = [];
    const replay = lab({
      visit: (url) => {
        visits.push(url);
        return visits[0] ?? null;
      },
    });
    expect(await replay.signIn()).toMatchObject({ ok: true });
    expect(await replay.signIn()).toMatchObject(refused);
  });

  it("says that the person declined, was too late, or cancelled", async () => {
    expect(await lab({ consents: false }).signIn()).toMatchObject({
      failure: { code: "needs_sign_in", message: expect.stringContaining("declined"), detail: "access_denied" },
    });
    const late = lab({ visit: () => null });
    const waiting = late.signIn();
    await expect.poll(() => late.timers.length).toBe(1);
    late.timers[0]?.();
    expect(await waiting).toMatchObject({ failure: { code: "needs_sign_in", message: expect.stringContaining("five minutes") } });
    const left = lab({ visit: () => null });
    const cancelled = left.signIn();
    await expect.poll(() => left.timers.length).toBe(1);
    left.stop.abort();
    expect(await cancelled).toMatchObject({ failure: { code: "cancelled" } });
    expect([late.closes(), left.closes()]).toEqual([1, 1]);
  });

  it("keeps a silent token endpoint apart from a refusal, and logs no secret", async () => {
    const silent = lab({ http: () => Promise.reject(new HttpFailure("reset", true)) });
    expect(await silent.signIn()).toMatchObject({ failure: { code: "ledger_unreachable" } });
    const body = new Uint8Array(new TextEncoder().encode('{"error":"invalid_scope","error_description":"canary-9"}'));
    const chatty = lab({ http: async () => ({ status: 400, headers: { "content-type": "application/json" }, body, wireBytes: 0 }) });
    const outcome = await chatty.signIn();
    expect(outcome).toMatchObject({
      failure: { message: expect.stringContaining("invalid_scope"), next: expect.stringContaining("scopes") },
    });
    expect(`${JSON.stringify(outcome)}${chatty.lines.join()}`).not.toContain("canary-9");
  });
});
