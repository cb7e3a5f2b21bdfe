import { describe, expect, it } from "vitest";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import type { DecimalString } from "#shared/kernel/decimal.ts";
import { createDocument } from "#simulator/books/events.ts";
import { outstandingOf } from "#simulator/books/postings.ts";
import type { Books, SimTransaction } from "#simulator/books/types.ts";
import { createLedgerC } from "#simulator/ledger-c/create-ledger-c.ts";
import { call, NOW, rows, smallBooks } from "#test/support/ledger-c-client.ts";

describe("the record service of the simulated Ledger C", () => {
  it("lists ids and links only, in pages", () => {
    const books = smallBooks();
    const ledger = createLedgerC(books);
    const page = JSON.parse(call(ledger, "GET", "record/v1/vendorBill?limit=5&offset=5").body);
    const bills = books.transactions.filter((t) => t.kind === "purchase_bill");
    expect(page).toMatchObject({ count: 5, offset: 5, hasMore: true, totalResults: bills.length });
    for (const item of page.items) expect(Object.keys(item).sort()).toEqual(["id", "links"]);
    expect(call(ledger, "GET", "record/v1/vendorBill?limit=2000").status).toBe(400);
    expect(call(ledger, "GET", "record/v1/nothing").status).toBe(404);
  });

  it("answers one record in camel case, sublists as links unless asked for", () => {
    const books = smallBooks();
    const ledger = createLedgerC(books);
    const bill = books.transactions.find((t) => t.kind === "purchase_bill" && t.state === "approved" && t.lines.length > 1);
    const record = JSON.parse(call(ledger, "GET", `record/v1/vendorbill/${bill?.id}`).body);
    expect(record).toMatchObject({ id: bill?.id, tranDate: bill?.date, total: Number(bill?.total), exchangeRate: Number(bill?.rate) });
    expect(record.entity.id).toBe(bill?.partyId);
    expect(record.expense.items).toBeUndefined();
    expect(record.expense.links[0].href).toContain(`/vendorBill/${bill?.id}/expense`);
    const full = JSON.parse(call(ledger, "GET", `record/v1/vendorBill/${bill?.id}?expandSubResources=true`).body);
    expect(full.expense.items.length + full.item.items.length).toBe(bill?.lines.length);
    expect(call(ledger, "GET", "record/v1/vendorBill/999999").status).toBe(404);
    expect(call(ledger, "GET", `record/v1/invoice/${bill?.id}`).status).toBe(404);
  });

  it("serves list records and the catalogue with custom segments", () => {
    const books = smallBooks();
    const ledger = createLedgerC(books);
    const period = JSON.parse(call(ledger, "GET", `record/v1/accountingPeriod/${books.periods[0]?.id}`).body);
    expect(period).toMatchObject({ id: books.periods[0]?.id, startDate: books.periods[0]?.start, isYear: true });
    const catalogue = JSON.parse(call(ledger, "GET", "record/v1/metadata-catalog/vendorBill").body);
    expect(
      Object.keys(catalogue.properties)
        .filter((name) => name.startsWith("cseg_"))
        .sort(),
    ).toEqual(
      books.dimensions
        .map((d) => d.fieldKey)
        .filter((key) => key.startsWith("cseg_"))
        .sort(),
    );
  });

  it("creates a bill that waits for approval, finds it by its reference and refuses the reference twice", () => {
    const books = smallBooks();
    const ledger = createLedgerC(books);
    const body = billBody(books, { externalId: "tieout-7c1e", memo: "Paper" });
    const created = call(ledger, "POST", "record/v1/vendorBill", body);
    expect(created).toMatchObject({ status: 204, body: "" });
    const id = created.headers?.location?.split("/").at(-1);
    expect(
      rows(ledger, "SELECT id, status, approvalstatus, foreigntotal, memo FROM transaction WHERE externalid = 'tieout-7c1e' ORDER BY id"),
    ).toEqual([{ id, status: "D", approvalstatus: "1", foreigntotal: "90.5", memo: "Paper" }]);
    expect(JSON.parse(call(ledger, "GET", "record/v1/vendorBill/eid:tieout-7c1e").body).id).toBe(id);
    expect(call(ledger, "POST", "record/v1/vendorBill", body).status).toBe(400);
    expect(call(ledger, "PUT", "record/v1/vendorBill/eid:other", billBody(books, {})).status).toBe(204);
    expect(rows(ledger, "SELECT id FROM transaction WHERE externalid = 'other' ORDER BY id")).toHaveLength(1);
  });

  it("drops a misspelt field in silence unless strict names are asked for", () => {
    const books = smallBooks();
    const ledger = createLedgerC(books);
    const body = billBody(books, { mmemo: "lost" });
    expect(call(ledger, "POST", "record/v1/vendorBill", body).status).toBe(204);
    const strict = call(ledger, "POST", "record/v1/vendorBill", body, { "x-ledger-propertynamevalidation": "Error" });
    expect(strict.status).toBe(400);
    expect(strict.body).toContain("mmemo");
  });

  it("names the place of a bad reference and a missing amount", () => {
    const books = smallBooks();
    const ledger = createLedgerC(books);
    const item = call(ledger, "POST", "record/v1/vendorBill", {
      ...billBody(books, {}),
      item: { items: [{ item: { id: "9999" }, quantity: 1, rate: 2 }] },
    });
    expect(JSON.parse(item.body)["o:errorDetails"][0]).toMatchObject({
      "o:errorCode": "INVALID_CONTENT",
      "o:errorPath": "item.items[0].item",
    });
    const party = call(ledger, "POST", "record/v1/vendorBill", { ...billBody(books, {}), entity: { id: "1" } });
    expect(JSON.parse(party.body)["o:errorDetails"][0]).toMatchObject({ "o:errorPath": "entity" });
    expect(call(ledger, "POST", "record/v1/vendorBill", { ...billBody(books, {}), expense: { items: [] } }).status).toBe(400);
  });

  it("refuses a scripted rejection with the internal field id and nothing more", () => {
    const books = smallBooks();
    const ledger = createLedgerC(books, { rejectMemo: "no owner" });
    const before = books.transactions.length;
    const refused = call(ledger, "POST", "record/v1/vendorBill", billBody(books, { memo: "no owner" }));
    expect(refused.status).toBe(400);
    const detail = JSON.parse(refused.body)["o:errorDetails"][0];
    expect(detail).toMatchObject({ "o:errorCode": "USER_ERROR" });
    expect(detail.detail).toMatch(/custbody_/);
    expect(books.transactions).toHaveLength(before);
    const bill = openBill(books);
    bill.scriptRejection = "Please enter value(s) for: custbody_cost_owner.";
    expect(call(ledger, "PATCH", `record/v1/vendorBill/${bill.id}`, { memo: "x" }).body).toContain("custbody_cost_owner");
    expect(call(ledger, "DELETE", `record/v1/vendorBill/${bill.id}`).status).toBe(400);
  });

  it("enforces closed periods and module locks", () => {
    const books = smallBooks();
    const ledger = createLedgerC(books);
    const period = books.periods.find(
      (candidate) => candidate.kind === "month" && candidate.start <= "2026-11-10" && candidate.end >= "2026-11-10",
    );
    if (!period) throw new Error("no period");
    const post = (type: string, body: object) => call(ledger, "POST", `record/v1/${type}`, body).status;
    const invoice = {
      ...billBody(books, {}),
      entity: { id: books.parties.find((p) => p.role === "customer")?.id },
      expense: undefined,
      item: { items: [{ item: { id: books.items[0]?.id }, quantity: 1, rate: 10 }] },
    };
    period.arLocked = true;
    expect([post("vendorBill", billBody(books, {})), post("invoice", invoice)]).toEqual([204, 400]);
    period.arLocked = false;
    period.apLocked = true;
    expect([post("vendorBill", billBody(books, {})), post("invoice", invoice)]).toEqual([400, 204]);
    period.closed = true;
    expect([post("vendorBill", billBody(books, {})), post("invoice", invoice)]).toEqual([400, 400]);
    const inPeriod = books.transactions.find((t) => t.kind === "sales_invoice" && t.date >= period.start && t.date <= period.end);
    expect(call(ledger, "DELETE", `record/v1/invoice/${inPeriod?.id}`).status).toBe(400);
  });

  it("patches named fields, keeps the lines not named and replaces a sublist on request", () => {
    const books = smallBooks();
    const ledger = createLedgerC(books);
    const account = books.accounts.find((candidate) => candidate.kind === "expense");
    const created = call(ledger, "POST", "record/v1/vendorBill", billBody(books, {}));
    const id = created.headers?.location?.split("/").at(-1) ?? "";
    expect(
      call(ledger, "PATCH", `record/v1/vendorBill/${id}`, {
        memo: "new",
        expense: { items: [{ account: { id: account?.id }, amount: 10.25 }] },
      }).status,
    ).toBe(204);
    expect(rows(ledger, `SELECT foreigntotal, memo FROM transaction WHERE id = ${id} ORDER BY id`)).toEqual([
      { foreigntotal: "100.75", memo: "new" },
    ]);
    call(ledger, "PATCH", `record/v1/vendorBill/${id}`, { memo: null, dueDate: null });
    expect(rows(ledger, `SELECT foreigntotal, memo, duedate FROM transaction WHERE id = ${id} ORDER BY id`)).toEqual([
      { foreigntotal: "100.75" },
    ]);
    call(ledger, "PATCH", `record/v1/vendorBill/${id}?replace=expense`, {
      expense: { items: [{ account: { id: account?.id }, amount: 7 }] },
    });
    expect(rows(ledger, `SELECT foreigntotal FROM transaction WHERE id = ${id} ORDER BY id`)).toEqual([{ foreigntotal: "7" }]);
  });

  it("approves a bill that waits and sends it back", () => {
    const books = smallBooks();
    const ledger = createLedgerC(books);
    const created = call(ledger, "POST", "record/v1/vendorBill", billBody(books, {}));
    const id = created.headers?.location?.split("/").at(-1) ?? "";
    const status = () => rows(ledger, `SELECT status, approvalstatus, posting FROM transaction WHERE id = ${id} ORDER BY id`)[0];
    call(ledger, "PATCH", `record/v1/vendorBill/${id}`, { approvalStatus: { id: "2" } });
    expect(status()).toEqual({ status: "A", approvalstatus: "2", posting: "T" });
    call(ledger, "PATCH", `record/v1/vendorBill/${id}`, { approvalStatus: { id: "1" } });
    expect(status()).toEqual({ status: "D", approvalstatus: "1", posting: "F" });
    expect(call(ledger, "PATCH", `record/v1/vendorBill/${id}`, { approvalStatus: { id: "9" } }).status).toBe(400);
  });

  it("takes a vendor payment, applies it and refuses more than is open", () => {
    const books = smallBooks();
    const ledger = createLedgerC(books);
    const bill = openBill(books);
    const payment = (amount: number) => ({
      entity: { id: bill.partyId },
      tranDate: "2026-11-14",
      externalId: `pay-${amount}`,
      apply: { items: [{ doc: { id: bill.id }, apply: true, amount }] },
    });
    expect(call(ledger, "POST", "record/v1/vendorPayment", payment(500)).status).toBe(400);
    expect(call(ledger, "POST", "record/v1/vendorPayment", payment(20.5)).status).toBe(204);
    expect(rows(ledger, "SELECT type, foreigntotal FROM transaction WHERE externalid = 'pay-20.5' ORDER BY id")).toEqual([
      { type: "VendPymt", foreigntotal: "-20.5" },
    ]);
    expect(
      rows(ledger, `SELECT foreignamountunpaid AS open FROM transactionline WHERE transaction = ${bill.id} AND mainline = 'T' ORDER BY id`),
    ).toEqual([{ open: "100" }]);
  });

  it("takes a journal that balances and no other", () => {
    const books = smallBooks();
    const ledger = createLedgerC(books);
    const [one, two] = books.accounts.filter((candidate) => candidate.kind === "expense");
    const journal = (credit: number) => ({
      tranDate: "2026-11-14",
      externalId: "accrual",
      line: {
        items: [
          { account: { id: one?.id }, debit: 50.25 },
          { account: { id: two?.id }, credit },
        ],
      },
    });
    expect(call(ledger, "POST", "record/v1/journalEntry", journal(50)).status).toBe(400);
    expect(call(ledger, "POST", "record/v1/journalEntry", journal(50.25)).status).toBe(204);
    const lines =
      "SELECT l.id, l.foreignamount FROM transactionline l INNER JOIN transaction t ON t.id = l.transaction WHERE t.externalid = 'accrual' ORDER BY l.id";
    expect(rows(ledger, lines)).toEqual([
      { id: "0", foreignamount: "50.25" },
      { id: "1", foreignamount: "-50.25" },
    ]);
  });

  it("changes the lines of a journal that a patch numbers, and keeps or replaces the others", () => {
    const books = smallBooks();
    const ledger = createLedgerC(books);
    const [one, two] = books.accounts.filter((candidate) => candidate.kind === "expense").map(({ id }) => ({ id }));
    const items = [
      { account: one, debit: 50, memo: "Rent" },
      { account: two, credit: 50 },
    ];
    const created = call(ledger, "POST", "record/v1/journalEntry", { tranDate: "2026-11-14", line: { items } });
    const id = created.headers?.location?.split("/").at(-1) ?? "";
    const patch = (lines: readonly object[], query = "") =>
      call(ledger, "PATCH", `record/v1/journalEntry/${id}${query}`, { line: { items: lines } }).status;
    const now = () =>
      rows(ledger, `SELECT id, foreignamount, expenseaccount, memo FROM transactionline WHERE transaction = ${id} ORDER BY id`);
    expect([patch([{ line: 0, debit: 70 }]), patch([{ line: 1, debit: 50 }]), patch([{ line: 0, debit: 1 }], "?replace=line")]).toEqual([
      ...[400, 400, 400],
    ]);
    expect(
      patch([
        { line: 1, credit: 70, account: one },
        { line: 0, debit: 60 },
        { account: two, debit: 10 },
      ]),
    ).toBe(204);
    expect(now()).toMatchObject([
      { id: "0", foreignamount: "60", memo: "Rent" },
      { id: "1", foreignamount: "-70" },
      { id: "2", foreignamount: "10" },
    ]);
    expect(
      patch([
        { line: 0, debit: 0, credit: 5 },
        { line: 1, credit: 0, debit: 5 },
        { line: 2, debit: 0 },
      ]),
    ).toBe(204);
    expect(now().map(({ foreignamount }) => foreignamount)).toEqual(["-5", "5", "0"]);
    expect(
      patch(
        [
          { account: one, debit: 3 },
          { account: two, credit: 3 },
        ],
        "?replace=line",
      ),
    ).toBe(204);
    expect(now().map(({ foreignamount }) => foreignamount)).toEqual(["3", "-3"]);
  });

  it("answers 400, and never breaks, for bodies and addresses that make no sense", () => {
    const books = smallBooks();
    const ledger = createLedgerC(books);
    const account = books.accounts.find((candidate) => candidate.kind === "expense");
    const lines = (amount: unknown) => ({ expense: { items: [{ account: { id: account?.id }, amount }] } });
    for (const more of [
      lines(10.123),
      lines("ten"),
      lines(null),
      { expense: { items: [5] } },
      { expense: 5 },
      { tranDate: "31/12/2026" },
      { tranDate: "2031-01-01" },
      { currency: { id: "77" } },
      { subsidiary: { id: "77" } },
      { class: { id: "77" } },
    ]) {
      expect(call(ledger, "POST", "record/v1/vendorBill", billBody(books, more)).status, JSON.stringify(more)).toBe(400);
    }
    expect(call(ledger, "POST", "record/v1/vendorBill", []).status).toBe(400);
    expect(call(ledger, "POST", "record/v1/vendorBill").status).toBe(400);
    expect(call(ledger, "GET", "record/v1/%E0%A4%A").status).toBe(400);
    expect(call(ledger, "POST", "record/v1/purchaseOrder", billBody(books, {})).status).toBe(405);
    expect(call(ledger, "GET", "nowhere/v1").status).toBe(404);
  });

  it("deletes for good, but nothing that is paid", () => {
    const books = smallBooks();
    const ledger = createLedgerC(books);
    const created = call(ledger, "POST", "record/v1/vendorBill", billBody(books, {}));
    const id = created.headers?.location?.split("/").at(-1) ?? "";
    expect(call(ledger, "DELETE", `record/v1/vendorBill/${id}`).status).toBe(204);
    expect(call(ledger, "GET", `record/v1/vendorBill/${id}`).status).toBe(404);
    expect(rows(ledger, `SELECT id FROM transaction WHERE id = ${id} ORDER BY id`)).toEqual([]);
    for (const period of books.periods) Object.assign(period, { closed: false, allLocked: false, apLocked: false, arLocked: false });
    const paid = books.transactions.find(
      (t) => t.kind === "purchase_bill" && t.state === "approved" && outstandingOf(books, t) !== t.total,
    );
    expect(call(ledger, "DELETE", `record/v1/vendorBill/${paid?.id}`).status).toBe(400);
  });
});

function billBody(books: Books, more: object): object {
  const vendor = books.parties.find((party) => party.role === "vendor" && party.currency === books.baseCurrency);
  const account = books.accounts.find((candidate) => candidate.kind === "expense");
  return {
    entity: { id: vendor?.id },
    subsidiary: { id: "1" },
    tranId: "OP-771",
    tranDate: "2026-11-10",
    dueDate: "2026-11-30",
    expense: { items: [{ account: { id: account?.id }, amount: 90.5, memo: "A4" }] },
    ...more,
  };
}

function openBill(books: Books): SimTransaction {
  const vendor = books.parties.find((party) => party.role === "vendor" && party.currency === books.baseCurrency);
  const account = books.accounts.find((candidate) => candidate.kind === "expense");
  const line = { accountId: account?.id ?? "", amount: "120.50" as DecimalString };
  return createDocument(
    books,
    { kind: "purchase_bill", partyId: vendor?.id ?? "", date: "2026-11-12" as CalendarDate, lines: [line] },
    NOW - 60_000,
  );
}
