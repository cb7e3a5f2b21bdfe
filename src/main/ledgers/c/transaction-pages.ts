import { instantFromMs, readInstant } from "#shared/kernel/instant.ts";
import type { Discovery } from "#shared/model/ledger/capabilities.ts";
import {
  AnswerUnreadable,
  type ConnectionFacts,
  type IdPage,
  type LedgerRequest,
  type LedgerResponse,
  type PageParts,
  type PageRecord,
  type Position,
  type ReadContext,
  type StreamPage,
} from "../adapter.ts";
import { composeRecord } from "./compose.ts";
import { compareIds, idOf, momentOf, type Row, requireId } from "./decode.ts";
import { WHOLE_TABLE } from "./discovery/probes.ts";
import { factsOf, type LedgerFacts } from "./facts.ts";
import { type KeyPage, type KeyRead, readKeyPage } from "./key-pages.ts";
import { idList, idLiteral, isName, momentLiteral, nameText, type QueryText, query, wordList, wordLiteral } from "./query-text.ts";
import { pageLimit } from "./requests.ts";
import { accountingLineTable, lineTable, linkTable, transactionTable } from "./tables.ts";
import { type LinkUse, type TransactionKind, transactionKinds } from "./transaction-kinds.ts";

/** Headers of one composite page; their lines, postings and links are read with them. */
export const HEADERS_PER_PAGE = 200;

/** What requests need; mapping needs more. */
type Asking = ConnectionFacts & { readonly discovery: Discovery };
type Reader<T> = Generator<LedgerRequest, T, LedgerResponse>;

/**
 * Reads a page of up to 200 whole transactions of one type: headers, then their lines, accounting lines and links, which
 * don't wait for each other.
 */
export function* readTransactionPage(kind: TransactionKind, context: ReadContext, position: Position): Reader<StreamPage> {
  const limit = Math.min(HEADERS_PER_PAGE, pageLimit(context));
  const last = textAt(position, "last");
  const page = yield* readKeyPage(context, headerRead(kind, context, textAt(position, "since"), limit), last === null ? null : [last]);
  const ids = page.rows.map((row) => requireId(row, "id"));
  const watermark = latestMoment(page.rows);
  return {
    records: [],
    ...(ids.length === 0 ? {} : { parts: wholeTransactions(kind, context, page.rows, ids) }),
    next: page.more ? { since: textAt(position, "since"), last: ids.at(-1) ?? null } : null,
    ...(watermark === undefined ? {} : { watermark }),
    ...(last === null && page.total !== undefined ? { totalKnown: page.total } : {}),
  };
}

/** Reads whole transactions of one type by id; ids that no longer exist yield nothing. */
export function* readTransactionsById(kind: TransactionKind, context: Asking, ids: readonly string[]): Reader<PageRecord[]> {
  const records: PageRecord[] = [];
  for (let at = 0; at < ids.length; at += HEADERS_PER_PAGE) {
    const wanted = ids.slice(at, at + HEADERS_PER_PAGE);
    const headers = headerRead(kind, context, null, pageLimit(context));
    const page = yield* readKeyPage(
      context,
      { ...headers, conditions: [...headers.conditions, query`${transactionTable.alias}.id IN (${idList(wanted)})`] },
      null,
    );
    const found = page.rows.map((row) => requireId(row, "id"));
    if (found.length === 0) continue;
    const parts = wholeTransactions(kind, context, page.rows, found);
    for (const reader of parts.readers) yield* reader;
    records.push(...parts.records());
  }
  return records;
}

/** Reads a page of the ids of one type, for finding deleted transactions. */
export function* readTransactionIds(kind: TransactionKind, context: ReadContext, position: Position | null): Reader<IdPage> {
  const last = position === null ? null : textAt(position, "last");
  const read: KeyRead = {
    spec: { ...transactionTable, columns: transactionTable.columns.filter((column) => column.name === "id") },
    refused: [],
    conditions: [typeCondition(kind)],
    key: ["id"],
    limit: pageLimit(context),
  };
  const page = yield* readKeyPage(context, read, last === null ? null : [last]);
  return {
    ids: page.rows.map((row) => requireId(row, "id")),
    next: page.more && page.last !== null ? { last: page.last[0] as string } : null,
  };
}

/** The highest change time of rows as an instant. The ledger's local time is taken as UTC; the overlap of a day covers the difference. */
export function latestMoment(rows: readonly Row[]): string | undefined {
  let latest: string | undefined;
  for (const row of rows) {
    const moment = momentOf(row, "lastmodifieddate");
    if (moment !== undefined && (latest === undefined || moment > latest)) latest = moment;
  }
  return latest === undefined ? undefined : (readInstant(`${latest}Z`) ?? undefined);
}

/** Changed at or after an instant. */
export function changedSince(alias: QueryText, since: string): QueryText {
  return query`${alias}.lastmodifieddate >= ${momentLiteral(instantFromMs(Date.parse(since)))}`;
}

/** A text member of a position. */
export function textAt(position: Position, key: string): string | null {
  const value = position[key];
  return value === undefined || value === null ? null : String(value);
}

function headerRead(kind: TransactionKind, context: Asking, since: string | null, limit: number): KeyRead {
  const conditions = [typeCondition(kind)];
  if (since !== null) conditions.push(changedSince(transactionTable.alias, since));
  return { spec: transactionTable, refused: factsOf(context.discovery).refused.transaction ?? [], conditions, key: ["id"], limit };
}

/** Asks how many transactions a kind has. */
export function countText(kind: TransactionKind): QueryText {
  return query`SELECT COUNT(*) AS n FROM transaction t WHERE ${typeCondition(kind)}`;
}

/** The condition that selects a kind's transactions. */
export function typeCondition(kind: TransactionKind): QueryText {
  const { alias } = transactionTable;
  if (kind.role !== "posting") return query`${alias}.type = ${wordLiteral(kind.type)}`;
  const known = wordList(transactionKinds.map((one) => one.type));
  return query`${alias}.posting = ${wordLiteral("T")} AND ${alias}.type NOT IN (${known})`;
}

/** What belongs to the transactions of a page, and the transactions put together from it. */
function wholeTransactions(kind: TransactionKind, context: Asking, headers: readonly Row[], ids: readonly string[]): PageParts {
  const facts = factsOf(context.discovery);
  const lines = new Map<string, Row[]>();
  const accountingLines = new Map<string, Row[]>();
  const links = new Map<string, Row[]>();
  const readers = [readGrouped(context, ids, lineRead(context, facts, ids), "transaction", "uniquekey", lines)];
  const postingsHidden = facts.refused.transactionaccountingline?.includes(WHOLE_TABLE) === true;
  if (kind.posts && !postingsHidden)
    readers.push(readGrouped(context, ids, accountingLineRead(context, facts, ids), "transaction", "transactionline", accountingLines));
  const link = linkRead(kind, context, facts, ids);
  if (link !== null) readers.push(readGrouped(context, ids, link.read, link.own, link.other, links));
  const recordOf = (transaction: Row, index: number): PageRecord => {
    const id = ids[index] as string;
    const of = (rows: ReadonlyMap<string, Row[]>) => rows.get(id) ?? [];
    return { bytes: composeRecord({ transaction, lines: of(lines), accountingLines: of(accountingLines), links: of(links) }) };
  };
  return { readers, records: () => headers.map(recordOf) };
}

/** Columns in addition to the fixed ones: the profile's outstanding column and the custom segments. */
export function extraLineColumns(outstandingColumn: string, facts: LedgerFacts): string[] {
  const keys = facts.dimensions.map((dimension) => dimension.fieldKey).filter((key) => isName(key));
  return [...(isName(outstandingColumn) ? [outstandingColumn] : []), ...keys];
}

function lineRead(context: Asking, facts: LedgerFacts, ids: readonly string[]): KeyRead {
  const spec = lineTable(extraLineColumns(context.profile.c.outstandingColumn, facts));
  return {
    spec,
    refused: facts.refused.transactionline ?? [],
    conditions: [query`${spec.alias}.transaction IN (${idList(ids)})`],
    key: ["uniquekey"],
    limit: pageLimit(context),
  };
}

function accountingLineRead(context: Asking, facts: LedgerFacts, ids: readonly string[]): KeyRead {
  const spec = accountingLineTable;
  return {
    spec,
    refused: facts.refused.transactionaccountingline ?? [],
    conditions: [
      query`${spec.alias}.transaction IN (${idList(ids)})`,
      query`${spec.alias}.accountingbook = ${idLiteral(facts.primaryBook)}`,
    ],
    key: ["transaction", "transactionline"],
    limit: pageLimit(context),
  };
}

interface LinkRead {
  readonly read: KeyRead;
  /** The column that names the transaction of the page, and the one that names its counterpart. */
  readonly own: string;
  readonly other: string;
}

function linkRead(kind: TransactionKind, context: Asking, facts: LedgerFacts, ids: readonly string[]): LinkRead | null {
  const refused = facts.refused.nexttransactionlinelink ?? [];
  if (kind.links === "none" || refused.includes(WHOLE_TABLE)) return null;
  const [own, other] = kind.links === "bills" ? ["previousdoc", "nextdoc"] : ["nextdoc", "previousdoc"];
  const { alias } = linkTable;
  const only: Record<Exclude<LinkUse, "none">, QueryText[]> = {
    applied: [query`${alias}.linktype = ${wordLiteral("Payment")}`],
    // Applications of advances use a different link type.
    application: [],
    bills: [query`${alias}.nexttype = ${wordLiteral("VendBill")}`],
  };
  const conditions = [query`${alias}.${nameText(own)} IN (${idList(ids)})`, ...only[kind.links]];
  // Both line columns are part of the key where this role can see them: two lines of one pair of documents are two links.
  const key = [own, other, ...["previousline", "nextline"].filter((name) => !refused.includes(name))];
  return { read: { spec: linkTable, refused, conditions, key, limit: pageLimit(context) }, own, other };
}

/** Reads all rows of the page's transactions into groups, each sorted by `order`. */
function* readGrouped(
  context: Asking,
  ids: readonly string[],
  read: KeyRead,
  group: string,
  order: string,
  groups: Map<string, Row[]>,
): Reader<void> {
  const asked = new Set(ids);
  let last: readonly string[] | null = null;
  for (;;) {
    const page: KeyPage = yield* readKeyPage(context, read, last);
    for (const row of page.rows) {
      const id = requireId(row, group);
      // Rows of other transactions mean that the requested ones would be missing theirs.
      if (!asked.has(id)) throw new AnswerUnreadable(`The ledger returned rows for a transaction that Tieout didn't ask for (ID ${id}).`);
      const rows = groups.get(id);
      if (rows === undefined) groups.set(id, [row]);
      else rows.push(row);
    }
    if (!page.more) break;
    last = page.last;
  }
  for (const rows of groups.values()) sortRows(rows, order);
}

/** A fixed order of rows, so that equal content gives equal bytes. */
function sortRows(rows: Row[], order: string): void {
  rows.sort((a, b) => compareIds(idOf(a, order) ?? "0", idOf(b, order) ?? "0") || (a.text < b.text ? -1 : a.text > b.text ? 1 : 0));
}
