import { z } from "zod";
import { instantString } from "../../model/books/money.ts";
import { writeJob } from "../../model/ledger/write.ts";
import { scheduleState } from "./schedule.ts";
import { budgetView, outlook, queueView, streamState, syncState } from "./sync.ts";

/** One client's reading in the firm's queue. */
export const queuedRead = z.object({
  clientId: z.string(),
  name: z.string(),
  ledger: z.string(),
  state: syncState,
  /** It is being read, or waits to be, at this moment. */
  active: z.boolean(),
  paused: z.boolean(),
  goesFirst: z.boolean(),
  /** What it waits for; null where it does not wait. */
  queue: queueView.nullable(),
  outlook: outlook.nullable(),
  /** The streams that are read now; of a sync that waits, all it hasn't read. */
  streams: z.array(z.object({ label: z.string(), state: streamState, seen: z.number().int(), totalKnown: z.number().int().nullable() })),
  streamsDone: z.number().int(),
  streamsTotal: z.number().int(),
  asOf: instantString.nullable(),
  /** What was used of the ledger's limits; null before the connection was used in this process. */
  budget: budgetView.nullable(),
  /** Its place in the automatic sync schedule, with the reason. */
  planned: z.object({ state: scheduleState, nextAt: instantString.nullable(), why: z.string() }).nullable(),
  problem: z.string().nullable(),
});
export type QueuedRead = z.infer<typeof queuedRead>;

/** One job that has not come to its end, or came to one that a person should see. */
export const queuedWrite = z.object({
  clientId: z.string(),
  name: z.string(),
  job: writeJob.omit({ requests: true }),
  /** Its place among the jobs of its client, which run one after another; null if it doesn't continue automatically. */
  position: z.number().int().nullable(),
  /** What its next request waits for; null if none is in the ledger's queue. */
  queue: queueView.nullable(),
});
export type QueuedWrite = z.infer<typeof queuedWrite>;
