import type { InboxItem, InboxKind } from "#shared/contract/inbox.ts";
import type { Tone } from "./sync-words.ts";

/** What kinds of things wait for a person, in words. */
export const INBOX_WORDS: Readonly<Record<InboxKind, { readonly word: string; readonly tone: Tone }>> = {
  needs_sign_in: { word: "Needs sign-in", tone: "failed" },
  write: { word: "Write", tone: "failed" },
  variance: { word: "Variance", tone: "warning" },
  lock_moved_back: { word: "Lock moved back", tone: "conflict" },
  capability_lost: { word: "Capability lost", tone: "warning" },
  task: { word: "Task", tone: "syncing" },
  mention: { word: "Mention", tone: "queued" },
  review_conflict: { word: "Review conflict", tone: "conflict" },
  findings: { word: "Findings", tone: "neutral" },
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
