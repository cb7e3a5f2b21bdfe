import { mayAs, type PersonRole } from "#shared/model/close/person.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

/** Why a person may not do what takes this role, or null. */
export function refusalBelow(who: { readonly name: string; readonly role: PersonRole }, needed: PersonRole): Failure | null {
  if (mayAs(who.role, needed)) return null;
  return {
    code: "not_allowed",
    message: `${who.name} has the role ${who.role}, but this needs ${needed === "admin" ? "an administrator" : `a ${needed}`}.`,
    next:
      needed === "admin"
        ? "Ask an administrator to do this."
        : `Ask a ${needed} to do this, or ask an administrator for the ${needed} role.`,
  };
}
