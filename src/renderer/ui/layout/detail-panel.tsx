import { type ReactNode, useContext, useEffect, useRef } from "react";
import { PanelsContext } from "../../state/window/panels.ts";
import { popOut } from "../../state/window/pop-out.ts";
import { SidePanel } from "./side-panel.tsx";

interface DetailPanelProps {
  readonly kind: string;
  readonly title: string;
  readonly busy?: boolean;
  /** Goes to the panel below in the screen's own order, when nothing was opened on top. */
  readonly onBack?: (() => void) | undefined;
  /** Takes the focus when what opened it went away with another screen. */
  readonly takesFocus?: boolean;
  readonly children: ReactNode;
}

/** A panel at the side of a screen, with Back, a separate window, and Shift+Enter. */
export function DetailPanel({ kind, title, busy = false, onBack, takesFocus = false, children }: DetailPanelProps) {
  const panels = useContext(PanelsContext);
  const panel = useRef<HTMLElement>(null);
  const address = panels?.address ?? "";
  const popOutHere = () => popOut(address);
  useShiftEnter(panel, popOutHere);
  useEffect(() => {
    if (takesFocus && document.activeElement === document.body) panel.current?.querySelector<HTMLElement>("[data-panel-body]")?.focus();
  }, [takesFocus]);
  return (
    <SidePanel
      ref={panel}
      kind={kind}
      title={title}
      busy={busy}
      onBack={panels?.back ?? onBack}
      onPopOut={popOutHere}
      onClose={() => panels?.close()}
    >
      {children}
    </SidePanel>
  );
}

/** Handles Shift+Enter inside a panel, except on elements that use it themselves. */
export function useShiftEnter(panel: { readonly current: HTMLElement | null }, act: () => void): void {
  const current = useRef(act);
  current.current = act;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== "Enter" || !event.shiftKey || event.defaultPrevented) return;
      if (!(event.target instanceof HTMLElement) || event.target.closest("textarea, a, summary, select") !== null) return;
      event.preventDefault();
      current.current();
    };
    const element = panel.current;
    element?.addEventListener("keydown", onKeyDown);
    return () => element?.removeEventListener("keydown", onKeyDown);
  }, [panel]);
}
