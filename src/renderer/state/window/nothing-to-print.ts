import { useEffect } from "react";
import { create } from "zustand";

/** How many parts of the screen couldn't be loaded, or are empty, in place of all that the screen holds. */
const useBlankParts = create<{ readonly count: number }>(() => ({ count: 0 }));

/** Says, while it's so, that there's nothing on the screen worth printing: it couldn't be loaded, or nothing is there. */
export function useNothingToPrint(isBlank: boolean): void {
  useEffect(() => {
    if (!isBlank) return undefined;
    useBlankParts.setState(({ count }) => ({ count: count + 1 }));
    return () => useBlankParts.setState(({ count }) => ({ count: count - 1 }));
  }, [isBlank]);
}

/** For the Export button, which isn't offered then. */
export function useIsBlank(): boolean {
  return useBlankParts(({ count }) => count > 0);
}
