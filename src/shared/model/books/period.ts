import { z } from "zod";
import { calendarDateString } from "./money.ts";
import { sourceRef } from "./source-ref.ts";

/**
 * A scoped rule, not a date (rule 8). A document can be posted when every lock whose scope matches
 * it has `lockedThrough` strictly earlier than its date. `exempts` names the users a lock lets pass.
 */
export const periodLock = z.object({
  id: z.string(),
  scope: z.object({ entityId: z.string().optional(), module: z.enum(["ap", "ar", "gl", "all"]).optional() }),
  lockedThrough: calendarDateString,
  exempts: z.enum(["advisers"]).optional(),
  source: sourceRef,
});
export type PeriodLock = z.infer<typeof periodLock>;

/** A close unit. The service owns it where the ledger has no period object (rule 7). */
export const period = z.object({
  id: z.string(),
  label: z.string(),
  start: calendarDateString,
  end: calendarDateString,
  status: z.enum(["open", "in_close", "closed", "reopened"]),
  locks: z.array(periodLock),
  ownedBy: z.enum(["us", "source"]),
  isAdjustment: z.boolean(),
});
export type Period = z.infer<typeof period>;

/** A period by its id, its label or its month (`2026-10`): ledgers label periods in their own words. */
export function periodCalled<P extends Pick<Period, "id" | "label" | "start" | "end" | "isAdjustment">>(
  periods: readonly P[],
  named: string,
): P | undefined {
  const month = periods.filter(({ start, end, isAdjustment }) => !isAdjustment && start.slice(0, 7) === named && end.slice(0, 7) === named);
  return (
    periods.find(({ id }) => id === named) ?? periods.find(({ label }) => label === named) ?? (month.length === 1 ? month[0] : undefined)
  );
}
