import { defaultRangeExtractor, type Range, useVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useEffect } from "react";
import { useRowHeight } from "../grid-density.ts";
import type { DataGridProps } from "../grid-types.ts";
import { usePrinting } from "../use-printing.ts";

export const HEAD = 32;
/** A row of totals. */
export const FOOT = 30;
/** More rows than this are a file and not paper: the export is beside the columns. */
const PRINTED_ROWS = 3_000;

/** The rows that stand in the page: those on the screen, a few around them, and the active one. */
export function useGridRows<Row>(props: DataGridProps<Row>, scroller: RefObject<HTMLDivElement | null>, activeRow: number) {
  const printing = usePrinting();
  const height = useRowHeight();
  const rows = useVirtualizer({
    count: props.rowCount,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 10,
    scrollMargin: HEAD,
    scrollPaddingStart: HEAD,
    scrollPaddingEnd: FOOT * (props.footer?.length ?? 0),
    rangeExtractor: (range) => (printing ? printedRows(range.count) : withActive(range, activeRow)),
    onChange: ({ range }) => {
      if (range !== null) props.onRange?.(range.startIndex, range.endIndex);
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured anew when rows take more or less room, and at no other time
  useEffect(() => rows.measure(), [height]);
  return rows;
}

/** Every row, as many as paper is good for. */
function printedRows(count: number): number[] {
  return Array.from({ length: Math.min(count, PRINTED_ROWS) }, (_, index) => index);
}

/** How many rows a page key moves: one less than fit, so that one row stays in sight. */
export function rowsPerPage(scroller: HTMLElement | null, height: number): number {
  return Math.max(1, Math.floor(((scroller?.clientHeight ?? 0) - HEAD) / height) - 1);
}

/** The rows on the screen and the active one, so that the tab stop never leaves the page. */
function withActive(range: Range, active: number): number[] {
  const indexes = defaultRangeExtractor(range);
  if (active < 0 || active >= range.count || indexes.includes(active)) return indexes;
  return [...indexes, active].sort((a, b) => a - b);
}
