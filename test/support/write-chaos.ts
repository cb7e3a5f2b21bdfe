import { expect } from "vitest";
import { pick, type Random, randomInt, seededRandom } from "#shared/kernel/random.ts";
import type { JobState, WriteJob } from "#shared/model/ledger/write.ts";
import type { BooksStyle } from "#simulator/books/types.ts";
import type { LedgerA } from "#simulator/ledger-a/create-ledger-a.ts";
import { judgeWrites } from "#simulator/ledger-a/writing/write-log.ts";
import { createWorld, type World } from "./world.ts";
import type { Tenant, TenantOptions } from "./world-tenant.ts";
import { INTENT_KINDS, type Intent, intentOf, type Scene, sceneOf } from "./write-intents.ts";
import { WritePlan } from "./write-plan.ts";

/** The totals over the seeds of one world. */
export interface WriteFigures {
  readonly style: BooksStyle;
  readonly outcomes: Record<string, number>;
  faults: number;
  kills: number;
  strangers: number;
}

const UNSENT: ReadonlySet<JobState> = new Set<JobState>(["rejected", "conflict", "blocked", "cancelled"]);
const SETTLED_MS = 3_600_000;
/**
 * A person's actions, one per seed, under faults that mainly hit writes, with kills at any step. After each,
 * the intended effect is there exactly once, or the job says that it isn't, or that it doesn't know; and a
 * look-up settles what it doesn't know.
 */
export async function writeChaos(style: BooksStyle, seeds: readonly number[]): Promise<WriteFigures> {
  const plan = new WritePlan();
  const books = { seed: (seeds[0] as number) + 900, months: 1, invoicesPerMonth: 4, foreignCurrencies: [] as string[] };
  const world = await createWorld({
    seed: seeds[0] as number,
    tenants: [{ style, faults: plan, books, latencyMs: [0, 80], ...signInOf(seeds[0] as number) }],
  });
  const tenant = world.tenants[0] as Tenant;
  await peacefulSync(world, tenant);
  const figures: WriteFigures = { style, outcomes: {}, faults: 0, kills: 0, strangers: 0 };
  for (const seed of seeds) await oneSeed(await sceneOf(world, tenant, plan), seed, figures);
  tenant.simulated.referee.assertClean();
  expect(complaints(tenant)).toEqual([]);
  await world.close();
  return figures;
}

/** Every third world signs in with tokens that expire in the middle of a job. */
function signInOf(seed: number): Pick<TenantOptions, "auth" | "tokenLifetimeMs"> {
  return Math.floor(seed / 20) % 3 === 1 ? { auth: "oauth", tokenLifetimeMs: 45_000 } : {};
}

interface LoggedWrite {
  readonly path: string;
  readonly body: string;
  readonly status: number;
  readonly requestid?: string | null;
  readonly reference?: string | null;
  readonly replayed?: boolean;
}

/**
 * What the ledgers must never see: a write without its idempotency value, a rejected body sent again, and, at
 * Ledger C, which remembers nothing, a reference that came twice.
 */
function complaints({ style, ledger }: Tenant): string[] {
  if (style === "a") return judgeWrites((ledger as LedgerA).writeLog);
  const { writeLog } = ledger as unknown as { readonly writeLog: readonly LoggedWrite[] };
  const found: string[] = [];
  const refused = new Set<string>();
  const references = new Set<string>();
  for (const { path, body, status, requestid, reference, replayed } of writeLog) {
    if (style === "b" && (requestid === undefined || requestid === null)) found.push(`${path} came without a request id`);
    if (replayed !== true && refused.has(path + body)) found.push(`${path} was refused and sent again`);
    if (status === 400) refused.add(path + body);
    if (style !== "c" || reference === null || reference === undefined) continue;
    if (references.has(reference)) found.push(`${path} with ${reference} was sent twice`);
    references.add(reference);
  }
  return found;
}

async function oneSeed(scene: Scene, seed: number, figures: WriteFigures): Promise<void> {
  const { world, tenant, plan } = scene;
  const random = seededRandom(seed * 2_654_435_761 + 11);
  const intent = await intentOf(scene, seed, pick(random, INTENT_KINDS), random);
  if (intent === null) return;
  const isMeddled = intent.stranger !== undefined && random() < 0.3;
  if (isMeddled) {
    figures.strangers++;
    intent.stranger?.();
  }
  plan.begin(random);
  const job = await untilSettled(scene, intent, seed, random, figures);
  plan.end();
  figures.faults += plan.played.length;
  plan.played.length = 0;
  expectOutcome(job, intent, seed);
  const settled = job.state === "unknown" ? await resolved(scene, job, seed) : job;
  if (settled !== job) expectOutcome(settled, intent, seed);
  expect(settled.state, `seed ${seed}: looked and still open`).not.toBe("unknown");
  const outcome = job.state === "unknown" ? `unknown, then ${settled.state}` : job.state;
  figures.outcomes[outcome] = (figures.outcomes[outcome] ?? 0) + 1;
  await peacefulSync(world, tenant);
  for (const kind of ["documents", "payments"] as const) expect(await tenant.compareLive(kind), `seed ${seed} ${kind}`).toEqual([]);
}

/** Submits, sometimes dying on the way, and continues until the job needs a person. */
async function untilSettled(scene: Scene, intent: Intent, seed: number, random: Random, figures: WriteFigures): Promise<WriteJob> {
  const { world, tenant } = scene;
  const clientId = tenant.source.clientId;
  const actionId = `seed-${seed}`;
  let last = "";
  let deaths = random() < 0.5 ? 1 + (random() < 0.3 ? 1 : 0) : 0;
  for (let round = 0; round < 12; round++) {
    const dieAt = deaths > 0 ? randomInt(random, 1, 30) : Number.POSITIVE_INFINITY;
    const act = () => world.runtime.context.writes.submit({ clientId, operations: intent.operations, actionId });
    const done = await mortal(world, dieAt, act);
    if (done === "dead") {
      deaths--;
      figures.kills++;
      await world.kill(randomInt(random, 1, 400) * 1000);
      continue;
    }
    if (!done.ok) throw new Error(`seed ${seed}: ${done.failure.message}`);
    const isOpen = ["ready", "queued", "sent"].includes(done.value.state) || (done.value.state === "unknown" && hasOpenCall(done.value));
    if (!isOpen) return done.value;
    last = JSON.stringify([done.value.state, done.value.failure, done.value.items]);
    // Whatever it waits for is available again in the end.
    await world.clock.advance(60_000);
    if (round > 6) scene.plan.end();
  }
  throw new Error(`seed ${seed}: the job never came to an end: ${last}`);
}

function hasOpenCall(job: WriteJob): boolean {
  return job.items.some((item) => item.outcome === "pending");
}

/** Runs until it is done or the process dies inside the given step. */
async function mortal<T>(world: World, dieAt: number, act: () => Promise<T>): Promise<T | "dead"> {
  let steps = 0;
  let isDead = false;
  let died: () => void = () => undefined;
  const death = new Promise<"dead">((resolve) => {
    died = () => resolve("dead");
  });
  world.onStep = () => {
    if (++steps !== dieAt) return;
    world.cut();
    isDead = true;
    died();
  };
  const done = await world.run(Promise.race([act(), death]));
  world.onStep = null;
  // It may die from what it does afterwards.
  return isDead ? "dead" : done;
}

/** The promise of the queue: accepted means once, rejected means never, unknown means at most once. */
function expectOutcome(job: WriteJob, intent: Intent, seed: number): void {
  const effects = intent.effects();
  const said = `seed ${seed}: ${job.title} is ${job.state} and stands ${effects} times; ${JSON.stringify([job.failure, job.items, job.checks.filter(({ outcome }) => outcome === "blocked")])}`;
  expect(
    job.items.flatMap((item) => item.postedDifferently ?? []),
    said,
  ).toEqual([]);
  if (job.state === "accepted") expect(effects, said).toBe(1);
  else if (UNSENT.has(job.state)) expect(effects, said).toBe(0);
  else {
    expect(job.state, said).toBe("unknown");
    expect(effects, said).toBeLessThanOrEqual(1);
  }
}

async function resolved({ world, tenant }: Scene, job: WriteJob, seed: number): Promise<WriteJob> {
  await world.clock.advance(SETTLED_MS);
  const looked = await world.run(world.runtime.context.writes.resolve(tenant.source.clientId, job.jobId));
  if (!looked.ok) throw new Error(`seed ${seed}: ${looked.failure.message}`);
  return looked.value;
}

async function peacefulSync(world: World, tenant: Tenant): Promise<void> {
  await world.clock.advance(120_000);
  for (const request of [{}, { reconcileOnly: true }]) expect((await tenant.sync(request)).state).toBe("up_to_date");
}
