import { create } from "zustand";

export type Theme = "system" | "light" | "dark";

const KEY = "tieout.theme";
const NEXT: Readonly<Record<Theme, Theme>> = { system: "light", light: "dark", dark: "system" };

/** The chosen look; `system` follows the machine. */
export const useTheme = create<{ readonly theme: Theme }>(() => ({ theme: storedTheme() }));

/** Goes on to the next look and keeps the choice. */
export function cycleTheme(): void {
  setTheme(NEXT[useTheme.getState().theme]);
}

/** Takes a look and keeps the choice. */
export function setTheme(theme: Theme): void {
  window.localStorage.setItem(KEY, theme);
  useTheme.setState({ theme });
  applyTheme();
}

/** Writes the choice where the style sheet looks for it. */
export function applyTheme(): void {
  const { theme } = useTheme.getState();
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

function storedTheme(): Theme {
  const stored = window.localStorage.getItem(KEY);
  return stored === "light" || stored === "dark" ? stored : "system";
}
