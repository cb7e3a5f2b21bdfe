import { hash } from "node:crypto";
import { type BrokenFact, hashedParts, type LoggedFact, type LogPosition, NO_FACT_BEFORE } from "#shared/model/firm/fact.ts";

/** Why a fact doesn't follow from the one before it, or null. */
export function wrongLink(fact: LoggedFact, { applied, head }: LogPosition): "gap" | "changed" | null {
  if (fact.factNo !== applied + 1) return "gap";
  const parts = hashedParts(fact).map((part) => hash("sha256", part, "buffer"));
  return fact.previous === head && hash("sha256", Buffer.concat([Buffer.from(head, "hex"), ...parts])) === fact.hash ? null : "changed";
}

/** Where a log begins. */
export const BEFORE_ALL: LogPosition = { applied: 0, head: NO_FACT_BEFORE };

/**
 * Goes on from a place in a log, as far as `until`.
 * @returns the place that was reached, or the first fact that doesn't follow
 */
export function followChain(from: LogPosition, facts: readonly LoggedFact[], until: number): LogPosition | BrokenFact {
  let at = from;
  for (const fact of facts) {
    if (fact.factNo > until) break;
    const what = wrongLink(fact, at);
    if (what !== null) return { clientId: fact.clientId, factNo: fact.factNo, what, person: fact.person };
    at = { applied: fact.factNo, head: fact.hash };
  }
  return at;
}
