import type { InboxItem, InboxKind } from "#shared/contract/clients/inbox.ts";
import { t } from "../../language/t.ts";
import { withAmounts } from "../amounts/amounts-in-text.ts";
import { withDays } from "../dates/date.ts";
import type { Tone } from "./sync-labels.ts";
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
  capability_lost: { word: t("Ledger feature lost"), words: t("Ledger features lost"), tone: "warning", act: t("See connection") },
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

/** The words of a heading, in the color of what needs work; updates and dates below say their own. */
export function groupHeading(group: InboxGroup): { readonly words: string; readonly tone: Tone } {
  if (group === "overdue_task") return { words: t("Overdue tasks"), tone: "neutral" };
  const { words, tone } = INBOX_LABELS[group];
  return { words, tone: group === "write" || group === "close" ? "neutral" : tone };
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
