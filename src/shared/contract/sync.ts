import { z } from "zod";
import { failure } from "#shared/model/failure.ts";
import { instantString } from "#shared/model/money.ts";
import { command, query, topic } from "./define.ts";

/** Why something waits. Waiting is a queued state, never an error (rule 27). */
export const queueReason = z.enum(["minute", "day", "month", "concurrency", "batch", "app", "server_asked", "offline"]);
export type QueueReason = z.infer<typeof queueReason>;

export const queueView = z.object({
  reason: queueReason,
  /** Place of the first waiting request; 1 is next. */
  position: z.number().int(),
  waiting: z.number().int(),
  resumeAt: instantString.nullable(),
});
export type QueueView = z.infer<typeof queueView>;

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

/** How one stream stands. */
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
  failure: failure.nullable(),
});
export type StreamStatus = z.infer<typeof streamStatus>;

/** How a client stands as a whole. `up_to_date` only when every stream closed its window. */
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

export const clientSync = z.object({
  clientId: z.string(),
  state: syncState,
  asOf: instantString.nullable(),
  queue: queueView.nullable(),
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

const ofClient = z.object({ clientId: z.string() });
const done = z.object({ done: z.literal(true) });

export const syncContract = {
  /** The client's streams, queue and budget; sends nothing. */
  "sync.status": query(ofClient, clientSync),
  /** What the first read will cost. Asks the ledger for sizes, which costs a few calls; reads nothing into the mirror. */
  "sync.plan": command(ofClient, syncPlan),
  /** Starts reading in the background; progress arrives on `sync.progress`. Without ids: every client that is not paused. */
  "sync.start": command(z.object({ clientIds: z.array(z.string()).optional(), full: z.boolean().optional() }), done),
  /** Stops after the page in flight; cursors are kept. */
  "sync.pause": command(ofClient, done),
  /** Lifts a pause and starts reading. */
  "sync.resume": command(ofClient, done),
  /** A client's sync moved. At most a few a second per client. */
  "sync.progress": topic(clientSync),
};
