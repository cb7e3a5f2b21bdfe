import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { prepared } from "#main/store/database/query.ts";
import { packId } from "#main/store/records/identifiers.ts";

/** The record number behind an id of the form `<entityType>:<ledger id>`, or null. */
export function recordNumber(reader: MirrorReader, id: string, table: "document" | "payment" | "entity"): number | null {
  const colon = id.indexOf(":");
  const entity = reader.words.find(id.slice(0, colon));
  if (colon < 0 || entity === null) return null;
  const text = `SELECT rec_no FROM source_record JOIN ${table} USING (rec_no) WHERE source_id = ? AND entity_word = ?`;
  const row = prepared(reader.db, text)
    .pluck()
    .get(packId(id.slice(colon + 1)), entity) as number | undefined;
  return row ?? null;
}

/** Whether a record can be shown on its own: a document can, a payment or an entry of the general ledger can't. */
export function isDocument(reader: MirrorReader, id: string): boolean {
  return recordNumber(reader, id, "document") !== null;
}
