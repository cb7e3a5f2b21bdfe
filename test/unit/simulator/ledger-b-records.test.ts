import { describe, expect, test } from "vitest";
import { addDecimals, canonicalDecimal, type DecimalString, decimal, sumDecimals } from "#shared/kernel/decimal.ts";
import { outstandingOf, postingsOf, unappliedOf } from "#simulator/books/postings.ts";
import type { Books, SimTransaction } from "#simulator/books/types.ts";
import { ask, at, booksB, faultOf, first, NOW_MS, type Node, REALM } from "./ledger-b-books.ts";

const books = booksB();
const ledger = ask(books);

function one(entity: string, id: string, from = ledger): Node {
  return at(from.get(`${entity.toLowerCase()}/${id}`).body, entity);
}

function value(node: unknown): DecimalString {
  return canonicalDecimal(decimal(node as string));
}

function equal(a: unknown, b: DecimalString): void {
  expect(value(a)).toBe(canonicalDecimal(b));
}

/** Books with one hand-made invoice in place of all transactions. */
function withInvoice(change: (invoice: SimTransaction) => void): { books: Books; invoice: SimTransaction } {
  const own = booksB({ months: 2 });
  const invoice = first(own, "sales_invoice", ({ currency, lines }) => currency === "USD" && lines.length > 1);
  own.transactions.splice(0, own.transactions.length, invoice);
  change(invoice);
  return { books: own, invoice };
}

describe("documents", () => {
  test.each(["Invoice", "Bill", "CreditMemo", "VendorCredit"])("%s: the balance is what the books say is open", (entity) => {
    const records = ledger.all(entity);
    expect(records.length).toBeGreaterThan(0);
    for (const record of records) {
      const transaction = books.transactions.find(({ id }) => id === record.Id) as SimTransaction;
      equal(record.Balance, outstandingOf(books, transaction));
    }
  });

  test("invoice lines, less discounts, and tax make the total; a subtotal line follows the items", () => {
    for (const invoice of ledger.all("Invoice")) {
      const lines = (invoice.Line as Node[]).filter(
        ({ DetailType }) => DetailType === "SalesItemLineDetail" || DetailType === "DiscountLineDetail",
      );
      const amounts = lines.map((line) =>
        line.DetailType === "DiscountLineDetail" ? decimal(`-${line.Amount}`) : decimal(line.Amount as string),
      );
      const subtotals = (invoice.Line as Node[]).filter(({ DetailType }) => DetailType === "SubTotalLineDetail");
      expect(subtotals).toHaveLength(1);
      expect(subtotals[0]?.Id).toBeUndefined();
      equal(
        addDecimals(sumDecimals(amounts), decimal(at(invoice, "TxnTaxDetail").TotalTax as string)),
        decimal(invoice.TotalAmt as string),
      );
    }
  });

  test("a voided invoice keeps number and dates and has lost every amount", () => {
    const { books: own, invoice } = withInvoice(() => undefined);
    const before = one("Invoice", invoice.id, ask(own));
    invoice.state = "voided";
    invoice.version++;
    const after = one("Invoice", invoice.id, ask(own));
    expect(after).toMatchObject({
      DocNumber: before.DocNumber,
      TxnDate: before.TxnDate,
      DueDate: before.DueDate,
      TotalAmt: "0",
      Balance: "0",
      SyncToken: String(Number(before.SyncToken) + 1),
      LinkedTxn: [],
    });
    expect(after.PrivateNote as string).toMatch(/^Voided/);
    expect((after.Line as Node[]).map(({ Amount }) => Amount ?? "0").every((amount) => amount === "0")).toBe(true);
    expect((after.Line as Node[]).length).toBe((before.Line as Node[]).length);
  });

  test("a line without item that takes something off is a discount line", () => {
    const { books: own, invoice } = withInvoice(({ lines }) => {
      const line = lines[1];
      if (line) Object.assign(line, { itemId: null, net: "-12.50", netBase: "-12.50" });
    });
    const lines = one("Invoice", invoice.id, ask(own)).Line as Node[];
    const discount = lines.find(({ DetailType }) => DetailType === "DiscountLineDetail");
    equal(discount?.Amount, decimal("12.5"));
    expect(at(discount, "DiscountLineDetail", "DiscountAccountRef").value).toBe(invoice.lines[1]?.accountId);
  });

  test("an invoice of one line without item and quantity shows its subtotal only", () => {
    const { books: own, invoice } = withInvoice(({ lines }) => {
      lines.splice(1);
      const line = lines[0];
      if (line) Object.assign(line, { itemId: null, quantity: null, unitPrice: null });
    });
    const lines = one("Invoice", invoice.id, ask(own)).Line as Node[];
    expect(lines.map(({ DetailType }) => DetailType)).toEqual(["SubTotalLineDetail"]);
    equal(lines[0]?.Amount, invoice.lines[0]?.net as DecimalString);
  });

  test("numerals come in both forms, with and without zeros at the end", () => {
    const { text } = ledger.get("query", { query: "SELECT * FROM Payment MAXRESULTS 500" });
    expect(text).toMatch(/"UnappliedAmt":0[,}]/);
    expect(text).toMatch(/"UnappliedAmt":0\.00/);
    expect(() => JSON.parse(text)).not.toThrow();
  });

  test("only foreign purchases state a base total; refunds by card carry a flag and positive amounts", () => {
    const purchases = ledger.all("Purchase");
    for (const purchase of purchases) {
      const isForeign = at(purchase, "CurrencyRef").value !== "USD";
      expect(purchase.HomeTotalAmt !== undefined).toBe(isForeign);
      expect((purchase.TotalAmt as string).startsWith("-")).toBe(false);
      if (purchase.PaymentType !== "CreditCard") expect(purchase.Credit).toBeUndefined();
    }
    const refunds = purchases.filter(({ Credit }) => Credit === true);
    expect(refunds.length).toBe(books.transactions.filter(({ kind }) => kind === "cash_purchase_refund").length);
  });

  test("journal entries have no total, and their sides are equal", () => {
    for (const entry of ledger.all("JournalEntry")) {
      expect(entry.TotalAmt).toBe("0");
      const side = (wanted: string) =>
        sumDecimals(
          (entry.Line as Node[])
            .filter((line) => at(line, "JournalEntryLineDetail").PostingType === wanted)
            .map(({ Amount }) => decimal(Amount as string)),
        );
      equal(side("Debit"), side("Credit"));
    }
  });

  test("orders and the bills made from them name each other", () => {
    const bills = ledger.all("Bill").filter((bill) => (bill.LinkedTxn as Node[]).some(({ TxnType }) => TxnType === "PurchaseOrder"));
    expect(bills.length).toBeGreaterThan(0);
    for (const bill of bills) {
      const orderId = (bill.LinkedTxn as Node[]).find(({ TxnType }) => TxnType === "PurchaseOrder")?.TxnId as string;
      const order = one("PurchaseOrder", orderId);
      if (!(bill.PrivateNote as string | undefined)?.startsWith("Voided"))
        expect(order.LinkedTxn).toContainEqual({ TxnId: bill.Id, TxnType: "Bill" });
    }
  });
});

describe("payments", () => {
  test("what is applied and what is not make the total", () => {
    for (const payment of ledger.all("Payment").filter(({ TotalAmt }) => value(TotalAmt) !== "0")) {
      const applied = sumDecimals((payment.Line as Node[]).map(({ Amount }) => decimal(Amount as string)));
      equal(addDecimals(applied, decimal(payment.UnappliedAmt as string)), decimal(payment.TotalAmt as string));
      const transaction = books.transactions.find(({ id }) => id === payment.Id) as SimTransaction;
      if (transaction.state === "approved") equal(payment.UnappliedAmt, unappliedOf(books, transaction));
    }
  });

  test("a credit is applied by a payment of nothing with a line for it and one for each charge", () => {
    const credit = first(books, "sales_credit", ({ allocations }) => allocations.length > 0);
    const links = ledger
      .all("Payment")
      .filter((payment) => JSON.stringify(payment.Line).includes(`"TxnId":"${credit.id}","TxnType":"CreditMemo"`));
    expect(links.length).toBeGreaterThan(0);
    const charged = links.flatMap((link) =>
      (link.Line as Node[]).filter((line) => ((line.LinkedTxn as Node[])[0] as Node).TxnType === "Invoice"),
    );
    equal(sumDecimals(charged.map(({ Amount }) => decimal(Amount as string))), sumDecimals(credit.allocations.map(({ amount }) => amount)));
    expect(links.every((link) => value(link.TotalAmt) === "0" && link.PrivateNote === "Created to link credits to charges.")).toBe(true);
    const invoice = one("Invoice", credit.allocations[0]?.toId ?? "");
    expect((invoice.LinkedTxn as Node[]).map(({ TxnId }) => TxnId)).toContain(links[0]?.Id);
  });
});

describe("names", () => {
  test("an account's balance is the sum of its postings", () => {
    const sums = new Map<string, DecimalString[]>();
    for (const { accountId, amountBase } of books.transactions.flatMap((t) => postingsOf(books, t))) {
      sums.set(accountId, [...(sums.get(accountId) ?? []), amountBase]);
    }
    const accounts = ledger.all("Account", "WHERE Active IN (true, false)");
    expect(accounts.length).toBe(books.accounts.length);
    for (const account of accounts) equal(account.CurrentBalance, sumDecimals(sums.get(account.Id as string) ?? []));
  });

  test("a posting moves the time of customer and account, not their tokens", () => {
    const own = booksB();
    const before = ask(own);
    const invoice = first(own, "sales_invoice");
    const customer = one("Customer", invoice.partyId ?? "", before);
    invoice.modifiedMs = NOW_MS - 1000;
    const after = one("Customer", invoice.partyId ?? "", before);
    expect(after.SyncToken).toBe(customer.SyncToken);
    expect(at(after, "MetaData").LastUpdatedTime).toBe("2026-11-20T18:59:59-08:00");
    expect(at(one("Account", invoice.lines[0]?.accountId ?? "", before), "MetaData").LastUpdatedTime).toBe("2026-11-20T18:59:59-08:00");
  });
});

describe("company and access", () => {
  test("preferences say what discovery asks", () => {
    const own = booksB();
    const preferences = at(ask(own).get("preferences").body, "Preferences");
    expect(preferences.AccountingInfoPrefs).toMatchObject({
      TrackDepartments: true,
      ClassTrackingPerTxn: true,
      ClassTrackingPerTxnLine: true,
    });
    expect(preferences.TaxPrefs).toEqual({ UsingSalesTax: true, PartnerTaxEnabled: true });
    own.locks.bookClose = null;
    expect("BookCloseDate" in at(ask(own).get("preferences").body, "Preferences", "AccountingInfoPrefs")).toBe(false);
    expect(at(ask(own).get(`companyinfo/${REALM}`).body, "CompanyInfo").CompanyName).toBe(own.name);
  });

  test("another company, an unknown path and a write are faults", () => {
    const request = { method: "GET", path: "/v3/company/1/preferences", query: new URLSearchParams(), headers: {}, body: "" };
    expect(ledger.ledger.handle(request, NOW_MS).status).toBe(403);
    expect(faultOf(ledger.get("wishes/1"))).toBe("400 500");
    expect(ledger.send("POST", "invoice", {}, "{}").status).toBe(400);
  });

  test("sign-in faults are lower case, throttling has its own code", () => {
    const refused = ledger.ledger.unauthorized("expired");
    expect(refused.status).toBe(401);
    expect(JSON.parse(refused.body).fault.error[0].code).toBe("3200");
    expect(refused.headers?.["www-authenticate"]).toContain("invalid_token");
    const throttled = ledger.ledger.throttled("minute", 60);
    expect(throttled.status).toBe(429);
    expect(JSON.parse(throttled.body).Fault).toMatchObject({ type: "SERVICE", Error: [{ code: "3001" }] });
  });
});
