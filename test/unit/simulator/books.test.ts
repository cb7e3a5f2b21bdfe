import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { calendarDate, dayNumber } from "#shared/kernel/calendar-date.ts";
import { addDecimals, isZero, subtractDecimals, sumDecimals } from "#shared/kernel/decimal.ts";
import { bankStatement } from "#simulator/bank-statement.ts";
import { generateBooks } from "#simulator/books/generate/generate.ts";
import { decimalsOf, toUnits } from "#simulator/books/money.ts";
import { playEvents } from "#simulator/books/play-events.ts";
import { appliedTo, outstandingOf, postingsOf, trialBalance, unappliedOf } from "#simulator/books/postings.ts";
import type { Books, BooksOptions, BooksStyle, SimTransaction } from "#simulator/books/types.ts";

const TODAY = calendarDate("2026-11-21");
const TODAY_MS = Date.parse("2026-11-21T00:00:00Z");
/** Their lines are debits and credits, and their total is the debits. */
const SIGNED_LINES: readonly string[] = ["journal", "other_entry"];
const STYLES: readonly BooksStyle[] = ["a", "b", "c"];
const PLACES = [
  ["NZD", "NZ"],
  ["GBP", "GB"],
  ["USD", "US"],
  ["AUD", "AU"],
  ["EUR", "IE"],
  ["CAD", "CA"],
] as const;

function optionsFor(seed: number, style: BooksStyle, extra: Partial<BooksOptions> = {}): BooksOptions {
  const [baseCurrency, country] = PLACES[seed % PLACES.length] as (typeof PLACES)[number];
  return {
    seed,
    style,
    tenantId: "tenant",
    name: "Birch Group",
    baseCurrency,
    country,
    today: TODAY,
    months: 5,
    invoicesPerMonth: 6,
    foreignCurrencies: ["JPY", "SGD"],
    ...extra,
  };
}

const anyBooks = fc
  .record({ seed: fc.integer({ min: 1, max: 1_000_000 }), style: fc.constantFrom(...STYLES) })
  .map(({ seed, style }) => generateBooks(optionsFor(seed, style)));
const RUNS = { numRuns: 40 };

function expectSound(books: Books): void {
  const ids = new Set(books.transactions.map(({ id }) => id));
  expect(ids.size).toBe(books.transactions.length);
  for (const transaction of books.transactions) {
    const what = `${books.style} seed ${books.seed} ${transaction.kind} ${transaction.id}`;
    expect(isZero(sumDecimals(postingsOf(books, transaction).map(({ amountBase }) => amountBase))), what).toBe(true);
    expect(outstandingOf(books, transaction), what).not.toMatch(/^-/);
    for (const { toId } of transaction.allocations) expect(ids.has(toId), what).toBe(true);
  }
}

describe("invented books", () => {
  test("every entry balances, nothing is paid twice over, and no reference dangles", () => {
    fc.assert(fc.property(anyBooks, expectSound), RUNS);
  });

  test("the same after hundreds of changes by people", () => {
    fc.assert(
      fc.property(anyBooks, fc.integer({ min: 1, max: 9999 }), (books, seed) => {
        const played = playEvents(books, seed, 60, TODAY_MS);
        expect(played.length).toBe(60);
        expectSound(books);
      }),
      RUNS,
    );
  });

  test.each(STYLES)("the same options give the same books (style %s)", (style) => {
    const first = generateBooks(optionsFor(77, style));
    expect(generateBooks(optionsFor(77, style))).toEqual(first);
    expect(generateBooks(optionsFor(78, style)).transactions).not.toEqual(first.transactions);
    const second = generateBooks(optionsFor(77, style));
    expect(playEvents(first, 5, 40, TODAY_MS)).toEqual(playEvents(second, 5, 40, TODAY_MS));
    expect(second).toEqual(first);
  });

  test("net, tax and total agree with the lines, to the last digit", () => {
    fc.assert(
      fc.property(anyBooks, (books) => {
        for (const transaction of books.transactions.filter(({ kind, lines }) => !SIGNED_LINES.includes(kind) && lines.length > 0)) {
          const lineNet = sumDecimals(transaction.lines.map(({ net }) => net));
          const lineTax = sumDecimals(transaction.lines.map(({ tax }) => tax));
          expect(transaction.net).toBe(lineNet);
          expect(transaction.tax).toBe(lineTax);
          expect(transaction.total).toBe(addDecimals(lineNet, lineTax));
        }
      }),
      RUNS,
    );
  });

  test("journals balance in their own currency", () => {
    fc.assert(
      fc.property(anyBooks, (books) => {
        for (const { kind, lines } of books.transactions) {
          if (SIGNED_LINES.includes(kind) && lines.length > 0) expect(isZero(sumDecimals(lines.map(({ net }) => net)))).toBe(true);
        }
      }),
      RUNS,
    );
  });
});

describe("what is open", () => {
  test("an invoice's open part is its total without what was applied to it", () => {
    fc.assert(
      fc.property(anyBooks, (books) => {
        for (const invoice of books.transactions.filter(({ kind, state }) => kind === "sales_invoice" && state === "approved")) {
          const applied = sumDecimals(appliedTo(books, invoice.id).map(({ amount }) => amount));
          expect(isZero(subtractDecimals(subtractDecimals(invoice.total, applied), outstandingOf(books, invoice)))).toBe(true);
        }
      }),
      RUNS,
    );
  });

  test("the receivable account holds the open invoices without credits and unapplied money, in base currency", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), fc.constantFrom(...STYLES), (seed, style) => {
        const books = generateBooks(optionsFor(seed, style, { foreignCurrencies: [] }));
        const receivable = books.accounts.find(({ kind }) => kind === "receivable")?.id ?? "";
        const signed = books.transactions
          .filter(({ state }) => state === "approved")
          .map((transaction) => receivableUnits(books, transaction));
        const expected = signed.reduce((sum, units) => sum + units, 0n);
        const balance = trialBalance(books, calendarDate("2099-12-31")).get(receivable) ?? ("0" as never);
        expect(toUnits(balance, 2)).toBe(expected);
      }),
      RUNS,
    );
  });

  test("drafts, voided and deleted documents post nothing; voided and deleted ones leave nothing open", () => {
    for (const style of STYLES) {
      const books = generateBooks(optionsFor(11, style, { months: 12, invoicesPerMonth: 20 }));
      const still = books.transactions.filter(({ state }) => state !== "approved");
      expect(still.length).toBeGreaterThan(0);
      for (const transaction of still) {
        expect(postingsOf(books, transaction)).toEqual([]);
        if (transaction.state === "voided" || transaction.state === "deleted") expect(isZero(outstandingOf(books, transaction))).toBe(true);
      }
    }
  });
});

/** What a transaction leaves on the receivable account. Deposits of style c sit elsewhere until they are applied. */
function receivableUnits(books: Books, transaction: SimTransaction): bigint {
  const scale = decimalsOf(transaction.currency);
  const open = toUnits(outstandingOf(books, transaction), scale);
  switch (transaction.kind) {
    case "sales_invoice":
      return open;
    case "sales_credit":
    case "receipt_overpayment":
    case "receipt_prepayment":
      return -open;
    case "customer_payment":
      return -toUnits(unappliedOf(books, transaction), scale);
    default:
      return 0n;
  }
}

describe("what the books contain", () => {
  const wanted: Record<BooksStyle, readonly string[]> = {
    a: ["receipt_overpayment", "receipt_prepayment", "spend_overpayment", "spend_prepayment"],
    b: ["cash_purchase_refund", "cash_sale_refund"],
    c: ["expense_report", "customer_deposit", "spend_prepayment", "cash_purchase_refund"],
  };
  const always = [
    "sales_invoice",
    "purchase_bill",
    "sales_credit",
    "purchase_credit",
    "cash_sale",
    "cash_purchase",
    "journal",
    "purchase_order",
  ];

  test.each(STYLES)("every kind of document, even in a small company (style %s)", (style) => {
    for (let seed = 1; seed <= 10; seed++) {
      const books = generateBooks(optionsFor(seed, style, { invoicesPerMonth: 3 }));
      const kinds = new Set(books.transactions.map(({ kind }) => kind as string));
      for (const kind of [...always, ...wanted[style], "customer_payment", "vendor_payment"]) {
        expect(kinds.has(kind), `${kind} with seed ${seed}`).toBe(true);
      }
    }
  });

  test.each(STYLES)("yen without decimals, ties, drafts, unicode, four decimals and a large amount (style %s)", (style) => {
    const books = generateBooks(optionsFor(21, style, { months: 24, invoicesPerMonth: 30 }));
    const { transactions } = books;
    const yen = transactions.filter(({ currency }) => currency === "JPY");
    expect(yen.length).toBeGreaterThan(0);
    expect(yen.every(({ total, lines }) => !total.includes(".") && lines.every(({ net }) => !net.includes(".")))).toBe(true);
    const seconds = transactions.map(({ modifiedMs }) => Math.floor(modifiedMs / 1000));
    expect(new Set(seconds).size).toBeLessThan(seconds.length);
    expect(transactions.some(({ lines }) => lines.some(({ unitPrice }) => /\.\d{4}$/.test(unitPrice ?? "")))).toBe(true);
    expect(transactions.some(({ lines }) => lines.some(({ unitPrice }) => unitPrice === "98765432.10"))).toBe(true);
    expect(books.parties.some(({ name }) => name.startsWith("="))).toBe(true);
    expect(books.parties.some(({ name }) => name.includes("النور"))).toBe(true);
    expect(transactions.some(({ state }) => state === (style === "a" ? "draft" : style === "b" ? "voided" : "submitted"))).toBe(true);
    expect(style === "a" ? transactions.some(({ state }) => state === "deleted") : books.graveyard.length > 0).toBe(true);
  });

  test.each(STYLES)("small companies have unfinished documents and one in each foreign currency (style %s)", (style) => {
    for (let seed = 1; seed <= 10; seed++) {
      const { transactions, parties } = generateBooks(optionsFor(seed, style, { invoicesPerMonth: 4 }));
      const states = new Set(transactions.map(({ state }) => state));
      expect(states.has("draft")).toBe(style === "a");
      expect(states.has("submitted")).toBe(style !== "b");
      for (const currency of ["JPY", "SGD"]) expect(transactions.some((transaction) => transaction.currency === currency)).toBe(true);
      expect(parties.some(({ active }) => !active) || parties.length < 23).toBe(true);
    }
  });

  test.each(STYLES)("dates lie in the history, and nothing is created or changed after today begins (style %s)", (style) => {
    const books = generateBooks(optionsFor(5, style));
    const months = new Set<string>();
    for (const { date, createdMs, modifiedMs } of books.transactions) {
      expect(date >= "2026-07-01" && date <= TODAY).toBe(true);
      expect(createdMs).toBeLessThanOrEqual(modifiedMs);
      expect(modifiedMs).toBeLessThan(TODAY_MS);
      months.add(date.slice(0, 7));
    }
    expect(months.size).toBe(5);
  });

  test("the ledger has reconciled what the bank had by then, and nothing that it clears in the month after", () => {
    const open = calendarDate("2026-10-01");
    let late = 0;
    for (const seed of [1, 2, 3, 4]) {
      const books = generateBooks(optionsFor(seed, "a"));
      const { accounts, transactions, bankReconciled } = books;
      expect(bankReconciled.size).toBeGreaterThan(0);
      expect(transactions.some(({ id, date }) => date >= open && bankReconciled.has(id))).toBe(false);
      for (const account of accounts.filter(({ kind }) => kind === "bank")) {
        const ofAmount = (day: number, amount: string) =>
          transactions.filter(
            (one) =>
              dayNumber(one.date) === day &&
              postingsOf(books, one).some(({ accountId, amountBase }) => accountId === account.id && Number(amountBase) === Number(amount)),
          );
        // The bank's id of a line begins with the day of its transaction in the books.
        const text = bankStatement(books, account.id, open, TODAY, TODAY);
        for (const [, amount = "", day] of text.matchAll(/<TRNAMT>(-?[\d.]+)<FITID>(\d{5})/g)) {
          const own = Number(day) < dayNumber(open) ? ofAmount(Number(day), amount) : [];
          if (own.length === 0) continue;
          late++;
          expect(
            own.some(({ id }) => !bankReconciled.has(id)),
            `seed ${seed}, ${amount}`,
          ).toBe(true);
        }
      }
    }
    expect(late).toBeGreaterThan(0);
  });

  test("style a has UUIDs, b and c numbers that grow with the time of creation", () => {
    for (const style of STYLES) {
      const { transactions } = generateBooks(optionsFor(9, style));
      const shape = style === "a" ? /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/ : /^\d+$/;
      expect(transactions.every(({ id }) => shape.test(id))).toBe(true);
      if (style === "a") continue;
      const sorted = [...transactions].sort((one, other) => Number(one.id) - Number(other.id));
      expect(sorted.every(({ createdMs }, index) => index === 0 || createdMs >= (sorted[index - 1]?.createdMs ?? 0))).toBe(true);
    }
  });

  test("periods of style c cover each day of the history once, by months and by 4-4-5 weeks", () => {
    for (const calendar of ["months", "4-4-5"] as const) {
      const { periods, transactions } = generateBooks(optionsFor(13, "c", { calendar, months: 24 }));
      for (const { date } of transactions) {
        expect(
          periods.filter(({ kind, start, end }) => kind === "month" && start <= date && date <= end).length,
          `${calendar} ${date}`,
        ).toBe(1);
      }
      const years = periods.filter(({ kind }) => kind === "year");
      expect(periods.filter(({ kind }) => kind === "adjustment").length).toBe(years.length);
      expect(periods.filter(({ kind }) => kind === "month").length).toBe(years.length * 12);
    }
  });
});
