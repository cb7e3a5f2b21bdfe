import { mayMove, movesFrom, type PeriodStatus } from "#main/domain/close/period-transitions.ts";
import type { SumsSetting } from "#main/store/accounts/account-sums.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import type { Sha256 } from "#main/store/flux/flux-review.ts";
import { closeStateOf, type PeriodMove, periodDecisions } from "#main/store/periods/period-states.ts";
import { makeDecision } from "#main/store/records/decision-store.ts";
import type { Act } from "#main/store/work/own-decisions.ts";
import type { GateView } from "#shared/contract/close/close-gates.ts";
import { periodName } from "#shared/kernel/readable.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Period } from "#shared/model/books/period.ts";
import type { CloseTemplate } from "#shared/model/close/close.ts";
import type { ClosePolicy } from "#shared/model/close/close-gates.ts";
import type { PersonRole } from "#shared/model/close/person.ts";
import type { SignOffProof } from "#shared/model/close/signature.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { startChecklist } from "./close-checklist.ts";
import { saveClosedSnapshot } from "./closed-snapshot.ts";
import { blockedBy, blockingGates, overrideGates } from "./gates/gate-overrides.ts";

export interface CloseMove extends Act {
  readonly period: Pick<Period, "id" | "label" | "start" | "end">;
  readonly status: PeriodStatus;
  readonly why: string | null;
  readonly books: SumsSetting;
  /** Copied when the close starts. */
  readonly template: CloseTemplate | null;
  /** What still holds the closing up, asked for only when the period is closed. */
  readonly gates: () => readonly GateView[];
  readonly policy: ClosePolicy;
  /** The names that the reason can mention. */
  readonly people: readonly string[];
  /** Of the person who moves it: decides what they may override. */
  readonly role: PersonRole;
  /** The signature on the figures that it is closed on; null where no key could be used. */
  readonly signed: { readonly hash: string; readonly proof: SignOffProof } | null;
  /** Reopening needs no reason, and closing over open work is recorded as done without one: a script's `period set` has none. */
  readonly asTold?: boolean;
}

/**
 * Moves the close of a period (rule 7). For a period the ledger owns, Tieout keeps its own state beside it.
 * Closing saves the period's postings, so that later changes can be valued. With open work it needs a reason, which
 * overrides the gates as far as the firm's policy and the person's role allow.
 */
export function moveClose(reader: MirrorReader, move: CloseMove, sha256: Sha256): Result<PeriodMove, Failure> {
  const { period, status, why, person, nowMs } = move;
  const from = closeStateOf(periodDecisions(reader), period.id);
  const refused = refusalOf(move, from);
  if (refused !== null) return fail(refused);
  const passed = status === "closed" ? passGates(reader, move) : ok(null);
  if (!passed.ok) return passed;
  const snapshot = status === "closed" ? saveClosedSnapshot(reader, period, nowMs, sha256) : null;
  const body = { status, from, why, snapshot, signed: move.signed };
  const decisionNo = makeDecision(reader.db, { kind: "period_status", subject: period.id, body, person, nowMs });
  if (status === "in_close" && move.template !== null) startChecklist(reader, period.id, move.template, { person, nowMs });
  return ok({ decisionNo, periodId: period.id, from, status });
}

function refusalOf({ period, status, why, asTold }: CloseMove, from: PeriodStatus): Failure | null {
  const spoken = (state: PeriodStatus) => state.replace("_", " ");
  if (!mayMove(from, status))
    return {
      code: "invalid_input",
      message: `${periodName(period.label)} is ${spoken(from)}, so it can't be set to ${spoken(status)}. It can be set to ${movesFrom(from).map(spoken).join(" or ")}.`,
      field: "status",
    };
  if (status === "reopened" && why === null && asTold !== true)
    return { code: "invalid_input", message: `Give a reason for reopening ${periodName(period.label)}.`, field: "why" };
  return null;
}

/** What the pack prints where a script closed over open work. */
const NO_REASON = "Closed without a reason.";

/** Lets a closing through its gates: nothing is open, or what is open is overridden with the reason. */
export function passGates(
  reader: MirrorReader,
  { gates: look, asTold = false, ...move }: Omit<CloseMove, "status" | "books" | "template" | "signed">,
): Result<unknown, Failure> {
  const gates = look();
  if (blockingGates(gates).length === 0) return ok(null);
  const { period } = move;
  const why = move.why ?? (asTold ? NO_REASON : null);
  if (why !== null) return overrideGates(reader.db, gates, { ...move, periodId: period.id, why });
  return fail({
    code: "conflict",
    message: `${periodName(period.label)} can't be closed yet. ${blockedBy(gates)}`,
    field: "why",
    next: "Finish the open work, or override it with a reason if the firm's policy allows that.",
  });
}
