import { type RefObject, useEffect, useRef } from "react";
import { later, nowMs } from "../../../api/clock.ts";
import { strokeOf } from "../../../format/text/shortcut-label.ts";
import { actionOf } from "../../../state/window/shortcut-settings.ts";
import { isOverlayOpen } from "../../../state/window/use-escape.ts";

const CHORD_MS = 1500;
const ARRIVES_MS = 250;

/**
 * The keys of an open document: each shows a part of it. Off while typing, in dialogs and where the settings
 * say so; in a panel on another screen also off while the focus is in that screen's table, whose figures have
 * their own keys.
 */
export function usePanelKeys(panel: RefObject<HTMLElement | null>, stacked: boolean): void {
  const chordAt = useRef(0);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (isOverlayOpen()) return;
      const typing = event.target instanceof HTMLElement && event.target.closest("input, textarea, select, [contenteditable]") !== null;
      // G and a letter lead to another screen: the letter is not for the document then.
      const chord = nowMs() - chordAt.current < CHORD_MS;
      chordAt.current = !typing && event.key.toLowerCase() === "g" ? nowMs() : 0;
      const stroke = typing || chord ? null : strokeOf(event);
      const part = stroke === null ? undefined : actionOf(stroke)?.id;
      if (part === undefined || panel.current === null) return;
      if (stacked && event.target instanceof Element && event.target.closest('[role="grid"]') !== null) return;
      if (showPart(panel.current, part)) event.preventDefault();
    };
    // Before the keys of the screen below: what is open on top is meant.
    window.addEventListener("keydown", onKeyDown, true);
    return () => window.removeEventListener("keydown", onKeyDown, true);
  }, [panel, stacked]);
}

/** Brings a part of the document into sight, opens it and puts the focus there. */
function showPart(panel: HTMLElement, part: string): boolean {
  const found = panel.querySelector<HTMLElement>(part === "note" ? "[data-part=note] [data-note]" : `[data-part=${part}]`);
  if (found === null) return false;
  if (found instanceof HTMLDetailsElement) found.open = true;
  const target = found instanceof HTMLDetailsElement ? found.querySelector("summary") : found;
  found.scrollIntoView({ block: part === "note" ? "center" : "start" });
  target?.focus({ preventScroll: true });
  // The payload is asked for when it is opened, and there is nothing to scroll to before it has come.
  if (part === "raw") later(ARRIVES_MS, () => found.scrollIntoView({ block: "start" }));
  return true;
}
