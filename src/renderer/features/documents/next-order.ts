import type { DocumentFilter, DocumentSortKey } from "#shared/contract/documents.ts";

type Order = Required<Pick<DocumentFilter, "sort" | "descending" | "thenBy">>;

/**
 * The order after a header was chosen: by it alone, the other way when it was that already. `further`
 * keeps the order that holds and sorts by it what is alike there; chosen again it turns, too.
 */
export function nextOrder(filter: DocumentFilter, column: DocumentSortKey, further: boolean): Order {
  const { sort = "issueDate", descending = true, thenBy = [] } = filter;
  if (sort === column) return { sort, descending: !descending, thenBy: further ? thenBy : [] };
  if (!further) return { sort: column, descending: true, thenBy: [] };
  const known = thenBy.find((key) => key.sort === column);
  if (known === undefined) return { sort, descending, thenBy: [...thenBy, { sort: column, descending: true }].slice(0, 3) };
  return { sort, descending, thenBy: thenBy.map((key) => (key === known ? { ...key, descending: !key.descending } : key)) };
}
