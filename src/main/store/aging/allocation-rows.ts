import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { unpackAmount } from "#main/store/records/amounts.ts";
import { fromKindCode } from "#main/store/records/codes.ts";
import { ONE_AMOUNT } from "#main/store/records/document-writer.ts";
import { type CalendarDate, fromDayNumber } from "#shared/kernel/calendar-date.ts";
import type { DecimalString } from "#shared/kernel/decimal.ts";
import { type Instant, instantFromMs } from "#shared/kernel/instant.ts";

export interface AllocationView {
  readonly fromKind: string;
  readonly fromId: string;
  readonly toId: string;
  readonly amount: { readonly amount: DecimalString; readonly currency: string };
  readonly date: CalendarDate | null;
  readonly asOf: Instant | null;
}

interface Row {
  readonly from_kind: number;
  readonly from_id: string;
  readonly to_id: string;
  readonly amount: number | null;
  readonly scales: number;
  readonly exact: string | null;
  readonly currency_word: number;
  readonly day: number | null;
  readonly completed_ms: number | null;
}

/** Current allocations by source and target, without those of deleted records. */
export function* listAllocations(reader: MirrorReader): Generator<AllocationView> {
  const rows = reader.db
    .prepare(
      `SELECT from_kind, from_id, to_id, amount, scales, exact, currency_word, day, completed_ms
       FROM allocation JOIN source_record USING (rec_no) JOIN stream USING (stream_no)
       WHERE removed_ms IS NULL ORDER BY from_id, to_id, day, alloc_no`,
    )
    .iterate() as IterableIterator<Row>;
  for (const row of rows)
    yield {
      fromKind: fromKindCode.decode(row.from_kind),
      fromId: row.from_id,
      toId: row.to_id,
      amount: {
        amount: unpackAmount(row.amount, row.scales, 0, ONE_AMOUNT[0], row.exact) as DecimalString,
        currency: reader.words.text(row.currency_word),
      },
      date: row.day === null ? null : fromDayNumber(row.day),
      asOf: row.completed_ms === null ? null : instantFromMs(row.completed_ms),
    };
}
