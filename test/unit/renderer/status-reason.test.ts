import { describe, expect, it } from "vitest";
import { type StatusSource, statusReason } from "../../../src/renderer/format/labels/status-reason.ts";

const SOURCE: StatusSource = {
  status: "open",
  statusIsDerived: true,
  type: "sales_invoice",
  currency: "USD",
  total: "42121.95",
  outstanding: "42121.95",
};

describe("why a document has its status", () => {
  it.each([
    [{}, "Open: the balance 42,121.95 equals the total, and the memo doesn't begin with “Voided”."],
    [{ outstanding: "50000.00" }, "Open: the balance 50,000.00 is more than the total 42,121.95, and the memo"],
    [{ status: "part_paid", outstanding: "20.5" }, "Partly paid: the balance 20.50 is less than the total 42,121.95."],
    [{ status: "paid", outstanding: "0" }, "Paid: the balance is zero and the total is 42,121.95."],
    [{ status: "paid", type: "journal", outstanding: "0" }, "Posted: nothing is owed on a journal, so it has no balance."],
    [{ status: "paid", type: "cash_purchase", outstanding: "0" }, "Posted: it was paid immediately, so it has no balance."],
    [
      { status: "voided_or_zero", total: "0", outstanding: "0" },
      "Voided or zero: the total and the balance are both zero, so it was voided or entered for zero.",
    ],
    [{ status: "voided", outstanding: "0.00" }, "Voided: the memo begins with “Voided”."],
  ] as const)("%o", (change, words) => {
    const reason = statusReason({ ...SOURCE, ...change });
    expect(reason?.slice(0, words.length)).toBe(words);
    expect(reason).toMatch(/\. The ledger doesn't report a status, so Tieout works it out \(rule [1-5] of 5\)\.$/);
  });

  it("says of a deleted one that it is gone, which no rule has to find", () => {
    expect(statusReason({ ...SOURCE, status: "deleted" })).toBe("Deleted: this transaction is no longer in the ledger.");
  });

  it("says nothing about a status that the ledger states, but for what is read out of its amounts", () => {
    expect(statusReason({ ...SOURCE, statusIsDerived: false })).toBeNull();
    expect(statusReason({ ...SOURCE, statusIsDerived: false, status: "part_paid", outstanding: "1.00" })).toBe(
      "Partly paid: open in the ledger, with 1.00 of 42,121.95 outstanding.",
    );
  });
});
