import type { FiscalYearEnd } from "#main/domain/periods/fiscal-year.ts";
import { digest } from "#main/store/database/hash.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { listPeriods, type MirroredPeriod } from "#main/store/periods/periods.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import { periodCalled } from "#shared/model/books/period.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

/** A client's periods, oldest first, without adjustment periods: those lie inside ordinary ones and are never closed alone. */
export function ordinaryPeriods(mirror: MirrorReader, yearEnd: FiscalYearEnd): MirroredPeriod[] {
  return listPeriods(mirror, yearEnd, digest).filter(({ isAdjustment }) => !isAdjustment);
}

/** A period by its id, its label or its month (`2026-10`). */
export function findPeriod(
  { mirror, yearEnd }: { readonly mirror: MirrorReader; readonly yearEnd: FiscalYearEnd },
  named: string,
): Result<MirroredPeriod, Failure> {
  return periodNamed(ordinaryPeriods(mirror, yearEnd), named);
}

/** One of these periods, by its id, its label or its month. */
export function periodNamed(periods: readonly MirroredPeriod[], named: string): Result<MirroredPeriod, Failure> {
  const period = periodCalled(periods, named);
  if (period !== undefined) return ok(period);
  return fail({ code: "not_found", message: `No period matches ${named}. List the periods to see their IDs.`, field: "period" });
}
