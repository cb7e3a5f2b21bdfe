import { z } from "zod";
import { command, query } from "#main/operations/operation.ts";
import { notice } from "#shared/contract/app/notices.ts";
import { windowAddress } from "#shared/contract/app/screens.ts";
import { aboutView, verifiedLimitsView } from "#shared/contract/app/settings.ts";
import { placeQuestion, shellState, updateView } from "#shared/contract/app/shell.ts";
import { fail, ok } from "#shared/kernel/result.ts";

const nothing = z.strictObject({});
const NO_WINDOW = { code: "not_supported", message: "Tieout isn't running in its own window, so it can't do this." } as const;

/** The program around the core: it answers for itself, the core only passes the question on. */
const shellOperations = [
  query("shell.state", {
    summary: "Show the app's version, crash reports and updates, and whether safe mode is on",
    input: nothing,
    output: shellState,
    runs: "core",
    perform: async ({ shell }) => (shell === undefined ? fail(NO_WINDOW) : ok(await shell.state())),
  }),

  // The browser host's page opens a tab instead.
  command("shell.openWindow", {
    summary: "Open a screen in a new window",
    input: z.strictObject({ address: windowAddress }),
    output: z.object({}),
    runs: "core",
    allowed: "viewer",
    perform: async ({ shell }, { address }) => shell?.openWindow(address) ?? fail(NO_WINDOW),
  }),

  // The browser host has no such window: a path is typed there.
  command("shell.choosePlace", {
    summary: "Let the person choose a file or folder. The path is null if nothing is chosen",
    input: placeQuestion,
    output: z.object({ path: z.string().nullable() }),
    runs: "core",
    allowed: "viewer",
    perform: async ({ shell }, question) => shell?.choosePlace(question) ?? fail(NO_WINDOW),
  }),

  command("shell.openCrashFolder", {
    summary: "Show the folder of crash reports in the system's file manager",
    input: nothing,
    output: z.object({}),
    runs: "core",
    allowed: "viewer",
    perform: async ({ shell }) => shell?.openCrashFolder() ?? fail(NO_WINDOW),
  }),

  command("shell.forgetCrashes", {
    summary: "Delete the crash reports",
    input: nothing,
    output: z.object({ forgotten: z.number().int() }),
    runs: "core",
    allowed: "viewer",
    perform: async ({ shell }) => shell?.forgetCrashes() ?? fail(NO_WINDOW),
  }),

  command("shell.restart", {
    summary: "Restart Tieout without safe mode",
    input: nothing,
    output: z.object({}),
    runs: "core",
    allowed: "viewer",
    perform: async ({ shell }) => shell?.restart() ?? fail(NO_WINDOW),
  }),

  command("shell.checkForUpdate", {
    summary: "Check for a newer version of Tieout",
    input: nothing,
    output: updateView,
    runs: "core",
    allowed: "viewer",
    perform: async ({ shell }) => shell?.checkForUpdate() ?? fail(NO_WINDOW),
  }),

  command("shell.downloadUpdate", {
    summary: "Download the newer version of Tieout",
    input: nothing,
    output: updateView,
    runs: "core",
    allowed: "viewer",
    perform: async ({ shell }) => shell?.downloadUpdate() ?? fail(NO_WINDOW),
  }),

  command("shell.installUpdate", {
    summary: "Take a snapshot of the data, close Tieout and install the downloaded version",
    input: nothing,
    output: z.object({}),
    runs: "core",
    allowed: "viewer",
    perform: async ({ shell }) => shell?.installUpdate() ?? fail(NO_WINDOW),
  }),

  command("shell.goBackTo", {
    summary: "Reinstall an earlier version of Tieout",
    input: z.strictObject({ version: z.string().max(40).describe("Version to reinstall") }),
    output: z.object({}),
    runs: "core",
    allowed: "viewer",
    perform: async ({ shell }, { version }) => shell?.goBackTo(version) ?? fail(NO_WINDOW),
  }),
] as const;

/** The application itself: the window around the core, what runs here, and what it told people of. */
export const appOperations = [
  ...shellOperations,

  query("app.about", {
    summary: "Show Tieout's version and data folder, or null if they aren't known here",
    input: z.object({}),
    output: aboutView.nullable(),
    runs: "core",
    perform: async ({ about, person }) => ok(about === undefined ? null : { ...about, person }),
  }),

  query("limits.verified", {
    summary: "List every ledger's rate limits with the date they were last verified",
    input: z.object({}),
    output: z.array(verifiedLimitsView),
    runs: "core",
    perform: async ({ connections }) => connections.verifiedLimits(),
  }),

  query("notices.list", {
    summary: "List current notifications, newest first",
    input: z.object({}),
    output: z.array(notice),
    runs: "core",
    perform: async ({ notices }) => ok((await notices.list()).filter(({ quiet }) => quiet !== true)),
  }),
] as const;
