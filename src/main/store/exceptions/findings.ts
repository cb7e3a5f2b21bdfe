import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { documentNameOf, entityLabel } from "#main/store/documents/record-names.ts";
import { isDocument } from "#main/store/documents/record-number.ts";
import type { FindingRow } from "#shared/contract/clients/clients.ts";
import { calendarDate, dayNumber } from "#shared/kernel/calendar-date.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";
import { acknowledgements } from "./finding-acts.ts";

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
  const looked = acknowledgements(reader);
  return rows.map((row) => ({
    findingNo: row.finding_no,
    code: row.code,
    stream: row.stream,
    recordId: row.entity_word === null ? null : `${reader.words.text(row.entity_word)}:${reader.idText(row.source_id)}`,
    field: row.field === "" ? null : row.field,
    message: row.message,
    firstSeen: instantFromMs(row.first_ms),
    lastSeen: instantFromMs(row.last_ms),
    ...namedRecord(reader, row),
    acknowledged: acknowledgedBy(looked.get(String(row.finding_no))),
  }));
}

function namedRecord(reader: MirrorReader, row: { readonly source_id: unknown; readonly entity_word: number | null }) {
  if (row.entity_word === null) return { recordName: null, isDocument: false };
  const id = `${reader.words.text(row.entity_word)}:${reader.idText(row.source_id)}`;
  return { recordName: documentNameOf(reader, id) ?? entityLabel(reader, id), isDocument: isDocument(reader, id) };
}

function acknowledgedBy(decision: ReturnType<ReturnType<typeof acknowledgements>["get"]>): FindingRow["acknowledged"] {
  if (decision === undefined) return null;
  const { decisionNo, person, at, body } = decision;
  return { decisionNo, person, at, note: body.note };
}

/** Ids of records marked removed at or after an instant; with dates, only documents and payments of those days. */
export function removedSince(
  reader: MirrorReader,
  sinceMs: number,
  range: { readonly from?: string | undefined; readonly to?: string | undefined } = {},
): string[] {
  const rows = reader.db
    .prepare(
      `SELECT r.source_id, r.entity_word, COALESCE(d.issue_day, p.day) AS day FROM source_record r
       LEFT JOIN document d USING (rec_no) LEFT JOIN payment p USING (rec_no) WHERE r.removed_ms >= ?`,
    )
    .all(sinceMs) as { source_id: unknown; entity_word: number; day: number | null }[];
  const from = range.from === undefined ? Number.NEGATIVE_INFINITY : dayNumber(calendarDate(range.from));
  const to = range.to === undefined ? Number.POSITIVE_INFINITY : dayNumber(calendarDate(range.to));
  const dated = range.from !== undefined || range.to !== undefined;
  return rows
    .filter((row) => !dated || (row.day !== null && row.day >= from && row.day <= to))
    .map((row) => `${reader.words.text(row.entity_word)}:${reader.idText(row.source_id)}`);
}
