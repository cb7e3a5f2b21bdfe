import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { prepared } from "#main/store/database/query.ts";
import { unpackAmount } from "#main/store/records/amounts.ts";
import { ONE_AMOUNT } from "#main/store/records/document-writer.ts";
import { type CalendarDate, dayNumber, fromDayNumber } from "#shared/kernel/calendar-date.ts";
import { type DecimalString, sumDecimals } from "#shared/kernel/decimal.ts";
import { recordOfPosting } from "./posting-records.ts";
import { postingOrigin, postingsByDay } from "./posting-source.ts";

/** What one record posts to one account, in base currency, debits positive. `recordId` is the mirrored document or payment where one is known. */
export interface Contribution {
  /** Null: no account is known for it. */
  readonly accountId: string | null;
  readonly recordId: string;
  readonly date: CalendarDate;
  readonly amount: DecimalString;
}

export interface ContributionDays {
  readonly from: CalendarDate;
  readonly to: CalendarDate;
}

interface ContributionRow {
  readonly account_word: number | null;
  readonly day: number;
  readonly amount: number | null;
  readonly scales: number;
  readonly exact: string | null;
  readonly record_id: string;
}

/**
 * What makes up the sums of a span of days, record by record and account by account: the same postings
 * that `sumsOfSpans` adds up (rules 17 and 18), so that they sum to it.
 * @param accountIds only these; all when left out
 */
export function contributions(
  reader: MirrorReader,
  { from, to }: ContributionDays,
  accountIds?: ReadonlySet<string | null>,
): Contribution[] {
  const origin = postingOrigin(reader);
  const { recordId, join } = recordOfPosting(origin);
  const words = accountIds === undefined ? null : [...accountIds].flatMap((id) => (id === null ? [] : (reader.words.find(id) ?? [])));
  const isOf = `(p.account_word IN (SELECT value FROM json_each(@words))${accountIds?.has(null) ? " OR p.account_word IS NULL" : ""})`;
  const { begin, from: postings } = words === null ? postingsByDay(reader.db, origin) : { begin: "", from: "posting p" };
  const rows = prepared(
    reader.db,
    `${begin} SELECT p.account_word, p.day, p.amount, p.scales, p.exact, ${recordId} AS record_id
     FROM ${postings} JOIN source_record s USING (rec_no) ${join}
     WHERE p.origin = ${origin} AND p.day BETWEEN @from AND @to AND removed_ms IS NULL ${words === null ? "" : `AND ${isOf}`}`,
  ).all({ from: dayNumber(from), to: dayNumber(to), ...(words === null ? {} : { words: JSON.stringify(words) }) }) as ContributionRow[];
  const gathered = new Map<string, { readonly first: Omit<Contribution, "amount">; readonly amounts: DecimalString[] }>();
  for (const row of rows) {
    const amount = unpackAmount(row.amount, row.scales, 0, ONE_AMOUNT[0], row.exact) as DecimalString;
    const key = `${row.record_id} ${row.account_word}`;
    const known = gathered.get(key);
    if (known !== undefined) known.amounts.push(amount);
    else {
      const accountId = row.account_word === null ? null : reader.words.text(row.account_word);
      gathered.set(key, { first: { accountId, recordId: row.record_id, date: fromDayNumber(row.day) }, amounts: [amount] });
    }
  }
  return [...gathered.values()].map(({ first, amounts }) => ({ ...first, amount: sumDecimals(amounts) }));
}
