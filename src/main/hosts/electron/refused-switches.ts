import type { Failure } from "#shared/model/failure.ts";

/**
 * Switches of the browser engine that open the application to others or take its walls down. No fuse is
 * about them; whoever can write a desktop entry or a link's command line can add one.
 */
const REFUSED = [
  "no-sandbox",
  "disable-setuid-sandbox",
  "disable-seccomp-filter-sandbox",
  "disable-gpu-sandbox",
  "single-process",
  "remote-debugging-port",
  "remote-debugging-pipe",
  "remote-debugging-address",
  "inspect",
  "inspect-brk",
  "inspect-port",
  "js-flags",
  "disable-web-security",
  "disable-site-isolation-trials",
  "allow-running-insecure-content",
  "ignore-certificate-errors",
  "ignore-certificate-errors-spki-list",
  "host-rules",
  "host-resolver-rules",
  "log-net-log",
  "ssl-key-log-file",
  "load-extension",
  "gpu-launcher",
  "renderer-cmd-prefix",
  "utility-cmd-prefix",
  "ppapi-plugin-launcher",
  "browser-subprocess-path",
] as const;

/** Why a packaged start is refused, or null. An AppImage adds `--no-sandbox` by itself where the system forbids user namespaces. */
export function refusedSwitch(has: (name: string) => boolean): Failure | null {
  const found = REFUSED.find(has);
  if (found === undefined) return null;
  const sandbox = found.includes("sandbox");
  return {
    code: "usage",
    message: `Tieout does not run with --${found}.`,
    next: sandbox
      ? "Where this system lets an AppImage have no sandbox, install the deb package, or let programs make user namespaces."
      : "Start it without.",
  };
}
