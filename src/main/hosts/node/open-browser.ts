import { spawn } from "node:child_process";

/** Shows the address in the person's browser, where there is a person: not in CI, as root or without a display. */
export function openBrowser(address: string): void {
  if (process.env.CI || process.env.TIEOUT_NO_BROWSER || process.getuid?.() === 0) return;
  if (process.platform === "linux" && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) return;
  const [command, ...args] = opener(address);
  const child = spawn(command, args, { stdio: "ignore", detached: true });
  // Without such a command the printed address has to do.
  child.on("error", () => undefined);
  child.unref();
}

function opener(address: string): [string, ...string[]] {
  if (process.platform === "darwin") return ["open", address];
  if (process.platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler", address];
  return ["xdg-open", address];
}
