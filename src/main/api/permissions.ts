import { contract, type MethodName } from "#shared/contract/index.ts";
import type { Failure } from "#shared/model/failure.ts";
import { mayAs, type PersonRole } from "#shared/model/person.ts";

/** What everybody may do: nothing of it changes books, decisions or what others see of them. */
const VIEWERS: ReadonlySet<string> = new Set([
  "people.use",
  "inbox.seen",
  "sync.plan",
  "sync.start",
  "sync.pause",
  "sync.resume",
  "sync.goFirst",
  "tieOuts.run",
  "connections.rediscover",
  "connections.cancelSignIn",
  "signIn.cancel",
  "signIn.openAgain",
  "packs.cancel",
  "demo.start",
]);
const REVIEWERS: ReadonlySet<string> = new Set(["close.acceptTieOut", "review.import", "review.settle"]);
const ADMINS: ReadonlySet<string> = new Set([
  "people.add",
  "people.change",
  "connections.setLimits",
  "connections.disconnect",
  "certificates.forget",
  "backups.restore",
  "backups.setAutomatic",
  "safety.repair",
]);

/**
 * The least role that may do this. Looking is for everybody; what is not named is a preparer's. A
 * signature needs the role that it is given in.
 */
export function roleNeeded(method: MethodName, input: unknown): PersonRole {
  if (contract[method].kind === "query" || VIEWERS.has(method) || method.startsWith("shell.")) return "viewer";
  if (ADMINS.has(method)) return "admin";
  if (REVIEWERS.has(method)) return "reviewer";
  const signsAs = /\.sign(?:Below)?$/.test(method) ? (input as { readonly role?: string }).role : undefined;
  return signsAs === "reviewer" ? "reviewer" : "preparer";
}

/** Why a person may not do this, or null. */
export function refusal(who: { readonly name: string; readonly role: PersonRole }, method: MethodName, input: unknown): Failure | null {
  return refusalBelow(who, roleNeeded(method, input));
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
