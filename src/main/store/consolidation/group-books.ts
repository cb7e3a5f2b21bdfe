import { type ConsolidationInput, consolidate, countsFrom, type MemberBooks } from "#main/domain/consolidation/consolidation.ts";
import { entityTreeFailure, type KnownBooks } from "#main/domain/consolidation/entity-tree-check.ts";
import { type GroupCandidate, groupCandidates, type TradesWith } from "#main/domain/consolidation/group-candidates.ts";
import { membersOn } from "#main/domain/consolidation/group-members.ts";
import { neededRates, rateBook } from "#main/domain/consolidation/group-translation.ts";
import { type SuggestedTree, suggestEntityTree } from "#main/domain/consolidation/suggest-entity-tree.ts";
import { fiscalYearStart } from "#main/domain/periods/fiscal-year.ts";
import { listClients, listConnections } from "#main/store/clients/firm.ts";
import type { Sqlite } from "#main/store/database/open.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Consolidation } from "#shared/model/consolidation/consolidation.ts";
import type { EntityTree, NeededRate } from "#shared/model/consolidation/entity-tree.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { listRates, saveTree, type TreeToSave } from "./groups.ts";

/** The books that a consolidation needs: the member, the first day, and the parties with open balances. */
export interface BooksNeeded {
  readonly nodeId: string;
  readonly name: string;
  readonly clientId: string;
  readonly entityId?: string;
  readonly from: CalendarDate;
  readonly parties: readonly PartyNeeded[];
}

export interface PartyNeeded {
  readonly side: "receivable" | "payable";
  readonly partyId: string;
}

export interface GroupPlan {
  /** The first day of the group's fiscal year. */
  readonly from: CalendarDate;
  readonly books: readonly BooksNeeded[];
  /** Exchange rates for members in another currency. */
  readonly rates: readonly NeededRate[];
}

const CALENDAR_YEAR = { month: 12, day: 31 };

/** What to ask of the members' mirrors before a tree can be consolidated at a day. */
export function planGroup(tree: EntityTree, to: CalendarDate): GroupPlan {
  const from = fiscalYearStart(to, { yearEnd: tree.fiscalYearEnd ?? CALENDAR_YEAR, periodStarts: [] });
  const sides = tree.pairs.flatMap(({ a, b }) => [a, b]);
  const books = membersOn(tree, to).flatMap((member): BooksNeeded[] => {
    const { id: nodeId, name, clientId, entityId } = member.node;
    if (clientId === undefined) return [];
    const parties = sides.flatMap(({ nodeId: of, partyId, side }) =>
      of === nodeId && partyId !== undefined && side !== undefined ? [{ side, partyId }] : [],
    );
    return [{ nodeId, name, clientId, ...(entityId === undefined ? {} : { entityId }), from: countsFrom(member, from), parties }];
  });
  return { from, books, rates: neededRates(tree, membersOn(tree, to), to) };
}

/** Consolidates a group from its members' books with the current rates (rule 24). */
export function consolidateGroup(
  db: Sqlite,
  input: Omit<ConsolidationInput, "books" | "rates"> & { readonly books: readonly (readonly [nodeId: string, books: MemberBooks])[] },
): Result<Consolidation, Failure> {
  return consolidate({ ...input, books: new Map(input.books), rates: rateBook(listRates(db)) });
}

/** Saves a tree that is valid and names existing clients and subsidiaries. */
export function saveCheckedTree(db: Sqlite, input: TreeToSave): Result<{ readonly version: number }, Failure> {
  const wrong = entityTreeFailure(input.tree, knownBooks(db));
  if (wrong !== null) return fail(wrong);
  const saved = saveTree(db, input);
  if (saved !== null) return ok(saved);
  return fail({
    code: "conflict",
    message: `${input.tree.name} has changed since version ${input.basedOn}, so nothing was saved.`,
    field: "basedOn",
    next: "Look at the current version, then make the change again.",
  });
}

/** A proposal based on the clients and the subsidiaries of their ledgers; it takes effect once a person saves it. */
export function suggestTree(db: Sqlite): SuggestedTree {
  return suggestEntityTree(knownBooks(db));
}

/** The groups that the ledgers suggest; empty when there is no hint of one. */
export function candidates(db: Sqlite, trades: readonly TradesWith[]): readonly GroupCandidate[] {
  return groupCandidates(knownBooks(db), trades);
}

function knownBooks(db: Sqlite): KnownBooks[] {
  const connections = listConnections(db);
  return listClients(db).map(({ clientId, name }) => {
    const organisation = connections.find((stored) => stored.clientId === clientId)?.discovery?.organisation;
    return { clientId, name, baseCurrency: organisation?.baseCurrency ?? null, entities: organisation?.entities ?? [] };
  });
}
