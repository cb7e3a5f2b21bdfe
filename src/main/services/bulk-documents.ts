import type { PostingAccounts } from "#main/domain/posting-accounts.ts";
import { type GapList, type GapReason, RECORDS_SHOWN } from "#main/domain/posting-gaps.ts";
import { TOTAL_SIDE, UNPOSTED } from "#main/domain/reconstruct-postings.ts";
import { documentStatusCode, documentTypeCode } from "#main/store/codes.ts";
import type { MirrorReader } from "#main/store/mirror-reader.ts";
import { prepared } from "#main/store/query.ts";
import type { DocumentType } from "#shared/model/document.ts";
import { recordIds } from "./posting-records.ts";
import type { PostingTally } from "./posting-tally.ts";

/** Which records one sum is of. `excluded` is a JSON list of record numbers that are not to be counted. */
export interface BulkSpan {
  readonly from: number;
  readonly to: number;
  readonly baseWord: number | null;
  readonly excluded: string;
}

const JOURNAL = documentTypeCode.encode("journal");
const unposted = UNPOSTED.map(documentStatusCode.encode).join(",");
/** Documents that post, whatever their currency. */
export const POSTED_DOCUMENTS = `d.status NOT IN (${unposted}) AND d.issue_day BETWEEN @from AND @to
  AND d.rec_no NOT IN (SELECT value FROM json_each(@excluded))`;
const IN_BASE = `${POSTED_DOCUMENTS} AND d.currency_word IS @baseWord`;
const positive = (amount: string) => `CAST(SUM(MAX(${amount}, 0)) AS TEXT)`;
const negative = (amount: string) => `CAST(SUM(MIN(${amount}, 0)) AS TEXT)`;
const LINES_OF = "FROM document_line l WHERE l.rec_no = d.rec_no";

/**
 * Documents in base currency that sums over columns would get wrong: lines and tax that do not add up to
 * the total, and amounts that are kept as text. They are few and are posted one by one.
 */
export function oddDocuments(reader: MirrorReader, span: BulkSpan): number[] {
  const net = `(SELECT CASE WHEN COUNT(*) = COUNT(net) THEN SUM(net) END ${LINES_OF})`;
  const netAndTax = `(SELECT CASE WHEN COUNT(*) = COUNT(net) THEN SUM(net) + SUM(COALESCE(l.tax_amount, 0)) END ${LINES_OF})`;
  return prepared(
    reader.db,
    `SELECT d.rec_no FROM document d ${orderOf(reader, span)} WHERE ${IN_BASE} AND (d.total IS NULL OR CASE
       WHEN d.type = ${JOURNAL} THEN ${netAndTax} IS NOT 0
       WHEN d.unapplied_kind IS NOT NULL THEN 0
       ELSE ${net} IS NOT d.total - COALESCE(d.tax_amount, 0) END)`,
  )
    .pluck()
    .all(span) as number[];
}

/** What every document in base currency posts, summed by the database; `odd` ones must be among the excluded. */
export function sumDocuments(reader: MirrorReader, span: BulkSpan, accounts: PostingAccounts, tally: PostingTally, gaps: GapList): void {
  sumTotals(reader, span, accounts, tally, gaps);
  sumLines(reader, span, accounts, tally, gaps);
}

interface TotalsRow {
  readonly type: number;
  readonly unapplied: 0 | 1;
  readonly total_account_word: number | null;
  readonly debits: string;
  readonly credits: string;
  readonly tax_up: string;
  readonly tax_down: string;
}

function sumTotals(reader: MirrorReader, span: BulkSpan, accounts: PostingAccounts, tally: PostingTally, gaps: GapList): void {
  const rows = prepared(
    reader.db,
    `SELECT type, unapplied_kind IS NOT NULL AS unapplied, total_account_word, ${positive("total")} AS debits, ${negative("total")} AS credits,
       ${positive("COALESCE(tax_amount, 0)")} AS tax_up, ${negative("COALESCE(tax_amount, 0)")} AS tax_down
     FROM document d ${orderOf(reader, span)} WHERE ${IN_BASE} AND type <> ${JOURNAL} GROUP BY 1, 2, 3`,
  ).all(span) as TotalsRow[];
  for (const row of rows) {
    const type = documentTypeCode.decode(row.type) as Exclude<DocumentType, "journal">;
    const side = BigInt(TOTAL_SIDE[type]);
    const named = reader.words.textOptional(row.total_account_word) ?? null;
    const isCash = type === "cash_sale" || type === "cash_purchase";
    const control = accounts.control(type.startsWith("sales") ? "receivable" : "payable", accounts.baseCurrency);
    const account = isCash ? named : row.unapplied === 1 ? control : (named ?? control);
    const post = (accountId: string | null, sign: bigint, up: string, down: string, unknown: GapReason, where: string) => {
      tally.addUnits(accountId, sign * BigInt(up));
      tally.addUnits(accountId, sign * BigInt(down));
      if (accountId === null && (up !== "0" || down !== "0")) noteDocuments(reader, span, gaps, unknown, `${where} AND type = ${row.type}`);
    };
    const ofKind = `unapplied_kind IS ${row.unapplied === 1 ? "NOT " : ""}NULL AND total_account_word IS ${row.total_account_word ?? "NULL"}`;
    post(account, side, row.debits, row.credits, isCash ? "total_account" : "control_account", `total <> 0 AND ${ofKind}`);
    if (row.unapplied === 1) post(named, -side, row.debits, row.credits, "total_account", `total <> 0 AND ${ofKind}`);
    else post(accounts.tax, -side, row.tax_up, row.tax_down, "tax_account", `tax_amount <> 0 AND ${ofKind}`);
  }
}

interface LinesRow {
  readonly type: number;
  readonly account_word: number | null;
  readonly up: string;
  readonly down: string;
}

function sumLines(reader: MirrorReader, span: BulkSpan, accounts: PostingAccounts, tally: PostingTally, gaps: GapList): void {
  const rows = prepared(
    reader.db,
    `SELECT type, account_word, ${positive("net")} AS up, ${negative("net")} AS down
     FROM document d ${orderOf(reader, span)} CROSS JOIN document_line l ON l.rec_no = d.rec_no WHERE ${IN_BASE} GROUP BY 1, 2`,
  ).all(span) as LinesRow[];
  for (const row of rows) {
    const type = documentTypeCode.decode(row.type);
    const side = type === "journal" ? 1n : BigInt(-TOTAL_SIDE[type]);
    const accountId = reader.words.textOptional(row.account_word) ?? null;
    for (const amount of [row.up, row.down]) tally.addUnits(accountId, side * BigInt(amount));
    if (accountId === null && (row.up !== "0" || row.down !== "0"))
      noteDocuments(
        reader,
        span,
        gaps,
        "line_account",
        `type = ${row.type} AND EXISTS (SELECT 1 ${LINES_OF} AND l.account_word IS NULL AND l.net <> 0)`,
      );
  }
  sumJournalTax(reader, span, accounts, tally, gaps);
}

/** Journals state tax on their lines alone. */
function sumJournalTax(reader: MirrorReader, span: BulkSpan, accounts: PostingAccounts, tally: PostingTally, gaps: GapList): void {
  const tax = `(SELECT SUM(l.tax_amount) ${LINES_OF})`;
  const rows = prepared(
    reader.db,
    `SELECT CAST(COALESCE(SUM(MAX(tax, 0)), 0) AS TEXT) AS up, CAST(COALESCE(SUM(MIN(tax, 0)), 0) AS TEXT) AS down
     FROM (SELECT ${tax} AS tax FROM document d WHERE ${IN_BASE} AND d.type = ${JOURNAL})`,
  ).all(span) as { readonly up: string; readonly down: string }[];
  for (const { up, down } of rows) {
    for (const amount of [up, down]) tally.addUnits(accounts.tax, BigInt(amount));
    if (accounts.tax === null && (up !== "0" || down !== "0"))
      noteDocuments(reader, span, gaps, "tax_account", `type = ${JOURNAL} AND ${tax} <> 0`);
  }
}

/** A whole history is read in the order of the records, where a document's lines stand together; some months by their days. */
function orderOf(reader: MirrorReader, { from, to }: BulkSpan): "NOT INDEXED" | "" {
  const ends = prepared(
    reader.db,
    "SELECT (SELECT MIN(issue_day) FROM document) AS first, (SELECT MAX(issue_day) FROM document) AS last",
  ).get() as {
    readonly first: number | null;
    readonly last: number | null;
  };
  const first = ends.first ?? 0;
  const last = ends.last ?? 0;
  return (Math.min(to, last) - Math.max(from, first)) * 3 > last - first ? "NOT INDEXED" : "";
}

/** Names the first documents in base currency that a condition is true of, and counts them all. */
function noteDocuments(reader: MirrorReader, span: BulkSpan, gaps: GapList, reason: GapReason, where: string): void {
  noteFound(
    reader,
    gaps,
    reason,
    prepared(reader.db, `SELECT d.rec_no FROM document d WHERE ${IN_BASE} AND ${where} ORDER BY 1`).pluck().all(span) as number[],
  );
}

/** Notes sales and adjustments of items that the ledger keeps stock of: it posts their cost, and no document says how much. */
export function noteTrackedStock(reader: MirrorReader, span: BulkSpan, gaps: GapList): void {
  const items = prepared(
    reader.db,
    "SELECT word_no FROM entity JOIN word ON word.text = entity.id WHERE kind = 'item' AND json_extract(body, '$.tracked')",
  )
    .pluck()
    .all() as number[];
  if (items.length === 0) return;
  const types = (["sales_invoice", "sales_credit", "cash_sale", "journal"] as const).map(documentTypeCode.encode).join(",");
  const found = prepared(
    reader.db,
    `SELECT d.rec_no FROM document d WHERE ${POSTED_DOCUMENTS} AND d.type IN (${types})
       AND EXISTS (SELECT 1 ${LINES_OF} AND l.item_word IN (SELECT value FROM json_each(@items))) ORDER BY 1`,
  )
    .pluck()
    .all({ ...span, items: JSON.stringify(items) }) as number[];
  noteFound(reader, gaps, "cost_of_sales", found);
}

function noteFound(reader: MirrorReader, gaps: GapList, reason: GapReason, recNos: readonly number[]): void {
  if (recNos.length > 0) gaps.addMany(reason, recordIds(reader, recNos.slice(0, RECORDS_SHOWN)), recNos.length);
}
