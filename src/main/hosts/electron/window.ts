import { join } from "node:path";
import { app, BrowserWindow, nativeTheme, screen, type WebPreferences } from "electron";
import { PAGE_ADDRESS } from "./page-address.ts";
import { placeWindow, readWindowState, SMALLEST, writeWindowState } from "./window-state.ts";

const STATE_FILE = "window.json";
// The colours of an empty window, so that none flashes before the page is painted.
const BACKGROUND = { light: "#ffffff", dark: "#16181d" } as const;

/** Opens the window where it was last time; its place is kept in the data folder. */
export function openWindow(options: { readonly home: string; readonly preload: string }): BrowserWindow {
  const { maximized, ...bounds } = placeWindow(readWindowState(join(options.home, STATE_FILE)), workAreas());
  const window = new BrowserWindow({
    ...bounds,
    minWidth: SMALLEST.width,
    minHeight: SMALLEST.height,
    show: false,
    title: "Tieout",
    backgroundColor: nativeTheme.shouldUseDarkColors ? BACKGROUND.dark : BACKGROUND.light,
    webPreferences: webPreferences(options.preload),
  });
  if (maximized) window.maximize();
  window.once("ready-to-show", () => window.show());
  window.on("close", () => keepPlace(window, options.home));
  void window.loadURL(PAGE_ADDRESS);
  return window;
}

/** Remembers where the window is. */
export function keepPlace(window: BrowserWindow, home: string): void {
  writeWindowState(join(home, STATE_FILE), { ...window.getNormalBounds(), maximized: window.isMaximized() });
}

/** The page gets the preload's two functions and nothing of Node. Defaults are spelled out, so that a change of them changes nothing. */
function webPreferences(preload: string): WebPreferences {
  return {
    preload,
    contextIsolation: true,
    sandbox: true,
    webSecurity: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webviewTag: false,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    navigateOnDragDrop: false,
    spellcheck: false,
    devTools: !app.isPackaged,
  };
}

function workAreas() {
  const primary = screen.getPrimaryDisplay();
  return [primary, ...screen.getAllDisplays().filter((display) => display.id !== primary.id)].map((display) => display.workArea);
}
