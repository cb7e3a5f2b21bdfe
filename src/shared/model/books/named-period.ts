import { periodName } from "#shared/kernel/readable.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { type Period, periodCalled } from "./period.ts";

type Named = Pick<Period, "id" | "label" | "start" | "end" | "isAdjustment">;

/**
 * The period that a person names by its id, its label or its month. Adjustment periods lie inside ordinary ones and are never closed
 * alone; they are listed, so naming one is refused as such.
 * @param periods all of a client's periods
 */
export function namedPeriod<P extends Named>(periods: readonly P[], named: string): Result<P, Failure> {
  const ordinary = periods.filter(({ isAdjustment }) => !isAdjustment);
  const period = periodCalled(ordinary, named);
  if (period !== undefined) return ok(period);
  const adjustment = periodCalled(
    periods.filter(({ isAdjustment }) => isAdjustment),
    named,
  );
  if (adjustment === undefined)
    return fail({
      code: "not_found",
      message: `No period matches ${named}.`,
      field: "period",
      next: "To see the periods, open Periods and locks or run: tieout period list --client ID",
    });
  const around = ordinary.find(({ start, end }) => start <= adjustment.end && adjustment.end <= end);
  return fail({
    code: "not_supported",
    message: `${adjustment.label} is an adjustment period, so it isn't closed or reviewed separately.`,
    field: "period",
    next: `Choose ${around === undefined ? "the period that it's part of" : periodName(around.label)} instead.`,
  });
}
