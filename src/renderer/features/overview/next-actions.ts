import type { InboxItem } from "#shared/contract/clients/inbox.ts";
import { formatDay, unbroken } from "../../format/dates/date.ts";
import { INBOX_LABELS, inboxTone, readable } from "../../format/labels/attention-labels.ts";
import type { Tone } from "../../format/labels/sync-labels.ts";
import { t } from "../../language/t.ts";
import type { OpenItem } from "./use-open-items.ts";

/** Something to do at a client, with the button that leads there. */
export interface NextAction {
  readonly key: string;
  readonly title: string;
  readonly detail: string | null;
  readonly tone: Tone;
  readonly word: string;
  readonly act: string;
  readonly address: string;
  /** The inbox item behind it, which a person may dismiss; null if there is none. */
  readonly item: InboxItem | null;
}

/** What to do next, most important first: inbox items in their order, then other open items; what is merely to be looked at comes last. */
export function nextActions(items: readonly InboxItem[], openItems: readonly OpenItem[]): readonly NextAction[] {
  const told = new Set<string>(items.map(({ kind }) => kind));
  const all = [...items.map(ofItem), ...openItems.filter(({ kind }) => kind === null || !told.has(kind)).map(ofOpenItem)];
  // The card is narrow: no line ends within a day or an amount.
  return all
    .map((action) => ({ ...action, title: unbroken(action.title), detail: action.detail === null ? null : unbroken(action.detail) }))
    .toSorted((a, b) => Number(a.tone === "neutral") - Number(b.tone === "neutral"));
}

function ofItem(item: InboxItem): NextAction {
  const { key, kind, title, detail, due, overdue, address } = item;
  const { word, act } = INBOX_LABELS[kind];
  const day = due === null ? null : overdue ? t("Was due {due}", { due: formatDay(due) }) : t("Due {due}", { due: formatDay(due) });
  return {
    key,
    title: readable(title),
    detail: [day, detail === null ? null : readable(detail)].filter(Boolean).join(" · ") || null,
    tone: inboxTone(item),
    word,
    act,
    address,
    item,
  };
}

function ofOpenItem({ key, words, means, act, tone, word, address }: OpenItem): NextAction {
  return { key, title: words, detail: means, tone, word, act, address, item: null };
}
