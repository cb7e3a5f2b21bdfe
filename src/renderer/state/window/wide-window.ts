import { useSyncExternalStore } from "react";

/**
 * One query for all who ask: each of its own would be told at another moment, and a grid measured its cells while they still
 * said what they say in a wide window.
 */
function watched(media: string) {
  const query = typeof window === "undefined" ? null : window.matchMedia(media);
  const asking = new Set<() => void>();
  query?.addEventListener("change", () => {
    for (const changed of [...asking]) changed();
  });
  return {
    matches: () => query?.matches ?? false,
    subscribe: (changed: () => void) => {
      asking.add(changed);
      return () => void asking.delete(changed);
    },
  };
}

const wide = watched("(min-width: 1640px)");
const tall = watched("(min-height: 1000px)");

/** True where a window is so wide that pictures have room beside figures. */
export function useWideWindow(): boolean {
  return useSyncExternalStore(wide.subscribe, wide.matches);
}

/** True where a window is so high that pictures may be higher and leave the figures below them their room. */
export function useTallWindow(): boolean {
  return useSyncExternalStore(tall.subscribe, tall.matches);
}
