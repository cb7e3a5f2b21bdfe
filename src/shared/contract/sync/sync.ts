import { z } from "zod";
import { calendarDateString, instantString } from "#shared/model/books/money.ts";
import { failure } from "#shared/model/ledger/failure.ts";
import { topic } from "../define.ts";

/** Why something waits. Waiting is a queued state, never an error (rule 27). */
export const queueReason = z.enum([
  "minute",
  "day",
  "month",
  "concurrency",
  "batch",
  "app",
  "server_asked",
  "offline",
  "turn",
  "colleague",
]);
export type QueueReason = z.infer<typeof queueReason>;

export const queueView = z.object({
  reason: queueReason,
  /** Place of the first waiting request; 1 is next. */
  position: z.number().int(),
  waiting: z.number().int(),
  resumeAt: instantString.nullable(),
});
export type QueueView = z.infer<typeof queueView>;

/** When a run ends, as far as can be said, and all that the answer rests on. */
export const outlook = z.object({
  /** Requests that are known to be ahead. */
  callsLeft: z.number().int(),
  /** Streams whose size the ledger does not tell; each counts as one request, so that the end is the earliest one. */
  unsized: z.number().int(),
  /** When the next request goes, where it has to wait. */
  goesOnAt: instantString.nullable(),
  /** With requests that take as long as the middle of the last ones; null while too few were timed. */
  finishesAt: instantString.nullable(),
  /** The same with requests as slow as the slowest tenth. */
  finishesLateAt: instantString.nullable(),
  inputs: z.object({
    callsPerMinute: z.number().int().nullable(),
    /** Calls that may go at once, without being spread over the minute. */
    burstRoom: z.number().int().nullable(),
    /** Of all tenants of the ledger together. */
    appCallsPerMinute: z.number().int().nullable(),
    appSharedBy: z.number().int(),
    callsAtOnce: z.number().int(),
    samples: z.number().int(),
    samplesNeeded: z.number().int(),
    medianMs: z.number().int().nullable(),
    p90Ms: z.number().int().nullable(),
    /** Our own work from an answer to the next request. */
    ownMs: z.number().int().nullable(),
    writesAhead: z.number().int(),
    dayLeft: z.number().int().nullable(),
    dayLimit: z.number().int().nullable(),
    /** When the day's budget has room for what is left; null where it has that now. */
    dayFreeAt: instantString.nullable(),
    monthReadsLeft: z.number().int().nullable(),
  }),
});
export type Outlook = z.infer<typeof outlook>;

/** What is left of the ledger's budgets for this tenant; null where the ledger names no such limit. */
export const budgetView = z.object({
  minuteUsed: z.number().int(),
  minuteLimit: z.number().int().nullable(),
  dayUsed: z.number().int(),
  dayLimit: z.number().int().nullable(),
  monthReads: z.number().int(),
  monthReadsLimit: z.number().int().nullable(),
  monthBytes: z.number().int(),
  monthBytesLimit: z.number().int().nullable(),
});
export type BudgetView = z.infer<typeof budgetView>;

/** The state of one data set. */
export const streamState = z.enum(["never_read", "reading", "queued", "up_to_date", "incomplete", "failed", "not_supported"]);
export type StreamState = z.infer<typeof streamState>;

export const streamStatus = z.object({
  stream: z.string(),
  label: z.string(),
  state: streamState,
  /** First read, changes only, or everything again; null when nothing is being read. */
  pass: z.enum(["backfill", "delta", "full", "ids"]).nullable(),
  pages: z.number().int(),
  seen: z.number().int(),
  changed: z.number().int(),
  unchanged: z.number().int(),
  removed: z.number().int(),
  totalKnown: z.number().int().nullable(),
  cursor: z.string().nullable(),
  asOf: instantString.nullable(),
  resumeAt: instantString.nullable(),
  /** Why it waits now; null where it does not. */
  queue: queueView.nullable(),
  failure: failure.nullable(),
});
export type StreamStatus = z.infer<typeof streamStatus>;

/** A client's overall state. `up_to_date` only when every data set closed its window. */
export const syncState = z.enum([
  "never_synced",
  "syncing",
  "queued",
  "up_to_date",
  "incomplete",
  "failed",
  "needs_sign_in",
  "offline",
  "paused",
]);
export type SyncState = z.infer<typeof syncState>;

export const requestCounts = z.object({
  sent: z.number().int(),
  retried: z.number().int(),
  throttled: z.number().int(),
  bytes: z.number().int(),
});
export type RequestCounts = z.infer<typeof requestCounts>;

/** The last stage of a run: Tieout's figures at a day are compared with the ledger's own reports. */
export const syncChecking = z.object({
  asOfDate: calendarDateString,
  /** Reports that were read or refused so far, of those that are due. */
  reportsDone: z.number().int(),
  reports: z.number().int(),
});
export type SyncChecking = z.infer<typeof syncChecking>;

export const clientSync = z.object({
  clientId: z.string(),
  state: syncState,
  asOf: instantString.nullable(),
  queue: queueView.nullable(),
  /** A person asked for it before the others; holds as long as the run. */
  goesFirst: z.boolean(),
  /** Null where nothing is being read. */
  outlook: outlook.nullable(),
  /** Null until everything is read, and where nothing is being checked. */
  checking: syncChecking.nullable(),
  budget: budgetView.nullable(),
  failure: failure.nullable(),
  streams: z.array(streamStatus),
  requests: requestCounts,
});
export type ClientSync = z.infer<typeof clientSync>;

/** The cost of a first read, before it starts. */
export const syncPlan = z.object({
  calls: z.number().int(),
  pages: z.number().int(),
  estimateSeconds: z.number().int(),
  dayBudgets: z.number().int(),
  inputs: z.record(z.string(), z.unknown()),
});
export type SyncPlan = z.infer<typeof syncPlan>;

export const syncTopics = {
  /** A client's sync moved. At most a few a second per client. */
  "sync.progress": topic(clientSync),
};
