import { mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Shell } from "#main/ports/index.ts";
import type { ShellState } from "#shared/contract/app/shell.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { CrashReports } from "../crash-reports.ts";
import { openFolder } from "./open-browser.ts";

export interface BrowserShellParts {
  readonly crashes: CrashReports;
  readonly safeMode: ShellState["safeMode"];
  readonly resources: string;
}

const NO_UPDATES = "In the browser, Tieout doesn't update itself. The person who set it up can update its source code with git.";

/** What the browser host can do of a shell; windows are tabs, which the page opens itself. */
export function browserShell({ crashes, safeMode, resources }: BrowserShellParts): Shell {
  const none = async () => fail(notHere(NO_UPDATES));
  return {
    state: async () => ({
      host: "browser",
      version: versionBeside(resources),
      safeMode,
      crashes: crashes.list(),
      update: { state: "off", version: null, percent: null, problem: NO_UPDATES, kept: [] },
    }),
    openWindow: async () => fail(notHere("In the browser, Tieout opens a tab instead of a window.")),
    choosePlace: async () => fail(notHere("In the browser, type the path. A web page can't browse your disk.")),
    openFile: async (path, how) => opened(how === "show" ? dirname(path) : path),
    openCrashFolder: async () => {
      mkdirSync(crashes.folder, { recursive: true, mode: 0o700 });
      return opened(crashes.folder);
    },
    forgetCrashes: async () => ok({ forgotten: crashes.forget() }),
    restart: async () => fail(notHere("Press Ctrl-C in the terminal where Tieout runs, then start it again.")),
    checkForUpdate: none,
    downloadUpdate: none,
    installUpdate: none,
    goBackTo: none,
  };
}

function opened(path: string): Result<Record<string, never>, Failure> {
  return openFolder(path) ? ok({}) : fail(notHere(`Tieout can't open ${path} from the browser in this setup. Open it yourself.`));
}

function notHere(message: string): Failure {
  return { code: "not_supported", message };
}

function versionBeside(resources: string): string {
  const { version } = JSON.parse(readFileSync(join(resources, "..", "package.json"), "utf8")) as { readonly version: string };
  return version;
}
