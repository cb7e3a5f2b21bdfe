import { join } from "node:path";
import { BrowserWindow, nativeTheme, screen, type WebContents } from "electron";
import { windowAddress } from "#shared/contract/app/screens.ts";
import type { ShellCommand } from "#shared/contract/app/shell.ts";
import { EVENT_CHANNEL } from "#shared/contract/channels.ts";
import { isPageAddress, PAGE_ADDRESS } from "./page-address.ts";
import { webPreferences } from "./web-preferences.ts";
import { placeWindow, readWindowStates, SMALLEST, WINDOWS_MAX, type WindowState, writeWindowStates } from "./window-state.ts";

const STATE_FILE = "windows.json";
const CASCADE = 28;
// The colours of an empty window, so that none flashes before the page is painted.
const BACKGROUND = { light: "#ffffff", dark: "#16181d" } as const;

interface Open {
  readonly window: BrowserWindow;
  address: string;
}

/** The windows of this process: each shows a client and screen, and is restored at the next start. */
export class Windows {
  readonly #file: string;
  readonly #preload: string;
  #open: Open[] = [];
  #kept = false;

  constructor(options: { readonly home: string; readonly preload: string }) {
    this.#file = join(options.home, STATE_FILE);
    this.#preload = options.preload;
  }

  /** Opens the windows of the last time where they were, or a first one. */
  openRemembered(): void {
    const states = readWindowStates(this.#file);
    if (states.length === 0) this.#show(null, "/");
    for (const state of states) this.#show(state, state.address);
  }

  /** @returns false when there are as many windows as there may be */
  open(address: string): boolean {
    if (this.#open.length >= WINDOWS_MAX) return false;
    const beside = this.front();
    const bounds = beside?.getNormalBounds();
    this.#show(bounds === undefined ? null : { ...bounds, x: bounds.x + CASCADE, y: bounds.y + CASCADE, maximized: false }, address);
    return true;
  }

  /** True for the contents of a window that this process made and that is still there. */
  has(contents: WebContents): boolean {
    return this.#open.some(({ window }) => !window.isDestroyed() && window.webContents === contents);
  }

  /** True while a person looks at one of the windows. */
  isLookedAt(): boolean {
    return this.#open.some(({ window }) => !window.isDestroyed() && window.isFocused());
  }

  /** The window that is looked at, or the one that was opened last. */
  front(): BrowserWindow | undefined {
    const there = this.#open.filter(({ window }) => !window.isDestroyed());
    return (there.find(({ window }) => window.isFocused()) ?? there.at(-1))?.window;
  }

  /** Brings a window to the front and, where one is given, has it do something. */
  summon(command: ShellCommand | null): void {
    const window = this.front();
    if (window === undefined) {
      this.#show(null, command?.command === "go" ? command.address : "/");
      return;
    }
    if (window.isMinimized()) window.restore();
    window.focus();
    if (command !== null) window.webContents.send(EVENT_CHANNEL, { topic: "shell.command", payload: command });
  }

  /** Stores the open windows; closing windows afterwards doesn't change the list. */
  keep(): void {
    if (this.#kept) return;
    this.#kept = true;
    this.#write(this.#open);
  }

  #show(place: Omit<WindowState, "address"> | null, address: string): void {
    const { maximized, ...bounds } = placeWindow(place, workAreas());
    const window = new BrowserWindow({
      ...bounds,
      minWidth: SMALLEST.width,
      minHeight: SMALLEST.height,
      show: false,
      title: "Tieout",
      backgroundColor: nativeTheme.shouldUseDarkColors ? BACKGROUND.dark : BACKGROUND.light,
      webPreferences: webPreferences(this.#preload),
    });
    const open: Open = { window, address };
    this.#open.push(open);
    if (maximized) window.maximize();
    window.once("ready-to-show", () => window.show());
    window.webContents.on("did-navigate-in-page", (_event, url) => {
      const place = windowAddress.safeParse(url.split("#", 2)[1] ?? "/");
      if (isPageAddress(url) && place.success) open.address = place.data;
    });
    window.on("close", () => this.#closing(open));
    void window.loadURL(address === "/" ? PAGE_ADDRESS : `${PAGE_ADDRESS}#${address}`);
  }

  /** The last window is the one to come back to; one of several that is closed is done with. */
  #closing(open: Open): void {
    const others = this.#open.filter((other) => other !== open);
    if (!this.#kept) this.#write(others.length === 0 ? [open] : others);
    this.#open = others;
  }

  #write(open: readonly Open[]): void {
    const there = open.filter(({ window }) => !window.isDestroyed());
    if (there.length === 0) return;
    writeWindowStates(
      this.#file,
      there.map(({ window, address }) => ({ ...window.getNormalBounds(), maximized: window.isMaximized(), address })),
    );
  }
}

function workAreas() {
  const primary = screen.getPrimaryDisplay();
  return [primary, ...screen.getAllDisplays().filter((display) => display.id !== primary.id)].map((display) => display.workArea);
}
