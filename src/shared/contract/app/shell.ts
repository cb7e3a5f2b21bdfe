import { z } from "zod";
import { instantString } from "#shared/model/books/money.ts";
import { topic } from "../define.ts";
import { clientScreen, windowAddress } from "./screens.ts";

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

export const updateView = z.object({
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

export const shellState = z.object({
  host: z.enum(["desktop", "browser"]),
  version: z.string(),
  /** Set while Tieout runs with as little as possible: why, and how to leave. */
  safeMode: z.object({ why: z.string(), leave: z.string() }).nullable(),
  crashes: z.array(crashView),
  update: updateView,
});
export type ShellState = z.infer<typeof shellState>;

/** A question to the person about a file or folder, in a window of the system. */
export const placeQuestion = z.strictObject({
  kind: z.enum(["open_file", "save_file", "folder"]),
  title: z.string().max(120),
  /** What a new file would be called. */
  name: z
    .string()
    .max(120)
    .regex(/^[^/\\]+$/, "use a name without folders")
    .optional(),
  /** Endings of files that are offered, without the dot; none: every file. */
  extensions: z.array(z.string().regex(/^[a-z0-9-]{1,30}$/)).max(5),
});
export type PlaceQuestion = z.infer<typeof placeQuestion>;

const fileDone = z.strictObject({
  address: z.string(),
  /** `not_saved`: the person chose no place, or it couldn't be written there. `refused`: Tieout saves no files of this kind. */
  outcome: z.enum(["saved", "not_saved", "refused"]),
});
export type FileOutcome = z.infer<typeof fileDone>["outcome"];

export const shellTopics = {
  /** To one window or page, from the menu, a notification or a link. */
  "shell.command": topic(shellCommand),
  /** What `shell.state` answers has moved. */
  "shell.changed": topic(z.strictObject({})),
  /** To the page that offered a file at a `blob:` address: what came of it. */
  "shell.fileDone": topic(fileDone),
};
