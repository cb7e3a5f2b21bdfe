import { copyFileSync } from "node:fs";
import { zstdCompressSync } from "node:zlib";
import * as firm from "#main/store/clients/firm.ts";
import { clientFilePath, openClientFile } from "#main/store/database/client-file.ts";
import { openFirmFile } from "#main/store/database/firm-file.ts";
import { hashOfRows } from "#main/store/documents/verify-records.ts";
import { millionDocuments } from "./million-documents.ts";
import { bytesOnDisk, clientSetup, FETCHED_AT, NOW_MS } from "./mirror.ts";

const CLIENTS = 200;

/** Documents of the client that the large one is measured against. */
export const SMALL_COUNT = 1_000;
/** Documents of the others: a mirror of each size is written, and copied for every client of that size. */
const OTHER_COUNTS = [40, 80, 120, 200, 320] as const;

/** Writes a data folder of 200 clients, each with books: one large, one small, and one that has not been read yet. */
export function writeFirm(home: string, documents: number): void {
  const db = openFirmFile(home);
  for (const [clientId, count] of [
    ["large", documents],
    ["small", SMALL_COUNT],
  ] as const) {
    const mirror = millionDocuments(home, clientId, count);
    storeEvidence(mirror);
    bytesOnDisk(mirror.db);
    mirror.db.close();
  }
  for (const count of OTHER_COUNTS) {
    const model = millionDocuments(home, `model-${count}`, count).db;
    model.prepare("DELETE FROM meta WHERE key = 'client_id'").run();
    bytesOnDisk(model);
    model.close();
  }
  addClient(db, "large", "Large Holdings Limited", documents);
  addClient(db, "small", "Small Trading Limited", SMALL_COUNT);
  firm.addClient(db, { clientId: "reading", name: "Reading Limited", demo: false, nowMs: NOW_MS });
  openClientFile(home, "reading").close();
  for (let at = 3; at < CLIENTS; at++) {
    const count = OTHER_COUNTS[at % OTHER_COUNTS.length] as number;
    copyFileSync(clientFilePath(home, `model-${count}`), clientFilePath(home, `client-${at}`));
    addClient(db, `client-${at}`, `Client ${at} Trading Limited`, count);
  }
  db.close();
}

/** The hashes and payloads that a sync would have stored: the window opens no record whose rows it can't verify. */
function storeEvidence({ db, reader }: ReturnType<typeof millionDocuments>): void {
  const payload = "{}";
  const setHash = db.prepare("UPDATE document SET change_hash = ? WHERE rec_no = ?");
  db.transaction(() => {
    db.prepare("INSERT INTO raw_page VALUES (0, ?, ?)").run(payload.length, zstdCompressSync(payload));
    db.prepare("UPDATE source_record SET raw_length = ?").run(payload.length);
    for (const recNo of db.prepare("SELECT rec_no FROM document").pluck().all() as number[])
      setHash.run(Buffer.from(hashOfRows(reader, "document", recNo) ?? "", "hex"), recNo);
  })();
}

function addClient(db: ReturnType<typeof openFirmFile>, clientId: string, name: string, documents: number): void {
  const { discovery, system, tenantId } = clientSetup(clientId);
  // Nothing answers there, and there is no token: nothing is read while the window is measured.
  const file = {
    ...{ system, name, tenantId, baseUrl: "http://127.0.0.1:9/api/2.0", journals: false, profile: "neutral" },
    auth: { type: "bearer_env", variable: "TIEOUT_BENCH_NO_TOKEN" },
  };
  firm.addClient(db, { clientId, name, demo: false, nowMs: NOW_MS });
  firm.saveConnection(db, { connectionId: clientId, clientId, system, tenantId, body: JSON.stringify(file), nowMs: NOW_MS });
  firm.saveDiscovery(db, clientId, discovery, NOW_MS);
  firm.saveRollup(
    db,
    clientId,
    {
      ...{ documents, parties: 500, openReceivables: 90, openPayables: 40, findings: 0, removed: 0 },
      ...{ lockedThrough: "2026-09-30", state: "up_to_date", asOf: FETCHED_AT, problem: null, streamsDone: 18, streamsTotal: 18 },
    },
    NOW_MS,
  );
}
