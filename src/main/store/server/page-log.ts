import { sql } from "kysely";
import type { LogPosition, ReceivedPage } from "#main/store/ingest/log-position.ts";
import type { ServerSql } from "./connect.ts";

/** A page that the holder of a client's lease adds to its log. */
export interface PageToPublish {
  readonly clientId: string;
  /** Made here, so that a page can be found again when the answer to its commit was lost. */
  readonly pageId: string;
  readonly fence: number;
  /** A data set, or "" for a step that belongs to none. */
  readonly stream: string;
  readonly kind: string;
  readonly cursorBefore: string | null;
  readonly cursorAfter: string | null;
  readonly body: Uint8Array;
  /** The hash that the log ends with, as far as this machine knows. */
  readonly previous: string;
}

interface Place {
  readonly page: number;
  readonly hash: string;
}

/**
 * One statement and so one transaction: the fence is checked, the number given and the hash made where the page is stored.
 * @returns null when the log ends with another page than this machine knows
 */
export async function addPage(db: ServerSql, page: PageToPublish): Promise<LogPosition | null> {
  const { clientId, pageId, fence, stream, kind, cursorBefore, cursorAfter, body, previous } = page;
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const { rows } = await sql<Place>`
    INSERT INTO tieout.mirror_page (client_id, page_id, fence, stream, kind, cursor_before, cursor_after, body)
    SELECT ${clientId}, ${pageId}::uuid, ${fence}::bigint, ${stream}, ${kind}, ${cursorBefore}::text, ${cursorAfter}::text, ${bytes}::bytea
    WHERE ${previous} = coalesce((SELECT encode(page_head, 'hex') FROM tieout.client_log WHERE client_id = ${clientId}), repeat('0', 64))
    RETURNING page_no AS page, encode(hash, 'hex') AS hash`.execute(db);
  return rows[0] ?? null;
}

/** Where a page is in the log; null when its commit never happened. */
export async function findPage(db: ServerSql, clientId: string, pageId: string): Promise<LogPosition | null> {
  const { rows } = await sql<Place>`
    SELECT page_no AS page, encode(hash, 'hex') AS hash FROM tieout.mirror_page
    WHERE client_id = ${clientId} AND page_id = ${pageId}`.execute(db);
  return rows[0] ?? null;
}

/** The end of a client's log; page 0 before the first. */
export async function endOfLog(db: ServerSql, clientId: string): Promise<LogPosition> {
  const { rows } = await sql<Place>`
    SELECT next_page - 1 AS page, encode(page_head, 'hex') AS hash FROM tieout.client_log WHERE client_id = ${clientId}`.execute(db);
  return rows[0] ?? { page: 0, hash: "0".repeat(64) };
}

/** Whether the log has a page with this hash at this place. */
export async function hasPage(db: ServerSql, clientId: string, { page, hash }: LogPosition): Promise<boolean> {
  if (page === 0) return true;
  const { rows } = await sql`
    SELECT 1 FROM tieout.mirror_page WHERE client_id = ${clientId} AND page_no = ${page}::bigint AND hash = decode(${hash}, 'hex')`.execute(
    db,
  );
  return rows.length > 0;
}

/** The last page of each client that has any, for a machine that asks what is new. */
export async function lastPages(db: ServerSql): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ clientId: string; last: number }>`
    SELECT client_id AS "clientId", next_page - 1 AS last FROM tieout.client_log WHERE next_page > 1`.execute(db);
  return new Map(rows.map(({ clientId, last }) => [clientId, last]));
}

/** The pages after one, in order: at most `most`, and after the first no more than `bytesMax` together. */
export async function pagesAfter(
  db: ServerSql,
  clientId: string,
  after: number,
  { most, bytesMax }: { readonly most: number; readonly bytesMax: number },
): Promise<ReceivedPage[]> {
  const { rows } = await sql<ReceivedPage>`
    SELECT client_id AS "clientId", page_no AS "pageNo", page_id AS "pageId", stream, kind, cursor_before AS "cursorBefore",
      cursor_after AS "cursorAfter", body, machine_id AS "machineId", tieout.utc(at) AS at,
      encode(previous, 'hex') AS previous, encode(hash, 'hex') AS hash
    FROM (
      SELECT *, sum(length(body)) OVER (ORDER BY page_no) AS bytes FROM tieout.mirror_page
      WHERE client_id = ${clientId} AND page_no > ${after}::bigint AND page_no <= ${after + most}::bigint
    ) AS sized
    WHERE bytes <= ${bytesMax}::bigint OR page_no = ${after + 1}::bigint ORDER BY page_no`.execute(db);
  return rows;
}
