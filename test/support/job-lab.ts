import type { LedgerRequest, LedgerResponse } from "#main/ledgers/adapter.ts";
import type { ItemResult, LedgerWrites, Look } from "#main/ledgers/writing.ts";
import type { LinkOutcome, LinkWriteOutcome, WriteTrust } from "#main/sync/ledger-link.ts";
import { itemsOf, type JobBody, type StoredCall } from "#main/writeback/job.ts";
import { JobRecord } from "#main/writeback/job-record.ts";
import { JobRun, type RunTools } from "#main/writeback/job-run.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { JobItem } from "#shared/model/ledger/write.ts";
import { createVirtualTime } from "./virtual-time.ts";

export const START = Date.UTC(2026, 10, 21, 9);
const SECOND = 1_000;
export const SETTLE = 300 * SECOND;
const NO_MEMORY: WriteTrust = { keyTrustMs: 0, settleMs: SETTLE };
export const LONG_MEMORY: WriteTrust = { keyTrustMs: 24 * 3_600 * SECOND, settleMs: SETTLE };
export const KEY = { operation: 0, part: 0 };

const response = (body: unknown, status = 200): LedgerResponse => ({
  status,
  headers: {},
  receivedAt: instantFromMs(START),
  body: new TextEncoder().encode(typeof body === "string" ? body : JSON.stringify(body)),
});
export const answered = (body: unknown): Extract<LinkOutcome, { kind: "answered" }> => ({ kind: "answered", response: response(body) });
export const accepted = (ledgerId = "b1", operation = 0): ItemResult => ({
  operation,
  part: 0,
  outcome: "accepted",
  entityType: "Bill",
  ledgerId,
});
export const posted = answered([accepted()]);
export const failure = (code: Failure["code"], status?: number): Failure => ({
  code,
  message: `words of ${code}`,
  ...(status === undefined ? {} : { ledgerError: { status, body: "raw words", request: "POST /bills" } }),
});
export const lost: LinkWriteOutcome = { kind: "ambiguous", failure: failure("ledger_unreachable") };
export const refused = (conflict = false): LinkWriteOutcome => ({ kind: "rejected", conflict, failure: failure("ledger_rejected", 400) });
export const offline = { kind: "unreachable", failure: failure("ledger_unreachable") } as const;

export const present: Look = { ...KEY, found: "present", entityType: "Bill", ledgerId: "b1" };
export const absent: Look = { ...KEY, found: "absent" };
export const seen = (...looks: readonly Look[]) => answered(looks);

export const callOf = (changes: Partial<StoredCall> = {}, operation = 0): StoredCall => ({
  request: { method: "POST", path: "/bills", body: `{"bill":${operation}}` },
  items: [{ operation, part: 0, title: "Bill", reference: `tieout-x-${operation}-0`, entityType: "Bill", ledgerId: null }],
  ...{ replays: false, status: "pending", firstSentMs: null, lastSentMs: null, sends: 0, absentMs: [] },
  ...changes,
});
export const sentAt = (ms: number): Partial<StoredCall> => ({ status: "sent", sends: 1, firstSentMs: ms, lastSentMs: ms });

export interface JobLabOptions {
  readonly calls?: StoredCall[];
  readonly state?: string;
  /** What is known of its records, one after another; pending where left out. */
  readonly outcomes?: readonly JobItem["outcome"][];
  /** What the ledger says to writes, one after another. A function may wait for the end of its signal, or for its turn. */
  readonly writes?: readonly (LinkWriteOutcome | ((signal: AbortSignal, mayStillGo: () => boolean) => Promise<LinkWriteOutcome>))[];
  /** What it says to reads. */
  readonly reads?: readonly LinkOutcome[];
  readonly trust?: WriteTrust;
  readonly tools?: Partial<RunTools>;
  readonly adapter?: Partial<LedgerWrites>;
}

/** A job between a store and a ledger that keep a common diary of what reached them. */
export function createJobLab({
  calls = [callOf()],
  state = "ready",
  writes = [],
  reads = [],
  trust = NO_MEMORY,
  tools = {},
  adapter = {},
  outcomes = [],
}: JobLabOptions) {
  const time = createVirtualTime(START);
  const diary: string[] = [];
  const attempts: { purpose: string; request: string; status?: number | null; answer?: string | null; note?: string | null }[] = [];
  const kept: JobBody[] = [];
  const asked: object[] = [];
  const at = () => (time.nowMs() - START) / SECOND;
  const [writesLeft, readsLeft] = [[...writes], [...reads]];
  const items: JobItem[] = calls.flatMap(itemsOf).map((item, at) => ({ ...item, outcome: outcomes[at] ?? item.outcome }));
  const body = { title: "Bill", operations: [], person: "ana", mark: "x", checks: [], calls, items, failure: null, before: [] };
  const pool = {
    must: async (
      _: string,
      { change }: { change: { state: string; body: string; start?: (typeof attempts)[0]; end?: (typeof attempts)[0] } },
    ) => {
      diary.push(`${at()} save ${change.state}`);
      kept.push(JSON.parse(change.body));
      if (change.start !== undefined) attempts.push({ ...change.start });
      if (change.end !== undefined) Object.assign(attempts.at(-1) ?? {}, change.end);
      return { attemptNo: attempts.length, updatedMs: time.nowMs() };
    },
  };
  const stored = { jobId: "j", actionId: "j", state, content: "", body: JSON.stringify(body), createdMs: START, updatedMs: START };
  const source = { clientId: "c", system: "ledger_a", tenantId: "t" } as const;
  const ports = { pool: pool as never, nowMs: () => time.nowMs(), onChange: () => undefined };
  const record = new JobRecord(ports, source, stored);
  const link = {
    clientId: "c",
    trust,
    write: async ({ body: sent }: LedgerRequest, { signal, mayStillGo }: { signal: AbortSignal; mayStillGo: () => boolean }) => {
      diary.push(`${at()} write ${sent}`);
      const next = writesLeft.shift();
      if (next === undefined) throw new Error("the ledger expected no more writes");
      return typeof next === "function" ? next(signal, mayStillGo) : next;
    },
    send: async ({ path }: LedgerRequest, options: object) => {
      asked.push(options);
      diary.push(`${at()} read ${path}`);
      const next = readsLeft.shift();
      if (next === undefined) throw new Error("the ledger expected no more reads");
      return next;
    },
  };
  const read = (answer: LedgerResponse) => JSON.parse(new TextDecoder().decode(answer.body)) as never;
  const ledgerWrites: Partial<LedgerWrites> = {
    outcomes: (_context, _call, answer) => read(answer),
    *look() {
      return read(yield { method: "GET", path: "/look" });
    },
    ...adapter,
  };
  const run = new JobRun(record, {
    link: link as never,
    writes: ledgerWrites as LedgerWrites,
    context: {} as never,
    clock: time,
    signal: new AbortController().signal,
    isShared: false,
    checkedMs: START,
    lockedNow: async () => null,
    ...tools,
  });
  const told = () => ({
    state: record.state,
    items: record.body.items,
    calls: record.body.calls as StoredCall[],
    failure: record.body.failure,
  });
  const only = (what: "write" | "read") => diary.filter((line) => line.includes(` ${what} `)).map((line) => Number(line.split(" ")[0]));
  return {
    time,
    diary,
    attempts,
    /** What was on disk after each save. */
    kept,
    /** How reads were asked for. */
    asked,
    writesAt: () => only("write"),
    readsAt: () => only("read"),
    run: async () => {
      await time.run(run.run());
      return told();
    },
    resolve: async () => {
      await time.run(run.resolve());
      return told();
    },
  };
}
