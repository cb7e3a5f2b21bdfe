import { expect } from "vitest";
import type { CounterState } from "#main/transport/limiter/counter-store.ts";
import { pick, type Random, randomInt, seededRandom } from "#shared/kernel/random.ts";
import { playEvents } from "#simulator/books/play-events.ts";
import { type FaultPlan, seededFaults } from "#simulator/faults.ts";
import { bare, type Comparable, differences, readable } from "./mirror-compare.ts";
import { KINDS } from "./mirror-kinds.ts";
import { createWorld, type World } from "./world.ts";
import type { Tenant, TenantOptions } from "./world-tenant.ts";

/** What a seeded run went through. */
export interface ChaosFigures {
  readonly faults: number;
  readonly kills: number;
  readonly events: number;
  readonly calls: number;
}

const HOUR_MS = 3_600_000;
/** Findings about what people did in the books, and not about reading them. */
const ABOUT_BOOKS = new Set(["lock_moved_back", "deleted_document", "edited_in_closed_period", "back_dated_document"]);
/** How long nobody looks between two runs: a moment, a day with its id comparison, longer than Ledger B's feed looks back. */
const PAUSES_MS = [0, 60_000, 3 * HOUR_MS, 26 * HOUR_MS, 40 * 24 * HOUR_MS];

/**
 * One run of a client under everything that can go wrong, then in peace; at the end the mirror must
 * equal the oracle and the mirror of a client who never saw any of it.
 */
export async function chaosRun(seed: number): Promise<ChaosFigures> {
  const random = seededRandom(seed * 2_654_435_761);
  const faults = seededFaults(seededRandom(seed + 7), pick(random, [0.03, 0.1, 0.25]));
  const options = tenantOptions(seed, random);
  const world = await createWorld({ seed, tenants: [{ ...options, faults }] });
  const tenant = world.tenants[0] as Tenant;
  const run: Run = { world, tenant, random, faults, watermarks: new Map(), kills: 0, events: 0 };
  const rounds = randomInt(random, 2, 4);
  for (let round = 0; round < rounds; round++) {
    await oneRound(run, `${seed}.${round}`);
    await checkCursors(run);
    await checkCounters(run);
    await world.clock.advance(pick(random, PAUSES_MS));
  }
  await inPeace(run);
  await checkEnd(run, options, seed);
  const figures = { faults: faults.played.length, kills: run.kills, events: run.events, calls: tenant.simulated.referee.totals.arrivals };
  tenant.simulated.referee.assertClean();
  await world.close();
  return figures;
}

interface Run {
  readonly world: World;
  readonly tenant: Tenant;
  readonly random: Random;
  readonly faults: FaultPlan;
  readonly watermarks: Map<string, string>;
  kills: number;
  events: number;
}

function tenantOptions(seed: number, random: Random): TenantOptions {
  const style = pick(random, ["a", "b", "c"] as const);
  const auth = pick(random, ["bearer", "oauth"] as const);
  return {
    style,
    a: { journals: random() < 0.6 },
    books: {
      seed,
      months: randomInt(random, 1, 2),
      invoicesPerMonth: randomInt(random, 2, 4),
      foreignCurrencies: random() < 0.5 ? ["EUR"] : [],
    },
    latencyMs: [0, pick(random, [40, 400])],
    windowKind: pick(random, ["sliding", "fixed"] as const),
    auth,
    // A person does not sit there to sign in every minute and a half.
    tokenLifetimeMs: pick(random, [auth === "oauth" ? 90_000 : 900_000, 1_800_000, 365 * 24 * HOUR_MS]),
    limits: { pageSize: pick(random, [4, 9, 30]) },
  };
}

/** A run of the client that may die at any step, with changes in the ledger between the pages. */
async function oneRound(run: Run, label: string): Promise<void> {
  const { world, tenant, random } = run;
  const deathAt = random() < 0.8 ? randomInt(random, 1, 350) : Number.POSITIVE_INFINITY;
  const changesAt = new Set([randomInt(random, 1, 60), randomInt(random, 1, 250)]);
  let steps = 0;
  let isDead = false;
  let died: () => void = () => undefined;
  const death = new Promise<"dead">((resolve) => {
    died = () => resolve("dead");
  });
  world.onStep = () => {
    steps++;
    if (changesAt.has(steps))
      run.events += playEvents(tenant.books, run.events + steps, randomInt(random, 1, 5), world.clock.nowMs()).length;
    if (steps !== deathAt) return;
    world.cut();
    isDead = true;
    died();
  };
  const { engine } = world.runtime.context;
  const request = random() < 0.15 ? { full: true } : random() < 0.15 ? { reconcileOnly: true } : {};
  const ended = await world.run(Promise.race([engine.sync(tenant.source.clientId, request), death]));
  world.onStep = null;
  // It may die of what it does after the run has ended, too: what it keeps for the firm.
  if (isDead || ended === "dead") {
    run.kills++;
    await world.kill(randomInt(random, 2, 60) * 1000);
  } else {
    expect(ended, label).not.toBeNull();
    if (ended?.state === "needs_sign_in") tenant.signIn();
    if (random() < 0.2) await world.restart();
  }
}

/** No more faults: a few runs at most bring every stream up to date, vanished records included. */
async function inPeace({ world, tenant, faults }: Run): Promise<void> {
  faults.enabled = false;
  // What a discovery under faults made of the connection is looked at again after a day.
  await world.clock.advance(26 * HOUR_MS);
  let said = "";
  for (let attempt = 0; attempt < 4; attempt++) {
    const done = await tenant.sync();
    said = JSON.stringify([done.state, done.failure, done.streams.filter(({ state }) => state !== "up_to_date")]);
    if (done.state === "needs_sign_in") tenant.signIn();
    if (done.state === "up_to_date") break;
  }
  expect(said).toMatch(/^\["up_to_date"/);
  // A change made in the very last moment of a read comes with the next one.
  await world.clock.advance(26 * HOUR_MS);
  for (const request of [{}, { reconcileOnly: true }]) {
    let done = await tenant.sync(request);
    if (done.state === "needs_sign_in") {
      tenant.signIn();
      done = await tenant.sync(request);
    }
    expect([done.state, done.failure]).toEqual(["up_to_date", null]);
  }
}

/** Watermarks never fall, whatever happened to the process. */
async function checkCursors({ tenant, watermarks }: Run): Promise<void> {
  for (const { name, watermark } of await tenant.streams()) {
    const before = watermarks.get(name);
    if (before !== undefined) expect(isLater(before, watermark), `${name} fell from ${before} to ${watermark}`).toBe(false);
    if (watermark !== null) watermarks.set(name, watermark);
  }
}

function isLater(a: string, b: string | null): boolean {
  if (b === null) return true;
  return a.includes("T") ? a > b : BigInt(a) > BigInt(b);
}

/** Calls were on disk before they were sent: the counters hold at least what the ledger saw. */
async function checkCounters({ world, tenant }: Run): Promise<void> {
  const rows = await world.run(world.runtime.context.pool.must("firm.counters", {}));
  const key = `${tenant.source.system}/${tenant.source.tenantId}`;
  const state = JSON.parse(rows.find((row) => row.key === key)?.body ?? "{}") as Partial<CounterState>;
  const months = (state.months ?? []).reduce((sum, month) => sum + month.calls, 0);
  const announced = (state.reservations ?? []).filter(({ answeredMs }) => answeredMs === null).reduce((sum, { calls }) => sum + calls, 0);
  expect(months + announced).toBeGreaterThanOrEqual(tenant.simulated.referee.totals.arrivals);
}

async function checkEnd({ world, tenant }: Run, options: TenantOptions, seed: number): Promise<void> {
  const check = await tenant.perform("client.check", {});
  expect([check.integrity, check.foreignKeys]).toEqual(["ok", 0]);
  expect((await tenant.findings()).filter(({ code }) => !ABOUT_BOOKS.has(code))).toEqual([]);
  const { faults: _faults, ...calm } = options;
  const undisturbed = await createWorld({
    seed: seed + 1,
    startMs: world.clock.nowMs(),
    tenants: [{ ...calm, tokenLifetimeMs: 365 * 24 * HOUR_MS, sharing: tenant }],
  });
  const other = undisturbed.tenants[0] as Tenant;
  expect((await other.sync()).state).toBe("up_to_date");
  const stated = tenant.oracle();
  const buried = new Set(tenant.books.graveyard.map(({ id }) => id));
  for (const kind of KINDS) {
    const mirrored = await tenant.readAll(kind);
    const live = mirrored.filter(({ removedDetectedAt }) => removedDetectedAt === null);
    const gone = mirrored.filter(({ removedDetectedAt }) => removedDetectedAt !== null);
    expect(
      gone.map(ledgerId).filter((id) => !buried.has(id)),
      `${kind} thought gone`,
    ).toEqual([]);
    const undisturbedRecords = await other.readAll(kind);
    expect(readable(differences(live.map(hashed), undisturbedRecords.map(hashed))), `${kind} against an undisturbed run`).toEqual([]);
    if (stated[kind] !== undefined) expect(await tenant.compareLive(kind), `${kind} against the oracle`).toEqual([]);
  }
  await undisturbed.close();
}

function hashed(record: Comparable): Comparable {
  return bare(record, { hash: true });
}

function ledgerId(record: Comparable): string {
  return (record.source as { readonly id: string } | undefined)?.id ?? String(record.id);
}
