import { expect, test } from "vitest";
import { reconciliationLines } from "#main/features/bank/bank-tables.ts";

type Reconciliation = Parameters<typeof reconciliationLines>[0];

function printed(isLiability: boolean): string {
  const none = { outstandingPayments: [], outstandingReceipts: [], unreconciledLines: [], fees: [], reasons: [] };
  const result = {
    ...none,
    account: { code: "205", name: "Company card", isLiability },
    ...{
      currency: "NZD",
      asOf: "2026-10-31",
      books: "-1013.67",
      expected: "-983.67",
      statement: null,
      statementDate: null,
      difference: null,
    },
    totals: { payments: "40.00", receipts: "10.00", lines: "0", fees: "0" },
    ledgerDiffers: { clearedHere: [], clearedThere: [] },
  };
  return reconciliationLines(result as unknown as Reconciliation).join("\n");
}

test("a card's reconciliation is printed in a card's words: money out is a charge, money in a payment or a credit", () => {
  expect(printed(true)).toMatch(/Plus outstanding charges +40\.00\nLess outstanding payments and credits +10\.00\n/);
  expect(printed(false)).toMatch(/Plus outstanding payments +40\.00\nLess outstanding receipts +10\.00\n/);
});
