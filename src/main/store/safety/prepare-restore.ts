import { existsSync, fsyncSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { lacksRoom } from "#main/files/disk-space.ts";
import { commitExchange, dropExchange, freshKeptName } from "#main/files/exchange.ts";
import { syncFolderOf, syncPath } from "#main/files/sync.ts";
import { INCOMING, KEPT_FOLDER, RESTORE_FOLDER } from "#main/ports/data-folder-names.ts";
import { StoreRefusal } from "#main/store/database/open.ts";
import type { ArchivedFile } from "#shared/contract/app/data-safety.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { chunksOf, sha256Of, withFile, writeAll } from "./bytes.ts";
import { holdWrites } from "./hold-writes.ts";
import { openToLook } from "./known-files.ts";
import { foreign } from "./manifest.ts";
import { type OpenedArchive, openArchive } from "./read-archive.ts";
import { ownProblemIn, readBack } from "./snapshot.ts";

export interface RestoreOrder {
  readonly path: string;
  /** The firm that this data folder belongs to; null while the folder is empty. */
  readonly firmId: string | null;
  readonly nowMs: number;
}

/** A restore that is ready to be swapped in. */
export interface PreparedRestore {
  readonly createdAt: string;
  readonly clients: readonly { readonly clientId: string; readonly name: string }[];
  readonly connections: readonly { readonly connectionId: string; readonly clientId: string; readonly body: string }[];
  /** Absolute path of the folder that will keep the current data. */
  readonly kept: string;
}

/**
 * Unpacks an archive next to the data and checks every file of it: bytes, integrity, schema, row counts, owner.
 * Nothing in use is touched; the restore is marked ready only when all checks pass.
 */
export function prepareRestore(home: string, order: RestoreOrder): Result<PreparedRestore, Failure> {
  if (!existsSync(order.path)) return fail({ code: "not_found", message: `File ${order.path} doesn't exist.`, field: "from" });
  const incoming = join(home, RESTORE_FOLDER, INCOMING);
  const keptAs = freshKeptName(home, `before-restore-${instantFromMs(order.nowMs).replaceAll(/[:.]/g, "-")}`);
  dropExchange(home, RESTORE_FOLDER);
  const unpacked = openArchive(order.path, (archive): Result<PreparedRestore, Failure> => {
    const { manifest } = archive;
    if (order.firmId !== null && order.firmId !== manifest.firmId) return fail(otherFirm(home));
    const noRoom = lacksRoom(
      home,
      manifest.files.reduce((sum, { bytes }) => sum + bytes, 0),
    );
    if (noRoom !== null) return fail({ ...noRoom, field: "from" });
    for (const [index, file] of manifest.files.entries()) {
      const wrong = unpack(archive, file, incoming);
      if (wrong !== null) return fail(foreign(`files.${index}`, wrong));
    }
    for (const { name, schema, clientId } of manifest.files)
      if (schema > 0 && clientId !== null) {
        holdWrites(join(incoming, name));
        syncPath(join(incoming, name));
      }
    const { createdAt, clients } = manifest;
    return ok({ createdAt, clients, connections: readConnections(incoming), kept: join(home, KEPT_FOLDER, keptAs) });
  });
  const done = unpacked.ok ? unpacked.value : unpacked;
  if (!done.ok) dropExchange(home, RESTORE_FOLDER);
  else commitExchange(home, RESTORE_FOLDER, { keptAs });
  return done;
}

/** @returns the problem with the file, or null */
function unpack({ handle, entry }: OpenedArchive, file: ArchivedFile, incoming: string): string | null {
  const target = join(incoming, file.name);
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
  const { start, bytes } = entry(file.name);
  withFile(target, "wx", (copy) => {
    for (const chunk of chunksOf(handle, start, bytes)) writeAll(copy, chunk);
    fsyncSync(copy);
  });
  syncFolderOf(target);
  const sha256 = withFile(target, "r", (copy) => sha256Of(copy, 0, bytes));
  if (sha256 !== file.sha256) return `${file.name} isn't the file that was backed up (its hash differs)`;
  return file.schema === 0 ? null : wrongIn(target, file);
}

function wrongIn(target: string, file: ArchivedFile): string | null {
  try {
    const { rows, schema } = readBack(target, file.clientId, file.name);
    if (schema !== file.schema) return `${file.name} has schema ${schema}, not ${file.schema}`;
    const table = Object.keys({ ...rows, ...file.rows }).find((name) => rows[name] !== file.rows[name]);
    if (table !== undefined) return `${file.name} has a different number of rows in ${table} than when it was backed up`;
    const problem = ownProblemIn(target);
    return problem === null ? null : `in ${file.name}, ${problem}`;
  } catch (error) {
    const code = (error as { readonly code?: unknown }).code;
    if (error instanceof StoreRefusal) return error.message.replace(/\.$/, "");
    if (typeof code === "string" && /^SQLITE_(CORRUPT|NOTADB)/.test(code)) return `${file.name} is damaged`;
    throw error;
  }
}

function readConnections(incoming: string): PreparedRestore["connections"] {
  const db = openToLook(join(incoming, "firm.sqlite"));
  try {
    const sql = "SELECT connection_id AS connectionId, client_id AS clientId, body FROM connection ORDER BY client_id";
    return db.prepare(sql).all() as PreparedRestore["connections"][number][];
  } finally {
    db.close();
  }
}

function otherFirm(home: string): Failure {
  return {
    code: "invalid_input",
    message: `This backup is from another firm, not from the one whose data is in ${home}.`,
    field: "firmId",
    next: "To restore it, start Tieout with an empty data folder (--home FOLDER) and restore it there. Nothing was changed.",
  };
}
