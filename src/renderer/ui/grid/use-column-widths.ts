import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useWideWindow } from "../../state/window/wide-window.ts";
import { type ColumnNeeds, headKey, lastKey } from "./state/column-needs.ts";

/** Texts that are remembered as measured before they are forgotten again. */
const MOST_TEXTS = 5_000;

const UNMEASURED: ColumnNeeds = {};

/** What the cells in sight need and the width there is; both change while a person scrolls, resizes and opens panels. */
export function useGridFit(scroller: RefObject<HTMLDivElement | null>) {
  // Cells may say less in a narrow window, so what they needed in a wide one doesn't count there.
  const wide = useWideWindow();
  const [measured, setMeasured] = useState({ wide, needs: UNMEASURED });
  const needs = measured.wide === wide ? measured.needs : UNMEASURED;
  // Two looks may come before the next drawing: what the first found isn't known to the second yet.
  const addNeeds = (more: ColumnNeeds): void =>
    setMeasured((before) => ({ wide, needs: before.wide === wide ? widest(before.needs, more) : more }));
  const [room, setRoom] = useState(Number.POSITIVE_INFINITY);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    setRoom(element.clientWidth);
    const watch = new ResizeObserver(() => setRoom(element.clientWidth));
    watch.observe(element);
    return () => watch.disconnect();
  }, [scroller]);
  return { needs, room, wide, addNeeds };
}

function widest(before: ColumnNeeds, more: ColumnNeeds): ColumnNeeds {
  return { ...before, ...Object.fromEntries(Object.entries(more).map(([id, need]) => [id, Math.max(need, before[id] ?? 0)])) };
}

/**
 * Measures what the cells in sight need, headers and totals too, when it may be more than was known: a column never shrinks, so that
 * nothing moves to and fro. While a grid scrolls it isn't measured.
 */
export function useNeeds(
  scroller: RefObject<HTMLDivElement | null>,
  ids: readonly string[],
  still: boolean,
  { needs, addNeeds }: Pick<ReturnType<typeof useGridFit>, "needs" | "addNeeds">,
): void {
  const known = useRef(new Set<string>());
  const [, drawAgain] = useState(false);
  useEffect(() => {
    // Text that was measured before its font had come is measured again; most grids are drawn long after it came.
    if (document.fonts.status === "loaded") return;
    void document.fonts.ready.then(() => {
      known.current.clear();
      drawAgain(true);
    });
  }, []);
  const look = useRef<() => void>(() => undefined);
  useLayoutEffect(() => {
    look.current = () => {
      const sheet = scroller.current?.firstElementChild;
      if (!still || !(sheet instanceof HTMLElement)) return;
      if (needs === UNMEASURED || known.current.size > MOST_TEXTS) known.current.clear();
      const fresh = freshCells(sheet, ids, known.current);
      if (fresh.length === 0) return;
      const more = measured(sheet, fresh, needs);
      if (Object.keys(more).length > 0) addNeeds(more);
    };
    look.current();
  });
  useEffect(() => {
    // A cell that tells an age draws itself again, without the grid: "just now" becomes "1 min ago".
    if (scroller.current === null) return;
    const watch = new MutationObserver(() => look.current());
    watch.observe(scroller.current, { characterData: true, subtree: true });
    return () => watch.disconnect();
  }, [scroller]);
}

type PlacedCell = readonly [id: string, cell: HTMLElement];

/** The cells whose text was never measured in their column. */
function freshCells(sheet: HTMLElement, ids: readonly string[], known: Set<string>): readonly PlacedCell[] {
  const fresh: PlacedCell[] = [];
  for (const cell of sheet.querySelectorAll<HTMLElement>("[aria-colindex]")) {
    const column = Number(cell.getAttribute("aria-colindex")) - 1;
    const id = ids[column];
    // A blank says nothing about what will come.
    if (id === undefined || cell.dataset.waiting !== undefined) continue;
    // The last cell keeps clear of the button in the corner, and words keep clear of a figure before them, whose column may come later.
    const place = `${cell.getAttribute("role")} ${cell.nextElementSibling === null} ${ids[column - 1]}`;
    const key = `${id} ${place} ${cell.childElementCount} ${formOf(cell)}`;
    if (known.has(key)) continue;
    known.add(key);
    fresh.push([id, cell]);
  }
  return fresh;
}

/** Digits of figures are of one width, so any figure of a form stands for all; those among words (`bdi`) aren't. */
function formOf(cell: HTMLElement): string {
  const words = cell.textContent ?? "";
  return /\d/.test(words) && cell.querySelector("bdi") === null ? words.replaceAll(/\d/g, "0") : words;
}

/** What each column needs for these cells where it is more than was known: they are laid out at their own width for a moment. */
function measured(sheet: HTMLElement, cells: readonly PlacedCell[], needs: ColumnNeeds): ColumnNeeds {
  const more: Record<string, number> = {};
  sheet.dataset.measuring = "";
  for (const [id, cell] of cells) {
    const need = Math.ceil(cell.getBoundingClientRect().width) + 1;
    const keys = cell.getAttribute("role") === "columnheader" ? [id, headKey(id)] : [id];
    for (const key of cell.nextElementSibling === null ? keys.map(lastKey) : keys) {
      if (need > (more[key] ?? needs[key] ?? 0)) more[key] = need;
    }
  }
  delete sheet.dataset.measuring;
  return more;
}
