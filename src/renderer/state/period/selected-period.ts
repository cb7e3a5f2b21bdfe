import { useCoreQuery } from "../core/core-query.ts";
import { useBarMonth } from "./selected-range.ts";

/**
 * The client's period that the month of the bar stands for: the ordinary one that holds the middle of the
 * month, whoever keeps it. Its id; null where there is none, undefined until the periods are known.
 */
export function useBarPeriod(clientId: string): string | null | undefined {
  const month = useBarMonth(clientId);
  const periods = useCoreQuery("periods.list", { clientId });
  if (periods.data === undefined) return undefined;
  const middle = `${month}-15`;
  return periods.data.find(({ start, end, isAdjustment }) => !isAdjustment && start <= middle && middle <= end)?.id ?? null;
}
