import { businessDaysLate } from "#main/domain/close/business-days.ts";
import { openTasks, type TaskStanding, taskStandings } from "#main/domain/close/close-tasks.ts";
import { movesFrom } from "#main/domain/close/period-transitions.ts";
import type { FluxQuestion } from "#main/store/flux/flux-figures.ts";
import { fluxReview } from "#main/store/flux/flux-review.ts";
import { closeStateOf, periodDecisions, periodStatusBody } from "#main/store/periods/period-states.ts";
import { lockBook, wholeAsOf } from "#main/store/periods/post-check.ts";
import { ownDecisions } from "#main/store/work/own-decisions.ts";
import type { CloseProgress, CloseStatus, CloseTaskView, GateEvidence } from "#shared/contract/close/close.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { t } from "#shared/language/t.ts";
import { checkedCounts } from "#shared/model/close/checked-tasks.ts";
import type { CloseTemplate } from "#shared/model/close/close.ts";
import { type ClosePolicy, DEFAULT_CLOSE_POLICY } from "#shared/model/close/close-gates.ts";
import { type Checklist, checklistOf } from "./close-checklist.ts";
import { periodSignatures } from "./close-signatures.ts";
import { lastTieOuts } from "./gates/figures.ts";
import type { GateSetting } from "./gates/gate.ts";
import { lookUp } from "./gates/look-up.ts";
import { ledgerLocked } from "./gates/reading.ts";
import { closeGatesOf, reviewedComparisons } from "./gates/sign-gates.ts";
import { endsInWork } from "./in-close.ts";

export type CloseQuestion = Omit<GateSetting, "reader" | "sha256" | "review"> & { readonly template: CloseTemplate };

/** Each flux analysis is made at most once, however many gates need it. */
export function gateSetting(
  question: Omit<CloseQuestion, "template">,
  reader: GateSetting["reader"],
  sha256: GateSetting["sha256"],
): GateSetting {
  const reviews = new Map<string, ReturnType<GateSetting["review"]>>();
  const { books, yearEnd, period, periods, today } = question;
  const review = (comparison: FluxQuestion["comparison"]) => {
    const known = reviews.get(comparison) ?? fluxReview(reader, { books, yearEnd, period, comparison, trailing: TRAILING }, sha256);
    reviews.set(comparison, known);
    return known;
  };
  return { books, yearEnd, period, periods, today, reader, sha256, review };
}

const TRAILING = 6;
/** The checklist of a period with the current evidence of each task. */
export function closeStatus(
  setting: GateSetting,
  template: CloseTemplate,
  policy: ClosePolicy = DEFAULT_CLOSE_POLICY,
): Omit<CloseStatus, "clientId"> {
  return statusOf(setting, template, policy, (_list, found) => found);
}

/**
 * The same for screens while a sync is under way that runs the period's checks again: until then, a task keeps what they came to
 * last, and progress isn't lost and found again. The gates rest on the current evidence all the same.
 */
export function closeStatusDuringSync(
  setting: GateSetting,
  template: CloseTemplate,
  policy: ClosePolicy = DEFAULT_CLOSE_POLICY,
): Omit<CloseStatus, "clientId"> {
  const { reader, period, today } = setting;
  if (!endsInWork(reader, today).includes(period.end)) return closeStatus(setting, template, policy);
  return statusOf(setting, template, policy, ({ tasks }, found) => {
    const last = tasks.flatMap(({ id, gate }): [string, GateEvidence][] => {
      if (gate?.kind !== "tie_outs" || found.get(id)?.passed !== false) return [];
      const came = lastTieOuts(setting, gate);
      return came === null ? [] : [[id, { kind: gate.kind, ...came }]];
    });
    return last.length === 0 ? found : new Map([...found, ...last]);
  });
}

/** The evidence of each task; null for a task that nothing is checked for. */
type Found = ReadonlyMap<string, GateEvidence | null>;

function statusOf(
  setting: GateSetting,
  template: CloseTemplate,
  policy: ClosePolicy,
  shownOf: (list: Checklist, found: Found) => Found,
): Omit<CloseStatus, "clientId"> {
  const { reader, period } = setting;
  const list = checklistOf(reader, period.id, template);
  const status = closeStateOf(periodDecisions(reader), period.id);
  const found: Found = new Map(list.tasks.map(({ id, gate }) => [id, gate === null ? null : lookUp(setting, gate)]));
  const shown = shownOf(list, found);
  const current = tasksOf(setting, list, status === "closed", found);
  const { views, standings, due, daysLate } = shown === found ? current : tasksOf(setting, list, status === "closed", shown);
  const failed = new Set(views.filter(({ evidence }) => evidence?.failed !== undefined).map((task) => task.id));
  const { id, label, start, end, ownedBy } = period;
  return {
    period: { id, label, start, end, ownedBy },
    status,
    ledgerStatus: ownedBy === "source" ? period.status : null,
    mayBecome: [...movesFrom(status)],
    moves: movesOf(setting),
    started: list.started,
    template: { ...list.template },
    phases: [...list.phases],
    tasks: views,
    progress: progressOf(views),
    ...{ due, daysLate },
    blocks: status === "closed" ? [] : openTasks(standings, failed),
    signatures: periodSignatures(setting),
    gates: closeGatesOf(setting, list, current.views, policy),
    comparisons: [...reviewedComparisons(list).keys()],
    ledgerLock: ledgerLockOf(setting),
    asOf: wholeAsOf(reader),
  };
}

interface Tasks extends Pick<CloseStatus, "due" | "daysLate"> {
  readonly views: CloseTaskView[];
  readonly standings: ReadonlyMap<string, TaskStanding>;
}

function tasksOf({ period, today }: GateSetting, list: Checklist, isClosed: boolean, found: Found): Tasks {
  const facts = (taskId: string) => ({ passed: found.get(taskId)?.passed ?? null, ticked: list.ticks.has(taskId) });
  const holidays = new Set(list.holidays);
  const reckoned = taskStandings(list.tasks, facts, period.end, today, holidays);
  const due = [...reckoned.values()].reduce<CalendarDate>((last, one) => (one.due > last ? one.due : last), period.end);
  // What is left in a closed period keeps nobody waiting.
  const daysLate = isClosed ? 0 : businessDaysLate(due, today, holidays);
  // A close that isn't due yet may be started when it suits, so nobody is late with a task of it before that.
  const mayBeLate = !isClosed && (list.started || daysLate > 0);
  const standings = mayBeLate ? reckoned : new Map([...reckoned].map(([id, one]) => [id, { ...one, daysLate: 0 }] as const));
  const views = list.tasks.map(({ gate: _gate, ...task }): CloseTaskView => {
    const standing = standings.get(task.id) as TaskStanding;
    const tick = list.ticks.get(task.id);
    const byHand = tick === undefined ? null : { decisionNo: tick.decisionNo, person: tick.person, at: tick.at, why: tick.body.why };
    return {
      ...task,
      title: t(task.title),
      ...standing,
      waitsFor: [...standing.waitsFor],
      evidence: found.get(task.id) ?? null,
      byHand,
    };
  });
  return { views, standings, due, daysLate };
}

function progressOf(tasks: readonly CloseTaskView[]): CloseProgress {
  const of = (state: CloseTaskView["state"]) => tasks.filter((task) => task.state === state).length;
  const late = tasks.filter(({ daysLate }) => daysLate > 0).length;
  return { tasks: tasks.length, done: of("done"), byHand: of("by_hand"), late, ...checkedCounts(tasks) };
}

function movesOf({ reader, period }: GateSetting): CloseStatus["moves"] {
  return ownDecisions(reader.db, "period_status", periodStatusBody, { subject: period.id, undone: true }).map(
    ({ decisionNo, person, at, body, undoneBy }) => ({
      ...{ decisionNo, person, at, from: body.from, status: body.status, why: body.why },
      // A later move replaces the one before it, which isn't the same as undoing it.
      undone: undoneBy !== null && isUndone(reader, period.id, decisionNo),
    }),
  );
}

/** True for a move that was undone, not replaced by the next move. */
function isUndone(reader: GateSetting["reader"], periodId: string, decisionNo: number): boolean {
  return (
    reader.db
      .prepare(
        `SELECT 1 FROM decision d WHERE decision_no = ? AND undone_ms IS NOT NULL AND NOT EXISTS (
           SELECT 1 FROM decision n WHERE n.kind = 'period_status' AND n.subject = ? AND n.decision_no > d.decision_no AND n.made_ms = d.undone_ms
             AND json_extract(n.body, '$.from') = json_extract(d.body, '$.status') AND json_extract(n.body, '$.status') <> json_extract(d.body, '$.from'))`,
      )
      .get(decisionNo, periodId) !== undefined
  );
}

const MOVE_IN_LEDGER = "Closing locks the period in Tieout only. To lock the ledger too, lock the period there, then sync.";
const LOCKED_IN_LEDGER = "The period is already locked in the ledger. Closing locks it in Tieout, too.";

/** No ledger lets its lock date be written, so Tieout locks on its side and says what is left to do in the ledger. */
export function ledgerLockOf(setting: Pick<GateSetting, "reader" | "period">): CloseStatus["ledgerLock"] {
  const through = lockBook(setting.reader)
    .locks.filter(({ ownedBy }) => ownedBy === "source")
    .reduce<CalendarDate | null>((last, { lockedThrough }) => (last === null || lockedThrough > last ? lockedThrough : last), null);
  return { canMove: false, lockedThrough: through, message: ledgerLocked(setting).passed ? LOCKED_IN_LEDGER : MOVE_IN_LEDGER };
}
