import { sql } from "kysely";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { readAll } from "#main/store/database/query.ts";
import { unpackAmount } from "#main/store/records/amounts.ts";
import { documentTypeCode } from "#main/store/records/codes.ts";
import { type DocumentFilter, type DocumentSide, type DocumentTotals, documentSide } from "#shared/contract/books/documents.ts";
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
  const sums = typeSums(reader, filter);
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
