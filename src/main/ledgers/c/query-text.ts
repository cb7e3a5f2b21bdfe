import { assert } from "#shared/kernel/assert.ts";
import type { Brand } from "#shared/kernel/brand.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { type Instant, instantFromMs, instantMs } from "#shared/kernel/instant.ts";

/** A piece of query text that was built here: static text of the program, a checked name or a checked literal. */
export type QueryText = Brand<string, "QueryText">;

/** The shape in which times are selected and compared, because the default form follows a user's preference. */
const MOMENT_FORM = `'YYYY-MM-DD"T"HH24:MI:SS'`;
const ID = /^-?\d+$/;
const NAME = /^[a-z][a-z0-9_]{0,127}$/;
const WORD = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;

/**
 * Puts query text together. Only checked pieces can be interpolated; the type refuses plain strings,
 * so that text from a ledger never reaches a query.
 */
export function query(parts: TemplateStringsArray, ...pieces: readonly QueryText[]): QueryText {
  let text = parts[0] ?? "";
  for (const [index, piece] of pieces.entries()) text += piece + (parts[index + 1] ?? "");
  return text as QueryText;
}

/** Whether a value of the ledger can be used in a query as the id of a row. */
export function isId(value: string): boolean {
  return ID.test(value);
}

/** The id of a row. @throws Defect when it is not a whole number */
export function idLiteral(id: string): QueryText {
  assert(isId(id), `not an id of Ledger C: ${id.slice(0, 40)}`);
  return id as QueryText;
}

/** Ids for `IN (…)`. @throws Defect when the list is empty or holds something else than ids */
export function idList(ids: readonly string[]): QueryText {
  assert(ids.length > 0, "an id list of a query is never empty");
  return ids.map(idLiteral).join(", ") as QueryText;
}

/** A table or column name, lower case. @throws Defect when it holds anything but letters, digits and `_` */
export function nameText(name: string): QueryText {
  assert(NAME.test(name), `not a column or table name: ${name.slice(0, 40)}`);
  return name as QueryText;
}

/** True for text that `nameText` takes. */
export function isName(text: string): boolean {
  return NAME.test(text);
}

/** A quoted word such as a transaction type or a flag. @throws Defect for anything but letters, digits and `_` */
export function wordLiteral(word: string): QueryText {
  assert(WORD.test(word), `not a word of Ledger C: ${word.slice(0, 40)}`);
  return `'${word}'` as QueryText;
}

/** One of our references, quoted. @throws Defect for anything but a-z, 0-9 and `-` */
export function referenceLiteral(reference: string): QueryText {
  assert(/^[a-z0-9-]{1,64}$/.test(reference), `not a reference: ${reference.slice(0, 40)}`);
  return `'${reference}'` as QueryText;
}

/** Quoted words for `IN (…)`. @throws Defect when the list is empty or holds something else than words */
export function wordList(words: readonly string[]): QueryText {
  assert(words.length > 0, "a word list of a query is never empty");
  return words.map(wordLiteral).join(", ") as QueryText;
}

/** A day as a date of the query language. */
export function dateLiteral(date: CalendarDate): QueryText {
  assert(/^\d{4}-\d{2}-\d{2}$/.test(date), `not a date: ${date.slice(0, 40)}`);
  return `TO_DATE('${date}','YYYY-MM-DD')` as QueryText;
}

/** An instant, to the second, as a timestamp of the query language. */
export function momentLiteral(instant: Instant): QueryText {
  const text = instantFromMs(instantMs(instant)).slice(0, 19);
  return `TO_TIMESTAMP('${text}',${MOMENT_FORM})` as QueryText;
}

/** Selects a day column as `YYYY-MM-DD` under its own name. */
export function dayColumn(alias: QueryText, name: QueryText): QueryText {
  return query`TO_CHAR(${alias}.${name},'YYYY-MM-DD') AS ${name}`;
}

/** Selects a time column as `YYYY-MM-DDTHH:MM:SS` under its own name. */
export function momentColumn(alias: QueryText, name: QueryText): QueryText {
  return query`TO_CHAR(${alias}.${name},${MOMENT_FORM as QueryText}) AS ${name}`;
}

/** Pieces with commas between. */
export function commaList(pieces: readonly QueryText[]): QueryText {
  return pieces.join(", ") as QueryText;
}

/** Conditions that must all hold, with `WHERE` in front; nothing when there are none. */
export function whereAll(conditions: readonly QueryText[]): QueryText {
  return (conditions.length === 0 ? "" : ` WHERE ${conditions.join(" AND ")}`) as QueryText;
}

/** One column of a key and the value it had on the last row. */
export interface KeyPart {
  readonly column: QueryText;
  readonly last: string;
}

/**
 * The rows that come after a row in the order of its key columns:
 * `(a > 1 OR (a = 1 AND b > 2))`. Paging by key replaces growing offsets, which stop at 100,000 rows.
 */
export function afterKey(parts: readonly KeyPart[]): QueryText {
  assert(parts.length > 0, "a key has at least one column");
  const branches = parts.map((part, index) => {
    const equal = parts.slice(0, index).map((before) => query`${before.column} = ${idLiteral(before.last)}`);
    const all = [...equal, query`${part.column} > ${idLiteral(part.last)}`].join(" AND ");
    return index === 0 ? all : `(${all})`;
  });
  return (branches.length === 1 ? branches[0] : `(${branches.join(" OR ")})`) as QueryText;
}
