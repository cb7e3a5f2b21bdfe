import { create } from "zustand";

type Density = "dense" | "roomy";

const KEY = "tieout.rows";
/** Heights of a row in px. */
const HEIGHTS: Readonly<Record<Density, number>> = { dense: 28, roomy: 36 };

/** How much room the rows of every table take. */
export const useDensity = create<{ readonly density: Density }>(() => ({
  density: globalThis.localStorage?.getItem(KEY) === "roomy" ? "roomy" : "dense",
}));

/** Takes the choice and keeps it. */
export function setDensity(density: Density): void {
  window.localStorage.setItem(KEY, density);
  useDensity.setState({ density });
}

/** What a second line of text adds to a row, in px. */
const SECOND_LINE = 18;

/** The height of a row of one line, or of two, now, in px. */
export function useRowHeight(twoLines = false): number {
  return HEIGHTS[useDensity((state) => state.density)] + (twoLines ? SECOND_LINE : 0);
}
