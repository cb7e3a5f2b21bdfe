import { z } from "zod";
import { isMaskedTaxIdentifier } from "#main/domain/contacts/tax-identifier.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { mergeVolatile } from "#main/store/database/mirror-relations.ts";
import { prepared } from "#main/store/database/query.ts";
import { type OwnDecision, ownDecisions } from "#main/store/work/own-decisions.ts";
import type { Party } from "#shared/model/books/party.ts";

/** A merge as it is kept: `automatic` is null for a person's, else the tax identifier that it rests on. */
export const partyMergeBody = z.object({ keep: z.string(), absorb: z.string(), automatic: z.string().nullable() });
export type PartyMerge = OwnDecision<z.output<typeof partyMergeBody>>;

/** Who merges and separates contacts on their tax IDs: the service, and no person. */
export const AUTOMATIC = "tieout";

/** The parties of a mirror and who was merged into whom (rule 22). The mirrored records stay as they are. */
export interface PartyBook {
  /** Every party that the ledger still has, by id. */
  readonly parties: ReadonlyMap<string, Party>;
  /** Current merges, by the absorbed party. */
  readonly merges: ReadonlyMap<string, PartyMerge>;
  /** The party that stands for an id: itself unless it was merged. */
  keptOf(partyId: string): string;
  /** The kept party and all that were merged into it, itself first. */
  membersOf(keptId: string): readonly string[];
}

/** Reads the book again, because parties and merges change between questions. */
export function partyBook(reader: MirrorReader): PartyBook {
  const rows = prepared(
    reader.db,
    "SELECT body, volatile FROM entity JOIN source_record USING (rec_no) WHERE kind = 'party' AND removed_ms IS NULL ORDER BY id",
  ).all() as { readonly body: string; readonly volatile: string | null }[];
  const parties = new Map(rows.map((row) => mergeVolatile(row.body, row.volatile) as Party).map((party) => [party.id, party]));
  return { parties, ...mergeFolding(reader) };
}

/** The merges alone, for figures by party that read no party. */
export function mergeFolding(reader: MirrorReader): Omit<PartyBook, "parties"> {
  // An earlier release merged on masked tax IDs; such a merge does not count even before the next sync undoes it.
  const counted = standingMerges(reader).filter(({ body }) => body.automatic === null || !isMaskedTaxIdentifier(body.automatic));
  const merges = new Map<string, PartyMerge>();
  const keptOf = (partyId: string): string => {
    let kept = partyId;
    for (let merge = merges.get(kept); merge !== undefined; merge = merges.get(kept)) kept = merge.body.keep;
    return kept;
  };
  // A merge into one's own chain is refused; two computers may each make half of a circle, of which the later one doesn't count.
  for (const merge of counted.toSorted(inOrder)) if (keptOf(merge.body.keep) !== merge.body.absorb) merges.set(merge.body.absorb, merge);
  const members = new Map<string, string[]>();
  for (const absorbed of merges.keys()) {
    const kept = keptOf(absorbed);
    members.set(kept, [...(members.get(kept) ?? [kept]), absorbed]);
  }
  return { merges, keptOf, membersOf: (keptId) => members.get(keptId) ?? [keptId] };
}

/** What a person decided counts before what follows from tax IDs; the order is the same on every computer. */
function inOrder(a: PartyMerge, b: PartyMerge): number {
  const key = ({ body, at }: PartyMerge) => `${body.automatic === null ? 0 : 1} ${at} ${body.absorb}`;
  return key(a) < key(b) ? -1 : 1;
}

/** Every merge that has not been undone. */
export function standingMerges(reader: MirrorReader): PartyMerge[] {
  return ownDecisions(reader.db, "party_merge", partyMergeBody);
}

/** Merges that a person undid. */
export function takenApart(reader: MirrorReader): PartyMerge[] {
  return ownDecisions(reader.db, "party_merge", partyMergeBody, { undone: true }).filter(
    ({ undoneBy }) => undoneBy !== null && undoneBy !== AUTOMATIC,
  );
}
