import { type KeyboardEvent, type PointerEvent, useState } from "react";
import { placeAfter } from "./chart-places.ts";

/** What is being read of a picture: hover and arrow keys go from figure to figure, and Escape ends it. */
export interface Reading {
  /** The place that is read; null when nothing is. */
  readonly at: number | null;
  readonly on: {
    readonly onKeyDown: (event: KeyboardEvent) => void;
    readonly onPointerMove: (event: PointerEvent) => void;
    readonly onPointerLeave: () => void;
    readonly onFocus: (event: { readonly currentTarget: Element }) => void;
    readonly onBlur: () => void;
  };
}

/**
 * @param placeOf the place under a point of the picture, in its own pixels
 * @param first where reading by keyboard begins
 */
export function useReading(count: number, first: number, placeOf: (x: number, width: number) => number | null): Reading {
  const [chosen, setAt] = useState<number | null>(null);
  const at = chosen === null || count === 0 ? null : Math.min(chosen, count - 1);
  const on = {
    onKeyDown: (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const next = placeAfter(event.key, at ?? first, count);
      if (next === null && (event.key !== "Escape" || at === null)) return;
      event.preventDefault();
      event.stopPropagation();
      setAt(next);
    },
    onPointerMove: (event: PointerEvent) => {
      const { left, width } = event.currentTarget.getBoundingClientRect();
      setAt(placeOf(event.clientX - left, width));
    },
    onPointerLeave: () => setAt(null),
    // A click reads what it points at.
    onFocus: ({ currentTarget }: { readonly currentTarget: Element }) => {
      if (currentTarget.matches(":focus-visible")) setAt((known) => known ?? first);
    },
    onBlur: () => setAt(null),
  };
  return { at, on };
}
