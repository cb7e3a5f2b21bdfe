import { useEffect, useRef, useState } from "react";
import { later } from "../../api/clock.ts";

/** What a screen asks for first has arrived by then. */
const SETTLED_MS = 3_000;

/** Rows in the order of the keys; rows without one of them come last, in their own order. */
export function inOrderOf<Row>(rows: readonly Row[], keys: readonly string[], keyOf: (row: Row) => string): readonly Row[] {
  const places = new Map(keys.map((key, place) => [key, place]));
  const placeOf = (row: Row): number => places.get(keyOf(row)) ?? keys.length;
  return rows.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/**
 * Rows that stay where they are while a person looks at them: new ones come last, until the person leaves or asks
 * for something else (`asked`). The order is kept once the first answers are in.
 */
export function useKeptOrder<Row>(rows: readonly Row[], keyOf: (row: Row) => string, asked: string): readonly Row[] {
  const kept = useRef({ asked, keys: [] as readonly string[] });
  const [settled, setSettled] = useState<string | null>(null);
  useEffect(() => later(SETTLED_MS, () => setSettled(asked)), [asked]);
  const shown = settled === asked && kept.current.asked === asked ? inOrderOf(rows, kept.current.keys, keyOf) : rows;
  useEffect(() => {
    kept.current = { asked, keys: shown.map(keyOf) };
  });
  return shown;
}
