import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { prepared } from "#main/store/database/query.ts";
import type { DocumentRow, PaymentRow } from "#main/store/database/schema-client.ts";
import { partyName } from "#main/store/documents/record-names.ts";
import { type Contribution, contributions } from "#main/store/postings/contributions.ts";
import { unpackAmount } from "#main/store/records/amounts.ts";
import { documentTypeCode } from "#main/store/records/codes.ts";
import { packId } from "#main/store/records/identifiers.ts";
import type { BankPosting } from "#shared/contract/close/bank.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { type DecimalString, isZero, negateDecimal, sumDecimals } from "#shared/kernel/decimal.ts";
import type { BankAccount } from "./bank-accounts.ts";

const BEGINNING = "1900-01-01" as CalendarDate;
const END = "9998-12-31" as CalendarDate;

/** What a record posts to a bank account, in the account's currency. */
export type BankMove = Pick<BankPosting, "recordId" | "date" | "amount">;

export interface BankMoves {
  readonly moves: readonly BankMove[];
  /** Those whose amount in the account's currency isn't known. */
  readonly withoutAmount: number;
}

/** What every record posts to a bank account, by day. Records that come to nothing are left out. */
export function bankMoves(reader: MirrorReader, account: BankAccount, baseCurrency: string): BankMoves {
  const posted = contributions(reader, { from: BEGINNING, to: END }, new Set([account.accountId])).filter(({ amount }) => !isZero(amount));
  const moves: BankMove[] = [];
  let withoutAmount = 0;
  for (const one of posted) {
    const amount =
      account.currency === baseCurrency ? one.amount : inCurrency(one, recordOf(reader, one.recordId, account.accountId), account.currency);
    if (amount === null) withoutAmount++;
    else moves.push({ recordId: one.recordId, date: one.date, amount });
  }
  moves.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : a.recordId < b.recordId ? -1 : 1));
  return { moves, withoutAmount };
}

/** A posting with the names that a person or a rule knows it by, which takes several lookups. */
export function namedPosting(reader: MirrorReader, move: BankMove): BankPosting {
  return { ...move, ...recordOf(reader, move.recordId).told };
}

/** A posting that is only added up. */
export function unnamedPosting(move: BankMove): BankPosting {
  return { ...move, ...NOTHING.told };
}

interface RecordFacts {
  readonly told: Omit<BankPosting, "recordId" | "date" | "amount">;
  /** Its own amount, which an account in another currency than the books' moves by. */
  readonly amount: DecimalString | undefined;
  readonly currency: string | null;
}

const NOTHING: RecordFacts = {
  told: { isDocument: false, contact: null, number: null, reference: null, description: null, batchId: null, ledgerReconciled: null },
  amount: undefined,
  currency: null,
};

/** A posting is of the sign that it has in the books, whatever its record's amount is. */
function inCurrency(one: Contribution, record: RecordFacts, currency: string): DecimalString | null {
  if (record.currency !== currency || record.amount === undefined) return null;
  const size = record.amount.startsWith("-") ? negateDecimal(record.amount) : record.amount;
  return one.amount.startsWith("-") ? negateDecimal(size) : size;
}

/** @param accountId the account that its amount is asked for, of a record that may post to several */
function recordOf(reader: MirrorReader, id: string, accountId?: string): RecordFacts {
  const colon = id.indexOf(":");
  const entity = reader.words.find(id.slice(0, colon));
  if (entity === null) return NOTHING;
  const key = [packId(id.slice(colon + 1)), entity];
  const find = <Row>(table: "payment" | "document" | "journal") =>
    prepared(reader.db, `SELECT ${table}.* FROM ${table} JOIN source_record USING (rec_no) WHERE source_id = ? AND entity_word = ?`).get(
      ...key,
    ) as Row | undefined;
  const payment = find<PaymentRow>("payment");
  if (payment !== undefined) return paymentFacts(reader, payment);
  const document = find<DocumentRow>("document");
  if (document !== undefined) return documentFacts(reader, document, accountId);
  const journal = find<{ readonly number: string | null }>("journal");
  return journal === undefined ? NOTHING : { ...NOTHING, told: { ...NOTHING.told, number: journal.number } };
}

function paymentFacts(reader: MirrorReader, row: PaymentRow): RecordFacts {
  return {
    told: {
      ...NOTHING.told,
      contact: partyName(reader, row),
      reference: row.reference,
      batchId: row.batch_id,
      ledgerReconciled: flagOf(row),
      number: settledNumber(reader, row.rec_no),
    },
    amount: unpackAmount(row.amount, row.scales, 0, "amount", row.exact),
    currency: reader.words.text(row.currency_word),
  };
}

/** The number of the one document that a payment settles: what people write on a transfer. */
function settledNumber(reader: MirrorReader, recNo: number): string | null {
  const settled = prepared(reader.db, "SELECT DISTINCT to_id FROM allocation WHERE rec_no = ? LIMIT 2").pluck().all(recNo) as string[];
  const [id] = settled;
  if (id === undefined || settled.length > 1) return null;
  const colon = id.indexOf(":");
  const row = prepared(
    reader.db,
    "SELECT number, reference FROM document JOIN source_record USING (rec_no) WHERE source_id = ? AND entity_word = ?",
  ).get(packId(id.slice(colon + 1)), reader.words.find(id.slice(0, colon))) as Pick<DocumentRow, "number" | "reference"> | undefined;
  return row?.number ?? row?.reference ?? null;
}

function documentFacts(reader: MirrorReader, row: DocumentRow, accountId?: string): RecordFacts {
  const isJournal = documentTypeCode.decode(row.type) === "journal";
  return {
    told: {
      ...NOTHING.told,
      isDocument: true,
      contact: partyName(reader, row),
      number: row.number,
      reference: row.reference,
      description: row.memo,
      ledgerReconciled: flagOf(row),
    },
    amount:
      (isJournal && accountId !== undefined ? linesOn(reader, row.rec_no, accountId) : null) ??
      unpackAmount(row.total, row.scales, 0, "total", row.exact),
    currency: reader.words.text(row.currency_word),
  };
}

/** What a journal's own lines come to on an account; null without such a line. Its total is that of all its debits. */
function linesOn(reader: MirrorReader, recNo: number, accountId: string): DecimalString | null {
  const rows = prepared(
    reader.db,
    "SELECT net, scales, exact FROM document_line WHERE rec_no = ? AND account_word = ? ORDER BY line_no",
  ).all(...[recNo, reader.words.find(accountId)]) as {
    readonly net: number | null;
    readonly scales: number;
    readonly exact: string | null;
  }[];
  const nets = rows.flatMap(({ net, scales, exact }) => unpackAmount(net, scales, 2, "net", exact) ?? []);
  return nets.length === 0 ? null : sumDecimals(nets);
}

function flagOf({ bank_reconciled: flag }: Pick<PaymentRow, "bank_reconciled">): boolean | null {
  return flag === null ? null : flag === 1;
}
