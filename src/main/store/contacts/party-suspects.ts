import type { AgingSide } from "#main/domain/aging/aging.ts";
import type { Suspect } from "#main/domain/tie-outs/tie-out-documents.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { prepared } from "#main/store/database/query.ts";
import type { DocumentRow, PaymentRow } from "#main/store/database/schema-client.ts";
import { SOURCE_FACTS, type Sourced, sourcedId } from "#main/store/documents/sourced-rows.ts";
import { unpackAmount } from "#main/store/records/amounts.ts";
import { directionCode, documentTypeCode } from "#main/store/records/codes.ts";
import { type CalendarDate, dayNumber, fromDayNumber } from "#shared/kernel/calendar-date.ts";
import { type DecimalString, isZero, subtractDecimals, toTenThousandths } from "#shared/kernel/decimal.ts";

const TYPES = { receivable: ["sales_invoice", "sales_credit"], payable: ["purchase_bill", "purchase_credit"] } as const;
const DIRECTIONS = { receivable: "received", payable: "made" } as const;

export interface PartyQuestion {
  readonly partyId: string;
  readonly side: AgingSide;
  readonly until: CalendarDate;
  readonly baseCurrency: string | null;
  readonly uncertain: ReadonlySet<string>;
  /** What is to be explained, and when the ledger's side of it was made: records that can't be behind it are left out. */
  readonly difference: DecimalString;
  readonly ledgersMs: number | null;
}

/** Those of a party's charges, credits and payments of one side that may be behind a difference, with what is open of each, removed ones included. */
export function partySuspects(reader: MirrorReader, question: PartyQuestion): Suspect[] {
  const word = reader.words.find(question.partyId);
  if (word === null) return [];
  const [charge, credit] = TYPES[question.side];
  const size = toTenThousandths(question.difference);
  const asked = {
    ...{ word, until: dayNumber(question.until), since: question.ledgersMs },
    ...{ base: question.baseCurrency === null ? -1 : (reader.words.find(question.baseCurrency) ?? -1), size },
  };
  const documents = prepared(
    reader.db,
    `SELECT document.*, ${SOURCE_FACTS} FROM document JOIN source_record USING (rec_no)
     WHERE party_word = @word AND type IN (@charge, @credit) AND issue_day <= @until ${mayExplain(question, "IIF(outstanding = 0, total, outstanding)", "total + outstanding")}`,
  ).all({ ...asked, charge: documentTypeCode.encode(charge), credit: documentTypeCode.encode(credit) }) as Sourced<DocumentRow>[];
  const payments = prepared(
    reader.db,
    `SELECT payment.*, ${SOURCE_FACTS} FROM payment JOIN source_record USING (rec_no)
     WHERE party_word = @word AND direction = @direction AND day <= @until ${mayExplain(question, "amount", "amount")}`,
  ).all({ ...asked, direction: directionCode.encode(DIRECTIONS[question.side]) }) as Sourced<PaymentRow>[];
  return [
    ...documents.map((row) => documentSuspect(reader, row, question)),
    ...payments.map((row) => paymentSuspect(reader, row, question)),
  ];
}

/**
 * Leaves out what can't be behind a difference (`documentsBehind` decides): a contact may have thousands of records. Those
 * in another currency and those whose amounts are kept as text are looked at one by one.
 */
function mayExplain({ uncertain, ledgersMs, difference }: PartyQuestion, amount: string, whole: string): string {
  if (uncertain.size > 0 || toTenThousandths(difference) === null) return "";
  const changed = ledgersMs === null ? "" : "OR COALESCE(removed_ms, fetched_ms) > @since";
  return `AND (currency_word <> @base OR ${whole} IS NULL OR abs(${amount}) IN (abs(@size), abs(@size) / 2) ${changed})`;
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
