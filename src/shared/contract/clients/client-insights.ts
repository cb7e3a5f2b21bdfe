import { z } from "zod";
import { calendarDateString, decimalString, instantString } from "#shared/model/books/money.ts";
import { topic } from "../define.ts";

/** Amounts of months that have ended, oldest first. */
const monthAmount = z.object({ month: z.string(), amount: decimalString });
export type MonthFigure = z.infer<typeof monthAmount>;

/** Requests that reading sent on a day (UTC, as ledgers count their days). */
const dayCalls = z.object({ day: calendarDateString, calls: z.number().int() });
export type DayCalls = z.infer<typeof dayCalls>;

/**
 * What the dashboard shows of a client's books beside its row: worked out from the mirror in the
 * background and kept until the mirror moves. Amounts are in the client's base currency; what the
 * ledger gave no base amount of is counted in `withoutBase` and in no sum.
 */
export const clientInsight = z.object({
  clientId: z.string(),
  /** When it was worked out; the mirror may have moved since. */
  madeAt: instantString,
  /** How the close stood then: a pack that is made moves it. */
  closeMark: z.string(),
  /** The day that "overdue" and "due" are meant at. */
  day: calendarDateString,
  currency: z.string(),
  /** Cash at the end of each month, cards left out; null where there is no bank account. */
  cash: z.array(monthAmount).nullable(),
  /** Revenue of each month. */
  income: z.array(monthAmount),
  receivable: z.object({ open: decimalString, overdue: decimalString }),
  payable: z.object({ open: decimalString, overdue: decimalString, dueIn7Days: decimalString }),
  /** Credits and payments that settle nothing, of both sides. */
  unapplied: decimalString,
  withoutBase: z.number().int(),
  uncategorised: z.number().int(),
  duplicates: z.number().int(),
  missingTaxIds: z.number().int(),
  pack: z.object({ period: z.string(), version: z.number().int(), sha256: z.string(), at: instantString }).nullable(),
});
export type ClientInsight = z.infer<typeof clientInsight>;

export const insightRow = z.object({
  clientId: z.string(),
  /** Null until it was first worked out. */
  insight: clientInsight.nullable(),
  /** The last 14 days that anything was read on, oldest first; days without are left out. */
  reads: z.array(dayCalls),
});
export type InsightRow = z.infer<typeof insightRow>;

export const assignedRole = z.enum(["preparer", "reviewer"]);
export type AssignedRole = z.infer<typeof assignedRole>;

export const insightTopics = {
  /** Figures of these clients were worked out. */
  "insights.changed": topic(z.object({ clientIds: z.array(z.string()) })),
};
