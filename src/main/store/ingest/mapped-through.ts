import type { LedgerStream } from "#main/ledgers/adapter.ts";
import type { Sqlite } from "#main/store/database/open.ts";
import { prepared } from "#main/store/database/query.ts";
import { lineKindCode } from "#main/store/records/codes.ts";
import type { LedgerDocument } from "#shared/model/books/document.ts";
import type { Item } from "#shared/model/books/item.ts";
import type { MappedRecord } from "#shared/model/books/mapped-record.ts";
import type { MirrorLookups } from "./mirror-lookups.ts";

/** A record that was mapped through others, and its stream. */
export interface MappedThrough {
  readonly recNo: number;
  readonly stream: string;
}

/** Notes that a record was written with another account than before, because others may have taken theirs from it. */
export function noteMoves(lookups: MirrorLookups, old: MappedRecord | undefined, record: MappedRecord): void {
  if (old !== undefined && hasMoneyMoved(old, record)) lookups.moneyMoved();
  if (record.kind === "item" && !(old?.kind === "item" && hasSameAccounts(old.value, record.value))) lookups.itemMoved(record.value.id);
}

/**
 * What takes an account from records that have another one since this was asked last, or were removed: it doesn't change itself then. These
 * are purchase orders of items, all records of streams that ask where money is, and what names an account that was removed. Of streams that
 * were read completely it is each order, and each document with a line that its item wouldn't give this account today: a changed item speaks
 * for what is read from then on (rule 9), and that was everything.
 */
export function mappedThrough(db: Sqlite, lookups: MirrorLookups, streams: Iterable<LedgerStream>): MappedThrough[] {
  const { items, accounts, money, whole } = lookups.tookMoves();
  const asking = money ? [...streams].filter(({ asksMoneyAccounts }) => asksMoneyAccounts === true).map(({ name }) => name) : [];
  return [
    ...(items.length === 0 ? [] : found(db, ORDERS_OF_ITEMS, items)),
    ...(asking.length === 0
      ? []
      : found(db, "SELECT rec_no FROM source_record JOIN stream USING (stream_no) WHERE stream.name IN (SELECT value FROM asked)", asking)),
    ...(accounts.length === 0 ? [] : found(db, NAMING_ACCOUNTS, accounts)),
    ...(whole.length === 0 ? [] : found(db, NOT_OF_THEIR_ITEMS, whole)),
  ];
}

const ORDERS_OF_ITEMS = `SELECT rec_no FROM entity WHERE kind = 'order' AND EXISTS (
  SELECT 1 FROM json_each(body, '$.lines') line JOIN asked item ON item.value = json_extract(line.value, '$.itemId'))`;

const NAMING_ACCOUNTS = `SELECT rec_no FROM entity WHERE kind IN ('item', 'order') AND EXISTS (SELECT 1 FROM asked WHERE instr(body, '"' || value || '"'))
  UNION SELECT rec_no FROM document_line JOIN word ON word_no = account_word WHERE text IN (SELECT value FROM asked)
  UNION SELECT rec_no FROM document JOIN word ON word_no = total_account_word WHERE text IN (SELECT value FROM asked)
  UNION SELECT rec_no FROM payment JOIN word ON word_no = account_word WHERE text IN (SELECT value FROM asked)`;

const NOT_OF_THEIR_ITEMS = `SELECT line.rec_no FROM document_line line JOIN source_record read USING (rec_no)
  LEFT JOIN word account ON account.word_no = line.account_word
  WHERE line.kind = ${lineKindCode.encode("item")} AND read.stream_no IN (SELECT value FROM asked) AND NOT EXISTS (
    SELECT 1 FROM word named JOIN entity item ON item.kind = 'item' AND item.id = named.text JOIN source_record own ON own.rec_no = item.rec_no
    WHERE named.word_no = line.item_word AND own.removed_ms IS NULL
      AND account.text IN (item.body ->> '$.incomeAccountId', item.body ->> '$.expenseAccountId', item.body ->> '$.assetAccountId'))
  UNION SELECT rec_no FROM entity JOIN source_record USING (rec_no) WHERE kind = 'order' AND stream_no IN (SELECT value FROM asked)`;

/** @param records selects `rec_no`; what was asked is in `asked` */
function found(db: Sqlite, records: string, asked: readonly (string | number)[]): MappedThrough[] {
  return prepared(
    db,
    `WITH asked AS (SELECT value FROM json_each(?)) SELECT rec_no AS recNo, stream.name AS stream FROM source_record JOIN stream USING (stream_no)
     WHERE removed_ms IS NULL AND rec_no IN (${records})`,
  ).all(JSON.stringify(asked)) as MappedThrough[];
}

/** Whether a payment, or a transaction that is no bill or invoice, has its money in another account. */
function hasMoneyMoved(before: MappedRecord, after: MappedRecord): boolean {
  if (before.kind === "payment" && after.kind === "payment") return before.value.accountId !== after.value.accountId;
  if (before.kind !== "document" || after.kind !== "document") return false;
  if (before.value.totalAccountId !== after.value.totalAccountId) return true;
  return after.value.type === "journal" && accountsOf(before.value) !== accountsOf(after.value);
}

function accountsOf({ lines }: Pick<LedgerDocument, "lines">): string {
  return lines.map(({ id, accountId }) => `${id} ${accountId}`).join("\n");
}

function hasSameAccounts(before: Item, after: Item): boolean {
  return (["incomeAccountId", "expenseAccountId", "assetAccountId"] as const).every((account) => before[account] === after[account]);
}
