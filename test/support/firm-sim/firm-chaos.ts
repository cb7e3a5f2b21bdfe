import { expect } from "vitest";
import { pick, type Random, randomInt, seededRandom } from "#shared/kernel/random.ts";
import { type FaultPlan, seededFaults } from "#simulator/faults.ts";
import type { Tenant, TenantOptions } from "#test/support/world-tenant.ts";
import { SimActs } from "./sim-acts.ts";
import { checkFirm } from "./sim-checks.ts";
import { openSimFirm, type SimFirm, type SimMachine } from "./sim-firm.ts";

/** What a seed went through. */
export interface FirmFigures {
  readonly acts: Readonly<Record<string, number>>;
  readonly faults: Readonly<Record<string, number>>;
  readonly statements: number;
  readonly calls: number;
}

const DAY_MS = 86_400_000;
const PAUSES_MS = [0, 1_000, 5_000, 20_000, 70_000, 70_000, 600_000];

interface Run {
  readonly firm: SimFirm;
  readonly acts: SimActs;
  readonly random: Random;
  /** Draws whether a computer is lost, so that everything else of a seed stays as it was. */
  readonly losing: Random;
  readonly ledgers: readonly FaultPlan[];
  readonly faults: Record<string, number>;
  hasCopy: boolean;
}

/**
 * A firm of three desktops and two workers under everything that can go wrong with its server, its network, its machines and
 * its ledgers; then in peace. At the end every copy equals the ledger and each other.
 */
export async function firmChaos(seed: number): Promise<FirmFigures> {
  const random = seededRandom(seed * 2_654_435_761 + 5);
  const ledger = seededFaults(seededRandom(seed + 7), pick(random, [0, 0.02, 0.1]));
  const firm = await openSimFirm(seed, random, [tenantOf(seed, random, ledger)]);
  const run: Run = {
    firm,
    acts: new SimActs(firm),
    random,
    losing: seededRandom(seed + 11),
    ledgers: [ledger],
    faults: {},
    hasCopy: false,
  };
  try {
    ledger.enabled = false;
    await begin(run);
    ledger.enabled = true;
    const steps = randomInt(random, 8, 14);
    for (let step = 0; step < steps; step++) await oneStep(run);
    await heal(run);
    await inPeace(run);
    await checkFirm(firm, run.acts, `seed ${seed}`);
    const calls = firm.tenants.reduce((sum, { simulated }) => sum + simulated.referee.totals.arrivals, 0);
    await firm.end();
    return { acts: run.acts.outcomes, faults: run.faults, statements: firm.database.statements, calls };
  } catch (error) {
    // What went wrong first is told, and not that the end fails because of it.
    await firm.end().catch(() => undefined);
    throw error;
  }
}

function tenantOf(seed: number, random: Random, faults: FaultPlan): TenantOptions {
  return {
    style: (["a", "b", "c"] as const)[seed % 3] as "a",
    a: { journals: random() < 0.6 },
    books: { seed, months: 2, invoicesPerMonth: randomInt(random, 2, 4), foreignCurrencies: [] },
    latencyMs: [0, pick(random, [40, 400])],
    windowKind: pick(random, ["sliding", "fixed"] as const),
    limits: { pageSize: pick(random, [4, 9, 30]) },
    faults,
  };
}

/** The first machine has the client; the others hear of it, and somebody reads it. */
async function begin({ firm, acts, random }: Run): Promise<void> {
  const { clock } = firm.world;
  await clock.run(acts.look(firm.machines[0] as SimMachine));
  await clock.run(Promise.all(firm.machines.slice(1).map((machine) => acts.look(machine))));
  await clock.run(acts.sync(pick(random, firm.machines), firm.tenants[0] as Tenant, () => 0));
  await clock.run(Promise.all(firm.machines.map((machine) => acts.look(machine))));
}

/** Some machines act at once, and one thing goes wrong or nothing; then time passes. */
async function oneStep(run: Run): Promise<void> {
  const { firm, acts, random } = run;
  const { clock } = firm.world;
  const others = shuffled(firm.active, random);
  const actors = others.slice(0, randomInt(random, 1, 3));
  const fault = await plan(run, actors);
  const dead: SimMachine[] = [];
  for (const machine of actors) machine.death = death(machine, fault, dead, random);
  const acting = actors.map((machine) => Promise.race([acts.any(machine, random), machine.death]));
  await clock.run(Promise.all([...acting, loseOne(run)]));
  firm.database.onStatement = null;
  for (const machine of firm.machines) {
    machine.world.onStep = null;
    machine.death = null;
  }
  for (const machine of dead) await machine.world.kill(randomInt(random, 1, 90) * 1_000);
  if (random() < 0.3) for (const tenant of firm.tenants) acts.changeBooks(tenant, random);
  await clock.advance(pick(random, PAUSES_MS));
  await recover(run);
}

/** Once in a firm, a laptop is lost in the middle of what it does: an administrator shuts it out, and its owner may join with another. */
async function loseOne({ firm, losing, faults }: Run): Promise<void> {
  if (losing() >= 0.06 || firm.active.length < firm.machines.length || firm.database.isDown) return;
  const gone = pick(losing, firm.machines.slice(1));
  await firm.world.clock.sleep(randomInt(losing, 0, 2_000));
  if (firm.database.isDown) return;
  await firm.revoke(gone);
  faults.revoked = (faults.revoked ?? 0) + 1;
  if (losing() < 0.5) await firm.openMachine();
}

type FaultKind = "none" | "cut" | "stop" | "crash" | "lease" | "lost" | "death" | "clock" | "copy" | "promote";
const FAULTS: readonly FaultKind[] = [
  "none",
  "none",
  "cut",
  "stop",
  "crash",
  "lease",
  "lease",
  "lost",
  "lost",
  "death",
  "death",
  "clock",
  "copy",
  "promote",
];

/** Draws what goes wrong in a step, and arranges it. */
async function plan(run: Run, actors: readonly SimMachine[]): Promise<FaultKind> {
  const { firm, random, faults } = run;
  const { database } = firm;
  const kind = pick(random, FAULTS);
  faults[kind] = (faults[kind] ?? 0) + 1;
  const victim = pick(random, actors);
  const at = database.statements + randomInt(random, 1, 25);
  const once = (act: () => Promise<void> | void) => {
    database.onStatement = async (number) => {
      if (number === at) await act();
    };
  };
  if (kind === "cut") {
    once(() => {
      victim.way.isCut = true;
    });
  }
  if (kind === "stop") once(() => database.stopNow());
  if (kind === "crash") once(() => database.crashNow());
  if (kind === "lease")
    once(async () => void (await database.runNow("UPDATE tieout.lease SET until = clock_timestamp() - interval '1 second'")));
  if (kind === "lost") victim.way.lossChance = pick(random, [0.1, 0.3]);
  if (kind === "copy") {
    await database.copy();
    run.hasCopy = true;
  }
  // The replica has what the server had at the copy; what was committed since is lost.
  if (kind === "promote" && run.hasCopy) {
    await database.promote();
    run.hasCopy = false;
  }
  if (kind === "clock") victim.aheadMs = pick(random, [-DAY_MS, DAY_MS, 0]);
  return kind;
}

/** Resolves when the machine dies in the middle of what it does; never, where it doesn't. */
function death(machine: SimMachine, fault: FaultKind, dead: SimMachine[], random: Random): Promise<void> {
  if (fault !== "death" || dead.length > 0) return new Promise(() => undefined);
  const at = randomInt(random, 1, 120);
  let steps = 0;
  return new Promise((resolve) => {
    machine.world.onStep = () => {
      if (++steps !== at) return;
      machine.world.cut();
      dead.push(machine);
      resolve();
    };
  });
}

/** What was cut or stopped comes back after a while. */
async function recover({ firm, random }: Run): Promise<void> {
  if (firm.database.isDown && random() < 0.6) firm.database.isDown = false;
  for (const { way } of firm.machines) {
    way.lossChance = 0;
    if (way.isCut && random() < 0.4) way.isCut = false;
  }
}

async function heal({ firm, ledgers }: Run): Promise<void> {
  firm.database.isDown = false;
  for (const ledger of ledgers) ledger.enabled = false;
  for (const machine of firm.machines) {
    machine.way.isCut = false;
    machine.way.lossChance = 0;
    machine.aheadMs = 0;
  }
  await firm.world.clock.advance(26 * 3_600_000);
}

/** Everybody looks until nothing is new; what waits is sent, what is unknown is looked up, and the ledger is read once more. */
async function inPeace({ firm, acts, random }: Run): Promise<void> {
  const { clock } = firm.world;
  const everybodyLooks = () => clock.run(Promise.all(firm.active.map((machine) => acts.look(machine))));
  await everybodyLooks();
  await everybodyLooks();
  await sendRefusedAgain(firm);
  await everybodyLooks();
  await settleConflicts({ firm, random }, everybodyLooks);
  for (const { source } of firm.tenants) {
    const { clientId } = source;
    const [worker, reader] = [
      pick(
        random,
        firm.active.filter(({ is }) => is.isWorker),
      ),
      pick(random, firm.active),
    ];
    for (let round = 0; round < 4; round++) {
      await clock.run(worker.world.runtime.context.writes.resume(clientId));
      await clock.advance(3_600_000);
      const jobs = await clock.run(worker.must("writes.list", { clientId }));
      for (const { jobId, state } of jobs) {
        if (state !== "unknown") continue;
        const resolved = await clock.run(worker.route("writes.resolve", { clientId, jobId }));
        // Another machine has settled it since: its answer is here by the next round.
        if (!resolved.ok && resolved.failure.code !== "lease_lost")
          throw new Error(`${worker.is.name} writes.resolve: ${JSON.stringify(resolved.failure)}`);
      }
    }
    await everybodyLooks();
    let said = "";
    for (let attempt = 0; attempt < 4 && !said.startsWith('["up_to_date"'); attempt++) {
      const done = await clock.run(reader.world.runtime.context.engine.sync(clientId));
      said = JSON.stringify([done?.state, done?.failure]);
      await clock.advance(60_000);
    }
    expect(said).toMatch(/^\["up_to_date"/);
    await clock.advance(26 * 3_600_000);
    for (const request of [{}, { reconcileOnly: true }]) {
      const done = await clock.run(reader.world.runtime.context.engine.sync(clientId, request));
      expect([done?.state, done?.failure]).toEqual(["up_to_date", null]);
    }
  }
  for (let round = 0; round < 3; round++) await everybodyLooks();
}

/** What was recorded while somebody had a lesser role is sent again with the right one. */
async function sendRefusedAgain({ database, world, active, tenants }: SimFirm): Promise<void> {
  await database.asAdmin("SELECT tieout.member_set('Pat', 'reviewer', NULL, NULL)");
  for (const machine of active)
    for (const { source } of tenants) await world.clock.run(machine.must("firm.retry", { clientId: source.clientId }));
}

/** What the merge can't decide, people do: one after the other they choose, until nobody sees a conflict. */
async function settleConflicts({ firm, random }: Pick<Run, "firm" | "random">, everybodyLooks: () => Promise<unknown>): Promise<void> {
  const { clock } = firm.world;
  const reviewers = firm.active.filter(({ is }) => is.role === "admin" || is.role === "reviewer");
  const left: Record<string, unknown[]> = {};
  for (let round = 0; round < 8; round++) {
    for (const machine of firm.active) left[machine.is.name] = await clock.run(machine.must("review.conflicts", {}));
    const who = reviewers.find(({ is }) => left[is.name]?.length !== 0);
    if (who === undefined) break;
    for (const { clientId, conflictNo } of await clock.run(who.must("review.conflicts", {}))) {
      await clock.run(who.must("review.settle", { clientId, conflictNo, keep: pick(random, ["ours", "theirs"]) }));
    }
    await everybodyLooks();
    await everybodyLooks();
  }
  expect(Object.values(left).flat(), `conflicts left: ${JSON.stringify(left)}`).toEqual([]);
}

function shuffled<T>(all: readonly T[], random: Random): T[] {
  const left = [...all];
  return all.map(() => left.splice(randomInt(random, 0, left.length - 1), 1)[0] as T);
}
