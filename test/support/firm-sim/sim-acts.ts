import type { OperationInput, OperationName } from "#main/operations/collection.ts";
import { pick, type Random, randomInt } from "#shared/kernel/random.ts";
import type { WriteJob } from "#shared/model/ledger/write.ts";
import { playEvents } from "#simulator/books/play-events.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { type Intent, intentOf, type Scene, sceneOf } from "#test/support/write-intents.ts";
import { WritePlan } from "#test/support/write-plan.ts";
import type { SimFirm, SimMachine } from "./sim-firm.ts";

/** A write that somebody wants. */
export interface Wanted {
  readonly clientId: string;
  readonly actionId: string;
  readonly intent: Intent;
  /** How often somebody has undone it in the ledger itself. */
  undone: number;
}

/** Somebody signed off. */
export interface Signed {
  readonly machine: SimMachine;
  readonly clientId: string;
  readonly subject: string;
  /** Whether the program said that it was done; null where its computer died before it said anything. */
  isDone: boolean | null;
}

/** What people and workers of a seed did. */
export class SimActs {
  readonly wanted: Wanted[] = [];
  readonly signed: Signed[] = [];
  readonly notes: { readonly machine: SimMachine; readonly clientId: string; readonly text: string }[] = [];
  /** How often each act was tried, by name and outcome. */
  readonly outcomes: Record<string, number> = {};
  readonly #firm: SimFirm;
  #events = 0;
  #wants = 0;

  constructor(firm: SimFirm) {
    this.#firm = firm;
  }

  /** Whatever this machine may do next. */
  async any(machine: SimMachine, random: Random): Promise<void> {
    const tenant = pick(random, this.#firm.tenants);
    if (machine.is.isWorker) return this.workerTurn(machine, tenant, random);
    const acts = [
      () => this.sync(machine, tenant, random),
      () => this.write(machine, tenant, random),
      () => this.write(machine, tenant, random),
      () => this.look(machine),
      () => this.sendDraft(machine, tenant),
      () => this.note(machine, tenant, random),
      () => this.review(machine, tenant, random),
      () => this.review(machine, tenant, random),
      () => this.approve(machine, tenant, random),
      () => this.changeRole(random),
    ];
    await pick(random, acts)();
  }

  /** One look of both loops that a running program has: what colleagues read and sent, and what they recorded. */
  async look({ world }: SimMachine): Promise<void> {
    const stop = new AbortController();
    const { runtime, clock } = world;
    const looking = Promise.all([runtime.followColleagues(stop.signal), runtime.meetColleagues(stop.signal)]);
    await clock.sleep(900);
    stop.abort();
    await looking;
  }

  async sync(machine: SimMachine, tenant: Tenant, random: Random): Promise<void> {
    const request = pick(random, [{}, {}, {}, { full: true }, { reconcileOnly: true }]);
    const done = await machine.world.runtime.context.engine.sync(tenant.source.clientId, request);
    this.#count("sync", done?.failure?.code ?? done?.state ?? "no connection");
  }

  /** As `tieout work` does until it is stopped. */
  async workerTurn(machine: SimMachine, tenant: Tenant, random: Random): Promise<void> {
    await this.look(machine);
    if (random() < 0.6) await this.sync(machine, tenant, random);
    await machine.world.runtime.context.writes.resume(tenant.source.clientId);
  }

  async write(machine: SimMachine, tenant: Tenant, random: Random): Promise<void> {
    const scene = await this.#scene(tenant);
    if (scene === null) return;
    const number = this.#firm.seed * 100 + this.#wants++;
    const intent = await intentOf(scene, number, pick(random, ["bill", "bill", "journal", "payment"] as const), random);
    if (intent === null) return;
    const { clientId } = tenant.source;
    const actionId = `want-${number}`;
    const input = { clientId, operations: intent.operations, actionId, draft: random() < 0.3 };
    this.wanted.push({ clientId, actionId, intent, undone: 0 });
    await this.ask(machine, "writes.submit", input as OperationInput<"writes.submit">);
    // Two people have the same act in hand.
    if (random() >= 0.2) return;
    const other = pick(random, this.#firm.active);
    const asked = this.ask(other, "writes.submit", input as OperationInput<"writes.submit">);
    await (other.death === null ? asked : Promise.race([asked, other.death]));
  }

  async sendDraft(machine: SimMachine, tenant: Tenant): Promise<void> {
    const { clientId } = tenant.source;
    const listed = await machine.route("writes.list", { clientId } as OperationInput<"writes.list">);
    const draft = listed.ok ? (listed.value as readonly WriteJob[]).find(({ state }) => state === "draft") : undefined;
    if (draft !== undefined) await this.ask(machine, "writes.send", { clientId, jobId: draft.jobId } as OperationInput<"writes.send">);
  }

  async note(machine: SimMachine, tenant: Tenant, random: Random): Promise<void> {
    const { clientId } = tenant.source;
    const text = `Note ${this.notes.length} of ${machine.is.person}`;
    if (random() < 0.3) {
      await this.ask(machine, "tasks.add", { clientId, subject: { kind: "client" }, title: text } as OperationInput<"tasks.add">);
      return;
    }
    if (await this.ask(machine, "notes.add", { clientId, subject: { kind: "client" }, text } as OperationInput<"notes.add">))
      this.notes.push({ machine, clientId, text });
  }

  /** An explanation with or without the preparer's sign-off, or the reviewer's. */
  async review(machine: SimMachine, tenant: Tenant, random: Random): Promise<void> {
    const { clientId } = tenant.source;
    const periods = await machine.route("periods.list", { clientId });
    const ids = periods.ok ? (periods.value as readonly { readonly id: string }[]).map(({ id }) => id) : [];
    if (ids.length === 0) return this.#count("review", "nothing read");
    const of = { clientId, period: pick(random, ids), comparison: "prior_month" as const, trailing: 6 };
    const listed = await machine.route("flux.list", of as OperationInput<"flux.list">);
    if (!listed.ok) return this.#count("flux.list", listed.failure.code);
    const { rows } = listed.value as { readonly rows: readonly { readonly accountId: string }[] };
    if (rows.length === 0) return;
    const { accountId } = rows[randomInt(random, 0, Math.min(rows.length, 4) - 1)] as { readonly accountId: string };
    const role = pick(random, ["preparer", "reviewer"] as const);
    const row = { ...of, accountId };
    const signed: Signed = { machine, clientId, subject: `${accountId}|${role}`, isDone: null };
    this.signed.push(signed);
    signed.isDone =
      role === "preparer"
        ? await this.ask(machine, "flux.explain", { ...row, text: `Seen by ${machine.is.person}`, documentIds: [], sign: true })
        : await this.ask(machine, "flux.sign", { ...row, role });
  }

  async approve(machine: SimMachine, tenant: Tenant, random: Random): Promise<void> {
    const { clientId } = tenant.source;
    const listed = await machine.route("documents.list", {
      clientId,
      filter: { types: ["purchase_bill"] },
      limit: 3,
    } as OperationInput<"documents.list">);
    const rows = listed.ok ? (listed.value as { readonly rows: readonly { readonly id: string }[] }).rows : [];
    if (rows.length === 0) return;
    const verdict = pick(random, ["approved", "returned"] as const);
    await this.ask(machine, "approvals.set", {
      clientId,
      documentId: pick(random, rows).id,
      verdict,
      note: "Seen",
    } as OperationInput<"approvals.set">);
  }

  /** The administrator changes what Pat may do. */
  async changeRole(random: Random): Promise<void> {
    const admin = this.#firm.machines[0] as SimMachine;
    if (admin.way.isCut || this.#firm.database.isDown) return;
    const role = pick(random, ["preparer", "preparer", "reviewer", "viewer"]);
    await this.#firm.database.asAdmin(`SELECT tieout.member_set('Pat', '${role}', NULL, NULL)`);
    this.#count("role", role);
  }

  /** What happens in the ledger without us. */
  changeBooks(tenant: Tenant, random: Random): void {
    this.#events++;
    const before = this.wanted.map(({ intent }) => intent.effects());
    playEvents(tenant.books, this.#firm.seed * 50 + this.#events, randomInt(random, 1, 5), this.#firm.world.clock.nowMs());
    for (const [at, one] of this.wanted.entries()) one.undone += (before[at] ?? 0) - one.intent.effects();
  }

  /** @returns whether it was done */
  async ask<N extends OperationName>(machine: SimMachine, name: N, input: OperationInput<N>): Promise<boolean> {
    const reply = await machine.route(name, input);
    this.#count(name, reply.ok ? "done" : reply.failure.code);
    if (!reply.ok && reply.failure.code === "defect") this.#firm.defects.push(`${name}: ${reply.failure.message}`);
    return reply.ok;
  }

  #count(name: string, outcome: string): void {
    const key = `${name} ${outcome}`;
    this.outcomes[key] = (this.outcomes[key] ?? 0) + 1;
  }

  /** The records that writes need; null before the first machine has them. */
  async #scene(tenant: Tenant): Promise<Scene | null> {
    try {
      return await sceneOf(this.#firm.world, tenant, new WritePlan());
    } catch {
      // Nothing is read yet.
      return null;
    }
  }
}
