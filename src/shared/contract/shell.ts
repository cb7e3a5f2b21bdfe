import { z } from "zod";
import { instantString } from "#shared/model/money.ts";
import { command, query, topic } from "./define.ts";
import { clientScreen, windowAddress } from "./places.ts";

/** What a menu item, a notification or a link asks the window to do. All of it is looking; none writes to a ledger. */
export const shellCommand = z.discriminatedUnion("command", [
  z.strictObject({ command: z.literal("go"), address: windowAddress }),
  z.strictObject({ command: z.literal("screen"), screen: clientScreen }),
  z.strictObject({ command: z.enum(["back", "forward"]) }),
  z.strictObject({ command: z.enum(["switch-client", "search", "find", "keys", "help", "updates"]) }),
  z.strictObject({ command: z.enum(["sync-client", "sync-all"]) }),
  z.strictObject({ command: z.literal("pop-out") }),
  z.strictObject({ command: z.literal("theme"), theme: z.enum(["system", "light", "dark"]) }),
]);
export type ShellCommand = z.infer<typeof shellCommand>;

const crashView = z.object({ name: z.string(), at: instantString, what: z.string() });
export type CrashView = z.infer<typeof crashView>;

const updateView = z.object({
  /** `off`: this build knows no feed, or is not packaged. */
  state: z.enum(["off", "idle", "checking", "available", "downloading", "ready", "failed"]),
  version: z.string().nullable(),
  percent: z.number().nullable(),
  /** Why it is off or failed, in words. */
  problem: z.string().nullable(),
  /** Versions whose installers are kept here, to go back to. */
  kept: z.array(z.string()),
});
export type UpdateView = z.infer<typeof updateView>;

const shellState = z.object({
  host: z.enum(["desktop", "browser"]),
  version: z.string(),
  /** Set while Tieout runs with as little as possible: why, and how to leave. */
  safeMode: z.object({ why: z.string(), leave: z.string() }).nullable(),
  crashes: z.array(crashView),
  update: updateView,
});
export type ShellState = z.infer<typeof shellState>;

const nothing = z.object({});

/** A question to the person about a file or folder, in a window of the system. */
const placeQuestion = z.strictObject({
  kind: z.enum(["open_file", "save_file", "folder"]),
  title: z.string().max(120),
  /** What a new file would be called. */
  name: z
    .string()
    .max(120)
    .regex(/^[^/\\]+$/, "a name without folders")
    .optional(),
  /** Endings of files that are offered, without the dot; none: every file. */
  extensions: z.array(z.string().regex(/^[a-z0-9-]{1,30}$/)).max(5),
});
export type PlaceQuestion = z.infer<typeof placeQuestion>;

export const shellContract = {
  /** What stands around the core: host, version, safe mode, crash reports, updates. */
  "shell.state": query(z.strictObject({}), shellState),
  /** A window of its own for a place; the browser host's page opens a tab instead. */
  "shell.openWindow": command(z.strictObject({ address: windowAddress }), nothing, "viewer"),
  /** Lets the person choose a file or folder; null when they chose none. The browser host has no such window: a path is typed there. */
  "shell.choosePlace": command(placeQuestion, z.object({ path: z.string().nullable() }), "viewer"),
  /** Shows the folder of crash reports in the system's file manager. */
  "shell.openCrashFolder": command(z.strictObject({}), nothing, "viewer"),
  "shell.forgetCrashes": command(z.strictObject({}), z.object({ forgotten: z.number().int() }), "viewer"),
  /** Closes down and starts again without safe mode. */
  "shell.restart": command(z.strictObject({}), nothing, "viewer"),
  "shell.checkForUpdate": command(z.strictObject({}), updateView, "viewer"),
  "shell.downloadUpdate": command(z.strictObject({}), updateView, "viewer"),
  /** Takes a snapshot of the data, then installs what was downloaded; the app closes. */
  "shell.installUpdate": command(z.strictObject({}), nothing, "viewer"),
  /** Starts the kept installer of an earlier version. */
  "shell.goBackTo": command(z.strictObject({ version: z.string().max(40) }), nothing, "viewer"),
  /** To one window or page, from the menu, a notification or a link. */
  "shell.command": topic(shellCommand),
  /** What `shell.state` answers has moved. */
  "shell.changed": topic(z.strictObject({})),
};
