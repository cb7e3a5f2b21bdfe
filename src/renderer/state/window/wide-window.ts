import { useSyncExternalStore } from "react";

const WIDE = "(min-width: 1640px)";

/** True where a window is so wide that pictures have room beside figures. */
export function useWideWindow(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = window.matchMedia(WIDE);
      query.addEventListener("change", changed);
      return () => query.removeEventListener("change", changed);
    },
    () => window.matchMedia(WIDE).matches,
  );
}
