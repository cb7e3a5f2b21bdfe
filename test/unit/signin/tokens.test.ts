import { describe, expect, it } from "vitest";
import { HttpFailure, type SecretStore, SecretsUnavailable } from "#main/ports/index.ts";
import { createOAuthRefreshSource } from "#main/signin/oauth-refresh.ts";
import { refreshTokenName } from "#main/signin/token-store.ts";
import { createBearerEnvSource, type TokenSource } from "#main/transport/tokens/token-source.ts";
import { seededRandom } from "#shared/kernel/random.ts";
import { createLogKeeper, createScriptedHttp, createTransportLab, type Scripted } from "#test/support/transport-lab.ts";
import { createVirtualTime } from "#test/support/virtual-time.ts";

const CANARY = "canary-5f3a9c-refresh-token";
const NAME = refreshTokenName("connection", "a");

function grant(access: string, refresh?: string): Scripted {
  return {
    status: 200,
    body: JSON.stringify({
      access_token: access,
      expires_in: "1800",
      token_type: "Bearer",
      ...(refresh ? { refresh_token: refresh } : {}),
    }),
  };
}

function sourceOf(script: readonly Scripted[], options: { env?: Record<string, string>; secret?: string; secrets?: SecretStore } = {}) {
  const time = createVirtualTime();
  const stored = new Map<string, string>();
  const { http, seen } = createScriptedHttp(time, script);
  const { log, lines } = createLogKeeper();
  const secrets: SecretStore = options.secrets ?? {
    kind: "memory",
    get: async (name) => stored.get(name) ?? null,
    set: async (name, value) => void stored.set(name, value),
    delete: async (name) => void stored.delete(name),
  };
  const env = options.env ?? {};
  env.FIRST ??= CANARY;
  const source: TokenSource = createOAuthRefreshSource({
    connectionId: "connection",
    config: { tokenUrl: "https://login.example/token", clientId: "app", refreshTokenEnv: "FIRST", clientSecretEnv: options.secret },
    ports: { clock: time, http, random: seededRandom(1), secrets, env: (name) => env[name], log },
  });
  return { time, stored, seen, lines, source };
}

const askToReplace = {
  next: "Ask the person who set up the token to replace it on this computer, then restart Tieout.",
  detail: "Environment variable of the token: FIRST",
};

describe("a token from the environment", () => {
  it("is read at each use, and its absence names the variable", async () => {
    const env = new Map<string, string>();
    const source = createBearerEnvSource("BIRCH_TOKEN", (name) => env.get(name));
    expect(await source.token()).toMatchObject({ ok: false, failure: { code: "secret_missing", field: "BIRCH_TOKEN" } });
    env.set("BIRCH_TOKEN", "abc");
    expect(await source.token()).toEqual({ ok: true, value: "abc" });
    expect(await source.refresh("abc")).toMatchObject({ ok: false, failure: { code: "needs_sign_in" } });
  });
});

describe("a token by refresh token", () => {
  it("is fetched once for all who ask at the same time, and kept", async () => {
    const { source, seen, time } = sourceOf([grant("one", "next")]);
    const tokens = await time.run(Promise.all([source.token(), source.token(), source.refresh("old"), source.token()]));
    expect(new Set(tokens.map((token) => token.ok && token.value))).toEqual(new Set(["one"]));
    // Nobody signs in to it.
    expect(source.whenRefused).toEqual(askToReplace);
    expect(await time.run(source.token())).toEqual({ ok: true, value: "one" });
    expect(seen).toHaveLength(1);
    expect(seen[0]?.method).toBe("POST");
    const form = new URLSearchParams(String(seen[0]?.body));
    expect(Object.fromEntries(form)).toEqual({ grant_type: "refresh_token", refresh_token: CANARY, client_id: "app" });
  });

  it("takes the first refresh token from the environment once, the newest one from then on", async () => {
    const { source, seen, time, stored } = sourceOf([grant("one", "second"), grant("two", "third"), grant("three")]);
    await time.run(source.token());
    await time.run(source.refresh("one"));
    source.accepted?.("two");
    await time.run(source.refresh("two"));
    expect(seen.map((request) => new URLSearchParams(String(request.body)).get("refresh_token"))).toEqual([CANARY, "second", "third"]);
    // The third answer rotated nothing, so nothing was written for it.
    expect([stored.get(NAME), stored.get(refreshTokenName("connection", "b"))]).toEqual([undefined, "2:third"]);
  });

  it("stores the new refresh token before the access token is used", async () => {
    const events: string[] = [];
    const values = new Map<string, string>();
    const secrets: SecretStore = {
      kind: "memory",
      get: async (name) => values.get(name) ?? null,
      set: async (name, value) => {
        await Promise.resolve();
        values.set(name, value);
        events.push(`stored ${value}`);
      },
      delete: async () => undefined,
    };
    const { source, time } = sourceOf([grant("one", "second")], { secrets });
    await time.run(source.token().then(() => events.push("used")));
    expect(events).toEqual(["stored 1:second", "used"]);
  });

  it("keeps a rotated token that the keychain could not take, and says so", async () => {
    let isLocked = true;
    const held = new Map<string, string>();
    const secrets: SecretStore = {
      kind: "keychain",
      get: async (name) => held.get(name) ?? null,
      set: async (name, value) => {
        if (isLocked) throw new Error("locked");
        held.set(name, value);
      },
      delete: async () => undefined,
    };
    const { source, seen, time } = sourceOf([grant("one", "second"), grant("two", "third")], { secrets });
    expect(await time.run(source.token())).toMatchObject({ ok: false, failure: { code: "keychain_unavailable" } });
    isLocked = false;
    // What the ledger gave is still good: it is stored, then used, and the ledger is not asked again.
    expect(await time.run(source.token())).toEqual({ ok: true, value: "one" });
    expect([...held.values()]).toEqual(["1:second"]);
    await time.pass(1_500_000);
    expect(await time.run(source.token())).toEqual({ ok: true, value: "two" });
    expect(String(seen[1]?.body)).toContain("refresh_token=second");
  });

  it("replaces an entry of the keychain that is damaged by a new one from the environment, and only by a new one", async () => {
    const damaged = new Set<string>();
    const held = new Map<string, string>();
    const secrets: SecretStore = {
      kind: "keychain",
      get: async (name) => {
        if (damaged.has(name)) throw new SecretsUnavailable({ code: "keychain_unavailable", message: "It is damaged." }, "damaged");
        return held.get(name) ?? null;
      },
      set: async (name, value) => {
        damaged.delete(name);
        held.set(name, value);
      },
      delete: async (name) => void held.delete(name),
    };
    const env = { FIRST: CANARY };
    const { source, seen, time } = sourceOf([grant("one", "second"), grant("two", "third")], { secrets, env });
    await time.run(source.token());
    damaged.add(NAME);
    await time.pass(1_500_000);
    expect(await time.run(source.token())).toMatchObject({
      ok: false,
      failure: { next: expect.stringMatching(/^Set the environment variable FIRST to a new refresh token/) },
    });
    env.FIRST = "new";
    expect(await time.run(source.token())).toEqual({ ok: true, value: "two" });
    expect(seen.map((request) => new URLSearchParams(String(request.body)).get("refresh_token"))).toEqual([CANARY, "new"]);
    expect([...held.values()]).toEqual(["2:third"]);
  });

  it("is renewed before its life ends", async () => {
    const { source, time, seen } = sourceOf([grant("one", "second"), grant("two", "third")]);
    await time.run(source.token());
    await time.pass(1_500_000);
    expect(await time.run(source.token())).toEqual({ ok: true, value: "two" });
    expect(seen).toHaveLength(2);
  });

  it("asks for a sign-in when the grant is dead, and is patient when the service is down", async () => {
    const dead = sourceOf([{ status: 400, body: '{"error":"invalid_grant"}' }]);
    expect(await dead.time.run(dead.source.token())).toMatchObject({
      ok: false,
      failure: {
        code: "needs_sign_in",
        message: expect.stringContaining("invalid_grant"),
        ...askToReplace,
      },
    });
    const down = sourceOf([new HttpFailure("reset", true), { status: 503 }, grant("one")]);
    expect(await down.time.run(down.source.token())).toEqual({ ok: true, value: "one" });
    const gone = sourceOf([{ status: 503 }, { status: 503 }, { status: 503 }]);
    expect(await gone.time.run(gone.source.token())).toMatchObject({ ok: false, failure: { code: "ledger_unreachable" } });
  });

  it.each(["<html>Welcome to the hotel</html>", '{"access_token":"o', ""])(
    "is asked for again when its answer was damaged (%j)",
    async (body) => {
      const { source, seen, time } = sourceOf([{ status: 200, body }, grant("one", "next")]);
      expect(await time.run(source.token())).toEqual({ ok: true, value: "one" });
      expect(seen).toHaveLength(2);
    },
  );

  it("keeps the new refresh token of an answer whose other parts can't be used", async () => {
    const body = JSON.stringify({
      access_token: "one",
      refresh_token: "second",
      expires_in: "soon",
      id_token: "not.one.ofours",
      scope: [],
    });
    const { source, time, stored } = sourceOf([{ status: 200, body }]);
    expect(await time.run(source.token())).toEqual({ ok: true, value: "one" });
    expect([...stored.values()]).toEqual(["1:second"]);
  });

  it("says what the ledger refused also where it sends a challenge with it", async () => {
    const refusal = { status: 401, headers: { "www-authenticate": 'Basic realm="login"' }, body: '{"error":"invalid_client"}' };
    const { source, seen, time } = sourceOf([refusal], { secret: "APP_SECRET", env: { APP_SECRET: "wrong" } });
    expect(await time.run(source.token())).toMatchObject({
      ok: false,
      failure: { code: "needs_sign_in", message: expect.stringContaining("your registered app (invalid_client)") },
    });
    expect(seen).toHaveLength(1);
  });

  it("sends a client secret by HTTP Basic, and names the variable that lacks it", async () => {
    const basic = sourceOf([grant("one")], { secret: "APP_SECRET", env: { APP_SECRET: "p:w d" } });
    await basic.time.run(basic.source.token());
    expect(basic.seen[0]?.headers.authorization).toBe(`Basic ${Buffer.from("app:p%3Aw+d").toString("base64")}`);
    expect(String(basic.seen[0]?.body)).not.toContain("client_id");
    const lacking = sourceOf([], { secret: "APP_SECRET" });
    expect(await lacking.time.run(lacking.source.token())).toMatchObject({
      ok: false,
      failure: { code: "secret_missing", field: "APP_SECRET" },
    });
    const first = sourceOf([], { env: { FIRST: "" } });
    expect(await first.time.run(first.source.token())).toMatchObject({ ok: false, failure: { code: "secret_missing", field: "FIRST" } });
  });

  it("never shows a secret in a failure or a log line", async () => {
    const echo = { status: 400, body: `{"error":"invalid_grant","error_description":"${CANARY} is dead"}` };
    for (const script of [[echo], [{ status: 500, body: CANARY }, new HttpFailure("reset", true), { status: 429 }]]) {
      const { source, time, lines } = sourceOf(script as Scripted[]);
      expect(JSON.stringify(await time.run(source.token()))).not.toContain(CANARY);
      expect(lines.join("\n")).not.toContain(CANARY);
    }
  });
});

describe("a token that the ledger refuses", () => {
  function renewing() {
    let refreshes = 0;
    const source: TokenSource = {
      token: async () => ({ ok: true, value: `token-${refreshes}` }),
      refresh: async () => ({ ok: true, value: `token-${++refreshes}` }),
    };
    return { source, count: () => refreshes };
  }

  it("is renewed once, and the request is sent again with the new one", async () => {
    const { source, count } = renewing();
    const lab = createTransportLab([{ status: 401 }, { status: 200 }], source);
    expect((await lab.read()).kind).toBe("answered");
    expect(lab.seen.map((request) => request.headers.authorization)).toEqual(["Bearer token-0", "Bearer token-1"]);
    expect(count()).toBe(1);
  });

  it("means a sign-in when the renewed one is refused too", async () => {
    const { source, count } = renewing();
    const lab = createTransportLab([{ status: 401 }, { status: 401 }, { status: 200 }], source);
    expect(await lab.read()).toMatchObject({ kind: "needs_sign_in", failure: { code: "needs_sign_in" } });
    expect(lab.seen).toHaveLength(2);
    expect(count()).toBe(1);
  });

  it("stops the request when it can't be renewed", async () => {
    const lab = createTransportLab(
      [{ status: 401 }],
      createBearerEnvSource("T", () => "x-token"),
    );
    expect((await lab.read()).kind).toBe("needs_sign_in");
    const missing = createTransportLab(
      [],
      createBearerEnvSource("T", () => undefined),
    );
    expect(await missing.read()).toMatchObject({ kind: "failed", failure: { code: "secret_missing", field: "T" } });
    expect(missing.seen).toHaveLength(0);
  });
});
