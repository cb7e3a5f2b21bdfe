import { unknownLabel } from "#main/domain/postings/account-sum.ts";
import { isRevaluation } from "#main/domain/postings/revaluation.ts";
import { mirroredAccounts } from "#main/store/accounts/mirrored-accounts.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { prepared } from "#main/store/database/query.ts";
import { entityLabel } from "#main/store/documents/record-names.ts";
import { ENTRY_KIND, type EntryKindRow, entryKind, revaluationWords } from "#main/store/postings/entry-kind.ts";
import { LEDGER } from "#main/store/postings/post-records.ts";
import { ID_TEXT } from "#main/store/postings/posting-records.ts";
import { postingOrigin } from "#main/store/postings/posting-source.ts";
import { unpackAmount } from "#main/store/records/amounts.ts";
import { ONE_AMOUNT } from "#main/store/records/document-writer.ts";
import { type CalendarDate, dayNumber, fromDayNumber } from "#shared/kernel/calendar-date.ts";
import { addDecimals, type DecimalString, decimal, isZero } from "#shared/kernel/decimal.ts";

/** What a currency revaluation posts to the accounts in question, in base currency, debit positive. */
export interface Revaluation {
  readonly id: string;
  readonly number: string;
  readonly date: CalendarDate;
  readonly amount: DecimalString;
  /** The whole entry. */
  readonly postings: readonly { readonly account: string; readonly amount: DecimalString }[];
}

export interface RevaluationQuestion {
  readonly accountIds: readonly string[];
  readonly from: CalendarDate | null;
  readonly to: CalendarDate;
  readonly entityId?: string | undefined;
}

interface EntryRow extends EntryKindRow {
  readonly day: number;
  readonly account_word: number | null;
  readonly amount: number | null;
  readonly scales: number;
  readonly exact: string | null;
  readonly description: string | null;
  readonly id: string;
  readonly number: string | null;
}

/** The revaluations of the accounts between two days, by day. */
export function revaluations(reader: MirrorReader, question: RevaluationQuestion): Revaluation[] {
  const { accountIds } = question;
  const chart = new Map(mirroredAccounts(reader).map((account) => [account.id, account]));
  const differences = [...chart.values()].filter(({ role }) => role === "exchange_difference").map(({ id }) => id);
  return entriesOn(reader, question, differences).flatMap((rows): Revaluation[] => {
    const [first] = rows;
    if (first === undefined) return [];
    const accountOf = ({ account_word }: EntryRow) => (account_word === null ? null : reader.words.text(account_word));
    const own = rows.filter((row) => accountIds.includes(accountOf(row) ?? ""));
    const others = rows.filter((row) => !own.includes(row)).map((row) => chart.get(accountOf(row) ?? "") ?? null);
    if (!isRevaluation(entryKind(reader, first), others)) return [];
    const amount = own.map(amountOf).reduce(addDecimals, decimal("0"));
    const number = first.number ?? first.description ?? "Currency revaluation";
    if (isZero(amount)) return [];
    const postings = rows.map((row) => {
      const id = accountOf(row) ?? "";
      return { account: entityLabel(reader, id) ?? unknownLabel(id), amount: amountOf(row) };
    });
    return [{ id: first.document_id ?? first.id, number, date: fromDayNumber(first.day), amount, postings }];
  });
}

/** Entries that post to one of the accounts, each with all of its postings of the day. */
function entriesOn(
  reader: MirrorReader,
  { accountIds, from, to, entityId }: RevaluationQuestion,
  differences: readonly string[],
): EntryRow[][] {
  const origin = postingOrigin(reader);
  const wordsOf = (ids: readonly string[]) => JSON.stringify(ids.flatMap((id) => reader.words.find(id) ?? []));
  const words = wordsOf(accountIds);
  const allowed = wordsOf([...accountIds, ...differences]);
  const called = JSON.stringify(revaluationWords(reader));
  const entity = entityId === undefined || origin !== LEDGER ? null : (reader.words.find(entityId) ?? -1);
  const rows = prepared(
    reader.db,
    `SELECT ${ENTRY_KIND}, p.day, p.account_word, p.amount, p.scales, p.exact, COALESCE(p.description, d.memo) AS description,
       ${ID_TEXT} AS id, COALESCE(j.number, d.number) AS number
     FROM posting p JOIN source_record s ON s.rec_no = p.rec_no LEFT JOIN journal j ON j.rec_no = p.rec_no LEFT JOIN document d ON d.rec_no = p.rec_no
     WHERE p.origin = @origin AND s.removed_ms IS NULL AND p.day BETWEEN @from AND @to AND (@entity IS NULL OR p.entity_id_word = @entity)
       AND p.rec_no IN (SELECT own.rec_no FROM posting own LEFT JOIN journal k ON k.rec_no = own.rec_no
         WHERE own.origin = @origin AND own.day BETWEEN @from AND @to AND own.account_word IN (SELECT value FROM json_each(@words))
           AND (k.source_type_word IN (SELECT value FROM json_each(@called)) OR NOT EXISTS (SELECT 1 FROM posting other
             WHERE other.rec_no = own.rec_no AND other.origin = @origin AND other.account_word NOT IN (SELECT value FROM json_each(@allowed)))))
     ORDER BY p.day, p.rec_no, p.line_no`,
  ).all({ origin, entity, from: from === null ? 0 : dayNumber(from), to: dayNumber(to), words, allowed, called }) as EntryRow[];
  return [...Map.groupBy(rows, ({ rec_no, day }) => `${rec_no} ${day}`).values()];
}

function amountOf({ amount, scales, exact }: EntryRow): DecimalString {
  return unpackAmount(amount, scales, 0, ONE_AMOUNT[0], exact) ?? decimal("0");
}
