import { afterEach, describe, expect, it } from "vitest";
import type { SignInView } from "#shared/contract/connections/sign-in.ts";
import { type SignInLab, signInLab } from "#test/support/sign-in-lab.ts";

let lab: SignInLab;

afterEach(() => lab.close());

const app = (profile: string, more: object = {}) => lab.ask("signIn.setApp", { profile, clientId: "app", redirect: "loopback", ...more });

describe("a sign-in without a usable keychain", () => {
  it("asks for the keychain before the browser, and keeps tokens for the session where a person says so", async () => {
    lab = await signInLab();
    await app("b");
    lab.locked = true;
    expect(await lab.ask("signIn.keychain")).toMatchObject({ problem: { code: "keychain_unavailable" }, session: false });
    expect(await lab.route("signIn.begin", { profile: "b" })).toMatchObject({ failure: { code: "keychain_unavailable" } });
    expect(lab.shown).toEqual([]);
    expect(await lab.ask("signIn.keepForSession")).toMatchObject({ session: true });
    const { signInId, tenants } = await lab.signIn("b");
    const wanted = tenants.map(({ tenantId, name }) => ({ tenantId, client: { newClient: name } }));
    const done = await lab.ask<SignInView>("signIn.connect", { signInId, tenants: wanted });
    expect(done.state).toBe("done");
    const clientId = done.outcomes[0]?.clientId ?? "";
    expect((await lab.sync(clientId)).state).toBe("up_to_date");
    expect(await lab.ask("connections.tokenState", { clientId })).toMatchObject({
      state: "signed_in",
      words: expect.stringContaining("in memory"),
      keychain: { kind: "memory", problem: null },
    });
    // A renewal goes to memory, too, and a new start waits for nothing that is not there.
    await lab.clock.advance(7_200_000);
    expect((await lab.sync(clientId)).state).toBe("up_to_date");
    expect([...lab.secrets.keys()]).toEqual([]);
    expect(await lab.runtime.context.pool.must("firm.tokenMark", { grantKey: `grant-${signInId}` })).toBeNull();
    // With the keychain back, the next sign-in is kept there.
    lab.locked = false;
    await lab.ask("connections.signIn", { clientId });
    expect([...lab.secrets.keys()]).toHaveLength(1);
    expect((await lab.sync(clientId)).state).toBe("up_to_date");
  });

  it("of a connection that is there is not begun either while its tokens can't be kept", async () => {
    lab = await signInLab();
    await app("b");
    const { signInId, tenants } = await lab.signIn("b");
    const wanted = tenants.map(({ tenantId, name }) => ({ tenantId, client: { newClient: name } }));
    const { outcomes } = await lab.ask<SignInView>("signIn.connect", { signInId, tenants: wanted });
    const shown = lab.shown.length;
    lab.locked = true;
    const again = await lab.route("connections.signIn", { clientId: outcomes[0]?.clientId });
    expect(again).toMatchObject({ failure: { code: "keychain_unavailable" } });
    expect(lab.shown).toHaveLength(shown);
  });

  it("keeps an app's secret for the session as well", async () => {
    lab = await signInLab();
    lab.locked = true;
    const asked = { profile: "b", clientId: "app-b", redirect: "http://localhost:47615/signed-in", clientSecret: "s3cret" };
    expect(await lab.route("signIn.setApp", asked)).toMatchObject({ failure: { code: "keychain_unavailable" } });
    await lab.ask("signIn.keepForSession");
    expect(await lab.ask("signIn.setApp", asked)).toMatchObject({ hasSecret: true });
    expect([...lab.secrets.keys()]).toEqual([]);
  });
});

describe("the secret of the firm's own app", () => {
  it("is named by its ledger, and where to enter it, when its secret is missing", async () => {
    lab = await signInLab({ apps: new Map([["app", "s3cret-of-the-app"]]), lifetimeMs: 60_000 });
    await app("b", { clientSecret: "s3cret-of-the-app" });
    const { signInId, tenants } = await lab.signIn("b");
    const wanted = tenants.slice(0, 1).map(({ tenantId, name }) => ({ tenantId, client: { newClient: name } }));
    const { outcomes } = await lab.ask<SignInView>("signIn.connect", { signInId, tenants: wanted });
    const clientId = outcomes[0]?.clientId ?? "";
    await app("b", { clientSecret: null });
    await lab.clock.advance(60_000);
    const { failure } = await lab.sync(clientId);
    expect(failure?.message).toBe("The client secret of your firm's app for Ledger B isn't in this computer's keychain.");
    expect(failure?.next).toMatch(/^Choose Connect a ledger, select Ledger B and continue\. Then choose Change beside App registration/);
  });
});
