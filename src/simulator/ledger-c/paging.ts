import type { SimRequest, SimResponse } from "../types.ts";
import { errorResponse, jsonResponse } from "./errors.ts";

const MAX_LIMIT = 1000;

export interface Paging {
  readonly limit: number;
  readonly offset: number;
}

/** Reads `limit` and `offset`; an error answer when the ledger would not take them. */
export function readPaging(request: SimRequest): Paging | SimResponse {
  const limit = wholeNumber(request.query.get("limit") ?? String(MAX_LIMIT));
  const offset = wholeNumber(request.query.get("offset") ?? "0");
  if (limit === null || limit < 1 || limit > MAX_LIMIT)
    return refusal("limit", `Invalid query parameter limit: allowed values are 1 to ${MAX_LIMIT}.`);
  if (offset === null) return refusal("offset", "Invalid query parameter offset.");
  if (offset % limit !== 0) return refusal("offset", "Invalid query parameter offset: it must be divisible by limit.");
  return { limit, offset };
}

/** True for an answer, false for paging that was read. */
export function isAnswer(value: Paging | SimResponse): value is SimResponse {
  return "status" in value;
}

/** One page in the ledger's envelope. */
export function pageResponse(address: string, paging: Paging, total: number, items: readonly object[]): SimResponse {
  const { limit, offset } = paging;
  const hasMore = offset + items.length < total && items.length > 0;
  const at = (start: number) => `${address}?limit=${limit}&offset=${start}`;
  const links = [
    ...(offset > 0
      ? [
          { rel: "previous", href: at(Math.max(0, offset - limit)) },
          { rel: "first", href: at(0) },
        ]
      : []),
    ...(hasMore
      ? [
          { rel: "next", href: at(offset + limit) },
          { rel: "last", href: at(Math.floor((total - 1) / limit) * limit) },
        ]
      : []),
    { rel: "self", href: at(offset) },
  ];
  return jsonResponse(200, { links, count: items.length, hasMore, items, offset, totalResults: total });
}

function wholeNumber(text: string): number | null {
  return /^\d{1,9}$/.test(text) ? Number(text) : null;
}

function refusal(parameter: string, detail: string): SimResponse {
  return errorResponse(400, "INVALID_PARAMETER", detail, { "o:errorQueryParam": parameter });
}
