import type { Sqlite } from "#main/store/database/open.ts";
import { documentStatusCode, documentTypeCode } from "#main/store/records/codes.ts";
import { NOT_ACKNOWLEDGED } from "#main/store/records/finding-store.ts";
import type { DocumentType } from "#shared/model/books/document.ts";

/** The counts and dates that one mirror contributes to the firm's dashboard. */
export interface MirrorFigures {
  readonly documents: number;
  readonly parties: number;
  readonly openReceivables: number;
  readonly openPayables: number;
  readonly findings: number;
  readonly removed: number;
  readonly lockedThrough: string | null;
}

/**
 * Counts a mirror's records for the dashboard. Open are documents that the ledger calls open or part
 * paid and that are still there: drafts and what was removed are owed by nobody.
 */
export function clientFigures(db: Sqlite): MirrorFigures {
  const count = (text: string, ...parameters: unknown[]) =>
    db
      .prepare(text)
      .pluck()
      .get(...parameters) as number;
  const statuses = [documentStatusCode.encode("open"), documentStatusCode.encode("part_paid")].join(", ");
  const from = `FROM document JOIN source_record USING (rec_no) WHERE type = ? AND removed_ms IS NULL AND status IN (${statuses})`;
  // Two questions, because the first is answered by the index of what is outstanding; amounts beyond 2^53 are text.
  const open = `SELECT (SELECT COUNT(*) ${from} AND outstanding <> 0) + (SELECT COUNT(*) ${from} AND outstanding IS NULL)`;
  const openOf = (type: DocumentType) => count(open, documentTypeCode.encode(type), documentTypeCode.encode(type));
  return {
    documents: count("SELECT COUNT(*) FROM document"),
    parties: count("SELECT COUNT(*) FROM entity WHERE kind = 'party'"),
    openReceivables: openOf("sales_invoice"),
    openPayables: openOf("purchase_bill"),
    findings: count(`SELECT COUNT(*) FROM finding WHERE resolved_ms IS NULL AND ${NOT_ACKNOWLEDGED}`),
    removed: count("SELECT COUNT(*) FROM source_record WHERE removed_ms IS NOT NULL"),
    lockedThrough: db
      .prepare(
        "SELECT MAX(json_extract(body, '$.lockedThrough')) FROM entity JOIN source_record USING (rec_no) WHERE kind = 'lock' AND removed_ms IS NULL AND json_extract(body, '$.scope.entityId') IS NULL AND COALESCE(json_extract(body, '$.scope.module'), 'all') = 'all'",
      )
      .pluck()
      .get() as string | null,
  };
}
