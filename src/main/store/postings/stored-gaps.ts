import { figureGaps, type GapReason, RECORDS_SHOWN } from "#main/domain/postings/posting-gaps.ts";
import { UNPOSTED } from "#main/domain/postings/reconstruct-postings.ts";
import { type DaySpan, dayRange } from "#main/store/database/kept-sums.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { prepared } from "#main/store/database/query.ts";
import { documentStatusCode, documentTypeCode } from "#main/store/records/codes.ts";
import { t } from "#shared/language/t.ts";
import type { FigureGap } from "#shared/model/reports/statement.ts";
import { recordIds } from "./posting-records.ts";

/** What reconstructed postings between two days lack, by reason, with the records concerned, oldest first (rule 18). */
export function reconstructionGaps(reader: MirrorReader, span: DaySpan, unlistedPostings: readonly string[]): FigureGap[] {
  const days = dayRange(span);
  const rows = prepared(
    reader.db,
    `SELECT text AS reason, rec_no FROM posting_gap JOIN word ON word_no = reason_word JOIN source_record s USING (rec_no)
     WHERE day BETWEEN @from AND @to AND removed_ms IS NULL ORDER BY day, s.source_id, s.entity_word`,
  ).iterate(days) as IterableIterator<{ readonly reason: GapReason; readonly rec_no: number }>;
  const found = new Map<GapReason, number[]>();
  for (const { reason, rec_no } of rows) {
    const known = found.get(reason);
    if (known === undefined) found.set(reason, [rec_no]);
    else known.push(rec_no);
  }
  const stock = trackedStock(reader, days);
  if (stock.length > 0) found.set("cost_of_sales", stock);
  const told = [...found].map(
    ([reason, recNos]) => [reason, { recordIds: recordIds(reader, recNos.slice(0, RECORDS_SHOWN)), count: recNos.length }] as const,
  );
  const currencies = new Map([...found].map(([reason, recNos]) => [reason, currenciesOf(reader, recNos)] as const));
  return [...figureGaps(new Map(told), currencies), ...notOffered(unlistedPostings)];
}

/** The currencies of some documents and payments. */
function currenciesOf(reader: MirrorReader, recNos: readonly number[]): string[] {
  return prepared(
    reader.db,
    `SELECT text FROM word WHERE word_no IN (SELECT currency_word FROM payment WHERE rec_no IN (SELECT value FROM json_each(@recNos))
       UNION SELECT currency_word FROM document WHERE rec_no IN (SELECT value FROM json_each(@recNos))) ORDER BY text`,
  )
    .pluck()
    .all({ recNos: JSON.stringify(recNos) }) as string[];
}

/** Sales and adjustments of items that the ledger keeps stock of: it posts their cost, and no document says how much. */
function trackedStock(reader: MirrorReader, days: ReturnType<typeof dayRange>): number[] {
  const items = prepared(
    reader.db,
    "SELECT word_no FROM entity JOIN word ON word.text = entity.id WHERE kind = 'item' AND json_extract(body, '$.tracked')",
  )
    .pluck()
    .all() as number[];
  if (items.length === 0) return [];
  const types = (["sales_invoice", "sales_credit", "cash_sale", "journal"] as const).map(documentTypeCode.encode).join(",");
  return prepared(
    reader.db,
    `SELECT d.rec_no FROM document d JOIN source_record s USING (rec_no)
     WHERE d.issue_day BETWEEN @from AND @to AND d.status NOT IN (${UNPOSTED.map(documentStatusCode.encode).join(",")}) AND removed_ms IS NULL
       AND d.type IN (${types}) AND EXISTS (SELECT 1 FROM document_line l WHERE l.rec_no = d.rec_no
         AND l.item_word IN (SELECT value FROM json_each(@items))) ORDER BY d.issue_day, s.source_id, s.entity_word`,
  )
    .pluck()
    .all({ ...days, items: JSON.stringify(items) }) as number[];
}

function notOffered(postings: readonly string[]): FigureGap[] {
  if (postings.length === 0) return [];
  const kinds = new Intl.ListFormat("en", { type: "conjunction" }).format(postings.map((kind) => t(kind)));
  const message = `The ledger doesn't provide ${kinds}, so they aren't included. Its own trial balance includes them.`;
  return [{ code: "not_offered", message, recordIds: [], count: 0 }];
}
