import { z } from "zod";
import { instantString } from "#shared/model/money.ts";
import { query, topic } from "./define.ts";

const noticeKind = z.enum(["needs_sign_in", "write", "lock_moved_back", "variance", "capability_lost", "findings"]);

/** Something that needs a person. One matter is told of once. */
export const notice = z.object({
  /** The matter; the same key is never told of twice while it stands. */
  key: z.string(),
  kind: noticeKind,
  clientId: z.string(),
  title: z.string(),
  body: z.string(),
  /** What, how much, between which dates: only where a person is signed in, never on a locked screen. */
  detail: z.string().optional(),
  /** It stands in the inbox, and nobody is called for it. */
  quiet: z.boolean().optional(),
  /** Where in the window it is dealt with: `/clients/ID/connection`. */
  address: z.string(),
  at: instantString,
  /** Who said that it is dealt with; it is listed no more, and told of no more while it stands. */
  dismissedBy: z.string().nullable().default(null),
});
export type Notice = z.infer<typeof notice>;

export const noticesContract = {
  /** What was told of and still stands, newest first. */
  "notices.list": query(z.object({}), z.array(notice)),
  /** Something new needs a person. Never for throttling. */
  "notice.raised": topic(notice),
};
