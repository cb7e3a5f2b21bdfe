import { type RefObject, useEffect, useLayoutEffect } from "react";

/** How far down each grid of each screen was scrolled; it stays while the window is open. */
const scrolls = new Map<string, number>();

/**
 * Comes back to where a grid was scrolled when its screen is shown again.
 * @param filled whether its rows are there
 * @param rows what knows how far it is scrolled: to ask the element would lay the page out in the middle of each frame
 */
export function useKeptScroll(
  scroller: RefObject<HTMLDivElement | null>,
  layoutId: string | undefined,
  filled: boolean,
  rows: { readonly scrollOffset: number | null },
): void {
  // The client and the screen, without what is open in it.
  const key = `${window.location.hash.split("/").slice(0, 4).join("/")} ${layoutId}`;
  useLayoutEffect(() => {
    const element = scroller.current;
    const top = scrolls.get(key);
    if (element !== null && filled && top !== undefined) element.scrollTop = top;
  }, [scroller, key, filled]);
  useEffect(() => {
    const element = scroller.current;
    if (element === null || !filled) return;
    const note = () => scrolls.set(key, rows.scrollOffset ?? 0);
    element.addEventListener("scroll", note, { passive: true });
    return () => element.removeEventListener("scroll", note);
  }, [scroller, key, filled, rows]);
}
