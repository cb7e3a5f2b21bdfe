import { defaultRangeExtractor, type Range, useVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useEffect } from "react";
import { useRowHeight } from "../grid-density.ts";
import type { DataGridProps } from "../grid-types.ts";
import { usePrinting } from "../use-printing.ts";

export const HEAD = 32;
/** The height of a totals row. */
export const FOOT = 30;
/** With more rows than this, people need a file instead of paper: the export is next to the columns. */
const PRINTED_ROWS = 3_000;

/** The rendered rows: those on the screen, a few around them, and the active one. */
export function useGridRows<Row>(props: DataGridProps<Row>, scroller: RefObject<HTMLDivElement | null>, activeRow: number) {
  const printing = usePrinting();
  const height = useRowHeight(props.twoLines);
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: must be measured again only when the row height changes
  useEffect(() => rows.measure(), [height]);
  return rows;
}

/** Every row, up to the printable maximum. */
function printedRows(count: number): number[] {
  return Array.from({ length: Math.min(count, PRINTED_ROWS) }, (_, index) => index);
}

/** How many rows a page key moves: one less than fit, so that one row stays visible. */
export function rowsPerPage(scroller: HTMLElement | null, height: number): number {
  return Math.max(1, Math.floor(((scroller?.clientHeight ?? 0) - HEAD) / height) - 1);
}

/** The visible rows and the active one, so that the tab stop always exists. */
function withActive(range: Range, active: number): number[] {
  const indexes = defaultRangeExtractor(range);
  if (active < 0 || active >= range.count || indexes.includes(active)) return indexes;
  return [...indexes, active].sort((a, b) => a - b);
}
