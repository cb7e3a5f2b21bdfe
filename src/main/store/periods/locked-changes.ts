import type { GapReason } from "#main/domain/postings/posting-gaps.ts";
import { documentPostings, paymentPostings, type ReconstructedPosting } from "#main/domain/postings/reconstruct-postings.ts";
import { type BindingLocks, bindingLocks } from "#main/store/changes/changes.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { prepared } from "#main/store/database/query.ts";
import { recordNumber } from "#main/store/documents/record-number.ts";
import { accountsOf, postedDocuments, postedPayments, settledDocuments } from "#main/store/postings/posting-records.ts";
import type { ClosedChange } from "#shared/contract/close/close.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { addDecimals, type DecimalString, decimal } from "#shared/kernel/decimal.ts";

/** What a record gave to each account before and after, debits positive; an account that is not known is "". */
export type AccountMoves = Map<string, { readonly before: DecimalString; readonly after: DecimalString }>;

/** A change behind a lock of the ledger, in days that nobody closed here. */
export interface LockedChange {
  readonly recordId: string;
  readonly date: CalendarDate;
  readonly kind: ClosedChange["kind"];
  readonly firstMs: number;
  /** Null for an edit: what the record posted before it is not kept. */
  readonly moves: AccountMoves | null;
  /** False: the books hold nothing of the record, for want of a base amount. */
  readonly posts: boolean;
}

interface FindingRow {
  readonly code: string;
  readonly rec_no: number;
  readonly first_ms: number;
}

const DELETED = "deleted_document";
const KINDS: Readonly<Record<string, ClosedChange["kind"]>> = {
  back_dated_document: "added",
  edited_in_closed_period: "changed",
  [DELETED]: "removed",
};
const NOTHING = decimal("0");

/**
 * What the watch over changes found behind the ledger's locks (rules 8 and 25) and was not put back. What came
 * or went is valued by what the record itself posts, whatever feed the ledger has.
 */
export function lockedChanges(reader: MirrorReader, baseCurrency: string): LockedChange[] {
  const codes = Object.keys(KINDS)
    .map((code) => `'${code}'`)
    .join(", ");
  const rows = prepared(
    reader.db,
    `SELECT code, rec_no, first_ms FROM finding WHERE code IN (${codes}) AND rec_no IS NOT NULL AND resolved_ms IS NULL ORDER BY finding_no`,
  ).all() as FindingRow[];
  if (rows.length === 0) return [];
  const postingsOf = recordPostings(reader, baseCurrency);
  const locks = bindingLocks(reader);
  return rows.flatMap(({ code, rec_no, first_ms }) => {
    // A deletion is a finding whatever its date (rule 25); the other two only ever concern locked days.
    if (code === DELETED && !isLocked(reader, locks, rec_no)) return [];
    const record = postingsOf(rec_no);
    const kind = KINDS[code];
    if (record === null || kind === undefined) return [];
    const moves = kind === "changed" ? null : movesOf(record.postings, kind);
    return [{ recordId: record.id, date: record.date, kind, firstMs: first_ms, moves, posts: record.postings.length > 0 }];
  });
}

function isLocked({ db }: MirrorReader, locks: BindingLocks, recNo: number): boolean {
  const placed = prepared(
    db,
    `SELECT type, NULL AS direction, entity_id_word AS entity_word, period_word, issue_day AS day, NULL AS date_before
     FROM document WHERE rec_no = @recNo
     UNION ALL SELECT NULL, direction, entity_id_word, NULL, day, NULL FROM payment WHERE rec_no = @recNo`,
  ).get({ recNo }) as Parameters<BindingLocks>[0] | undefined;
  return placed !== undefined && locks(placed).length > 0;
}

/** What a record posts, or posted while it was there. */
function recordPostings(reader: MirrorReader, baseCurrency: string) {
  const accounts = accountsOf(reader, baseCurrency);
  const settledBy = settledDocuments(reader);
  return (
    recNo: number,
  ): { readonly id: string; readonly date: CalendarDate; readonly postings: readonly ReconstructedPosting[] } | null => {
    const document = postedDocuments(reader, [recNo]).get(recNo);
    if (document !== undefined) {
      // A deleted document stays with its last fields: as if it were still there.
      const standing = document.status === "deleted" ? { ...document, status: "open" as const } : document;
      return { id: document.id, date: document.date, postings: documentPostings(standing, accounts).postings };
    }
    const payment = postedPayments(reader, [recNo]).get(recNo);
    if (payment === undefined) return null;
    return {
      id: payment.id,
      date: payment.date,
      postings: paymentPostings({ ...payment, status: "posted" }, settledBy, accounts).postings,
    };
  };
}

/** Why a posting has no account, other than tax of which the ledger has no single account. */
const NO_ACCOUNT: ReadonlySet<GapReason> = new Set<GapReason>([
  ...(["line_account", "total_account", "control_account", "lines_base", "unexplained", "rounding_account"] as const),
]);

/** Whether what a document posts to no account is its tax, also after it was voided or deleted. */
export function lacksOnlyTaxAccount(reader: MirrorReader, baseCurrency: string, documentId: string): boolean {
  const recNo = recordNumber(reader, documentId, "document");
  const document = recNo === null ? undefined : postedDocuments(reader, [recNo]).get(recNo);
  if (document === undefined) return false;
  const { gaps } = documentPostings({ ...document, status: "open" }, accountsOf(reader, baseCurrency));
  return gaps.includes("tax_account") && !gaps.some((gap) => NO_ACCOUNT.has(gap));
}

function movesOf(postings: readonly ReconstructedPosting[], kind: "added" | "removed"): AccountMoves {
  const sums = new Map<string, DecimalString>();
  for (const { accountId, amount } of postings) sums.set(accountId ?? "", addDecimals(sums.get(accountId ?? "") ?? NOTHING, amount));
  return new Map([...sums].map(([id, sum]) => [id, kind === "added" ? { before: NOTHING, after: sum } : { before: sum, after: NOTHING }]));
}
