import { create } from "zustand";
import type { Column } from "../grid-types.ts";

/** A person's arrangement of a grid, stored by column id so that a release may add columns. */
export interface GridLayout {
  readonly order: readonly string[];
  readonly hidden: readonly string[];
  /** Columns that stay visible when the grid is scrolled sideways; the first column always does. */
  readonly pinned: readonly string[];
  /** Widths in px that a person chose. */
  readonly widths: Readonly<Record<string, number>>;
}

export const PLAIN_LAYOUT: GridLayout = { order: [], hidden: [], pinned: [], widths: {} };

const NARROWEST = 40;
const WIDEST = 1_200;

/** Columns in a person's order: the first stays first, pinned ones follow, hidden ones are left out. */
export function arrangeColumns<Row>(columns: readonly Column<Row>[], layout: GridLayout): readonly Column<Row>[] {
  const [first, ...rest] = columns;
  if (first === undefined) return columns;
  const place = ({ id, standsFor }: Column<Row>): number => {
    // One that stands for others is where the first of them is.
    const at = layout.order.indexOf(standsFor === undefined ? id : (rest.find(({ pair }) => pair === standsFor)?.id ?? id));
    return at < 0 ? layout.order.length : at;
  };
  const ordered = rest.filter(({ id }) => !layout.hidden.includes(id)).sort((a, b) => place(a) - place(b));
  const pinned = ordered.filter(({ id }) => layout.pinned.includes(id));
  const free = ordered.filter(({ id }) => !layout.pinned.includes(id));
  return [first, ...pinned, ...free];
}

/** Moves a column before or after another, among all columns in their current order. */
export function moveColumn(ids: readonly string[], layout: GridLayout, id: string, to: number): GridLayout {
  const others = ids.filter((other) => other !== id);
  const place = Math.max(1, Math.min(others.length, to));
  return { ...layout, order: [...others.slice(0, place), id, ...others.slice(place)] };
}

/** Hides a column, or shows it again. */
export function toggleHidden(layout: GridLayout, id: string): GridLayout {
  return { ...layout, hidden: toggled(layout.hidden, id) };
}

/** Pins or unpins a column; pinned columns and the first need fixed widths. */
export function togglePinned(layout: GridLayout, widths: readonly (readonly [id: string, width: number])[]): GridLayout {
  const fixed = widths.reduce((before, [id, width]) => resizeColumn(before, id, before.widths[id] ?? width), layout);
  return { ...fixed, pinned: toggled(layout.pinned, widths.at(-1)?.[0] ?? "") };
}

/** Sets a column's width in px, within readable limits; null resets it. */
export function resizeColumn(layout: GridLayout, id: string, width: number | null): GridLayout {
  const { [id]: _, ...others } = layout.widths;
  if (width === null) return { ...layout, widths: others };
  return { ...layout, widths: { ...others, [id]: Math.round(Math.max(NARROWEST, Math.min(WIDEST, width))) } };
}

/** How many columns at the start stay visible. */
export function pinnedCount<Row>(columns: readonly Column<Row>[], layout: GridLayout): number {
  return 1 + columns.slice(1).filter(({ id }) => layout.pinned.includes(id)).length;
}

/** A stored layout; the default one when the text can't be read. */
export function readLayout(text: string | null): GridLayout {
  if (text === null) return PLAIN_LAYOUT;
  try {
    const kept = JSON.parse(text) as Partial<Record<keyof GridLayout, unknown>>;
    const words = (value: unknown) => (Array.isArray(value) ? value.filter((id): id is string => typeof id === "string") : []);
    const widths = Object.entries(kept.widths ?? {}).filter((entry): entry is [string, number] => typeof entry[1] === "number");
    return { order: words(kept.order), hidden: words(kept.hidden), pinned: words(kept.pinned), widths: Object.fromEntries(widths) };
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return PLAIN_LAYOUT;
    throw error;
  }
}

const useLayouts = create<Readonly<Record<string, GridLayout | null>>>(() => ({}));
const keyOf = (layoutId: string): string => `tieout.grid.${layoutId}`;

/** A grid's stored layout; null for the default one. */
export function keptLayout(layoutId: string): GridLayout | null {
  const stored = window.localStorage.getItem(keyOf(layoutId));
  return stored === null ? null : readLayout(stored);
}

/** Stores a grid's layout beyond this window's life; null resets it. */
export function keepLayout(layoutId: string, layout: GridLayout | null): void {
  if (layout === null) window.localStorage.removeItem(keyOf(layoutId));
  else window.localStorage.setItem(keyOf(layoutId), JSON.stringify(layout));
  useLayouts.setState({ [layoutId]: layout });
}

/** A grid's layout, whether a person has changed it, and how to change it; null resets it. */
export interface ArrangedLayout {
  readonly layout: GridLayout;
  readonly isPlain: boolean;
  readonly change: (next: GridLayout | null) => void;
}

/** The layout of a grid; changes outlive the window. */
export function useGridLayout(
  layoutId: string | undefined,
  columns: readonly { readonly id: string; readonly optional?: boolean }[],
): ArrangedLayout {
  const known = useLayouts((layouts) => (layoutId === undefined ? null : layouts[layoutId]));
  const plain = { ...PLAIN_LAYOUT, hidden: columns.filter(({ optional }) => optional).map(({ id }) => id) };
  if (layoutId === undefined) return { layout: plain, isPlain: true, change: () => undefined };
  const arranged = known === undefined ? keptLayout(layoutId) : known;
  return { layout: arranged ?? plain, isPlain: arranged === null, change: (next) => keepLayout(layoutId, next) };
}

function toggled(ids: readonly string[], id: string): readonly string[] {
  return ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id];
}
