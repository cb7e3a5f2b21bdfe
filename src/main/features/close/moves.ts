import type { ApiContext } from "#main/api/context.ts";
import { type ClientWork, clientStep } from "#main/operations/client-work.ts";
import { moveClose } from "#main/store/close/close-moves.ts";
import { periodHash } from "#main/store/close/close-signatures.ts";
import { type CloseQuestion, closeStatus, gateSetting, ledgerLockOf } from "#main/store/close/close-status.ts";
import { disposeChange } from "#main/store/close/closed-changes.ts";
import { digest, sha256 } from "#main/store/database/hash.ts";
import { movePeriod, type PeriodMove } from "#main/store/periods/period-states.ts";
import { listPeriods } from "#main/store/periods/periods.ts";
import type { CloseStatus } from "#shared/contract/close/close.ts";
import { periodName } from "#shared/kernel/readable.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { showMoved } from "./close-board.ts";
import { withClose } from "./close-question.ts";
import { type CloseRules, closeRules } from "./close-rules.ts";
import { type SignedOff, signedOff } from "./sign-off-proof.ts";

type Status = PeriodMove["status"];
interface Move {
  readonly clientId: string;
  readonly period: string;
  readonly status: Status;
  readonly why?: string | undefined;
}
interface Disposal {
  readonly clientId: string;
  readonly changeId: string;
  readonly verdict: "accept" | "reopen" | "adjust";
  readonly why: string;
}

const moveStep = clientStep(
  "close.moveStep",
  "writer",
  (work, { period, rules, ...move }: Move & { readonly rules: CloseRules; readonly signed: SignedOff | null }) =>
    withClose(work, period, rules.template, (question) => moved(work, question, rules, move)),
);

/** Without a template there is no close to move; what the ledger owns or is no period is refused in the words of periods. */
const setStep = clientStep("periods.setStep", "writer", (work, input: Move & { readonly rules: CloseRules | null }) => {
  const { period, status, rules } = input;
  const asPeriod = (): Result<PeriodMove, Failure> =>
    movePeriod(work.mirror, listPeriods(work.mirror, work.yearEnd, digest), { period, status, person: work.person, nowMs: work.nowMs });
  // Nothing is closed around the gates.
  if (rules === null)
    return status === "closed" ? fail({ code: "not_supported", message: "This version of Tieout has no checklist template." }) : asPeriod();
  let isClose = false;
  const asClose = withClose(work, period, rules.template, (question): Result<PeriodMove, Failure> => {
    isClose = question.period.ownedBy === "us";
    return isClose ? moved(work, question, rules, { ...input, asTold: true }) : asPeriod();
  });
  return asClose.ok || isClose ? asClose : asPeriod();
});

const disposeStep = clientStep("close.disposeStep", "writer", (work, input: Disposal & { readonly rules: CloseRules | null }) => {
  const { mirror, books, person, nowMs } = work;
  const { changeId, verdict, why, rules } = input;
  const disposed = disposeChange(mirror, { changeId, verdict, why, books, person, nowMs });
  if (!disposed.ok || verdict !== "reopen" || rules === null) return disposed;
  const reopened = withClose(work, disposed.value.periodId, rules.template, (question) =>
    moved(work, question, rules, { status: "reopened", why }),
  );
  return reopened.ok ? disposed : reopened;
});

export const moveSteps = [moveStep, setStep, disposeStep] as const;

interface Moving {
  readonly status: Status;
  readonly why?: string | null | undefined;
  readonly signed?: SignedOff | null;
  readonly asTold?: boolean;
}

/** Closing over open work needs a reason, and so does reopening unless a period is only set. */
function moved(
  { mirror, person, nowMs }: ClientWork,
  question: CloseQuestion,
  { policy, role, people }: CloseRules,
  { status, why = null, signed = null, asTold = false }: Moving,
): Result<PeriodMove & { readonly ledgerLock: CloseStatus["ledgerLock"] }, Failure> {
  const { period, books, template } = question;
  const setting = gateSetting(question, mirror, sha256);
  // Between the signature and now a keychain may have asked the person, and a sync may have ended.
  if (signed !== null && signed.hash !== periodHash(setting))
    return fail({
      code: "conflict",
      message: `The books for ${periodName(period.label)} changed while you were closing the period.`,
      next: "Review the new figures, then close the period.",
    });
  const gates = () => closeStatus(setting, template, policy).gates.close;
  const asked = { status, why, person, nowMs, policy, role, people, asTold, signed };
  const done = moveClose(mirror, { period, books, template, gates, ...asked }, sha256);
  return done.ok ? ok({ ...done.value, ledgerLock: ledgerLockOf(setting) }) : done;
}

export async function moveOfClose(context: ApiContext, { template: named, ...move }: Move & { readonly template?: string | undefined }) {
  const rules = await closeRules(context, named);
  if (!rules.ok) return rules;
  const signing = { clientId: move.clientId, period: move.period, role: "closed" as const, template: rules.value.template };
  const signed = move.status === "closed" ? await signedOff(context, signing) : null;
  const done = await context.perform(moveStep, { ...move, rules: rules.value, signed });
  if (done.ok) await showMoved(context, move.clientId, done.value.periodId);
  return done;
}

export async function setOfPeriod(context: ApiContext, move: Move) {
  const rules = await closeRules(context);
  const done = await context.perform(setStep, { ...move, rules: rules.ok ? rules.value : null });
  if (!done.ok) return done;
  const { decisionNo, periodId, from, status } = done.value;
  await showMoved(context, move.clientId, periodId);
  return ok({ decisionNo, periodId, from, status });
}

export async function disposalOf(context: ApiContext, disposal: Disposal) {
  const rules = await closeRules(context);
  const reopens = disposal.verdict === "reopen";
  if (reopens && !rules.ok) return rules;
  const done = await context.perform(disposeStep, { ...disposal, rules: rules.ok ? rules.value : null });
  if (!done.ok) return done;
  if (reopens) await showMoved(context, disposal.clientId, done.value.periodId);
  else context.publish("work.changed", { clientId: disposal.clientId });
  return ok({ decisionNo: done.value.decisionNo, reopened: reopens });
}
