import type { DocumentFilter, DocumentSortKey } from "#shared/contract/books/documents.ts";
import { nextOrders } from "../../ui/grid/state/grid-sorting.ts";

type Order = Required<Pick<DocumentFilter, "sort" | "descending" | "thenBy">>;

/** The order of the documents after a header was chosen; `further` keeps the order that holds and sorts within it. */
export function nextOrder(filter: DocumentFilter, column: DocumentSortKey, further: boolean): Order {
  const { sort = "issueDate", descending = true, thenBy = [] } = filter;
  const orders = [{ column: sort, descending }, ...thenBy.map((key) => ({ column: key.sort, descending: key.descending }))];
  const next = nextOrders(orders, column, { further, descending: true, ends: false });
  const [first, ...others] = next.map((order) => ({ sort: order.column as DocumentSortKey, descending: order.descending }));
  return { sort: first?.sort ?? sort, descending: first?.descending ?? descending, thenBy: others };
}
