import { type RefObject, useRef } from "react";
import { flushSync } from "react-dom";

/**
 * Reviews what the form shows, from a button or from keys that leave the focus in a field: that field takes its text first, as it
 * does when it is left. `refuse` is called instead when a field has text that it can't read.
 */
export function useReviewAct(form: RefObject<HTMLFormElement | null>, review: () => void, refuse: () => void): () => void {
  // What the field takes is part of the form only when it is drawn again.
  const latest = useRef(review);
  latest.current = review;
  return () => {
    const { activeElement } = document;
    if (activeElement instanceof HTMLInputElement && form.current?.contains(activeElement) === true) {
      flushSync(() => activeElement.blur());
      activeElement.focus({ preventScroll: true });
    }
    if (form.current?.querySelector("input:invalid")) refuse();
    else latest.current();
  };
}
