import { compareDecimals, decimal } from "#shared/kernel/decimal.ts";
import type { SimRequest, SimResponse } from "../../types.ts";
import { validationFailure } from "../answers.ts";
import type { RenderStyle } from "../rendering/render-common.ts";
import { readModifiedSince } from "../vendor-time.ts";
import { compileWhere, WhereRefusal, type WhereTest, type WhereValue } from "./where.ts";

/** How a field of a resource is read for filters and order. */
export type Fields<T> = Readonly<Record<string, (row: T) => WhereValue>>;

/** What a list of one resource can do. */
export interface ListRules<T> {
  readonly fields: Fields<T>;
  readonly updatedMs: ((row: T) => number) | null;
  readonly paged: boolean;
  readonly where: boolean;
  /** Further query parameters that select rows. */
  readonly selects: Readonly<Record<string, (row: T, value: string) => boolean>>;
}

export interface ListResult<T> {
  readonly rows: readonly T[];
  readonly page: { readonly page: number; readonly pageSize: number; readonly itemCount: number } | null;
  readonly style: RenderStyle;
}

const DEFAULT_PAGE_SIZE = 100;
const MAX_PAGE_SIZE = 1000;

/** Thrown inside this folder only; the ledger turns it into its answer. */
export class ListRefusal extends Error {
  override readonly name = "ListRefusal";
  readonly response: SimResponse;
  constructor(message: string) {
    super(message);
    this.response = validationFailure(message);
  }
}

/**
 * Selects, orders and cuts the rows of a list as the request asks. `rows` come oldest change first.
 * @throws ListRefusal for parameters that cannot be read
 */
export function selectRows<T>(rows: readonly T[], rules: ListRules<T>, request: SimRequest): ListResult<T> {
  const { query } = request;
  let found = rows.filter(modifiedSince(rules, request)).filter(chosen(rules, query));
  const where = rules.where ? query.get("where") : null;
  if (where !== null) found = filterWhere(found, rules.fields, where);
  const order = query.get("order");
  if (order !== null) found = sortRows(found, rules.fields, order);
  const paged = rules.paged && query.has("page");
  const style = readStyle(query, paged || !rules.paged);
  if (!paged) return { rows: found, page: null, style };
  const page = wholeNumber(query, "page", 1, Number.MAX_SAFE_INTEGER, 1);
  const pageSize = wholeNumber(query, "pageSize", 1, MAX_PAGE_SIZE, DEFAULT_PAGE_SIZE);
  const start = (page - 1) * pageSize;
  return { rows: found.slice(start, start + pageSize), page: { page, pageSize, itemCount: found.length }, style };
}

/** Style of a single record or a list. @throws ListRefusal */
export function readStyle(query: URLSearchParams, lines: boolean): RenderStyle {
  const unit = query.get("unitdp") ?? "2";
  if (unit !== "2" && unit !== "4") throw new ListRefusal("Invalid value for unitdp: 2 or 4 is expected");
  const summary = query.get("summaryOnly")?.toLowerCase() === "true";
  return { lines, unitDecimals: unit === "4" ? 4 : 2, summary };
}

function modifiedSince<T>(rules: ListRules<T>, request: SimRequest): (row: T) => boolean {
  const header = request.headers["if-modified-since"];
  const { updatedMs } = rules;
  if (header === undefined || updatedMs === null) return () => true;
  const since = readModifiedSince(header);
  if (since === null) throw new ListRefusal("The If-Modified-Since header is not a date and time");
  // The header knows whole seconds only: a change within that second is still told.
  return (row) => updatedMs(row) >= since;
}

function chosen<T>(rules: ListRules<T>, query: URLSearchParams): (row: T) => boolean {
  const tests = Object.entries(rules.selects).flatMap(([name, test]) => {
    const value = query.get(name);
    return value === null || value === "" ? [] : [(row: T) => test(row, value)];
  });
  return (row) => tests.every((test) => test(row));
}

function filterWhere<T>(rows: readonly T[], fields: Fields<T>, expression: string): T[] {
  try {
    const test: WhereTest = compileWhere(expression);
    const missing = test.fields.find((name) => fields[name] === undefined);
    if (missing !== undefined) throw new WhereRefusal(`No property or field '${missing}' exists`);
    return rows.filter((row) => test.matches((name) => fields[name]?.(row)));
  } catch (error) {
    if (error instanceof WhereRefusal) throw new ListRefusal(error.message);
    throw error;
  }
}

function sortRows<T>(rows: readonly T[], fields: Fields<T>, order: string): T[] {
  const keys = order.split(",").map((part) => {
    const match = /^\s*([A-Za-z.]+)(?:\s+(ASC|DESC))?\s*$/i.exec(part);
    const read = match?.[1] === undefined ? undefined : fields[match[1]];
    if (!read) throw new ListRefusal(`Cannot order by '${part.trim()}'`);
    return { read, sign: match?.[2]?.toUpperCase() === "DESC" ? -1 : 1 };
  });
  return [...rows].sort((a, b) => {
    for (const { read, sign } of keys) {
      const difference = compareValues(read(a), read(b));
      if (difference !== 0) return sign * difference;
    }
    return 0;
  });
}

function compareValues(a: WhereValue, b: WhereValue): number {
  if (a.type === "null" || b.type === "null") return Number(b.type === "null") - Number(a.type === "null");
  if (a.type === "number" && b.type === "number") return compareDecimals(decimal(a.value), decimal(b.value));
  if (a.value === b.value) return 0;
  return a.value < b.value ? -1 : 1;
}

function wholeNumber(query: URLSearchParams, name: string, low: number, high: number, otherwise: number): number {
  const text = query.get(name);
  if (text === null) return otherwise;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= low && value <= high)) throw new ListRefusal(`Invalid value for ${name}: ${text}`);
  return value;
}
