import type { MirrorReader } from "#main/store/mirror-reader.ts";
import type { FindingRow } from "#shared/contract/clients.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";

/** Open findings, newest first. */
export function listFindings(reader: MirrorReader): FindingRow[] {
  const rows = reader.db
    .prepare(
      `SELECT f.finding_no, f.code, f.field, f.message, f.first_ms, f.last_ms, s.name AS stream, r.source_id, r.entity_word
       FROM finding f JOIN stream s USING (stream_no) LEFT JOIN source_record r USING (rec_no) WHERE f.resolved_ms IS NULL ORDER BY f.finding_no DESC LIMIT 5000`,
    )
    .all() as {
    finding_no: number;
    code: string;
    field: string;
    message: string;
    first_ms: number;
    last_ms: number;
    stream: string;
    source_id: unknown;
    entity_word: number | null;
  }[];
  return rows.map((row) => ({
    findingNo: row.finding_no,
    code: row.code,
    stream: row.stream,
    recordId: row.entity_word === null ? null : `${reader.words.text(row.entity_word)}:${reader.idText(row.source_id)}`,
    field: row.field === "" ? null : row.field,
    message: row.message,
    firstSeen: instantFromMs(row.first_ms),
    lastSeen: instantFromMs(row.last_ms),
  }));
}

/** Ids of records marked removed at or after an instant. */
export function removedSince(reader: MirrorReader, sinceMs: number): string[] {
  const rows = reader.db.prepare("SELECT source_id, entity_word FROM source_record WHERE removed_ms >= ?").all(sinceMs) as {
    source_id: unknown;
    entity_word: number;
  }[];
  return rows.map((row) => `${reader.words.text(row.entity_word)}:${reader.idText(row.source_id)}`);
}
