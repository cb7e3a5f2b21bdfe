import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { deriveStatus, firedRule } from "#main/ledgers/b/derive-status.ts";
import { type DecimalString, decimal } from "#shared/kernel/decimal.ts";
import { statusRuleOf } from "#shared/model/books/status-rule.ts";
import { invoice, mapB, only } from "#test/unit/ledgers/b/support.ts";

const status = (privateNote: string | undefined, total: string, balance: string) =>
  deriveStatus({ privateNote, total: decimal(total), balance: decimal(balance) });

/** An amount in cents, written with two decimals. */
const written = (cents: number) =>
  decimal(`${cents < 0 ? "-" : ""}${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, "0")}`);
const cents = fc.integer({ min: -1_000_00, max: 1_000_00 });
const note = fc.oneof(
  fc.constant(undefined),
  fc.string().filter((text) => !text.startsWith("Voided")),
);

describe("rule 6: the status of a Ledger B document is derived, in one order", () => {
  it.each([
    ["Voided", "300.00", "300.00", "voided"],
    ["Voided", "0", "0", "voided"],
    ["Voided by Ann on 4 October", "300.00", "0", "voided"],
    ["voided", "300.00", "300.00", "open"],
    [" Voided", "300.00", "300.00", "open"],
    ["Not Voided", "300.00", "300.00", "open"],
    [undefined, "0", "0", "voided_or_zero"],
    [undefined, "0.00", "0.000", "voided_or_zero"],
    [undefined, "-0.00", "0", "voided_or_zero"],
    [undefined, "300.00", "0", "paid"],
    [undefined, "300.00", "0.00", "paid"],
    [undefined, "300.00", "299.99", "part_paid"],
    [undefined, "300.00", "0.01", "part_paid"],
    [undefined, "300.00", "300", "open"],
    [undefined, "300.0", "300.00", "open"],
    [undefined, "300.00", "300.01", "open"],
    [undefined, "9007199254740993.01", "9007199254740993.00", "part_paid"],
    [undefined, "0", "5.00", "open"],
    [undefined, "5.00", "-1.00", "part_paid"],
  ])("note %s, total %s, balance %s: %s", (privateNote, total, balance, expected) => {
    expect(status(privateNote, total, balance)).toBe(expected);
  });

  it("lets a void note win over every amount", () => {
    fc.assert(
      fc.property(
        fc.string(),
        cents,
        cents,
        (rest, total, balance) => status(`Voided${rest}`, written(total), written(balance)) === "voided",
      ),
    );
  });

  it("follows the order for every other note and amount", () => {
    fc.assert(
      fc.property(note, cents, cents, (privateNote, total, balance) => {
        const expected = total === 0 && balance === 0 ? "voided_or_zero" : balance === 0 ? "paid" : balance < total ? "part_paid" : "open";
        expect(status(privateNote, written(total), written(balance))).toBe(expected);
      }),
    );
  });

  it("does not depend on how many digits an amount was written with", () => {
    fc.assert(
      fc.property(cents, cents, fc.nat({ max: 4 }), (total, balance, zeros) => {
        const longer = (value: DecimalString) => `${value}${"0".repeat(zeros)}`;
        expect(status(undefined, longer(written(total)), longer(written(balance)))).toBe(
          status(undefined, written(total), written(balance)),
        );
      }),
    );
  });

  it("keeps in the status which rule fired", () => {
    fc.assert(
      fc.property(fc.option(fc.oneof(note, fc.constant("Voided")), { nil: undefined }), cents, cents, (privateNote, total, balance) => {
        const facts = { privateNote, total: written(total), balance: written(balance) };
        const rule = statusRuleOf({ status: deriveStatus(facts), statusIsDerived: true });
        expect(rule?.name).toBe(firedRule(facts));
      }),
    );
    const numbers = (["voided", "voided_or_zero", "paid", "part_paid", "open"] as const).map(
      (given) => statusRuleOf({ status: given, statusIsDerived: true })?.number,
    );
    expect(numbers).toEqual([1, 2, 3, 4, 5]);
    expect(statusRuleOf({ status: "open", statusIsDerived: false })).toBeNull();
  });

  it.each(["invoices", "bills", "credit-memos", "vendor-credits"])("is stored and marked as derived on %s", (stream) => {
    const document = only(mapB(stream, invoice({ TotalAmt: 300, Balance: 120, DueDate: "2020-01-01" })), "document");
    expect(document).toMatchObject({ status: "part_paid", statusIsDerived: true });
    expect(document).not.toHaveProperty("sourceStatus");
  });

  it.each(["sales-receipts", "refund-receipts", "purchases"])("calls cash documents paid, zero or voided: %s", (stream) => {
    const cash = (fields: object) =>
      only(mapB(stream, invoice({ Balance: undefined, Credit: stream === "purchases", ...fields })), "document").status;
    expect(cash({ TotalAmt: 41.2 })).toBe("paid");
    expect(cash({ TotalAmt: 0 })).toBe("voided_or_zero");
    expect(cash({ TotalAmt: 0, PrivateNote: "Voided" })).toBe("voided");
  });

  it("does not take a journal entry's total of 0 for a void", () => {
    const entry = (fields: object) =>
      only(mapB("journal-entries", { Id: "1", TxnDate: "2026-10-31", TotalAmt: 0, Line: [], ...fields }), "document").status;
    expect(entry({})).toBe("paid");
    expect(entry({ PrivateNote: "Voided" })).toBe("voided");
  });

  it("knows no overdue: a due date changes nothing", () => {
    fc.assert(
      fc.property(
        cents,
        cents,
        fc.date({ min: new Date("2000-01-01"), max: new Date("2040-01-01"), noInvalidDate: true }),
        (total, balance, due) => {
          const of = (DueDate: string | undefined) =>
            only(
              mapB(
                "invoices",
                `{"Id":"1","TxnDate":"2026-10-05","TotalAmt":${written(total)},"Balance":${written(balance)}${DueDate === undefined ? "" : `,"DueDate":"${DueDate}"`}}`,
              ),
              "document",
            ).status;
          expect(of(due.toISOString().slice(0, 10))).toBe(of(undefined));
        },
      ),
      { numRuns: 50 },
    );
  });
});
