import { z } from "zod";
import { query } from "#main/operations/operation.ts";
import { digest } from "#main/store/database/hash.ts";
import { type PeriodToMove, withMoves } from "#main/store/periods/period-moves.ts";
import { listPeriods } from "#main/store/periods/periods.ts";
import { checkPosting } from "#main/store/periods/post-check.ts";
import { standingLocks } from "#main/store/periods/standing-locks.ts";
import { type PeriodRow, periodRow, standingLock } from "#shared/contract/books/periods.ts";
import { clientId, shortId } from "#shared/contract/fields.ts";
import { ok } from "#shared/kernel/result.ts";
import { calendarDateString, instantString } from "#shared/model/books/money.ts";
import { sourceRef } from "#shared/model/books/source-ref.ts";

/** Null while part of the ledger was never read: a lock may be missing. */
const asOf = instantString.nullable();

/** Also asked of every member of a group, whose ledgers name their periods. */
export const listedPeriods = query("periods.list", {
  summary: "List every period, oldest first, with the statuses you can change it to",
  input: z.object({ clientId }),
  output: z.array(periodRow),
  runs: "reader",
  perform: ({ mirror, yearEnd }) => ok(withMoves(listPeriods(mirror, yearEnd, digest)).map(rowOf)),
});

/** Periods, current locks, and whether something can be posted (rules 7 and 8). */
export const periodOperations = [
  listedPeriods,

  query("locks.list", {
    summary: "List the current locks, latest date first",
    input: z.object({ clientId }),
    output: z.object({ asOf, rows: z.array(standingLock) }),
    runs: "reader",
    perform: ({ mirror }) => {
      const standing = standingLocks(mirror);
      return ok({ asOf: standing.asOf, rows: [...standing.rows] });
    },
  }),

  query("posting.check", {
    summary: "Check whether a transaction can be posted on a date, and which locks prevent it",
    input: z.object({
      clientId,
      date: calendarDateString,
      module: z.enum(["ap", "ar", "gl"]),
      entityId: shortId.optional(),
      isAdjustment: z.boolean().optional(),
    }),
    output: z.object({
      canPost: z.boolean(),
      blockedBy: z.array(standingLock.extend({ source: sourceRef })),
      firstPostableDate: calendarDateString,
      asOf,
    }),
    runs: "reader",
    perform: ({ mirror }, { date, module, entityId, isAdjustment = false }) => {
      const checked = checkPosting(mirror, { date, module, entityId, isAdjustment });
      const locks = new Map(standingLocks(mirror).rows.map((lock) => [lock.id, lock]));
      const blockedBy = checked.blockedBy.flatMap((lock) => {
        const described = locks.get(lock.id);
        return described === undefined ? [] : [{ ...lock, ...described }];
      });
      return ok({ ...checked, blockedBy });
    },
  }),
] as const;

function rowOf({ locks, decided, mayBecome, ...row }: PeriodToMove): PeriodRow {
  const { id, label, start, end, status, ownedBy, isAdjustment } = row;
  const own = { id, label, start, end, status, ownedBy, isAdjustment, decided: decided ?? null };
  return { ...own, locks: locks.map((lock) => lock.id), mayBecome: [...mayBecome] };
}
