import { type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import { mergeFolding } from "#main/store/contacts/party-book.ts";
import type { MirroredDocument, MirrorReader } from "#main/store/database/mirror-reader.ts";
import type { Sqlite } from "#main/store/database/open.ts";
import { documentsWithPart } from "#main/store/database/part-index.ts";
import { mirrorQuery, prepared, readAll } from "#main/store/database/query.ts";
import type { ClientSchema, DocumentRow } from "#main/store/database/schema-client.ts";
import { hasDimensionValue } from "#main/store/dimensions/dimension-filter.ts";
import { unpackAmount } from "#main/store/records/amounts.ts";
import { documentStatusCode, documentTypeCode, unappliedKindCode } from "#main/store/records/codes.ts";
import { idOfHex } from "#main/store/records/identifiers.ts";
import type { DocumentFilter, DocumentListPage, DocumentListRow } from "#shared/contract/books/documents.ts";
import { dayNumber, fromDayNumber } from "#shared/kernel/calendar-date.ts";
import { type DecimalString, toTenThousandths } from "#shared/kernel/decimal.ts";
import { recordNumber } from "./record-number.ts";

type Filtered<Row = object> = SelectQueryBuilder<ClientSchema, "document" | "source_record", Row>;

// Beyond 2^53, or with more than four decimals, only the text of an amount is kept: its nearest float sorts it.
const oversized = (field: "total" | "outstanding") => sql<number>`CAST(json_extract(document.exact, ${sql.lit(`$.${field}`)}) AS REAL)`;
const AFTER_EVERY_DAY = 1e9;
const totalKey = sql<number>`COALESCE(document.total, ${oversized("total")} * 10000)`;

/** Sort keys of the list. Documents without a due date come last, whichever way it is sorted. */
const SORT_COLUMNS = {
  issueDate: () => sql<number>`document.issue_day`,
  dueDate: (descending: boolean) => sql<number>`COALESCE(document.due_day, ${sql.lit(descending ? -AFTER_EVERY_DAY : AFTER_EVERY_DAY)})`,
  total: (_descending: boolean, reader: MirrorReader) => (hasOversizedTotal(reader) ? totalKey : sql<number>`document.total`),
  outstanding: () => sql<number>`COALESCE(document.outstanding, ${oversized("outstanding")} * 10000)`,
} as const;

const joined: Filtered = mirrorQuery.selectFrom("document").innerJoin("source_record", "source_record.rec_no", "document.rec_no");

/** Whether any total is kept as text alone. Where none is, the index of totals gives their order. */
function hasOversizedTotal({ db }: MirrorReader): boolean {
  return prepared(db, "SELECT EXISTS (SELECT 1 FROM document WHERE total IS NULL)").pluck().get() === 1;
}

/**
 * The records of a page, which are chosen before their rows are read: sorting every row takes ten times as long. A join whose columns
 * no condition names isn't made as long as it is a left one, and each document has its record.
 */
const numbersOfPage = mirrorQuery
  .selectFrom("document")
  .leftJoin("source_record", "source_record.rec_no", "document.rec_no")
  .select("document.rec_no") as unknown as Filtered<{ rec_no: number }>;

const COLUMNS = [
  ...(["rec_no", "type", "status", "status_is_derived", "number", "reference", "party_word", "party_name", "issue_day"] as const),
  ...(["due_day", "currency_word", "total", "outstanding", "scales", "exact", "unapplied_kind", "memo"] as const),
] satisfies (keyof DocumentRow)[];

/** What a row of the list is made of. Text, because composing so many columns for every page takes longer than its conditions. */
const ROW = `${COLUMNS.map((name) => `document.${name}`).join(", ")}, source_record.entity_word, source_record.removed_ms,
  typeof(source_record.source_id) = 'blob' AS is_hex,
  IIF(typeof(source_record.source_id) = 'blob', hex(source_record.source_id), source_record.source_id) AS own_id`;

type PageRow = Pick<DocumentRow, (typeof COLUMNS)[number]> & {
  readonly entity_word: number;
  readonly removed_ms: number | null;
  readonly is_hex: 0 | 1;
  // A Buffer for every row would take longer than all the rest of it.
  readonly own_id: string | number;
} & Readonly<Record<`key_${string}`, number>>;

/**
 * One page of a client's documents, newest first, by key and not by offset: any depth costs the same.
 * @returns rows and the cursor of the next page, null at the end
 */
export function listDocuments(
  reader: MirrorReader,
  filter: DocumentFilter,
  page: { readonly after?: string | undefined; readonly offset?: number | undefined; readonly limit: number },
): DocumentListPage {
  const keys = sortKeys(reader, filter);
  let chosen = filteredBy(numbersOfPage, reader, filter).limit(page.limit);
  if (page.after !== undefined) chosen = chosen.where(isAfter(keys, page.after.split(":").map(Number)));
  if (page.offset !== undefined) chosen = chosen.offset(page.offset);
  for (const { name, column, descending } of keys) {
    if (name !== "rec_no") chosen = chosen.select(column.as(name));
    chosen = chosen.orderBy(column, descending ? "desc" : "asc");
  }
  const rows = rowsOf(reader, chosen, keys);
  const names = partyNames(
    reader,
    rows.map((row) => row.party_word),
  );
  const last = rows.at(-1);
  return {
    rows: rows.map((row) => ({
      recNo: row.rec_no,
      id: `${reader.words.text(row.entity_word)}:${row.is_hex === 1 ? idOfHex(row.own_id as string) : row.own_id}`,
      type: documentTypeCode.decode(row.type),
      status: documentStatusCode.decode(row.status),
      statusIsDerived: row.status_is_derived === 1,
      number: row.number,
      reference: row.reference,
      partyName: (row.party_word === null ? undefined : names.get(row.party_word)) ?? row.party_name,
      memo: row.memo,
      issueDate: fromDayNumber(row.issue_day),
      dueDate: row.due_day === null ? null : fromDayNumber(row.due_day),
      currency: reader.words.text(row.currency_word),
      total: unpackAmount(row.total, row.scales, 0, "total", row.exact) as DecimalString,
      outstanding: unpackAmount(row.outstanding, row.scales, 2, "outstanding", row.exact) as DecimalString,
      unappliedKind: row.unapplied_kind === null ? null : unappliedKindCode.decode(row.unapplied_kind),
      removed: row.removed_ms !== null,
    })) satisfies DocumentListRow[],
    next: last !== undefined && rows.length === page.limit ? keys.map(({ name }) => last[name]).join(":") : null,
  };
}

/** The rows of the chosen records, in order: each is looked up once, as it is chosen. */
function rowsOf(reader: MirrorReader, chosen: Filtered<{ rec_no: number }>, keys: readonly SortKey[]): PageRow[] {
  const { sql: page, parameters } = chosen.compile();
  const own = keys.flatMap(({ name }) => (name.startsWith("key_") ? [`, page.${name}`] : []));
  const order = keys.map(({ name, descending }) => `page.${name} ${descending ? "DESC" : "ASC"}`);
  const text = `SELECT ${ROW}${own.join("")} FROM (${page}) AS page CROSS JOIN document ON document.rec_no = page.rec_no
    CROSS JOIN source_record ON source_record.rec_no = page.rec_no ORDER BY ${order.join(", ")}`;
  return prepared(reader.db, text).all(...parameters) as PageRow[];
}

interface SortKey {
  /** Of its column in the rows of a page. */
  readonly name: "issue_day" | "rec_no" | `key_${string}`;
  readonly column: RawBuilder<number>;
  readonly descending: boolean;
}

/** What the list is ordered by; the record's number last, so that no two documents have the same place. */
function sortKeys(reader: MirrorReader, { sort = "issueDate", descending = true, thenBy = [] }: DocumentFilter): readonly SortKey[] {
  const chosen = [{ sort, descending }, ...thenBy].filter((key, index, all) => all.findIndex((other) => other.sort === key.sort) === index);
  const columns = chosen.map(({ sort: name, descending: falls }) => {
    return {
      name: name === "issueDate" ? ("issue_day" as const) : (`key_${name}` as const),
      column: SORT_COLUMNS[name](falls, reader),
      descending: falls,
    };
  });
  return [...columns, { name: "rec_no" as const, column: sql<number>`document.rec_no`, descending }];
}

/** The rows after a place of the list. One comparison of all keys where they run alike: an index answers it. */
function isAfter(keys: readonly SortKey[], place: readonly number[]) {
  const alike = keys.every(({ descending }) => descending === keys[0]?.descending);
  const columns = (some: readonly SortKey[]) => sql.join(some.map(({ column }) => column));
  const beyond = (descending: boolean) => (descending ? sql`<` : sql`>`);
  if (alike) return sql<boolean>`(${columns(keys)}) ${beyond(keys[0]?.descending ?? true)} (${sql.join(place)})`;
  const steps = keys.map(({ column, descending }, index) => {
    const same = keys.slice(0, index).map((key, at) => sql`${key.column} = ${place[at]}`);
    return sql`(${sql.join([...same, sql`${column} ${beyond(descending)} ${place[index]}`], sql` AND `)})`;
  });
  return sql<boolean>`(${sql.join(steps, sql` OR `)})`;
}

/** Record numbers of matching documents after `after`, ascending: for listings that stream everything. */
export function documentNumbers(reader: MirrorReader, filter: DocumentFilter, after: number, limit: number): number[] {
  return readAll(
    reader.db,
    filtered(reader, filter).select("document.rec_no").where("document.rec_no", ">", after).orderBy("document.rec_no").limit(limit),
  ).map((row) => row.rec_no);
}

/** One document by its id, or null. */
export function findDocument(reader: MirrorReader, id: string): MirroredDocument | null {
  const recNo = recordNumber(reader, id, "document");
  return recNo === null ? null : (reader.documents([recNo])[0] ?? null);
}

/** Documents that a filter matches, joined with their source records. */
export function filtered(reader: MirrorReader, filter: DocumentFilter): Filtered {
  return filteredBy(joined, reader, filter);
}

function filteredBy<Row>(from: Filtered<Row>, reader: MirrorReader, filter: DocumentFilter): Filtered<Row> {
  let query = from;
  if (filter.types !== undefined && filter.types.length > 0)
    query = query.where("document.type", "in", filter.types.map(documentTypeCode.encode));
  if (filter.statuses !== undefined && filter.statuses.length > 0)
    query = query.where("document.status", "in", filter.statuses.map(documentStatusCode.encode));
  if (filter.from !== undefined) query = query.where("document.issue_day", ">=", dayNumber(filter.from));
  if (filter.to !== undefined) query = query.where("document.issue_day", "<=", dayNumber(filter.to));
  if (filter.partyId !== undefined) {
    const partyIds = filter.withMerged ? mergeFolding(reader).membersOf(filter.partyId) : [filter.partyId];
    query = query.where(
      "document.party_word",
      "in",
      partyIds.map((id) => reader.words.find(id) ?? -1),
    );
  }
  if (filter.party !== undefined && filter.party.trim() !== "") query = query.where(partyMatch(likePattern(filter.party.trim())));
  if (filter.totalFrom !== undefined) query = query.where(sql<boolean>`${totalKey} >= ${toTenThousandths(filter.totalFrom)}`);
  if (filter.totalTo !== undefined) query = query.where(sql<boolean>`${totalKey} <= ${toTenThousandths(filter.totalTo)}`);
  if (filter.onlyOpen)
    query = query.where(sql<boolean>`(document.outstanding <> 0 OR (document.outstanding IS NULL AND ${oversized("outstanding")} <> 0))`);
  if (filter.currency !== undefined) query = query.where("document.currency_word", "=", reader.words.find(filter.currency) ?? -1);
  if (filter.dimension !== undefined) query = query.where(hasDimensionValue(reader, filter.dimension));
  // Some ledgers mark what was deleted, others no longer have it. Two indexes answer it; one condition on both would read every document.
  if (filter.removed)
    query = query.where(
      sql<boolean>`document.rec_no IN (SELECT rec_no FROM source_record WHERE removed_ms IS NOT NULL
        UNION ALL SELECT rec_no FROM document WHERE status = ${documentStatusCode.encode("deleted")})`,
    );
  // What vanished from the ledger owes nothing and is owed nothing.
  else if (filter.onlyOpen || filter.removed === false) query = query.where("source_record.removed_ms", "is", null);
  if (filter.removed === false) query = query.where("document.status", "<>", documentStatusCode.encode("deleted"));
  if (filter.text !== undefined && filter.text.trim() !== "") query = query.where(textMatch(reader, filter.text.trim()));
  return query;
}

function textMatch(reader: MirrorReader, text: string) {
  const pattern = likePattern(text);
  const like = (column: string) => sql`${sql.ref(column)} LIKE ${pattern} ESCAPE '\\'`;
  const own = sql`${like("document.number")} OR ${like("document.reference")} OR ${like("document.memo")}`;
  const found = textCandidates(reader, text, pattern);
  if (found === null) return sql<boolean>`(${own} OR ${partyMatch(pattern)})`;
  const isNamed = sql`document.party_word IN (SELECT value FROM json_each(${JSON.stringify(found.parties)}))`;
  return sql<boolean>`document.rec_no IN (SELECT value FROM json_each(${JSON.stringify(found.recNos)}))
    AND (${own} OR ${like("document.party_name")} OR ${isNamed})`;
}

const CANDIDATES_MAX = 1_000;

/** Every document that may match a text, and the contacts that do, from the index of parts and the names; null where they are many, or not indexed. */
function textCandidates({ db }: MirrorReader, text: string, pattern: string) {
  const withPart = documentsWithPart(db, text);
  if (withPart === null) return null;
  const words = (query: string) => prepared(db, query).pluck().all(pattern) as number[];
  const parties = words(
    `SELECT w.word_no FROM entity e JOIN word w ON w.text = e.id WHERE e.kind = 'party' AND e.label LIKE ? ESCAPE '\\'`,
  );
  const spelled = words("SELECT party_word FROM party_spelling WHERE name LIKE ? ESCAPE '\\'");
  const named = [...new Set([...parties, ...spelled])];
  const byName =
    named.length === 0
      ? []
      : (prepared(
          db,
          `SELECT rec_no FROM document WHERE party_word IN (SELECT value FROM json_each(@named)) OR (party_word IS NULL AND @unnamed) LIMIT ${CANDIDATES_MAX + 1}`,
        )
          .pluck()
          .all({ named: JSON.stringify(named), unnamed: named.includes(0) ? 1 : 0 }) as number[]);
  return byName.length > CANDIDATES_MAX ? null : { recNos: [...withPart, ...byName], parties };
}

function partyMatch(pattern: string) {
  // The mirrored party may have another name by now than the document was issued to.
  const parties = sql`SELECT w.word_no FROM entity e JOIN word w ON w.text = e.id WHERE e.kind = 'party' AND e.label LIKE ${pattern} ESCAPE '\\'`;
  return sql<boolean>`(document.party_name LIKE ${pattern} ESCAPE '\\' OR document.party_word IN (${parties}))`;
}

function likePattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, (mark) => `\\${mark}`)}%`;
}

/** Names by the connection they were read with, until any other changes the file. */
const knownNames = new WeakMap<Sqlite, { readonly version: number; readonly names: Map<number, string | null> }>();

function partyNames({ db, words }: MirrorReader, wanted: readonly (number | null)[]): ReadonlyMap<number, string | null> {
  const version = prepared(db, "PRAGMA data_version").pluck().get() as number;
  let known = knownNames.get(db);
  // A connection that writes isn't told of its own changes.
  if (known?.version !== version || !db.readonly) {
    known = { version, names: new Map() };
    knownNames.set(db, known);
  }
  // By key from the words held in memory: a join lets the planner walk every party there is.
  const label = prepared(db, "SELECT label FROM entity WHERE kind = 'party' AND id = ?").pluck();
  for (const word of wanted)
    if (word !== null && !known.names.has(word)) known.names.set(word, (label.get(words.text(word)) as string | undefined) ?? null);
  return known.names;
}
