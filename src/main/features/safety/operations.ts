import { z } from "zod";
import { findClient } from "#main/operations/client-source.ts";
import { command, query } from "#main/operations/operation.ts";
import {
  backupArchive,
  backupsView,
  damagedClient,
  healthReport,
  repairReport,
  restoreReady,
  snapshotsTaken,
} from "#shared/contract/app/data-safety.ts";
import { clientId, diskPath } from "#shared/contract/fields.ts";
import { counted } from "#shared/kernel/readable.ts";
import { ok } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

const done = z.object({ done: z.literal(true) });

function notSnapped(names: readonly string[]): Failure {
  return {
    code: "damaged",
    message: `No snapshot was taken of ${names.join(", ")}.`,
    next: "To see why and what to do, run: tieout doctor",
  };
}

/** Backups, restore, the doctor and the repair of damaged files. */
export const safetyOperations = [
  query("safety.report", {
    summary: "Check files, backups, disk and keychain",
    input: z.object({ deep: z.boolean().default(false).describe("Also compare every record with its hash. This takes longer") }),
    output: healthReport,
    runs: "core",
    perform: async ({ safety }, { deep }) => ok(await safety.report(deep)),
  }),

  query("safety.damaged", {
    summary: "List clients that are unavailable because their data files are damaged",
    input: z.object({}),
    output: z.object({ clients: z.array(damagedClient) }),
    runs: "core",
    perform: async ({ safety }) => ok({ clients: [...(await safety.damaged())] }),
  }),

  query("safety.checking", {
    summary: "Show whether a client's file is being checked. Until the check is done, the client's figures aren't verified",
    input: z.object({ clientId }),
    output: z.object({ checking: z.boolean() }),
    runs: "core",
    perform: async ({ safety }, { clientId: id }) => ok({ checking: safety.isChecking(id) }),
  }),

  // The damaged file goes into quarantine; what people decided is carried over into the good one.
  command("safety.repair", {
    summary: "Repair a client's damaged file",
    input: z.object({
      clientId,
      from: z
        .enum(["backup", "ledger"])
        .default("backup")
        .describe(
          "“backup” uses the newest good snapshot, or the ledger if there is none. “ledger” reads everything again from the ledger",
        ),
    }),
    output: repairReport,
    runs: "core",
    allowed: "admin",
    perform: async (context, { clientId: id, from }) => {
      const client = await findClient(context, id);
      return client.ok ? context.safety.repair(id, from) : client;
    },
  }),

  query("backups.list", {
    summary: "List the snapshots in the data folder",
    input: z.object({}),
    output: backupsView,
    runs: "core",
    perform: async ({ safety }) => ok(await safety.backups()),
  }),

  command("backups.setAutomatic", {
    summary: "Turn daily snapshots on or off",
    input: z.object({ on: z.boolean() }),
    output: done,
    runs: "core",
    allowed: "admin",
    perform: async ({ safety }, { on }) => {
      await safety.setAutomatic(on);
      return ok({ done: true as const });
    },
  }),

  // The app does this automatically; scheduled commands ask for it.
  command("backups.takeDue", {
    summary: "Take the daily snapshots that are due",
    input: z.object({}),
    output: done,
    runs: "core",
    allowed: "viewer",
    perform: async ({ safety }) => {
      await safety.snapshotDue();
      return ok({ done: true as const });
    },
  }),

  command("backups.snapshot", {
    summary: "Take a snapshot now of every data file that isn't damaged",
    input: z.object({}),
    output: snapshotsTaken,
    runs: "core",
    perform: ({ safety }) => safety.snapshotAll(),
    command: {
      verb: "backup snapshot",
      lines: ({ snapshots, leftOut }) => [
        `Snapshots taken. The data folder now has ${counted(snapshots.length, "snapshot")}.`,
        ...leftOut.map(({ name, problem, next }) => `No snapshot of ${name}: ${next === null ? problem : `${problem} ${next}`}`),
      ],
      // A script must not take what is left out for backed up.
      failure: ({ leftOut }) => (leftOut.length === 0 ? null : notSnapped(leftOut.map(({ name }) => name))),
    },
  }),

  command("backups.create", {
    summary: "Back up the whole firm to one file and verify the backup. An existing file is never overwritten",
    input: z.object({ path: diskPath.describe("File to write") }),
    output: backupArchive,
    runs: "core",
    perform: ({ safety }, { path: to }) => safety.create(to),
  }),

  command("backups.restore", {
    summary: "Verify a backup, and restore it the next time Tieout starts. The current files are kept",
    input: z.object({ path: diskPath.describe("Backup file to restore") }),
    output: restoreReady,
    runs: "core",
    allowed: "admin",
    perform: ({ safety }, { path: from }) => safety.restore(from),
  }),
] as const;
