import { ExactSum } from "#main/domain/exact-sum.ts";
import { unpackAmount } from "#main/store/amounts.ts";
import { directionCode, documentStatusCode, documentTypeCode, paymentStatusCode } from "#main/store/codes.ts";
import { DOCUMENT_AMOUNTS, PAYMENT_AMOUNTS } from "#main/store/document-writer.ts";
import type { MirrorReader } from "#main/store/mirror-reader.ts";
import { prepared } from "#main/store/query.ts";
import { type CalendarDate, dayNumber } from "#shared/kernel/calendar-date.ts";
import type { DecimalString } from "#shared/kernel/decimal.ts";
import type { Party } from "#shared/model/party.ts";

/** A vendor without a tax identifier, and what it was paid in one currency between two days. */
export interface VendorPaid {
  readonly partyId: string;
  readonly name: string;
  readonly email: string | null;
  readonly currency: string;
  readonly paid: DecimalString;
  readonly payments: number;
}

interface Row {
  readonly party_word: number | null;
  readonly currency_word: number;
  readonly amount: number | null;
  readonly scales: number;
  readonly exact: string | null;
}

/** Vendors without a tax identifier that were paid between two days, dates inclusive, by name. */
export function vendorsWithoutTaxId(reader: MirrorReader, from: CalendarDate, to: CalendarDate): VendorPaid[] {
  const days = [dayNumber(from), dayNumber(to)];
  const payments = prepared(
    reader.db,
    `SELECT party_word, currency_word, amount, scales, exact FROM payment JOIN source_record USING (rec_no)
     WHERE direction = ${directionCode.encode("made")} AND status = ${paymentStatusCode.encode("posted")} AND day BETWEEN ? AND ? AND removed_ms IS NULL AND party_word IS NOT NULL`,
  ).iterate(...days) as IterableIterator<Row>;
  const sums = new Map<string, { readonly party: number; readonly currency: number; readonly sum: ExactSum; count: number }>();
  const add = ({ party_word, currency_word }: Row, amount: DecimalString): void => {
    const key = `${party_word} ${currency_word}`;
    const own = sums.get(key) ?? { party: party_word as number, currency: currency_word, sum: new ExactSum(), count: 0 };
    sums.set(key, own);
    own.sum.add(amount);
    own.count++;
  };
  for (const row of payments) add(row, unpackAmount(row.amount, row.scales, 0, PAYMENT_AMOUNTS[0], row.exact) as DecimalString);
  const gone = (["voided", "voided_or_zero", "deleted", "draft"] as const).map(documentStatusCode.encode).join(",");
  const direct = prepared(
    reader.db,
    `SELECT party_word, currency_word, total AS amount, scales, exact FROM document JOIN source_record USING (rec_no)
     WHERE type = ${documentTypeCode.encode("cash_purchase")} AND status NOT IN (${gone}) AND issue_day BETWEEN ? AND ? AND removed_ms IS NULL AND party_word IS NOT NULL`,
  ).iterate(...days) as IterableIterator<Row>;
  for (const row of direct) add(row, unpackAmount(row.amount, row.scales, 0, DOCUMENT_AMOUNTS[0], row.exact) as DecimalString);
  return [...sums.values()]
    .flatMap(({ party, currency, sum, count }): VendorPaid[] => {
      const id = reader.words.text(party);
      const known = partyOf(reader, id);
      if (known === null || known.isEmployee || (known.taxIdentifier ?? "").trim() !== "") return [];
      return [
        {
          partyId: id,
          name: known.name,
          email: known.email ?? null,
          currency: reader.words.text(currency),
          paid: sum.value(),
          payments: count,
        },
      ];
    })
    .sort((a, b) => compare(a.name, b.name) || compare(a.partyId, b.partyId) || compare(a.currency, b.currency));
}

function partyOf(reader: MirrorReader, id: string): Party | null {
  const body = prepared(reader.db, "SELECT body FROM entity WHERE kind = 'party' AND id = ?").pluck().get(id) as string | undefined;
  return body === undefined ? null : (JSON.parse(body) as Party);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
