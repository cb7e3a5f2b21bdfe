import { expect, it } from "vitest";
import { bankNotes, bankTable, bankVerdict } from "#main/pack/print/bank-table.ts";
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
  // The sentence says it without a sign; the table has the sign.
  for (const difference of ["5.00", "-5.00"]) expect(told({ state: "difference", difference })).toBe("Out of balance by 5.00 EUR.");
});

it("the sign of the items is explained wherever the total above them has the opposite one", () => {
  const notes = (facts: object) =>
    bankNotes({
      ...{ reasons: [], currency: "EUR", cleared: null, account: { isLiability: false } },
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

it("a card is printed with the signs of the balance sheet, where what is owed and charges are positive", () => {
  const nothing = { contact: null, description: null, number: null, reference: null, payee: null, date: "2026-10-30", ageDays: 1 };
  const card = {
    ...{ account: { accountId: "1", code: "205", name: "Company card", isCard: true, isLiability: true }, currency: "NZD" },
    ...{ books: "-1013.67", expected: "-913.67", statement: "-920.00", difference: "6.33", statementDate: null, fees: [] },
    ...{ outstandingPayments: [{ ...nothing, amount: "-120.00" }], outstandingReceipts: [] },
    unreconciledLines: [{ ...nothing, amount: "-20.00" }],
    ...{ totals: { payments: "120.00", receipts: "0.00", lines: "-20.00", fees: "0.00" }, reasons: [], cleared: null },
  } as unknown as BankReconciliation;
  const rows = bankTable(card).rows.map(({ cells }) => [cells[1], (cells[4] ?? "").trim()]);
  expect(rows).toEqual([
    ["Balance per books", "1,013.67"],
    ["Less outstanding charges", "(120.00)"],
    ["Transaction", "120.00"],
    ["Plus outstanding payments and credits", "–"],
    ["Plus unreconciled statement lines", "20.00"],
    ["Transaction", "20.00"],
    ["Expected statement balance", "913.67"],
    ["Balance per statement", "920.00"],
    ["Difference", "(6.33)"],
  ]);
  expect(bankNotes(card)).toEqual([
    "What is owed is positive, and so are charges. Payments, credits and fees not in the books are listed as negative amounts.",
  ]);
});
