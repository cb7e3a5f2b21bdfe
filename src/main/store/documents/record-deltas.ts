import type { Sqlite } from "#main/store/database/open.ts";

/** What the mirror holds of one stream. */
export interface HeldRecords {
  readonly stream: string;
  /** Records that the ledger has; the removed ones are kept beside them. */
  readonly records: number;
  readonly removed: number;
}

/** Counts the records of each stream from the indexes alone: the books may be large. */
export function heldRecords(db: Sqlite): HeldRecords[] {
  return db
    .prepare(
      `SELECT name AS stream, COALESCE(every.n, 0) - COALESCE(gone.n, 0) AS records, COALESCE(gone.n, 0) AS removed FROM stream
       LEFT JOIN (SELECT stream_no, COUNT(*) AS n FROM source_record GROUP BY stream_no) AS every USING (stream_no)
       LEFT JOIN (SELECT stream_no, COUNT(*) AS n FROM source_record WHERE removed_ms IS NOT NULL GROUP BY stream_no) AS gone USING (stream_no)
       ORDER BY stream_no`,
    )
    .all() as HeldRecords[];
}
