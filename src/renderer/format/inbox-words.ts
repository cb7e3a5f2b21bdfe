import type { InboxItem, InboxKind } from "#shared/contract/inbox.ts";
import { t } from "../language/t.ts";
import type { Tone } from "./sync-words.ts";

/** What kinds of things wait for a person, in words. */
export const INBOX_WORDS: Readonly<Record<InboxKind, { readonly word: string; readonly tone: Tone }>> = {
  needs_sign_in: { word: t("Needs sign-in"), tone: "failed" },
  write: { word: t("Write"), tone: "failed" },
  variance: { word: t("Variance"), tone: "warning" },
  lock_moved_back: { word: t("Lock moved back"), tone: "conflict" },
  capability_lost: { word: t("Capability lost"), tone: "warning" },
  task: { word: t("Task"), tone: "task" },
  mention: { word: t("Mention"), tone: "queued" },
  review_conflict: { word: t("Review conflict"), tone: "conflict" },
  findings: { word: t("Findings"), tone: "neutral" },
};

/** Items by client, in the order in which each client comes first: worst first. */
export function byClient(
  items: readonly InboxItem[],
): readonly { readonly clientId: string; readonly client: string; readonly items: readonly InboxItem[] }[] {
  return [...Map.groupBy(items, ({ clientId }) => clientId)].map(([clientId, own]) => ({
    clientId,
    client: own[0]?.client ?? "",
    items: own,
  }));
}
