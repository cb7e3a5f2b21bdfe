import { z } from "zod";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { makeDecision, undoDecision } from "#main/store/records/decision-store.ts";
import { type Act, type Decided, notFound, ownDecisions, pairSubject } from "#main/store/work/own-decisions.ts";
import { notInBooks } from "#shared/kernel/readable.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Party } from "#shared/model/books/party.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { type PartyBook, partyBook } from "./party-book.ts";

const seenParty = z.object({ id: z.string(), name: z.string(), email: z.string().nullable(), taxIdentifier: z.string().nullable() });
type SeenParty = z.output<typeof seenParty>;
/** Two contacts that a person declared different, each with what was compared of it then. Balances move, and say nothing about it. */
const dismissalBody = z.object({ parties: z.tuple([seenParty, seenParty]) });

/** A dismissal. It is valid while nothing that is compared has changed since it was made. */
export interface PartyDismissal extends Decided {
  readonly stands: boolean;
}

/** Looks dismissals up by two contacts, in either order; null where the pair wasn't dismissed. */
export function partyDismissals(
  reader: MirrorReader,
  { parties }: Pick<PartyBook, "parties">,
): (a: string, b: string) => PartyDismissal | null {
  const known = new Map(ownDecisions(reader.db, "party_pair_dismissed", dismissalBody).map((decision) => [decision.subject, decision]));
  return (a, b) => {
    const decision = known.get(pairSubject(a, b));
    if (decision === undefined) return null;
    const { decisionNo, person, at, body } = decision;
    return { decisionNo, person, at, stands: body.parties.every((seen) => isAsSeen(parties.get(seen.id), seen)) };
  };
}

/** Records that two contacts aren't the same (rule 22). Neither contact changes. */
export function dismissPartyPair(
  reader: MirrorReader,
  { a, b, person, nowMs }: Act & { readonly a: string; readonly b: string },
): Result<{ readonly decisionNo: number }, Failure> {
  if (a === b) return fail({ code: "invalid_input", message: "Choose two different contacts.", field: "b" });
  const { parties } = partyBook(reader);
  const seen: SeenParty[] = [];
  for (const [field, id] of Object.entries({ a, b })) {
    const party = parties.get(id);
    if (party === undefined) return fail(notFound(notInBooks("contact", id), field));
    seen.push(seenOf(party));
  }
  const decision = { kind: "party_pair_dismissed" as const, subject: pairSubject(a, b), body: { parties: seen }, person, nowMs };
  return ok({ decisionNo: makeDecision(reader.db, decision) });
}

/** Undoes a dismissal: the pair is listed again. */
export function restorePartyPair(
  reader: MirrorReader,
  { a, b, person, nowMs }: Act & { readonly a: string; readonly b: string },
): Result<{ readonly decisionNo: number }, Failure> {
  const standing = ownDecisions(reader.db, "party_pair_dismissed", dismissalBody, { subject: pairSubject(a, b) }).at(-1);
  if (standing === undefined) return fail(notFound(`The contacts ${a} and ${b} aren't dismissed as possible duplicates.`, "a"));
  undoDecision(reader.db, standing.decisionNo, person, nowMs);
  return ok({ decisionNo: standing.decisionNo });
}

function seenOf({ id, name, email, taxIdentifier }: Party): SeenParty {
  return { id, name, email: email ?? null, taxIdentifier: taxIdentifier ?? null };
}

function isAsSeen(party: Party | undefined, seen: SeenParty): boolean {
  if (party === undefined) return false;
  const now = seenOf(party);
  return now.name === seen.name && now.email === seen.email && now.taxIdentifier === seen.taxIdentifier;
}
