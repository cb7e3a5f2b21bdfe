import { sql } from "kysely";
import { hasDocumentSums } from "#main/store/database/document-sum-table.ts";
import { monthsAndDays, wholeOf } from "#main/store/database/kept-sums.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { prepared, readAll } from "#main/store/database/query.ts";
import { unpackAmount } from "#main/store/records/amounts.ts";
import { documentStatusCode, documentTypeCode } from "#main/store/records/codes.ts";
import { type DocumentFilter, type DocumentSide, type DocumentTotals, documentSide } from "#shared/contract/books/documents.ts";
import { type CalendarDate, calendarDate, dayNumber } from "#shared/kernel/calendar-date.ts";
import { type DecimalString, fromTenThousandths, negateDecimal, sumDecimals } from "#shared/kernel/decimal.ts";
import type { DocumentStatus, DocumentType } from "#shared/model/books/document.ts";
import { filtered } from "./documents.ts";

/** Where a type of document counts, and whether it takes away there. */
const SIDES: Readonly<Record<DocumentType, { readonly side: DocumentSide; readonly credit: boolean }>> = {
  sales_invoice: { side: "sales", credit: false },
  cash_sale: { side: "sales", credit: false },
  sales_credit: { side: "sales", credit: true },
  purchase_bill: { side: "purchases", credit: false },
  cash_purchase: { side: "purchases", credit: false },
  purchase_credit: { side: "purchases", credit: true },
  journal: { side: "journals", credit: false },
};

/** What no total counts, though the list shows it. */
type LeftOut = "voided" | "deleted" | null;

const codes = (...statuses: readonly DocumentStatus[]) => statuses.map(documentStatusCode.encode).join(", ");
const VOIDED = codes("voided", "voided_or_zero");
const DELETED = codes("deleted");
/** By its status alone; a record that vanished from the ledger is deleted as well. */
const LEFT_OUT = `CASE WHEN status IN (${VOIDED}) THEN 'voided' WHEN status = ${DELETED} THEN 'deleted' END`;

/** What one type of document comes to in one currency. */
interface TypeSum {
  readonly currency: number;
  readonly type: DocumentType;
  readonly leftOut: LeftOut;
  readonly count: number;
  readonly total: DecimalString;
  readonly outstanding: DecimalString;
}

/**
 * How many documents the filter matches, and total and outstanding of those that count, per side and currency, summed exactly. What
 * was voided or deleted is counted apart.
 */
export function documentTotals(reader: MirrorReader, filter: DocumentFilter): DocumentTotals {
  const sums = keptSums(reader, filter) ?? typeSums(reader, filter);
  const perCurrency = new Map<number, number>();
  const counted = sums.filter(({ leftOut }) => leftOut === null);
  const countOf = (some: readonly TypeSum[]) => some.reduce((all, { count }) => all + count, 0);
  const leftOut = (why: LeftOut) => countOf(sums.filter((sum) => sum.leftOut === why));
  for (const { currency, count } of counted) perCurrency.set(currency, (perCurrency.get(currency) ?? 0) + count);
  // The currency that most documents are in comes first, on every side.
  const currencies = [...perCurrency].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([currency]) => currency);
  return {
    count: countOf(sums),
    excluded: { voided: leftOut("voided"), deleted: leftOut("deleted") },
    rows: documentSide.options.flatMap((side) =>
      currencies.flatMap((currency) => {
        const own = counted.filter((sum) => sum.currency === currency && SIDES[sum.type].side === side);
        const count = countOf(own);
        if (count === 0) return [];
        const net = (field: "total" | "outstanding") =>
          sumDecimals(own.map((sum) => (SIDES[sum.type].credit ? negateDecimal(sum[field]) : sum[field])));
        return {
          side,
          currency: reader.words.text(currency),
          count,
          total: net("total"),
          outstanding: side === "journals" ? null : net("outstanding"),
        };
      }),
    ),
  };
}

/** Earlier than any document, as a number of days. */
const FIRST_DAY = -1_000_000;
const LAST_DAY = calendarDate("9999-12-31");
/** What the kept sums can tell apart; the order of a list makes no difference. */
const KEPT_BY = new Set<string>(["from", "to", "types", "statuses", "currency", "sort", "descending", "thenBy"]);

/** From the counts and totals that are kept, where they answer the question; else null. */
function keptSums({ db, words }: MirrorReader, filter: DocumentFilter): TypeSum[] | null {
  const isNarrower = Object.entries(filter).some(([name, value]) => value !== undefined && !KEPT_BY.has(name));
  if (isNarrower || !hasDocumentSums(db)) return null;
  const narrowed = narrowing(words, filter);
  const kept = prepared(
    db,
    `SELECT currency_word, type, ${LEFT_OUT} AS left_out, SUM(documents) AS count, SUM(oversize) AS oversize, ${HALVES} FROM document_sum
     WHERE monthly = @monthly AND day BETWEEN @from AND @to ${narrowed} GROUP BY 1, 2, 3 HAVING SUM(documents) > 0`,
  );
  const span = { from: filter.from ?? null, to: filter.to ?? LAST_DAY };
  const rows = monthsAndDays(span).flatMap((part) => kept.all(part) as KeptRow[]);
  // Amounts that fit no number are read from their documents.
  if (rows.some(({ oversize }) => oversize > 0)) return null;
  const groups = [...Map.groupBy(rows, (row) => `${row.currency_word} ${row.type} ${row.left_out}`).values()];
  const sums = groups.map((own): TypeSum => {
    const { currency_word, type, left_out } = own[0] as KeptRow;
    const whole = (field: "total" | "outstanding") =>
      fromTenThousandths(
        own.map((row) => wholeOf(row[`${field}_high`], row[`${field}_low`])).reduce((sum, each) => sum + each, 0n),
        4,
      );
    const count = own.reduce((all, row) => all + row.count, 0);
    const facts = { currency: currency_word, type: documentTypeCode.decode(type), leftOut: left_out, count };
    return { ...facts, total: sumDecimals([whole("total")]), outstanding: sumDecimals([whole("outstanding")]) };
  });
  return [...sums, ...removedSums(db, narrowed, span)];
}

function narrowing(words: MirrorReader["words"], { types, statuses, currency }: DocumentFilter): string {
  const some = (column: string, allowed: readonly number[] | undefined) =>
    allowed?.length ? `AND ${column} IN (${allowed.join(", ")})` : "";
  const inCurrency = currency === undefined ? "" : `AND currency_word = ${words.find(currency) ?? -1}`;
  return `${some("type", types?.map(documentTypeCode.encode))} ${some("status", statuses?.map(documentStatusCode.encode))} ${inCurrency}`;
}

/** Takes what vanished from the ledger out of the kept sums, which tell documents apart by their status alone. They are few. */
function removedSums(db: MirrorReader["db"], narrowed: string, { from, to }: Span): TypeSum[] {
  // A cross join is read in the order it is written in: from the index of removed records.
  const rows = prepared(
    db,
    `SELECT currency_word, type, COUNT(*) AS count, CAST(SUM(total) AS TEXT) AS total, CAST(SUM(outstanding) AS TEXT) AS outstanding
     FROM source_record s CROSS JOIN document d ON d.rec_no = s.rec_no
     WHERE s.removed_ms IS NOT NULL AND issue_day BETWEEN @from AND @to AND ${LEFT_OUT} IS NULL ${narrowed} GROUP BY 1, 2`,
  ).all({ from: from === null ? FIRST_DAY : dayNumber(from), to: dayNumber(to) }) as RemovedRow[];
  return rows.flatMap(({ currency_word, type, count, ...sums }) => {
    const facts = { currency: currency_word, type: documentTypeCode.decode(type) };
    const [total, outstanding] = [sums.total, sums.outstanding].map((sum) => fromTenThousandths(BigInt(sum), 4)) as [
      DecimalString,
      DecimalString,
    ];
    return [
      { ...facts, leftOut: null, count: -count, total: negateDecimal(total), outstanding: negateDecimal(outstanding) },
      { ...facts, leftOut: "deleted" as const, count, total, outstanding },
    ];
  });
}

const HALVES = ["total_high", "total_low", "outstanding_high", "outstanding_low"]
  .map((half) => `CAST(SUM(${half}) AS TEXT) AS ${half}`)
  .join(", ");

interface Span {
  readonly from: CalendarDate | null;
  readonly to: CalendarDate;
}

interface RemovedRow {
  readonly currency_word: number;
  readonly type: number;
  readonly count: number;
  readonly total: string;
  readonly outstanding: string;
}

interface KeptRow {
  readonly currency_word: number;
  readonly type: number;
  readonly left_out: LeftOut;
  readonly count: number;
  readonly oversize: number;
  readonly total_high: string;
  readonly total_low: string;
  readonly outstanding_high: string;
  readonly outstanding_low: string;
}

/** Among documents joined to their records. */
const leftOutOf = sql<LeftOut>`${sql.raw(LEFT_OUT.replace(" END", " WHEN source_record.removed_ms IS NOT NULL THEN 'deleted' END"))}`;

function typeSums(reader: MirrorReader, filter: DocumentFilter): TypeSum[] {
  const rows = readAll(
    reader.db,
    filtered(reader, filter)
      .select([
        "document.currency_word",
        "document.type",
        leftOutOf.as("left_out"),
        sql<number>`COUNT(*)`.as("count"),
        sql<string>`CAST(COALESCE(SUM(total), 0) AS TEXT)`.as("total"),
        sql<string>`CAST(COALESCE(SUM(outstanding), 0) AS TEXT)`.as("outstanding"),
      ])
      .groupBy(["document.currency_word", "document.type", leftOutOf]),
  );
  // What does not fit a number of ten-thousandths is kept as text, and joins the sum as text.
  const oversize = readAll(
    reader.db,
    filtered(reader, filter)
      .select([
        ...(["document.currency_word", "document.type", "document.total", "document.outstanding"] as const),
        ...(["document.scales", "document.exact"] as const),
        leftOutOf.as("left_out"),
      ])
      .where("document.exact", "is not", null),
  );
  return rows.map((row) => {
    const text = oversize.filter(
      (big) => big.currency_word === row.currency_word && big.type === row.type && big.left_out === row.left_out,
    );
    const extra = (field: "total" | "outstanding", index: number) =>
      text
        .filter((big) => big[field] === null)
        .map((big) => unpackAmount(null, big.scales, index, field, big.exact))
        .filter((amount) => amount !== undefined);
    return {
      currency: row.currency_word,
      type: documentTypeCode.decode(row.type),
      leftOut: row.left_out,
      count: row.count,
      total: sumDecimals([fromTenThousandths(BigInt(row.total), 4), ...extra("total", 0)]),
      outstanding: sumDecimals([fromTenThousandths(BigInt(row.outstanding), 4), ...extra("outstanding", 2)]),
    };
  });
}
