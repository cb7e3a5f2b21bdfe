import type { AccountSum } from "#main/domain/postings/account-sum.ts";
import { type DaySpan, dayRange, monthsAndDays, wholeOf } from "#main/store/database/kept-sums.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { hasPostingSums } from "#main/store/database/posting-sum-table.ts";
import { prepared } from "#main/store/database/query.ts";
import { unpackAmount } from "#main/store/records/amounts.ts";
import { ONE_AMOUNT } from "#main/store/records/document-writer.ts";
import { type DecimalString, decimal, fromTenThousandths, subtractDecimals, sumDecimals } from "#shared/kernel/decimal.ts";
import { LEDGER } from "./post-records.ts";
import { postingOrigin } from "./posting-source.ts";

/** Days of the general ledger, both ends included; `from` null is since the beginning. */
export interface PostingRange extends DaySpan {
  readonly entityId?: string;
}

interface SumRow {
  readonly account_word: number | null;
  readonly postings: number;
  readonly net_high: string;
  readonly net_low: string;
  readonly debit_high: string;
  readonly debit_low: string;
  readonly oversize: number;
}

interface Tally {
  postings: number;
  net: bigint;
  debit: bigint;
  readonly oversize: DecimalString[];
}

const HALVES = ["net_high", "net_low", "debit_high", "debit_low"].map((half) => `CAST(SUM(${half}) AS TEXT) AS ${half}`).join(", ");
// Until the first read has ended, postings are added up one by one. Halves, because no number of them overflows.
const ADDED_UP = `account_word, COUNT(*) AS postings, COUNT(*) - COUNT(amount) AS oversize,
  CAST(COALESCE(SUM(amount >> 32), 0) AS TEXT) AS net_high, CAST(COALESCE(SUM(amount & 4294967295), 0) AS TEXT) AS net_low,
  CAST(COALESCE(SUM(MAX(amount, 0) >> 32), 0) AS TEXT) AS debit_high, CAST(COALESCE(SUM(MAX(amount, 0) & 4294967295), 0) AS TEXT) AS debit_low`;
const REMOVED = "rec_no IN (SELECT rec_no FROM source_record WHERE removed_ms IS NOT NULL)";

/** What was posted per account, exact, records that the ledger no longer has left out (rules 17 and 18). Null is no known account. */
export function postingSums(reader: MirrorReader, range: PostingRange): AccountSum[] {
  const { words } = reader;
  const entity = range.entityId === undefined ? {} : { entity: words.find(range.entityId) };
  const ofEntity = range.entityId === undefined ? "" : "AND entity_id_word = @entity";
  const origin = postingOrigin(reader);
  const sums = new Map<number | null, Tally>();
  const rows = hasPostingSums(reader.db)
    ? keptRows(reader, origin, range, ofEntity, entity)
    : scannedRows(reader, origin, range, ofEntity, entity);
  for (const row of rows) addRow(sums, row);
  if (rows.some(({ oversize }) => oversize > 0)) {
    // What does not fit a number of ten-thousandths is kept as text, and joins the sums as text.
    const text = `SELECT account_word, scales, exact FROM posting
      WHERE origin = ${origin} AND day BETWEEN @from AND @to ${ofEntity} AND amount IS NULL AND NOT ${REMOVED}`;
    for (const row of prepared(reader.db, text).all({ ...dayRange(range), ...entity }) as OversizeRow[])
      sums.get(row.account_word)?.oversize.push(unpackAmount(null, row.scales, 0, ONE_AMOUNT[0], row.exact) ?? decimal("0"));
  }
  return [...sums].filter(([, { postings }]) => postings > 0).map(([word, tally]) => sumOf(word === null ? null : words.text(word), tally));
}

function sumOf(accountId: string | null, { net, debit, oversize }: Tally): AccountSum {
  const debits = sumDecimals([fromTenThousandths(debit, 4), ...oversize.filter((amount) => !amount.startsWith("-"))]);
  const nets = sumDecimals([fromTenThousandths(net, 4), ...oversize]);
  return { accountId, debit: debits, credit: subtractDecimals(debits, nets), net: nets };
}

function addRow(sums: Map<number | null, Tally>, row: SumRow): void {
  const tally = sums.get(row.account_word) ?? { postings: 0, net: 0n, debit: 0n, oversize: [] };
  sums.set(row.account_word, tally);
  tally.postings += row.postings;
  tally.net += wholeOf(row.net_high, row.net_low);
  tally.debit += wholeOf(row.debit_high, row.debit_low);
}

type EntityValue = { readonly entity?: number | null };

/** From the sums that are kept: of whole months, and of the days of those that are not whole. */
function keptRows(reader: MirrorReader, origin: number, range: PostingRange, ofEntity: string, entity: EntityValue): SumRow[] {
  const kept = prepared(
    reader.db,
    `SELECT NULLIF(account_word, 0) AS account_word, SUM(postings) AS postings, SUM(oversize) AS oversize, ${HALVES} FROM posting_sum
     WHERE origin = ${origin} AND monthly = @monthly AND day BETWEEN @from AND @to ${ofEntity} GROUP BY account_word`,
  );
  return monthsAndDays(range).flatMap((part) => kept.all({ ...part, ...entity }) as SumRow[]);
}

function scannedRows(reader: MirrorReader, origin: number, range: PostingRange, ofEntity: string, entity: EntityValue): SumRow[] {
  const scan = `SELECT ${ADDED_UP} FROM posting WHERE origin = ${origin} AND day BETWEEN @from AND @to ${ofEntity} AND NOT ${REMOVED} GROUP BY account_word`;
  return prepared(reader.db, scan).all({ ...dayRange(range), ...entity }) as SumRow[];
}

interface OversizeRow {
  readonly account_word: number | null;
  readonly scales: number;
  readonly exact: string | null;
}

/** Records whose postings between two days name no legal entity: the first hundred, and how many there are. */
export function postedWithoutEntity(reader: MirrorReader, range: DaySpan): { readonly recNos: number[]; readonly count: number } {
  if (hasPostingSums(reader.db) && keptRows(reader, LEDGER, range, "AND entity_id_word = 0", {}).every(({ postings }) => postings === 0))
    return { recNos: [], count: 0 };
  const days = dayRange(range);
  const source = `FROM posting WHERE origin = ${LEDGER} AND day BETWEEN @from AND @to AND entity_id_word IS NULL AND NOT ${REMOVED}`;
  const recNos = prepared(reader.db, `SELECT DISTINCT rec_no ${source} LIMIT 100`).pluck().all(days) as number[];
  const isAll = recNos.length < 100;
  const count = isAll ? recNos.length : (prepared(reader.db, `SELECT COUNT(DISTINCT rec_no) ${source}`).pluck().get(days) as number);
  return { recNos, count };
}
