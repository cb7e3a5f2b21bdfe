import { useEffect, useMemo } from "react";
import type { ColumnNeeds } from "./column-needs.ts";

/** What the rows of a grid made of its columns, by column id. */
export interface GridShape {
  readonly needs: ColumnNeeds;
  /** Empty in every row, so left out. */
  readonly blank: readonly string[];
  /** Empty in most rows, so the first to be left out where room is short. */
  readonly sparse: readonly string[];
  /** With a value that someone has to see, so not left out first all the same. */
  readonly telling: readonly string[];
  /** What tells rows apart that are alike otherwise, so kept. */
  readonly differing: readonly string[];
}

// Cells may say less in a narrow window, so each width of window has a shape of its own.
const keyOf = (layoutId: string, wide: boolean): string => `tieout.grid-shape.${wide ? "wide" : "narrow"}.${layoutId}`;

/** A stored shape; null when the text can't be read. */
export function readShape(text: string | null): GridShape | null {
  if (text === null) return null;
  try {
    const kept = JSON.parse(text) as Partial<Record<keyof GridShape, unknown>>;
    const ids = (value: unknown) => (Array.isArray(value) ? value.filter((id): id is string => typeof id === "string") : []);
    const needs = Object.entries(kept.needs ?? {}).filter((entry): entry is [string, number] => typeof entry[1] === "number");
    if (needs.length === 0) return null;
    const { blank, sparse, telling, differing } = kept;
    const told = { blank: ids(blank), sparse: ids(sparse), telling: ids(telling), differing: ids(differing) };
    return { needs: Object.fromEntries(needs), ...told };
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return null;
    throw error;
  }
}

/** While a grid waits for its rows: the shape that it had with rows before, so that nothing moves when they come. */
export function useShapeBefore(layoutId: string | undefined, wide: boolean, waiting: boolean): GridShape | null {
  return useMemo(
    () => (layoutId === undefined || !waiting ? null : readShape(window.localStorage.getItem(keyOf(layoutId, wide)))),
    [layoutId, wide, waiting],
  );
}

/** Keeps the shape of a grid beyond this window's life; null while it has no rows. */
export function useKeptShape(layoutId: string | undefined, wide: boolean, shape: GridShape | null): void {
  const text = shape === null || Object.keys(shape.needs).length === 0 ? null : JSON.stringify(shape);
  useEffect(() => {
    if (layoutId !== undefined && text !== null) window.localStorage.setItem(keyOf(layoutId, wide), text);
  }, [layoutId, wide, text]);
}
