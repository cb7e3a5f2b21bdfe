import { AnswerUnreadable, type ConnectionFacts, type LedgerRequest, type LedgerResponse } from "../adapter.ts";
import { isAccepted, type Row, type RowPage, readRows, requireId } from "./decode.ts";
import { afterKey, commaList, type KeyPart, nameText, type QueryText, query, whereAll } from "./query-text.ts";
import { pageLimit, queryRequest } from "./requests.ts";
import { fromTable, selectList, type TableSpec } from "./tables.ts";

/** What to read: a table without its refused columns, conditions, and the key that orders it. */
export interface KeyRead {
  readonly spec: TableSpec;
  readonly refused: readonly string[];
  readonly conditions: readonly QueryText[];
  /** Columns that together order the rows without ties, such as `["id"]`. */
  readonly key: readonly string[];
  readonly limit: number;
}

/** A page of rows and, while more follow, the key of its last row. */
export interface KeyPage extends RowPage {
  readonly last: readonly string[] | null;
}

/** The text that reads the page after `last`; null reads the first. */
export function keyPageQuery(read: KeyRead, last: readonly string[] | null): QueryText {
  const { spec } = read;
  const columns = read.key.map((name) => query`${spec.alias}.${nameText(name)}`);
  const after = last === null ? [] : [afterKey(columns.map((column, index): KeyPart => ({ column, last: last[index] as string })))];
  return query`SELECT ${selectList(spec, read.refused)} ${fromTable(spec)}${whereAll([...read.conditions, ...after])} ORDER BY ${commaList(columns)}`;
}

/** Reads one page after a key. @throws AnswerUnreadable when the ledger repeats rows, so that a pass can't turn in circles */
export function* readKeyPage(
  connection: ConnectionFacts,
  read: KeyRead,
  last: readonly string[] | null,
): Generator<LedgerRequest, KeyPage, LedgerResponse> {
  const response = yield queryRequest(connection, keyPageQuery(read, last), read.limit);
  return withKey(readRows(response, read.limit), read.key, last);
}

/** Reads every row of a small table. Null when the role may not read it (`allowRejection`). */
export function* readAllRows(
  connection: ConnectionFacts,
  read: Omit<KeyRead, "limit">,
  allowRejection = false,
): Generator<LedgerRequest, Row[] | null, LedgerResponse> {
  const limit = pageLimit(connection);
  const rows: Row[] = [];
  let last: readonly string[] | null = null;
  for (;;) {
    const response: LedgerResponse = yield queryRequest(connection, keyPageQuery({ ...read, limit }, last), limit, allowRejection);
    if (allowRejection && !isAccepted(response)) return null;
    const page = withKey(readRows(response, limit), read.key, last);
    rows.push(...page.rows);
    if (!page.more) return rows;
    last = page.last;
  }
}

function withKey(page: RowPage, key: readonly string[], before: readonly string[] | null): KeyPage {
  const row = page.rows.at(-1);
  if (row === undefined || !page.more) return { ...page, last: before };
  const last = key.map((name) => requireId(row, name));
  if (before !== null && last.every((value, index) => value === before[index])) {
    throw new AnswerUnreadable("Ledger C returned the same page of rows twice.");
  }
  return { ...page, last };
}
