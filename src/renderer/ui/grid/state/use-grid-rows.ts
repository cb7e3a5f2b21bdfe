import { defaultRangeExtractor, type Range, useVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useEffect, useRef } from "react";
import { nowMs } from "../../../api/clock.ts";
import { useRowHeight } from "../grid-density.ts";
import type { DataGridProps } from "../grid-types.ts";
import { usePrinting } from "../use-printing.ts";
import { isPassing, nextPace, paintedAt, STANDING, stopped } from "./scroll-pace.ts";

export const HEAD = 32;
/** The height of a totals row. */
export const FOOT = 30;
/** With more rows than this, people need a file instead of paper: the export is next to the columns. */
const PRINTED_ROWS = 3_000;

/** After this, a list that no longer moves counts as still. */
const STILL_MS = 100;

/**
 * The rendered rows: those on the screen, a few around them, and the active one. While they are `passing`, nothing is asked for and
 * outlines take their place: to draw every row and to read every page that goes by takes longer than a frame.
 */
export function useGridRows<Row>(props: DataGridProps<Row>, scroller: RefObject<HTMLDivElement | null>, activeRow: number) {
  const printing = usePrinting();
  const height = useRowHeight(props.twoLines);
  const pace = useRef(STANDING);
  const rows = useVirtualizer({
    count: props.rowCount,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    measureElement: (row) => Math.max(height, row instanceof HTMLElement ? row.offsetHeight : 0),
    overscan: 10,
    scrollMargin: HEAD,
    scrollPaddingStart: HEAD,
    scrollPaddingEnd: FOOT * ((props.footer?.length ?? 0) + (props.keepsLast ? 1 : 0)),
    rangeExtractor: (range) => (printing ? printedRows(range.count) : withActive(range, activeRow)),
    isScrollingResetDelay: STILL_MS,
    onChange: ({ range, isScrolling }) => {
      if (range === null) return;
      pace.current = nextPace(pace.current, [range.startIndex, range.endIndex], isScrolling, nowMs());
      afterPaint(() => {
        pace.current = paintedAt(pace.current, nowMs());
      });
      if (!isPassing(pace.current)) props.onRange?.(range.startIndex, range.endIndex);
    },
  });
  const measuredAt = useRef(height);
  useEffect(() => {
    // Only when the height has changed: to lay out a million rows a second time takes longer than to draw those in sight.
    if (measuredAt.current === height) return;
    measuredAt.current = height;
    rows.measure();
  }, [height, rows]);
  const stopPassing = (): void => {
    pace.current = stopped(pace.current);
  };
  return { rows, passing: isPassing(pace.current), stopPassing };
}

/** Once the browser has painted what changed before its next frame. */
function afterPaint(act: () => void): void {
  requestAnimationFrame(() => setTimeout(act));
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
