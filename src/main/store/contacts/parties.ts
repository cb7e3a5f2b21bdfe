import { type PartyFacts, type PartyPair, suggestParties } from "#main/domain/contacts/party-likeness.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { listEntities } from "#main/store/documents/records.ts";
import type { MirrorFacts } from "#main/store/records/row-parts.ts";
import { pairSubject } from "#main/store/work/own-decisions.ts";
import type { Instant } from "#shared/kernel/instant.ts";
import type { Party } from "#shared/model/books/party.ts";
import { balancesOf, combinedBalances, type PartyBalances, sumOfOneCurrency } from "./party-balances.ts";
import { type PartyBook, type PartyMerge, partyBook, takenApart } from "./party-book.ts";
import { type PartyDismissal, partyDismissals } from "./party-dismissals.ts";

/** A record that was merged into a party: by whom, when, and the tax identifier that it rests on when no person did it. */
export interface AbsorbedParty {
  readonly partyId: string;
  readonly name: string;
  readonly decisionNo: number;
  readonly person: string;
  readonly at: Instant;
  readonly automatic: string | null;
}

/**
 * A party as a person knows it: flags, `sources` and balances of all the records that stand for it. A
 * balance in two currencies is left out; the records beside it still show theirs.
 */
export type ListedParty = Party & MirrorFacts & { readonly merged?: readonly AbsorbedParty[] };

export interface SuggestedPair extends Omit<PartyPair, "ids"> {
  readonly parties: readonly [PartyBalances, PartyBalances];
  /** Who dismissed it, and whether that still applies after later changes to the contacts. */
  readonly dismissal: PartyDismissal | null;
}

export interface PartySuggestionList {
  readonly rows: readonly SuggestedPair[];
  /** Pairs that were dismissed, whether or not they are listed. */
  readonly dismissed: number;
  /** Pairs that were found and not listed, or not compared because too many records are alike. */
  readonly leftOut: { readonly found: number; readonly notCompared: number };
}

const SUGGESTIONS_MAX = 500;

/**
 * Parties after an id; a merged one is listed with the one that was kept. A kept
 * record that the ledger removed leaves the others standing for themselves.
 */
export function listParties(reader: MirrorReader, page: { readonly after?: string; readonly limit: number }) {
  const book = partyBook(reader);
  const rows = listEntities(reader, "party", page) as unknown as (Party & MirrorFacts)[];
  const last = rows.length === page.limit ? (rows.at(-1)?.id ?? null) : null;
  return { rows: rows.filter(({ id }) => !isFolded(book, id)).map((row) => withAbsorbed(book, row)), last };
}

/** Pairs that may be one party, with both balances, surest first: those to decide, or those dismissed. Nothing is merged by it. */
export function listPartySuggestions(reader: MirrorReader, { dismissed = false } = {}): PartySuggestionList {
  const book = partyBook(reader);
  const dismissalOf = partyDismissals(reader, book);
  const undone = new Map(takenApart(reader).map((merge) => [pairSubject(merge.body.keep, merge.body.absorb), merge]));
  const { pairs, notCompared } = suggestParties(partyFacts(book), (a, b) => book.keptOf(a) !== book.keptOf(b));
  const all = pairs.map((pair) => ({ ...pair, dismissal: dismissalOf(...pair.ids) }));
  const listed = all.filter(({ dismissal }) => (dismissal?.stands === true) === dismissed);
  const rows = listed.slice(0, SUGGESTIONS_MAX).map(({ ids, score, reasons, dismissal }) => {
    const before = undone.get(pairSubject(...ids));
    const told = before === undefined ? reasons : [...reasons, `a merge was undone by ${before.undoneBy}`];
    return {
      score,
      reasons: told,
      parties: ids.map((id) => balancesOf(reader, book.parties.get(id) as Party)) as unknown as SuggestedPair["parties"],
      dismissal,
    };
  });
  const others = all.length - listed.length;
  return { rows, dismissed: dismissed ? listed.length : others, leftOut: { found: listed.length - rows.length, notCompared } };
}

/** A party that others were merged into: both balances of each record, and of all of them as one. */
export interface MergedParty {
  readonly party: PartyBalances;
  readonly kept: PartyBalances;
  readonly absorbed: readonly (AbsorbedParty & { readonly balances: PartyBalances })[];
}

/** Every party that stands for more than its own record, by name. */
export function listMergedParties(reader: MirrorReader): MergedParty[] {
  const book = partyBook(reader);
  const kept = [...new Set([...book.merges.keys()].map((id) => book.keptOf(id)))].flatMap((id) => book.parties.get(id) ?? []);
  const merged = kept.map((party) => {
    const members = book.membersOf(party.id).flatMap((id) => book.parties.get(id) ?? []);
    const balances = members.map((member) => balancesOf(reader, member));
    const absorbed = members.flatMap((member, index) =>
      member.id === party.id ? [] : { ...absorbedBy(book, member), balances: balances[index] as PartyBalances },
    );
    return { party: combinedBalances(party, balances), kept: balancesOf(reader, party), absorbed };
  });
  return merged.filter(({ absorbed }) => absorbed.length > 0).sort((a, b) => (a.party.name < b.party.name ? -1 : 1));
}

/** What of the book's parties is compared. */
export function partyFacts(book: PartyBook): PartyFacts[] {
  return [...book.parties.values()].map(({ id, name, email, taxIdentifier, isEmployee, isCustomer, isVendor }) => ({
    id,
    name,
    email: email ?? null,
    taxIdentifier: taxIdentifier ?? null,
    isEmployee: isEmployee && !isCustomer && !isVendor,
  }));
}

function isFolded(book: PartyBook, id: string): boolean {
  const kept = book.keptOf(id);
  return kept !== id && book.parties.has(kept);
}

function withAbsorbed(book: PartyBook, row: Party & MirrorFacts): ListedParty {
  const absorbed = book.membersOf(row.id).flatMap((id) => (id === row.id ? [] : (book.parties.get(id) ?? [])));
  if (absorbed.length === 0 || !book.parties.has(row.id)) return row;
  const all: readonly Party[] = [row, ...absorbed];
  const { receivable: _receivable, payable: _payable, ...rest } = row;
  const receivable = sumOfOneCurrency(all.flatMap((party) => party.receivable ?? []));
  const payable = sumOfOneCurrency(all.flatMap((party) => party.payable ?? []));
  const taxIdentifier = all.find((party) => party.taxIdentifier !== undefined)?.taxIdentifier;
  return {
    ...rest,
    isCustomer: all.some(({ isCustomer }) => isCustomer),
    isVendor: all.some(({ isVendor }) => isVendor),
    isEmployee: all.some(({ isEmployee }) => isEmployee),
    active: all.some(({ active }) => active),
    ...(taxIdentifier === undefined ? {} : { taxIdentifier }),
    ...(receivable === null ? {} : { receivable }),
    ...(payable === null ? {} : { payable }),
    sources: all.flatMap(({ sources }) => sources),
    merged: absorbed.map((party) => absorbedBy(book, party)),
  };
}

function absorbedBy(book: PartyBook, { id, name }: Party): AbsorbedParty {
  const { decisionNo, person, at, body } = book.merges.get(id) as PartyMerge;
  return { partyId: id, name, decisionNo, person, at, automatic: body.automatic };
}
