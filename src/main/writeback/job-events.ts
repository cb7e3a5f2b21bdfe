import type { ItemKey, ItemResult, Look } from "#main/ledgers/writing.ts";

/** What is learnt of one item: from an answer, or from a look. */
export type ItemNews = ItemResult | (ItemKey & { readonly outcome: "unknown"; readonly message: string });

/**
 * What a look says of the item that was looked for.
 * @param otherwise what an absent record is called: `rejected` when a person settles it, unknown while a late arrival is thinkable
 */
export function newsOfLook(look: Look, otherwise: AbsentMeans): ItemNews {
  const { operation, part } = look;
  if (look.found === "present") return { operation, part, outcome: "accepted", entityType: look.entityType, ledgerId: look.ledgerId };
  if (look.found === "changed") return { operation, part, outcome: "conflict", message: look.message };
  if (look.found === "several" || look.found === "refused") return { operation, part, outcome: "unknown", message: look.message };
  return { operation, part, outcome: otherwise === "rejected" ? "rejected" : "unknown", message: ABSENT[otherwise] };
}

const ABSENT = {
  soon: "The ledger does not have it yet. A request can be on its way for minutes: look again later.",
  unknown: "The answer was lost, and looking twice found nothing. Settle it with a look once you know more.",
  rejected: "The ledger does not have it: it was never applied. It can be written again as a new action.",
} as const;

export type AbsentMeans = keyof typeof ABSENT;
