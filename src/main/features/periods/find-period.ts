import type { FiscalYearEnd } from "#main/domain/periods/fiscal-year.ts";
import { digest } from "#main/store/database/hash.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { listPeriods, type MirroredPeriod } from "#main/store/periods/periods.ts";
import { ok, type Result } from "#shared/kernel/result.ts";
import { namedPeriod } from "#shared/model/books/named-period.ts";
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
  return namedPeriod(listPeriods(mirror, yearEnd, digest), named);
}

/** The same, with all periods of the client that are no adjustment periods, oldest first. */
export function findAmongPeriods(
  { mirror, yearEnd }: { readonly mirror: MirrorReader; readonly yearEnd: FiscalYearEnd },
  named: string,
): Result<{ readonly period: MirroredPeriod; readonly periods: readonly MirroredPeriod[] }, Failure> {
  const listed = listPeriods(mirror, yearEnd, digest);
  const found = namedPeriod(listed, named);
  return found.ok ? ok({ period: found.value, periods: listed.filter(({ isAdjustment }) => !isAdjustment) }) : found;
}
