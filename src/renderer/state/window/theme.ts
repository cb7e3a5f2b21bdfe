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

const COLOURS_KEY = "tieout.colours";

/** Whether states have colors, or only icon and text. */
export type Colours = "usual" | "plain";

export const useColours = create<{ readonly colours: Colours }>(() => ({
  colours: window.localStorage.getItem(COLOURS_KEY) === "plain" ? "plain" : "usual",
}));

/** Takes the choice and keeps it. */
export function setColours(colours: Colours): void {
  window.localStorage.setItem(COLOURS_KEY, colours);
  useColours.setState({ colours });
  applyTheme();
}

const CONTRAST_KEY = "tieout.contrast";

/** High contrast; `system` follows the machine's wish. */
export type Contrast = "system" | "usual" | "high";

export const useContrast = create<{ readonly contrast: Contrast }>(() => ({ contrast: storedContrast() }));

/** Takes the choice and keeps it. */
export function setContrast(contrast: Contrast): void {
  window.localStorage.setItem(CONTRAST_KEY, contrast);
  useContrast.setState({ contrast });
  applyTheme();
}

const wishedContrast = window.matchMedia("(prefers-contrast: more)");
wishedContrast.addEventListener("change", applyTheme);

/** Writes the choices where the style sheet looks for them. */
export function applyTheme(): void {
  const { theme } = useTheme.getState();
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  const { colours } = useColours.getState();
  if (colours === "usual") delete document.documentElement.dataset.colours;
  else document.documentElement.dataset.colours = colours;
  const { contrast } = useContrast.getState();
  if (contrast === "high" || (contrast === "system" && wishedContrast.matches)) document.documentElement.dataset.contrast = "high";
  else delete document.documentElement.dataset.contrast;
}

function storedContrast(): Contrast {
  const stored = window.localStorage.getItem(CONTRAST_KEY);
  return stored === "usual" || stored === "high" ? stored : "system";
}

function storedTheme(): Theme {
  const stored = window.localStorage.getItem(KEY);
  return stored === "light" || stored === "dark" ? stored : "system";
}
