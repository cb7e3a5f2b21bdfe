import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { prepared } from "#main/store/database/query.ts";
import { documentNameOf, postedRecord } from "#main/store/documents/record-names.ts";
import { isDocument } from "#main/store/documents/record-number.ts";
import type { LedgerDetail, LedgerDetailRow } from "#shared/model/reports/statement.ts";

/** An account's ledger in which the rows of payments say what they settle: a payment itself can't be shown. */
export function withSettled(reader: MirrorReader, detail: LedgerDetail): LedgerDetail {
  const rows = detail.rows.map((row) =>
    row.documentId === null || row.isDocument ? row : { ...row, settles: settledBy(reader, row.documentId) },
  );
  return { ...detail, rows };
}

/** The first transaction that a payment settles, and how many others; those of a removed record no longer count. */
function settledBy(reader: MirrorReader, paymentId: string): LedgerDetailRow["settles"] {
  const ids = prepared(
    reader.db,
    `SELECT a.to_id FROM allocation a JOIN source_record r USING (rec_no)
     WHERE a.from_id = ? AND r.removed_ms IS NULL GROUP BY a.to_id ORDER BY MIN(a.rec_no), MIN(a.alloc_no)`,
  )
    .pluck()
    .all(paymentId) as string[];
  const documentId = ids.find((id) => isDocument(reader, id));
  if (documentId === undefined) return null;
  const name = documentNameOf(reader, documentId, "short") ?? documentId;
  return { documentId, name, number: postedRecord(reader, documentId)?.number ?? null, others: ids.length - 1 };
}
