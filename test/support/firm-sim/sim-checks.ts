import { expect } from "vitest";
import type { WriteJob } from "#shared/model/ledger/write.ts";
import { everyRow } from "#test/support/firm-machines.ts";
import { KINDS } from "#test/support/mirror-kinds.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import type { SimActs } from "./sim-acts.ts";
import type { SimFirm, SimMachine } from "./sim-firm.ts";

/** A machine's own: which of its records were sealed when, how far the exchange is. */
const OWN: ReadonlySet<string> = new Set(["own_entry", "own_touched"]);

/** What must hold when everything has calmed down. */
export async function checkFirm(firm: SimFirm, acts: SimActs, label: string): Promise<void> {
  expect(firm.defects, label).toEqual([]);
  for (const tenant of firm.tenants) {
    tenant.simulated.referee.assertClean();
    await checkAgainstLedger(tenant, label);
    checkCopies(firm, tenant, label);
    await checkWrites(firm, tenant, acts, label);
    await checkRecords(firm, tenant, acts, label);
  }
}

async function checkAgainstLedger(tenant: Tenant, label: string): Promise<void> {
  const stated = tenant.oracle();
  for (const kind of KINDS)
    if (stated[kind] !== undefined) expect(await tenant.compareLive(kind), `${label}: ${kind} against the oracle`).toEqual([]);
}

function checkCopies({ machines }: SimFirm, { source }: Tenant, label: string): void {
  const [first, ...others] = machines.filter(({ isRevoked }) => !isRevoked) as [SimMachine, ...SimMachine[]];
  const ours = everyRow(first.world, source.clientId);
  for (const { world, is } of others) {
    const theirs = everyRow(world, source.clientId);
    for (const table of Object.keys(ours)) {
      if (OWN.has(table)) continue;
      expect(same(table, theirs), `${label}: ${table} of ${is.name} against ${first.is.name}`).toEqual(same(table, ours));
    }
  }
}

/** The machine that acts notes its own clock's time, and the others the server's. */
const OWN_TIMES: Readonly<Record<string, readonly number[]>> = { write_job: [5], write_attempt: [5, 6] };

function same(table: string, rows: ReturnType<typeof everyRow>): readonly unknown[] {
  const own = OWN_TIMES[table];
  const all = rows[table] ?? [];
  return own === undefined ? all : all.map((row) => (JSON.parse(String(row)) as unknown[]).filter((_, column) => !own.includes(column)));
}

const UNSENT: ReadonlySet<string> = new Set(["rejected", "conflict", "blocked", "cancelled", "draft"]);

/** Accepted means once, unsent means never, on every machine. */
async function checkWrites(firm: SimFirm, { source }: Tenant, acts: SimActs, label: string): Promise<void> {
  const lists = new Map<string, readonly WriteJob[]>();
  for (const machine of firm.machines.filter(({ isRevoked }) => !isRevoked))
    lists.set(
      machine.is.name,
      (await firm.world.clock.run(machine.must("writes.list", { clientId: source.clientId }))) as readonly WriteJob[],
    );
  for (const { actionId, intent } of acts.wanted.filter(({ clientId }) => clientId === source.clientId)) {
    const jobs = [...lists.values()].map((list) => list.find((job) => job.actionId === actionId));
    const states = [...new Set(jobs.map((job) => job?.state ?? "nowhere"))];
    const said = `${label}: ${actionId} is ${states.join(" and ")}, in the ledger ${intent.effects()} times; ${JSON.stringify(jobs.map((job) => [job?.state, job?.failure, job?.items, job?.checks?.filter(({ outcome }) => outcome === "blocked")]))}`;
    expect(states.length, said).toBe(1);
    const [state] = states as [string];
    if (state === "accepted") expect(intent.effects(), said).toBe(1);
    else {
      expect(UNSENT.has(state) || state === "nowhere", said).toBe(true);
      expect(intent.effects(), said).toBe(0);
    }
  }
}

/** Every sign-off that somebody made counts, unless the server refused it and its machine says so; nobody else has one. */
async function checkRecords(firm: SimFirm, { source }: Tenant, acts: SimActs, label: string): Promise<void> {
  const { clientId } = source;
  const facts = (await firm.world.clock.run(
    firm.database.asOwner(`SELECT kind, subject, signer, person, body FROM tieout.fact WHERE client_id = '${clientId}' ORDER BY fact_no`),
  )) as { kind: string; subject: string; signer: string; person: string; body: string }[];
  const signatures = facts.filter(({ kind }) => kind === "flux_sign");
  for (const { person, subject } of signatures) {
    const made = acts.signed.some((one) => one.machine.is.person === person && subject.endsWith(`|${one.subject}`));
    expect(made, `${label}: nobody signed ${subject} as ${person}`).toBe(true);
  }
  for (const { machine, subject } of acts.signed) {
    const isThere = signatures.some((one) => one.person === machine.is.person && one.subject.endsWith(`|${subject}`));
    expect(isThere, `${label}: ${machine.is.person}'s sign-off of ${subject}`).toBe(true);
  }
  for (const { machine, text } of acts.notes)
    expect(
      facts.filter(({ kind, body }) => kind === "note" && body.includes(`"${text}"`)).length,
      `${label}: ${text} of ${machine.is.name}`,
    ).toBeGreaterThan(0);
}
