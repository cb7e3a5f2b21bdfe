import { describe, expect, test } from "vitest";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { decimal } from "#shared/kernel/decimal.ts";
import {
  applyCredit,
  createBill,
  createInvoice,
  deleteTransaction,
  editTransaction,
  payTransaction,
  renameParty,
  voidTransaction,
} from "#simulator/books/events.ts";
import { generateBooks } from "#simulator/books/generate/generate.ts";
import { appliedTo, outstandingOf, postingsOf, transactionById } from "#simulator/books/postings.ts";
import type { Books, BooksStyle, SimTransaction } from "#simulator/books/types.ts";

const NOW_MS = Date.parse("2026-11-21T09:00:00Z");
const STYLES: readonly BooksStyle[] = ["a", "b", "c"];

function booksOf(style: BooksStyle): Books {
  return generateBooks({
    seed: 31,
    style,
    tenantId: "t",
    name: "Elm",
    baseCurrency: "NZD",
    country: "NZ",
    today: calendarDate("2026-11-21"),
    months: 4,
    invoicesPerMonth: 6,
    foreignCurrencies: [],
  });
}

function newInvoice(books: Books): SimTransaction {
  const party = books.parties.find(({ role, active }) => role === "customer" && active);
  const item = books.items[0];
  const tax = books.taxCodes[0];
  const line = { itemId: item?.id ?? "", quantity: decimal("2"), unitPrice: decimal("50.00"), taxCodeId: tax?.id ?? "" };
  return createInvoice(books, { partyId: party?.id ?? "", date: calendarDate("2026-11-20"), lines: [line] }, NOW_MS);
}

describe.each(STYLES)("changes to books of style %s", (style) => {
  test("an invoice is worked out with its tax", () => {
    const books = booksOf(style);
    const invoice = newInvoice(books);
    expect([invoice.net, invoice.tax, invoice.total]).toEqual(["100.00", "15.00", "115.00"]);
    expect(outstandingOf(books, invoice)).toBe("115.00");
    expect(transactionById(books, invoice.id)).toBe(invoice);
  });

  test("paying changes the invoice, and for Ledger B its party and account without their version", () => {
    const books = booksOf(style);
    const invoice = newInvoice(books);
    const party = books.parties.find(({ id }) => id === invoice.partyId);
    const partyVersion = party?.version;
    const version = invoice.version;
    const laterMs = NOW_MS + 60_000;
    payTransaction(books, invoice.id, laterMs, decimal("15.00"));
    expect(outstandingOf(books, invoice)).toBe("100.00");
    expect(invoice.modifiedMs).toBe(laterMs);
    expect(invoice.version).toBe(version + 1);
    expect(party?.version).toBe(partyVersion);
    expect(party?.modifiedMs === laterMs).toBe(style === "b");
    payTransaction(books, invoice.id, laterMs + 1000);
    expect(outstandingOf(books, invoice)).toBe("0.00");
    expect(() => payTransaction(books, invoice.id, laterMs + 2000)).toThrow(/nothing is open/);
  });

  test("a deleted payment gives the invoice back its open amount", () => {
    const books = booksOf(style);
    const invoice = newInvoice(books);
    const payment = payTransaction(books, invoice.id, NOW_MS + 1000);
    deleteTransaction(books, payment.id, NOW_MS + 5000);
    expect(outstandingOf(books, invoice)).toBe("115.00");
    expect(invoice.modifiedMs).toBe(NOW_MS + 5000);
    expect(appliedTo(books, invoice.id)).toEqual([]);
    const kept = transactionById(books, payment.id);
    if (style === "a") expect(kept?.state).toBe("deleted");
    else {
      expect(kept).toBeUndefined();
      expect(books.graveyard.at(-1)).toEqual({ id: payment.id, kind: "customer_payment", deletedAtMs: NOW_MS + 5000 });
    }
  });

  test("a voided document stays; Ledger B zeroes it and says so in the memo", () => {
    const books = booksOf(style);
    const invoice = newInvoice(books);
    voidTransaction(books, invoice.id, NOW_MS + 1000);
    expect(invoice.state).toBe("voided");
    expect(postingsOf(books, invoice)).toEqual([]);
    expect(outstandingOf(books, invoice)).toBe("0.00");
    expect(invoice.total).toBe(style === "b" ? "0.00" : "115.00");
    expect(invoice.memo?.startsWith("Voided") ?? false).toBe(style === "b");
  });

  test("an edit of the lines works the totals out again and keeps given line ids", () => {
    const books = booksOf(style);
    const invoice = newInvoice(books);
    const id = invoice.lines[0]?.id ?? "";
    const account = books.accounts.find(({ kind }) => kind === "revenue")?.id ?? "";
    editTransaction(books, invoice.id, { lines: [{ id, accountId: account, amount: decimal("7.50") }] }, NOW_MS + 9000);
    expect([invoice.total, invoice.lines[0]?.id, invoice.modifiedMs]).toEqual(["7.50", id, NOW_MS + 9000]);
  });

  test("a credit that is applied reduces both sides; Ledger B does it by a payment of zero", () => {
    const books = booksOf(style);
    const invoice = newInvoice(books);
    const credit = newInvoice(books);
    Object.assign(credit, { kind: "sales_credit" });
    const before = books.transactions.length;
    const allocation = applyCredit(books, credit.id, invoice.id, decimal("40.00"), NOW_MS + 1000);
    expect(outstandingOf(books, invoice)).toBe("75.00");
    expect(outstandingOf(books, credit)).toBe("75.00");
    expect(books.transactions.length).toBe(style === "b" ? before + 1 : before);
    expect(allocation.viaId !== undefined).toBe(style === "b");
  });

  test("a bill from an order closes the order, and gives it back when it is deleted", () => {
    const books = booksOf(style);
    const order = books.transactions.find(({ kind, billed, state }) => kind === "purchase_order" && !billed && state === "approved");
    const account = books.accounts.find(({ kind }) => kind === "expense")?.id ?? "";
    const bill = createBill(
      books,
      {
        partyId: order?.partyId ?? null,
        date: calendarDate("2026-11-20"),
        orderId: order?.id ?? "",
        lines: [{ accountId: account, amount: decimal("5.00") }],
      },
      NOW_MS,
    );
    expect(order?.billed).toBe(true);
    deleteTransaction(books, bill.id, NOW_MS + 1000);
    expect(order?.billed).toBe(false);
  });

  test("two parties never get one name", () => {
    const books = booksOf(style);
    const [one, other] = books.parties;
    expect(() => renameParty(books, one?.id ?? "", other?.name ?? "", NOW_MS)).toThrow(/is taken/);
    renameParty(books, one?.id ?? "", "New name", NOW_MS);
    expect(one).toMatchObject({ name: "New name", modifiedMs: NOW_MS });
  });
});
