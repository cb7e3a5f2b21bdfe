import { z } from "zod";
import { command, query } from "#main/operations/operation.ts";
import { notice } from "#shared/contract/app/notices.ts";
import { windowAddress } from "#shared/contract/app/screens.ts";
import { aboutView, verifiedLimitsView } from "#shared/contract/app/settings.ts";
import { placeQuestion, shellState, updateView } from "#shared/contract/app/shell.ts";
import { fail, ok } from "#shared/kernel/result.ts";

const nothing = z.strictObject({});
const NO_WINDOW = { code: "not_supported", message: "There is no window around this core." } as const;

/** The program around the core: it answers for itself, the core only passes the question on. */
const shellOperations = [
  query("shell.state", {
    summary: "Show host, version, safe mode, crash reports and updates",
    input: nothing,
    output: shellState,
    runs: "core",
    perform: async ({ shell }) => (shell === undefined ? fail(NO_WINDOW) : ok(await shell.state())),
  }),

  // The browser host's page opens a tab instead.
  command("shell.openWindow", {
    summary: "Open a place in a window of its own",
    input: z.strictObject({ address: windowAddress }),
    output: z.object({}),
    runs: "core",
    allowed: "viewer",
    perform: async ({ shell }, { address }) => shell?.openWindow(address) ?? fail(NO_WINDOW),
  }),

  // The browser host has no such window: a path is typed there.
  command("shell.choosePlace", {
    summary: "Let the person choose a file or folder; null when they chose none",
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
    summary: "Close down and start again without safe mode",
    input: nothing,
    output: z.object({}),
    runs: "core",
    allowed: "viewer",
    perform: async ({ shell }) => shell?.restart() ?? fail(NO_WINDOW),
  }),

  command("shell.checkForUpdate", {
    summary: "Ask whether there is a newer version",
    input: nothing,
    output: updateView,
    runs: "core",
    allowed: "viewer",
    perform: async ({ shell }) => shell?.checkForUpdate() ?? fail(NO_WINDOW),
  }),

  command("shell.downloadUpdate", {
    summary: "Download the newer version",
    input: nothing,
    output: updateView,
    runs: "core",
    allowed: "viewer",
    perform: async ({ shell }) => shell?.downloadUpdate() ?? fail(NO_WINDOW),
  }),

  command("shell.installUpdate", {
    summary: "Take a snapshot of the data and install what was downloaded; the app closes",
    input: nothing,
    output: z.object({}),
    runs: "core",
    allowed: "viewer",
    perform: async ({ shell }) => shell?.installUpdate() ?? fail(NO_WINDOW),
  }),

  command("shell.goBackTo", {
    summary: "Start the kept installer of an earlier version",
    input: z.strictObject({ version: z.string().max(40).describe("Earlier version") }),
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
    summary: "Show what runs here, and on which data; null where the host doesn't say",
    input: z.object({}),
    output: aboutView.nullable(),
    runs: "core",
    perform: async ({ about }) => ok(about ?? null),
  }),

  query("limits.verified", {
    summary: "List the verified limits of every ledger, with the day on which a person last compared them",
    input: z.object({}),
    output: z.array(verifiedLimitsView),
    runs: "core",
    perform: async ({ connections }) => connections.verifiedLimits(),
  }),

  query("notices.list", {
    summary: "List what people were notified of and still stands, newest first",
    input: z.object({}),
    output: z.array(notice),
    runs: "core",
    perform: async ({ notices }) => ok((await notices.list()).filter(({ quiet }) => quiet !== true)),
  }),
] as const;
