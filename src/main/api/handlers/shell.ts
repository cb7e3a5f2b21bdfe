import { fail, ok } from "#shared/kernel/result.ts";
import type { ApiContext } from "../context.ts";
import type { Handlers } from "./handlers.ts";

const NONE = { code: "not_supported", message: "There is no window around this core." } as const;

/** The program around the core: it answers for itself, the core only passes it on. */
export function shellHandlers({ shell }: ApiContext) {
  return {
    "shell.state": async () => (shell === undefined ? fail(NONE) : ok(await shell.state())),
    "shell.openWindow": async ({ address }) => shell?.openWindow(address) ?? fail(NONE),
    "shell.choosePlace": async (question) => shell?.choosePlace(question) ?? fail(NONE),
    "shell.openCrashFolder": async () => shell?.openCrashFolder() ?? fail(NONE),
    "shell.forgetCrashes": async () => shell?.forgetCrashes() ?? fail(NONE),
    "shell.restart": async () => shell?.restart() ?? fail(NONE),
    "shell.checkForUpdate": async () => shell?.checkForUpdate() ?? fail(NONE),
    "shell.downloadUpdate": async () => shell?.downloadUpdate() ?? fail(NONE),
    "shell.installUpdate": async () => shell?.installUpdate() ?? fail(NONE),
    "shell.goBackTo": async ({ version }) => shell?.goBackTo(version) ?? fail(NONE),
  } satisfies Partial<Handlers>;
}
