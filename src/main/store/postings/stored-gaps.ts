import { figureGaps, type GapReason, RECORDS_SHOWN } from "#main/domain/postings/posting-gaps.ts";
import { UNPOSTED } from "#main/domain/postings/reconstruct-postings.ts";
import { type DaySpan, dayRange } from "#main/store/database/kept-sums.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { prepared } from "#main/store/database/query.ts";
import { documentStatusCode, documentTypeCode } from "#main/store/records/codes.ts";
import { andList } from "#shared/language/english.ts";
import { t } from "#shared/language/t.ts";
import type { FigureGap } from "#shared/model/reports/statement.ts";
import { recordIds } from "./posting-records.ts";

/** What reconstructed postings between two days lack, by reason, with the records concerned, oldest first (rule 18). */
export function reconstructionGaps(reader: MirrorReader, span: DaySpan, unlistedPostings: readonly string[]): FigureGap[] {
  const days = dayRange(span);
  const told = new Map<GapReason, { readonly recordIds: readonly string[]; readonly count: number }>();
  const currencies = new Map<GapReason, readonly string[]>();
  for (const [word, counts] of Map.groupBy(counted(reader, days), ({ reason_word }) => reason_word)) {
    const reason = reader.words.text(word) as GapReason;
    const count = counts.reduce((sum, each) => sum + each.count, 0);
    told.set(reason, { recordIds: recordIds(reader, firstWith(reader, word, days)), count });
    currencies.set(reason, counts.map(({ currency_word }) => reader.words.text(currency_word)).sort());
  }
  const stock = trackedStock(reader, days);
  if (stock.length > 0) {
    told.set("cost_of_sales", { recordIds: recordIds(reader, stock.slice(0, RECORDS_SHOWN)), count: stock.length });
    currencies.set("cost_of_sales", documentCurrencies(reader, stock));
  }
  return [...figureGaps(told, currencies), ...notOffered(unlistedPostings)];
}

type Days = ReturnType<typeof dayRange>;

const REMOVED = "(SELECT rec_no FROM source_record WHERE removed_ms IS NOT NULL)";
const BETWEEN = `g.day BETWEEN @from AND @to AND g.rec_no NOT IN ${REMOVED}`;

/** How many documents and payments have each gap, by currency. Starts at the gaps: there can be a million records, and none with a gap. */
function counted(reader: MirrorReader, days: Days) {
  return prepared(
    reader.db,
    `SELECT reason_word, COALESCE(d.currency_word, p.currency_word) AS currency_word, COUNT(*) AS count
     FROM posting_gap g LEFT JOIN document d USING (rec_no) LEFT JOIN payment p USING (rec_no) WHERE ${BETWEEN} GROUP BY 1, 2`,
  ).all(days) as { readonly reason_word: number; readonly currency_word: number; readonly count: number }[];
}

/** The oldest records with a gap, as many as are shown. Only those up to the day of the last are put in order. */
function firstWith(reader: MirrorReader, word: number, days: Days): number[] {
  const lastDay = `SELECT g.day FROM posting_gap g WHERE reason_word = @word AND ${BETWEEN} ORDER BY g.day LIMIT 1 OFFSET ${RECORDS_SHOWN - 1}`;
  return prepared(
    reader.db,
    `SELECT g.rec_no FROM posting_gap g CROSS JOIN source_record s USING (rec_no)
     WHERE reason_word = @word AND ${BETWEEN} AND g.day <= COALESCE((${lastDay}), @to)
     ORDER BY g.day, s.source_id, s.entity_word LIMIT ${RECORDS_SHOWN}`,
  )
    .pluck()
    .all({ word, ...days }) as number[];
}

function documentCurrencies(reader: MirrorReader, recNos: readonly number[]): string[] {
  return prepared(
    reader.db,
    `SELECT text FROM word WHERE word_no IN (SELECT currency_word FROM document WHERE rec_no IN (SELECT value FROM json_each(?))) ORDER BY text`,
  )
    .pluck()
    .all(JSON.stringify(recNos)) as string[];
}

/** Sales and adjustments of items that the ledger keeps stock of: it posts their cost, and no document says how much. */
function trackedStock(reader: MirrorReader, days: Days): number[] {
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
  const kinds = andList(postings.map((kind) => t(kind)));
  const message = `The ledger doesn't provide ${kinds}, so they aren't included. Its own trial balance includes them.`;
  return [{ code: "not_offered", message, recordIds: [], count: 0 }];
}
