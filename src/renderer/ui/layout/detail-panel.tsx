import { type ReactNode, useContext, useEffect, useRef } from "react";
import { PanelsContext } from "../../state/window/panels.ts";
import { popOut } from "../../state/window/pop-out.ts";
import { SidePanel } from "./side-panel.tsx";

interface DetailPanelProps {
  readonly kind: string;
  readonly title: string;
  readonly busy?: boolean;
  /** What stands below it in the screen's own order, where nothing was opened over anything. */
  readonly onBack?: (() => void) | undefined;
  readonly children: ReactNode;
}

/** What stands at the side of a screen: Back to what is below it, its own window, and Shift+Enter. */
export function DetailPanel({ kind, title, busy = false, onBack, children }: DetailPanelProps) {
  const panels = useContext(PanelsContext);
  const panel = useRef<HTMLElement>(null);
  const address = panels?.address ?? "";
  const popOutHere = () => popOut(address);
  useShiftEnter(panel, popOutHere);
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

/** Shift+Enter inside a panel, on nothing that has a use for it. */
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
