import { z } from "zod";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { prepared } from "#main/store/database/query.ts";
import { ownDecisions } from "#main/store/work/own-decisions.ts";
import { monthEnd } from "#shared/kernel/calendar-date.ts";
import { canonicalDecimal } from "#shared/kernel/decimal.ts";
import { decimalString } from "#shared/model/books/money.ts";
import type { Period } from "#shared/model/books/period.ts";
import type { TieOut, TieOutCheck, TieOutRun } from "#shared/model/reports/tie-out.ts";

const acceptedBody = z.object({ why: z.string(), outcome: z.string(), difference: decimalString.nullable() });

/** The acceptances of a check in a period, oldest first. */
export function acceptancesOf(reader: MirrorReader, periodId: string, check: TieOutCheck) {
  return ownDecisions(reader.db, "tie_out_accepted", acceptedBody, { subject: `${periodId}|${check}` });
}

/** An acceptance counts while the check finds what was accepted. */
export function stillFinds(accepted: z.output<typeof acceptedBody>, check: Pick<TieOut, "outcome" | "difference">): boolean {
  const { outcome, difference } = accepted;
  if (outcome !== check.outcome) return false;
  return difference === null || check.difference === null
    ? difference === check.difference
    : canonicalDecimal(difference) === canonicalDecimal(check.difference);
}

/** The checks whose result was accepted for a period that ends on their day, and still is what was accepted: nobody has to act on them. */
export function acceptedChecks(
  reader: MirrorReader,
  { asOfDate, checks }: { readonly asOfDate: TieOutRun["asOfDate"]; readonly checks: readonly TieOut[] },
): TieOutCheck[] {
  const open = checks.filter(({ outcome }) => outcome === "variance" || outcome === "cannot_check");
  if (open.length === 0) return [];
  const periodIds = periodsEnding(reader, asOfDate);
  return open
    .filter((check) =>
      periodIds.some((periodId) => {
        const accepted = acceptancesOf(reader, periodId, check.check).at(-1);
        return accepted !== undefined && stillFinds(accepted.body, check);
      }),
    )
    .map(({ check }) => check);
}

/** The ordinary periods that end on a day: the ledger's own, and the month where the service keeps the periods. */
function periodsEnding(reader: MirrorReader, day: TieOutRun["asOfDate"]): string[] {
  const bodies = prepared(
    reader.db,
    "SELECT body FROM entity JOIN source_record USING (rec_no) WHERE kind = 'period' AND removed_ms IS NULL",
  )
    .pluck()
    .all() as string[];
  const ledgers = bodies.map((body) => JSON.parse(body) as Period).filter(({ end, isAdjustment }) => end === day && !isAdjustment);
  return [...(monthEnd(day) === day ? [`month:${day.slice(0, 7)}`] : []), ...ledgers.map(({ id }) => id)];
}
