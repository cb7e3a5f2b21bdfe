import type { Sqlite } from "#main/store/database/open.ts";

/** A column: its name, the expression that fills it, and what it says to somebody who opens the file with another program. */
export type ViewColumn = readonly [name: string, expression: string, description: string];

/**
 * A view for people and programs that know nothing of Tieout: plain names, text ids, words, ISO dates and exact amounts.
 * Its descriptions are comments in the SQL that SQLite keeps, so the file documents itself and docs/data-dictionary.md is
 * made from them. The text is part of the file format: a view that has to change is replaced by a new migration.
 */
export interface ReadableView {
  readonly name: string;
  readonly about: string;
  readonly columns: readonly ViewColumn[];
  readonly from: string;
}

export function makeViews(db: Sqlite, views: readonly ReadableView[]): void {
  for (const view of views) db.exec(viewSql(view));
}

function viewSql({ name, about, columns, from }: ReadableView): string {
  const lines = columns.map(
    ([column, expression, description], at) =>
      `  ${expression === column ? column : `${expression} AS ${column}`}${at < columns.length - 1 ? "," : ""} -- ${description}`,
  );
  return `CREATE VIEW ${name} AS -- ${about}\nSELECT\n${lines.join("\n")}\n${from}`;
}

/** A day number as an ISO date. */
export function dateOf(day: string): string {
  return `date(${day} * 86400, 'unixepoch')`;
}

/** Milliseconds as an instant in UTC. */
export function instantOf(ms: string): string {
  return `strftime('%Y-%m-%dT%H:%M:%S', ${ms} / 1000, 'unixepoch') || printf('.%03dZ', ${ms} % 1000)`;
}

/** An interned text. */
export function wordOf(wordNo: string): string {
  return `(SELECT text FROM word WHERE word_no = ${wordNo})`;
}

/** A code of a closed list as its word. */
export function codeOf(code: string, words: readonly string[]): string {
  return `CASE ${code} ${words.map((word, at) => `WHEN ${at} THEN '${word}'`).join(" ")} END`;
}

/** 1 and 0 of a JSON boolean as words. */
export function yesNo(expression: string): string {
  return `CASE ${expression} WHEN 1 THEN 'yes' WHEN 0 THEN 'no' END`;
}

export function json(column: string, path: string): string {
  return `json_extract(${column}, '$.${path}')`;
}

/** A ledger's id as the ledger writes it; a UUID is stored as its 16 bytes, digits as a number. */
export function idOf(id: string): string {
  const part = (from: number, length: number) => `substr(hex(${id}), ${from}, ${length})`;
  const uuid = [part(1, 8), part(9, 4), part(13, 4), part(17, 4), part(21, 12)].join(" || '-' || ");
  return `CASE typeof(${id}) WHEN 'blob' THEN lower(${uuid}) WHEN 'text' THEN ${id} ELSE CAST(CAST(${id} AS INTEGER) AS TEXT) END`;
}

/**
 * An amount digit for digit as the ledger sent it: the value in ten-thousandths cut to the decimals that were sent, or the text
 * that is kept beside it where an integer cannot hold it.
 * @param place which of the row's amounts it is, from 0, and the name it has in `exact`
 */
export function amountOf(row: string, column: string, place: number, name: string): string {
  const value = `${row}.${column}`;
  const scale = `(${row}.scales >> ${place * 3} & 7)`;
  const whole = `abs(${value}) / 10000`;
  const decimals = `substr(printf('.%04d', abs(${value}) % 10000), 1, ${scale} + (${scale} > 0))`;
  return `CASE ${scale} WHEN 7 THEN NULL WHEN 6 THEN json_extract(${row}.exact, '$.${name}') ELSE printf('%s%d%s', substr('-', 1, ${value} < 0), ${whole}, ${decimals}) END`;
}
