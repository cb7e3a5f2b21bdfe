import { useRef, useState } from "react";

/** An order that stays while a person looks at it. */
export interface SteadyOrder<Row> {
  readonly rows: readonly Row[];
  /** How many rows would stand elsewhere. */
  readonly moved: number;
  readonly show: () => void;
}

/** Rows in the order that holds, new ones where they belong among them; those that are gone are left out. */
export function inKeptOrder<Row>(rows: readonly Row[], kept: readonly string[], keyOf: (row: Row) => string): readonly Row[] {
  const places = new Map(kept.map((key, place) => [key, place]));
  let last = -1;
  const placed = rows.map((row) => {
    const place = places.get(keyOf(row));
    // A new row stands behind the one that it follows in the new order.
    last = place ?? last;
    return { row, place: place ?? last + 0.5 };
  });
  return placed.sort((a, b) => a.place - b.place).map(({ row }) => row);
}

/**
 * Keeps the order of rows while `hold`: a sync that moves many rows must not take them from under the pointer.
 * What would stand elsewhere is counted, and shown when it is asked for or when nothing holds the order any more.
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
