import { type RefObject, useEffect, useLayoutEffect, useState } from "react";
import { isDecimal } from "#shared/kernel/decimal.ts";
import { formatAmount, formatNumeral } from "../../format/amounts/amount.ts";
import type { ColumnNeeds } from "./column-widths.ts";
import type { CellValue, Column, DataGridProps } from "./grid-types.ts";

/** Around the text of a cell. */
const CELL_ROOM = 13;
/** The last one stands clear of the button in the corner. */
const LAST_ROOM = 40;

/** What the cells in sight need and the width there is; both change while a person scrolls, resizes and opens panels. */
export function useGridFit(scroller: RefObject<HTMLDivElement | null>) {
  const [needs, setNeeds] = useState<ColumnNeeds>({});
  const [room, setRoom] = useState(Number.POSITIVE_INFINITY);
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const watch = new ResizeObserver(() => setRoom(element.clientWidth));
    watch.observe(element);
    return () => watch.disconnect();
  }, [scroller]);
  return { needs, room, setNeeds };
}

/** Tells what figures in sight need when it is more than was known; it never shrinks, so that nothing moves to and fro. */
export function useNeeds<Row>(
  { columns, rowAt, footer = [] }: Pick<DataGridProps<Row>, "columns" | "rowAt" | "footer">,
  indexes: readonly number[],
  scroller: RefObject<HTMLDivElement | null>,
  needs: ColumnNeeds,
  tell: (needs: ColumnNeeds) => void,
): void {
  useLayoutEffect(() => {
    if (scroller.current === null) return;
    const measure = textMeasure(scroller.current);
    const rows = [...indexes.map(rowAt).filter((row) => row !== undefined), ...footer];
    const more = columns.flatMap((column, place): (readonly [string, number])[] => {
      const need = needOf(column, rows, measure, place === columns.length - 1 ? LAST_ROOM : CELL_ROOM);
      return need > (needs[column.id] ?? 0) ? [[column.id, need]] : [];
    });
    if (more.length > 0) tell({ ...needs, ...Object.fromEntries(more) });
  });
}

function needOf<Row>(column: Column<Row>, rows: readonly Row[], measure: (text: string, size: number) => number, room: number): number {
  if (column.align !== "end") return 0;
  // Counts stand in narrow columns under short names; the name of an amount, or of the last column, is never cut either.
  const named = room === LAST_ROOM || rows.some((row) => typeof (column.value?.(row) ?? "") === "object");
  const header = named ? measure(column.header, 12) : 0;
  const longest = rows
    .map((row) => shownText(column.value?.(row) ?? null))
    .reduce((most, text) => (text.length > most.length ? text : most), "");
  return Math.ceil(Math.max(header, longest === "" ? 0 : measure(longest, 13)) + room);
}

/** A figure as it is shown, with the blank behind it that parentheses would take. */
function shownText(value: CellValue): string {
  if (value === null) return "";
  if (typeof value === "string") return isDecimal(value) ? formatNumeral(value) : value;
  const text = formatAmount(value.amount, value.currency);
  return text.startsWith("(") ? text : `${text})`;
}

const widths = new Map<string, number>();
let canvas: CanvasRenderingContext2D | null = null;

/** Widths of texts in the window's font, as bold as totals are. */
function textMeasure(element: HTMLElement): (text: string, size: number) => number {
  const family = getComputedStyle(element).fontFamily;
  return (text, size) => {
    const font = `600 ${size}px ${family}`;
    // Digits are of one width: one figure stands for all of its form.
    const key = `${font} ${text.replaceAll(/\d/g, "0")}`;
    const known = widths.get(key);
    if (known !== undefined) return known;
    canvas ??= document.createElement("canvas").getContext("2d");
    if (canvas === null) return 0;
    canvas.font = font;
    const found = canvas.measureText(text.replaceAll(/\d/g, "0")).width;
    widths.set(key, found);
    return found;
  };
}
