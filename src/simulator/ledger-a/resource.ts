import type { SimRequest, SimResponse } from "../types.ts";
import { envelope, notFound } from "./answers.ts";
import type { BooksView } from "./books-view.ts";
import type { JsonRecord } from "./json-text.ts";
import { type ListRules, readStyle, selectRows } from "./lists/list-request.ts";
import type { RenderStyle } from "./rendering/render-common.ts";

/** One collection of the ledger: its list and its single records. */
export interface Resource {
  /** Name in the path and key in the envelope. */
  readonly key: string;
  list(view: BooksView, request: SimRequest, nowMs: number): SimResponse;
  one(view: BooksView, name: string, request: SimRequest, nowMs: number): SimResponse;
}

export interface ResourceRules<T> {
  readonly key: string;
  /** Oldest change first where the ledger keeps a time of change. */
  rows(view: BooksView, query: URLSearchParams): readonly T[];
  /** Ids and numbers by which one record can be asked for. */
  names(row: T): readonly (string | null)[];
  rules(view: BooksView): ListRules<T>;
  render(view: BooksView, row: T, style: RenderStyle, call: CallFacts): JsonRecord;
}

export interface CallFacts {
  readonly nowMs: number;
  readonly query: URLSearchParams;
}

export function resource<T>(definition: ResourceRules<T>): Resource {
  const { key } = definition;
  return {
    key,
    list: (view, request, nowMs) => {
      const call = { nowMs, query: request.query };
      const { rows, page, style } = selectRows(definition.rows(view, request.query), definition.rules(view), request);
      const nodes = rows.map((row) => definition.render(view, row, style, call));
      if (page === null) return envelope(key, nodes, nowMs);
      return envelope(key, nodes, nowMs, {
        page: page.page,
        pageSize: page.pageSize,
        pageCount: Math.max(1, Math.ceil(page.itemCount / page.pageSize)),
        itemCount: page.itemCount,
      });
    },
    one: (view, name, request, nowMs) => {
      const row = definition.rows(view, SHOW_ALL).find((candidate) => definition.names(candidate).includes(name));
      if (row === undefined) return notFound();
      return envelope(key, [definition.render(view, row, readStyle(request.query, true), { nowMs, query: SHOW_ALL })], nowMs);
    },
  };
}

/** A single record answers whether archived or not. */
const SHOW_ALL = new URLSearchParams({ includeArchived: "true" });
