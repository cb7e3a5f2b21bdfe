import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { RecordStore } from "#main/store/records/record-store.ts";
import { recordNumber } from "./record-number.ts";
import { requireIntact } from "./verify-records.ts";

/** The untouched payload of a document or payment, as text, and when it was fetched; null where there is none. */
export function rawPayload(reader: MirrorReader, id: string): { readonly raw: string; readonly fetchedMs: number } | null {
  for (const kind of ["document", "payment"] as const) {
    const recNo = recordNumber(reader, id, kind);
    if (recNo === null) continue;
    requireIntact(reader, kind, recNo);
    const records = new RecordStore(reader.db, reader.words);
    return { raw: records.readRaw(recNo)?.toString("utf8") ?? "", fetchedMs: records.fetchedMs(recNo) };
  }
  return null;
}
