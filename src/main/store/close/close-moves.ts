import { mayMove, movesFrom, type PeriodStatus } from "#main/domain/close/period-transitions.ts";
import type { SumsSetting } from "#main/store/accounts/account-sums.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import type { Sha256 } from "#main/store/flux/flux-review.ts";
import { closeStateOf, type PeriodMove, periodDecisions } from "#main/store/periods/period-states.ts";
import { makeDecision } from "#main/store/records/decision-store.ts";
import type { Act } from "#main/store/work/own-decisions.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Period } from "#shared/model/books/period.ts";
import type { CloseTemplate } from "#shared/model/close/close.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { startChecklist } from "./close-checklist.ts";
import { saveClosedSnapshot } from "./closed-snapshot.ts";

export interface CloseMove extends Act {
  readonly period: Pick<Period, "id" | "label" | "start" | "end">;
  readonly status: PeriodStatus;
  readonly why: string | null;
  readonly books: SumsSetting;
  /** Copied when the close begins; null where there is none. */
  readonly template: CloseTemplate | null;
  /** Titles of tasks that are open: closing over them needs a reason. */
  readonly openTasks: readonly string[];
  /** Asks for no reason. */
  readonly asTold?: boolean;
}

const NAMED_MAX = 5;

/**
 * Moves the close of a period (rule 7). A period of the service is moved itself; for a period of the ledger
 * the service's own state moves beside it. What stands in the period when it is closed is kept, so
 * that whatever changes later can be valued.
 */
export function moveClose(reader: MirrorReader, move: CloseMove, sha256: Sha256): Result<PeriodMove, Failure> {
  const { period, status, why, person, nowMs } = move;
  const from = closeStateOf(periodDecisions(reader), period.id);
  const refused = refusalOf(move, from);
  if (refused !== null) return fail(refused);
  const snapshot = status === "closed" ? saveClosedSnapshot(reader, period, nowMs, sha256) : null;
  const body = { status, from, why, snapshot };
  const decisionNo = makeDecision(reader.db, { kind: "period_status", subject: period.id, body, person, nowMs });
  if (status === "in_close" && move.template !== null) startChecklist(reader, period.id, move.template, { person, nowMs });
  return ok({ decisionNo, periodId: period.id, from, status });
}

function refusalOf({ period, status, why, openTasks, asTold }: CloseMove, from: PeriodStatus): Failure | null {
  const words = (text: PeriodStatus) => text.replace("_", " ");
  if (!mayMove(from, status))
    return {
      code: "invalid_input",
      message: `${period.label} is ${words(from)} and can not become ${words(status)}; it can become ${movesFrom(from).map(words).join(" or ")}.`,
      field: "status",
    };
  if (status === "reopened" && why === null && asTold !== true)
    return { code: "invalid_input", message: `Say why ${period.label} is reopened.`, field: "why" };
  if (status !== "closed" || why !== null || openTasks.length === 0) return null;
  const named = openTasks.slice(0, NAMED_MAX).join("; ");
  return {
    code: "conflict",
    message: `${openTasks.length} ${openTasks.length === 1 ? "task is" : "tasks are"} open: ${named}${openTasks.length > NAMED_MAX ? "; and more" : ""}.`,
    field: "why",
    next: "Finish them, or close with a reason.",
  };
}
