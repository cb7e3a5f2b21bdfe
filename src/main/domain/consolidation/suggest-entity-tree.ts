import { decimal } from "#shared/kernel/decimal.ts";
import { compareText } from "#shared/kernel/lists.ts";
import type { EntityNode, EntityTreeDraft, Membership } from "#shared/model/consolidation/entity-tree.ts";
import type { KnownBooks } from "./entity-tree-check.ts";

export interface SuggestedTree {
  readonly tree: EntityTreeDraft;
  /** What to check before accepting the suggestion. */
  readonly notes: readonly string[];
}

interface Branch {
  readonly tops: readonly EntityNode[];
  readonly nodes: readonly EntityNode[];
  readonly memberships: readonly Membership[];
  readonly notes: readonly string[];
}

const HOLDER = "group";
const WHOLE = decimal("100");

/**
 * Suggests a tree of the firm's clients and the subsidiaries in their ledgers. It takes effect only when someone saves
 * it, and later changes in a ledger never alter a saved tree (rule 24). A ledger's elimination companies are left out,
 * because the tree makes its own eliminations.
 */
export function suggestEntityTree(clients: readonly KnownBooks[]): SuggestedTree {
  const known = clients.filter(({ baseCurrency }) => baseCurrency !== null).sort((a, b) => compareText(a.clientId, b.clientId));
  const branches = known.map(branchOf);
  const tops = branches.flatMap((branch) => branch.tops);
  const currency = mostFrequent(tops.map(({ functionalCurrency }) => functionalCurrency));
  const needsHolder = tops.length !== 1;
  const holder: EntityNode = { id: HOLDER, name: "Parent company", functionalCurrency: currency };
  const nodes = [...(needsHolder ? [holder] : []), ...branches.flatMap((branch) => branch.nodes)];
  const memberships = [
    ...(needsHolder ? tops.map(({ id }) => ({ parentId: HOLDER, childId: id, ownership: WHOLE })) : []),
    ...branches.flatMap((branch) => branch.memberships),
  ];
  return {
    tree: {
      name: "Suggested group",
      presentation: { currency },
      nodes,
      memberships,
      pairs: [],
      groupAccounts: [],
      mappings: [],
    },
    notes: [
      ...(memberships.length === 0
        ? []
        : ["Ledgers don't report percentages or dates of ownership, so every owned entity is suggested at 100% with no start date."]),
      ...clients
        .filter(({ baseCurrency }) => baseCurrency === null)
        .map(({ name }) => `${name} isn't connected or hasn't been synced yet, so it was left out.`),
      ...branches.flatMap((branch) => branch.notes),
    ],
  };
}

function branchOf({ clientId, name, baseCurrency, entities }: KnownBooks): Branch {
  const companies = entities.filter(({ isElimination }) => !isElimination);
  if (companies.length < 2) {
    const node: EntityNode = { id: clientId, name, clientId, functionalCurrency: baseCurrency ?? "" };
    return { tops: [node], nodes: [node], memberships: [], notes: [] };
  }
  const idOf = (entityId: string) => `${clientId}/${entityId}`;
  const nodes = companies.map(
    (entity): EntityNode => ({
      id: idOf(entity.id),
      name: entity.name,
      clientId,
      entityId: entity.id,
      functionalCurrency: entity.currency,
    }),
  );
  const isMapped = (entityId: string | undefined) => companies.some(({ id }) => id === entityId);
  const memberships = companies.flatMap(({ id, parentId }) =>
    parentId === undefined || !isMapped(parentId) ? [] : [{ parentId: idOf(parentId), childId: idOf(id), ownership: WHOLE }],
  );
  const held = new Set(memberships.map(({ childId }) => childId));
  const notes = entities
    .filter(({ isElimination }) => isElimination)
    .map((entity) => `${entity.name} of ${name} is an elimination entity and was left out. The group uses its own elimination pairs.`);
  return { tops: nodes.filter(({ id }) => !held.has(id)), nodes, memberships, notes };
}

/** Of equally frequent ones the first of the alphabet. */
function mostFrequent(currencies: readonly string[]): string {
  const count = (currency: string) => currencies.filter((one) => one === currency).length;
  return [...new Set(currencies)].sort((a, b) => count(b) - count(a) || compareText(a, b))[0] ?? "";
}
