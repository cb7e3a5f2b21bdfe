import type { CloseStatus, CloseTaskView } from "#shared/contract/close/close.ts";
import { checkedCounts } from "#shared/model/close/checked-tasks.ts";
import { t } from "../../language/t.ts";
import { formatCount } from "../amounts/amount.ts";
import { formatLongPeriod } from "../dates/date.ts";
import { PERIOD_WORDS } from "../dates/period-labels.ts";
import type { Tone } from "./sync-labels.ts";

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

/** Nobody has started the close, and Tieout alone found done what is: that isn't work that anybody did. */
export function isOnlyChecked(close: Standing): boolean {
  const { done, byHand, automatic = 0 } = close.progress;
  return isNotStarted(close) && done > 0 && automatic === done + byHand;
}

/** Of what is done, how much is said to be checked only partly: nothing once somebody has started the close. */
function partlyChecked(close: Standing): number {
  return isOnlyChecked(close) ? (close.progress.partly ?? 0) : 0;
}

/** Every task of a checklist, counted once: done, or open. The counts are the same before the close is started and after. */
export function closeCounts({ progress: { tasks, done, byHand } }: Standing): { readonly done: number; readonly open: number } {
  return { done: done + byHand, open: tasks - done - byHand };
}

/** What is done, as a figure. Of a close that nobody has started, its label says how anything can be done; `means`, what is partly checked. */
export function doneFigure(close: Standing): { readonly label: string; readonly value: string; readonly means?: string } {
  const { tasks } = close.progress;
  if (tasks === 0) return { label: t("Tasks"), value: t("None") };
  const value = t("{done} of {tasks}{hand}", { done: closeCounts(close).done, tasks, hand: howDone(close) });
  const means = t("Partly means that something wasn't checked, or only totals were compared. The text beside each task says what.");
  return {
    ...{ label: isOnlyChecked(close) ? t("Checked automatically") : t("Done"), value },
    ...(partlyChecked(close) === 0 ? {} : { means }),
  };
}

/** How far a checklist is, in one line: the same figures as its head has. */
export function closeProgressWords(close: Standing): string {
  const { tasks } = close.progress;
  const { done } = closeCounts(close);
  const hand = howDone(close);
  if (tasks === 0) return t("No tasks");
  if (isOnlyChecked(close)) return t("{done} of {tasks} checked automatically{hand}", { done, tasks, hand });
  return t("{done} of {tasks, plural, one {1 task} other {# tasks}} done{hand}", { done, tasks, hand });
}

/** Of what is done, what isn't simply done: checked only partly, or marked complete by a person. */
function howDone(close: Standing): string {
  const { byHand } = close.progress;
  return byHand === 0 ? partlyWords(partlyChecked(close)) : t(" ({byHand} manually)", { byHand });
}

function partlyWords(partly: number): string {
  return partly === 0 ? "" : t(" ({partly} partly)", { partly });
}

interface Bar {
  readonly share: number;
  readonly part: number;
  readonly tone: "checked" | "syncing";
}

/** The bar of a checklist; what was checked only partly is striped where the words beside it say how much that is. */
export function closeBar(close: Standing): Bar {
  const { tasks, done, byHand } = close.progress;
  const of = Math.max(1, tasks);
  return { share: (done + byHand) / of, part: partlyChecked(close) / of, tone: isNotStarted(close) ? "checked" : "syncing" };
}

/** What the bar shows, in words; of one in two shapes, also what each means. */
export function closeBarWords(close: Standing): string {
  const words = closeProgressWords(close);
  return partlyChecked(close) === 0
    ? words
    : t("{words}. The striped part of the bar shows the tasks that were only partly checked.", { words });
}

/** How far a phase of a checklist is, in the words of the whole. */
export function phaseProgressWords(close: Standing, tasks: readonly Pick<CloseTaskView, "state" | "evidence">[]): string {
  const done = tasks.filter(({ state }) => state === "done" || state === "by_hand").length;
  if (!isOnlyChecked(close)) return t("{done} of {tasks} done", { done, tasks: tasks.length });
  return t("{done} of {tasks} checked{part}", { done, tasks: tasks.length, part: partlyWords(checkedCounts(tasks).partly) });
}

/** A close as something to do, in the words of the inbox: how much of it is open, and how late it is. */
export function closeWords(close: Standing & Pick<CloseStatus, "period" | "daysLate">): string {
  const { tasks, done, byHand } = close.progress;
  const words = { period: formatLongPeriod(close.period.label), open: tasks - done - byHand, tasks };
  const left = t("{period} close: {open} of {tasks, plural, one {1 task} other {# tasks}} open", words);
  const late = closeLateWords(close);
  const said = late === null ? left : t("{left}, {late}", { left, late });
  return close.started ? said : t("{said}, not started", { said });
}
