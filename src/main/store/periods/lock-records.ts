import type { MirrorReader } from "#main/store/database/mirror-reader.ts";

/** The records of the ledger that its locks were read from: each once, by id. */
export function lockRecords({ db }: MirrorReader): { readonly id: string; readonly recNo: number }[] {
  return db
    .prepare(
      "SELECT MIN(id) AS id, rec_no AS recNo FROM entity JOIN source_record USING (rec_no) WHERE kind = 'lock' AND removed_ms IS NULL GROUP BY rec_no ORDER BY id",
    )
    .all() as { id: string; recNo: number }[];
}
