import type { InboxItem } from "#shared/contract/clients/inbox.ts";
import { formatDay } from "../../format/dates/date.ts";
import { INBOX_LABELS, readable } from "../../format/labels/attention-labels.ts";
import type { Tone } from "../../format/labels/sync-labels.ts";
import { t } from "../../language/t.ts";
import type { Matter } from "./use-matters.ts";

/** Something to do at a client: what it is, and the button that leads there. */
export interface NextAction {
  readonly key: string;
  readonly title: string;
  readonly detail: string | null;
  readonly tone: Tone;
  readonly word: string;
  readonly act: string;
  readonly address: string;
  /** The matter of the inbox that it is, which a person may dismiss; null where it is none. */
  readonly item: InboxItem | null;
}

/** What to do next, the most important first: what waits for a person as the inbox orders it, then what is open besides. */
export function nextActions(items: readonly InboxItem[], matters: readonly Matter[]): readonly NextAction[] {
  const told = new Set<string>(items.map(({ kind }) => kind));
  return [...items.map(ofItem), ...matters.filter(({ kind }) => kind === null || !told.has(kind)).map(ofMatter)];
}

function ofItem(item: InboxItem): NextAction {
  const { key, kind, title, detail, due, overdue, address } = item;
  const { word, tone, act } = INBOX_LABELS[kind];
  const day = due === null ? null : overdue ? t("overdue, {due}", { due: formatDay(due) }) : t("due {due}", { due: formatDay(due) });
  return {
    key,
    title: readable(title),
    detail: [day, detail === null ? null : readable(detail)].filter(Boolean).join(" · ") || null,
    tone,
    word,
    act,
    address,
    item,
  };
}

function ofMatter({ key, words, means, act, tone, word, address }: Matter): NextAction {
  return { key, title: words, detail: means, tone, word, act, address, item: null };
}
