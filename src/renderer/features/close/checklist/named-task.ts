import { useEffect } from "react";
import { useHashLocation } from "wouter/use-hash-location";
import type { CloseStatus } from "#shared/contract/close/close.ts";
import { useCoreQuery } from "../../../state/core/core-query.ts";
import { chooseMonth } from "../../../state/period/working-period.ts";
import { recordAddress } from "../../../state/window/screen-address.ts";
import { barMonthOf, namedTask } from "../close-labels.ts";
import { goToRow } from "../gates/row-places.ts";

interface NamedTaskProps {
  /** The checklist that is shown. */
  readonly status: CloseStatus;
  /** What the address names in it. */
  readonly item: string | null;
}

/** Goes to the task, gate or sign-off that the address names, in its own period. Once there, the address names none: the next month is free to choose. */
export function NamedTask({ status, item }: NamedTaskProps): null {
  const { clientId, period } = status;
  const periods = useCoreQuery("periods.list", { clientId }).data;
  const [, navigate] = useHashLocation();
  const { periodId, taskId } = namedTask(item) ?? { periodId: null, taskId: "" };
  useEffect(() => {
    if (periodId === null || periods === undefined) return;
    const other = periodId === period.id ? undefined : periods.find(({ id, isAdjustment }) => id === periodId && !isAdjustment);
    if (other !== undefined) return chooseMonth(barMonthOf(other));
    goToRow("task", taskId);
    navigate(recordAddress(clientId, "close", "checklist"), { replace: true });
  }, [clientId, period.id, periodId, taskId, periods, navigate]);
  return null;
}
