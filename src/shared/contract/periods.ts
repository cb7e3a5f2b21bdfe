import { z } from "zod";
import { calendarDateString, instantString } from "#shared/model/money.ts";
import { period, periodLock } from "#shared/model/period.ts";
import { sourceRef } from "#shared/model/source-ref.ts";
import { query } from "./define.ts";
import { decided } from "./reviews.ts";

const ofClient = z.object({ clientId: z.string() });

/** A period with the moves that a person may make here; none where the ledger owns it (rule 7). */
export const periodRow = period.omit({ locks: true }).extend({
  locks: z.array(z.string()),
  decided: decided.nullable(),
  mayBecome: z.array(period.shape.status),
});
export type PeriodRow = z.infer<typeof periodRow>;

/**
 * A lock that stands. `ownedBy: us` is a period that a person (`closedBy`) closed here; its `readAt` is
 * when. `from` is the first day that a lock of one period binds; null where it binds every day through its date.
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

const asOf = instantString.nullable();

export const periodsContract = {
  /** Every period, oldest first. */
  "periods.list": query(ofClient, z.array(periodRow)),
  /** Every lock that stands, latest date first. `asOf` is null while part of the ledger was never read. */
  "locks.list": query(ofClient, z.object({ asOf, rows: z.array(standingLock) })),
  /** Whether a document of a date, module and entity can be posted, and which locks forbid it (rule 8). */
  "posting.check": query(
    ofClient.extend({
      date: calendarDateString,
      module: z.enum(["ap", "ar", "gl"]),
      entityId: z.string().optional(),
      isAdjustment: z.boolean().optional(),
    }),
    z.object({
      canPost: z.boolean(),
      blockedBy: z.array(standingLock.extend({ source: sourceRef })),
      firstPostableDate: calendarDateString,
      asOf,
    }),
  ),
};
