import type { Operation } from "#main/operations/operation.ts";
import type { Failure } from "#shared/model/failure.ts";
import { mayAs, type PersonRole } from "#shared/model/person.ts";

/**
 * Why a person may not do this, or null. The role is the one that the operation's declaration names.
 * @param input parsed; left out before it is read, when only those are refused whom no input would allow
 */
export function refusal(
  who: { readonly name: string; readonly role: PersonRole },
  { allowed }: Pick<Operation, "allowed">,
  input?: unknown,
): Failure | null {
  if (typeof allowed !== "function") return refusalBelow(who, allowed);
  // What depends on the input is a preparer's at least.
  return refusalBelow(who, input === undefined ? "preparer" : allowed(input));
}

/** Why a person may not do what takes this role, or null. */
export function refusalBelow(who: { readonly name: string; readonly role: PersonRole }, needed: PersonRole): Failure | null {
  if (mayAs(who.role, needed)) return null;
  return {
    code: "not_allowed",
    message: `${who.name} works here as ${who.role}; this needs ${needed === "admin" ? "an" : "a"} ${needed}.`,
    next: "Ask an administrator of the firm for the role, or let somebody do it who has it.",
  };
}
