import { type RefObject, useRef } from "react";
import { flushSync } from "react-dom";

/**
 * Does something with what a form shows, from a button or from keys that leave the focus in a field: that field takes its text
 * first, as it does when it is left. `refuse` is called instead when a field has text that it can't read.
 */
export function useTypedFirst(form: RefObject<HTMLElement | null>, act: () => void, refuse?: () => void): () => void {
  // What the field takes is part of the form only when it is drawn again.
  const latest = useRef(act);
  latest.current = act;
  return () => {
    const { activeElement } = document;
    if (activeElement instanceof HTMLInputElement && form.current?.contains(activeElement) === true) {
      flushSync(() => activeElement.blur());
      activeElement.focus({ preventScroll: true });
    }
    const unread = form.current?.querySelector<HTMLInputElement>("input:invalid") ?? null;
    if (unread === null) latest.current();
    else if (refuse !== undefined) refuse();
    else unread.reportValidity();
  };
}
