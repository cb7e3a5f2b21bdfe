import { SYNCED_FOLDER_FLAG } from "#main/hosts/node/data-folder.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

/** What Tieout itself takes. */
const OURS: ReadonlySet<string> = new Set(["home", "secrets", "demo", "safe-mode", SYNCED_FOLDER_FLAG]);

/** Harmless ones of others: how the browser engine draws, for screens and drivers that need it, and a mark of the Windows installer. */
const HARMLESS: ReadonlySet<string> = new Set([
  "disable-gpu",
  "force-device-scale-factor",
  "force-renderer-accessibility",
  "high-dpi-support",
  "lang",
  "ozone-platform",
  "ozone-platform-hint",
  "updated",
]);

/**
 * Checks the command line of a packaged start. The browser engine has hundreds of switches that reroute traffic or
 * weaken its sandbox, and a desktop entry or a link can add one, so only listed switches are allowed.
 * @param platform as Node names it; Windows also accepts `/` and ignores case
 * @returns Tieout's own arguments
 */
export function allowedArguments(args: readonly string[], platform: NodeJS.Platform): Result<readonly string[], Failure> {
  const own: string[] = [];
  for (const argument of args) {
    const name = switchIn(argument, platform);
    if (name === null || OURS.has(name)) own.push(argument);
    else if (!HARMLESS.has(name)) return fail(refused(name, platform));
  }
  return ok(own);
}

/** The engine takes one dash for two, also after what isn't a switch; only a bare `--` ends its switches. */
function switchIn(argument: string, platform: NodeJS.Platform): string | null {
  const isWindows = platform === "win32";
  const name = (isWindows ? /^(?:--?|\/)([^=]*)/ : /^--?([^=]*)/).exec(argument)?.[1];
  if (name === undefined || argument === "--") return null;
  return isWindows ? name.toLowerCase() : name;
}

function refused(name: string, platform: NodeJS.Platform): Failure {
  return {
    code: "usage",
    message: `Tieout can't start with the option --${name}.`,
    // An AppImage adds `--no-sandbox` when the system forbids user namespaces.
    next:
      platform === "linux" && name.includes("sandbox")
        ? "Start Tieout without that option. If the AppImage added it, this system blocks the sandbox: install the deb package instead, or allow user namespaces."
        : "Start Tieout without that option.",
  };
}
