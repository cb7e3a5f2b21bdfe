import { mayMove, movesFrom, type PeriodStatus } from "#main/domain/close/period-transitions.ts";
import type { SumsSetting } from "#main/store/accounts/account-sums.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import type { Sha256 } from "#main/store/flux/flux-review.ts";
import { closeStateOf, type PeriodMove, periodDecisions } from "#main/store/periods/period-states.ts";
import { makeDecision } from "#main/store/records/decision-store.ts";
import type { Act } from "#main/store/work/own-decisions.ts";
import { counted, periodName } from "#shared/kernel/readable.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Period } from "#shared/model/books/period.ts";
import type { CloseTemplate } from "#shared/model/close/close.ts";
import type { SignOffProof } from "#shared/model/close/signature.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { startChecklist } from "./close-checklist.ts";
import { saveClosedSnapshot } from "./closed-snapshot.ts";

export interface CloseMove extends Act {
  readonly period: Pick<Period, "id" | "label" | "start" | "end">;
  readonly status: PeriodStatus;
  readonly why: string | null;
  readonly books: SumsSetting;
  /** Copied when the close starts. */
  readonly template: CloseTemplate | null;
  /** Titles of open tasks. Closing despite them needs a reason. */
  readonly openTasks: readonly string[];
  /** The signature on the figures that it is closed on; null where no key could be used. */
  readonly signed: { readonly hash: string; readonly proof: SignOffProof } | null;
  /** No reason is needed. */
  readonly asTold?: boolean;
}

const NAMED_MAX = 5;

/**
 * Moves the close of a period (rule 7). For a period the ledger owns, Tieout keeps its own state beside it.
 * Closing saves the period's postings, so that later changes can be valued.
 */
export function moveClose(reader: MirrorReader, move: CloseMove, sha256: Sha256): Result<PeriodMove, Failure> {
  const { period, status, why, person, nowMs } = move;
  const from = closeStateOf(periodDecisions(reader), period.id);
  const refused = refusalOf(move, from);
  if (refused !== null) return fail(refused);
  const snapshot = status === "closed" ? saveClosedSnapshot(reader, period, nowMs, sha256) : null;
  const body = { status, from, why, snapshot, signed: move.signed };
  const decisionNo = makeDecision(reader.db, { kind: "period_status", subject: period.id, body, person, nowMs });
  if (status === "in_close" && move.template !== null) startChecklist(reader, period.id, move.template, { person, nowMs });
  return ok({ decisionNo, periodId: period.id, from, status });
}

function refusalOf({ period, status, why, openTasks, asTold }: CloseMove, from: PeriodStatus): Failure | null {
  const spoken = (state: PeriodStatus) => state.replace("_", " ");
  if (!mayMove(from, status))
    return {
      code: "invalid_input",
      message: `${periodName(period.label)} is ${spoken(from)}, so it can't become ${spoken(status)}; it can become ${movesFrom(from).map(spoken).join(" or ")}.`,
      field: "status",
    };
  if (status === "reopened" && why === null && asTold !== true)
    return { code: "invalid_input", message: `Give a reason for reopening ${periodName(period.label)}.`, field: "why" };
  if (status !== "closed" || why !== null || openTasks.length === 0) return null;
  const named = openTasks.slice(0, NAMED_MAX).join("; ");
  return {
    code: "conflict",
    message: `${counted(openTasks.length, "open task")}: ${named}${openTasks.length > NAMED_MAX ? "; and more" : ""}.`,
    field: "why",
    next: "Finish the open tasks, or give a reason for closing without them.",
  };
}
