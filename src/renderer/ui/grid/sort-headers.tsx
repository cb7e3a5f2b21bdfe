import { ArrowDown, ArrowUp } from "lucide-react";
import type { GridSort } from "./grid-types.ts";
import styles from "./sort-headers.module.css";

interface SortHeadersProps {
  readonly columns: readonly { readonly id: string; readonly header: string; readonly align?: "end" }[];
  readonly sort?: GridSort | undefined;
  readonly thenBy?: readonly GridSort[] | undefined;
  readonly onSort?: ((column: string, further: boolean) => void) | undefined;
  readonly endClass?: string | undefined;
}

/** The heads of a small table that sorts as grids do: pressed, and with Shift within what is sorted already. */
export function SortHeaders({ columns, sort, thenBy = [], onSort, endClass }: SortHeadersProps) {
  const orders = sort === undefined ? [] : [sort, ...thenBy];
  return (
    <tr>
      {columns.map(({ id, header, align }) => {
        const place = orders.findIndex(({ column }) => column === id);
        const order = orders[place];
        return (
          <th
            key={id}
            scope="col"
            className={align === "end" ? endClass : undefined}
            aria-sort={order === undefined ? "none" : order.descending ? "descending" : "ascending"}
          >
            <button type="button" data-printed="" className={styles.head} onClick={(event) => onSort?.(id, event.shiftKey)}>
              {header}
              {order === undefined ? null : order.descending ? <ArrowDown size={12} aria-hidden /> : <ArrowUp size={12} aria-hidden />}
              {orders.length > 1 && order !== undefined ? <span className={styles.place}>{place + 1}</span> : null}
            </button>
          </th>
        );
      })}
    </tr>
  );
}
