import { type RefObject, useEffect } from "react";

/** Takes the focus to what has just opened, where the button that opened it went away: otherwise the keys start at the top of the page. */
export function useLostFocus(opened: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (!isLost || opened.current === null) return;
    opened.current.tabIndex = -1;
    opened.current.focus();
  }, [opened]);
}
