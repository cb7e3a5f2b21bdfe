import { resolve } from "node:path";
import { aligned } from "#main/hosts/node/output.ts";
import { counted, minuteName } from "#shared/kernel/readable.ts";
import { refused, reply } from "../ask.ts";
import { type Command, EXIT, textOption } from "../command.ts";

const backupCreate: Command = {
  noun: "backup",
  verb: "create",
  summary: "Back up the whole firm to one file and verify the file. Sign-ins to ledgers aren't included",
  asks: ["backups.create"],
  options: { out: "text" },
  required: ["out"],
  help: {
    out: "File to write",
  },
  run: async (run) => {
    const made = await reply(run, "backups.create", { path: resolve(textOption(run.options, "out") as string) });
    if (!made.ok) return refused(run, made.failure);
    const { path, bytes, sha256, files } = made.value;
    run.output.result(made.value, [
      ...aligned([["file", "schema", "bytes"], ...files.map((file) => [file.name, String(file.schema || ""), String(file.bytes)])], 1),
      `${path}: ${bytes} bytes, written and verified. SHA-256 ${sha256}`,
      "Sign-ins to ledgers aren't included. After a restore, Tieout lists the clients that need a new one.",
    ]);
    return EXIT.done;
  },
};

const backupRestore: Command = {
  noun: "backup",
  verb: "restore",
  summary: "Verify and restore a backup. Tieout keeps the current files and lists the clients that need a new sign-in",
  asks: ["backups.restore"],
  options: { from: "text" },
  required: ["from"],
  help: {
    from: "Backup file",
  },
  run: async (run) => {
    const ready = await reply(run, "backups.restore", { path: resolve(textOption(run.options, "from") as string) });
    if (!ready.ok) return refused(run, ready.failure);
    const kept = await run.finishRestore();
    const { clients, signInAgain, createdAt } = ready.value;
    run.output.result({ restored: true, createdAt, clients, signInAgain, kept }, [
      `Restored ${counted(clients.length, "client")} from the backup of ${minuteName(createdAt)}.`,
      `The files from before the restore are in ${kept}.`,
      ...signInAgain.map(({ name, clientId, variable }) =>
        variable === null
          ? `${name} needs a new sign-in: tieout connection sign-in --client ${clientId}`
          : `${name} needs a new refresh token: set the environment variable ${variable} to it before the next sync.`,
      ),
    ]);
    return EXIT.done;
  },
};

const backupList: Command = {
  noun: "backup",
  verb: "list",
  summary:
    "List the snapshots in the data folder. For each client and for the firm, Tieout keeps up to 7 daily snapshots, 4 weekly ones and 3 of each other kind",
  asks: ["backups.list"],
  options: {},
  required: [],
  run: async (run) => {
    const listed = await reply(run, "backups.list", {});
    if (!listed.ok) return refused(run, listed.failure);
    const { snapshots, automatic, bytes } = listed.value;
    run.output.result(listed.value, [
      ...aligned(
        [["taken", "client", "kind", "bytes"], ...snapshots.map((row) => [row.takenAt, row.clientName, row.kind, String(row.bytes)])],
        3,
      ),
      `${counted(snapshots.length, "snapshot")}, ${bytes} bytes. Daily snapshots are ${automatic ? "on" : "off"}.`,
    ]);
    return EXIT.done;
  },
};

const backupAutomatic: Command = {
  noun: "backup",
  verb: "automatic",
  summary: "Turn daily snapshots on or off",
  asks: ["backups.setAutomatic"],
  options: { on: "flag", off: "flag" },
  required: [],
  help: {
    on: "Turn daily snapshots on",
    off: "Turn daily snapshots off",
  },
  run: async (run) => {
    const { on, off } = run.options;
    if ((on === true) === (off === true))
      return refused(run, { code: "usage", message: "Use either --on or --off, not both.", field: "on" });
    const set = await reply(run, "backups.setAutomatic", { on: on === true });
    if (!set.ok) return refused(run, set.failure);
    run.output.result({ automatic: on === true }, [`Daily snapshots are ${on === true ? "on" : "off"}.`]);
    return EXIT.done;
  },
};

/** Archives, restores and snapshots, where the output is not simply the answer. */
export const backupCommands: readonly Command[] = [backupCreate, backupRestore, backupList, backupAutomatic];
