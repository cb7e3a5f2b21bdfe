import type { MirrorReader } from "#main/store/database/mirror-reader.ts";

/** Record numbers of a table by the ledger's own noun and id, so that the order does not depend on when they were read. */
export function recordOrder({ db }: MirrorReader, table: "document" | "payment" | "journal"): number[] {
  return db
    .prepare(
      `SELECT rec_no FROM ${table} JOIN source_record USING (rec_no) JOIN word ON word_no = entity_word ORDER BY word.text, typeof(source_id), source_id, rec_no`,
    )
    .pluck()
    .all() as number[];
}
