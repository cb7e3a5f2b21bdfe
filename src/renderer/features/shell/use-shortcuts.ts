import { useEffect } from "react";
import { useHashLocation } from "wouter/use-hash-location";
import { later } from "../../api/clock.ts";
import { monthAfter } from "../../format/month.ts";
import { useBarMonth } from "../../state/chosen-span.ts";
import { useKeySettings } from "../../state/key-settings.ts";
import { type ClientScreen, clientAddress, readAddress, setOverlay, usePlace } from "../../state/place.ts";
import { chooseMonth } from "../../state/working-period.ts";

const CHORD_MS = 1500;
const DIALOGS: Readonly<Record<string, "switcher" | "palette">> = { o: "switcher", k: "palette" };
const FIRM_PLACES: Readonly<Record<string, string>> = { c: "/", i: "/inbox", r: "/group" };
const SCREENS: Readonly<Record<string, ClientScreen>> = {
  o: "overview",
  d: "documents",
  s: "statements",
  a: "aging",
  p: "spend",
  t: "tie-outs",
  k: "checks",
  f: "flux",
  x: "findings",
  l: "close",
  w: "writes",
  y: "sync",
};

/** The keys that work on every screen. Single letters are off while typing, while a dialog is open, and where the settings say so. */
export function useShortcuts(): void {
  const [address, navigate] = useHashLocation();
  const month = useBarMonth(readAddress(address).clientId);
  useEffect(() => {
    let endChord: (() => void) | null = null;
    const closeChord = () => {
      endChord?.();
      endChord = null;
    };
    const onKeyDown = (event: KeyboardEvent): void => {
      const overlay = (event.ctrlKey || event.metaKey) && !event.altKey ? DIALOGS[event.key.toLowerCase()] : undefined;
      if (overlay !== undefined) {
        event.preventDefault();
        setOverlay(overlay);
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || usePlace.getState().overlay !== null) return;
      if (!useKeySettings.getState().letters) return;
      const key = event.key.toLowerCase();
      if (endChord !== null) {
        closeChord();
        if (goTo(key, address, navigate)) event.preventDefault();
        return;
      }
      if (key === "g") {
        endChord = later(CHORD_MS, closeChord);
        return;
      }
      if (key === "[" || key === "]") {
        chooseMonth(monthAfter(month, key === "[" ? -1 : 1));
        return;
      }
      if (actOn(key)) event.preventDefault();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => {
      closeChord();
      window.removeEventListener("keydown", onKeyDown);
    };
  }, [address, navigate, month]);
}

function goTo(key: string, address: string, navigate: (to: string) => void): boolean {
  const firm = FIRM_PLACES[key];
  if (firm !== undefined) {
    navigate(firm);
    return true;
  }
  const screen = SCREENS[key];
  if (screen === undefined) return false;
  const clientId = readAddress(address).clientId ?? usePlace.getState().lastClientId;
  if (clientId === null) setOverlay("switcher");
  else navigate(clientAddress(clientId, screen));
  return true;
}

/** Keys without a chord; true when one was taken. */
function actOn(key: string): boolean {
  if (key === "?") {
    setOverlay("keys");
    return true;
  }
  if (key === "/") return focusFirst("[data-quick-filter]");
  const nothingFocused = document.activeElement === null || document.activeElement === document.body;
  if (nothingFocused && (key === "j" || key === "k" || key === "arrowdown")) return focusFirst('[role="grid"] [tabindex="0"]');
  return false;
}

function focusFirst(selector: string): boolean {
  const element = document.querySelector<HTMLElement>(selector);
  element?.focus();
  if (element instanceof HTMLInputElement) element.select();
  return element !== null;
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.closest("input, textarea, select, dialog") !== null);
}
