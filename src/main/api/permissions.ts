import type { Operation } from "#main/operations/operation.ts";
import { refusalBelow } from "#main/operations/role-refusal.ts";
import type { PersonRole } from "#shared/model/close/person.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

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
