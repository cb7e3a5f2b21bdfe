import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { decimal, sumDecimals } from "#shared/kernel/decimal.ts";
import { type ExactJson, parseExactJson } from "#shared/kernel/json-exact.ts";
import { generateBooks } from "#simulator/books/generate/generate.ts";
import type { Books } from "#simulator/books/types.ts";
import { createLedgerA, type LedgerA, type LedgerAOptions } from "#simulator/ledger-a/create-ledger-a.ts";
import type { SimResponse } from "#simulator/types.ts";

export const TENANT = "tenant-a";
export const NOW = Date.UTC(2026, 10, 21, 9, 0, 0);

export function someBooks(seed = 11, months = 8): Books {
  return generateBooks({
    seed,
    style: "a",
    tenantId: TENANT,
    name: "Birch & Co",
    baseCurrency: "NZD",
    country: "NZ",
    today: calendarDate("2026-11-21"),
    months,
    invoicesPerMonth: 12,
    foreignCurrencies: ["USD", "JPY"],
  });
}

export type Node = { [key: string]: ExactJson };

/** A client that reads the answers with every numeral as text. */
export function clientOf(books: Books, options: LedgerAOptions = { journals: true }) {
  const ledger = createLedgerA(books, options);
  return { ledger, ...readerOf(ledger) };
}

export function readerOf(ledger: LedgerA, nowMs = NOW) {
  const send = (path: string, query: Record<string, string> = {}, headers: Record<string, string> = {}, method = "GET"): SimResponse =>
    ledger.handle(
      {
        method,
        path: `/api/2.0/${path}`,
        query: new URLSearchParams(query),
        headers: { "ledger-tenant-id": TENANT, ...headers },
        body: "",
      },
      nowMs,
    );
  const read = (path: string, query: Record<string, string> = {}, headers: Record<string, string> = {}): Node =>
    parseExactJson(send(path, query, headers).body) as Node;
  const list = (key: string, query: Record<string, string> = {}, headers: Record<string, string> = {}): Node[] =>
    read(key, query, headers)[key] as Node[];
  const all = (key: string, query: Record<string, string> = {}, pageSize = 1000): Node[] => {
    const found: Node[] = [];
    for (let page = 1; ; page++) {
      const nodes = list(key, { ...query, page: String(page), pageSize: String(pageSize) });
      if (nodes.length === 0) return found;
      found.push(...nodes);
    }
  };
  return { send, read, list, all };
}

export function sumOf(values: readonly ExactJson[]): string {
  return sumDecimals([decimal("0.00"), ...values.map((value) => decimal(String(value)))]);
}
