import { type KeyboardEvent as KeyPress, useEffect, useRef } from "react";

/** Whether a dialog, a menu or another popover is open above the screen. */
export function isOverlayOpen(): boolean {
  return document.querySelector('[role="dialog"], [role="menu"], [role="tooltip"], :popover-open') !== null;
}

/** False for a key pressed in a dialog or menu that this opened: React passes it on to here, but the person means what is open. */
export function isOwnKey({ currentTarget, target }: Pick<KeyPress, "currentTarget" | "target">): boolean {
  return target instanceof Node && currentTarget.contains(target);
}

/** Calls `act` on Esc, unless something nearer has its own use for the key. */
export function useEscape(act: (() => void) | null): void {
  const current = useRef(act);
  current.current = act;
  const listening = act !== null;
  useEffect(() => {
    if (!listening) return;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      if (isOverlayOpen()) return;
      current.current?.();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [listening]);
}
