import { describe, expect, test } from "vitest";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { addDecimals, type DecimalString, decimal } from "#shared/kernel/decimal.ts";
import { inertText } from "#shared/kernel/inert-text.ts";
import { accountByCode } from "#simulator/books/chart.ts";
import { generateBooks } from "#simulator/books/generate/generate.ts";
import { postingsOf } from "#simulator/books/postings.ts";
import type { Books } from "#simulator/books/types.ts";
import { demoClients } from "#simulator/demo/demo-firm.ts";

const MONTHS = ["2026-05", "2026-06", "2026-07", "2026-08", "2026-09", "2026-10"];
const CLIENTS = demoClients(calendarDate("2026-11-21")).map((client) => ({ ...client, books: generateBooks(client.options) }));

const COSTS: ReadonlySet<string> = new Set(["expense", "cost_of_sales", "other_expense"]);

/** What an account moved by in each month, in base currency. */
function movement(books: Books, code: string): DecimalString[] {
  const account = accountByCode(books.accounts, code).id;
  return MONTHS.map((month) =>
    books.transactions
      .filter(({ date }) => date.startsWith(month))
      .flatMap((transaction) => postingsOf(books, transaction))
      .filter(({ accountId }) => accountId === account)
      .reduce<DecimalString>((sum, { amountBase }) => addDecimals(sum, amountBase), decimal("0")),
  );
}

describe.each(CLIENTS)("$name", ({ books, options }) => {
  test("pays the same wages each month, but for its story", () => {
    const wages = movement(books, "6140");
    expect(new Set(wages.slice(0, 5)).size).toBe(1);
    expect(wages[5] === wages[4]).toBe(options.everyday?.story !== "overtime");
  });

  test("has rent in every month, but for its story", () => {
    const rent = movement(books, "6030");
    expect(rent.slice(0, 5).every((amount) => Number(amount) > 0)).toBe(true);
    expect(Number(rent[5]) > 0).toBe(options.everyday?.story !== "missing_rent");
  });

  test("makes believable profits: sales move with the season, not by chance", () => {
    const sales = ["4010", "4020"].map((code) => movement(books, code).map((amount) => -Number(amount)));
    const months = MONTHS.map((_, index) => sales.reduce((sum, of) => sum + (of[index] ?? 0), 0));
    expect(Math.max(...months) / Math.min(...months), months.map(Math.round).join(" ")).toBeLessThan(2);
  });

  test("has no expense that is less than nothing in a month, whatever was returned or credited", () => {
    const costs = new Map(books.accounts.flatMap(({ id, kind, name }) => (COSTS.has(kind) && name !== "Rounding" ? [[id, name]] : [])));
    const sums = new Map<string, DecimalString>();
    for (const transaction of books.transactions) {
      for (const { accountId, amountBase } of postingsOf(books, transaction)) {
        const key = `${transaction.date.slice(0, 7)} ${costs.get(accountId)}`;
        if (costs.has(accountId)) sums.set(key, addDecimals(sums.get(key) ?? decimal("0"), amountBase));
      }
    }
    expect(sums.size).toBeGreaterThan(200);
    expect([...sums].filter(([, amount]) => amount.startsWith("-"))).toEqual([]);
    // Something was returned or credited, where the ledger knows such transactions.
    expect(books.transactions.some(({ kind }) => kind === "purchase_credit" || kind === "cash_purchase_refund")).toBe(true);
  });

  test("has no contact whose name looks like a formula, and one that a spreadsheet would take for one", () => {
    const names = books.parties.map(({ name }) => name);
    expect(names.filter((name) => name.startsWith("="))).toEqual([]);
    expect(names.some((name) => inertText(name) !== name)).toBe(true);
  });

  test("pays its company card and its tax, so that neither grows for years", () => {
    const owed = ["2050", "2100"].map((code) => {
      const account = accountByCode(books.accounts, code).id;
      return books.transactions
        .flatMap((transaction) => postingsOf(books, transaction))
        .filter(({ accountId }) => accountId === account)
        .reduce((sum, { amountBase }) => sum - Number(amountBase), 0);
    });
    expect(Math.max(...owed)).toBeLessThan((options.everyday?.monthlySales ?? 0) * 0.5);
  });
});
