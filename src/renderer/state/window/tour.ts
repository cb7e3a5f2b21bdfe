import { create } from "zustand";

const KEY = "tieout.tour";

/** Where a person is on the tour; null while nobody is shown around. */
export const useTour = create<{ readonly step: number | null }>(() => ({ step: null }));

/** Begins the tour, or goes on where it was left. */
export function startTour(): void {
  const left = Number(window.localStorage.getItem(KEY) ?? "0");
  useTour.setState({ step: Number.isInteger(left) && left > 0 ? left : 0 });
}

export function showTourStep(step: number): void {
  window.localStorage.setItem(KEY, String(step));
  useTour.setState({ step });
}

/** Leaves the tour: it goes on from here the next time, and from the start once it was seen to its end. */
export function endTour(seenToEnd = false): void {
  if (seenToEnd) window.localStorage.removeItem(KEY);
  useTour.setState({ step: null });
}
