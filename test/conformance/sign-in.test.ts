import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { readProfile } from "#main/ledgers/profile.ts";
import { fillProfile } from "#main/runtime/sign-in/ledger-choices.ts";
import type { SignInView } from "#shared/contract/connections/sign-in.ts";
import type { ScheduleView } from "#shared/contract/sync/schedule.ts";
import { type SignInLab, signInLab } from "#test/support/sign-in-lab.ts";

let lab: SignInLab;

afterEach(() => lab.close());

const app = (profile: string, more: object = {}) => lab.ask("signIn.setApp", { profile, clientId: "app", redirect: "loopback", ...more });
const stored = async (clientId: string) => {
  const found = await lab.runtime.context.connections.find(clientId);
  return JSON.parse(found?.body ?? "{}") as { auth: Record<string, unknown>; held: Record<string, unknown> };
};

/** Signs in and connects the first tenants, each as a separate client. */
async function connected(profile: string, count: number, account = ""): Promise<string[]> {
  const view = await lab.signIn(profile, { account });
  const tenants = view.tenants.slice(0, count).map(({ tenantId, name }) => ({ tenantId, client: { newClient: name } }));
  const { outcomes } = await lab.ask<SignInView>("signIn.connect", { signInId: view.signInId, tenants });
  expect(outcomes.map(({ failure }) => failure)).toEqual(tenants.map(() => null));
  return outcomes.map(({ clientId }) => clientId ?? "");
}

describe("one sign-in for several books", () => {
  it("gives one grant to all of them, renewed once whoever asks", async () => {
    lab = await signInLab({ lifetimeMs: 60_000 });
    await app("a");
    const clients = await connected("a", 2);
    await lab.clock.advance(60_000);
    const before = lab.issuers.a.totals.refreshed;
    const states = await lab.clock.run(Promise.all(clients.map((clientId) => lab.runtime.context.engine.sync(clientId, {}))));
    expect(states.map((one) => one?.state)).toEqual(["up_to_date", "up_to_date"]);
    expect(lab.issuers.a.totals.reuseDetected).toBe(0);
    // Both asked at once for the first renewal; any later one is due to time.
    expect(lab.issuers.a.totals.refreshed - before).toBeLessThanOrEqual(2);
    expect(new Set(lab.tokenForms.map((form) => form.get("refresh_token")).filter((token) => token !== null)).size).toBe(
      lab.issuers.a.totals.refreshed,
    );
    expect(lab.files()).not.toMatch(/(access|refresh|code)-[0-9a-f]{32}/);
  });

  it("connects what it can and lets what failed be tried again, with the clients that were made", async () => {
    lab = await signInLab();
    await app("a");
    await lab.ask("clients.add", { name: "Taken" });
    const [taken = ""] = await connected("a", 1);
    const { signInId, tenants } = await lab.signIn("a");
    const [first, second, third] = tenants.map(({ tenantId }) => tenantId);
    expect(tenants.map(({ connectedTo }) => connectedTo?.clientId ?? null)).toEqual([taken, null, null]);
    const wanted = [
      { tenantId: first, client: { newClient: "Again" } },
      { tenantId: second, client: { newClient: "Second" } },
    ];
    const partly = await lab.ask<SignInView>("signIn.connect", { signInId, tenants: wanted });
    expect([partly.state, ...partly.outcomes.map(({ state }) => state)]).toEqual(["choose", "failed", "connected"]);
    expect(partly.outcomes[0]?.failure).toMatchObject({ code: "already_exists", field: "tenantId" });
    // The client created for the first tenant gets the third.
    const rest = await lab.ask<SignInView>("signIn.connect", { signInId, tenants: [{ tenantId: third, client: { newClient: "Again" } }] });
    expect(rest.outcomes.at(-1)).toMatchObject({ state: "connected", clientId: partly.outcomes[0]?.clientId });
    await lab.ask("signIn.cancel", { signInId });
    expect((await lab.sync(rest.outcomes.at(-1)?.clientId ?? "")).state).toBe("up_to_date");
  });

  it("asks for journals by choice only, and says what to do when one scope refuses it all", async () => {
    lab = await signInLab({ approvedScopes: ["books"] });
    await app("a");
    const refused = await lab.signIn("a", { journals: true });
    expect(refused).toMatchObject({
      state: "failed",
      failure: { field: "journals", next: expect.stringContaining("without the general-ledger feed") },
    });
    expect((await lab.signIn("a")).state).toBe("choose");
    expect(lab.shown.map((page) => page.searchParams.get("scope"))).toEqual(["books journals.read", "books"]);
  });
});

describe("a sign-in that is not finished", () => {
  it("is given up: what was granted is ended at the ledger, and nothing was kept", async () => {
    lab = await signInLab();
    await app("b");
    const { signInId, state } = await lab.signIn("b");
    expect(state).toBe("choose");
    await lab.ask("signIn.cancel", { signInId });
    expect(await lab.ask<SignInView>("signIn.show", { signInId })).toMatchObject({ state: "cancelled" });
    const [granted] = lab.tokenForms;
    expect(granted?.get("grant_type")).toBe("authorization_code");
    expect(lab.revoked).toEqual([expect.stringMatching(/^refresh-/)]);
    expect([...lab.secrets.keys()]).toEqual([]);
    // The sign-in is over: nothing more can be connected with it.
    expect(await lab.route("signIn.connect", { signInId, tenants: [{ tenantId: "9130001", client: { newClient: "x" } }] })).toMatchObject({
      failure: { code: "busy" },
    });
  });

  it("is not given up while its connections are being made", async () => {
    lab = await signInLab();
    await app("b");
    const { signInId, tenants } = await lab.signIn("b");
    const wanted = tenants.map(({ tenantId, name }) => ({ tenantId, client: { newClient: name } }));
    const connecting = lab.runtime.route("signIn.connect", { signInId, tenants: wanted });
    const cancelling = lab.runtime.route("signIn.cancel", { signInId });
    const [connected] = await lab.clock.run(Promise.all([connecting, cancelling]));
    expect(connected).toMatchObject({ value: { state: "done", outcomes: [{ state: "connected" }] } });
    expect(lab.revoked).toEqual([]);
  });

  it("waits for an unlocked keychain and keeps nothing before", async () => {
    lab = await signInLab();
    await app("b");
    const { signInId, tenants } = await lab.signIn("b");
    const wanted = { signInId, tenants: tenants.map(({ tenantId }) => ({ tenantId, client: { newClient: "Locked" } })) };
    lab.locked = true;
    expect(await lab.route("signIn.connect", wanted)).toMatchObject({ failure: { code: "keychain_unavailable" } });
    expect(await lab.runtime.context.connections.all()).toEqual([]);
    lab.locked = false;
    expect((await lab.ask<SignInView>("signIn.connect", wanted)).state).toBe("done");
  });

  it("is found again and can be shown once more while the browser is open; late is late", async () => {
    lab = await signInLab();
    await app("b");
    lab.visit = () => null;
    const { signInId } = await lab.ask<SignInView>("signIn.begin", { profile: "b" });
    await expect.poll(() => lab.shown.length).toBe(1);
    expect((await lab.ask<SignInView[]>("signIn.active")).map((view) => view.signInId)).toEqual([signInId]);
    // The window shows the address at once, and showing it opens nothing.
    const { address } = await lab.ask<{ address: string | null }>("signIn.address", { signInId });
    expect(lab.shown.map(({ href }) => href)).toEqual([address]);
    const again = await lab.ask<{ address: string }>("signIn.openAgain", { signInId });
    expect(lab.shown.map(({ href }) => href)).toEqual([again.address, again.address]);
    await lab.clock.advance(300_000);
    expect(await lab.ask<SignInView>("signIn.show", { signInId })).toMatchObject({
      state: "failed",
      failure: { message: expect.stringContaining("five minutes") },
    });
    expect(await lab.route("signIn.openAgain", { signInId })).toMatchObject({ failure: { code: "not_found" } });
    expect(await lab.ask("signIn.address", { signInId })).toEqual({ address: null });
  });

  it("refuses what comes back with another state, code or sign-in", async () => {
    lab = await signInLab();
    await app("b");
    const hostile: ((url: URL) => void)[] = [
      (url) => url.searchParams.set("state", "x".repeat(43)),
      (url) => url.searchParams.set("code", "code-00000000000000000000000000000000"),
      (url) => url.searchParams.append("state", "y"),
      (url) => url.searchParams.delete("code"),
      (url) => url.searchParams.set("iss", "https://evil.example"),
    ];
    for (const change of hostile) {
      lab.visit = (_asked, back) => {
        change(back);
        return back;
      };
      expect(await lab.signIn("b")).toMatchObject({ state: "failed", failure: { code: "needs_sign_in" } });
    }
    expect([...lab.secrets.keys()]).toEqual([]);
  });
});

describe("signing in again", () => {
  it("refuses another company than the connection's, ends that grant and leaves the old one alone", async () => {
    lab = await signInLab();
    await app("b");
    const [clientId = ""] = await connected("b", 1);
    lab.visit = (_asked, back) => {
      back.searchParams.set("realmId", "9130002");
      return back;
    };
    const refused = await lab.route("connections.signIn", { clientId });
    expect(refused).toMatchObject({ failure: { code: "invalid_input", message: expect.stringContaining("9130001") } });
    expect(lab.revoked).toHaveLength(1);
    expect((await lab.sync(clientId)).state).toBe("up_to_date");
  });

  it.each([false, true])("keeps nothing of a sign-in that was waiting when its client was disconnected (forget: %s)", async (forget) => {
    lab = await signInLab();
    await app("b");
    const [clientId = ""] = await connected("b", 1);
    const back: URL[] = [];
    lab.visit = (_asked, consented) => {
      back.push(consented);
      return null;
    };
    const signingIn = lab.runtime.route("connections.signIn", { clientId });
    while (back.length === 0) await new Promise((resolve) => setImmediate(resolve));
    // Not so far that the wait for the browser is over.
    let gone: object | null = null;
    void lab.runtime.route("connections.disconnect", { clientId, forget }).then((result) => (gone = result));
    for (; gone === null; await new Promise((resolve) => setImmediate(resolve))) await lab.clock.advance(5);
    expect(gone).toMatchObject({ ok: true });
    lab.comeBack(back[0] as URL);
    expect(await lab.clock.run(signingIn)).toMatchObject({ ok: false, failure: { code: "cancelled" } });
    expect([...lab.secrets.keys()].filter((name) => name.includes("refresh_token"))).toEqual([]);
  });

  it("ends at the ledger what is disconnected: the whole grant, or one tenant where others use it", async () => {
    lab = await signInLab();
    await app("a");
    await app("b");
    const [ofB = ""] = await connected("b", 1);
    expect(await lab.ask("connections.disconnect", { clientId: ofB })).toMatchObject({ revoked: "revoked" });
    expect(lab.revoked).toHaveLength(1);
    expect([...lab.secrets.keys()]).toEqual([]);
    const [first = "", second = ""] = await connected("a", 2);
    const left = await lab.ask<{ revoked: string; words: string[] }>("connections.disconnect", { clientId: first });
    expect(left.revoked).toBe("revoked");
    expect(left.words[0]).toMatch(/ended Tieout's access to this client's books\. Another client uses the same sign-in/);
    // Its tenant was disconnected; the grant remains for the other.
    expect(lab.revoked).toHaveLength(1);
    expect((await lab.sync(second)).state).toBe("up_to_date");
    expect(await lab.ask("connections.disconnect", { clientId: second })).toMatchObject({ revoked: "revoked" });
    expect(lab.revoked).toHaveLength(2);
    expect([...lab.secrets.keys()]).toEqual([]);
  });

  it("calls nobody to sign in to what a person has ended, and no longer reads it automatically", async () => {
    lab = await signInLab();
    await app("b");
    const [clientId = ""] = await connected("b", 1);
    const waiting = async () => {
      // Results of a sync are processed after it has ended.
      await lab.clock.advance(5_000);
      return (await lab.ask<{ kind: string }[]>("notices.list")).map(({ kind }) => kind);
    };
    lab.issuers.b.revoke();
    expect((await lab.sync(clientId)).state).toBe("needs_sign_in");
    expect(await waiting()).toEqual(["needs_sign_in"]);
    await lab.ask("connections.disconnect", { clientId });
    expect(await waiting()).toEqual([]);
    expect((await lab.sync(clientId)).state).toBe("needs_sign_in");
    expect(await waiting()).toEqual([]);
    const { rows } = await lab.ask<ScheduleView>("schedule.list");
    expect(rows).toMatchObject([{ clientId, state: "not_connected", nextAt: null, callsPerDay: 0 }]);
  });

  it("deletes nothing while the keychain is locked, but sends nothing either", async () => {
    lab = await signInLab();
    await app("b");
    const [clientId = ""] = await connected("b", 1);
    lab.locked = true;
    const refused = await lab.route("connections.disconnect", { clientId });
    expect(refused).toMatchObject({ failure: { code: "keychain_unavailable", next: expect.stringMatching(/Unlock.* delete the tokens/) } });
    lab.locked = false;
    expect((await lab.sync(clientId)).state).toBe("needs_sign_in");
    expect(await lab.ask("connections.disconnect", { clientId })).toMatchObject({ revoked: "revoked" });
    expect([...lab.secrets.keys()]).toEqual([]);
  });
});

describe("the firm's own app", () => {
  it("keeps its secret in the secret store alone, and renews with it", async () => {
    lab = await signInLab({ apps: new Map([["app", "s3cret-of-the-app"]]), lifetimeMs: 60_000 });
    expect(await app("b", { clientSecret: "s3cret-of-the-app" })).toEqual({ clientId: "app", redirect: "loopback", hasSecret: true });
    const [clientId = ""] = await connected("b", 1);
    await lab.clock.advance(60_000);
    expect((await lab.sync(clientId)).state).toBe("up_to_date");
    expect(lab.issuers.b.totals.refreshed).toBeGreaterThan(0);
    expect(lab.files()).not.toContain("s3cret-of-the-app");
    expect(
      JSON.stringify([await lab.ask("signIn.choices"), await lab.ask("connections.show", { clientId }), await stored(clientId)]),
    ).not.toContain("s3cret");
    for (const page of lab.shown) expect(page.href).not.toContain("s3cret");
    // Without it nobody is signed in, and the message names what is missing.
    await app("b", { clientSecret: null });
    expect(await lab.signIn("b")).toMatchObject({ state: "failed" });
  });

  it("returns over an https page where the ledger wants one: registered address, handed over by the state", async () => {
    lab = await signInLab({ acceptsRedirect: (uri) => uri === "https://firm.example/tieout/" });
    await app("b", { redirect: "https://firm.example/tieout/" });
    // The page passes on what the ledger sent it.
    lab.visit = (_asked, back) => new URL(`http://127.0.0.1:50123/${"0f".repeat(16)}${back.search}`);
    const [clientId = ""] = await connected("b", 1);
    expect(lab.shown[0]?.searchParams.get("redirect_uri")).toBe("https://firm.example/tieout/");
    expect(lab.shown[0]?.searchParams.get("state")).toMatch(/^[\w-]{43}\.50123\.(0f){16}$/);
    expect((await lab.sync(clientId)).state).toBe("up_to_date");
  });

  it.each(["http://evil.example/", "https://user@firm.example/", "http://localhost/", "javascript:1", "https://firm.example/?a=1"])(
    "does not take %s as a redirect",
    async (redirect) => {
      lab = await signInLab();
      expect(await lab.route("signIn.setApp", { profile: "a", clientId: "app", redirect })).toMatchObject({
        failure: { field: "redirect" },
      });
    },
  );
});

describe("a certificate of this machine", () => {
  it("signs in for a person, keeps its key in the secret store alone, and tells of its end in time", async () => {
    lab = await signInLab();
    const { keyId, certificate } = await lab.ask<{ keyId: string; certificate: string }>("certificates.make", {
      name: "Firm",
      algorithm: "ES256",
    });
    const certificateId = lab.issuers.c.upload({ clientId: "app", certificate });
    const use = { client: { newClient: "By key" }, profile: "c", account: "777-sb1", app: "app", certificateId, keyId };
    const made = await lab.ask<{ clientId: string; state: string }>("certificates.connect", use);
    expect(made).toMatchObject({ state: "connected", failure: null });
    const { clientId } = made;
    expect((await lab.sync(clientId)).state).toBe("up_to_date");
    expect([...lab.secrets.keys()]).toEqual([`key/${keyId}/private_key`]);
    expect(await lab.ask("connections.show", { clientId })).toMatchObject({ keyFile: false });
    expect(lab.files()).not.toMatch(/PRIVATE KEY|access-[0-9a-f]{32}/);
    expect(await lab.ask("connections.tokenState", { clientId })).toMatchObject({ next: null });
    await lab.clock.advance(680 * 86_400_000);
    expect(await lab.ask("connections.tokenState", { clientId })).toMatchObject({ next: expect.stringContaining("expires in 49 days") });
    expect(await lab.ask("certificates.list")).toMatchObject([{ daysLeft: 49, warning: expect.stringContaining("49 days") }]);
    // A certificate in use can't be deleted before its connection is ended.
    expect(await lab.route("certificates.forget", { keyId })).toMatchObject({ failure: { code: "busy" } });
    await lab.ask("connections.disconnect", { clientId, forget: true });
    await lab.ask("certificates.forget", { keyId });
    expect([...lab.secrets.keys()]).toEqual([]);
  });

  it("is not kept without its key, nor connected to a ledger that takes none", async () => {
    lab = await signInLab();
    lab.locked = true;
    expect(await lab.route("certificates.make", { name: "Firm", algorithm: "ES256" })).toMatchObject({
      failure: { code: "keychain_unavailable" },
    });
    expect(await lab.ask("certificates.list")).toEqual([]);
    lab.locked = false;
    const { keyId } = await lab.ask<{ keyId: string }>("certificates.make", { name: "Firm", algorithm: "ES256" });
    const use = { client: { newClient: "No" }, profile: "a", app: "app", certificateId: "x", keyId };
    expect(await lab.route("certificates.connect", use)).toMatchObject({ failure: { code: "not_supported", field: "profile" } });
    expect((await lab.ask<{ rows: unknown[] }>("clients.list")).rows).toEqual([]);
  });
});

describe("the account in a ledger's addresses", () => {
  it("is refused or stays one label of the ledger's own host, whatever is typed", async () => {
    lab = await signInLab();
    const read = readProfile({
      name: "x",
      oauth: { authorizeUrl: "https://{host}.app.ledger.example/authorize", tokenUrl: "https://{host}.ledger.example/token" },
      signIn: { system: "ledger_c", label: "x", baseUrl: "https://{host}.ledger.example", redirect: "loopback", clientSecret: "none" },
    });
    if (!read.ok) throw new Error(read.failure.message);
    const typed = fc.oneof(
      fc.string(),
      fc.webUrl(),
      fc.stringMatching(/^[\w@./:#?-]{0,40}$/),
      fc.constantFrom("1234567", "1234567_SB1", "td1-x"),
    );
    fc.assert(
      fc.property(typed, (account) => {
        const filled = fillProfile(read.value, account);
        if (!filled.ok) {
          expect(filled.failure.field).toBe("account");
          return;
        }
        for (const address of [filled.value.baseUrl, filled.value.tokenUrl, filled.value.authorizeUrl])
          expect(new URL(address).hostname).toMatch(/^[a-z0-9-]+(\.app)?\.ledger\.example$/);
      }),
      { numRuns: 500 },
    );
    expect(fillProfile(read.value, "1234567-sb1")).toMatchObject({
      value: { tenantId: "1234567_SB1", baseUrl: "https://1234567-sb1.ledger.example" },
    });
  });
});

describe("OAuth 1.0 tokens", () => {
  const file = JSON.stringify({
    system: "ledger_c",
    name: "Old",
    tenantId: "777_SB1",
    baseUrl: "https://ledger.example/c/777-sb1",
    auth: { type: "oauth1_token", consumerKeyEnv: "CK", consumerSecretEnv: "CS", tokenEnv: "TK", tokenSecretEnv: "TS" },
  });

  it("are refused for a new connection from 2027 on, before anything is sent", async () => {
    lab = await signInLab({}, Date.UTC(2027, 0, 1));
    const { clientId } = await lab.ask<{ clientId: string }>("clients.add", { name: "Old" });
    const refused = await lab.route("connections.add", { clientId, file });
    expect(refused).toMatchObject({ failure: { code: "not_supported", next: expect.stringContaining("oauth2_client_credentials") } });
  });

  it("go on where a connection was there before", async () => {
    lab = await signInLab({}, Date.UTC(2027, 5, 1));
    const { clientId } = await lab.ask<{ clientId: string }>("clients.add", { name: "Old" });
    const stored = { connectionId: "old", clientId, system: "ledger_c" as const, tenantId: "777_SB1", nowMs: 0 };
    await lab.clock.run(
      lab.runtime.context.pool.must("firm.saveConnection", {
        ...stored,
        body: JSON.stringify({ ...JSON.parse(file), profile: "neutral" }),
      }),
    );
    // This vendor takes bearer tokens only: what counts is that the request was signed and sent.
    expect((await lab.sync(clientId)).failure).toMatchObject({ code: "needs_sign_in" });
    expect(lab.authorizations.at(-1)).toMatch(/^OAuth realm="777_SB1", oauth_consumer_key="ck"/);
  });
});
