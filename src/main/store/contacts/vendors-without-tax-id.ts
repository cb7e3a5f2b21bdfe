import { ExactSum } from "#main/domain/postings/exact-sum.ts";
import { UNPOSTED } from "#main/domain/postings/reconstruct-postings.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { prepared } from "#main/store/database/query.ts";
import { recordNumber } from "#main/store/documents/record-number.ts";
import { unpackAmount } from "#main/store/records/amounts.ts";
import { directionCode, documentStatusCode, documentTypeCode, paymentStatusCode } from "#main/store/records/codes.ts";
import { DOCUMENT_AMOUNTS, PAYMENT_AMOUNTS } from "#main/store/records/document-writer.ts";
import { type CalendarDate, dayNumber } from "#shared/kernel/calendar-date.ts";
import type { DecimalString } from "#shared/kernel/decimal.ts";
import { isSale } from "#shared/model/books/document.ts";
import type { Period } from "#shared/model/books/period.ts";
import { partyBook } from "./party-book.ts";

/** A vendor without a tax ID, and what it was paid, by currency. */
export interface VendorWithoutTaxId {
  readonly partyId: string;
  readonly name: string;
  readonly email: string | null;
  readonly paid: readonly PaidInCurrency[];
}

export interface PaidInCurrency {
  readonly currency: string;
  readonly amount: DecimalString;
  readonly payments: number;
}

interface PaidRow {
  readonly party_word: number;
  readonly currency_word: number;
  readonly amount: number | null;
  readonly scales: number;
  readonly exact: string | null;
}

interface PaymentRow extends PaidRow {
  /** What it settles; null where the ledger names nothing. */
  readonly settles: string | null;
}

interface Days {
  readonly from: number;
  readonly to: number;
}

const POSTED = `status NOT IN (${UNPOSTED.map(documentStatusCode.encode).join(",")})`;
const BILLS = `FROM document JOIN source_record USING (rec_no) WHERE ${POSTED} AND removed_ms IS NULL AND party_word IS NOT NULL AND issue_day BETWEEN @from AND @to AND type`;
// No payment settles documents of both sides, so the first one says whether it went to a vendor.
const PAYMENTS = `SELECT party_word, currency_word, amount, scales, exact,
    (SELECT to_id FROM allocation WHERE allocation.rec_no = payment.rec_no ORDER BY alloc_no LIMIT 1) AS settles
  FROM payment JOIN source_record USING (rec_no) WHERE direction = ${directionCode.encode("made")}
  AND status = ${paymentStatusCode.encode("posted")} AND removed_ms IS NULL AND party_word IS NOT NULL AND day BETWEEN @from AND @to`;
const PURCHASES = (["purchase_bill", "cash_purchase"] as const).map(documentTypeCode.encode).join(",");

/**
 * Vendors that were billed by or paid in a period and have no tax ID, by name: the one list behind the checklist, the
 * dashboard and the pack. Merged contacts are one vendor, and employees are none.
 * @param paidFrom the day from which payments are added up, such as the first of the fiscal year
 */
export function vendorsWithoutTaxId(
  reader: MirrorReader,
  { start, end }: Pick<Period, "start" | "end">,
  paidFrom: CalendarDate = start,
): VendorWithoutTaxId[] {
  const book = partyBook(reader);
  const days = { from: dayNumber(start), to: dayNumber(end) };
  const billed = prepared(reader.db, `SELECT DISTINCT party_word ${BILLS} IN (${PURCHASES})`).pluck().all(days) as number[];
  const words = new Set([...billed, ...Array.from(vendorPayments(reader, days), ({ party_word }) => party_word)]);
  const kept = new Set([...words].map((word) => book.keptOf(reader.words.text(word))));
  const paid = paidVendors(reader, book.keptOf, { from: dayNumber(paidFrom), to: dayNumber(end) });
  return [...kept]
    .flatMap((partyId): VendorWithoutTaxId[] => {
      const party = book.parties.get(partyId);
      // A payee that is no contact of the ledger has no place for a tax ID.
      if (party === undefined || (party.isEmployee && !party.isVendor)) return [];
      if (book.membersOf(partyId).some((member) => (book.parties.get(member)?.taxIdentifier ?? "").trim() !== "")) return [];
      return [{ partyId, name: party.name, email: party.email ?? null, paid: paid(partyId) }];
    })
    .sort((a, b) => compare(a.name, b.name) || compare(a.partyId, b.partyId));
}

/** What vendors were paid between two days, by payment or directly, by the contact that stands for each. */
function paidVendors(reader: MirrorReader, keptOf: (partyId: string) => string, days: Days): (partyId: string) => PaidInCurrency[] {
  const sums = new Map<string, Map<string, { readonly sum: ExactSum; payments: number }>>();
  const add = (rows: Iterable<PaidRow>, amountName: string): void => {
    for (const row of rows) {
      const kept = keptOf(reader.words.text(row.party_word));
      const currency = reader.words.text(row.currency_word);
      const own = sums.get(kept) ?? new Map<string, { readonly sum: ExactSum; payments: number }>();
      sums.set(kept, own);
      const entry = own.get(currency) ?? { sum: new ExactSum(), payments: 0 };
      own.set(currency, entry);
      entry.sum.add(unpackAmount(row.amount, row.scales, 0, amountName, row.exact) as DecimalString);
      entry.payments++;
    }
  };
  add(vendorPayments(reader, days), PAYMENT_AMOUNTS[0]);
  const direct = `SELECT party_word, currency_word, total AS amount, scales, exact ${BILLS} = ${documentTypeCode.encode("cash_purchase")}`;
  add(prepared(reader.db, direct).iterate(days) as IterableIterator<PaidRow>, DOCUMENT_AMOUNTS[0]);
  return (partyId) =>
    [...(sums.get(partyId) ?? [])]
      .sort(([a], [b]) => compare(a, b))
      .map(([currency, { sum, payments }]) => ({ currency, amount: sum.value(), payments }));
}

/** What was paid to vendors: some ledgers keep the refund of a customer's credit or overpayment as a payment, too. */
function* vendorPayments(reader: MirrorReader, days: Days): Generator<PaidRow, void, undefined> {
  for (const row of prepared(reader.db, PAYMENTS).iterate(days) as IterableIterator<PaymentRow>)
    if (row.settles === null || !isOfSale(reader, row.settles)) yield row;
}

function isOfSale(reader: MirrorReader, documentId: string): boolean {
  const recNo = recordNumber(reader, documentId, "document");
  if (recNo === null) return false;
  const type = prepared(reader.db, "SELECT type FROM document WHERE rec_no = ?").pluck().get(recNo) as number;
  return isSale(documentTypeCode.decode(type));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
