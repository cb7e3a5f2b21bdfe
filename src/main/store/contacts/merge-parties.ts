import { isMaskedTaxIdentifier, tellingTaxIdentifier } from "#main/domain/contacts/tax-identifier.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { prepared } from "#main/store/database/query.ts";
import { recordNumber } from "#main/store/documents/record-number.ts";
import { makeDecision, undoDecision } from "#main/store/records/decision-store.ts";
import { FindingStore, MERGED_ON_MASKED_TAX_ID } from "#main/store/records/finding-store.ts";
import { type Act, notFound, pairSubject } from "#main/store/work/own-decisions.ts";
import { push } from "#shared/kernel/lists.ts";
import { notInBooks } from "#shared/kernel/readable.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Party } from "#shared/model/books/party.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { balancesOf, combinedBalances, type PartyBalances } from "./party-balances.ts";
import { AUTOMATIC, type PartyMerge, partyBook, standingMerges, takenApart } from "./party-book.ts";
import { partyDismissals } from "./party-dismissals.ts";

/** A merge and what it does to balances: each record's own before, one party's after. */
export interface MergedParties {
  readonly decisionNo: number;
  readonly before: readonly [keep: PartyBalances, absorb: PartyBalances];
  readonly after: PartyBalances;
}

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
  if (keep === undefined) return fail(notFound(notInBooks("contact", keepId), "keep"));
  if (absorb === undefined) return fail(notFound(notInBooks("contact", absorbId), "absorb"));
  if (keepId === absorbId)
    return fail({ code: "invalid_input", message: `${keep.name} can't be merged with itself. Choose another contact.`, field: "absorb" });
  if (book.keptOf(keepId) === book.keptOf(absorbId))
    return fail({ code: "invalid_input", message: `${keep.name} and ${absorb.name} are already merged.`, field: "absorb" });
  const into = book.keptOf(absorbId);
  if (into !== absorbId) {
    const intoName = book.parties.get(into)?.name ?? into;
    return fail({
      code: "conflict",
      message: `${absorb.name} is already merged into ${intoName}.`,
      field: "absorb",
      next: `Unmerge ${absorb.name} first, or merge ${intoName} instead.`,
    });
  }
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
  // A person has decided what the service once did without evidence.
  const findings = new FindingStore(reader.db);
  for (const id of [keepId, absorbId]) {
    const recNo = recordNumber(reader, id, "entity");
    if (recNo !== null) findings.settleWatched(MERGED_ON_MASKED_TAX_ID, "", recNo, nowMs);
  }
  return ok({ decisionNo, before, after: combinedBalances(root, before) });
}

/** Lets an absorbed party stand for itself again; one that was merged automatically then stays apart. */
export function unmergeParty(
  reader: MirrorReader,
  { absorbId, person, nowMs }: Act & { readonly absorbId: string },
): Result<{ readonly decisionNo: number; readonly keptId: string }, Failure> {
  const { merges, parties } = partyBook(reader);
  const merge = merges.get(absorbId);
  if (merge === undefined)
    return fail(notFound(`${parties.get(absorbId)?.name ?? `Contact ${absorbId}`} isn't merged into another contact.`, "absorb"));
  undoDecision(reader.db, merge.decisionNo, person, nowMs);
  return ok({ decisionNo: merge.decisionNo, keptId: merge.body.keep });
}

const SEEN = "parties_looked_through";

/**
 * Merges parties of one tax identifier (rule 22: on that alone, never on a name) and notes each merge as
 * a decision of the service. What a person took apart or dismissed stays apart. Merges that earlier releases made on a
 * masked tax ID are undone first. Nothing is merged while no party has changed.
 * @returns how many parties were merged
 */
export function mergeByTaxIdentifier(reader: MirrorReader, nowMs: number): number {
  const { db } = reader;
  separateMaskedMerges(reader, nowMs);
  const state = partiesState(reader);
  if (prepared(db, "SELECT value FROM meta WHERE key = ?").pluck().get(SEEN) === state) return 0;
  const book = partyBook(reader);
  const apart = new Set(takenApart(reader).map(({ body }) => pairSubject(body.keep, body.absorb)));
  const dismissalOf = partyDismissals(reader, book);
  const areKeptApart = (a: string, b: string) => apart.has(pairSubject(a, b)) || dismissalOf(a, b) !== null;
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
      if (book.membersOf(absorb.id).length > 1 || areKeptApart(keep.id, absorb.id)) continue;
      const body = { keep: keep.id, absorb: absorb.id, automatic: absorb.taxIdentifier as string };
      makeDecision(db, { kind: "party_merge", subject: absorb.id, body, person: AUTOMATIC, nowMs });
      merged++;
    }
  }
  prepared(db, "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value").run(SEEN, state);
  return merged;
}

/** Undoes the automatic merges that rest on a masked tax ID, and raises a finding about each. A person's merges stay. */
function separateMaskedMerges(reader: MirrorReader, nowMs: number): void {
  const { db } = reader;
  const merges = standingMerges(reader).filter(({ body }) => body.automatic !== null);
  if (merges.length === 0) return;
  const { parties } = partyBook(reader);
  const findings = new FindingStore(db);
  db.transaction(() => {
    for (const { decisionNo, body } of merges) {
      const [keep, absorb] = [parties.get(body.keep), parties.get(body.absorb)];
      const masked = maskedEvidence(body, keep?.taxIdentifier ?? null);
      if (masked === null) continue;
      undoDecision(db, decisionNo, AUTOMATIC, nowMs);
      const recNo = recordNumber(reader, body.absorb, "entity");
      if (recNo === null) continue;
      const message = `${absorb?.name ?? body.absorb} and ${keep?.name ?? body.keep} were merged automatically because both have the masked tax ID ${masked}. Different companies can share a masked ID, so the contacts are separate again. Merge them yourself if they're the same company.`;
      findings.raiseWatched({ recNo, code: MERGED_ON_MASKED_TAX_ID, field: "", message }, nowMs);
    }
  }).immediate();
}

/** The masked tax ID on which an automatic merge rests; null when its tax ID was whole. */
function maskedEvidence({ automatic }: PartyMerge["body"], kept: string | null): string | null {
  if (automatic === null) return null;
  if (isMaskedTaxIdentifier(automatic)) return automatic;
  // The kept contact's may have been the masked one: earlier releases compared what was left without the signs.
  return kept !== null && isMaskedTaxIdentifier(kept) && visiblePart(kept) === visiblePart(automatic) ? kept : null;
}

function visiblePart(taxIdentifier: string): string {
  return taxIdentifier.toUpperCase().replaceAll(/[^A-Z0-9]/g, "");
}

/** Moves whenever a party came, changed or went. */
function partiesState(reader: MirrorReader): string {
  const row = prepared(
    reader.db,
    "SELECT COUNT(*) AS count, COUNT(removed_ms) AS removed, MAX(fetched_ms) AS newest FROM entity JOIN source_record USING (rec_no) WHERE kind = 'party'",
  ).get() as { readonly count: number; readonly removed: number; readonly newest: number | null };
  return `${row.count} ${row.removed} ${row.newest}`;
}
