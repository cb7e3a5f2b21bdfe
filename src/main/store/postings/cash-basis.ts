import { type AccountSum, currencyDigits } from "#main/domain/postings/account-sum.ts";
import { type Charge, cashAdjustment } from "#main/domain/postings/cash-basis.ts";
import { UNPOSTED } from "#main/domain/postings/reconstruct-postings.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { prepared } from "#main/store/database/query.ts";
import { documentStatusCode, documentTypeCode } from "#main/store/records/codes.ts";
import { fromDayNumber } from "#shared/kernel/calendar-date.ts";
import { fromTenThousandths } from "#shared/kernel/decimal.ts";
import type { FigureGap } from "#shared/model/reports/statement.ts";
import { LEDGER } from "./post-records.ts";
import { recordIds, recordOfPosting } from "./posting-records.ts";
import { postingOrigin } from "./posting-source.ts";
import type { PostingRange } from "./posting-sums.ts";

/** Every charge and credit of a mirror, ready to be moved to the days on which it was settled. */
export interface CashBasis {
  /** Accrual sums of a span as cash ones. */
  apply(rows: readonly AccountSum[], span: Pick<PostingRange, "from" | "to">): AccountSum[];
  readonly gaps: readonly FigureGap[];
}

/** The books as a whole, or one legal entity's. */
interface Books {
  readonly baseCurrency: string;
  readonly entityId?: string | undefined;
}

const SALES_CREDIT = documentTypeCode.encode("sales_credit");
const PURCHASE_BILL = documentTypeCode.encode("purchase_bill");
const TYPES = (["sales_invoice", "purchase_bill", "sales_credit", "purchase_credit"] as const).map(documentTypeCode.encode).join(",");
// Overpayments, prepayments and deposits are money as it came, and stay.
const CHARGES = `FROM document JOIN source_record USING (rec_no) WHERE removed_ms IS NULL AND type IN (${TYPES}) AND unapplied_kind IS NULL
  AND status NOT IN (${UNPOSTED.map(documentStatusCode.encode).join(",")})`;

/** A charge while it is put together. */
interface OpenCharge extends Charge {
  readonly recNo: number;
  readonly currencyWord: number;
  readonly postings: Charge["postings"][number][];
  readonly settled: Charge["settled"][number][];
}

/** Reads what every charge posted and when it was settled: once for all the spans of a statement. */
export function cashBasis(reader: MirrorReader, books: Books): CashBasis {
  const { charges, oversize } = chargesOf(reader);
  const inAnotherCurrency = addSettlements(reader, charges);
  const tooLong = addPostings(reader, charges, books.entityId);
  // Left out here, they stay as the accrual sums have them.
  for (const id of tooLong) charges.delete(id);
  const step = 10n ** BigInt(4 - Math.min(4, currencyDigits(books.baseCurrency)));
  return {
    gaps: [DERIVED, ...gapOf(TOO_LONG, [...recordIds(reader, oversize), ...tooLong]), ...gapOf(OTHER_CURRENCY, inAnotherCurrency)],
    apply: (rows, { from, to }) => {
      const sides = new Map<string | null, { debit: bigint; credit: bigint }>();
      for (const charge of charges.values())
        for (const [accountId, { debit, credit }] of cashAdjustment(charge, from, to, step)) {
          const known = sides.get(accountId) ?? { debit: 0n, credit: 0n };
          sides.set(accountId, { debit: known.debit + debit, credit: known.credit + credit });
        }
      return [...rows, ...[...sides].map(([accountId, { debit, credit }]) => sumOf(accountId, debit, credit))];
    },
  };
}

function sumOf(accountId: string | null, debit: bigint, credit: bigint): AccountSum {
  const write = (units: bigint) => fromTenThousandths(units, 4);
  return { accountId, debit: write(debit), credit: write(credit), net: write(debit - credit) };
}

const DERIVED: FigureGap = {
  code: "basis_derived",
  message:
    "Tieout calculates cash-basis figures from transactions: the part of an invoice or bill that a payment or credit settles counts on the date it was settled. The ledger may round or date some amounts differently.",
  recordIds: [],
  count: 0,
};
const TOO_LONG =
  "Some transactions have amounts with too many digits to split over payments. They're included in full on their issue date.";
const OTHER_CURRENCY =
  "Some invoices, bills or credits were settled in another currency. The part settled that way isn't included in cash-basis figures.";
const RECORDS_SHOWN = 100;

function gapOf(message: string, ids: readonly string[]): FigureGap[] {
  if (ids.length === 0) return [];
  return [{ code: "basis_not_possible", message, recordIds: ids.slice(0, RECORDS_SHOWN), count: ids.length }];
}

interface ChargeRow {
  readonly rec_no: number;
  readonly type: number;
  readonly currency_word: number;
  readonly total: number | null;
}

/** Of every entity: a charge of one can post to the books of another. */
function chargesOf(reader: MirrorReader) {
  const rows = prepared(reader.db, `SELECT rec_no, type, currency_word, total ${CHARGES} ORDER BY rec_no`).all() as ChargeRow[];
  const known = rows.filter(({ total }) => total !== null);
  const ids = recordIds(
    reader,
    known.map(({ rec_no }) => rec_no),
  );
  const charges = new Map<string, OpenCharge>();
  for (const [at, { rec_no: recNo, type, currency_word: currencyWord, total: units }] of known.entries()) {
    const controlIsDebit = type !== SALES_CREDIT && type !== PURCHASE_BILL;
    const total = BigInt(units as number);
    charges.set(ids[at] as string, { recNo, controlIsDebit, currencyWord, total, postings: [], settled: [] });
  }
  return { charges, oversize: rows.filter(({ total }) => total === null).map(({ rec_no }) => rec_no) };
}

interface AllocationRow {
  readonly from_id: string;
  readonly to_id: string;
  readonly units: number | null;
  readonly currency_word: number;
  readonly day: number;
}

/** Notes every allocation at both of its ends. @returns charges that were settled in another currency */
function addSettlements(reader: MirrorReader, charges: ReadonlyMap<string, OpenCharge>): string[] {
  const inAnotherCurrency = new Set<string>();
  const rows = prepared(
    reader.db,
    `SELECT from_id, to_id, allocation.amount AS units, allocation.currency_word, COALESCE(allocation.day, payment.day, issue_day) AS day
     FROM allocation JOIN source_record USING (rec_no) LEFT JOIN payment USING (rec_no) LEFT JOIN document USING (rec_no) WHERE removed_ms IS NULL`,
  ).iterate() as IterableIterator<AllocationRow>;
  for (const { from_id, to_id, units, currency_word: currencyWord, day } of rows)
    for (const id of [from_id, to_id]) {
      const charge = charges.get(id);
      if (charge === undefined) continue;
      if (units === null || charge.currencyWord !== currencyWord) inAnotherCurrency.add(id);
      else charge.settled.push({ units: BigInt(units), date: fromDayNumber(day) });
    }
  return [...inAnotherCurrency];
}

/** What was posted for each charge, by account and day, to the books asked for. @returns charges with amounts that fit no sum */
function addPostings(reader: MirrorReader, charges: ReadonlyMap<string, OpenCharge>, entityId: string | undefined): ReadonlySet<string> {
  const tooLong = new Set<string>();
  const origin = postingOrigin(reader);
  const { recordId, join } = recordOfPosting(origin);
  const isOfEntity = entityId !== undefined && origin === LEDGER;
  const rows = prepared(
    reader.db,
    `SELECT ${recordId} AS record_id, account_word, posting.day, CAST(SUM(amount) AS TEXT) AS units, COUNT(*) > COUNT(amount) AS too_long
     FROM posting JOIN source_record s USING (rec_no) ${join}
     WHERE origin = ${origin} AND removed_ms IS NULL ${isOfEntity ? "AND posting.entity_id_word = @entity" : ""} GROUP BY 1, 2, 3`,
  ).iterate(isOfEntity ? { entity: reader.words.find(entityId) } : {}) as IterableIterator<PostedRow>;
  for (const { record_id: id, account_word: word, day, units, too_long } of rows) {
    const charge = charges.get(id);
    if (charge === undefined) continue;
    const accountId = word === null ? null : reader.words.text(word);
    if (too_long === 1 || units === null) tooLong.add(id);
    else charge.postings.push({ accountId, units: BigInt(units), date: fromDayNumber(day) });
  }
  return tooLong;
}

interface PostedRow {
  readonly record_id: string;
  readonly account_word: number | null;
  readonly day: number;
  readonly units: string | null;
  readonly too_long: 0 | 1;
}
