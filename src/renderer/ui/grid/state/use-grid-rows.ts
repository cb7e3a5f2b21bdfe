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

/** Rows of one height are laid out so many at a time: a client can have a million, and each that is laid out takes time at every opening. */
const BLOCK = 10;
/** The rows that are drawn above and below what is in sight. */
const OVERSCAN = 10;

/**
 * The rendered rows: those on the screen, a few around them, and the active one. While they are `passing`, nothing is asked for and
 * outlines take their place: to draw every row and to read every page that goes by takes longer than a frame.
 * @param measured whether rows differ in height
 */
export function useGridRows<Row>(
  props: DataGridProps<Row>,
  scroller: RefObject<HTMLDivElement | null>,
  activeRow: number,
  measured: boolean,
) {
  const { rowCount, onRange } = props;
  const printing = usePrinting();
  const height = useRowHeight(props.twoLines);
  const pace = useRef(STANDING);
  const block = measured ? 1 : BLOCK;
  const scrollPaddingEnd = FOOT * ((props.footer?.length ?? 0) + (props.keepsLast ? 1 : 0));
  const blocks = useVirtualizer({
    count: Math.ceil(rowCount / block),
    getScrollElement: () => scroller.current,
    estimateSize: () => height * block,
    measureElement: (row) => Math.max(height, row instanceof HTMLElement ? row.offsetHeight : 0),
    overscan: OVERSCAN / block,
    scrollMargin: HEAD,
    scrollPaddingStart: HEAD,
    scrollPaddingEnd,
    rangeExtractor: (range) => (printing ? upTo(range.count, PRINTED_ROWS / block) : withActive(range, Math.floor(activeRow / block))),
    isScrollingResetDelay: STILL_MS,
    onChange: ({ range, isScrolling }) => {
      if (range === null) return;
      const [first, last] = [range.startIndex * block, Math.min((range.endIndex + 1) * block, rowCount) - 1] as const;
      pace.current = nextPace(pace.current, [first, last], isScrolling, nowMs());
      afterPaint(() => {
        pace.current = paintedAt(pace.current, nowMs());
      });
      if (!isPassing(pace.current)) onRange?.(first, last);
    },
  });
  const measuredAt = useRef(height);
  useEffect(() => {
    // Only when the height has changed: to lay out every row a second time takes longer than to draw those in sight.
    if (measuredAt.current === height) return;
    measuredAt.current = height;
    blocks.measure();
  }, [height, blocks]);
  const shown = blocks
    .getVirtualItems()
    .flatMap(({ index, start }) =>
      upTo(rowCount - index * block, block).map((at) => ({ index: index * block + at, start: start + at * height })),
    );
  const scrollTo = (row: number): void => {
    if (measured) {
      blocks.scrollToIndex(row);
      return;
    }
    const [top, from, room] = [HEAD + row * height, blocks.scrollOffset ?? 0, blocks.scrollRect?.height ?? 0];
    if (top < from + HEAD) blocks.scrollToOffset(top - HEAD);
    else if (top + height > from + room - scrollPaddingEnd) blocks.scrollToOffset(top + height + scrollPaddingEnd - room);
  };
  const stopPassing = (): void => {
    pace.current = stopped(pace.current);
  };
  const size = measured ? blocks.getTotalSize() : rowCount * height;
  const measure = measured ? blocks.measureElement : null;
  return { blocks, shown, size, measure, scrollTo, passing: isPassing(pace.current), stopPassing };
}

/** Once the browser has painted what changed before its next frame. */
function afterPaint(act: () => void): void {
  requestAnimationFrame(() => setTimeout(act));
}

/** The numbers from 0, `most` of them at most. */
function upTo(count: number, most: number): number[] {
  return Array.from({ length: Math.min(count, most) }, (_, index) => index);
}

/** How many rows a page key moves: one less than fit, so that one row stays visible. */
export function rowsPerPage(scroller: HTMLElement | null, height: number): number {
  return Math.max(1, Math.floor(((scroller?.clientHeight ?? 0) - HEAD) / height) - 1);
}

/** What is visible and where the active row is, so that the tab stop always exists. */
function withActive(range: Range, active: number): number[] {
  const indexes = defaultRangeExtractor(range);
  if (active < 0 || active >= range.count || indexes.includes(active)) return indexes;
  return [...indexes, active].sort((a, b) => a - b);
}
