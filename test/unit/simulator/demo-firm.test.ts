import { describe, expect, test } from "vitest";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { generateBooks } from "#simulator/books/generate/generate.ts";
import { outstandingOf } from "#simulator/books/postings.ts";
import type { Books } from "#simulator/books/types.ts";
import { demoClients } from "#simulator/demo/demo-firm.ts";
import { plantOddities, playLaterOddities } from "#simulator/oddities.ts";

const CLIENTS = demoClients(calendarDate("2026-11-21"));
let untouched: Books[] | null = null;
/** The books of every client, to be read only. */
const untouchedBooks = (): readonly Books[] => {
  untouched ??= CLIENTS.map(({ options }) => generateBooks(options));
  return untouched;
};

describe("the demo firm", () => {
  test("three ledgers, six base currencies, every oddity, names and tenants of their own", () => {
    expect(CLIENTS.length).toBeGreaterThanOrEqual(12);
    expect(new Set(CLIENTS.map(({ style }) => style))).toEqual(new Set(["a", "b", "c"]));
    expect([...new Set(CLIENTS.map(({ options }) => options.baseCurrency))].sort()).toEqual(["AUD", "CAD", "EUR", "GBP", "NZD", "USD"]);
    const oddities = new Set(CLIENTS.flatMap((client) => client.oddities));
    for (const oddity of [
      "duplicate_bills",
      "over_billed_order",
      "deleted_record",
      "lock_moved_back",
      "back_dated_document",
      "edited_document",
      "unapplied_cash",
      "script_rejects",
    ] as const) {
      expect(oddities.has(oddity), oddity).toBe(true);
    }
    for (const oddity of ["day_budget_spent", "mid_backfill"] as const) expect(oddities.has(oddity), oddity).toBe(true);
    expect(new Set(CLIENTS.map(({ name }) => name)).size).toBe(CLIENTS.length);
    expect(new Set(CLIENTS.map(({ options }) => options.tenantId)).size).toBe(CLIENTS.length);
  });

  test("small enough to be read in a minute, and Ledger A's clients in one page a list", () => {
    const books = untouchedBooks();
    expect(books.reduce((sum, { transactions }) => sum + transactions.length, 0)).toBeLessThan(25_000);
    for (const { style, transactions } of books) {
      const counts = new Map<string, number>();
      for (const { kind } of transactions) counts.set(kind, (counts.get(kind) ?? 0) + 1);
      if (style === "a") expect(Math.max(...counts.values())).toBeLessThan(1000);
    }
  });

  test("no amount drowns the others: the largest document is a small part of the turnover, and capital is there to begin with", () => {
    for (const { transactions, baseCurrency, name } of untouchedBooks()) {
      const sizes = (kinds: RegExp) =>
        transactions.filter(({ kind, state }) => kinds.test(kind) && state === "approved").map(({ totalBase }) => Number(totalBase));
      const sold = sizes(/^(sales_invoice|cash_sale)$/);
      const turnover = sold.reduce((sum, size) => sum + size, 0);
      const largest = Math.max(...sizes(/invoice|bill|cash|order/));
      expect(largest / turnover, `${name}, ${baseCurrency}`).toBeLessThan(0.15);
      expect(transactions.some(({ memo, state }) => memo === "Opening capital" && state === "approved")).toBe(true);
    }
  });

  test("planted oddities are in the books, later ones come when they are played", () => {
    for (const { options, oddities, style } of CLIENTS) {
      const books = generateBooks(options);
      plantOddities(books, oddities);
      const twins = books.transactions.filter(({ kind, number }) => kind === "purchase_bill" && /^SVC-?20417$/.test(number ?? ""));
      expect(twins.length).toBe(oddities.includes("duplicate_bills") ? 2 : 0);
      expect(new Set(twins.map(({ total, partyId }) => `${total} ${partyId}`)).size).toBe(twins.length === 0 ? 0 : 1);
      const unapplied = books.transactions.find(({ reference }) => reference === "Paid twice?");
      expect(unapplied === undefined ? undefined : outstandingOf(books, unapplied)).toBe(
        oddities.includes("unapplied_cash") ? "1275.00" : undefined,
      );
      expect(books.transactions.some(({ scriptRejection }) => scriptRejection !== undefined)).toBe(oddities.includes("script_rejects"));

      const before = { ids: books.transactions.map(({ id }) => id), locks: JSON.stringify([books.locks, books.periods]) };
      const nowMs = Date.parse("2026-11-21T10:00:00Z");
      playLaterOddities(books, oddities, nowMs);
      const gone =
        before.ids.some((id) => !books.transactions.some((kept) => kept.id === id)) ||
        books.transactions.some(({ state, modifiedMs }) => state === "deleted" && modifiedMs === nowMs);
      expect(gone, `${options.name} ${style}`).toBe(oddities.includes("deleted_record"));
      const late = books.transactions.filter(({ id, number }) => number === "REP-88121" && !before.ids.includes(id));
      expect(late.length).toBe(oddities.includes("back_dated_document") ? 1 : 0);
      const edited = books.transactions.filter(
        ({ modifiedMs, lines }) => modifiedMs === nowMs && lines.some(({ net }) => /^777(\.00)?$/.test(net)),
      );
      expect(edited.length).toBe(oddities.includes("edited_document") ? 1 : 0);
      expect(JSON.stringify([books.locks, books.periods]) !== before.locks).toBe(oddities.includes("lock_moved_back"));
    }
  });
});
