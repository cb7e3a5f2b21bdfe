import { type GateWork, judgeGates, requiredTasks } from "#main/domain/close/gate-verdicts.ts";
import { openVariances } from "#main/store/flux/flux-counts.ts";
import type { CloseTaskView } from "#shared/contract/close/close.ts";
import type { CloseGates, GateItem } from "#shared/contract/close/close-gates.ts";
import type { ClosePolicy } from "#shared/model/close/close-gates.ts";
import { FLUX_STATUS_LABELS } from "#shared/model/labels/status-labels.ts";
import type { FluxComparison } from "#shared/model/reports/flux.ts";
import type { Checklist } from "../close-checklist.ts";
import { openReviewNotes, reviewNotes } from "../review-notes.ts";
import { openReconciliations, reconciliationText, requiredReconciliations } from "./finish.ts";
import type { GateSetting } from "./gate.ts";
import { gateOverrides } from "./gate-overrides.ts";

type Open = Omit<GateItem, "overridden">;
type Work = GateWork<Open>;

/** What holds up the period's sign-off and its closing, by the same work the screens show. */
export function closeGatesOf(setting: GateSetting, list: Checklist, tasks: readonly CloseTaskView[], policy: ClosePolicy): CloseGates {
  const { reader, period } = setting;
  const overrides = gateOverrides(reader.db, period.id);
  const applied = overrides.filter(({ waiting }) => !waiting);
  const rest = [reconciliationWork(setting), fluxWork(setting, list), noteWork(setting)];
  const judged = (purpose: "sign" | "close") => judgeGates([taskWork(list, tasks, purpose), ...rest], applied, policy);
  return { sign: judged("sign"), close: judged("close"), overrides };
}

function taskWork(list: Checklist, tasks: readonly CloseTaskView[], purpose: "sign" | "close"): Work {
  const required = new Set(requiredTasks(list.tasks, purpose));
  const open = tasks.filter(({ id, state }) => required.has(id) && (state === "open" || state === "waiting"));
  return { gate: "tasks", required: required.size, open: open.map(({ id, title }) => ({ key: id, text: title, subject: "task", id })) };
}

function reconciliationWork(setting: GateSetting): Work {
  const rows = requiredReconciliations(setting);
  const open = openReconciliations(rows, "reviewed").map((row): Open => {
    const { accountId } = row;
    return { key: accountId, text: reconciliationText(row), subject: "account", id: accountId };
  });
  return { gate: "reconciliations", required: rows.length, open };
}

/** The comparisons that the checklist reviews and whether they are signed; where it names none, the prior month is explained. */
export function reviewedComparisons(list: Checklist): ReadonlyMap<FluxComparison, boolean> {
  const asked = new Map<FluxComparison, boolean>();
  for (const { gate } of list.tasks)
    if (gate?.kind === "variances") asked.set(gate.comparison, gate.signed || asked.get(gate.comparison) === true);
  return asked.size === 0 ? new Map([["prior_month", false]]) : asked;
}

function fluxWork(setting: GateSetting, list: Checklist): Work {
  const found = [...reviewedComparisons(list)].map(([comparison, signed]) => comparisonWork(setting, comparison, signed));
  return {
    gate: "flux",
    required: found.reduce((sum, { required }) => sum + required, 0),
    open: found.flatMap(({ open }) => open),
  };
}

function comparisonWork(
  setting: GateSetting,
  comparison: FluxComparison,
  signed: boolean,
): { readonly required: number; readonly open: Open[] } {
  const { review } = setting.review(comparison);
  if (review.unavailable !== null)
    return { required: 1, open: [{ key: comparison, text: review.unavailable, subject: "flux", id: comparison }] };
  const rows = openVariances(review, signed);
  const open = rows.map(
    ({ label, status, accountId }): Open => ({
      ...{ key: `${comparison} ${accountId}`, text: `${label}: ${FLUX_STATUS_LABELS[status]}`, subject: "flux", id: comparison },
    }),
  );
  return { required: review.progress.material + rows.filter(({ material }) => !material).length, open };
}

function noteWork({ reader, period }: GateSetting): Work {
  const open = openReviewNotes(reader.db, period.id);
  return {
    gate: "review_notes",
    required: reviewNotes(reader.db, period.id).length,
    open: open.map(({ noteId, text, about }) => ({
      ...{ key: noteId, text: about.label === null ? text : `${about.label}: ${text}`, subject: "note", id: noteId },
    })),
  };
}
