import type { LayoutItem, LayoutSection, LayoutView, StatementLayout } from "#shared/model/reports/statement-layout.ts";
import { t } from "../../language/t.ts";

/** A layout while it is edited: its items in order, and the accounts that people moved. */
export interface Draft {
  readonly items: readonly LayoutItem[];
  readonly moved: Readonly<Record<string, string>>;
}

/** Items that were added here are told from the standard ones by this. */
const OWN = "own-";

export const SECTION_WORDS: Readonly<Record<LayoutSection, string>> = {
  profit: t("Groups and subtotals"),
  current_assets: t("Current assets"),
  noncurrent_assets: t("Noncurrent assets"),
  current_liabilities: t("Current liabilities"),
  noncurrent_liabilities: t("Noncurrent liabilities"),
  equity: t("Equity"),
};

export function draftOf({ items, moved }: LayoutView): Draft {
  return { items, moved };
}

/** The layout to save. Accounts whose group was removed go back to their standard one. */
export function layoutBody({ statement }: LayoutView, { items, moved }: Draft): StatementLayout {
  const groups = new Set(items.filter(({ kind }) => kind === "group").map(({ id }) => id));
  return {
    statement,
    items: [...items],
    accounts: Object.fromEntries(Object.entries(moved).filter(([, group]) => groups.has(group))),
  };
}

/** A new item at the end of its section, under an id that no other has. */
export function addedItem({ items, moved }: Draft, item: Omit<LayoutItem, "id">): Draft {
  let number = 1;
  while (items.some(({ id }) => id === `${OWN}${number}`)) number += 1;
  const last = items.findLastIndex(({ section }) => section === item.section);
  return { items: [...items.slice(0, last + 1), { ...item, id: `${OWN}${number}` }, ...items.slice(last + 1)], moved };
}

export function renamedItem({ items, moved }: Draft, id: string, title: string): Draft {
  return { items: items.map((item) => (item.id === id ? { ...item, title } : item)), moved };
}

/** The item one place up (-1) or down (1) within its section; null at its end. */
export function movedItem({ items, moved }: Draft, id: string, by: -1 | 1): Draft | null {
  const at = items.findIndex((item) => item.id === id);
  const own = items[at];
  const others = items.flatMap(({ section }, index) => (section === own?.section ? [index] : []));
  const to = others[others.indexOf(at) + by];
  const other = to === undefined ? undefined : items[to];
  if (own === undefined || to === undefined || other === undefined) return null;
  return { items: items.map((item, index) => (index === at ? other : index === to ? own : item)), moved };
}

/**
 * Without an item, and without the accounts that were moved to it: a group that is added later may get its id.
 * Null for a standard group, which holds the accounts that nobody moved.
 */
export function removedItem({ items, moved }: Draft, { id, kind }: LayoutItem): Draft | null {
  if (kind === "group" && !id.startsWith(OWN)) return null;
  return {
    items: items.filter((item) => item.id !== id),
    moved: Object.fromEntries(Object.entries(moved).filter(([, group]) => group !== id)),
  };
}
