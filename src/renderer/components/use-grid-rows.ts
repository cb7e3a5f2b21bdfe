import { defaultRangeExtractor, type Range, useVirtualizer } from "@tanstack/react-virtual";
import type { RefObject } from "react";
import type { DataGridProps } from "./grid-types.ts";
import { usePrinting } from "./use-printing.ts";

const ROW = 28;
export const HEAD = 32;
/** A row of totals. */
export const FOOT = 30;
/** More rows than this are a file and not paper: the export is beside the columns. */
const PRINTED_ROWS = 3_000;

/** The rows that stand in the page: those on the screen, a few around them, and the active one. */
export function useGridRows<Row>(props: DataGridProps<Row>, scroller: RefObject<HTMLDivElement | null>, activeRow: number) {
  const printing = usePrinting();
  return useVirtualizer({
    count: props.rowCount,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 10,
    scrollMargin: HEAD,
    scrollPaddingStart: HEAD,
    scrollPaddingEnd: FOOT * (props.footer?.length ?? 0),
    rangeExtractor: (range) => (printing ? printedRows(range.count) : withActive(range, activeRow)),
    onChange: ({ range }) => {
      if (range !== null) props.onRange?.(range.startIndex, range.endIndex);
    },
  });
}

/** Every row, as many as paper is good for. */
function printedRows(count: number): number[] {
  return Array.from({ length: Math.min(count, PRINTED_ROWS) }, (_, index) => index);
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
