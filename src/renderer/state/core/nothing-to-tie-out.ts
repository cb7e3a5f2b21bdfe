import { type TieOut, type TieOutCheck, tieOutCountsOf } from "#shared/model/reports/tie-out.ts";
import { today } from "../../api/clock.ts";
import { isNothingToTieOut } from "../../format/labels/tie-out-labels.ts";
import { useCoreQuery } from "./core-query.ts";

/**
 * Whether the books of a client have nothing to tie out yet, so that what ties is nothing compared with nothing.
 * @param checks those of the run on the screen: what doesn't agree all the same is told
 */
export function useNothingToTieOut(
  clientId: string,
  checks: readonly Pick<TieOut, "outcome" | "check" | "report">[] = [],
  accepted: readonly TieOutCheck[] = [],
): boolean {
  const row = useCoreQuery("clients.list", {}).data?.rows.find((one) => one.clientId === clientId);
  const periods = useCoreQuery("periods.list", { clientId }).data;
  if (row === undefined || periods === undefined) return false;
  const hasPeriod = periods.some(({ end, isAdjustment }) => !isAdjustment && end < today());
  return isNothingToTieOut({ ...row, hasPeriod }, tieOutCountsOf(checks, accepted));
}
