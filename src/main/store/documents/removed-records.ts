import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { prepared } from "#main/store/database/query.ts";
import { unpackAmount } from "#main/store/records/amounts.ts";
import { documentStatusCode, paymentStatusCode } from "#main/store/records/codes.ts";
import { DOCUMENT_AMOUNTS, PAYMENT_AMOUNTS } from "#main/store/records/document-writer.ts";
import { type CalendarDate, dayNumber, fromDayNumber } from "#shared/kernel/calendar-date.ts";
import type { DecimalString } from "#shared/kernel/decimal.ts";
import { type Instant, instantFromMs } from "#shared/kernel/instant.ts";
import type { Period } from "#shared/model/books/period.ts";
import { documentNameOf } from "./record-names.ts";

/** A document or payment that the ledger no longer has, as it was last seen. */
export interface RemovedRecord {
  readonly id: string;
  readonly name: string;
  readonly party: string | null;
  readonly date: CalendarDate;
  readonly currency: string;
  readonly amount: DecimalString;
  /** False for a draft, or what was voided before: nothing in the books went with it. */
  readonly wasPosted: boolean;
  readonly lastSeen: Instant;
  readonly detectedAt: Instant;
}

interface Row {
  readonly source_id: unknown;
  readonly entity_word: number;
  readonly party_name: string | null;
  readonly day: number;
  readonly currency_word: number;
  readonly amount: number | null;
  readonly scales: number;
  readonly exact: string | null;
  readonly posted: 0 | 1;
  readonly fetched_ms: number;
  readonly removed_ms: number;
}

const COLUMNS = "source_id, entity_word, party_name, currency_word, scales, exact, fetched_ms";
/** What never was in the books, or was taken out of them before. What was deleted reads so only since then. */
const NEVER_POSTED = (["draft", "awaiting_approval", "voided"] as const).map(documentStatusCode.encode).join(",");
/** When a ledger that keeps its deleted documents first said so; one that read so from the start is no news. */
const DELETED_MS = `(SELECT MAX(detected_ms) FROM field_change c WHERE c.rec_no = document.rec_no AND c.field = 'status'
  AND c.after = 'deleted' AND c.before NOT IN ('draft', 'awaiting_approval', 'voided'))`;

/** Documents and payments dated up to a day that were found to be gone, by date. */
export function removedRecords(reader: MirrorReader, to: CalendarDate): RemovedRecord[] {
  const read = (text: string, amountName: string) =>
    (prepared(reader.db, text).all(dayNumber(to)) as Row[]).map((row): RemovedRecord => {
      const id = `${reader.words.text(row.entity_word)}:${reader.idText(row.source_id)}`;
      return {
        id,
        name: documentNameOf(reader, id) ?? id,
        party: row.party_name,
        date: fromDayNumber(row.day),
        currency: reader.words.text(row.currency_word),
        amount: unpackAmount(row.amount, row.scales, 0, amountName, row.exact) as DecimalString,
        wasPosted: row.posted === 1,
        lastSeen: instantFromMs(row.fetched_ms),
        detectedAt: instantFromMs(row.removed_ms),
      };
    });
  return [
    ...read(
      `SELECT ${COLUMNS}, issue_day AS day, total AS amount, COALESCE(removed_ms, ${DELETED_MS}) AS removed_ms, status NOT IN (${NEVER_POSTED}) AS posted
       FROM document JOIN source_record USING (rec_no)
       WHERE issue_day <= ? AND (removed_ms IS NOT NULL OR (status = ${documentStatusCode.encode("deleted")} AND ${DELETED_MS} IS NOT NULL))`,
      DOCUMENT_AMOUNTS[0],
    ),
    ...read(
      `SELECT ${COLUMNS}, day, amount, removed_ms, status <> ${paymentStatusCode.encode("voided")} AS posted
       FROM payment JOIN source_record USING (rec_no) WHERE day <= ? AND removed_ms IS NOT NULL`,
      PAYMENT_AMOUNTS[0],
    ),
  ].sort((a, b) => compare(a.date, b.date) || compare(a.id, b.id));
}

/** Of them, those that had an amount in a period's books: the one list behind the checklist and the pack. */
export function removedInPeriod(records: readonly RemovedRecord[], { start, end }: Pick<Period, "start" | "end">): RemovedRecord[] {
  return records.filter(({ wasPosted, date }) => wasPosted && date >= start && date <= end);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
