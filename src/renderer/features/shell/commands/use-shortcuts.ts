import { useEffect } from "react";
import { useHashLocation } from "wouter/use-hash-location";
import { later } from "../../../api/clock.ts";
import { monthAfter } from "../../../format/dates/month.ts";
import { strokeOf } from "../../../format/text/shortcut-label.ts";
import { useBarMonth } from "../../../state/period/selected-range.ts";
import { chooseMonth } from "../../../state/period/working-period.ts";
import { CLIENT_SCREENS, readAddress, setOverlay, showsPeriod, usePlace } from "../../../state/window/screen-address.ts";
import { actionOf, beginsKeys } from "../../../state/window/shortcut-settings.ts";
import { runShellCommand } from "./run-shell-command.ts";
import { actHere } from "./screen-actions.ts";

const CHORD_MS = 1500;
const FIRM_PLACES: Readonly<Record<string, string>> = {
  "go-clients": "/",
  "go-inbox": "/inbox",
  "go-queue": "/queue",
  "go-group": "/group",
  settings: "/settings",
};

/** The keys that work on every screen. Single letters are off while typing, while a dialog is open, and where the settings say so. */
export function useShortcuts(): void {
  const [address, navigate] = useHashLocation();
  const month = useBarMonth(readAddress(address).clientId);
  useEffect(() => {
    let begun: string | null = null;
    let endChord: (() => void) | null = null;
    const closeChord = () => {
      endChord?.();
      endChord = null;
      begun = null;
    };
    const onKeyDown = (event: KeyboardEvent): void => {
      const stroke = strokeOf(event);
      if (stroke === null || event.defaultPrevented) return;
      const withCommand = event.ctrlKey || event.metaKey || stroke === "f5";
      if (!withCommand && (event.altKey || isTyping(event.target) || usePlace.getState().overlay !== null)) return;
      const keys = begun === null ? stroke : `${begun} ${stroke}`;
      const second = begun !== null;
      closeChord();
      const action = actionOf(keys);
      // With a dialog open, the screen below and the way to another one wait.
      if (action !== null && action.group !== "everywhere" && isBelowDialog(event.target, action.id)) {
        event.preventDefault();
        return;
      }
      // A key that is held down acts once: what the first press opened may have another use for it, such as to send.
      if (action?.group === "here" && event.repeat) event.preventDefault();
      else if (action !== null) {
        if (run(action.id, { navigate, month })) event.preventDefault();
      } else if (!second && beginsKeys(stroke)) {
        begun = stroke;
        endChord = later(CHORD_MS, closeChord);
      } else if (!second && entersGrid(stroke)) event.preventDefault();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => {
      closeChord();
      window.removeEventListener("keydown", onKeyDown);
    };
  }, [navigate, month]);
}

interface Here {
  readonly navigate: (to: string) => void;
  readonly month: string;
}

/** Does what a key means; false when there is nothing here to do it to, and the key stays the browser's. */
function run(actionId: string, { navigate, month }: Here): boolean {
  const place = FIRM_PLACES[actionId];
  if (place !== undefined) {
    navigate(place);
    return true;
  }
  const screen = CLIENT_SCREENS.find((name) => actionId === `screen-${name}`);
  if (screen !== undefined) {
    runShellCommand({ command: "screen", screen }, navigate);
    return true;
  }
  switch (actionId) {
    case "palette":
    case "switcher":
    case "keys":
      setOverlay(actionId);
      return true;
    case "filter":
      return focusFilter();
    case "period-before":
    case "period-after":
      // What isn't shown isn't changed.
      if (!showsPeriod(window.location.hash.slice(1))) return false;
      chooseMonth(monthAfter(month, actionId === "period-before" ? -1 : 1));
      return true;
    case "sync-client":
      runShellCommand({ command: "sync-client" }, navigate);
      return true;
    case "print":
      window.print();
      return true;
    default:
      return actHere(actionId);
  }
}

/** The arrows and J, K lead into the table when nothing has the focus. */
function entersGrid(stroke: string): boolean {
  const nothingFocused = document.activeElement === null || document.activeElement === document.body;
  return nothingFocused && ["j", "k", "arrowdown"].includes(stroke) && focusFirst('[role="grid"] [tabindex="0"]');
}

/** The filter of the panel or dialog that a person is in, else of the screen. */
function focusFilter(): boolean {
  const near = document.activeElement?.closest('aside, [role="dialog"]')?.querySelector<HTMLInputElement>("[data-quick-filter]") ?? null;
  if (near === null) return focusFirst("[data-quick-filter]");
  near.focus();
  near.select();
  return true;
}

function focusFirst(selector: string): boolean {
  const element = document.querySelector<HTMLElement>(selector);
  element?.focus();
  if (element instanceof HTMLInputElement) element.select();
  return element !== null;
}

/** Whether a key was pressed in a dialog that has no use for it, where the screen below has one. */
function isBelowDialog(target: EventTarget | null, actionId: string): boolean {
  if (usePlace.getState().overlay !== null || !(target instanceof Element)) return false;
  const dialog = target.closest('[role="dialog"]');
  return dialog !== null && dialog.querySelector(`[data-key="${actionId}"]`) === null;
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.closest('input, textarea, select, [role="dialog"]') !== null);
}
