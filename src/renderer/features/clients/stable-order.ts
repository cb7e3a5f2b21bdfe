import { useRef, useState } from "react";

/** An order that doesn't change while a person is looking at it. */
export interface SteadyOrder<Row> {
  readonly rows: readonly Row[];
  /** How many rows have another position in the new order. */
  readonly moved: number;
  readonly show: () => void;
}

/** Rows in the kept order, with new ones inserted where they belong; removed rows are left out. */
export function inKeptOrder<Row>(rows: readonly Row[], kept: readonly string[], keyOf: (row: Row) => string): readonly Row[] {
  const places = new Map(kept.map((key, place) => [key, place]));
  let last = -1;
  const placed = rows.map((row) => {
    const place = places.get(keyOf(row));
    // A new row comes after the one that it follows in the new order.
    last = place ?? last;
    return { row, place: place ?? last + 0.5 };
  });
  return placed.sort((a, b) => a.place - b.place).map(({ row }) => row);
}

/**
 * Keeps the order of rows while `hold`, so that a sync doesn't move rows away from the pointer. Pending moves
 * are counted, and applied on request or when `hold` ends.
 */
export function useSteadyOrder<Row>(rows: readonly Row[], keyOf: (row: Row) => string, hold: boolean): SteadyOrder<Row> {
  const kept = useRef<readonly string[]>([]);
  const [, draw] = useState(0);
  if (!hold || kept.current.length === 0) kept.current = rows.map(keyOf);
  const shown = inKeptOrder(rows, kept.current, keyOf);
  const moved = shown.filter((row, index) => {
    const other = rows[index];
    return other !== undefined && keyOf(other) !== keyOf(row);
  }).length;
  const show = (): void => {
    kept.current = rows.map(keyOf);
    draw((count) => count + 1);
  };
  return { rows: shown, moved, show };
}
