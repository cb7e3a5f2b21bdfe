import type { LedgerRequest, LedgerResponse } from "#main/ledgers/adapter.ts";
import { profileSchema } from "#main/ledgers/profile.ts";
import type { WriteFacts } from "#main/store/documents/write-facts.ts";
import type { JobChange, StoredAttempt, StoredJob } from "#main/store/records/write-store.ts";
import type { LinkOutcome, LinkWriteOutcome } from "#main/sync/ledger-link.ts";
import { OperationFailed } from "#main/workers/pool.ts";
import type { OpName } from "#main/workers/protocol.ts";
import { WriteQueue } from "#main/writeback/write-queue.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";
import { fail, ok } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { WriteOperation } from "#shared/model/ledger/write.ts";
import { createVirtualTime } from "./virtual-time.ts";

const START = Date.UTC(2026, 10, 21, 9);
const response = (text: string): LedgerResponse => ({
  ...{ status: 200, headers: { "content-type": "application/json" }, receivedAt: instantFromMs(START) },
  body: new TextEncoder().encode(text),
});
/** An answer of Ledger A about invoices, one for each record. */
export const answered = (...records: readonly object[]) =>
  ({ kind: "answered", response: response(JSON.stringify({ Status: "OK", Invoices: records })) }) as const;
export const posted = (id = "i1") => answered({ InvoiceID: id });
export const REFUSED_BY_LEDGER = { StatusAttributeString: "ERROR", ValidationErrors: [{ Message: "The account is archived." }] };
const failureOf = (code: Failure["code"]): Failure => ({ code, message: `words of ${code}` });
export const offline = { kind: "unreachable", failure: failureOf("ledger_unreachable") } as const;
export const lost = { kind: "ambiguous", failure: failureOf("ledger_unreachable") } as const;

/** A write that is answered later, or that waits for its turn first. */
export type Limited = (options: {
  readonly signal: AbortSignal;
  readonly onQueued: () => void;
  readonly mayStillGo: () => boolean;
}) => Promise<LinkWriteOutcome>;

/** A bill that Ledger A takes, and that the mirror has everything for. */
export const bill = (number: string, changes: object = {}): WriteOperation =>
  ({
    kind: "create_document",
    document: {
      ...{ type: "purchase_bill", party: { id: "Contact:oak" }, number, issueDate: "2026-11-18", currency: "NZD", status: "open" },
      lines: [{ kind: "account", accountId: "Account:costs", net: { amount: "10.00", currency: "NZD" }, dimensions: [] }],
      ...changes,
    },
  }) as unknown as WriteOperation;

const DISCOVERY = {
  capabilities: { dimensions: [], lineTarget: "both", canCreateTaxRates: true, hasApprovalWorkflow: false, periodLock: {} },
  ...{ organisation: { baseCurrency: "NZD", currencies: [], entities: [] }, adapterFacts: {}, evidence: {} },
};
const lockOn = (operation: number) => ({
  ...{ operation, question: { date: "2026-11-18" } },
  check: { canPost: false, blockedBy: [{ lockedThrough: "2026-11-30" }], firstPostableDate: "2026-12-01" },
});

/** What the queue knows of the mirror. */
function factsOf({ isLocked, isArchived, records }: { isLocked: boolean; isArchived: boolean; records: readonly object[] }): WriteFacts {
  return {
    accounts: [{ id: "Account:costs", code: "400", name: "Costs", class: "expense", active: !isArchived }],
    parties: [{ id: "Contact:oak", name: "Oak Paper", active: true, isVendor: true }],
    ...{ items: [], records, currencies: [], duplicates: [], cutOffs: isLocked ? [0, 1].map(lockOn) : [] },
  } as unknown as WriteFacts;
}

/** Jobs and sendings in memory, as the file keeps them. */
function createJobs(nowMs: () => number) {
  const jobs = new Map<string, StoredJob>();
  const attempts: StoredAttempt[] = [];
  const change = ({ jobId, state, body, start, end }: JobChange) => {
    jobs.set(jobId, { ...(jobs.get(jobId) as StoredJob), state, body, updatedMs: nowMs() });
    const closed = attempts.findIndex(({ attemptNo }) => attemptNo === end?.attemptNo);
    if (closed >= 0) attempts[closed] = { ...(attempts[closed] as StoredAttempt), ...end };
    if (start !== undefined)
      attempts.push({ attemptNo: attempts.length + 1, jobId, ...start, answeredMs: null, status: null, answer: null, note: null });
    return { attemptNo: start === undefined ? null : attempts.length, updatedMs: nowMs() };
  };
  return { jobs, attempts, change };
}

/** A write queue between a store in memory and a Ledger A that says what a test has it say. */
export function createWriteQueueLab() {
  const time = createVirtualTime(START);
  const { jobs, attempts, change } = createJobs(() => time.nowMs());
  const diary: string[] = [];
  const lab = {
    ...{ time, jobs, attempts, diary },
    /** What the ledger says to writes, one after another; then each is posted. */
    writes: [] as (LinkWriteOutcome | Limited)[],
    /** What it says to reads; then it has nothing. */
    reads: [] as LinkOutcome[],
    isLocked: false,
    /** The account of the bills is no longer active. */
    isArchived: false,
    /** Documents that the mirror has. */
    records: [] as object[],
    /** What happens elsewhere while the locks are read. */
    meanwhile: (_signal: AbortSignal): Promise<void> | void => undefined,
    isConnected: true,
    isWaiting: false,
    /** Operations on the file that fail now. */
    failing: new Map<OpName, Failure>(),
    logged: [] as unknown[][],
    /** What left for the ledger. */
    sent: [] as LedgerRequest[],
    asked: [] as LedgerRequest[],
  };
  const operations = {
    "writes.facts": () => factsOf(lab),
    "writes.list": () => [...jobs.values()].reverse(),
    "writes.get": ({ jobId }: { jobId: string }) => {
      const job = jobs.get(jobId);
      return job === undefined ? null : { job, attempts: attempts.filter((one) => one.jobId === jobId) };
    },
    "writes.add": ({ job }: { job: StoredJob }) => {
      const existing = [...jobs.values()].find(({ actionId }) => actionId === job.actionId) ?? null;
      if (existing === null) jobs.set(job.jobId, job);
      return { existing };
    },
    "writes.drop": ({ jobId }: { jobId: string }) => {
      jobs.delete(jobId);
      return null;
    },
    "writes.change": (input: { change: JobChange }) => change(input.change),
    "writes.mirror": () => ({ changed: 0, posted: [] }),
  };
  const perform = async (op: keyof typeof operations, input: object) => {
    diary.push(op);
    const failure = lab.failing.get(op);
    return failure === undefined ? ok(operations[op](input as never)) : fail(failure);
  };
  const pool = {
    perform,
    must: async (op: keyof typeof operations, input: object) => {
      const result = await perform(op, input);
      if (!result.ok) throw new OperationFailed(op, result.failure);
      return result.value;
    },
  };
  const linkOf = (clientId: string) => ({
    ...{ clientId, system: "ledger_a", tenantId: "tenant-1", discovery: DISCOVERY, trust: { keyTrustMs: 0, settleMs: 300_000 } },
    facts: { tenantId: "tenant-1", profile: profileSchema.parse({ name: "neutral" }), wantsJournals: false, pageSize: 100 },
    waits: () => new Map(lab.isWaiting ? [["write", {}]] : []),
    write: async (request: LedgerRequest, options: Parameters<Limited>[0]) => {
      if (options.signal.aborted) return { kind: "cancelled" };
      diary.push("sent");
      lab.sent.push(request);
      const next = lab.writes.shift() ?? posted();
      return typeof next === "function" ? next(options) : next;
    },
    send: async (request: LedgerRequest) => {
      lab.asked.push(request);
      return lab.reads.shift() ?? answered();
    },
  });
  const published: string[] = [];
  let ids = 0;
  const queue = new WriteQueue({
    pool: pool as never,
    clock: time,
    log: {
      warn: (...args: unknown[]) => lab.logged.push(["warn", ...args]),
      error: (...args: unknown[]) => lab.logged.push(["error", ...args]),
    } as never,
    uuid: () => `id-${++ids}`,
    sha256: (text) => text.replaceAll(/[^a-z0-9]/g, "").padEnd(32, "0"),
    person: "ana",
    isShared: () => false,
    linkFor: async (clientId) => (lab.isConnected ? (linkOf(clientId) as never) : null),
    freshLocks: async (_clientId, signal) => {
      diary.push("locks");
      await lab.meanwhile(signal);
    },
    publish: ({ clientId, jobId, state }) => published.push(`${clientId} ${jobId} ${state}`),
  });
  return Object.assign(lab, { queue, published, run: time.run });
}
