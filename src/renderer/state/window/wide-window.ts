import { useSyncExternalStore } from "react";

const WIDE = "(min-width: 1640px)";

/**
 * One query for all who ask: each of its own would be told at another moment, and a grid measured its cells while they still
 * said what they say in a wide window.
 */
const query = typeof window === "undefined" ? null : window.matchMedia(WIDE);
const asking = new Set<() => void>();
query?.addEventListener("change", () => {
  for (const changed of [...asking]) changed();
});

function subscribe(changed: () => void): () => void {
  asking.add(changed);
  return () => void asking.delete(changed);
}

/** True where a window is so wide that pictures have room beside figures. */
export function useWideWindow(): boolean {
  return useSyncExternalStore(subscribe, () => query?.matches ?? false);
}
