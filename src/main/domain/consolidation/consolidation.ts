import { currencyDigits } from "#main/domain/postings/account-sum.ts";
import { assert } from "#shared/kernel/assert.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import {
  type DecimalString,
  decimal,
  isZero,
  multiplyDecimals,
  negateDecimal,
  roundDecimal,
  subtractDecimals,
  sumDecimals,
} from "#shared/kernel/decimal.ts";
import type { Instant } from "#shared/kernel/instant.ts";
import { dayName } from "#shared/kernel/readable.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import {
  type ConsolidatedColumn,
  type ConsolidatedMember,
  type ConsolidatedRow,
  type Consolidation,
  isCombined,
} from "#shared/model/consolidation/consolidation.ts";
import type { EntityTree } from "#shared/model/consolidation/entity-tree.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { type Eliminations, eliminate, type PartyBalance } from "./group-elimination.ts";
import { type GroupMember, leaversBetween, membersOn } from "./group-members.ts";
import { groupRows } from "./group-rows.ts";
import {
  consolidatedBalanceSheet,
  consolidatedProfitAndLoss,
  consolidatedTrialBalance,
  type GroupBooks,
  type Minority,
} from "./group-statements.ts";
import {
  type EntityBooks,
  type GroupSection,
  padded,
  type RateBook,
  type TranslatedRow,
  type TranslationTarget,
  translateMember,
} from "./group-translation.ts";

/** The books of an entity, from `countsFrom` to the last day of the span. */
export interface MemberBooks extends EntityBooks {
  readonly parties?: readonly PartyBalance[];
}

export interface ConsolidationInput {
  readonly tree: EntityTree;
  readonly version: number;
  /** The first day of the group's fiscal year, and the last day of the period. */
  readonly from: CalendarDate;
  readonly to: CalendarDate;
  readonly books: ReadonlyMap<string, MemberBooks>;
  readonly rates: RateBook;
}

const ONE = decimal("1");

/** The first day that an entity's income and expenses count from: what it earned before it joined is not the group's. */
export function countsFrom({ joined }: GroupMember, from: CalendarDate): CalendarDate {
  return joined !== null && joined > from ? joined : from;
}

/**
 * Adds a group up (rule 24): each entity that belongs to it on the last day is translated into the
 * presentation currency, what the entities owe and charge each other is eliminated as far as both sides
 * agree, and the share of others in result and equity is shown. Every entity counts in full, whatever
 * its percentage. The trial balance sums to zero and the balance sheet balances.
 * @returns a failure for a missing rate, a currency that is not the tree's, or a mapping across statements
 */
export function consolidate(input: ConsolidationInput): Result<Consolidation, Failure> {
  const { tree, to } = input;
  const members = membersOn(tree, to).filter(({ node }) => input.books.has(node.id));
  if (members.length === 0)
    return fail({
      code: "not_found",
      message: `None of the entities in ${tree.name} on ${dayName(to)} has books in Tieout.`,
      field: "period",
      next: "Choose another period, or choose the entities' books in the entity tree.",
    });
  const target = { currency: tree.presentation.currency, decimals: decimalsOf(tree), to, rates: input.rates };
  const translated = new Map<string, readonly TranslatedRow[]>();
  for (const member of members) {
    const rows = translateMember(member, booksOf(input, member), target);
    if (!rows.ok) return rows;
    translated.set(member.node.id, rows.value);
  }
  const parties = new Map(
    members.flatMap(({ node }) => {
      const known = input.books.get(node.id)?.parties;
      return known === undefined ? [] : [[node.id, known] as const];
    }),
  );
  const eliminations = eliminate({ tree, target, rows: translated, parties });
  const rows = groupRows(tree, [...translated.values()].flat(), eliminations.entries);
  if (!rows.ok) return rows;
  const shown = members.map((member) => memberOf(input, member, translated.get(member.node.id) ?? [], eliminations, target));
  const { currency, decimals } = target;
  const books = { rows: rows.value, columns: columnsOf(shown, eliminations), minority: minorityOf(shown), currency, decimals };
  return ok(reportOf(input, target, shown, books, eliminations));
}

function reportOf(
  { tree, version, from, to }: ConsolidationInput,
  target: TranslationTarget,
  members: ConsolidatedMember[],
  books: GroupBooks,
  { pairs }: Eliminations,
): Consolidation {
  const trialBalance = consolidatedTrialBalance(books);
  return {
    treeId: tree.treeId,
    name: tree.name,
    version,
    from,
    to,
    currency: target.currency,
    decimals: target.decimals,
    asOf: oldest(members.map(({ asOf }) => asOf)),
    members,
    columns: [...books.columns],
    trialBalance,
    profitAndLoss: consolidatedProfitAndLoss(books),
    balanceSheet: consolidatedBalanceSheet(books),
    totals: totalsOf(trialBalance, target.decimals),
    eliminations: [...pairs],
    notes: notesOf(tree, from, to, members),
  };
}

function booksOf({ books }: ConsolidationInput, { node }: GroupMember): MemberBooks {
  const found = books.get(node.id);
  assert(found !== undefined, `no books were given for ${node.id}`);
  return found;
}

/** An entity's own figures, before anything is eliminated, and what of them belongs to others. */
function memberOf(
  input: ConsolidationInput,
  member: GroupMember,
  rows: readonly TranslatedRow[],
  { pairs }: Eliminations,
  { decimals }: TranslationTarget,
): ConsolidatedMember {
  const { node, share } = member;
  const { trialBalance } = booksOf(input, member);
  const result = creditsOf(rows, ["revenue", "expense"]);
  const equity = creditsOf(rows, ["equity", "revenue", "expense"]);
  // The subsidiary's own equity was eliminated against this investment; count it once.
  const invested = sumDecimals(
    pairs.filter(({ kind, a }) => kind === "investment" && a.nodeId === node.id).map(({ a }) => negateDecimal(a.eliminated)),
  );
  const others = subtractDecimals(ONE, share);
  const ofOthers = (amount: DecimalString) => roundDecimal(multiplyDecimals(amount, others), decimals);
  const differences = rows.filter(({ what }) => what === "translation_difference").map((row) => negateDecimal(row.translated));
  return {
    nodeId: node.id,
    name: node.name,
    clientId: node.clientId ?? "",
    entityId: node.entityId ?? null,
    functionalCurrency: node.functionalCurrency,
    ownership: multiplyDecimals(share, decimal("100")),
    countsFrom: countsFrom(member, input.from),
    source: trialBalance.source,
    asOf: trialBalance.asOf,
    gaps: trialBalance.gaps,
    result: padded(result, decimals),
    equity: padded(equity, decimals),
    translationDifference: padded(sumDecimals(differences), decimals),
    minorityResult: ofOthers(result),
    minorityEquity: ofOthers(subtractDecimals(equity, invested)),
  };
}

function creditsOf(rows: readonly TranslatedRow[], sections: readonly GroupSection[]): DecimalString {
  return negateDecimal(sumDecimals(rows.filter(({ section }) => sections.includes(section)).map(({ translated }) => translated)));
}

function minorityOf(members: readonly ConsolidatedMember[]): Minority {
  return {
    result: new Map(members.map(({ nodeId, minorityResult }) => [nodeId, minorityResult])),
    equity: new Map(members.map(({ nodeId, minorityEquity }) => [nodeId, minorityEquity])),
  };
}

function columnsOf(members: ConsolidatedMember[], { pairs }: Eliminations): ConsolidatedColumn[] {
  return [
    ...members.map(({ nodeId, name }): ConsolidatedColumn => ({ kind: "entity", nodeId, label: name })),
    { kind: "eliminations", nodeId: null, label: "Eliminations" },
    { kind: "consolidated", nodeId: null, label: isCombined({ members, eliminations: [...pairs] }) ? "Combined" : "Consolidated" },
  ];
}

function totalsOf(rows: readonly ConsolidatedRow[], decimals: number): Consolidation["totals"] {
  const amounts = rows.filter(({ section }) => section !== "result").map((row) => row.amounts.at(-1) ?? decimal("0"));
  const balance = sumDecimals(amounts);
  assert(isZero(balance), `the consolidated trial balance is out by ${balance}`);
  return {
    debit: padded(sumDecimals(amounts.filter((amount) => !amount.startsWith("-"))), decimals),
    credit: padded(negateDecimal(sumDecimals(amounts.filter((amount) => amount.startsWith("-")))), decimals),
    balance: padded(balance, decimals),
  };
}

function notesOf(tree: EntityTree, from: CalendarDate, to: CalendarDate, members: readonly ConsolidatedMember[]): string[] {
  return [
    ...leaversBetween(tree, from, to).map(({ name }) => `${name} left the group before ${dayName(to)} and isn't included.`),
    ...members
      .filter((member) => member.countsFrom > from)
      .map(({ name, countsFrom: day }) => `${name} joined on ${dayName(day)}: its income and expenses are included from then on.`),
    ...members.filter(({ asOf }) => asOf === null).map(({ name }) => `${name} hasn't been fully synced yet.`),
    ...members.flatMap(({ name, gaps }) => gaps.map(({ message }) => `${name}: ${message}`)),
  ];
}

/** The decimals that amounts of the presentation currency are rounded to. */
function decimalsOf({ presentation }: EntityTree): number {
  return presentation.decimals ?? currencyDigits(presentation.currency);
}

function oldest(instants: readonly (Instant | null)[]): Instant | null {
  return instants.reduce((a, b) => (a === null || b === null ? null : a < b ? a : b), instants[0] ?? null);
}
