import { documentTypeCode } from "#main/store/codes.ts";
import type { Sqlite } from "#main/store/open.ts";

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

/** Counts a mirror's records for the dashboard, from indexes only. */
export function clientFigures(db: Sqlite): MirrorFigures {
  const count = (text: string, ...parameters: unknown[]) =>
    db
      .prepare(text)
      .pluck()
      .get(...parameters) as number;
  const open = "SELECT COUNT(*) FROM document WHERE type = ? AND outstanding <> 0";
  return {
    documents: count("SELECT COUNT(*) FROM document"),
    parties: count("SELECT COUNT(*) FROM entity WHERE kind = 'party'"),
    openReceivables: count(open, documentTypeCode.encode("sales_invoice")),
    openPayables: count(open, documentTypeCode.encode("purchase_bill")),
    findings: count("SELECT COUNT(*) FROM finding WHERE resolved_ms IS NULL"),
    removed: count("SELECT COUNT(*) FROM source_record WHERE removed_ms IS NOT NULL"),
    lockedThrough: db.prepare("SELECT MAX(json_extract(body, '$.lockedThrough')) FROM entity WHERE kind = 'lock'").pluck().get() as
      | string
      | null,
  };
}
