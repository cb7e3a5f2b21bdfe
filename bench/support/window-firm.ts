import { copyFileSync } from "node:fs";
import * as firm from "#main/services/firm.ts";
import { clientFilePath, openClientFile } from "#main/store/client-file.ts";
import { openFirmFile } from "#main/store/firm-file.ts";
import { millionDocuments } from "./million-documents.ts";
import { bytesOnDisk, clientSetup, FETCHED_AT, NOW_MS } from "./mirror.ts";

const CLIENTS = 200;

/** Documents of the client that the large one is measured against. */
export const SMALL_COUNT = 1_000;

/** Writes a data folder of 200 clients, one of them large and one small, the others without any book. */
export function writeFirm(home: string, documents: number): void {
  const db = openFirmFile(home);
  for (const [clientId, count] of [
    ["large", documents],
    ["small", SMALL_COUNT],
  ] as const) {
    const mirror = millionDocuments(home, clientId, count).db;
    bytesOnDisk(mirror);
    mirror.close();
  }
  const model = openClientFile(home, "model");
  model.prepare("DELETE FROM meta WHERE key = 'client_id'").run();
  bytesOnDisk(model);
  model.close();
  addClient(db, "large", "Large Holdings Limited", documents);
  addClient(db, "small", "Small Trading Limited", SMALL_COUNT);
  for (let at = 2; at < CLIENTS; at++) {
    copyFileSync(clientFilePath(home, "model"), clientFilePath(home, `client-${at}`));
    addClient(db, `client-${at}`, `Client ${at} Trading Limited`, 0);
  }
  db.close();
}

function addClient(db: ReturnType<typeof openFirmFile>, clientId: string, name: string, documents: number): void {
  const { discovery, system, tenantId } = clientSetup(clientId);
  // Nothing answers there, and there is no token: nothing is read while the window is measured.
  const file = {
    ...{ system, name, tenantId, baseUrl: "http://127.0.0.1:9/api/2.0", journals: false },
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
