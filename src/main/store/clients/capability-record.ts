import { z } from "zod";
import { type CapabilityRecord, capabilityReport, noteDiscovery } from "#main/domain/clients/capability-changes.ts";
import type { Sqlite } from "#main/store/database/open.ts";
import { type CapabilityChange, type CapabilityReport, capabilityChange } from "#shared/contract/connections/capabilities.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";
import { tEach } from "#shared/language/t.ts";
import { instantString } from "#shared/model/books/money.ts";
import type { Discovery } from "#shared/model/ledger/capabilities.ts";
import { listConnections, saveDiscovery } from "./firm.ts";
import { readSetting, saveSetting } from "./firm-settings.ts";

const stored = z.object({ firstFoundAt: instantString, changes: z.array(capabilityChange) });

/** What a connection can do, with how, when and since when it was found; null before it was ever asked. */
export function readCapabilityReport(db: Sqlite, connectionId: string): CapabilityReport | null {
  const stored = listConnections(db).find((connection) => connection.connectionId === connectionId);
  if (stored === undefined || stored.discovery === null || stored.discoveredMs === null) return null;
  const evidence = tEach(stored.discovery.evidence);
  return capabilityReport({ ...stored.discovery, evidence }, stored.discoveredMs, readRecord(db, connectionId));
}

function readRecord(db: Sqlite, connectionId: string): CapabilityRecord | null {
  const read = stored.safeParse(readSetting(db, keyOf(connectionId)));
  return read.success ? read.data : null;
}

/**
 * Stores a discovery, and beside it what it found otherwise than the one before (rule 3).
 * @returns the changes
 */
export function saveNotedDiscovery(db: Sqlite, connectionId: string, discovery: Discovery, nowMs: number): readonly CapabilityChange[] {
  return db
    .transaction(() => {
      const text = db.prepare("SELECT discovery FROM connection WHERE connection_id = ?").pluck().get(connectionId) as string | null;
      const before = text === null || text === undefined ? null : (JSON.parse(text) as Discovery);
      const noted = noteDiscovery(readRecord(db, connectionId), before, discovery, instantFromMs(nowMs));
      saveDiscovery(db, connectionId, discovery, nowMs);
      saveSetting(db, keyOf(connectionId), noted.record);
      return noted.changes;
    })
    .immediate();
}

function keyOf(connectionId: string): string {
  return `capabilities/${connectionId}`;
}
