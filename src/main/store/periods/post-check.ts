import { canPost, type PostingAnswer, type PostingQuestion } from "#main/domain/periods/period-lock.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { type Instant, instantFromMs } from "#shared/kernel/instant.ts";
import type { Period, PeriodLock } from "#shared/model/books/period.ts";
import { ownLocks } from "./period-states.ts";

/**
 * A current lock, and when it was last read. `ownedBy: us` is a period that a person (`closedBy`) closed in
 * Tieout; its `readAt` is the time of closing.
 */
export type StandingLock = PeriodLock & { readonly readAt: Instant; readonly ownedBy: "us" | "source"; readonly closedBy?: string };

/** Whether a posting is possible. `asOf` is null while part of the ledger has never been read, because a lock may be missing. */
export interface PostCheck {
  readonly canPost: boolean;
  readonly blockedBy: readonly StandingLock[];
  readonly firstPostableDate: CalendarDate;
  readonly asOf: Instant | null;
}

/** The locks and the ledger's own periods, which answer every question about posting. */
export interface LockBook {
  readonly locks: readonly StandingLock[];
  readonly periods: readonly Period[];
}

/** Whether a document can be posted, by the mirrored locks (rule 8). */
export function checkPosting(reader: MirrorReader, question: PostingQuestion): PostCheck {
  const book = lockBook(reader);
  return { ...ask(book, question), asOf: wholeAsOf(reader) };
}

/** The same check with a lock book that was read before. */
export function ask(book: LockBook, question: PostingQuestion): PostingAnswer<StandingLock> {
  return canPost(question, book.locks, book.periods);
}

/** Everything that may prevent a posting now. */
export function lockBook(reader: MirrorReader): LockBook {
  const bodies = (kind: "lock" | "period") =>
    reader.db
      .prepare(
        `SELECT body, MAX(fetched_ms, COALESCE(completed_ms, 0)) AS read_ms FROM entity
         JOIN source_record USING (rec_no) JOIN stream USING (stream_no) WHERE kind = ? AND removed_ms IS NULL ORDER BY id`,
      )
      .all(kind) as { body: string; read_ms: number }[];
  const read = bodies("lock").map(({ body, read_ms }) => {
    const lock = JSON.parse(body) as PeriodLock;
    return { ...lock, readAt: instantFromMs(read_ms), ownedBy: "source" as const };
  });
  const mirrored = bodies("period").map(({ body }) => JSON.parse(body) as Period);
  // Rule 7: the service's cut-off applies in addition to the ledger's, also to a period that the ledger owns.
  const own = ownLocks(reader, mirrored);
  return { locks: [...read, ...own.locks], periods: [...mirrored, ...own.periods] };
}

/** The oldest sync among the streams, or null. */
export function wholeAsOf(reader: MirrorReader): Instant | null {
  const row = reader.db.prepare("SELECT MIN(completed_ms) AS oldest, COUNT(*) - COUNT(completed_ms) AS never FROM stream").get() as {
    oldest: number | null;
    never: number;
  };
  return row.oldest === null || row.never > 0 ? null : instantFromMs(row.oldest);
}
