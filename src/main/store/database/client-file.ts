import { join } from "node:path";
import Database from "better-sqlite3";
import { clientMirror } from "#main/store/migrations/client-0001-mirror.ts";
import { clientOwnRecords } from "#main/store/migrations/client-0002-own-records.ts";
import { clientWriteJobs } from "#main/store/migrations/client-0003-write-jobs.ts";
import { clientClose } from "#main/store/migrations/client-0004-close.ts";
import { clientPacks } from "#main/store/migrations/client-0005-packs.ts";
import { clientNotes } from "#main/store/migrations/client-0006-notes.ts";
import { clientReviewConflicts } from "#main/store/migrations/client-0007-review-conflicts.ts";
import { clientOwnChain } from "#main/store/migrations/client-0008-own-chain.ts";
import { clientPostingEntities } from "#main/store/migrations/client-0009-posting-entities.ts";
import { clientEntityReports } from "#main/store/migrations/client-0010-entity-reports.ts";
import { clientReadableViews } from "#main/store/migrations/client-0011-readable-views.ts";
import { clientOnePostingTable } from "#main/store/migrations/client-0012-one-posting-table.ts";
import { clientBankStatements } from "#main/store/migrations/client-0013-bank-statements.ts";
import { clientPackSignatures } from "#main/store/migrations/client-0019-pack-signatures.ts";
import { clientPostingSums } from "#main/store/migrations/client-0020-posting-sums.ts";
import { clientLedgerReconciled } from "#main/store/migrations/client-0021-ledger-reconciled.ts";
import { clientFactLog } from "#main/store/migrations/client-0022-fact-log.ts";
import { clientDocumentSums } from "#main/store/migrations/client-0023-document-sums.ts";
import { clientProgramReads } from "#main/store/migrations/client-0024-program-reads.ts";
import { clientFactsSeen } from "#main/store/migrations/client-0025-facts-seen.ts";
import { clientAgingSums } from "#main/store/migrations/client-0026-aging-sums.ts";
import { clientPartySeen } from "#main/store/migrations/client-0027-party-seen.ts";
import { clientPartyAmounts } from "#main/store/migrations/client-0028-party-amounts.ts";
import { assert } from "#shared/kernel/assert.ts";
import { followAging } from "./aging-sum-table.ts";
import { emptyDatabase } from "./exact-schema.ts";
import { ensureListIndex, ensureReadIndexes, FORMER_INDEXES } from "./indexes.ts";
import { type FileKind, type Migration, openDatabase, type Sqlite, StoreRefusal } from "./open.ts";

export const CLIENT_APPLICATION_ID = 0x54494543;
export const clientMigrations: readonly Migration[] = [
  clientMirror,
  clientOwnRecords,
  clientWriteJobs,
  clientClose,
  clientPacks,
  clientNotes,
  clientReviewConflicts,
  clientOwnChain,
  clientPostingEntities,
  clientEntityReports,
  clientReadableViews,
  clientOnePostingTable,
  clientBankStatements,
  clientPackSignatures,
  clientPostingSums,
  clientLedgerReconciled,
  clientFactLog,
  clientDocumentSums,
  clientProgramReads,
  clientFactsSeen,
  clientAgingSums,
  clientPartySeen,
  clientPartyAmounts,
];
export const clientFileKind: FileKind = {
  applicationId: CLIENT_APPLICATION_ID,
  migrations: clientMigrations,
  madeLater: (db) => {
    ensureListIndex(db);
    ensureReadIndexes(db);
    followAging(db);
  },
  former: FORMER_INDEXES,
};

/** Path of a client's mirror below the data folder; the id is ours, so it is a safe file name. */
export function clientFilePath(home: string, clientId: string): string {
  assert(/^[a-z0-9-]{1,64}$/.test(clientId), `not a client id: ${clientId}`);
  return join(home, "clients", `${clientId}.sqlite`);
}

/**
 * Opens a client's mirror. The file contains its client's id, so one that was swapped with another client's is
 * refused.
 * @throws StoreRefusal
 */
export function openClientFile(home: string, clientId: string, options: { readonly readonly?: boolean } = {}): Sqlite {
  return openClientFileAt(clientFilePath(home, clientId), clientId, options);
}

/** The same for a file that has not got its name yet. @throws StoreRefusal */
export function openClientFileAt(path: string, clientId: string, options: { readonly readonly?: boolean } = {}): Sqlite {
  const db = openDatabase(path, { ...clientFileKind, ...options });
  const owner = db.prepare("SELECT value FROM meta WHERE key = 'client_id'").pluck().get() as string | undefined;
  if (owner === undefined && !options.readonly) {
    db.prepare("INSERT INTO meta (key, value) VALUES ('client_id', ?)").run(clientId);
  } else if (owner !== undefined && owner !== clientId) {
    db.close();
    throw new StoreRefusal(
      `${path} is the local copy of client ${owner}, not of client ${clientId}. The file was left untouched.`,
      "damaged",
    );
  }
  return db;
}

let emptyBytes: Buffer | undefined;

/** A mirror without records, in memory: what a client has before its first read. */
export function emptyMirror(): Sqlite {
  // Its steps take as long as several questions: they run once.
  if (emptyBytes === undefined) {
    const made = emptyDatabase(clientMigrations);
    emptyBytes = made.serialize();
    made.close();
  }
  const db = new Database(emptyBytes);
  db.pragma("query_only = ON");
  return db;
}
