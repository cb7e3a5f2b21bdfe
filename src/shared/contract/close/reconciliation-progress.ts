import type { ReconciliationRow } from "./reconciliations.ts";

/** How far the required accounts of a period are. `prepared` and `reviewed` are by people; what Tieout signed off counts apart. */
export interface ReconciliationProgress {
  readonly required: number;
  readonly automatic: number;
  readonly prepared: number;
  readonly reviewed: number;
  readonly stale: number;
}

/** Whether Tieout signed the account off, as its policy says: nobody prepared or reviewed it. */
export function isAutomatic({ signOffs }: Pick<ReconciliationRow, "signOffs">): boolean {
  return signOffs.some(({ decisionNo }) => decisionNo === null);
}

/** Window, command line and pack count with this one function. Only accounts that agree count, and a stale sign-off doesn't. */
export function reconciliationProgress(
  rows: readonly Pick<ReconciliationRow, "required" | "state" | "signed" | "signOffs">[],
): ReconciliationProgress {
  const required = rows.filter((row) => row.required);
  const agreeing = required.filter(({ state }) => state === "reconciled");
  const byPeople = agreeing.filter((row) => !isAutomatic(row));
  const reviewed = byPeople.filter(({ signed }) => signed === "reviewed").length;
  return {
    ...{ required: required.length, automatic: agreeing.length - byPeople.length },
    ...{ reviewed, prepared: reviewed + byPeople.filter(({ signed }) => signed === "prepared").length },
    stale: required.filter(({ signed }) => signed === "stale").length,
  };
}
