import { z } from "zod";
import { calendarDateString, instantString } from "#shared/model/money.ts";
import { command, query } from "./define.ts";

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

/** Something of some client that waits for a person. */
export const inboxItem = z.object({
  /** Stays the same while the matter stands. */
  key: z.string(),
  kind: inboxKind,
  clientId: z.string(),
  client: z.string(),
  title: z.string(),
  detail: z.string().nullable(),
  /** Whose it is; null: anybody's. */
  person: z.string().nullable(),
  mine: z.boolean(),
  due: calendarDateString.nullable(),
  overdue: z.boolean(),
  at: instantString,
  /** Where it is dealt with. */
  address: z.string(),
  /** The task or note that it is; null for what was found. */
  itemId: z.string().nullable(),
  /** A person may say for everybody that it is dealt with, and take that back. */
  dismissible: z.boolean(),
  /** The person who works here said that they have seen it. */
  seen: z.boolean(),
});
export type InboxItem = z.infer<typeof inboxItem>;

export const inboxView = z.object({
  items: z.array(inboxItem),
  counts: z.object({ all: z.number().int(), mine: z.number().int(), overdue: z.number().int(), unseen: z.number().int() }),
});
export type InboxView = z.infer<typeof inboxView>;

export const inboxContract = {
  /** What needs a person across all clients, worst first. `counts` are of everything, whatever is asked for. */
  "inbox.list": query(
    z.object({ mine: z.boolean().default(false), clientId: z.string().optional(), kinds: z.array(inboxKind).optional() }),
    inboxView,
  ),
  /** Says for everybody that these are dealt with: a rejected write, a lock, a variance. A sign-in and work are not settled so. */
  "inbox.dismiss": command(z.object({ keys: z.array(z.string()).min(1).max(500) }), z.object({ dismissed: z.number().int() })),
  /** Takes that back. */
  "inbox.restore": command(z.object({ keys: z.array(z.string()).min(1).max(500) }), z.object({ restored: z.number().int() })),
  /** Notes that the person who works here has seen these; a mention that was seen is gone, the rest only reads as seen. */
  "inbox.seen": command(z.object({ keys: z.array(z.string()).min(1).max(500) }), z.object({ done: z.literal(true) }), "viewer"),
};
