import { expect, it } from "vitest";
import { bankNotes, bankVerdict } from "#main/pack/print/bank-table.ts";
import type { BankReconciliation } from "#shared/contract/close/bank.ts";

const told = (facts: object) =>
  bankVerdict({
    asOf: "2026-10-31",
    currency: "EUR",
    difference: "0.00",
    unreconciledLines: [],
    ...facts,
  } as unknown as BankReconciliation);

it("an account isn't called reconciled while anything of it is left or not covered", () => {
  expect(told({ state: "reconciled" })).toBe("Reconciled.");
  expect(told({ state: "statement_ends_early" })).toBe("In balance, but the statements end before 31 Oct 2026.");
  expect(told({ state: "to_match" })).toBe("In balance, with fees that aren't in the books.");
  expect(told({ state: "to_match", unreconciledLines: [{}] })).toBe("In balance, with unreconciled statement lines.");
  expect(told({ state: "no_statement" })).toBe("No statement covers 31 Oct 2026.");
  expect(told({ state: "difference", difference: "5.00" })).toBe("Out of balance by 5.00 EUR.");
});

it("the sign of the items is explained wherever the total above them has the opposite one", () => {
  const notes = (facts: object) =>
    bankNotes({
      ...{ reasons: [], currency: "EUR", cleared: null },
      ...{ outstandingPayments: [], outstandingReceipts: [], unreconciledLines: [], fees: [] },
      ...facts,
    } as unknown as BankReconciliation);
  const explained = [
    "Outstanding receipts and fees not in the books are listed as positive amounts, outstanding payments as negative amounts.",
  ];
  expect(notes({ outstandingPayments: [{}] })).toEqual(explained);
  expect(notes({ outstandingReceipts: [{}] })).toEqual(explained);
  expect(notes({ fees: [{}] })).toEqual(explained);
  expect(notes({ unreconciledLines: [{}] })).toEqual([]);
});
