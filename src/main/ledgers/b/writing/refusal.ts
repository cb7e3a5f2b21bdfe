import { NO_APPROVAL } from "#shared/model/ledger/capabilities.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { Withdrawal, WriteOperation } from "#shared/model/ledger/write.ts";
import type { WriteContext } from "../../writing.ts";
import { canBeVoided, isWrittenEntity, labelOf, splitId } from "./entities.ts";

/** Journals of the mirror that are no journal entries of the ledger. */
const READ_ONLY = new Map([
  ["Transfer", "A transfer"],
  ["Deposit", "A deposit"],
  ["CreditCardPayment", "A credit card payment"],
  ["InventoryAdjustment", "An inventory adjustment"],
]);

/** Every record that is written can be deleted, and some can be voided. */
export function withdrawalsOf(id: string): readonly Withdrawal[] {
  const { entity } = splitId(id);
  if (!isWrittenEntity(entity) || entity === "Item") return [];
  return canBeVoided(entity) ? ["void", "delete"] : ["delete"];
}

/** What this ledger can't do at all; null for everything else. Pure. */
export function refusalOf(_context: WriteContext, operation: WriteOperation): Failure | null {
  // Rule 12: approval is kept here, the ledger has no concept of it.
  if (operation.kind === "approve") return { code: "not_supported", message: NO_APPROVAL };
  if (!("id" in operation)) return null;
  const { entity } = splitId(operation.id);
  const readOnly = READ_ONLY.get(entity);
  if (readOnly !== undefined)
    return {
      code: "not_supported",
      message: `${readOnly} can't be changed from Tieout.`,
      field: "id",
      next: "Make the change in the ledger, then sync.",
    };
  if (operation.kind !== "void") return null;
  // What is no transaction is refused as not being in the client's books.
  if (!isWrittenEntity(entity) || entity === "Item" || canBeVoided(entity)) return null;
  const kind = labelOf(entity).toLowerCase();
  return {
    code: "not_supported",
    message: `Tieout can't void ${/^[aeiou]/.test(kind) ? "an" : "a"} ${kind} in this ledger.`,
    field: "id",
    next: "Delete it instead. Tieout keeps the last known version.",
  };
}
