import { LOCK_MOVED_BACK } from "#main/store/finding-store.ts";
import type { MirrorReader } from "#main/store/mirror-reader.ts";
import { standingVariances } from "#main/store/tie-out-store.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import type { TieOutCheck } from "#shared/model/tie-out.ts";
import { ask, lockBook } from "./post-check.ts";

/** What stands in a client's mirror that a person should be told of. */
export interface ClientMatters {
  readonly locksMovedBack: readonly { readonly findingNo: number; readonly message: string }[];
  /** Checks that did not tie when they were made last, as of a day that is locked or closed. */
  readonly closedVariances: readonly { readonly check: TieOutCheck; readonly day: CalendarDate }[];
}

/** Looks a mirror through after it was read (rules 8, 19). */
export function clientMatters(reader: MirrorReader): ClientMatters {
  const locksMovedBack = reader.db
    .prepare("SELECT finding_no AS findingNo, message FROM finding WHERE code = ? AND resolved_ms IS NULL ORDER BY finding_no")
    .all(LOCK_MOVED_BACK) as { findingNo: number; message: string }[];
  const varying = standingVariances(reader.db);
  if (varying.length === 0) return { locksMovedBack, closedVariances: [] };
  const book = lockBook(reader);
  const closedVariances = varying
    .filter(({ to }) => !ask(book, { date: to, module: "gl" }).canPost)
    .map(({ check, to }) => ({ check, day: to }));
  return { locksMovedBack, closedVariances };
}
