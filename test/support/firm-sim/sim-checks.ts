import { expect } from "vitest";
import type { WriteJob } from "#shared/model/ledger/write.ts";
import { everyRow } from "#test/support/firm-machines.ts";
import { KINDS } from "#test/support/mirror-kinds.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import type { SimActs, Wanted } from "./sim-acts.ts";
import type { SimFirm, SimMachine } from "./sim-firm.ts";

/**
 * What a row says of its own machine only: numbers by which it counts, which of its records were sent when, and the time that its own
 * clock had as it acted. Everything else is the same on every machine.
 */
const OWN_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  decision: ["decision_no"],
  work_event: ["event_no"],
  signed_input: ["made_ms"],
  fact_log: ["sent_entry", "moved_entry"],
  write_job: ["created_ms"],
  write_attempt: ["sent_ms", "answered_ms"],
};

/**
 * Of a settled conflict, each machine calls its own side ours; who had applied a fact that the server lost remembers it. What the
 * conflicts ended with is in the other tables, and that nobody forgot a fact is checked beside.
 */
const OWN_TABLES: ReadonlySet<string> = new Set(["review_conflict", "fact_seen"]);

/** What must hold when everything has calmed down. */
export async function checkFirm(firm: SimFirm, acts: SimActs, label: string): Promise<void> {
  expect(firm.defects, label).toEqual([]);
  for (const tenant of firm.tenants) {
    expect(unforced(firm, tenant), `${label}: limits exceeded`).toEqual([]);
    await checkAgainstLedger(tenant, label);
    checkCopies(firm, tenant, label);
    await checkWrites(firm, tenant, acts, label);
    await checkRecords(firm, tenant, acts, label);
  }
}

const MINUTE_MS = 60_000;

/** A replica that takes over may lack the calls of the last minute. Nobody can count those, and a ledger may say once that it's too many. */
function unforced({ database }: SimFirm, { simulated }: Tenant) {
  const isForced = (atMs: number) => database.takeovers.some((tookMs) => atMs >= tookMs && atMs < tookMs + MINUTE_MS);
  return simulated.referee.breaches.filter(({ atMs }) => !isForced(atMs));
}

async function checkAgainstLedger(tenant: Tenant, label: string): Promise<void> {
  const stated = tenant.oracle();
  for (const kind of KINDS)
    if (stated[kind] !== undefined) expect(await tenant.compareLive(kind), `${label}: ${kind} against the oracle`).toEqual([]);
}

function checkCopies(firm: SimFirm, { source }: Tenant, label: string): void {
  const [first, ...others] = firm.active as [SimMachine, ...SimMachine[]];
  const ours = countedRows(firm, first, source.clientId, label);
  for (const machine of others) {
    const theirs = countedRows(firm, machine, source.clientId, label);
    for (const table of Object.keys(ours).filter((name) => !OWN_TABLES.has(name)))
      expect(theirs[table], `${label}: ${table} of ${machine.is.name} against ${first.is.name}`).toEqual(ours[table]);
  }
}

/**
 * A copy's rows without what the server refused. That can only be what a lost computer recorded in the seconds that the server lost
 * with it: those who had heard of it list it as not accepted, and it counts nowhere.
 */
function countedRows({ machines }: SimFirm, { world, is }: SimMachine, clientId: string, label: string) {
  const { fact_refused: refused = [], ...rows } = everyRow(world, clientId, OWN_COLUMNS) as Record<string, readonly string[]>;
  const lost = machines.filter(({ isRevoked }) => isRevoked).map((machine) => `@${machine.is.name}"`);
  const counted = { ...rows };
  for (const row of refused) {
    const parts = String(JSON.parse(row)[0]).split("/").slice(1);
    const isIt = (text: string) => parts.every((part) => text.includes(part));
    const made = ["decision", "note", "task"].flatMap((table) => rows[table]?.filter(isIt) ?? []);
    const isOfLost = made.length > 0 && made.every((text) => lost.some((name) => text.includes(name)));
    expect(isOfLost, `${label}: ${row} is refused on ${is.name}, though its computer is there`).toBe(true);
    for (const [table, all] of Object.entries(counted)) counted[table] = all.filter((text) => !isIt(text));
  }
  return counted;
}

const UNSENT: ReadonlySet<string> = new Set(["rejected", "conflict", "blocked", "cancelled", "draft"]);

/** Accepted means once, unsent means never, on every machine. */
async function checkWrites(firm: SimFirm, { source }: Tenant, acts: SimActs, label: string): Promise<void> {
  const lists = new Map<string, readonly WriteJob[]>();
  for (const machine of firm.active)
    lists.set(
      machine.is.name,
      (await firm.world.clock.run(machine.must("writes.list", { clientId: source.clientId }))) as readonly WriteJob[],
    );
  for (const { actionId, intent, undone } of acts.wanted.filter(({ clientId }) => clientId === source.clientId)) {
    const made = intent.effects() + undone;
    const jobs = [...lists.values()].map((list) => list.find((job) => job.actionId === actionId));
    const states = [...new Set(jobs.map((job) => job?.state ?? "nowhere"))];
    const said = `${label}: ${actionId} is ${states.join(" and ")}, made in the ledger ${made} times; ${JSON.stringify(jobs.map((job) => [job?.state, job?.failure, job?.items, job?.checks?.filter(({ outcome }) => outcome === "blocked")]))}`;
    expect(states.length, said).toBe(1);
    const [state] = states as [string];
    if (state === "accepted") expect(made, said).toBe(1);
    else {
      expect(UNSENT.has(state) || state === "nowhere", said).toBe(true);
      if (made === 1 && state === "draft" && isForgotten(firm)) await sendForgotten(firm, source.clientId, { actionId, intent }, said);
      else expect(made, said).toBe(0);
    }
  }
}

/** Nobody knows any more what a lost computer sent, once a replica that lacks it took over. */
function isForgotten({ machines, database }: SimFirm): boolean {
  return machines.some(({ isRevoked }) => isRevoked) && database.takeovers.length > 0;
}

/** Sending such a draft finds what is there. */
async function sendForgotten(firm: SimFirm, clientId: string, { actionId, intent }: Pick<Wanted, "actionId" | "intent">, said: string) {
  const { clock } = firm.world;
  const [machine] = firm.active as [SimMachine];
  const jobs = (await clock.run(machine.must("writes.list", { clientId }))) as readonly WriteJob[];
  const jobId = jobs.find((job) => job.actionId === actionId)?.jobId ?? "";
  const before = intent.effects();
  expect(await clock.run(machine.must("writes.send", { clientId, jobId })), said).toMatchObject({ state: "accepted" });
  expect(intent.effects(), said).toBe(before);
}

/** Every sign-off that somebody made counts, unless the server refused it and its machine says so; nobody else has one. */
async function checkRecords(firm: SimFirm, { source }: Tenant, acts: SimActs, label: string): Promise<void> {
  const { clientId } = source;
  const facts = (await firm.world.clock.run(
    firm.database.asOwner(
      `SELECT fact_id::text, kind, subject, signer, person, body FROM tieout.fact WHERE client_id = '${clientId}' ORDER BY fact_no`,
    ),
  )) as { fact_id: string; kind: string; subject: string; signer: string; person: string; body: string }[];
  for (const { world, is } of firm.active) {
    const seen = new Set(everyRow(world, clientId, { fact_seen: ["said"] }).fact_seen);
    for (const { fact_id: id } of facts) expect(seen.has(JSON.stringify([id])), `${label}: fact ${id} on ${is.name}`).toBe(true);
  }
  const signatures = facts.filter(({ kind }) => kind === "flux_sign");
  for (const { person, subject } of signatures) {
    // What a computer had recorded when it died goes out at its next start, though nobody was told that it was done.
    const made = acts.signed.some((one) => one.isDone !== false && one.machine.is.person === person && subject.endsWith(`|${one.subject}`));
    expect(made, `${label}: nobody signed ${subject} as ${person}`).toBe(true);
  }
  // What a lost computer hadn't sent is lost with it.
  const isKept = ({ machine }: { readonly machine: SimMachine }) => !machine.isRevoked;
  for (const { machine, subject } of acts.signed.filter((one) => one.isDone === true && isKept(one))) {
    const isThere = signatures.some((one) => one.person === machine.is.person && one.subject.endsWith(`|${subject}`));
    expect(isThere, `${label}: ${machine.is.person}'s sign-off of ${subject}`).toBe(true);
  }
  for (const { machine, text } of acts.notes.filter(isKept))
    expect(
      facts.filter(({ kind, body }) => kind === "note" && body.includes(`"${text}"`)).length,
      `${label}: ${text} of ${machine.is.name}`,
    ).toBeGreaterThan(0);
}
