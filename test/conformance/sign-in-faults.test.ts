import { afterEach, describe, expect, it } from "vitest";
import { HttpFailure } from "#main/ports/index.ts";
import type { ClientSync } from "#shared/contract/sync/sync.ts";
import { createWorld, type World } from "#test/support/world.ts";
import type { Tenant, TenantOptions } from "#test/support/world-tenant.ts";

let world: World | null = null;

afterEach(async () => {
  await world?.close();
  world = null;
});

/** A world with one connection that renews its tokens. */
async function renewing(options: Partial<TenantOptions> = {}): Promise<{ readonly world: World; readonly tenant: Tenant }> {
  world = await createWorld({ seed: 4_711, tenants: [{ style: "a", auth: "oauth", ...options }] });
  return { world, tenant: world.tenants[0] as Tenant };
}

const cursors = ({ streams }: ClientSync) => streams.map(({ stream, cursor }) => [stream, cursor]);
const isTokenRequest = ({ url }: { readonly url: string }) => url.endsWith("/oauth/token");
const KINDS = ["documents", "payments", "parties"] as const;

async function equalsBooks(tenant: Tenant): Promise<void> {
  for (const kind of KINDS) expect(await tenant.compareWithOracle(kind), kind).toEqual([]);
}

describe("tokens that fail while a client is read", () => {
  it("end in the middle of it, and are renewed without a word", async () => {
    const { tenant } = await renewing({ tokenLifetimeMs: 8_000 });
    const synced = await tenant.sync();
    expect(synced.state).toBe("up_to_date");
    expect(tenant.simulated.tokens.totals.refreshed).toBeGreaterThan(2);
    expect(tenant.simulated.tokens.totals).toMatchObject({ reuseDetected: 0, refused: 0 });
    await equalsBooks(tenant);
  });

  it("are ended by the ledger early: one renewal, whoever was refused", async () => {
    const { world, tenant } = await renewing();
    const { tokens } = tenant.simulated;
    const before = tokens.totals.refreshed;
    let calls = 0;
    world.patch = async (request) => {
      if (!isTokenRequest(request) && ++calls === 5) tokens.expire(/Bearer (.+)/.exec(request.headers.authorization ?? "")?.[1] ?? "");
      return null;
    };
    expect((await tenant.sync()).state).toBe("up_to_date");
    expect(tokens.totals.refreshed - before).toBe(1);
    await equalsBooks(tenant);
  });

  it("are withdrawn: a question or two more, a clear state, kept cursors, and nothing is read twice after signing in", async () => {
    const { world, tenant } = await renewing();
    let asked = 0;
    let calls = 0;
    world.patch = async (request) => {
      if (isTokenRequest(request)) asked++;
      else if (++calls === 12) tenant.simulated.tokens.revoke();
      return null;
    };
    const dead = await tenant.sync();
    expect(dead.state).toBe("needs_sign_in");
    // The newest token, and the first one in case a person has replaced it.
    expect(asked).toBe(2);
    const again = await tenant.sync();
    // Known to be dead: nobody is asked again.
    expect([again.state, asked]).toEqual(["needs_sign_in", 2]);
    expect(cursors(again)).toEqual(expect.arrayContaining(cursors(dead).filter(([, cursor]) => cursor !== null)));
    tenant.signIn();
    const after = await tenant.sync();
    expect(after.state).toBe("up_to_date");
    await equalsBooks(tenant);
  });

  it("are for other books: a clear failure, few calls, and no renewal storm", async () => {
    const { world, tenant } = await renewing();
    expect((await tenant.sync()).state).toBe("up_to_date");
    const other = tenant.simulated.tokens.issue(["other-tenant"]);
    tenant.secret = other.refreshToken;
    tenant.simulated.tokens.revoke();
    const wrong = tenant.simulated.tokens.issue(["other-tenant"]);
    tenant.secret = wrong.refreshToken;
    let asked = 0;
    let sent = 0;
    world.patch = async (request) => {
      if (isTokenRequest(request)) asked++;
      else sent++;
      return null;
    };
    const refused = await tenant.sync();
    expect(["needs_sign_in", "failed", "incomplete"]).toContain(refused.state);
    expect(refused.failure ?? refused.streams.find(({ failure }) => failure !== null)?.failure).toMatchObject({
      message: expect.stringMatching(/\S/),
    });
    expect(asked).toBeLessThanOrEqual(3);
    expect(sent).toBeLessThan(60);
    await equalsBooks(tenant);
  });
});

describe("a renewal whose answer is lost", () => {
  const loseOne = (world: World): (() => boolean) => {
    let lost = false;
    world.patch = async (request) => {
      if (lost || !isTokenRequest(request)) return null;
      lost = true;
      throw new HttpFailure("the answer was lost", true);
    };
    return () => lost;
  };

  it("is asked for again with the old token, where the ledger allows it", async () => {
    const { world, tenant } = await renewing({ tokenLifetimeMs: 8_000, reuseGraceMs: 1_800_000 });
    const isLost = loseOne(world);
    expect((await tenant.sync()).state).toBe("up_to_date");
    expect(isLost()).toBe(true);
    expect(tenant.simulated.tokens.totals.reuseDetected).toBe(0);
    await equalsBooks(tenant);
  });

  it("ends the grant where the ledger takes a second use for a theft: a person signs in, nothing is lost", async () => {
    const { world, tenant } = await renewing({ tokenLifetimeMs: 8_000, reuseGraceMs: 0 });
    loseOne(world);
    await tenant.sync();
    // Where the last call was made before the renewal was lost, the next reading is the first to notice.
    await world.clock.advance(10_000);
    expect((await tenant.sync()).state).toBe("needs_sign_in");
    expect(tenant.simulated.tokens.totals.reuseDetected).toBe(1);
    tenant.signIn();
    expect((await tenant.sync()).state).toBe("up_to_date");
    await equalsBooks(tenant);
  });
});
