import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { defaultHome, SYNCED_FOLDER_FLAG } from "./data-folder.ts";

/** What a host with a window takes from its command line and environment. */
export interface HostOptions {
  readonly home: string;
  readonly secrets: "keychain" | "memory";
  /** Go straight into the demo firm. */
  readonly demo: boolean;
  /** Do as little as possible: no background reading, no demo ledgers. */
  readonly safeMode: boolean;
  /** Take a data folder that a cloud drive or another machine keeps. */
  readonly allowSynced: boolean;
}

/** @returns a failure with code `usage` that names the option */
export function readHostOptions(args: readonly string[]): Result<HostOptions, Failure> {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        home: { type: "string" },
        secrets: { type: "string", default: "keychain" },
        demo: { type: "boolean", default: false },
        "safe-mode": { type: "boolean", default: false },
        [SYNCED_FOLDER_FLAG]: { type: "boolean", default: false },
      },
    });
    const { secrets } = values;
    if (secrets !== "keychain" && secrets !== "memory")
      return fail({ code: "usage", message: `--secrets must be keychain or memory, not ${secrets}.`, field: "secrets" });
    const { demo, "safe-mode": safeMode, [SYNCED_FOLDER_FLAG]: allowSynced } = values;
    return ok({ home: resolve(values.home ?? defaultHome()), secrets, demo, safeMode, allowSynced });
  } catch (error) {
    return fail({
      code: "usage",
      // The runtime adds advice about other kinds of programs.
      message: `${(error as Error).message.split(/\.\s/)[0]}.`,
      next: `Options: --home DIR, --demo, --safe-mode, --secrets keychain|memory, --${SYNCED_FOLDER_FLAG}.`,
    });
  }
}
