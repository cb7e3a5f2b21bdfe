import { spawn } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const PAGE = "open-in-browser.html";
/** A browser that has not read the page by now was never started. */
const PAGE_MS = 60_000;

let forgetting: NodeJS.Timeout | undefined;

/**
 * Opens an address in the person's browser, where there is a person. Other users of the machine see the
 * arguments of every process, so the browser gets a page that only this user can read, which leads to the address.
 * @param folder where the page is kept for a minute; readable by this user only
 */
export function openBrowser(address: string, folder: string): void {
  if (!hasPerson()) return;
  open(pathToFileURL(writeLeadingPage(address, folder)).href);
  clearTimeout(forgetting);
  forgetting = setTimeout(() => forgetLeadingPage(folder), PAGE_MS).unref();
}

/** Shows a folder or file to the person. @returns false where there is nobody to show it to */
export function openFolder(path: string): boolean {
  if (!hasPerson()) return false;
  open(path);
  return true;
}

/** @returns the page's path */
export function writeLeadingPage(address: string, folder: string): string {
  const path = join(folder, PAGE);
  const href = address.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
  const html = `<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer"><title>Tieout</title><meta http-equiv="refresh" content="0;url=${href}"><p><a href="${href}">Continue to Tieout</a></p>`;
  forgetLeadingPage(folder);
  // A file that is there keeps its mode, so the page is always a new one.
  writeFileSync(path, html, { flag: "wx", mode: 0o600 });
  return path;
}

/** Removes the page that leads to an address, once it is of no use. */
export function forgetLeadingPage(folder: string): void {
  rmSync(join(folder, PAGE), { force: true });
}

/** Nobody looks in CI, as root or without a display. */
function hasPerson(): boolean {
  if (process.env.CI || process.env.TIEOUT_NO_BROWSER || process.getuid?.() === 0) return false;
  return process.platform !== "linux" || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}

function open(target: string): void {
  const [command, ...args] = opener(target);
  const child = spawn(command, args, { stdio: "ignore", detached: true });
  // Without such a command, what was printed has to do.
  child.on("error", () => undefined);
  child.unref();
}

function opener(target: string): [string, ...string[]] {
  if (process.platform === "darwin") return ["open", target];
  if (process.platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler", target];
  return ["xdg-open", target];
}
