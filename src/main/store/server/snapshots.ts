import { type RawBuilder, sql } from "kysely";
import type { ServerSql } from "./connect.ts";

/** Which copy of a client's file the server has: as it is after a page and a fact. */
export interface SnapshotPlace {
  readonly pageNo: number;
  readonly factNo: number;
}

/** Adds one part of a copy; adding it again changes nothing. */
export async function addSnapshotPart(
  db: ServerSql,
  clientId: string,
  { pageNo, factNo }: SnapshotPlace,
  partNo: number,
  bytes: Uint8Array,
  sha256: string,
): Promise<void> {
  await sql`
    INSERT INTO tieout.mirror_snapshot (client_id, page_no, fact_no, part_no, bytes, sha256)
    VALUES (${clientId}, ${pageNo}, ${factNo}, ${partNo}, ${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)}, decode(${sha256}, 'hex'))
    ON CONFLICT DO NOTHING`.execute(db);
}

/** Selects a part's bytes, without parameters; no row when a newer copy has replaced it. */
export function snapshotPart(clientId: string, { pageNo, factNo }: SnapshotPlace, partNo: number): RawBuilder<unknown> {
  return sql`SELECT bytes FROM tieout.mirror_snapshot
    WHERE client_id = ${sql.lit(clientId)} AND page_no = ${sql.lit(pageNo)} AND fact_no = ${sql.lit(factNo)} AND part_no = ${sql.lit(partNo)}`;
}

/** Deletes the copies before a newer one. */
export async function dropSnapshots(db: ServerSql, clientId: string, beforePage: number): Promise<void> {
  await sql`SELECT tieout.snapshot_drop(${clientId}, ${beforePage}::bigint)`.execute(db);
}

/** The newest page that names a copy, and how much the log has grown since; page 0 where none does. */
export async function newestSnapshot(
  db: ServerSql,
  clientId: string,
): Promise<{ readonly page: number; readonly pagesSince: number; readonly bytesSince: number; readonly snapshotBytes: number }> {
  const { rows } = await sql<{ page: number; pagesSince: number; bytesSince: number; snapshotBytes: number }>`
    WITH newest AS (
      SELECT coalesce(max(page_no), 0) AS page FROM tieout.mirror_page WHERE client_id = ${clientId} AND kind = 'log.snapshot')
    SELECT newest.page AS page, count(p.page_no)::bigint AS "pagesSince", coalesce(sum(length(p.body)), 0)::bigint AS "bytesSince",
      (SELECT coalesce(sum(length(s.bytes)), 0)::bigint FROM tieout.mirror_snapshot s WHERE s.client_id = ${clientId} AND s.page_no = newest.page - 1)
        AS "snapshotBytes"
    FROM newest LEFT JOIN tieout.mirror_page p ON p.client_id = ${clientId} AND p.page_no > newest.page GROUP BY newest.page`.execute(db);
  return rows[0] ?? { page: 0, pagesSince: 0, bytesSince: 0, snapshotBytes: 0 };
}
