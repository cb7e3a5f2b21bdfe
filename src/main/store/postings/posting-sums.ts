import type { AccountSum } from "#main/domain/postings/account-sum.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { prepared } from "#main/store/database/query.ts";
import { unpackAmount } from "#main/store/records/amounts.ts";
import { ONE_AMOUNT } from "#main/store/records/document-writer.ts";
import { type CalendarDate, dayNumber } from "#shared/kernel/calendar-date.ts";
import { type DecimalString, decimal, fromTenThousandths, subtractDecimals, sumDecimals } from "#shared/kernel/decimal.ts";
import { LEDGER } from "./post-records.ts";
import { postingOrigin } from "./posting-source.ts";

/** Days of the general ledger, both ends included; `from` null is since the beginning. */
export interface PostingRange {
  readonly from: CalendarDate | null;
  readonly to: CalendarDate;
  readonly entityId?: string;
}

/** Before every day that a ledger can name. */
const BEGINNING = -10_000_000;

export function dayRange({ from, to }: Omit<PostingRange, "entityId">): { readonly from: number; readonly to: number } {
  return { from: from === null ? BEGINNING : dayNumber(from), to: dayNumber(to) };
}

interface SumRow {
  readonly account_word: number | null;
  readonly postings: number;
  readonly net: string | null;
  readonly debit: string | null;
  readonly oversize: number;
}

const SUMS = `account_word, COUNT(*) AS postings, CAST(SUM(amount) AS TEXT) AS net, CAST(SUM(MAX(amount, 0)) AS TEXT) AS debit,
  COUNT(*) - COUNT(amount) AS oversize`;
// Removed records are few: they are summed on their own and taken off, so that the index alone answers for all others.
const REMOVED = "rec_no IN (SELECT rec_no FROM source_record WHERE removed_ms IS NOT NULL)";

/** What was posted per account, exact, records that the ledger no longer has left out (rules 17 and 18). Null is no known account. */
export function postingSums(reader: MirrorReader, range: PostingRange): AccountSum[] {
  const words = reader.words;
  const ofEntity = range.entityId === undefined ? "" : "AND entity_id_word = @entity";
  const values = { ...dayRange(range), ...(range.entityId === undefined ? {} : { entity: words.find(range.entityId) }) };
  const source = `FROM posting WHERE origin = ${postingOrigin(reader)} AND day BETWEEN @from AND @to ${ofEntity}`;
  const all = prepared(reader.db, `SELECT ${SUMS} ${source} GROUP BY account_word`).all(values) as SumRow[];
  const removed = prepared(reader.db, `SELECT ${SUMS} ${source} AND ${REMOVED} GROUP BY account_word`).all(values) as SumRow[];
  const takenOff = new Map(removed.map((row) => [row.account_word, row]));
  const sums = new Map<number | null, Tally>();
  for (const row of all) {
    const off = takenOff.get(row.account_word);
    if (off?.postings !== row.postings) sums.set(row.account_word, tally(row, off));
  }
  if (all.some(({ oversize }) => oversize > 0)) {
    // What does not fit a number of ten-thousandths is kept as text, and joins the sums as text.
    const text = `SELECT account_word, scales, exact ${source} AND amount IS NULL AND NOT ${REMOVED}`;
    for (const row of prepared(reader.db, text).all(values) as OversizeRow[]) addOversize(sums.get(row.account_word) as Tally, row);
  }
  return [...sums].map(([word, { net, debit }]) => ({
    accountId: word === null ? null : words.text(word),
    debit: sumDecimals(debit),
    credit: subtractDecimals(sumDecimals(debit), sumDecimals(net)),
    net: sumDecimals(net),
  }));
}

/** Records whose postings between two days name no legal entity: the first hundred, and how many there are. */
export function postedWithoutEntity(
  reader: MirrorReader,
  range: Omit<PostingRange, "entityId">,
): { readonly recNos: number[]; readonly count: number } {
  const days = dayRange(range);
  const source = `FROM posting WHERE origin = ${LEDGER} AND day BETWEEN @from AND @to AND entity_id_word IS NULL AND NOT ${REMOVED}`;
  const recNos = prepared(reader.db, `SELECT DISTINCT rec_no ${source} LIMIT 100`).pluck().all(days) as number[];
  const isAll = recNos.length < 100;
  const count = isAll ? recNos.length : (prepared(reader.db, `SELECT COUNT(DISTINCT rec_no) ${source}`).pluck().get(days) as number);
  return { recNos, count };
}

interface Tally {
  readonly net: DecimalString[];
  readonly debit: DecimalString[];
}

interface OversizeRow {
  readonly account_word: number | null;
  readonly scales: number;
  readonly exact: string | null;
}

function tally(all: SumRow, removed: SumRow | undefined): Tally {
  const left = (column: "net" | "debit") => fromTenThousandths(BigInt(all[column] ?? 0) - BigInt(removed?.[column] ?? 0), 4);
  return { net: [left("net")], debit: [left("debit")] };
}

function addOversize(sums: Tally, { scales, exact }: OversizeRow): void {
  const amount = unpackAmount(null, scales, 0, ONE_AMOUNT[0], exact) ?? decimal("0");
  sums.net.push(amount);
  if (!amount.startsWith("-")) sums.debit.push(amount);
}
