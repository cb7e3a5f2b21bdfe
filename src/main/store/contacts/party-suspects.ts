import type { AgingSide } from "#main/domain/aging/aging.ts";
import type { Suspect } from "#main/domain/tie-outs/tie-out-documents.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { prepared } from "#main/store/database/query.ts";
import type { DocumentRow, PaymentRow } from "#main/store/database/schema-client.ts";
import { SOURCE_FACTS, type Sourced, sourcedId } from "#main/store/documents/sourced-rows.ts";
import { unpackAmount } from "#main/store/records/amounts.ts";
import { directionCode, documentTypeCode } from "#main/store/records/codes.ts";
import { type CalendarDate, dayNumber, fromDayNumber } from "#shared/kernel/calendar-date.ts";
import { type DecimalString, isZero, subtractDecimals } from "#shared/kernel/decimal.ts";

const TYPES = { receivable: ["sales_invoice", "sales_credit"], payable: ["purchase_bill", "purchase_credit"] } as const;
const DIRECTIONS = { receivable: "received", payable: "made" } as const;

export interface PartyQuestion {
  readonly partyId: string;
  readonly side: AgingSide;
  readonly until: CalendarDate;
  readonly baseCurrency: string | null;
  readonly uncertain: ReadonlySet<string>;
}

/** A party's charges, credits and payments of one side, with what is open of each, removed ones included. */
export function partySuspects(reader: MirrorReader, question: PartyQuestion): Suspect[] {
  const word = reader.words.find(question.partyId);
  if (word === null) return [];
  const [charge, credit] = TYPES[question.side];
  const documents = prepared(
    reader.db,
    `SELECT document.*, ${SOURCE_FACTS} FROM document JOIN source_record USING (rec_no)
     WHERE party_word = ? AND type IN (?, ?) AND issue_day <= ?`,
  ).all(word, documentTypeCode.encode(charge), documentTypeCode.encode(credit), dayNumber(question.until)) as Sourced<DocumentRow>[];
  const payments = prepared(
    reader.db,
    `SELECT payment.*, ${SOURCE_FACTS} FROM payment JOIN source_record USING (rec_no) WHERE party_word = ? AND direction = ? AND day <= ?`,
  ).all(word, directionCode.encode(DIRECTIONS[question.side]), dayNumber(question.until)) as Sourced<PaymentRow>[];
  return [
    ...documents.map((row) => documentSuspect(reader, row, question)),
    ...payments.map((row) => paymentSuspect(reader, row, question)),
  ];
}

function documentSuspect(reader: MirrorReader, row: Sourced<DocumentRow>, question: PartyQuestion): Suspect {
  const id = sourcedId(reader, row);
  const isBase = reader.words.text(row.currency_word) === question.baseCurrency;
  const total = unpackAmount(row.total, row.scales, 0, "total", row.exact) as DecimalString;
  const totalBase = unpackAmount(row.total_base, row.scales, 1, "totalBase", row.exact) ?? null;
  const outstanding = unpackAmount(row.outstanding, row.scales, 2, "outstanding", row.exact) as DecimalString;
  const lacksBase = !isBase && row.removed_ms === null && !isZero(outstanding) && (totalBase === null || outstanding !== total);
  // A removed or voided document has nothing open, so its total is what may be missing.
  const open = isZero(outstanding) ? total : outstanding;
  return {
    id,
    number: row.number,
    date: fromDayNumber(row.issue_day),
    amount: isBase ? open : isZero(subtractDecimals(open, total)) ? totalBase : null,
    seenMs: row.removed_ms ?? row.fetched_ms,
    isRemoved: row.removed_ms !== null,
    gap: lacksBase ? "no_base_amount" : null,
    isUncertain: question.uncertain.has(id),
  };
}

function paymentSuspect(reader: MirrorReader, row: Sourced<PaymentRow>, question: PartyQuestion): Suspect {
  const id = sourcedId(reader, row);
  const isBase = reader.words.text(row.currency_word) === question.baseCurrency;
  const amount = unpackAmount(row.amount, row.scales, 0, "amount", row.exact) as DecimalString;
  return {
    id,
    number: row.reference,
    date: fromDayNumber(row.day),
    amount: isBase ? amount : null,
    seenMs: row.removed_ms ?? row.fetched_ms,
    isRemoved: row.removed_ms !== null,
    gap: null,
    isUncertain: question.uncertain.has(id),
  };
}
