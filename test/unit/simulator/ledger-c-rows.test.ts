import { describe, expect, it } from "vitest";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { canonicalDecimal, type DecimalString, decimal, sumDecimals } from "#shared/kernel/decimal.ts";
import {
  applyCredit,
  createDocument,
  deleteTransaction,
  editTransaction,
  payTransaction,
  renameParty,
  voidTransaction,
} from "#simulator/books/events.ts";
import { playEvents } from "#simulator/books/play-events.ts";
import { outstandingOf, trialBalance } from "#simulator/books/postings.ts";
import type { Books, SimTransaction } from "#simulator/books/types.ts";
import { createLedgerC } from "#simulator/ledger-c/create-ledger-c.ts";
import { oracleC } from "#simulator/ledger-c/oracle/oracle.ts";
import { NOW, rows, type SentRow, smallBooks } from "#test/support/ledger-c-client.ts";

const SALES_SIDE = ["CustInvc", "CashSale", "VendCred", "CardRfnd"];
const PURCHASE_SIDE = ["VendBill", "Check", "CardChrg", "ExpRept", "CustCred", "CashRfnd", "PurchOrd"];

describe("the rows of the simulated Ledger C", () => {
  const books = smallBooks();
  const ledger = createLedgerC(books);
  const headers = new Map(rows(ledger, "SELECT * FROM transaction ORDER BY id").map((row) => [row.id, row]));
  const lines = rows(ledger, "SELECT * FROM transactionline ORDER BY transaction, id");

  it("has every transaction of the books once", () => {
    expect([...headers.keys()].sort()).toEqual(books.transactions.map((t) => t.id).sort());
    const types = new Set([...headers.values()].map((row) => row.type));
    for (const type of [...SALES_SIDE, ...PURCHASE_SIDE, "Journal", "CustPymt", "VendPymt", "CustDep", "VPrep"])
      expect(types).toContain(type);
  });

  it("sums the lines of each transaction to zero in both currencies", () => {
    for (const [id, own] of grouped(lines, "transaction")) {
      expect(sum(own, "foreignamount"), `foreign ${id}`).toBe("0");
      expect(sum(own, "netamount"), `base ${id}`).toBe("0");
    }
  });

  it("writes sales lines credit-negative and purchase lines positive, main lines the other way", () => {
    for (const [id, own] of grouped(lines, "transaction")) {
      const type = headers.get(id)?.type ?? "";
      const main = own.find((line) => line.mainline === "T");
      if (type === "Journal") {
        expect(main).toBeUndefined();
        continue;
      }
      expect(main?.id).toBe("0");
      const negative = main?.foreignamount?.startsWith("-") ?? false;
      if (SALES_SIDE.includes(type)) expect(negative, `${type} ${id}`).toBe(false);
      if (PURCHASE_SIDE.includes(type) && main?.foreignamount !== "0") expect(negative, `${type} ${id}`).toBe(true);
      for (const line of own.filter((candidate) => candidate.mainline === "F" && candidate.taxline === "F" && candidate.iscogs === "F")) {
        if (line.foreignamount === "0") continue;
        if (SALES_SIDE.includes(type)) expect(line.foreignamount, `${type} ${id}`).toMatch(/^-/);
        if (PURCHASE_SIDE.includes(type)) expect(line.foreignamount, `${type} ${id}`).not.toMatch(/^-/);
      }
    }
  });

  it("writes some header amounts negative and the rest positive", () => {
    for (const row of headers.values()) {
      if (row.foreigntotal === "0") continue;
      const negative = ["CustCred", "VendPymt", "Check", "CashRfnd"].includes(row.type ?? "");
      expect(row.foreigntotal?.startsWith("-"), row.type).toBe(negative);
    }
  });

  it("states what is unpaid on the main line", () => {
    for (const transaction of books.transactions) {
      const row = headers.get(transaction.id);
      const main = lines.find((line) => line.transaction === transaction.id && line.mainline === "T");
      const open = canonicalDecimal(outstandingOf(books, transaction));
      if (["CustInvc", "VendBill", "CustCred", "VendCred", "CustDep", "VPrep"].includes(row?.type ?? "")) {
        expect(main?.foreignamountunpaid, row?.type).toBe(open);
      } else if (row?.type === "CustPymt" || row?.type === "VendPymt") {
        expect(main?.foreignamountunpaid).toBe(open === "0" ? undefined : open);
      } else expect(main?.foreignamountunpaid).toBeUndefined();
    }
  });

  it("balances the accounting lines of each transaction and agrees with the trial balance", () => {
    const posted = rows(
      ledger,
      "SELECT transaction, account, amount, debit, credit FROM transactionaccountingline WHERE posting = 'T' ORDER BY transaction, transactionline",
    );
    for (const [id, own] of grouped(posted, "transaction")) {
      expect(sum(own, "amount"), id).toBe("0");
      for (const line of own)
        expect(canonicalDecimal(decimal(line.amount ?? ""))).toBe(line.credit ? `-${line.credit}` : (line.debit ?? "0"));
    }
    const balances = trialBalance(books, "2026-12-31" as CalendarDate);
    const sums = new Map([...grouped(posted, "account")].map(([account, own]) => [account, sum(own, "amount")]));
    for (const [account, balance] of balances) expect(sums.get(account) ?? "0", account).toBe(canonicalDecimal(balance));
  });

  it("gives each line that posts an account, orders and drafts included", () => {
    const resolved = rows(
      ledger,
      "SELECT l.transaction, l.id FROM transactionline l LEFT JOIN transactionaccountingline a ON a.transaction = l.transaction AND a.transactionline = l.id AND a.accountingbook = 1 WHERE l.iscogs = 'F' AND l.mainline = 'F' AND a.account IS NULL ORDER BY l.transaction, l.id",
    );
    expect(resolved).toEqual([]);
  });

  it("repeats every entry in a second accounting book when there is one", () => {
    const twice = createLedgerC(books, { secondaryBook: true });
    const count =
      "SELECT accountingbook, COUNT(*) AS n, SUM(amount) AS amount FROM transactionaccountingline GROUP BY accountingbook ORDER BY accountingbook";
    const [one, two] = rows(twice, count);
    expect(one).toMatchObject({ accountingbook: "1" });
    expect(two).toEqual({ ...one, accountingbook: "2" });
    expect(rows(ledger, count).map((row) => row.accountingbook)).toEqual(["1"]);
  });

  it("links money to what it settles with positive amounts that add up to what is paid", () => {
    const links = rows(ledger, "SELECT * FROM NextTransactionLineLink WHERE linktype = 'Payment' ORDER BY nextdoc, previousdoc");
    expect(links.length).toBeGreaterThan(10);
    for (const [id, own] of grouped(links, "previousdoc")) {
      const target = books.transactions.find((transaction) => transaction.id === id);
      if (!target) throw new Error(`link to ${id}`);
      const open = outstandingOf(books, target);
      expect(canonicalDecimal(sumDecimals([open, ...own.map((link) => decimal(link.foreignamount ?? ""))]))).toBe(
        canonicalDecimal(target.total),
      );
      for (const link of own) {
        expect(link.foreignamount).not.toMatch(/^-/);
        expect(headers.get(link.nextdoc ?? "")?.type).toBe(link.nexttype);
        expect(headers.get(id)?.type).toBe(link.previoustype);
      }
    }
    const orders = rows(
      ledger,
      "SELECT DISTINCT previousdoc, nextdoc, nexttype FROM NextTransactionLineLink WHERE previoustype = 'PurchOrd' ORDER BY nextdoc",
    );
    expect(orders.map((link) => link.nextdoc).sort()).toEqual(
      books.transactions
        .filter((t) => t.orderId !== null)
        .map((t) => t.id)
        .sort(),
    );
    for (const link of orders) expect(link.nexttype).toBe("VendBill");
  });

  it("lists the periods with their locks", () => {
    const periods = rows(
      ledger,
      "SELECT id, periodname, TO_CHAR(startdate, 'YYYY-MM-DD') AS s, TO_CHAR(enddate, 'YYYY-MM-DD') AS e, isyear, isquarter, isadjust, closed, alllocked, aplocked, arlocked FROM accountingperiod ORDER BY id",
    );
    expect(periods).toHaveLength(books.periods.length);
    for (const row of periods) {
      const source = books.periods.find((period) => period.id === row.id);
      expect(row).toMatchObject({
        periodname: source?.name,
        s: source?.start,
        e: source?.end,
        isyear: source?.kind === "year" ? "T" : "F",
        aplocked: source?.apLocked ? "T" : "F",
      });
    }
  });
});

describe("the simulated Ledger C after changes", () => {
  it("shows changes at once and forgets deleted records", () => {
    const books = smallBooks({ seed: 12 });
    const ledger = createLedgerC(books);
    const invoice = openDocument(books, "sales_invoice");
    const bill = openDocument(books, "purchase_bill");
    const status = (id: string) => rows(ledger, `SELECT status, voided FROM transaction WHERE id = ${id} ORDER BY id`)[0];
    expect(status(invoice.id)).toEqual({ status: "A", voided: "F" });
    const payment = payTransaction(books, invoice.id, NOW);
    expect(status(invoice.id)).toEqual({ status: "B", voided: "F" });
    expect(rows(ledger, `SELECT nextdoc FROM nexttransactionlinelink WHERE previousdoc = ${invoice.id} ORDER BY nextdoc`)).toEqual([
      { nextdoc: payment.id },
    ]);
    deleteTransaction(books, payment.id, NOW + 1000);
    expect(status(invoice.id)).toEqual({ status: "A", voided: "F" });
    expect(status(payment.id)).toBeUndefined();
    expect(rows(ledger, `SELECT id FROM transactionline WHERE transaction = ${payment.id} ORDER BY id`)).toEqual([]);
    voidTransaction(books, invoice.id, NOW + 2000);
    expect(status(invoice.id)).toEqual({ status: "V", voided: "T" });
    expect(
      rows(
        ledger,
        `SELECT account FROM transactionaccountingline WHERE transaction = ${invoice.id} AND posting = 'T' ORDER BY transaction`.replace(
          "id FROM",
          "account FROM",
        ),
      ),
    ).toEqual([]);
    editTransaction(books, bill.id, { memo: "changed" }, NOW + 3000);
    expect(rows(ledger, `SELECT memo FROM transaction WHERE id = ${bill.id} ORDER BY id`)).toEqual([{ memo: "changed" }]);
  });

  it("follows credits that are applied and parties that are renamed", () => {
    const books = smallBooks({ seed: 13 });
    const ledger = createLedgerC(books);
    const credit = openDocument(books, "sales_credit");
    const invoice = openDocument(books, "sales_invoice");
    rows(ledger, "SELECT id FROM transaction ORDER BY id");
    applyCredit(books, credit.id, invoice.id, "0.01" as DecimalString, NOW);
    const links = rows(
      ledger,
      `SELECT previousdoc, foreignamount, nexttype FROM nexttransactionlinelink WHERE nextdoc = ${credit.id} ORDER BY previousdoc`,
    );
    expect(links).toContainEqual({ previousdoc: invoice.id, foreignamount: "0.01", nexttype: "CustCred" });
    renameParty(books, invoice.partyId ?? "", "Renamed Ltd", NOW);
    expect(rows(ledger, `SELECT BUILTIN.DF(entity) AS who FROM transaction WHERE id = ${invoice.id} ORDER BY id`)).toEqual([
      { who: "Renamed Ltd" },
    ]);
  });
});

describe("the tables after many changes", () => {
  it.each([31, 32, 33, 34])("are what a fresh load of the books gives, seed %i", (seed) => {
    const books = smallBooks({ seed, months: 3, invoicesPerMonth: 8, calendar: seed % 2 === 0 ? "months" : "4-4-5" });
    const kept = createLedgerC(books);
    for (let round = 0; round < 4; round++) {
      kept.database.refresh();
      playEvents(books, seed * 10 + round, 25, NOW + round * 3_600_000);
    }
    const fresh = createLedgerC(books);
    for (const table of [
      "transaction",
      "transactionline",
      "transactionaccountingline",
      "nexttransactionlinelink",
      "account",
      "customer",
      "vendor",
    ]) {
      const read = (ledger: typeof fresh) =>
        rows(ledger, `SELECT * FROM ${table} ORDER BY 1, 2, 3, 4, 5`).map((row) => JSON.stringify(row));
      expect(read(kept).sort(), table).toEqual(read(fresh).sort());
    }
    expect(rows(kept, "SELECT id FROM transaction WHERE postingperiod IS NULL ORDER BY id")).toEqual([]);
  });
});

describe("a party that is both customer and vendor", () => {
  it("is two records with ids of their own, each with its own documents", () => {
    const made = smallBooks({ seed: 14, months: 2 });
    const first = made.parties.find((party) => party.role === "customer");
    const books: Books = { ...made, parties: made.parties.map((party) => (party === first ? { ...party, role: "both" as const } : party)) };
    const bill = openDocument(books, "purchase_bill", first?.id);
    const invoice = openDocument(books, "sales_invoice", first?.id);
    const ledger = createLedgerC(books);
    const entity = (id: string) => rows(ledger, `SELECT entity FROM transaction WHERE id = ${id} ORDER BY id`)[0]?.entity;
    expect(entity(invoice.id)).toBe(first?.id);
    expect(entity(bill.id)).not.toBe(first?.id);
    expect(rows(ledger, `SELECT id FROM vendor WHERE id = ${entity(bill.id)} ORDER BY id`)).toHaveLength(1);
    const ids = rows(ledger, "SELECT id FROM customer UNION ALL SELECT id FROM vendor ORDER BY id").map((row) => row.id);
    expect(new Set(ids).size).toBe(ids.length);
    const document = oracleC(books).documents.find((candidate) => candidate.id === `VendBill:${bill.id}`);
    expect(document?.party).toMatchObject({ id: `vendor:${entity(bill.id)}`, isVendor: true, isCustomer: false });
  });
});

function openDocument(books: Books, kind: "sales_invoice" | "purchase_bill" | "sales_credit", partyId?: string): SimTransaction {
  const role = kind === "purchase_bill" ? "vendor" : "customer";
  const party = books.parties.find((candidate) => candidate.role === role && candidate.currency === books.baseCurrency);
  const account = books.accounts.find((candidate) => candidate.kind === (role === "vendor" ? "expense" : "revenue"));
  const line = { accountId: account?.id ?? "", amount: "120.50" as DecimalString };
  return createDocument(
    books,
    { kind, partyId: partyId ?? party?.id ?? "", date: "2026-11-12" as CalendarDate, lines: [line] },
    NOW - 60_000,
  );
}

function grouped(list: readonly SentRow[], by: string): Map<string, SentRow[]> {
  const groups = new Map<string, SentRow[]>();
  for (const row of list) groups.set(row[by] ?? "", [...(groups.get(row[by] ?? "") ?? []), row]);
  return groups;
}

function sum(list: readonly SentRow[], column: string): string {
  return canonicalDecimal(sumDecimals(list.map((row) => decimal(row[column] ?? "0"))));
}
