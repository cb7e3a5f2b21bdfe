import { defaultRangeExtractor, type Range, useVirtualizer } from "@tanstack/react-virtual";
import type { RefObject } from "react";
import type { DataGridProps } from "./grid-types.ts";

const ROW = 28;
export const HEAD = 32;
/** A row of totals. */
export const FOOT = 30;

/** The rows that stand in the page: those on the screen, a few around them, and the active one. */
export function useGridRows<Row>(props: DataGridProps<Row>, scroller: RefObject<HTMLDivElement | null>, activeRow: number) {
  return useVirtualizer({
    count: props.rowCount,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 10,
    scrollMargin: HEAD,
    scrollPaddingStart: HEAD,
    scrollPaddingEnd: FOOT * (props.footer?.length ?? 0),
    rangeExtractor: (range) => withActive(range, activeRow),
    onChange: ({ range }) => {
      if (range !== null) props.onRange?.(range.startIndex, range.endIndex);
    },
  });
}

/** How many rows a page key moves: one less than fit, so that one row stays in sight. */
export function rowsPerPage(scroller: HTMLElement | null): number {
  return Math.max(1, Math.floor(((scroller?.clientHeight ?? 0) - HEAD) / ROW) - 1);
}

/** The rows on the screen and the active one, so that the tab stop never leaves the page. */
function withActive(range: Range, active: number): number[] {
  const indexes = defaultRangeExtractor(range);
  if (active < 0 || active >= range.count || indexes.includes(active)) return indexes;
  return [...indexes, active].sort((a, b) => a - b);
}
