import { PostingCheck } from "../../../ui/periods/posting-check.tsx";
import { LockTable } from "./lock-table.tsx";
import { PeriodTable } from "./period-table.tsx";
import own from "./periods-and-locks.module.css";

/** The periods, the current locks, and a check whether something can be posted. */
export function PeriodsAndLocks({ clientId }: { readonly clientId: string }) {
  return (
    <div className={own.columns}>
      <div className={own.periods}>
        <PeriodTable clientId={clientId} />
      </div>
      <div className={own.locks}>
        <PostingCheck clientId={clientId} />
        <LockTable clientId={clientId} />
      </div>
    </div>
  );
}
