import { z } from "zod";
import { instantString } from "#shared/model/books/money.ts";
import { topic } from "../define.ts";

const noticeKind = z.enum(["needs_sign_in", "write", "lock_moved_back", "variance", "capability_lost", "findings"]);

/** Something that needs a person. People are notified once of each problem. */
export const notice = z.object({
  /** What it is about; people aren't notified of the same key again while it applies. */
  key: z.string(),
  kind: noticeKind,
  clientId: z.string(),
  title: z.string(),
  /** What it is about, for a list that says beside it what happened. */
  about: z.string().optional(),
  body: z.string(),
  /** What exactly, and how much: only where a person is signed in, never on a locked screen. */
  detail: z.string().optional(),
  /** It is listed in the inbox, and nobody is notified. */
  quiet: z.boolean().optional(),
  /** Where in the window to deal with it: `/clients/ID/connection`. */
  address: z.string(),
  at: instantString,
  /** Who dismissed it; it is no longer listed, and no one is notified again while it applies. */
  dismissedBy: z.string().nullable().default(null),
});
export type Notice = z.infer<typeof notice>;

export const noticeTopics = {
  /** Something new needs a person. Never for throttling. */
  "notice.raised": topic(notice),
};
