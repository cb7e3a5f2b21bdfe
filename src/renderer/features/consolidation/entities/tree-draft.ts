import { decimal } from "#shared/kernel/decimal.ts";
import type { EntityNode, EntityTreeDraft, Membership } from "#shared/model/consolidation/entity-tree.ts";
import { t } from "../../../language/t.ts";

/** An entity's position in the tree: once below each of its parents. */
export interface TreeRow {
  readonly key: string;
  readonly node: EntityNode;
  readonly parentId: string | null;
  readonly depth: number;
  /** Its memberships below this parent: more than one where shares or days changed. */
  readonly memberships: readonly Membership[];
}

const WHOLE = decimal("100");

/** The tree from the top, in the order of its memberships; entities without a parent are at the top. */
export function treeRows({ nodes, memberships }: EntityTreeDraft): readonly TreeRow[] {
  const rows: TreeRow[] = [];
  const place = (node: EntityNode, parentId: string | null, above: readonly string[]): void => {
    const own = memberships.filter((one) => one.childId === node.id && one.parentId === parentId);
    rows.push({ key: [...above, node.id].join(" / "), node, parentId, depth: above.length, memberships: own });
    // An entity that would own itself is listed once.
    if (above.includes(node.id)) return;
    for (const child of childrenOf({ nodes, memberships }, node.id)) place(child, node.id, [...above, node.id]);
  };
  const held = new Set(memberships.map(({ childId }) => childId));
  for (const node of nodes) if (!held.has(node.id)) place(node, null, []);
  return rows;
}

type Shape = Pick<EntityTreeDraft, "nodes" | "memberships">;

function childrenOf({ nodes, memberships }: Shape, parentId: string): readonly EntityNode[] {
  const ids = new Set(memberships.filter((one) => one.parentId === parentId).map(({ childId }) => childId));
  return [...ids].flatMap((id) => nodes.find((node) => node.id === id) ?? []);
}

/** An empty tree with one entity at the top. */
export function newTree(currency: string): EntityTreeDraft {
  const holder: EntityNode = { id: "group", name: t("Parent company"), functionalCurrency: currency };
  return { name: t("New group"), presentation: { currency }, nodes: [holder], memberships: [], pairs: [], groupAccounts: [], mappings: [] };
}

/** What an entity is called until it is named; the books that are chosen for it name it, too. */
export const NEW_ENTITY = t("New entity");

/** Adds a wholly owned entity without dates below another one. @returns its new id */
export function addEntity(draft: EntityTreeDraft, parentId: string): { readonly draft: EntityTreeDraft; readonly id: string } {
  const taken = new Set(draft.nodes.map((node) => node.id));
  let number = draft.nodes.length + 1;
  while (taken.has(`entity-${number}`)) number++;
  const id = `entity-${number}`;
  const node: EntityNode = { id, name: NEW_ENTITY, functionalCurrency: draft.presentation.currency };
  const membership: Membership = { parentId, childId: id, ownership: WHOLE };
  return { draft: { ...draft, nodes: [...draft.nodes, node], memberships: [...draft.memberships, membership] }, id };
}

/** Removes an entity. Its children move to its first parent; pairs and mappings that name it are removed too. */
export function removeEntity(draft: EntityTreeDraft, id: string): EntityTreeDraft {
  const parent = draft.memberships.find(({ childId }) => childId === id)?.parentId;
  const memberships = draft.memberships
    .filter(({ childId }) => childId !== id)
    .flatMap((one) => (one.parentId !== id ? [one] : parent === undefined ? [] : [{ ...one, parentId: parent }]));
  return {
    ...draft,
    nodes: draft.nodes.filter((node) => node.id !== id),
    memberships: memberships.filter((one, at) => memberships.findIndex((other) => isSameRelation(one, other)) === at),
    pairs: draft.pairs.filter(({ a, b }) => a.nodeId !== id && b.nodeId !== id),
    mappings: draft.mappings.filter(({ nodeId }) => nodeId !== id),
  };
}

function isSameRelation(a: Membership, b: Membership): boolean {
  return a.parentId === b.parentId && a.childId === b.childId && a.from === b.from;
}

/** Moves an entity below another one; null where it would own itself, or is there already. */
export function moveEntity(draft: EntityTreeDraft, id: string, from: string | null, to: string): EntityTreeDraft | null {
  if (from === to || isBelow(draft, to, id)) return null;
  if (draft.memberships.some((one) => one.childId === id && one.parentId === to)) return null;
  if (from === null) return { ...draft, memberships: [...draft.memberships, { parentId: to, childId: id, ownership: WHOLE }] };
  // It goes to the end of its new siblings, with its shares and days.
  const moved = draft.memberships.filter((one) => one.childId === id && one.parentId === from);
  const rest = draft.memberships.filter((one) => !moved.includes(one));
  return { ...draft, memberships: [...rest, ...moved.map((one) => ({ ...one, parentId: to }))] };
}

/** The entities that may own one: none of those below it, which would then own itself. */
export function possibleParents(draft: EntityTreeDraft, childId: string): readonly EntityNode[] {
  return draft.nodes.filter(({ id }) => !isBelow(draft, id, childId));
}

/** True for an entity itself and all its descendants. */
function isBelow(draft: EntityTreeDraft, id: string, above: string, seen: ReadonlySet<string> = new Set()): boolean {
  if (id === above) return true;
  if (seen.has(id)) return false;
  return draft.memberships.some(({ parentId, childId }) => childId === id && isBelow(draft, parentId, above, new Set(seen).add(id)));
}

/** Moves a row below the previous one on its level, or next to its parent; null where that isn't possible. */
export function shiftRow(draft: EntityTreeDraft, row: TreeRow, way: "in" | "out"): EntityTreeDraft | null {
  const { node, parentId } = row;
  if (way === "in") {
    const siblings = parentId === null ? topsOf(draft) : childrenOf(draft, parentId);
    const before = siblings[siblings.findIndex(({ id }) => id === node.id) - 1];
    return before === undefined ? null : moveEntity(draft, node.id, parentId, before.id);
  }
  const grandparent = draft.memberships.find(({ childId }) => childId === parentId)?.parentId;
  return parentId === null || grandparent === undefined ? null : moveEntity(draft, node.id, parentId, grandparent);
}

/** The entities without an owner: one in a sound tree. */
export function topsOf({ nodes, memberships }: Shape): readonly EntityNode[] {
  return nodes.filter(({ id }) => memberships.every(({ childId }) => childId !== id));
}

/** Swaps with the sibling before or after; null where there is none. */
export function reorderRow(draft: EntityTreeDraft, { node, parentId }: TreeRow, step: -1 | 1): EntityTreeDraft | null {
  if (parentId === null) return null;
  const siblings = childrenOf(draft, parentId);
  const other = siblings[siblings.findIndex(({ id }) => id === node.id) + step];
  if (other === undefined) return null;
  const at = (id: string) => draft.memberships.findIndex((one) => one.parentId === parentId && one.childId === id);
  const [a, b] = [at(node.id), at(other.id)];
  const memberships = [...draft.memberships];
  [memberships[a], memberships[b]] = [memberships[b] as Membership, memberships[a] as Membership];
  return { ...draft, memberships };
}

export function changeNode(draft: EntityTreeDraft, id: string, change: Partial<EntityNode>): EntityTreeDraft {
  return { ...draft, nodes: draft.nodes.map((node) => (node.id === id ? { ...node, ...change } : node)) };
}

export function changeMembership(draft: EntityTreeDraft, old: Membership, next: Membership | null): EntityTreeDraft {
  return { ...draft, memberships: draft.memberships.flatMap((one) => (one !== old ? [one] : next === null ? [] : [next])) };
}

/** Equity of books in another currency is translated at the rate of this day. A day that was entered stays to be seen. */
export function needsHistoricalDay({ presentation }: Pick<EntityTreeDraft, "presentation">, node: EntityNode): boolean {
  const isTranslated = node.clientId !== undefined && node.functionalCurrency !== presentation.currency;
  return isTranslated || node.historicalDay !== undefined;
}

/** True when two drafts are equal as they are sent. */
export function isSameTree(a: EntityTreeDraft, b: EntityTreeDraft): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

export const NO_BOOKS = "";

/** Tells the books of an entity from others: a client's, or those of a company of its ledger. */
export function bookKey({ clientId, entityId }: Pick<EntityNode, "clientId" | "entityId">): string {
  return clientId === undefined ? NO_BOOKS : `${clientId} ${entityId ?? ""}`;
}

/**
 * Which books it has, as the list beside the tree calls them; until that is known, whose they are. A client that isn't listed has no
 * name to say.
 */
export function booksLabel(
  node: Pick<EntityNode, "clientId" | "entityId">,
  books: readonly Pick<EntityNode, "clientId" | "entityId" | "name">[],
  clients: readonly { clientId: string; name: string }[],
): string {
  const { clientId, entityId } = node;
  if (clientId === undefined) return t("No books");
  const own = books.find((one) => bookKey(one) === bookKey(node));
  if (own !== undefined) return own.name;
  const client = clients.find((one) => one.clientId === clientId)?.name;
  if (client === undefined) return entityId === undefined ? t("Client's books") : t("Entity in a client's books");
  return entityId === undefined ? client : t("Entity in {client}", { client });
}
