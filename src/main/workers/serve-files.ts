import { existsSync } from "node:fs";
import { StoreRefusal } from "#main/store/database/open.ts";
import { ownRecordsProblem } from "#main/store/database/own-chain.ts";
import { type Scrub, scrub } from "#main/store/documents/verify-records.ts";
import { isDamage } from "#main/store/safety/carry-over.ts";
import { createArchive } from "#main/store/safety/create-archive.ts";
import { collectOldSnapshots, folderFacts } from "#main/store/safety/folder-facts.ts";
import {
  checkWhole,
  dataFilePath,
  type FileOwner,
  glanceAtFile,
  isFromNewer,
  knownSchema,
  openToLook,
} from "#main/store/safety/known-files.ts";
import { moveClientFile } from "#main/store/safety/move-client.ts";
import { prepareRestore } from "#main/store/safety/prepare-restore.ts";
import { repairClient, repairTold } from "#main/store/safety/repair.ts";
import { repairRegistry } from "#main/store/safety/repair-registry.ts";
import { readBack } from "#main/store/safety/snapshot.ts";
import { isDailyDue, listSnapshots, shelve } from "#main/store/safety/snapshots-folder.ts";
import type { FileCheck, FileOps } from "./file-ops.ts";
import type { ClientSource, OpInput, OpResult } from "./protocol.ts";

type Handlers = { readonly [O in keyof FileOps<ClientSource>]: (input: OpInput<O>) => OpResult<O> };

/** Looks after the files of a data folder: checks, snapshots, archives, restores, repairs. */
export function fileHandlers(home: string): Handlers {
  return {
    "files.glance": ({ clientIds }) => {
      collectOldSnapshots(home);
      return clientIds.flatMap((clientId) => {
        const { problem } = glanceAtFile(dataFilePath(home, clientId), clientId);
        return problem === null ? [] : [{ clientId, problem }];
      });
    },
    "files.snapshotsDue": ({ owners, nowMs }) => owners.filter((owner) => isDailyDue(home, owner, nowMs)),
    "files.check": ({ owner, source, deep }) => checkFile(home, owner, source, deep),
    "files.folder": ({ clientIds }) => folderFacts(home, clientIds),
    "files.snapshots": () => listSnapshots(home),
    "files.readBack": ({ owner, snapshotId }) => {
      const snapshot = listSnapshots(home).find((candidate) => candidate.snapshotId === snapshotId);
      if (snapshot === undefined) return { problem: "it's missing" };
      return { problem: problemOf(() => readBack(snapshot.path, owner)) };
    },
    "files.snapshot": ({ owner, kind, onlyIfDue, nowMs }) => {
      if (!existsSync(dataFilePath(home, owner)) || (onlyIfDue && !isDailyDue(home, owner, nowMs))) return null;
      return { bytes: shelve(home, owner, kind, nowMs).bytes };
    },
    "files.archive": (order) => createArchive(home, order),
    "files.prepareRestore": (order) => prepareRestore(home, order),
    "files.repair": (order) => repairClient(home, order),
    "files.repairTold": ({ clientId }) => {
      repairTold(home, clientId);
      return null;
    },
    "files.moveClient": (move) => moveClientFile(home, move),
    "files.repairRegistry": ({ nowMs }) => repairRegistry(home, nowMs),
  };
}

function checkFile(home: string, owner: FileOwner, source: ClientSource | null, deep: boolean): FileCheck {
  const path = dataFilePath(home, owner);
  const glance = glanceAtFile(path, owner);
  const known = knownSchema(owner);
  // What can't be read has no schema, whatever its bytes are.
  if (glance.problem !== null) return { ...glance, schema: 0, known, isFromNewer: false, scrub: null };
  let schema = 0;
  let isNewer = false;
  let scrubbed: Scrub | null = null;
  const problem = problemOf(() => {
    const db = openToLook(path);
    try {
      // At one moment of the file: a sync that writes meanwhile would look like damage.
      db.transaction(() => {
        schema = db.pragma("user_version", { simple: true }) as number;
        isNewer = isFromNewer(db, owner);
        const wrong = checkWhole(db, owner);
        if (wrong !== null) throw new StoreRefusal(wrong, "damaged");
        const own = deep && schema === known ? ownRecordsProblem(db) : null;
        if (own !== null) throw new StoreRefusal(own, "damaged");
        if (deep && source !== null && schema === known) scrubbed = scrub(db, source);
      })();
    } finally {
      db.close();
    }
  });
  return { problem, schema, known, isFromNewer: isNewer, bytes: glance.bytes, scrub: scrubbed };
}

/** Why a file can't be used; anything but the file's own fault is thrown on. */
function problemOf(act: () => unknown): string | null {
  try {
    act();
    return null;
  } catch (error) {
    if (error instanceof StoreRefusal) return error.message;
    if (isDamage(error)) return (error as Error).message;
    throw error;
  }
}
