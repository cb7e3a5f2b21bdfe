import { expect } from "vitest";
import { editTransaction } from "#main/simulator/books/events.ts";
import { moveLock } from "#main/simulator/books/list-events.ts";
import type { BooksStyle, SimTransaction } from "#main/simulator/books/types.ts";
import type { Fault, FaultPlan } from "#main/simulator/faults.ts";
import type { LedgerA } from "#main/simulator/ledger-a/create-ledger-a.ts";
import { judgeWrites } from "#main/simulator/ledger-a/write-log.ts";
import type { SimRequest } from "#main/simulator/types.ts";
import { addDays, type CalendarDate, calendarDate } from "#shared/kernel/calendar-date.ts";
import { decimal } from "#shared/kernel/decimal.ts";
import { pick, type Random, randomInt, seededRandom } from "#shared/kernel/random.ts";
import type { Account } from "#shared/model/account.ts";
import type { LedgerDocument } from "#shared/model/document.ts";
import type { Party } from "#shared/model/party.ts";
import type { JobState, LineDraft, WriteJob, WriteOperation } from "#shared/model/write.ts";
import { createWorld, type World } from "./world.ts";
import type { Tenant, TenantOptions } from "./world-tenant.ts";

/** What the seeds of one world went through. */
export interface WriteFigures {
  readonly style: BooksStyle;
  readonly outcomes: Record<string, number>;
  faults: number;
  kills: number;
  strangers: number;
}

interface Scene {
  readonly world: World;
  readonly tenant: Tenant;
  readonly plan: WritePlan;
  readonly vendor: string;
  readonly expense: Account;
  readonly bank: Account;
  readonly entityId: string | undefined;
}

/** One intent and how to see in the books whether it is there. */
interface Intent {
  readonly operations: readonly WriteOperation[];
  /** How often the effect stands in the ledger. */
  readonly effects: () => number;
  /** Someone else's act between what was seen and what is sent. */
  readonly stranger?: () => void;
}

const KINDS = ["bill", "bill", "payment", "journal", "change", "delete"] as const;
const UNSENT: ReadonlySet<JobState> = new Set<JobState>(["rejected", "conflict", "blocked", "cancelled"]);
const SETTLED_MS = 3_600_000;
const DATE = calendarDate("2026-11-19");

/**
 * Actions of a person, one a seed, each under faults that hit writes above all, with kills at any
 * step. After each: the intended effect is there exactly once, or the job says that it is not, or
 * that it does not know; and a look settles what it does not know.
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

/** Every third world signs in with tokens that end in the middle of a job. */
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
 * What the ledgers saw that they must never see: a write without its idempotency value, a refused
 * body sent again, and to Ledger C, which remembers nothing, a reference that came twice.
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
  const intent = await intentOf(scene, seed, pick(random, KINDS), random);
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

/** Submits, dies on the way now and then, and goes on until the job can go no further by itself. */
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
    // Whatever it waits for comes back in the end.
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
  let died: () => void = () => undefined;
  const death = new Promise<"dead">((resolve) => {
    died = () => resolve("dead");
  });
  world.onStep = () => {
    if (++steps !== dieAt) return;
    world.cut();
    died();
  };
  const done = await world.run(Promise.race([act(), death]));
  world.onStep = null;
  return done;
}

/** The promise of the queue: accepted means once, refused means never, unknown means at most once. */
function expectOutcome(job: WriteJob, intent: Intent, seed: number): void {
  const effects = intent.effects();
  const said = `seed ${seed}: ${job.title} is ${job.state} and stands ${effects} times; ${JSON.stringify([job.failure, job.items, job.checks.filter(({ outcome }) => outcome === "blocked")])}`;
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

async function sceneOf(world: World, tenant: Tenant, plan: WritePlan): Promise<Scene> {
  const parties = (await tenant.readAll("parties")) as unknown as Party[];
  const accounts = (await tenant.readAll("accounts")) as unknown as Account[];
  const base = tenant.books.baseCurrency;
  const vendor = parties.find((party) => party.isVendor && party.active && (party.currency ?? base) === base);
  const expense = accounts.find((account) => account.class === "expense" && account.active && account.role === undefined);
  const bank = accounts.find((account) => account.role === "bank" && account.active && (account.currency ?? base) === base);
  if (vendor === undefined || expense === undefined || bank === undefined)
    throw new Error("the books lack a vendor, an expense account or a bank");
  const entity = tenant.style === "c" ? tenant.books.entities[0]?.id : undefined;
  return { world, tenant, plan, vendor: vendor.id, expense, bank, entityId: entity === undefined ? undefined : `subsidiary:${entity}` };
}

async function intentOf(scene: Scene, seed: number, kind: (typeof KINDS)[number], random: Random): Promise<Intent | null> {
  switch (kind) {
    case "bill":
      return billIntent(scene, seed, addDays(DATE, -randomInt(random, 0, 9)));
    case "journal":
      return journalIntent(scene, seed);
    case "payment":
      return paymentIntent(scene, seed);
    case "change":
      return changeIntent(scene, seed);
    default:
      return deleteIntent(scene);
  }
}

/** Live transactions of the books. */
function live({ tenant }: Scene): SimTransaction[] {
  return tenant.books.transactions.filter(({ state }) => state !== "deleted" && state !== "voided");
}

const money = (scene: Scene, amount: string) => ({ amount: decimal(amount), currency: scene.tenant.books.baseCurrency });

function lineOf(scene: Scene, amount: string, account: Account): LineDraft {
  return { kind: "account", accountId: account.id, description: "Written under faults", net: money(scene, amount), dimensions: [] };
}

const ofEntity = ({ entityId }: Scene) => (entityId === undefined ? {} : { entityId });

function billIntent(scene: Scene, seed: number, issueDate: CalendarDate): Intent {
  const number = `WB-${seed}`;
  return {
    operations: [
      {
        kind: "create_document",
        document: {
          type: "purchase_bill",
          party: { id: scene.vendor },
          number,
          issueDate,
          dueDate: addDays(issueDate, 30),
          currency: scene.tenant.books.baseCurrency,
          status: "open",
          ...ofEntity(scene),
          lines: [lineOf(scene, `${10 + (seed % 900)}.25`, scene.expense)],
        },
      },
    ],
    effects: () => live(scene).filter((transaction) => transaction.number === number).length,
    stranger: () => lockAll(scene),
  };
}

/** A lock that moves between the draft and the sending: the ledger may refuse, and the service may know or not. */
function lockAll({ tenant, world }: Scene): void {
  moveLock(tenant.books, tenant.style === "a" ? "periodLock" : "bookClose", calendarDate("2026-09-30"), world.clock.nowMs());
}

function journalIntent(scene: Scene, seed: number): Intent {
  const amount = `${7 + (seed % 500)}.13`;
  const memo = `Accrual of seed ${seed}`;
  const other = scene.bank;
  return {
    operations: [
      {
        kind: "create_document",
        document: {
          type: "journal",
          issueDate: DATE,
          currency: scene.tenant.books.baseCurrency,
          status: "open",
          memo,
          ...ofEntity(scene),
          lines: [lineOf(scene, amount, scene.expense), lineOf(scene, `-${amount}`, journalCounter(scene, other))],
        },
      },
    ],
    effects: () => live(scene).filter((transaction) => transaction.kind === "journal" && (transaction.memo ?? "").includes(memo)).length,
  };
}

/** Ledger A takes no bank account in a journal. */
function journalCounter(scene: Scene, bank: Account): Account {
  return scene.tenant.style === "a" ? scene.expense : bank;
}

async function paymentIntent(scene: Scene, seed: number): Promise<Intent | null> {
  const { tenant } = scene;
  const amount = decimal(`0.${String(11 + (seed % 80)).padStart(2, "0")}`);
  const open = ((await tenant.readAll("documents")) as unknown as (LedgerDocument & { removedDetectedAt: string | null })[]).find(
    (document) =>
      document.type === "purchase_bill" &&
      (document.status === "open" || document.status === "part_paid") &&
      document.removedDetectedAt === null &&
      document.currency === tenant.books.baseCurrency &&
      document.issueDate <= DATE &&
      Number(document.outstanding.amount) > 2,
  );
  if (open === undefined || open.party === undefined) return null;
  const before = paymentsOf(scene, amount);
  return {
    operations: [
      {
        kind: "create_payment",
        payment: {
          direction: "made",
          party: { id: open.party.id },
          date: DATE,
          currency: open.currency,
          accountId: scene.bank.id,
          reference: `Run ${seed}`,
          ...ofEntity(scene),
          allocations: [{ toId: open.id, amount: { amount, currency: open.currency } }],
        },
      },
    ],
    effects: () => paymentsOf(scene, amount) - before,
  };
}

function paymentsOf(scene: Scene, amount: string): number {
  return live(scene).filter(({ kind, total }) => kind === "vendor_payment" && Number(total) === Number(amount)).length;
}

/** A bill that this suite made before: nothing hangs on it. */
async function ownBill(scene: Scene): Promise<LedgerDocument | undefined> {
  const documents = (await scene.tenant.readAll("documents")) as unknown as (LedgerDocument & { removedDetectedAt: string | null })[];
  return documents.find(
    (document) =>
      document.number?.startsWith("WB-") === true &&
      document.removedDetectedAt === null &&
      document.allocations.length === 0 &&
      (document.status === "open" || document.status === "awaiting_approval"),
  );
}

function bookOf({ tenant }: Scene, document: LedgerDocument): SimTransaction | undefined {
  return tenant.books.transactions.find(({ id }) => id === document.source.id);
}

async function changeIntent(scene: Scene, seed: number): Promise<Intent | null> {
  const bill = await ownBill(scene);
  if (bill === undefined) return null;
  const dueDate = addDays(DATE, 40 + (seed % 20));
  return {
    operations: [{ kind: "update_document", id: bill.id, changes: { dueDate } }],
    effects: () => (bookOf(scene, bill)?.dueDate === dueDate ? 1 : 0),
    stranger: () => {
      editTransaction(scene.tenant.books, bill.source.id, { dueDate: addDays(DATE, 3) }, scene.world.clock.nowMs());
    },
  };
}

async function deleteIntent(scene: Scene): Promise<Intent | null> {
  const bill = await ownBill(scene);
  if (bill === undefined) return null;
  // Ledger A voids what was authorised; the others delete.
  const kind = scene.tenant.style === "a" ? "void" : "delete";
  return {
    operations: [{ kind, id: bill.id }],
    effects: () => (live(scene).some(({ id }) => id === bill.source.id) ? 0 : 1),
  };
}

/** Faults above all for requests that change the ledger. */
class WritePlan implements FaultPlan {
  enabled = false;
  readonly played: FaultPlan["played"] = [];
  #random: Random = seededRandom(1);
  #chance = 0;

  begin(random: Random): void {
    this.#random = random;
    this.#chance = pick(random, [0.2, 0.5, 0.8]);
    this.enabled = true;
  }

  end(): void {
    this.enabled = false;
  }

  next(request: SimRequest, requestNumber: number): Fault | null {
    if (!this.enabled) return null;
    const isWrite = request.method !== "GET" && !request.path.includes("/query/");
    if (this.#random() >= (isWrite ? this.#chance : 0.08)) return null;
    const fault = isWrite ? writeFault(this.#random) : readFault(this.#random);
    this.played.push({ requestNumber, path: request.path, fault });
    return fault;
  }
}

function writeFault(random: Random): Fault {
  return pick(random, [
    { kind: "throttle", retryAfter: pick(random, [null, "1", "30"]) },
    { kind: "status", status: pick(random, [500, 502, 503, 504] as const), applied: random() < 0.5 },
    { kind: "reset", when: "after_apply" },
    { kind: "reset", when: "before_send" },
    { kind: "reset", when: "mid_response" },
    { kind: "timeout", applied: random() < 0.5 },
    { kind: "late", ms: randomInt(random, 1_000, 180_000) },
    { kind: "truncated" },
    { kind: "empty" },
    { kind: "html" },
    { kind: "slow", ms: randomInt(random, 500, 8_000) },
  ] as const);
}

function readFault(random: Random): Fault {
  return pick(random, [
    { kind: "status", status: 503, applied: false },
    { kind: "reset", when: "after_apply" },
    { kind: "timeout", applied: false },
    { kind: "truncated" },
    { kind: "throttle", retryAfter: "1" },
  ] as const);
}
