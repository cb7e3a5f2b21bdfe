import { spawn } from "node:child_process";
import { copyFileSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { extname } from "node:path";
import { app, shell } from "electron";
import type { CrashReports } from "#main/hosts/node/crash-reports.ts";
import type { Shell } from "#main/ports/index.ts";
import type { ShellState } from "#shared/contract/app/shell.ts";
import { asSentence } from "#shared/kernel/readable.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { choosePlace } from "./choose-place.ts";
import type { PathConsent } from "./path-consent.ts";
import type { KeptInstallers } from "./updates/kept-installers.ts";
import { notBackedUp, type Updates } from "./updates/updates.ts";
import type { Windows } from "./windows.ts";

export interface ShellParts {
  readonly windows: Windows;
  readonly crashes: CrashReports;
  readonly updates: Updates;
  readonly kept: KeptInstallers;
  readonly safeMode: ShellState["safeMode"];
  readonly restart: (safe: boolean) => Promise<void>;
  readonly snapshot: () => Promise<Result<unknown, Failure>>;
  /** A place that the person chose in the system's own window needs no second question. */
  readonly places: PathConsent;
  readonly putDown: () => Promise<void>;
}

/** The desktop shell as the window sees it through the core. */
export function desktopShell(parts: ShellParts): Shell {
  const { windows, crashes, updates } = parts;
  return {
    state: async () => ({
      host: "desktop",
      version: app.getVersion(),
      safeMode: parts.safeMode,
      crashes: crashes.list(),
      update: updates.view(),
    }),
    openWindow: async (address) =>
      windows.open(address)
        ? ok({})
        : fail({ code: "busy", message: "You have the maximum number of windows open.", next: "Close one of them." }),
    choosePlace: async (question) => {
      const path = await choosePlace(question);
      if (path !== null) parts.places.chosen(path);
      return ok({ path });
    },
    openFile: async (path, how) => {
      if (how === "show") {
        shell.showItemInFolder(path);
        return ok({});
      }
      const problem = await shell.openPath(path);
      return problem === "" ? ok({}) : cantOpen(path, problem);
    },
    openCrashFolder: async () => {
      mkdirSync(crashes.folder, { recursive: true, mode: 0o700 });
      const problem = await shell.openPath(crashes.folder);
      return problem === "" ? ok({}) : cantOpen(crashes.folder, problem);
    },
    forgetCrashes: async () => ok({ forgotten: crashes.forget() }),
    restart: async () => {
      await parts.restart(false);
      return ok({});
    },
    checkForUpdate: () => updates.check(),
    downloadUpdate: () => updates.download(),
    installUpdate: () => updates.install(),
    goBackTo: (version) => goBack(parts, version),
  };
}

/**
 * Starts the kept installer of an earlier version, after a backup. An AppImage is put in the place of the
 * one that runs; a disk image or a package of the system is shown to the person, who installs it.
 */
async function goBack({ kept, snapshot, putDown }: ShellParts, version: string): Promise<Result<Record<never, never>, Failure>> {
  const installer = await kept.find(version);
  if (installer === null) return notKept(version);
  const taken = await snapshot();
  if (!taken.ok) return fail(notBackedUp(taken.failure, "changed"));
  const image = process.env.APPIMAGE;
  if (extname(installer) === ".AppImage" && image !== undefined) {
    copyFileSync(installer, `${image}.new`);
    // The copy is what will run, so the copy is judged.
    if (!(await kept.isSigned(version, `${image}.new`))) {
      rmSync(`${image}.new`);
      return notKept(version);
    }
    await putDown();
    renameSync(`${image}.new`, image);
    app.relaunch({ execPath: image, args: [] });
    app.exit(0);
  } else if (extname(installer) === ".exe") {
    await putDown();
    spawn(installer, [], { detached: true, stdio: "ignore" }).unref();
    app.exit(0);
  } else {
    shell.showItemInFolder(installer);
  }
  return ok({});
}

/** The system's own words are a sentence of their own, with or without a period. */
function cantOpen(path: string, problem: string): Result<never, Failure> {
  return fail({ code: "storage", message: `Can't open ${path}. The computer reported: ${asSentence(problem)}` });
}

function notKept(version: string): Result<never, Failure> {
  return fail({
    code: "not_found",
    message: `Tieout can't go back to version ${version}: its installer isn't on this computer, or the installer's signature isn't valid.`,
  });
}
