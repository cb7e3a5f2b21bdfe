import type { PeriodStatus } from "#main/domain/period-transitions.ts";
import type { SumsSetting } from "#main/services/account-sums.ts";
import type { TaskEdit } from "#main/services/close-checklist.ts";
import type { CloseQuestion } from "#main/services/close-status.ts";
import type { ValuedChange } from "#main/services/closed-changes.ts";
import type { Act } from "#main/services/own-decisions.ts";
import type { PeriodMove } from "#main/services/period-states.ts";
import type { CloseStatus } from "#shared/contract/close.ts";
import type { TieOutCheck } from "#shared/model/tie-out.ts";
import type { Done, Reviewed } from "./review-ops.ts";

type OnPeriod = Act & { readonly question: CloseQuestion };
type OnTask = OnPeriod & { readonly taskId: string };

/** Operations of the close: input, and result. */
export interface CloseOps<Source> {
  "close.status": [Source & { readonly question: CloseQuestion }, Omit<CloseStatus, "clientId">];
  "close.move": [
    /** `asTold`: moved without asking for the open tasks or a reason, as `period set` does. */
    Source & OnPeriod & { readonly status: PeriodStatus; readonly why: string | null; readonly asTold?: boolean },
    Reviewed<PeriodMove & { readonly ledgerLock: CloseStatus["ledgerLock"] }>,
  ];
  "close.tick": [Source & OnTask & { readonly why: string }, Reviewed<Done>];
  "close.untick": [Source & OnTask, Reviewed<Done>];
  "close.editTask": [Source & OnTask & { readonly edit: TaskEdit }, Reviewed<Done>];
  "close.removeTask": [Source & OnTask, Reviewed<Done>];
  "close.acceptTieOut": [Source & OnPeriod & { readonly check: TieOutCheck; readonly why: string }, Reviewed<Done>];
  "close.sign": [
    Source & OnPeriod & { readonly role: "preparer" | "reviewer"; readonly note: string | null },
    Reviewed<Done & { readonly hash: string }>,
  ];
  "close.changes": [Source & { readonly books: SumsSetting }, ValuedChange[]];
  "close.dispose": [
    Source &
      Act & {
        readonly books: SumsSetting;
        readonly changeId: string;
        readonly verdict: "accept" | "reopen" | "adjust";
        readonly why: string;
      },
    Reviewed<Done & { readonly periodId: string }>,
  ];
}

/** Those that only look. */
export const CLOSE_READ_OPS = ["close.status", "close.changes"] as const;
