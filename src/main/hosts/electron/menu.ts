import { app, Menu, type MenuItemConstructorOptions } from "electron";
import { CLIENT_SCREENS } from "#shared/contract/app/screens.ts";
import type { ShellCommand } from "#shared/contract/app/shell.ts";

/** What menu items do: most of it in the window that is looked at, the rest in this process. */
export interface MenuActs {
  send(command: ShellCommand): void;
  newWindow(): void;
  /** Starts the app again, in safe mode or without it. */
  restart(safe: boolean): void;
  readonly safeMode: boolean;
  /** False for viewers: what starts a sync is disabled. */
  readonly maySync: boolean;
}

const separator = { type: "separator" } as const;

/** The menu bar. No reload, which would lose a person's place; tools for developers while unpackaged. */
export function setMenu(acts: MenuActs): void {
  const mac = process.platform === "darwin";
  const menus = [...(mac ? [macMenu(acts)] : []), fileMenu(acts, mac), editMenu(acts), viewMenu(acts), goMenu(acts), clientMenu(acts)];
  const window: MenuItemConstructorOptions = { label: "Window", submenu: [{ role: "minimize" }, { role: "zoom" }, { role: "close" }] };
  Menu.setApplicationMenu(Menu.buildFromTemplate([...menus, window, helpMenu(acts, mac)]));
}

function item(acts: MenuActs, label: string, command: ShellCommand, accelerator?: string): MenuItemConstructorOptions {
  return { label, click: () => acts.send(command), ...(accelerator === undefined ? {} : { accelerator }) };
}

function macMenu(acts: MenuActs): MenuItemConstructorOptions {
  return {
    label: "Tieout",
    submenu: [
      item(acts, "About Tieout", { command: "help" }),
      item(acts, "Check for Updates…", { command: "updates" }),
      separator,
      { role: "hide" },
      { role: "hideOthers" },
      { role: "unhide" },
      separator,
      { role: "quit" },
    ],
  };
}

function fileMenu(acts: MenuActs, mac: boolean): MenuItemConstructorOptions {
  return {
    label: "&File",
    submenu: [
      { label: "New Window", accelerator: "CmdOrCtrl+N", click: () => acts.newWindow() },
      item(acts, "Open This Screen in New Window", { command: "pop-out" }, "CmdOrCtrl+Shift+N"),
      separator,
      item(acts, "Connect a Ledger…", { command: "go", address: "/connect" }),
      separator,
      ...(mac ? [] : [{ role: "quit", accelerator: "CmdOrCtrl+Q" } as const]),
    ],
  };
}

function editMenu(acts: MenuActs): MenuItemConstructorOptions {
  return {
    label: "&Edit",
    submenu: [
      { role: "undo" },
      { role: "redo" },
      separator,
      { role: "cut" },
      { role: "copy" },
      { role: "paste" },
      { role: "selectAll" },
      separator,
      item(acts, "Filter the Table", { command: "find" }, "CmdOrCtrl+F"),
    ],
  };
}

function viewMenu(acts: MenuActs): MenuItemConstructorOptions {
  return {
    label: "&View",
    submenu: [
      item(acts, "Appearance: System", { command: "theme", theme: "system" }),
      item(acts, "Appearance: Light", { command: "theme", theme: "light" }),
      item(acts, "Appearance: Dark", { command: "theme", theme: "dark" }),
      separator,
      { role: "resetZoom" },
      { role: "zoomIn" },
      { role: "zoomOut" },
      separator,
      { role: "togglefullscreen" },
      ...(app.isPackaged ? [] : [separator, { role: "toggleDevTools" } as const]),
    ],
  };
}

function goMenu(acts: MenuActs): MenuItemConstructorOptions {
  return {
    label: "&Go",
    submenu: [
      item(acts, "Back", { command: "back" }, "Alt+Left"),
      item(acts, "Forward", { command: "forward" }, "Alt+Right"),
      separator,
      item(acts, "All Clients", { command: "go", address: "/" }, "CmdOrCtrl+Shift+A"),
      item(acts, "Switch Client…", { command: "switch-client" }, "CmdOrCtrl+O"),
      item(acts, "Search or Run a Command…", { command: "search" }, "CmdOrCtrl+K"),
    ],
  };
}

function clientMenu(acts: MenuActs): MenuItemConstructorOptions {
  const screens = CLIENT_SCREENS.map((screen, index) =>
    item(acts, label(screen), { command: "screen", screen }, index < 9 ? `CmdOrCtrl+${index + 1}` : undefined),
  );
  return {
    label: "&Client",
    submenu: [
      ...screens,
      separator,
      { ...item(acts, "Sync This Client", { command: "sync-client" }, "F5"), enabled: acts.maySync },
      { ...item(acts, "Sync All Clients", { command: "sync-all" }, "Shift+F5"), enabled: acts.maySync },
    ],
  };
}

function helpMenu(acts: MenuActs, mac: boolean): MenuItemConstructorOptions {
  return {
    role: "help",
    label: "&Help",
    submenu: [
      item(acts, "Keyboard Shortcuts", { command: "keys" }),
      item(acts, "About Tieout", { command: "help" }),
      ...(mac ? [] : [item(acts, "Check for Updates…", { command: "updates" })]),
      separator,
      acts.safeMode
        ? { label: "Restart Normally", click: () => acts.restart(false) }
        : { label: "Restart in Safe Mode", click: () => acts.restart(true) },
    ],
  };
}

/** Screens whose address is an older word than the one people see. */
const SCREEN_LABELS: Readonly<Record<string, string>> = {
  documents: "Transactions",
  parties: "Contacts",
  writes: "Ledger Updates",
  findings: "Exceptions",
  flux: "Flux Analysis",
};

function label(screen: string): string {
  const known = SCREEN_LABELS[screen];
  if (known !== undefined) return known;
  return `${screen.slice(0, 1).toUpperCase()}${screen.slice(1)}`;
}
