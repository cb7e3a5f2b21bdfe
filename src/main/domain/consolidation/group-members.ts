import { addDays, type CalendarDate } from "#shared/kernel/calendar-date.ts";
import { type DecimalString, decimal, multiplyDecimals, sumDecimals } from "#shared/kernel/decimal.ts";
import type { EntityNode, EntityTree, Membership } from "#shared/model/consolidation/entity-tree.ts";

/** An entity that belongs to the group on a day. */
export interface GroupMember {
  readonly node: EntityNode;
  /** The group's share of it as a fraction, `1` for the parent: the product along each way, summed over the ways. */
  readonly share: DecimalString;
  /** The first day of its unbroken belonging; null when it always belonged. */
  readonly joined: CalendarDate | null;
}

const ONE = decimal("1");
const PER_CENT = decimal("0.01");

/** The parent of a tree: the one entity no other entity in it ever holds. */
export function rootOf(tree: Pick<EntityTree, "nodes" | "memberships">): EntityNode | undefined {
  return tree.nodes.find(({ id }) => tree.memberships.every(({ childId }) => childId !== id));
}

/** Who belongs to the group on a day, in the tree's order (rule 24: memberships are dated). */
export function membersOn(tree: EntityTree, day: CalendarDate): GroupMember[] {
  const shares = sharesOn(tree, day);
  return tree.nodes.flatMap((node) => {
    const share = shares.get(node.id);
    return share === undefined ? [] : [{ node, share, joined: joinedBefore(tree, node.id, day) }];
  });
}

/** Entities that left the group during the span. */
export function leaversBetween(tree: EntityTree, from: CalendarDate, to: CalendarDate): EntityNode[] {
  const stayed = sharesOn(tree, to);
  const days = [from, ...changeDays(tree).filter((day) => day > from && day <= to)];
  const seen = new Set(days.flatMap((day) => [...sharesOn(tree, day).keys()]));
  return tree.nodes.filter(({ id }) => seen.has(id) && !stayed.has(id));
}

export function isActive({ from, to }: Membership, day: CalendarDate): boolean {
  return (from === undefined || from <= day) && (to === undefined || to >= day);
}

function sharesOn(tree: EntityTree, day: CalendarDate): ReadonlyMap<string, DecimalString> {
  const root = rootOf(tree);
  const active = tree.memberships.filter((membership) => isActive(membership, day));
  const shares = new Map<string, DecimalString>();
  const shareOf = (nodeId: string): DecimalString | null => {
    if (nodeId === root?.id) return ONE;
    const ways = active
      .filter(({ childId }) => childId === nodeId)
      .map(({ parentId, ownership }) => ({ held: shareOf(parentId), ownership }))
      .flatMap(({ held, ownership }) => (held === null ? [] : [multiplyDecimals(held, multiplyDecimals(ownership, PER_CENT))]));
    return ways.length === 0 ? null : sumDecimals(ways);
  };
  for (const { id } of tree.nodes) {
    const share = shareOf(id);
    if (share !== null) shares.set(id, share);
  }
  return shares;
}

function joinedBefore(tree: EntityTree, nodeId: string, day: CalendarDate): CalendarDate | null {
  for (const change of changeDays(tree).filter((candidate) => candidate <= day)) {
    if (!sharesOn(tree, addDays(change, -1)).has(nodeId)) return change;
  }
  return null;
}

/** Days on which an entity joins, and the first days without one that left; newest first. */
function changeDays({ memberships }: EntityTree): CalendarDate[] {
  const days = memberships.flatMap(({ from, to }) => [
    ...(from === undefined ? [] : [from]),
    ...(to === undefined ? [] : [addDays(to, 1)]),
  ]);
  return [...new Set(days)].sort((a, b) => (a < b ? 1 : -1));
}
