import type { PostingAccounts } from "#main/domain/posting-accounts.ts";
import { type GapList, type GapReason, RECORDS_SHOWN } from "#main/domain/posting-gaps.ts";
import { directionCode, documentTypeCode, fromKindCode, paymentStatusCode } from "#main/store/codes.ts";
import type { MirrorReader } from "#main/store/mirror-reader.ts";
import { prepared } from "#main/store/query.ts";
import type { DocumentType } from "#shared/model/document.ts";
import type { BulkSpan } from "./bulk-documents.ts";
import { ID_TEXT, recordIds } from "./posting-records.ts";
import type { PostingTally } from "./posting-tally.ts";

const FROM_PAYMENT = fromKindCode.encode("payment");
/** Payments that post, whatever their currency. */
export const POSTED_PAYMENTS = `p.status = ${paymentStatusCode.encode("posted")} AND p.day BETWEEN @from AND @to
  AND p.rec_no NOT IN (SELECT value FROM json_each(@excluded))`;
const IN_BASE = `${POSTED_PAYMENTS} AND p.currency_word IS @baseWord`;
const OWN = `a.rec_no = p.rec_no AND a.from_kind = ${FROM_PAYMENT}`;
const type = (word: DocumentType) => documentTypeCode.encode(word);

/**
 * Payments in base currency that are posted one by one: for documents in a foreign currency, which may
 * have a control account of their own, and with amounts that are kept as text.
 */
export function oddPayments(reader: MirrorReader, span: BulkSpan): number[] {
  const asText = `SELECT p.rec_no FROM payment p WHERE ${IN_BASE} AND (p.amount IS NULL OR EXISTS (SELECT 1 FROM allocation a WHERE ${OWN} AND a.amount IS NULL))`;
  const forForeign = `SELECT p.rec_no FROM document d JOIN source_record s USING (rec_no) CROSS JOIN allocation a ON a.to_id = ${ID_TEXT}
    CROSS JOIN payment p ON ${OWN} WHERE d.currency_word IS NOT @baseWord AND ${IN_BASE}`;
  return prepared(reader.db, `${asText} UNION ${forForeign}`).pluck().all(span) as number[];
}

interface BankRow {
  readonly direction: number;
  readonly account_word: number | null;
  readonly up: string;
  readonly down: string;
}

interface AppliedRow {
  readonly direction: number;
  readonly rest_up: string;
  readonly rest_down: string;
  readonly applied_up: string;
  readonly applied_down: string;
}

/** What every payment in base currency posts, summed by the database; odd ones must be among the excluded. */
export function sumPayments(reader: MirrorReader, span: BulkSpan, accounts: PostingAccounts, tally: PostingTally, gaps: GapList): void {
  const banks = prepared(
    reader.db,
    `SELECT direction, account_word, CAST(SUM(MAX(amount, 0)) AS TEXT) AS up, CAST(SUM(MIN(amount, 0)) AS TEXT) AS down
     FROM payment p WHERE ${IN_BASE} GROUP BY 1, 2`,
  ).all(span) as BankRow[];
  for (const { direction, account_word, up, down } of banks) {
    const accountId = reader.words.textOptional(account_word) ?? null;
    for (const amount of [up, down]) tally.addUnits(accountId, sideOf(direction) * BigInt(amount));
    if (accountId === null && (up !== "0" || down !== "0"))
      notePayments(reader, span, gaps, "total_account", `direction = ${direction} AND account_word IS NULL AND amount <> 0`);
  }
  const applied = prepared(
    reader.db,
    `SELECT direction, CAST(SUM(MAX(rest, 0)) AS TEXT) AS rest_up, CAST(SUM(MIN(rest, 0)) AS TEXT) AS rest_down,
       CAST(SUM(up) AS TEXT) AS applied_up, CAST(SUM(down) AS TEXT) AS applied_down
     FROM (SELECT direction, up, down, amount - up - down AS rest FROM (SELECT direction, amount,
         COALESCE((SELECT SUM(MAX(amount, 0)) FROM allocation a WHERE ${OWN}), 0) AS up,
         COALESCE((SELECT SUM(MIN(amount, 0)) FROM allocation a WHERE ${OWN}), 0) AS down
       FROM payment p WHERE ${IN_BASE})) GROUP BY 1`,
  ).all(span) as AppliedRow[];
  for (const row of applied) postControls(reader, span, accounts, tally, gaps, row);
}

/** Everything clears the control account of the direction, but for what went to documents that have another. */
function postControls(
  reader: MirrorReader,
  span: BulkSpan,
  accounts: PostingAccounts,
  tally: PostingTally,
  gaps: GapList,
  row: AppliedRow,
): void {
  const isReceived = directionCode.decode(row.direction) === "received";
  const control = (isReceivable: boolean) => accounts.control(isReceivable ? "receivable" : "payable", accounts.baseCurrency);
  const usual = control(isReceived);
  const against = -sideOf(row.direction);
  let up = BigInt(row.applied_up);
  let down = BigInt(row.applied_down);
  const elsewhereOf = elsewhere(reader, span, row.direction, usual, control(!isReceived));
  for (const moved of elsewhereOf) {
    up -= BigInt(moved.up);
    down -= BigInt(moved.down);
    for (const amount of [moved.up, moved.down]) tally.addUnits(moved.accountId, against * BigInt(amount));
  }
  const direct = [up, down, BigInt(row.rest_up), BigInt(row.rest_down)];
  for (const amount of direct) tally.addUnits(usual, against * amount);
  if (usual === null && direct.some((amount) => amount !== 0n))
    noteUntold(reader, span, gaps, row.direction, control(!isReceived) !== null);
  else if (elsewhereOf.some(({ accountId }) => accountId === null))
    notePayments(
      reader,
      span,
      gaps,
      "control_account",
      `direction = ${row.direction} AND p.rec_no IN (SELECT a.rec_no ${movedBy(row.direction)} AND ${UNTOLD})`,
      usual === null ? null : reader.words.find(usual),
    );
}

interface Moved {
  readonly accountId: string | null;
  readonly up: string;
  readonly down: string;
}

/** Allocations of payments of one direction to documents of another control account: those that name one, and credits paid back. */
function movedBy(direction: number): string {
  const isReceived = directionCode.decode(direction) === "received";
  const [charge, credit, paidBack] = isReceived
    ? [type("sales_invoice"), type("sales_credit"), type("purchase_credit")]
    : [type("purchase_bill"), type("purchase_credit"), type("sales_credit")];
  return `FROM document d NOT INDEXED CROSS JOIN source_record s ON s.rec_no = d.rec_no CROSS JOIN allocation a ON a.to_id = ${ID_TEXT}
      AND a.from_kind = ${FROM_PAYMENT}
    WHERE (d.type = ${paidBack} OR (d.type IN (${charge}, ${credit}) AND d.unapplied_kind IS NULL
      AND d.total_account_word IS NOT NULL AND d.total_account_word IS NOT @usualWord)) AND a.amount <> 0`;
}

/** Of those, documents that name no account themselves. */
const UNTOLD = "(d.total_account_word IS NULL OR d.unapplied_kind IS NOT NULL)";

/** What was applied to documents of another control account than the direction's. */
function elsewhere(reader: MirrorReader, span: BulkSpan, direction: number, usual: string | null, other: string | null): Moved[] {
  const rows = prepared(
    reader.db,
    `SELECT CASE WHEN d.unapplied_kind IS NULL THEN d.total_account_word END AS named,
       CAST(SUM(MAX(a.amount, 0)) AS TEXT) AS up, CAST(SUM(MIN(a.amount, 0)) AS TEXT) AS down
     ${movedBy(direction)} AND EXISTS (SELECT 1 FROM payment p WHERE p.rec_no = a.rec_no AND p.direction = ${direction} AND ${IN_BASE}) GROUP BY 1`,
  ).all({ ...span, usualWord: usual === null ? null : reader.words.find(usual) }) as {
    readonly named: number | null;
    readonly up: string;
    readonly down: string;
  }[];
  // Of a charge the account is named; of a credit that is paid back it may be that of its own side.
  return rows.map(({ named, up, down }) => ({ accountId: reader.words.textOptional(named) ?? other, up, down }));
}

/** Notes payments of which a part stands on the direction's own control account, or on the other one, where that is not known. */
function noteUntold(reader: MirrorReader, span: BulkSpan, gaps: GapList, direction: number, otherIsKnown: boolean): void {
  const known = `SELECT a.rec_no, COUNT(*) AS parts ${movedBy(direction)} ${otherIsKnown ? "" : `AND NOT ${UNTOLD}`} GROUP BY 1`;
  const found = prepared(
    reader.db,
    `WITH known AS MATERIALIZED (${known}) SELECT p.rec_no FROM payment p LEFT JOIN known USING (rec_no)
     WHERE ${IN_BASE} AND p.direction = ${direction} AND (p.amount <> (SELECT COALESCE(SUM(a.amount), 0) FROM allocation a WHERE ${OWN})
       OR (SELECT COUNT(*) FROM allocation a WHERE ${OWN} AND a.amount <> 0) > COALESCE(known.parts, 0)) ORDER BY 1`,
  )
    .pluck()
    .all({ ...span, usualWord: null }) as number[];
  gaps.addMany("control_account", recordIds(reader, found.slice(0, RECORDS_SHOWN)), found.length);
}

function sideOf(direction: number): 1n | -1n {
  return directionCode.decode(direction) === "received" ? 1n : -1n;
}

function notePayments(
  reader: MirrorReader,
  span: BulkSpan,
  gaps: GapList,
  reason: GapReason,
  where: string,
  usualWord: number | null = null,
): void {
  const found = prepared(reader.db, `SELECT p.rec_no FROM payment p WHERE ${IN_BASE} AND ${where} ORDER BY 1`)
    .pluck()
    .all({ ...span, usualWord }) as number[];
  gaps.addMany(reason, recordIds(reader, found.slice(0, RECORDS_SHOWN)), found.length);
}
