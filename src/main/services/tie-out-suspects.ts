import type { AgingSide } from "#main/domain/aging.ts";
import type { FiscalYearEnd } from "#main/domain/fiscal-year.ts";
import type { Suspect } from "#main/domain/tie-out-documents.ts";
import { unpackAmount } from "#main/store/amounts.ts";
import { directionCode, documentTypeCode } from "#main/store/codes.ts";
import type { MirrorReader } from "#main/store/mirror-reader.ts";
import { prepared } from "#main/store/query.ts";
import type { DocumentRow, PaymentRow } from "#main/store/schema-client.ts";
import { type CalendarDate, dayNumber, fromDayNumber } from "#shared/kernel/calendar-date.ts";
import { addDecimals, type DecimalString, fromTenThousandths, isZero, subtractDecimals } from "#shared/kernel/decimal.ts";
import type { SumsSetting } from "./account-sums.ts";
import { recordNumber } from "./documents.ts";
import { ledgerDetailReport } from "./ledger-detail.ts";
import { mirroredAccounts } from "./mirrored-accounts.ts";

type Sourced<Row> = Row & {
  readonly source_id: unknown;
  readonly entity_word: number;
  readonly fetched_ms: number;
  readonly removed_ms: number | null;
};

const TYPES = { receivable: ["sales_invoice", "sales_credit"], payable: ["purchase_bill", "purchase_credit"] } as const;
const DIRECTIONS = { receivable: "received", payable: "made" } as const;
const SOURCE = "source_record.source_id, source_record.entity_word, source_record.fetched_ms, source_record.removed_ms";

export interface PartyQuestion {
  readonly partyId: string;
  readonly side: AgingSide;
  readonly until: CalendarDate;
  readonly baseCurrency: string | null;
  readonly uncertain: ReadonlySet<string>;
}

/** A party's charges, credits and payments of one side, with what is open of each, removed ones included. */
export function partySuspects(reader: MirrorReader, question: PartyQuestion): Suspect[] {
  const word = reader.words.find(question.partyId);
  if (word === null) return [];
  const [charge, credit] = TYPES[question.side];
  const documents = prepared(
    reader.db,
    `SELECT document.*, ${SOURCE} FROM document JOIN source_record USING (rec_no)
     WHERE party_word = ? AND type IN (?, ?) AND issue_day <= ?`,
  ).all(word, documentTypeCode.encode(charge), documentTypeCode.encode(credit), dayNumber(question.until)) as Sourced<DocumentRow>[];
  const payments = prepared(
    reader.db,
    `SELECT payment.*, ${SOURCE} FROM payment JOIN source_record USING (rec_no) WHERE party_word = ? AND direction = ? AND day <= ?`,
  ).all(word, directionCode.encode(DIRECTIONS[question.side]), dayNumber(question.until)) as Sourced<PaymentRow>[];
  return [
    ...documents.map((row) => documentSuspect(reader, row, question)),
    ...payments.map((row) => paymentSuspect(reader, row, question)),
  ];
}

function documentSuspect(reader: MirrorReader, row: Sourced<DocumentRow>, question: PartyQuestion): Suspect {
  const id = idOf(reader, row);
  const isBase = reader.words.text(row.currency_word) === question.baseCurrency;
  const total = unpackAmount(row.total, row.scales, 0, "total", row.exact) as DecimalString;
  const totalBase = unpackAmount(row.total_base, row.scales, 1, "totalBase", row.exact) ?? null;
  const outstanding = unpackAmount(row.outstanding, row.scales, 2, "outstanding", row.exact) as DecimalString;
  const lacksBase = !isBase && row.removed_ms === null && !isZero(outstanding) && (totalBase === null || outstanding !== total);
  // What was removed or voided has nothing open any more: then its total is what may be missing.
  const open = isZero(outstanding) ? total : outstanding;
  return {
    id,
    number: row.number,
    date: fromDayNumber(row.issue_day),
    amount: isBase ? open : isZero(subtractDecimals(open, total)) ? totalBase : null,
    seenMs: row.removed_ms ?? row.fetched_ms,
    isRemoved: row.removed_ms !== null,
    gap: lacksBase ? "no_base_amount" : null,
    isUncertain: question.uncertain.has(id),
  };
}

function paymentSuspect(reader: MirrorReader, row: Sourced<PaymentRow>, question: PartyQuestion): Suspect {
  const id = idOf(reader, row);
  const isBase = reader.words.text(row.currency_word) === question.baseCurrency;
  const amount = unpackAmount(row.amount, row.scales, 0, "amount", row.exact) as DecimalString;
  return {
    id,
    number: row.reference,
    date: fromDayNumber(row.day),
    amount: isBase ? amount : null,
    seenMs: row.removed_ms ?? row.fetched_ms,
    isRemoved: row.removed_ms !== null,
    gap: null,
    isUncertain: question.uncertain.has(id),
  };
}

export interface AccountQuestion {
  readonly accountId: string;
  readonly from: CalendarDate;
  readonly to: CalendarDate;
  readonly yearEnd: FiscalYearEnd;
  readonly setting: SumsSetting;
  /** Records of which our figures lack something, by the statements' own account of it. */
  readonly lacking: ReadonlyMap<string, NonNullable<Suspect["gap"]>>;
  /** Records seen changed after the ledger's figures were made. */
  readonly changed: ReadonlySet<string>;
}

const PAGE = 1_000;
/** Postings of one account that are looked through: beyond them a difference is a matter for the general ledger itself. */
const POSTINGS_MAX = 200_000;

/** What posts to an account up to a date, a document at a time, and what was removed from it. */
export function accountSuspects(reader: MirrorReader, question: AccountQuestion): Suspect[] {
  const posted = new Map<string, { readonly number: string | null; readonly date: CalendarDate; amount: DecimalString }>();
  let after: string | undefined;
  for (let seen = 0; seen < POSTINGS_MAX; seen += PAGE) {
    const { accountId, from, to, yearEnd, setting } = question;
    const page = ledgerDetailReport(reader, { ...setting, accountId, from, to, yearEnd, after, limit: PAGE });
    for (const { documentId, number, date, debit, credit } of page?.rows ?? []) {
      if (documentId === null) continue;
      const amount = subtractDecimals(debit, credit);
      const known = posted.get(documentId);
      if (known === undefined) posted.set(documentId, { number, date, amount });
      else known.amount = addDecimals(known.amount, amount);
    }
    if (page === null || page.next === null) break;
    after = page.next;
  }
  const suspects = [...posted].map(([id, { number, date, amount }]) => suspect(question, { id, number, date, amount }));
  const others = [...question.lacking.keys()]
    .filter((id) => !posted.has(id) && concerns(reader, id, question.accountId))
    .map((id) => suspect(question, { id, ...UNNAMED }));
  return [...suspects, ...removedSuspects(reader, question), ...others];
}

const UNNAMED = { number: null, date: null, amount: null };

function suspect({ changed, lacking }: AccountQuestion, named: Pick<Suspect, "id" | "number" | "date" | "amount">): Suspect {
  const seenMs = changed.has(named.id) ? Number.POSITIVE_INFINITY : 0;
  return { ...named, seenMs, isRemoved: false, gap: lacking.get(named.id) ?? null, isUncertain: false };
}

/**
 * A record that could not be put together whole may concern an account: by a line, by its total, or
 * because the account has a role, which no record names.
 */
function concerns(reader: MirrorReader, id: string, accountId: string): boolean {
  const word = reader.words.find(accountId);
  const document = recordNumber(reader, id, "document");
  const payment = document === null ? recordNumber(reader, id, "payment") : null;
  const names =
    document === null
      ? prepared(reader.db, "SELECT 1 FROM payment WHERE rec_no = ? AND account_word = ?").get(payment, word)
      : prepared(
          reader.db,
          `SELECT 1 FROM document WHERE rec_no = @document AND (total_account_word = @word
             OR EXISTS (SELECT 1 FROM document_line l WHERE l.rec_no = @document AND l.account_word = @word))`,
        ).get({ document, word });
  if (names !== undefined) return true;
  const role = mirroredAccounts(reader).find((account) => account.id === accountId)?.role;
  return role === undefined ? accountId === "" : role !== "bank" && role !== "retained_earnings";
}

/** Removed documents that had a line on the account, or named it for their total. */
function removedSuspects(reader: MirrorReader, { accountId, to }: AccountQuestion): Suspect[] {
  const word = reader.words.find(accountId);
  if (word === null) return [];
  const rows = prepared(
    reader.db,
    `SELECT document.*, ${SOURCE}, (SELECT SUM(net) FROM document_line l WHERE l.rec_no = document.rec_no AND l.account_word = @word) AS on_account
     FROM document JOIN source_record USING (rec_no)
     WHERE removed_ms IS NOT NULL AND issue_day <= @to
       AND (total_account_word = @word OR EXISTS (SELECT 1 FROM document_line l WHERE l.rec_no = document.rec_no AND l.account_word = @word))`,
  ).all({ word, to: dayNumber(to) }) as (Sourced<DocumentRow> & { readonly on_account: number | null })[];
  return rows.map((row) => ({
    id: idOf(reader, row),
    number: row.number,
    date: fromDayNumber(row.issue_day),
    amount: row.on_account === null ? null : fromTenThousandths(row.on_account, 4),
    seenMs: row.removed_ms ?? row.fetched_ms,
    isRemoved: true,
    gap: null,
    isUncertain: false,
  }));
}

/** Documents and payments that the mirror first saw as they are now after a moment. */
export function changedSince(reader: MirrorReader, ms: number | null): Set<string> {
  if (ms === null) return new Set();
  const rows = prepared(
    reader.db,
    `SELECT source_id, entity_word FROM source_record WHERE fetched_ms > ?
     AND (EXISTS (SELECT 1 FROM document d WHERE d.rec_no = source_record.rec_no) OR EXISTS (SELECT 1 FROM payment p WHERE p.rec_no = source_record.rec_no))`,
  ).all(ms) as Sourced<object>[];
  return new Set(rows.map((row) => idOf(reader, row)));
}

/** The first day on which something is posted, or would be. */
export function firstDay(reader: MirrorReader): CalendarDate | null {
  const day = prepared(
    reader.db,
    "SELECT MIN(day) FROM (SELECT MIN(issue_day) AS day FROM document UNION ALL SELECT MIN(day) FROM payment UNION ALL SELECT MIN(day) FROM journal)",
  )
    .pluck()
    .get() as number | null;
  return day === null ? null : fromDayNumber(day);
}

function idOf(reader: MirrorReader, row: Sourced<object>): string {
  return `${reader.words.text(row.entity_word)}:${reader.idText(row.source_id)}`;
}
