import type { InboxItem, InboxKind } from "#shared/contract/clients/inbox.ts";
import { t } from "../../language/t.ts";
import { withAmounts } from "../amounts/amounts-in-text.ts";
import { withDays } from "../dates/date.ts";
import type { Tone } from "./sync-labels.ts";
import { WRITE_WORDS } from "./write-labels.ts";

interface InboxLabel {
  readonly word: string;
  readonly tone: Tone;
  /** What a person does about it. */
  readonly act: string;
}

/** What kinds of things wait for a person, in words. */
export const INBOX_LABELS: Readonly<Record<InboxKind, InboxLabel>> = {
  needs_sign_in: { word: t("Connection ended"), tone: "sign_in", act: t("Renew connection") },
  write: { word: t("Ledger update"), tone: "failed", act: t("See update") },
  variance: { word: t("Out of balance"), tone: "warning", act: t("See difference") },
  // Some of its tasks are late, or all of it, which nobody has started.
  close: { word: t("Late close tasks"), tone: "warning", act: t("Open checklist") },
  lock_moved_back: { word: t("Lock date moved back"), tone: "conflict", act: t("See lock date") },
  capability_lost: { word: t("Ledger feature lost"), tone: "warning", act: t("See connection") },
  task: { word: t("Task"), tone: "task", act: t("Go to task") },
  mention: { word: t("Mention"), tone: "queued", act: t("See mention") },
  review_conflict: { word: t("Conflicting versions"), tone: "conflict", act: t("Choose a version") },
  findings: { word: t("Exceptions"), tone: "neutral", act: t("Review exceptions") },
};

/** A ledger update has the mark of its state, as on every other screen. A posted one is here because it was posted differently. */
export function inboxTone({ kind, writeState }: Pick<InboxItem, "kind" | "writeState">): Tone {
  if (writeState === undefined) return INBOX_LABELS[kind].tone;
  return writeState === "accepted" ? "warning" : WRITE_WORDS[writeState].tone;
}

export const INBOX_KINDS = Object.keys(INBOX_LABELS) as readonly InboxKind[];

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

/** What the core says, with its days and amounts as people read them. */
export function readable(text: string): string {
  return withAmounts(withDays(text));
}
