import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { generateBooks } from "#simulator/books/generate/generate.ts";
import type { BooksOptions } from "#simulator/books/types.ts";
import type { SimLedgerC } from "#simulator/ledger-c/create-ledger-c.ts";
import type { SimRequest, SimResponse } from "#simulator/types.ts";

/** The moment at which tests of Ledger C talk to it. */
export const NOW = Date.UTC(2026, 10, 21, 9, 0, 0);

/** Books of a small company with every kind of transaction. */
export function smallBooks(change: Partial<BooksOptions> = {}) {
  return generateBooks({
    seed: 11,
    style: "c",
    tenantId: "4711_SB1",
    name: "Birch & Co",
    baseCurrency: "USD",
    country: "US",
    today: "2026-11-21" as CalendarDate,
    months: 4,
    invoicesPerMonth: 14,
    foreignCurrencies: ["EUR"],
    ...change,
  });
}

/** One call below `/services/rest/`. */
export function call(ledger: SimLedgerC, method: string, path: string, body?: unknown, headers: Record<string, string> = {}): SimResponse {
  const [bare = "", query = ""] = path.split("?");
  const request: SimRequest = {
    method,
    path: `/services/rest/${bare}`,
    query: new URLSearchParams(query),
    headers,
    body: body === undefined ? "" : JSON.stringify(body),
  };
  return ledger.handle(request, NOW);
}

export type SentRow = Record<string, string>;

/** What the query service answers, body parsed. */
export function ask(ledger: SimLedgerC, q: string, paging = "limit=1000", headers: Record<string, string> = { prefer: "transient" }) {
  const response = call(ledger, "POST", `query/v1/query_language?${paging}`, { q }, headers);
  const body = JSON.parse(response.body) as {
    items: (SentRow & { links: unknown })[];
    count: number;
    hasMore: boolean;
    offset: number;
    totalResults: number;
    "o:errorDetails"?: { detail: string; "o:errorCode": string; "o:errorQueryParam"?: string }[];
  };
  return { status: response.status, body };
}

/** All rows of a query, the links of each row taken off. */
export function rows(ledger: SimLedgerC, q: string): SentRow[] {
  const found: SentRow[] = [];
  for (let offset = 0; ; offset += 1000) {
    const { status, body } = ask(ledger, q, `limit=1000&offset=${offset}`);
    if (status !== 200) throw new Error(body["o:errorDetails"]?.[0]?.detail);
    found.push(...body.items.map(({ links: _links, ...row }) => row));
    if (!body.hasMore) return found;
  }
}
