import { z } from "zod";
import { calendarDateString, instantString } from "#shared/model/books/money.ts";
import { period, periodLock } from "#shared/model/books/period.ts";
import { decided } from "../close/reviews.ts";

/** A period with the moves that a person may make here; none where the ledger owns it (rule 7). */
export const periodRow = period.omit({ locks: true }).extend({
  locks: z.array(z.string()),
  decided: decided.nullable(),
  mayBecome: z.array(period.shape.status),
});
export type PeriodRow = z.infer<typeof periodRow>;

/**
 * A current lock. `ownedBy: us` is a period that a person (`closedBy`) closed in Tieout, at `readAt`. `from` is the
 * first day of a lock on one period, and null for a lock on every day through its date.
 */
export const standingLock = periodLock.omit({ source: true }).extend({
  readAt: instantString,
  ownedBy: z.enum(["us", "source"]),
  closedBy: z.string().optional(),
  from: calendarDateString.nullable(),
  /** The period that it stands for. */
  periodLabel: z.string().nullable(),
  forAdjustments: z.boolean(),
});
export type StandingLockRow = z.infer<typeof standingLock>;
