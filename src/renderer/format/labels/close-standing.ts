import type { CloseStatus, CloseTaskView } from "#shared/contract/close/close.ts";
import type { CloseGate } from "#shared/model/close/close.ts";
import { t } from "../../language/t.ts";
import { formatCount } from "../amounts/amount.ts";
import { formatLongPeriod } from "../dates/date.ts";
import { PERIOD_WORDS } from "../dates/period-labels.ts";
import type { Tone } from "./sync-labels.ts";

/** Evidence that people gave, such as sign-offs, explanations and entries, unless Tieout says that it found it. */
const PEOPLES_GATES: readonly CloseGate["kind"][] = [
  "questions_sent",
  "entries_confirmed",
  "reconciled",
  "variances",
  "signed_off",
  "closed_here",
  "pack_made",
];
const BY_PEOPLE: ReadonlySet<string> = new Set(PEOPLES_GATES);

/** Whether Tieout found a task done, without any person's work. */
export function isCheckedAutomatically({ state, evidence }: Pick<CloseTaskView, "state" | "evidence">): boolean {
  if (state !== "done" || evidence === null || evidence.accepted === true) return false;
  return evidence.automatic === true || !BY_PEOPLE.has(evidence.kind);
}

/** Of such a task, whether some of it was left unchecked, or only totals were compared. */
function isCheckedInPart(task: Pick<CloseTaskView, "state" | "evidence">): boolean {
  return isCheckedAutomatically(task) && (task.evidence?.partly === true || task.evidence?.totalOnly === true);
}

/** How late a close is, counted from its own due date; before that, how many of its tasks are late. Null where nothing is. */
export function closeLateWords({ daysLate, progress: { late } }: Pick<CloseStatus, "daysLate" | "progress">): string | null {
  if (daysLate > 0) return t("{days, plural, one {1 business day late} other {# business days late}}", { days: daysLate });
  return late === 0 ? null : t("{late, plural, one {1 task late} other {{shown} tasks late}}", { late, shown: formatCount(late) });
}

type Standing = Pick<CloseStatus, "status" | "started" | "progress">;

/** Nobody has begun its work, although some of it may be found done. */
export function isNotStarted({ status, started }: Pick<CloseStatus, "status" | "started">): boolean {
  return !started && status !== "closed";
}

/** The state of a close in one chip: an open period that nobody has begun to close isn't started, in the gray of its bar. */
export function closeChip(close: Pick<CloseStatus, "status" | "started">): { readonly tone: Tone; readonly word: string } {
  if (close.status === "open" && isNotStarted(close)) return { tone: "neutral", word: t("Not started") };
  const { tone, word } = PERIOD_WORDS[close.status];
  return { tone, word };
}

type Listed = Standing & { readonly tasks: readonly Pick<CloseTaskView, "state" | "evidence">[] };

/** Nobody has started the close, and Tieout alone found done what is: that isn't work that anybody did. */
export function isOnlyChecked(close: Listed): boolean {
  const { done, byHand } = close.progress;
  return isNotStarted(close) && done > 0 && close.tasks.filter(isCheckedAutomatically).length === done + byHand;
}

/** How far a checklist is. Of a close that nobody has started, it says how anything of it can be done. */
export function closeProgressWords(close: Listed): string {
  const { tasks, done, byHand } = close.progress;
  if (tasks === 0) return t("No tasks");
  if (isOnlyChecked(close)) {
    const partly = close.tasks.filter(isCheckedInPart).length;
    return t("{done} of {tasks} checked automatically{partly, plural, =0 {} other { (# in part)}}", { done, tasks, partly });
  }
  const hand = byHand === 0 ? "" : t(" ({byHand} manually)", { byHand });
  return t("{done} of {tasks, plural, one {1 task} other {# tasks}} done{hand}", { done: done + byHand, tasks, hand });
}

interface Bar {
  readonly share: number;
  readonly part: number;
  readonly tone: "checked" | "syncing";
}

/** The bar of a checklist; what was checked in part is thinner where the words beside it say how much that is. */
export function closeBar(close: Listed): Bar {
  const { tasks, done, byHand } = close.progress;
  const partly = isOnlyChecked(close) ? close.tasks.filter(isCheckedInPart).length : 0;
  const of = Math.max(1, tasks);
  return { share: (done + byHand) / of, part: partly / of, tone: isNotStarted(close) ? "checked" : "syncing" };
}

/** How far a phase of a checklist is, in the words of the whole. */
export function phaseProgressWords(close: Listed, tasks: Listed["tasks"]): string {
  const done = tasks.filter(({ state }) => state === "done" || state === "by_hand").length;
  if (!isOnlyChecked(close)) return t("{done} of {tasks} done", { done, tasks: tasks.length });
  const partly = tasks.filter(isCheckedInPart).length;
  return t("{done} of {tasks} checked{partly, plural, =0 {} other { (# in part)}}", { done, tasks: tasks.length, partly });
}

/** A close as something to do, in the words of the inbox: how much of it is open, and how late it is. */
export function closeWords(close: Standing & Pick<CloseStatus, "period" | "daysLate">): string {
  const { tasks, done, byHand } = close.progress;
  const words = { period: formatLongPeriod(close.period.label), open: tasks - done - byHand, tasks };
  const left = close.started
    ? t("{period} close: {open} of {tasks, plural, one {1 task} other {# tasks}} open", words)
    : t("{period} close: not started, {open} of {tasks, plural, one {1 task} other {# tasks}} open", words);
  const late = closeLateWords(close);
  return late === null ? left : t("{left}, {late}", { left, late });
}
