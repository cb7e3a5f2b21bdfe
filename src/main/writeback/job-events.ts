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
  soon: "The ledger doesn't have this update yet. It may still arrive, so check again in a few minutes.",
  unknown:
    "The ledger's answer was lost, and two checks didn't find this update in the ledger. Check again before you enter it a second time.",
  rejected: "Tieout didn't find this in the ledger, so it wasn't posted. It's safe to send it again.",
} as const;

export type AbsentMeans = keyof typeof ABSENT;
