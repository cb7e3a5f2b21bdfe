import { useEffect, useRef } from "react";
import { strokeOf } from "../../format/text/shortcut-label.ts";
import { useKeySettings } from "../../state/window/shortcut-settings.ts";
import { isOverlayOpen } from "../../state/window/use-escape.ts";

/** J and K, and the arrows, move from row to row, unless somebody types or a dialog is open. */
export function useRowKeys(move: (by: 1 | -1) => void): void {
  const current = useRef(move);
  current.current = move;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const by = stepOf(strokeOf(event));
      if (by === 0 || event.defaultPrevented || isOverlayOpen()) return;
      if (event.target instanceof HTMLElement && event.target.matches("input, textarea, select")) return;
      event.preventDefault();
      current.current(by);
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
}

function stepOf(stroke: string | null): 1 | -1 | 0 {
  const { letters } = useKeySettings.getState();
  if (stroke === "arrowdown" || (letters && stroke === "j")) return 1;
  return stroke === "arrowup" || (letters && stroke === "k") ? -1 : 0;
}
