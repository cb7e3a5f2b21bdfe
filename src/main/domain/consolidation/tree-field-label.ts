import type { EntityTree } from "#shared/model/consolidation/entity-tree.ts";

type Path = readonly [list: string, at: number, field: string, part: string];

/** What a field of the tree is called on the screen; an entity's ID has no field there. */
const WORDS: Readonly<Record<string, string>> = {
  clientId: "books",
  entityId: "books",
  functionalCurrency: "functional currency",
  parentId: "owner",
  childId: "owner",
  from: "start date",
  to: "end date",
  ownership: "share",
  a: "first side",
  b: "second side",
  groupAccount: "group account",
  nodeId: "entity",
};

/**
 * A field of a group by the names that people gave, as the screen shows it: `memberships.1.ownership` is `Firm B, share`. What
 * has no name is counted.
 */
export function treeFieldLabel(tree: EntityTree, path: string): string {
  const [list = "", at = "", field = "", part = ""] = path.split(".");
  if (at === "") return "Owned by";
  const place: Path = [list, Number(at), field, part];
  const word = WORDS[field];
  return [nameAt(tree, place), ...(word === undefined ? [] : [word])].join(", ");
}

function nameAt({ nodes, memberships, pairs, groupAccounts }: EntityTree, [list, at]: Path): string {
  const count = String(at + 1);
  switch (list) {
    case "nodes":
      return nodes[at]?.name ?? `Entity ${count}`;
    case "memberships":
      return nodes.find(({ id }) => id === memberships[at]?.childId)?.name ?? `Ownership ${count}`;
    case "pairs":
      return pairs[at]?.name ?? `Elimination pair ${count}`;
    case "groupAccounts":
      return groupAccounts[at]?.name ?? `Group account ${count}`;
    default:
      return `Mapping rule ${count}`;
  }
}
