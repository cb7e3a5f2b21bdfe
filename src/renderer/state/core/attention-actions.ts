import type { InboxItem } from "#shared/contract/clients/inbox.ts";
import { call } from "../../api/client.ts";
import { readable } from "../../format/labels/attention-labels.ts";
import { t } from "../../language/t.ts";
import { queryClient } from "./query-client.ts";
import { useActs } from "./undo.ts";

/** Under this name acts in the inbox of all clients are told. */
export const INBOX_ACTS = "inbox";

/** What can be done with a thing that waits, in place; each can be taken back. `place`: where the note of it stands. */
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
      words: t("Dismissed: {title}.", { title: readable(item.title) }),
      run: () => thenAsk(call("inbox.dismiss", { keys })),
      undo: () => thenAsk(call("inbox.restore", { keys })),
    });
  };
  const finish = ({ clientId, itemId, key, title }: InboxItem): void => {
    if (itemId === null) return;
    void perform({
      key,
      words: t("Done: {title}.", { title }),
      run: () => thenAsk(call("tasks.done", { clientId, taskId: itemId })),
      undo: () => thenAsk(call("tasks.reopen", { clientId, taskId: itemId })),
    });
  };
  const see = ({ key }: InboxItem): void =>
    void perform({ key, words: t("Marked as seen."), run: () => thenAsk(call("inbox.seen", { keys: [key] })) });
  /** Takes a thing off the list in the way that fits it; nothing for what only doing it settles. */
  const settle = (item: InboxItem): void => {
    if (item.dismissible) dismiss(item);
    else if (item.kind === "mention" && item.mine) see(item);
    else if (item.kind === "task") finish(item);
  };
  return { settle, pending };
}

/** What takes a thing off the list, in words; null where only doing it does. */
export function settleWords({ dismissible, kind, mine }: Pick<InboxItem, "dismissible" | "kind" | "mine">): string | null {
  if (dismissible) return t("Dismiss");
  if (kind === "task") return t("Done");
  return kind === "mention" && mine ? t("Seen") : null;
}
