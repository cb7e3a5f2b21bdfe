import {
  absoluteDecimal,
  addDecimals,
  compareDecimals,
  type DecimalString,
  decimal,
  isZero,
  multiplyDecimals,
  negateDecimal,
  roundDecimal,
  sumDecimals,
} from "#shared/kernel/decimal.ts";
import { dayName } from "#shared/kernel/readable.ts";
import { message, t } from "#shared/language/t.ts";
import type { Elimination, EliminationSide } from "#shared/model/consolidation/consolidation.ts";
import type { EntityTree, IntercompanyPair, PairSide } from "#shared/model/consolidation/entity-tree.ts";
import { isActive, membersOn } from "./group-members.ts";
import { atClosingRate, padded, type TranslatedRow, type TranslationTarget } from "./group-translation.ts";

/** What an entity and one of its contacts owe each other, in the entity's currency, debits positive; null when unknown. */
export interface PartyBalance {
  readonly side: "receivable" | "payable";
  readonly partyId: string;
  readonly balance: DecimalString | null;
}

export interface EliminationInput {
  readonly tree: EntityTree;
  readonly target: TranslationTarget;
  /** Translated rows by entity: who is in it belongs to the group. */
  readonly rows: ReadonlyMap<string, readonly TranslatedRow[]>;
  readonly parties: ReadonlyMap<string, readonly PartyBalance[]>;
}

/** The amount eliminated from an entity's account so that the pair nets to zero, debits positive. */
export interface EliminationEntry {
  readonly pairId: string;
  readonly nodeId: string;
  readonly accountId: string;
  readonly amount: DecimalString;
}

export interface Eliminations {
  readonly pairs: readonly Elimination[];
  readonly entries: readonly EliminationEntry[];
}

/** One side of a pair as found in the books: `key` names the balance that pairs take from. */
interface FoundSide {
  readonly nodeId: string;
  readonly key: string;
  readonly accountId: string;
  readonly partyId: string | null;
  readonly balance: DecimalString;
}

const ZERO = decimal("0");
const PER_CENT = decimal("0.01");

/**
 * Eliminates what two entities of the group owe or charge each other, up to the amount both sides agree on. Every
 * elimination therefore nets to zero, and a mismatch stays in the figures and is reported with both sides (rule 24). A
 * balance that belongs to several pairs is used up in the order of the pairs.
 */
export function eliminate(input: EliminationInput): Eliminations {
  const left = new Map<string, DecimalString>();
  const entries: EliminationEntry[] = [];
  const done = input.tree.pairs.map((pair) => {
    const found = findPair(pair, input);
    if ("outcome" in found) return { pair, ...found, taken: ZERO };
    const [a, b] = found.sides;
    const leftOf = (side: FoundSide) => left.get(side.key) ?? side.balance;
    const taken = matching(leftOf(a), leftOf(b));
    for (const [side, amount] of [[a, negateDecimal(taken)] as const, [b, taken] as const]) {
      left.set(side.key, addDecimals(leftOf(side), amount));
      if (!isZero(amount)) entries.push({ pairId: pair.id, nodeId: side.nodeId, accountId: side.accountId, amount });
    }
    return { pair, sides: found.sides, taken };
  });
  const pairs = done.map((one): Elimination => {
    if ("outcome" in one) return notEliminated(one.pair, one.outcome, one.reason, nameOf(one.pair, input));
    const shown = (side: FoundSide, taken: DecimalString) => shownSide(side, taken, left.get(side.key) ?? side.balance, input.target);
    const a = shown(one.sides[0], negateDecimal(one.taken));
    const b = shown(one.sides[1], one.taken);
    const difference = sumDecimals([a.left, b.left]);
    const matches = isZero(a.left) && isZero(b.left);
    const { id: pairId, kind } = one.pair;
    return { pairId, name: nameOf(one.pair, input), kind, outcome: matches ? "eliminated" : "difference", reason: null, a, b, difference };
  });
  return { pairs, entries };
}

/** As much as two opposite balances have in common, with the sign of the first; zero when they are not opposite. */
function matching(a: DecimalString, b: DecimalString): DecimalString {
  if (isZero(a) || isZero(b) || a.startsWith("-") === b.startsWith("-")) return ZERO;
  return compareDecimals(absoluteDecimal(a), absoluteDecimal(b)) <= 0 ? a : negateDecimal(b);
}

type NotFound = { readonly outcome: "not_in_group" | "cannot_eliminate"; readonly reason: string };

function findPair(pair: IntercompanyPair, input: EliminationInput): NotFound | { readonly sides: readonly [FoundSide, FoundSide] } {
  const absent = [pair.a, pair.b].find(({ nodeId }) => !input.rows.has(nodeId));
  if (absent !== undefined && membersOn(input.tree, input.target.to).some(({ node }) => node.id === absent.nodeId))
    return { outcome: "cannot_eliminate", reason: `${entityName(absent.nodeId, input)} has no books in Tieout.` };
  if (absent !== undefined)
    return {
      outcome: "not_in_group",
      reason: `${entityName(absent.nodeId, input)} isn't part of the group on ${dayName(input.target.to)}.`,
    };
  const a = findSide(pair.a, input);
  const b = findSide(pair.b, input);
  if (typeof a === "string") return { outcome: "cannot_eliminate", reason: a };
  if (typeof b === "string") return { outcome: "cannot_eliminate", reason: b };
  if (pair.kind === "balance") return { sides: [a, b] };
  const held = input.tree.memberships.find(
    (one) => one.parentId === pair.a.nodeId && one.childId === pair.b.nodeId && isActive(one, input.target.to),
  );
  if (held === undefined)
    return {
      outcome: "cannot_eliminate",
      reason: `${entityName(pair.a.nodeId, input)} doesn't own ${entityName(pair.b.nodeId, input)} on ${dayName(input.target.to)}.`,
    };
  // Of the equity, what others hold is theirs: it stays and is shown as noncontrolling interest.
  const share = roundDecimal(multiplyDecimals(b.balance, multiplyDecimals(held.ownership, PER_CENT)), input.target.decimals);
  return { sides: [a, { ...b, key: `${b.key}/${pair.a.nodeId}`, balance: share }] };
}

const NO_CONTROL = {
  receivable: message(
    "{name} has no control account for receivables with a balance or activity, or has more than one, so the contact's balance can't be eliminated. In the elimination pair, use an account instead of the contact.",
  ),
  payable: message(
    "{name} has no control account for payables with a balance or activity, or has more than one, so the contact's balance can't be eliminated. In the elimination pair, use an account instead of the contact.",
  ),
} as const;

/** The side's balance, or why it isn't known. */
function findSide(side: PairSide, input: EliminationInput): FoundSide | string {
  const rows = input.rows.get(side.nodeId) ?? [];
  const { nodeId } = side;
  const { partyId, side: role } = side;
  if (partyId === undefined || role === undefined) {
    const accountId = side.accountId ?? "";
    const own = rows.filter(({ account }) => account?.id === accountId);
    return {
      nodeId,
      key: `${nodeId}/account/${accountId}`,
      accountId,
      partyId: null,
      balance: sumDecimals(own.map((row) => row.translated)),
    };
  }
  const name = entityName(nodeId, input);
  const accountId = side.accountId ?? controlAccount(rows, role);
  if (accountId === null) return t(NO_CONTROL[role], { name });
  if (!rows.some(({ account }) => account?.id === accountId))
    return `${name} has no balance on the account chosen in the elimination pair.`;
  const known = input.parties.get(nodeId)?.find((one) => one.side === role && one.partyId === partyId)?.balance ?? null;
  if (known === null)
    return `${name}'s balance with the pair's contact isn't known. For some open items, the ledger doesn't report the entity or the amount in base currency.`;
  const currency = rows[0]?.currency ?? input.target.currency;
  const translated = atClosingRate(known, currency, input.target);
  if (translated === null)
    return `${name}'s balance with the pair's contact can't be translated: the closing rate from ${currency} to ${input.target.currency} is missing.`;
  return { nodeId, key: `${nodeId}/${role}/${partyId}`, accountId, partyId, balance: translated };
}

function entityName(nodeId: string, { tree }: EliminationInput): string {
  return tree.nodes.find(({ id }) => id === nodeId)?.name ?? nodeId;
}

function controlAccount(rows: readonly TranslatedRow[], role: "receivable" | "payable"): string | null {
  const ids = [...new Set(rows.flatMap(({ account }) => (account?.role === role ? [account.id] : [])))];
  return ids.length === 1 ? (ids[0] as string) : null;
}

function shownSide(
  { nodeId, accountId, partyId, balance }: FoundSide,
  taken: DecimalString,
  left: DecimalString,
  { decimals }: TranslationTarget,
) {
  const pad = (amount: DecimalString) => padded(amount, decimals);
  return { nodeId, accountId, partyId, balance: pad(balance), eliminated: pad(taken), left: pad(left) };
}

function notEliminated(pair: IntercompanyPair, outcome: NotFound["outcome"], reason: string, name: string): Elimination {
  const [a, b] = [pair.a, pair.b].map(
    (side): EliminationSide => ({
      nodeId: side.nodeId,
      accountId: side.accountId ?? null,
      partyId: side.partyId ?? null,
      balance: null,
      eliminated: ZERO,
      left: null,
    }),
  ) as [EliminationSide, EliminationSide];
  return { pairId: pair.id, name, kind: pair.kind, outcome, reason, a, b, difference: null };
}

function nameOf({ name, a, b }: IntercompanyPair, input: EliminationInput): string {
  return name ?? `${entityName(a.nodeId, input)} and ${entityName(b.nodeId, input)}`;
}
