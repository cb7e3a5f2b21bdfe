import { useCoreQuery } from "../core/core-query.ts";
import { useBarMonth } from "./selected-range.ts";

/**
 * The id of the client's ordinary period that contains the middle of the selected month. Null where there is
 * none, undefined until the periods are loaded.
 */
export function useBarPeriod(clientId: string): string | null | undefined {
  const month = useBarMonth(clientId);
  const periods = useCoreQuery("periods.list", { clientId });
  if (periods.data === undefined) return undefined;
  const middle = `${month}-15`;
  return periods.data.find(({ start, end, isAdjustment }) => !isAdjustment && start <= middle && middle <= end)?.id ?? null;
}
