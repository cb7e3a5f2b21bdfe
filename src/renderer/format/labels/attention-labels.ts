import type { InboxItem, InboxKind } from "#shared/contract/clients/inbox.ts";
import type { SyncState } from "#shared/contract/sync/sync.ts";
import { t } from "../../language/t.ts";
import { formatCount } from "../amounts/amount.ts";
import { withAmounts } from "../amounts/amounts-in-text.ts";
import { formatLongPeriod, withDays } from "../dates/date.ts";
import { SHORT_PROBLEMS } from "./problem-labels.ts";
import { SYNC_LABELS, type Tone } from "./sync-labels.ts";
import { WRITE_WORDS } from "./write-labels.ts";

interface InboxLabel {
  readonly word: string;
  /** Of several. */
  readonly words: string;
  readonly tone: Tone;
  /** What a person does about it. */
  readonly act: string;
}

/** What kinds of things wait for a person, in words. */
export const INBOX_LABELS: Readonly<Record<InboxKind, InboxLabel>> = {
  needs_sign_in: { word: t("Disconnected"), words: t("Disconnected"), tone: "sign_in", act: t("Reconnect") },
  write: { word: t("Ledger update"), words: t("Ledger updates"), tone: "failed", act: t("See update") },
  variance: { word: t("Out of balance"), words: t("Out of balance"), tone: "warning", act: t("See difference") },
  // Each item is a close: some of its tasks are late, or all of it, which nobody has started.
  close: { word: t("Late close tasks"), words: t("Closes with late tasks"), tone: "warning", act: t("Open checklist") },
  lock_moved_back: { word: t("Lock date moved back"), words: t("Lock dates moved back"), tone: "conflict", act: t("See lock date") },
  capability_lost: {
    word: t("Ledger feature unavailable"),
    words: t("Ledger features unavailable"),
    tone: "warning",
    act: t("See connection"),
  },
  task: { word: t("Task"), words: t("Tasks"), tone: "task", act: t("Go to task") },
  mention: { word: t("Mention"), words: t("Mentions"), tone: "queued", act: t("See mention") },
  review_conflict: { word: t("Conflicting versions"), words: t("Conflicting versions"), tone: "conflict", act: t("Choose a version") },
  findings: { word: t("Exceptions"), words: t("Exceptions"), tone: "neutral", act: t("Review exceptions") },
};

/** A ledger update has the mark of its state, as on every other screen. A posted one is here because it was posted differently. */
export function inboxTone({ kind, writeState }: Pick<InboxItem, "kind" | "writeState">): Tone {
  if (writeState === undefined) return INBOX_LABELS[kind].tone;
  return writeState === "accepted" ? "warning" : WRITE_WORDS[writeState].tone;
}

export const INBOX_KINDS = Object.keys(INBOX_LABELS) as readonly InboxKind[];

/** What the inbox lists under one heading: a kind of item, where tasks that aren't overdue come later than those that are. */
export type InboxGroup = InboxKind | "overdue_task";

export function groupOf({ kind, overdue }: Pick<InboxItem, "kind" | "overdue">): InboxGroup {
  return kind === "task" && overdue ? "overdue_task" : kind;
}

/** The words of a heading, which has no color: its rows say what state they are in. */
export function groupHeading(group: InboxGroup): string {
  return group === "overdue_task" ? t("Overdue tasks") : INBOX_LABELS[group].words;
}

/** The period that all of the closes are of, which their heading says once; null where they differ, or aren't closes. */
export function sharedPeriod(items: readonly Pick<InboxItem, "close">[]): string | null {
  const [first, ...others] = new Set(items.map(({ close }) => (close === undefined ? null : formatLongPeriod(close.period))));
  return others.length === 0 ? (first ?? null) : null;
}

/**
 * What a row says under a heading that names its type, and beside its client and the state of an update: none of that again. Of a late
 * close, first what sets it apart from those beside it: its day is in a column, and how late that is in the day's tip. A detail of one
 * sentence has no period at its end; that of a person's item is a name, which may end with one.
 */
export function rowWords({ kind, title, about, detail, close, itemId = null }: Said, period: string | null, offline = false): RowWords {
  const said = detail === null ? null : readable(detail);
  const isWhole = itemId !== null || said?.includes(". ") === true;
  const shown = kind === "needs_sign_in" ? t("Can't sync until someone reconnects it") : readable(about ?? title);
  if (close === undefined) return { title: shown, detail: isWhole ? said : (said?.replace(/(?<!\.)\.$/, "") ?? null) };
  const own = period === null ? formatLongPeriod(close.period) : null;
  return { title: openWords(close), detail: [said, syncWords(close, offline), own].filter((part) => part !== null).join(" · ") || null };
}

type Said = Pick<InboxItem, "title" | "about" | "detail" | "close"> & Partial<Pick<InboxItem, "kind" | "itemId">>;

interface RowWords {
  readonly title: string;
  readonly detail: string | null;
}

/** Why the sync that holds a close up doesn't go on, as *Clients* says it; null where nothing but a sync is missing. */
function syncWords({ sync }: NonNullable<InboxItem["close"]>, offline: boolean): string | null {
  if (sync === undefined) return null;
  // That no ledger answers is this computer's trouble then.
  if (offline && sync.state === "offline") return SYNC_LABELS.no_network.word;
  const problem = sync.problemCode === null ? undefined : SHORT_PROBLEMS[sync.problemCode];
  if (sync.state !== "paused" && problem !== undefined) return problem;
  return STUCK.includes(sync.state) ? SYNC_LABELS[sync.state].word : null;
}

/** A wait is only stored where it lasts for hours. */
const STUCK: readonly SyncState[] = ["needs_sign_in", "failed", "offline", "queued", "paused"];

function openWords({ open, tasks, started, daysLate, late }: NonNullable<InboxItem["close"]>): string {
  const left = t("{open} of {tasks, plural, one {1 task} other {# tasks}} open", { open, tasks });
  const some = late === null ? t("{left}, some late", { left }) : t("{left}, {late} late", { left, late: formatCount(late) });
  const words = daysLate > 0 ? left : some;
  return started ? words : t("{words}, close not started", { words });
}

/** Items under their headings, in the order in which each group comes first: worst first. */
export function byGroup(items: readonly InboxItem[]): readonly { readonly group: InboxGroup; readonly items: readonly InboxItem[] }[] {
  return [...Map.groupBy(items, groupOf)].map(([group, own]) => ({ group, items: own }));
}

/** The word of an update's state, with its mark; what was posted with other values says so itself. */
export function writeWord({ writeState }: Pick<InboxItem, "writeState">): string | null {
  return writeState === undefined || writeState === "accepted" ? null : WRITE_WORDS[writeState].word;
}

/** What the core says, with its days and amounts as people read them. */
export function readable(text: string): string {
  return withAmounts(withDays(text));
}
