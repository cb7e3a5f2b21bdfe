import { useMemo } from "react";
import { create } from "zustand";
import { type LineRules, shownLines } from "../grid-sections.ts";
import type { Column, DataGridProps, GridSort } from "../grid-types.ts";
import { columnFilter, type FilterPart } from "./grid-filter.ts";
import { nextOrders, sortsDownFirst } from "./grid-sorting.ts";

interface GridViewInput<Row> extends LineRules<Row> {
  /** The grid's name, with the client where its rows belong to one; its filter and order are stored under it. */
  readonly id: string;
  /** All columns, including those that aren't shown now. */
  readonly columns: readonly Column<Row>[];
  readonly lines: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** Text of a row that no column shows. */
  readonly alsoIn?: (row: Row) => string;
  /** Words that the filter looks for together, such as a status. They don't change while the grid is shown. */
  readonly phrases?: readonly string[];
  /** A filter text that is stored elsewhere. */
  readonly typed?: { readonly text: string; readonly setText: (text: string) => void };
}

/** A grid's typed filter as its field and its chips use it. */
export interface TypedFilterState {
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly parts: readonly FilterPart[];
}

/** The view a person has of loaded lines, and the props for the grid that shows it. */
export interface GridView<Row> extends TypedFilterState {
  readonly lines: readonly Row[];
  /** Rows without headings and totals: those shown, and all. */
  readonly shown: number;
  readonly all: number;
  readonly grid: Pick<DataGridProps<Row>, "rowCount" | "rowAt" | "keyOf" | "indexOf" | "sort" | "thenBy" | "onSort" | "sortsAll">;
}

interface Kept {
  readonly text: string;
  readonly orders: readonly GridSort[];
}

const NOTHING: Kept = { text: "", orders: [] };
const KEY = "tieout.grid-views";
const useKept = create<Readonly<Record<string, Kept>>>(() => readKept(globalThis.sessionStorage?.getItem(KEY) ?? null));

/** The current sort order of a grid, first key to last. */
export function keptOrders(id: string): readonly GridSort[] {
  return useKept.getState()[id]?.orders ?? [];
}

/** Sets a grid's sort order; its filter stays. */
export function keepOrders(id: string, orders: readonly GridSort[]): void {
  keep(id, { orders });
}

function keep(id: string, next: Partial<Kept>): void {
  useKept.setState((kept) => ({ [id]: { ...(kept[id] ?? NOTHING), ...next } }));
  window.sessionStorage.setItem(KEY, JSON.stringify(useKept.getState()));
}

/** Filters and sorts loaded lines; filter and order are kept while the window is open, across reloads too. */
export function useGridView<Row>(input: GridViewInput<Row>): GridView<Row> {
  const { id, columns, lines, keyOf, kindOf, familyOf, alsoIn } = input;
  const { text: own, orders } = useKept((kept) => kept[id]) ?? NOTHING;
  const text = input.typed?.text ?? own;
  const change = (next: Partial<Kept>): void => keep(id, next);
  // A list's rules are pure functions recreated at every render, so they alone are no reason to sort again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const found = useMemo(() => {
    const filter = text.trim() === "" ? null : columnFilter(text, columns, alsoIn, input.phrases);
    const shown = shownLines(lines, columns, orders, filter?.matches ?? null, { kindOf, familyOf });
    return { shown, parts: filter?.parts ?? [], places: new Map(shown.map((line, place) => [keyOf(line), place])) };
  }, [lines, columns, orders, text]);
  const [sort, ...thenBy] = orders;
  const rows = (some: readonly Row[]): number =>
    kindOf === undefined ? some.length : some.filter((line) => kindOf(line) === "row").length;
  return {
    text,
    setText: input.typed?.setText ?? ((next) => change({ text: next })),
    parts: found.parts,
    lines: found.shown,
    shown: rows(found.shown),
    all: rows(lines),
    grid: {
      rowCount: found.shown.length,
      rowAt: (index) => found.shown[index],
      keyOf,
      indexOf: (key) => found.places.get(key) ?? -1,
      sort,
      thenBy,
      sortsAll: true,
      onSort: (column, further) =>
        change({ orders: nextOrders(orders, column, { further, descending: sortsDownFirst(columns, lines, column), ends: true }) }),
    },
  };
}

/** What was stored before a reload; empty when the text can't be read. */
function readKept(text: string | null): Readonly<Record<string, Kept>> {
  if (text === null) return {};
  try {
    const found = Object.entries(JSON.parse(text) as Readonly<Record<string, unknown>>);
    return Object.fromEntries(found.filter((entry): entry is [string, Kept] => isKept(entry[1])));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return {};
    throw error;
  }
}

function isKept(value: unknown): value is Kept {
  const kept = value as Partial<Record<keyof Kept, unknown>> | null;
  return typeof kept === "object" && typeof kept?.text === "string" && Array.isArray(kept.orders) && kept.orders.every(isOrder);
}

function isOrder(value: unknown): value is GridSort {
  const order = value as Partial<Record<keyof GridSort, unknown>> | null;
  return typeof order?.column === "string" && typeof order.descending === "boolean";
}
