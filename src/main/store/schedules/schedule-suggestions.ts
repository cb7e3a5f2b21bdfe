import { amountWriter } from "#main/domain/postings/account-sum.ts";
import { heldKindOf } from "#main/domain/schedules/account-kinds.ts";
import { total } from "#main/domain/schedules/amortise.ts";
import { chartOf } from "#main/store/accounts/chart.ts";
import { prepared } from "#main/store/database/query.ts";
import { documentNameOf, partyName } from "#main/store/documents/record-names.ts";
import { recordNumber } from "#main/store/documents/record-number.ts";
import { postingEntries } from "#main/store/postings/posting-entries.ts";
import { documentTypeCode } from "#main/store/records/codes.ts";
import type { ScheduleSuggestion } from "#shared/contract/close/schedules.ts";
import { dayNumber } from "#shared/kernel/calendar-date.ts";
import { isZero, subtractDecimals } from "#shared/kernel/decimal.ts";
import type { DocumentType } from "#shared/model/books/document.ts";
import type { ScheduleSetting, WorkedItem } from "./schedule-balances.ts";

const PURCHASES: ReadonlySet<DocumentType> = new Set(["purchase_bill", "cash_purchase"]);
const MOST_POSTINGS = 10_000;
const MOST_SUGGESTIONS = 200;

/**
 * Bills and expenses of the period on prepaid and fixed asset accounts that no item comes from, oldest first; a part that
 * an item comes from is taken off.
 */
export function scheduleSuggestions(setting: ScheduleSetting, items: readonly WorkedItem[]): ScheduleSuggestion[] {
  return [...suggestedAccounts(setting, items)]
    .flatMap(([accountId, kind]) => onAccount(setting, items, accountId, kind))
    .sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
    .slice(0, MOST_SUGGESTIONS);
}

/** Accounts of such a type, and those that people put such items on; never where depreciation adds up. */
function suggestedAccounts({ reader }: ScheduleSetting, items: readonly WorkedItem[]): Map<string, ScheduleSuggestion["kind"]> {
  const byType = [...chartOf(reader).values()].flatMap(({ id, type }) => {
    const kind = heldKindOf(type);
    return kind === "prepaid" || kind === "fixed_asset" ? [[id, kind] as const] : [];
  });
  const byItem = items.flatMap(({ item }) =>
    item.kind === "prepaid" || item.kind === "fixed_asset" ? [[item.accountId, item.kind] as const] : [],
  );
  return new Map([...byType, ...byItem]);
}

function onAccount(
  { reader, books, period }: ScheduleSetting,
  items: readonly WorkedItem[],
  accountId: string,
  kind: ScheduleSuggestion["kind"],
): ScheduleSuggestion[] {
  const question = { accountId, after: [dayNumber(period.start), -1, -1] as const, throughDay: dayNumber(period.end) };
  const postings = postingEntries(reader, { ...question, entityId: books.entityId, limit: MOST_POSTINGS });
  const byRecord = Map.groupBy(postings, ({ documentId }) => documentId);
  const write = amountWriter(books.baseCurrency);
  const like = items.findLast(({ item }) => item.kind === kind && item.accountId === accountId)?.item;
  return [...byRecord].flatMap(([recordId, lines]): ScheduleSuggestion[] => {
    const facts = recordId === null ? null : purchaseOf(reader, recordId);
    const first = lines[0];
    if (recordId === null || facts === null || first === undefined) return [];
    const scheduled = items.filter(({ item }) => item.sourceId === recordId && item.accountId === accountId);
    const amount = subtractDecimals(total(lines.map((line) => line.amount)), total(scheduled.map(({ item }) => item.amount)));
    if (isZero(amount) || amount.startsWith("-")) return [];
    return [
      {
        ...{ kind, accountId, recordId, date: first.date, amount: write(amount) },
        account: chartOf(reader).get(accountId)?.name ?? accountId,
        name: documentNameOf(reader, recordId) ?? recordId,
        title: facts.description ?? facts.party ?? first.number ?? "",
        ...howOf(like),
      },
    ];
  });
}

/** What the last item on the account says of the next one. */
function howOf(like: WorkedItem["item"] | undefined) {
  const isAsset = like?.kind === "fixed_asset";
  return {
    ...{ months: like?.months ?? null, otherAccountId: like?.otherAccountId ?? null },
    ...{ by: like?.kind === "prepaid" ? like.by : null, contraAccountId: isAsset ? like.contraAccountId : null },
    ...{ method: isAsset ? like.method : null, factor: isAsset ? like.factor : null, salvage: isAsset ? like.salvage : null },
  };
}

/** What a bill or expense says of itself; null for any other record. */
function purchaseOf(reader: ScheduleSetting["reader"], recordId: string) {
  const recNo = recordNumber(reader, recordId, "document");
  if (recNo === null) return null;
  const row = prepared(
    reader.db,
    `SELECT type, party_word, party_name,
       (SELECT description FROM document_line l WHERE l.rec_no = d.rec_no AND description IS NOT NULL ORDER BY line_no LIMIT 1) AS description
     FROM document d WHERE rec_no = ?`,
  ).get(recNo) as { type: number; party_word: number | null; party_name: string | null; description: string | null };
  if (!PURCHASES.has(documentTypeCode.decode(row.type))) return null;
  return { description: row.description, party: partyName(reader, row) };
}
