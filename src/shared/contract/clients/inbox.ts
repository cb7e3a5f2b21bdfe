import { z } from "zod";
import { calendarDateString, instantString } from "#shared/model/books/money.ts";
import { ledgerSystem } from "#shared/model/books/source-ref.ts";
import { failureCode } from "#shared/model/ledger/failure.ts";
import { jobState } from "#shared/model/ledger/write.ts";
import { syncState } from "../sync/sync.ts";

export const inboxKind = z.enum([
  "needs_sign_in",
  "write",
  "variance",
  "close",
  "lock_moved_back",
  "capability_lost",
  "review_conflict",
  "task",
  "mention",
  "findings",
]);
export type InboxKind = z.infer<typeof inboxKind>;

/** Something at a client that waits for a person. */
export const inboxItem = z.object({
  /** Stays the same while the problem exists. */
  key: z.string(),
  kind: inboxKind,
  clientId: z.string(),
  client: z.string(),
  title: z.string(),
  /** What the title is about, for a list whose heading and marks say what happened; absent where the title says no more than it. */
  about: z.string().optional(),
  detail: z.string().nullable(),
  /** The state of a ledger update; absent for anything else. */
  writeState: jobState.optional(),
  /** What the title of a late close says, for lists whose headings and columns say some of it. */
  close: z
    .object({
      period: z.string(),
      started: z.boolean(),
      open: z.number().int(),
      tasks: z.number().int(),
      /** Business days beyond its due date. */
      daysLate: z.number().int(),
      /** How many of its tasks are late, before it's due itself; null where they weren't counted today. */
      late: z.number().int().nullable(),
      /** Of the client's sync, where that is what holds the close up. */
      sync: z.object({ state: syncState, problemCode: failureCode.nullable() }).optional(),
    })
    .optional(),
  /** The assigned person; null: anyone. */
  person: z.string().nullable(),
  mine: z.boolean(),
  due: calendarDateString.nullable(),
  overdue: z.boolean(),
  at: instantString,
  /** Where to deal with it. */
  address: z.string(),
  /** Id of the task or note; null for what Tieout found. */
  itemId: z.string().nullable(),
  /** A person may dismiss it for everybody, and undo that. */
  dismissible: z.boolean(),
  /** The person who works here marked it as read. */
  seen: z.boolean(),
});
export type InboxItem = z.infer<typeof inboxItem>;

export const inboxView = z.object({
  items: z.array(inboxItem),
  /** Ledgers that didn't answer the last syncs of these clients, or only with errors. Syncing again needs nobody, so they aren't items. */
  outages: z.array(z.object({ ledger: ledgerSystem, clients: z.array(z.object({ clientId: z.string(), name: z.string() })) })),
  counts: z.object({ all: z.number().int(), mine: z.number().int(), overdue: z.number().int(), unseen: z.number().int() }),
});
export type InboxView = z.infer<typeof inboxView>;
