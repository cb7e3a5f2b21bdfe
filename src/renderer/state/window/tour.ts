import { create } from "zustand";

/** Where a person is on the way through the demo firm; null while nobody is shown around. */
export const useTour = create<{ readonly step: number | null }>(() => ({ step: null }));

export function startTour(): void {
  useTour.setState({ step: 0 });
}

export function endTour(): void {
  useTour.setState({ step: null });
}
