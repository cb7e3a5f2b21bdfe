import type { InboxItem } from "#shared/contract/clients/inbox.ts";
import { asSentence } from "#shared/kernel/readable.ts";
import type { PersonRole } from "#shared/model/close/person.ts";
import { call } from "../../api/client.ts";
import { readable } from "../../format/labels/attention-labels.ts";
import { t } from "../../language/t.ts";
import { queryClient } from "./query-client.ts";
import { useActs } from "./undo.ts";

/** The place where actions in the inbox of all clients are announced. */
export const INBOX_ACTS = "inbox";

/** How many items the core marks as read at once. */
const SEEN_AT_ONCE = 500;

/** Marks those of the items as read that aren't yet. */
export async function markSeen(items: readonly Pick<InboxItem, "key" | "seen">[]): Promise<void> {
  const keys = items.filter(({ seen }) => !seen).map(({ key }) => key);
  for (let at = 0; at < keys.length; at += SEEN_AT_ONCE) await call("inbox.seen", { keys: keys.slice(at, at + SEEN_AT_ONCE) });
}

/** The inline actions of an inbox item; each can be undone. `place`: where the confirmation is shown. */
export function useInboxActs(place: string) {
  const { perform, pending } = useActs(place);
  const thenAsk = async <T>(act: Promise<T>): Promise<T> => {
    const done = await act;
    await queryClient.invalidateQueries({ queryKey: ["inbox.list"] });
    return done;
  };
  const dismiss = (item: InboxItem): void => {
    const keys = [item.key];
    void perform({
      key: item.key,
      words: t("Dismissed from inbox: {title}", { title: asSentence(readable(item.title)) }),
      run: () => thenAsk(call("inbox.dismiss", { keys })),
      undo: () => thenAsk(call("inbox.restore", { keys })),
    });
  };
  const finish = ({ clientId, itemId, key, title }: InboxItem): void => {
    if (itemId === null) return;
    void perform({
      key,
      words: t("Done: {title}", { title: asSentence(title) }),
      run: () => thenAsk(call("tasks.done", { clientId, taskId: itemId })),
      undo: () => thenAsk(call("tasks.reopen", { clientId, taskId: itemId })),
    });
  };
  const see = ({ key }: InboxItem): void =>
    void perform({ key, words: t("Marked as read."), run: () => thenAsk(call("inbox.seen", { keys: [key] })) });
  /** Asks for the list again also where only a part of them was marked. */
  const seeAll = (items: readonly InboxItem[]): void => {
    const run = () => markSeen(items).finally(() => queryClient.invalidateQueries({ queryKey: ["inbox.list"] }));
    void perform({ key: "all", words: t("Marked as read."), run });
  };
  /** Removes an item from the list in the way that fits it; does nothing for items that must be worked on. */
  const settle = (item: InboxItem): void => {
    if (item.dismissible) dismiss(item);
    else if (item.kind === "mention" && item.mine) see(item);
    else if (item.kind === "task") finish(item);
  };
  return { settle, seeAll, pending };
}

/** The role that the action takes: everyone may mark a mention of them as read. */
export function settleRole({ dismissible, kind }: Pick<InboxItem, "dismissible" | "kind">): PersonRole {
  return !dismissible && kind === "mention" ? "viewer" : "preparer";
}

/** What dismissing does: its word alone could be read as a change to the update or the work. */
export function settleTip({ dismissible, kind }: Pick<InboxItem, "dismissible" | "kind">): string | undefined {
  if (!dismissible) return undefined;
  return kind === "write"
    ? t("Removes this update from the inbox for everyone. It stays in Ledger updates as it is: nothing is sent, and nothing is discarded.")
    : t("Removes this from the inbox for everyone. Nothing changes in the ledger.");
}

/** The label of the action that removes an item from the list; null where there is none. */
export function settleLabel({ dismissible, kind, mine }: Pick<InboxItem, "dismissible" | "kind" | "mine">): string | null {
  if (dismissible) return t("Dismiss");
  if (kind === "task") return t("Mark done");
  return kind === "mention" && mine ? t("Mark as read") : null;
}
