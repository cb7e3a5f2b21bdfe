import { describe, expect, it } from "vitest";
import { writesB } from "#main/ledgers/b/writes.ts";
import { converse, response } from "./support.ts";
import { operation, writeContext } from "./write-context.ts";

/** A record with these members, as JSON that keeps its numerals. */
const record = (members: string, version = "2") => `{"Id":"7","SyncToken":"${version}","TxnDate":"2026-10-05",${members}}`;

/** What a person who deletes a record is told of it, when it was so and is now otherwise. */
function brief(entity: string, seen: string, now: string) {
  const context = writeContext({ records: { [`${entity}:7`]: record(seen) } });
  const { value } = converse(writesB.prepare(context, [operation({ kind: "delete", id: `${entity}:7` })]), () =>
    response(`{"${entity}":${record(now, "3")}}`),
  );
  return value.ok ? "was prepared" : value.failure.brief;
}

const sold = (id: string, amount: string, detail = "") =>
  `{"Id":"${id}","Amount":${amount},"DetailType":"SalesItemLineDetail","SalesItemLineDetail":{"ItemRef":{"value":"4"}${detail}}}`;
const bought = (amount: string) =>
  `{"Id":"1","Amount":${amount},"DetailType":"AccountBasedExpenseLineDetail","AccountBasedExpenseLineDetail":{"AccountRef":{"value":"63"}}}`;
const discount = (amount: string) =>
  `{"Id":"3","Amount":${amount},"DetailType":"DiscountLineDetail","DiscountLineDetail":{"PercentBased":false,"DiscountAccountRef":{"value":"82"}}}`;
const posting = (id: string, type: string, amount: string) =>
  `{"Id":"${id}","Amount":${amount},"DetailType":"JournalEntryLineDetail","JournalEntryLineDetail":{"PostingType":"${type}","AccountRef":{"value":"63"}}}`;
const sale = (total: string, lines: string, more = "") => `"TotalAmt":${total},"Balance":${total},${more}"Line":[${lines}]`;
const euros = '"CurrencyRef":{"value":"EUR"},';

describe("what a conflict of Ledger B says in brief", () => {
  it("is what a person changed, not what the ledger works out from it", () => {
    const invoice = (amount: string, withTax: string, total: string, home: string) =>
      sale(total, sold("1", amount, `,"TaxInclusiveAmt":${withTax}`), `${euros}"HomeTotalAmt":${home},`);
    expect(brief("Invoice", invoice("50", "60", "60", "66"), invoice("55", "66", "66", "72.6"))).toBe(
      "Changed in the ledger: total from 60.00 EUR to 66.00 EUR",
    );
    expect(brief("Invoice", invoice("50", "60", "60", "66"), invoice("55", "66", "60", "66"))).toBe(
      "Changed in the ledger: amount of line 1 from 50.00 EUR to 55.00 EUR",
    );
    // A new rate moves it alone.
    expect(brief("Invoice", invoice("50", "60", "60", "66"), invoice("50", "60", "60", "69"))).toBe(
      "Changed in the ledger: total in base currency",
    );
  });

  it("has no values where the currency moved, since the amounts aren't of one", () => {
    expect(brief("Invoice", sale("50", sold("1", "50")), sale("55", sold("1", "55"), euros))).toBe(
      "Changed in the ledger: total, outstanding, amount of line 1, and 1 more field",
    );
  });

  it("only names the amounts that people see as negative: discounts, credits of a journal, refunds", () => {
    const invoice = (off: string) => sale("45", `${sold("1", "50")},${discount(off)}`);
    expect(brief("Invoice", invoice("5"), invoice("7.5"))).toBe("Changed in the ledger: amount of line 2");
    const journal = (debit: string, credit: string) =>
      `"TotalAmt":0,"Line":[${posting("0", "Debit", debit)},${posting("1", "Credit", credit)}]`;
    expect(brief("JournalEntry", journal("50", "50"), journal("60", "60"))).toBe(
      "Changed in the ledger: amount of line 1 from 50.00 USD to 60.00 USD. Amount of line 2 also changed.",
    );
    const refund = (amount: string) => `"TotalAmt":${amount},"Line":[${sold("1", amount)}]`;
    expect(brief("RefundReceipt", refund("50"), refund("60"))).toBe("Changed in the ledger: total and amount of line 1");
    const expense = (amount: string, credit = "") => `"TotalAmt":${amount},"PaymentType":"CreditCard",${credit}"Line":[${bought(amount)}]`;
    const back = '"Credit":true,';
    expect(brief("Purchase", expense("50", back), expense("60", back))).toBe("Changed in the ledger: total and amount of line 1");
    expect(brief("Purchase", expense("50"), expense("60", back))).toBe("Changed in the ledger: total, amount of line 1, and credit");
    expect(brief("Purchase", expense("50"), expense("60"))).toBe("Changed in the ledger: total from 50.00 USD to 60.00 USD");
  });

  it("leaves the amount of a discount out where the total says by how much", () => {
    const invoice = (total: string, off: string) => sale(total, `${sold("1", "50")},${discount(off)}`);
    expect(brief("Invoice", invoice("45", "5"), invoice("42.5", "7.5"))).toBe("Changed in the ledger: total from 45.00 USD to 42.50 USD");
  });
});
