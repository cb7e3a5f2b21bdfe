import { sql } from "kysely";
import { hasDocumentSums } from "#main/store/database/document-sum-table.ts";
import { monthsAndDays, wholeOf } from "#main/store/database/kept-sums.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { prepared, readAll } from "#main/store/database/query.ts";
import { unpackAmount } from "#main/store/records/amounts.ts";
import { documentStatusCode, documentTypeCode } from "#main/store/records/codes.ts";
import { type DocumentFilter, type DocumentSide, type DocumentTotals, documentSide } from "#shared/contract/books/documents.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { type DecimalString, fromTenThousandths, negateDecimal, sumDecimals } from "#shared/kernel/decimal.ts";
import type { DocumentType } from "#shared/model/books/document.ts";
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

/** What one type of document comes to in one currency. */
interface TypeSum {
  readonly currency: number;
  readonly type: DocumentType;
  readonly count: number;
  readonly total: DecimalString;
  readonly outstanding: DecimalString;
}

/** Count, total and outstanding of everything the filter matches, per side and currency, summed exactly. */
export function documentTotals(reader: MirrorReader, filter: DocumentFilter): DocumentTotals {
  const sums = keptSums(reader, filter) ?? typeSums(reader, filter);
  const perCurrency = new Map<number, number>();
  for (const { currency, count } of sums) perCurrency.set(currency, (perCurrency.get(currency) ?? 0) + count);
  // The currency that most documents are in comes first, on every side.
  const currencies = [...perCurrency].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([currency]) => currency);
  return {
    count: sums.reduce((all, { count }) => all + count, 0),
    rows: documentSide.options.flatMap((side) =>
      currencies.flatMap((currency) => {
        const own = sums.filter((sum) => sum.currency === currency && SIDES[sum.type].side === side);
        if (own.length === 0) return [];
        const net = (field: "total" | "outstanding") =>
          sumDecimals(own.map((sum) => (SIDES[sum.type].credit ? negateDecimal(sum[field]) : sum[field])));
        return {
          side,
          currency: reader.words.text(currency),
          count: own.reduce((all, { count }) => all + count, 0),
          total: net("total"),
          outstanding: side === "journals" ? null : net("outstanding"),
        };
      }),
    ),
  };
}

const LAST_DAY = calendarDate("9999-12-31");
/** What the kept sums can tell apart; the order of a list makes no difference. */
const KEPT_BY = new Set<string>(["from", "to", "types", "statuses", "currency", "sort", "descending", "thenBy"]);

/** From the counts and totals that are kept, where they answer the question; else null. */
function keptSums({ db, words }: MirrorReader, filter: DocumentFilter): TypeSum[] | null {
  const isNarrower = Object.entries(filter).some(([name, value]) => value !== undefined && !KEPT_BY.has(name));
  if (isNarrower || !hasDocumentSums(db)) return null;
  const some = (column: string, codes: readonly number[] | undefined) => (codes?.length ? `AND ${column} IN (${codes.join(", ")})` : "");
  const currency = filter.currency === undefined ? "" : `AND currency_word = ${words.find(filter.currency) ?? -1}`;
  const kept = prepared(
    db,
    `SELECT currency_word, type, SUM(documents) AS count, SUM(oversize) AS oversize, ${HALVES} FROM document_sum
     WHERE monthly = @monthly AND day BETWEEN @from AND @to ${some("type", filter.types?.map(documentTypeCode.encode))}
       ${some("status", filter.statuses?.map(documentStatusCode.encode))} ${currency} GROUP BY 1, 2 HAVING SUM(documents) > 0`,
  );
  const span = { from: filter.from ?? null, to: filter.to ?? LAST_DAY };
  const rows = monthsAndDays(span).flatMap((part) => kept.all(part) as KeptRow[]);
  // Amounts that fit no number are read from their documents.
  if (rows.some(({ oversize }) => oversize > 0)) return null;
  const groups = [...Map.groupBy(rows, (row) => `${row.currency_word} ${row.type}`).values()];
  return groups.map((own) => {
    const { currency_word, type } = own[0] as KeptRow;
    const whole = (field: "total" | "outstanding") =>
      fromTenThousandths(
        own.map((row) => wholeOf(row[`${field}_high`], row[`${field}_low`])).reduce((sum, each) => sum + each, 0n),
        4,
      );
    const count = own.reduce((all, row) => all + row.count, 0);
    const facts = { currency: currency_word, type: documentTypeCode.decode(type), count };
    return { ...facts, total: sumDecimals([whole("total")]), outstanding: sumDecimals([whole("outstanding")]) };
  });
}

const HALVES = ["total_high", "total_low", "outstanding_high", "outstanding_low"]
  .map((half) => `CAST(SUM(${half}) AS TEXT) AS ${half}`)
  .join(", ");

interface KeptRow {
  readonly currency_word: number;
  readonly type: number;
  readonly count: number;
  readonly oversize: number;
  readonly total_high: string;
  readonly total_low: string;
  readonly outstanding_high: string;
  readonly outstanding_low: string;
}

function typeSums(reader: MirrorReader, filter: DocumentFilter): TypeSum[] {
  const rows = readAll(
    reader.db,
    filtered(reader, filter)
      .select([
        "document.currency_word",
        "document.type",
        sql<number>`COUNT(*)`.as("count"),
        sql<string>`CAST(COALESCE(SUM(total), 0) AS TEXT)`.as("total"),
        sql<string>`CAST(COALESCE(SUM(outstanding), 0) AS TEXT)`.as("outstanding"),
      ])
      .groupBy(["document.currency_word", "document.type"]),
  );
  // What does not fit a number of ten-thousandths is kept as text, and joins the sum as text.
  const oversize = readAll(
    reader.db,
    filtered(reader, filter)
      .select(["document.currency_word", "document.type", "document.total", "document.outstanding", "document.scales", "document.exact"])
      .where("document.exact", "is not", null),
  );
  return rows.map((row) => {
    const text = oversize.filter((big) => big.currency_word === row.currency_word && big.type === row.type);
    const extra = (field: "total" | "outstanding", index: number) =>
      text
        .filter((big) => big[field] === null)
        .map((big) => unpackAmount(null, big.scales, index, field, big.exact))
        .filter((amount) => amount !== undefined);
    return {
      currency: row.currency_word,
      type: documentTypeCode.decode(row.type),
      count: row.count,
      total: sumDecimals([fromTenThousandths(BigInt(row.total), 4), ...extra("total", 0)]),
      outstanding: sumDecimals([fromTenThousandths(BigInt(row.outstanding), 4), ...extra("outstanding", 2)]),
    };
  });
}
