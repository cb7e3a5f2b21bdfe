import type { App, Session, WebContents } from "electron";
import { judgeDownload } from "./downloads.ts";
import { isPageAddress, PAGE_ORIGIN } from "./page-address.ts";

/** Everything a page could do beyond showing itself is denied, for every contents that ever exists. */
export function lockContents(app: Pick<App, "on">): void {
  app.on("web-contents-created", (_created, contents) => denyLeaving(contents));
  app.on("select-client-certificate", (event, _contents, _url, _list, callback) => {
    event.preventDefault();
    callback();
  });
}

function denyLeaving(contents: WebContents): void {
  const deny = (event: { preventDefault(): void }) => event.preventDefault();
  contents.on("will-navigate", deny);
  contents.on("will-redirect", deny);
  contents.on("will-frame-navigate", deny);
  contents.on("will-attach-webview", deny);
  contents.setWindowOpenHandler(() => ({ action: "deny" }));
}

/** No permission but writing text to the clipboard from our own page, no device, no download but our exports, no network. */
export function lockSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, callback, details) => callback(isCopying(permission, details.requestingUrl)));
  session.setPermissionCheckHandler((_contents, permission, origin) => isCopying(permission, origin));
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, callback) => callback({}));
  session.on("will-download", (event, item, page) => judgeDownload(event, item, page));
  session.webRequest.onBeforeRequest({ urls: ["http://*/*", "https://*/*", "ws://*/*", "wss://*/*", "file://*/*"] }, (_details, callback) =>
    callback({ cancel: true }),
  );
}

// The browser itself asks for a person's click before it writes.
function isCopying(permission: string, asking: string): boolean {
  return permission === "clipboard-sanitized-write" && (asking === PAGE_ORIGIN || isPageAddress(asking));
}
