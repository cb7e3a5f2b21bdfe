import { app, Menu, type MenuItemConstructorOptions } from "electron";

/** Only what a person needs: no reload, which would lose their place; tools for developers while unpackaged. */
export function setMenu(): void {
  const separator = { type: "separator" } as const;
  const view: MenuItemConstructorOptions[] = [
    { role: "resetZoom" },
    { role: "zoomIn" },
    { role: "zoomOut" },
    separator,
    { role: "togglefullscreen" },
  ];
  if (!app.isPackaged) view.push(separator, { role: "toggleDevTools" });
  const edit: MenuItemConstructorOptions[] = [
    { role: "undo" },
    { role: "redo" },
    separator,
    { role: "cut" },
    { role: "copy" },
    { role: "paste" },
    { role: "selectAll" },
  ];
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      { label: "Tieout", submenu: [{ role: "about" }, separator, { role: "quit" }] },
      { label: "Edit", submenu: edit },
      { label: "View", submenu: view },
      { label: "Window", submenu: [{ role: "minimize" }, { role: "close" }] },
    ]),
  );
}
