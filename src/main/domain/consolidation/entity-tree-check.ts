import { compareDecimals, decimal, sumDecimals } from "#shared/kernel/decimal.ts";
import { andList } from "#shared/language/english.ts";
import type { EntityTree, Membership } from "#shared/model/consolidation/entity-tree.ts";
import type { Organisation } from "#shared/model/ledger/capabilities.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { isActive } from "./group-members.ts";
import { treeFieldLabel } from "./tree-field-label.ts";

/** What is known of a client whose books a tree may name; `entities` are the subsidiaries of its ledger. */
export interface KnownBooks {
  readonly clientId: string;
  readonly name: string;
  readonly baseCurrency: string | null;
  readonly entities: Organisation["entities"];
}

/** A problem and the field it concerns. */
type Wrong = readonly [field: string, message: string];

const ZERO = decimal("0");
const WHOLE = decimal("100");

/** The first thing that makes a tree unusable: its field by path for programs, and as the screen names it for people; null for a sound tree. */
export function entityTreeFailure(tree: EntityTree, known: readonly KnownBooks[]): Failure | null {
  const wrong =
    firstOf(nodesWrong(tree)) ??
    firstOf(booksWrong(tree, known)) ??
    firstOf(membershipsWrong(tree)) ??
    firstOf(shapeWrong(tree)) ??
    firstOf(pairsWrong(tree)) ??
    firstOf(mappingsWrong(tree));
  return wrong === null ? null : { code: "invalid_input", message: `${treeFieldLabel(tree, wrong[0])}: ${wrong[1]}.`, field: wrong[0] };
}

function firstOf(found: Iterable<Wrong>): Wrong | null {
  for (const wrong of found) return wrong;
  return null;
}

function* nodesWrong({ nodes }: EntityTree): Iterable<Wrong> {
  const ids = new Set<string>();
  for (const [at, node] of nodes.entries()) {
    if (ids.has(node.id)) yield [`nodes.${at}.id`, `another entity already has the ID ${node.id}`];
    ids.add(node.id);
    if (node.entityId !== undefined && node.clientId === undefined)
      yield [`nodes.${at}.clientId`, "choose the client whose ledger has this subsidiary"];
  }
}

/** No books may count twice: neither a subsidiary, nor a whole client beside one of its subsidiaries. */
function* booksWrong({ nodes }: EntityTree, known: readonly KnownBooks[]): Iterable<Wrong> {
  for (const [at, { clientId, entityId, functionalCurrency }] of nodes.entries()) {
    if (clientId === undefined) continue;
    const books = known.find((client) => client.clientId === clientId);
    if (books === undefined) {
      yield [`nodes.${at}.clientId`, `client ${clientId} doesn't exist`];
      continue;
    }
    const earlier = nodes.slice(0, at).filter((other) => other.clientId === clientId);
    if (earlier.some((other) => other.entityId === entityId))
      yield [`nodes.${at}.${entityId === undefined ? "clientId" : "entityId"}`, "these books are already in the group"];
    else if (earlier.some((other) => entityId === undefined || other.entityId === undefined))
      yield [
        `nodes.${at}.clientId`,
        "the whole client and one of its subsidiaries are both in the group, so the subsidiary would count twice",
      ];
    const entity = books.entities.find(({ id }) => id === entityId);
    if (entityId !== undefined && entity === undefined)
      yield [`nodes.${at}.entityId`, `${books.name} has no subsidiary ${entityId} in its ledger`];
    // The postings of each are in its own currency: together they would be a sum across currencies.
    const currencies = new Set(books.entities.filter(({ isElimination }) => !isElimination).map((one) => one.currency));
    if (entityId === undefined && currencies.size > 1)
      yield [
        `nodes.${at}.entityId`,
        `the subsidiaries of ${books.name} keep books in ${andList([...currencies])}; add each subsidiary separately`,
      ];
    const currency = entity?.currency ?? books.baseCurrency;
    if (currency !== null && currency !== functionalCurrency)
      yield [`nodes.${at}.functionalCurrency`, `the currency of these books is ${currency}`];
  }
}

function* membershipsWrong(tree: EntityTree): Iterable<Wrong> {
  const { nodes, memberships } = tree;
  const ids = new Set(nodes.map(({ id }) => id));
  const name = namesOf(tree);
  for (const [at, membership] of memberships.entries()) {
    const { parentId, childId, from, to, ownership } = membership;
    const field = (name: string) => `memberships.${at}.${name}`;
    if (!ids.has(parentId)) yield [field("parentId"), `entity ${parentId} isn't in the group`];
    if (!ids.has(childId)) yield [field("childId"), `entity ${childId} isn't in the group`];
    if (from !== undefined && to !== undefined && to < from) yield [field("to"), "the end date is before the start date"];
    if (compareDecimals(ownership, ZERO) <= 0 || compareDecimals(ownership, WHOLE) > 0)
      yield [field("ownership"), "enter a percentage greater than zero, up to 100"];
    const sameChild = memberships.filter((other) => other.childId === childId);
    if (sameChild.some((other) => other !== membership && other.parentId === parentId && overlap(other, membership)))
      yield [field("from"), `${name(parentId)} already owns ${name(childId)} on some of these dates`];
    // The sum is greatest on a day on which one begins.
    const together = sameChild.filter((other) => (from === undefined ? other.from === undefined : isActive(other, from)));
    if (compareDecimals(sumDecimals(together.map((one) => one.ownership)), WHOLE) > 0)
      yield [field("ownership"), `ownership of ${name(childId)} would exceed 100%`];
  }
}

/** People know an entity by its name. */
function namesOf({ nodes }: EntityTree): (id: string) => string {
  const names = new Map(nodes.map(({ id, name }) => [id, name]));
  return (id) => names.get(id) ?? id;
}

function overlap(a: Membership, b: Membership): boolean {
  return (a.to === undefined || b.from === undefined || b.from <= a.to) && (b.to === undefined || a.from === undefined || a.from <= b.to);
}

/** One parent at the top, and no entity above itself. */
function* shapeWrong(tree: EntityTree): Iterable<Wrong> {
  const { nodes, memberships } = tree;
  const children = new Set(memberships.map(({ childId }) => childId));
  const tops = nodes.filter(({ id }) => !children.has(id));
  if (tops.length === 0) yield ["memberships", "every entity is owned by another; choose one ultimate parent"];
  if (tops.length > 1)
    yield [
      "memberships",
      `${andList(tops.map((top) => top.name))} have no owner; choose an owner for each entity except the ultimate parent`,
    ];
  const done = new Set<string>();
  const isOnCircle = (id: string, above: ReadonlySet<string>): boolean => {
    if (above.has(id)) return true;
    if (done.has(id)) return false;
    const below = new Set(above).add(id);
    const circle = memberships.some(({ parentId, childId }) => parentId === id && isOnCircle(childId, below));
    if (!circle) done.add(id);
    return circle;
  };
  for (const [at, { childId }] of memberships.entries())
    if (isOnCircle(childId, new Set())) yield [`memberships.${at}.childId`, `${namesOf(tree)(childId)} would own itself`];
}

function* pairsWrong({ nodes, pairs }: EntityTree): Iterable<Wrong> {
  const ids = new Set(nodes.map(({ id }) => id));
  const seen = new Set<string>();
  for (const [at, { id, a, b }] of pairs.entries()) {
    if (seen.has(id)) yield [`pairs.${at}.id`, `another pair already has the ID ${id}`];
    seen.add(id);
    for (const [name, side] of [["a", a] as const, ["b", b] as const])
      if (!ids.has(side.nodeId)) yield [`pairs.${at}.${name}.nodeId`, `entity ${side.nodeId} isn't in the group`];
    if (a.nodeId === b.nodeId) yield [`pairs.${at}.b.nodeId`, "choose two different entities"];
  }
}

function* mappingsWrong({ nodes, groupAccounts, mappings }: EntityTree): Iterable<Wrong> {
  const ids = new Set(nodes.map(({ id }) => id));
  const codes = new Set<string>();
  for (const [at, { code }] of groupAccounts.entries()) {
    if (codes.has(code)) yield [`groupAccounts.${at}.code`, `another group account already has the code ${code}`];
    codes.add(code);
  }
  for (const [at, { groupAccount, nodeId, accountId, code, role, class: kind }] of mappings.entries()) {
    if (!codes.has(groupAccount)) yield [`mappings.${at}.groupAccount`, `group account ${groupAccount} doesn't exist`];
    if (nodeId !== undefined && !ids.has(nodeId)) yield [`mappings.${at}.nodeId`, `entity ${nodeId} isn't in the group`];
    if (accountId === undefined && code === undefined && role === undefined && kind === undefined)
      yield [`mappings.${at}`, "enter at least one of accountId, code, role and class"];
  }
}
