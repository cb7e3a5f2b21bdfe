import { tellingTaxIdentifier } from "#main/domain/party-likeness.ts";
import { makeDecision, undoDecision } from "#main/store/decision-store.ts";
import type { MirrorReader } from "#main/store/mirror-reader.ts";
import { prepared } from "#main/store/query.ts";
import { push } from "#main/store/row-parts.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/failure.ts";
import type { Party } from "#shared/model/party.ts";
import { type Act, notFound, pairSubject } from "./own-decisions.ts";
import { undoneMerges } from "./parties.ts";
import { balancesOf, combinedBalances, type PartyBalances } from "./party-balances.ts";
import { partyBook } from "./party-book.ts";

/** A merge and what it does to balances: each record's own before, one party's after. */
export interface MergedParties {
  readonly decisionNo: number;
  readonly before: readonly [keep: PartyBalances, absorb: PartyBalances];
  readonly after: PartyBalances;
}

/** The service itself, where a merge rests on an equal tax identifier and not on a person. */
export const AUTOMATIC = "tieout";

/**
 * Lets one party stand for another (rule 22): explicit, and undone at any time. The ledger's records
 * stay as they are; nothing is written to a ledger.
 */
export function mergeParties(
  reader: MirrorReader,
  { keepId, absorbId, person, nowMs }: Act & { readonly keepId: string; readonly absorbId: string },
): Result<MergedParties, Failure> {
  const book = partyBook(reader);
  const keep = book.parties.get(keepId);
  const absorb = book.parties.get(absorbId);
  if (keep === undefined) return fail(notFound(`There is no party ${keepId} in this client's mirror.`, "keep"));
  if (absorb === undefined) return fail(notFound(`There is no party ${absorbId} in this client's mirror.`, "absorb"));
  if (book.keptOf(keepId) === book.keptOf(absorbId))
    return fail({ code: "invalid_input", message: `${keepId} and ${absorbId} are one party already.`, field: "absorb" });
  const into = book.keptOf(absorbId);
  if (into !== absorbId)
    return fail({
      code: "conflict",
      message: `${absorbId} was merged into ${into}.`,
      field: "absorb",
      next: "Unmerge it first, or absorb the party that it was merged into.",
    });
  // A kept party may itself have been merged: the chain's end stands for all of them.
  const root = book.parties.get(book.keptOf(keepId)) ?? keep;
  const balances = (id: string): PartyBalances => {
    const members = book.membersOf(id).flatMap((member) => book.parties.get(member) ?? []);
    return combinedBalances(
      book.parties.get(id) as Party,
      members.map((party) => balancesOf(reader, party)),
    );
  };
  const before = [balances(root.id), balances(absorbId)] as const;
  const body = { keep: root.id, absorb: absorbId, automatic: null };
  const decisionNo = makeDecision(reader.db, { kind: "party_merge", subject: absorbId, body, person, nowMs });
  return ok({ decisionNo, before, after: combinedBalances(root, before) });
}

/** Lets an absorbed party stand for itself again; one that was merged automatically then stays apart. */
export function unmergeParty(
  reader: MirrorReader,
  { absorbId, person, nowMs }: Act & { readonly absorbId: string },
): Result<{ readonly decisionNo: number; readonly keptId: string }, Failure> {
  const merge = partyBook(reader).merges.get(absorbId);
  if (merge === undefined) return fail(notFound(`${absorbId} was not merged into another party.`, "absorb"));
  undoDecision(reader.db, merge.decisionNo, person, nowMs);
  return ok({ decisionNo: merge.decisionNo, keptId: merge.body.keep });
}

const SEEN = "parties_looked_through";

/**
 * Merges parties of one tax identifier (rule 22: on that alone, never on a name) and notes each merge as
 * a decision of the service. What a person took apart stays apart. Does nothing while no party has changed.
 * @returns how many parties were merged
 */
export function mergeByTaxIdentifier(reader: MirrorReader, nowMs: number): number {
  const { db } = reader;
  const state = partiesState(reader);
  if (prepared(db, "SELECT value FROM meta WHERE key = ?").pluck().get(SEEN) === state) return 0;
  const book = partyBook(reader);
  const apart = new Set(undoneMerges(reader).map(({ body }) => pairSubject(body.keep, body.absorb)));
  const byTax = new Map<string, Party[]>();
  for (const party of book.parties.values()) {
    const tax = tellingTaxIdentifier(party.taxIdentifier ?? null);
    if (tax !== null && (party.isCustomer || party.isVendor)) push(byTax, tax, party);
  }
  let merged = 0;
  for (const group of byTax.values()) {
    const [keep, ...others] = group;
    for (const absorb of others) {
      if (keep === undefined || book.keptOf(absorb.id) !== absorb.id || book.keptOf(keep.id) !== keep.id) continue;
      if (book.membersOf(absorb.id).length > 1 || apart.has(pairSubject(keep.id, absorb.id))) continue;
      const body = { keep: keep.id, absorb: absorb.id, automatic: absorb.taxIdentifier as string };
      makeDecision(db, { kind: "party_merge", subject: absorb.id, body, person: AUTOMATIC, nowMs });
      merged++;
    }
  }
  prepared(db, "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value").run(SEEN, state);
  return merged;
}

/** Moves whenever a party came, changed or went. */
function partiesState(reader: MirrorReader): string {
  const row = prepared(
    reader.db,
    "SELECT COUNT(*) AS count, COUNT(removed_ms) AS removed, MAX(fetched_ms) AS newest FROM entity JOIN source_record USING (rec_no) WHERE kind = 'party'",
  ).get() as { readonly count: number; readonly removed: number; readonly newest: number | null };
  return `${row.count} ${row.removed} ${row.newest}`;
}
