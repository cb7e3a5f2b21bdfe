import { describe, expect, it } from "vitest";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { decimal } from "#shared/kernel/decimal.ts";
import { writeOperation } from "#shared/model/ledger/write.ts";
import { withChanges } from "../../../src/renderer/features/writes/conflicts/conflict.ts";
import { paymentErrors, paymentOperation } from "../../../src/renderer/features/writes/payments/payment-draft.ts";
import { blankDocument, blankPayment } from "../../../src/renderer/features/writes/queue/job-form.ts";
import { createOperation } from "../../../src/renderer/features/writes/transactions/entry-operation.ts";
import { changeOperation, changesOf } from "../../../src/renderer/features/writes/transactions/transaction-change.ts";
import {
  EMPTY_LINE,
  formErrors,
  type LineForm,
  withoutHiddenRate,
} from "../../../src/renderer/features/writes/transactions/transaction-draft.ts";

const rent = { id: "account:1", name: "Rent" };
const line: LineForm = {
  ...{ ...EMPTY_LINE, key: 0, lineId: "Bill:7/1", target: rent, description: "A4", quantity: "2", unitAmount: "5", net: "10" },
  ...{ taxCode: "INPUT2", dimensions: { region: "north", team: "red" } },
};
const seen = {
  ...blankDocument("purchase_bill", "EUR", calendarDate("2026-11-21"), "both"),
  ...{ party: { id: "contact:1", name: "Oak Paper" }, number: "7", reference: "PO 7", dueDate: "2026-12-21", exchangeRate: "1.0825" },
  ...{ entityId: "uk", memo: "Paper", lines: [line] },
};
const emptied = {
  ...seen,
  ...{ party: null, number: "", reference: "", dueDate: "", exchangeRate: "", entityId: "", memo: "" },
  lines: [{ ...line, description: "", quantity: "", unitAmount: "", taxCode: "", dimensions: { region: "", team: "red" } }],
};

describe("fields that a person empties", () => {
  it.each(["dueDate", "exchangeRate", "number", "entityId"] as const)("alone are a change: %s", (field) => {
    expect(changesOf(seen, { ...seen, [field]: "" }, 2)).toEqual({ cleared: [field] });
  });

  it("are all sent as emptied, in the head and in a line", () => {
    const changes = changesOf(seen, emptied, 2);
    expect(changes).toEqual({
      reference: "",
      memo: "",
      cleared: ["party", "number", "dueDate", "exchangeRate", "entityId"],
      lines: [
        {
          ...{ id: "Bill:7/1", kind: "account", accountId: "account:1", net: { amount: "10", currency: "EUR" }, description: "" },
          ...{
            dimensions: [{ dimensionId: "team", valueId: "red" }],
            cleared: ["quantity", "unitAmount", "tax"],
            clearedDimensions: ["region"],
          },
        },
      ],
    });
    expect(writeOperation.parse(changeOperation("Bill:7", "hash", changes))).toMatchObject({ changes });
    // The review and the conflict page show them empty.
    expect(withChanges(seen, changes)).toEqual({
      ...emptied,
      lines: [{ ...emptied.lines[0], dimensions: { team: "red" } }],
    });
  });

  it("are no change where they were empty", () => {
    expect(changesOf(emptied, emptied, 2)).toEqual({});
  });

  it("can't be the account of a line that had one", () => {
    const without = { ...seen, lines: [{ ...line, target: null }] };
    expect(formErrors(without, 2, undefined, seen)).toEqual({ "lines[0].accountId": "Choose an account or an item." });
    // A line that is only text has none in the ledger either.
    expect(formErrors(without, 2, undefined, without)).toEqual({});
  });
});

describe("an exchange rate that was typed before the currency became the base currency", () => {
  const paid = {
    ...blankPayment("NZD", calendarDate("2026-11-21")),
    ...{ party: { id: "contact:1", name: "Oak Paper" }, account: { id: "account:bank", name: "Bank" }, amounts: { "bill:1": "5.00" } },
  };
  const open = [{ id: "bill:1", outstanding: decimal("50.00") }];

  it("isn't checked, since no field is shown for it", () => {
    const form = { ...seen, exchangeRate: "abc" };
    expect(formErrors(withoutHiddenRate(form, "NZD"), 2)).toEqual({ exchangeRate: "Enter a rate, such as 1.0825." });
    expect(formErrors(withoutHiddenRate({ ...form, currency: "NZD" }, "NZD"), 2)).toEqual({});
    const payment = { ...paid, exchangeRate: "abc" };
    expect(paymentErrors(withoutHiddenRate({ ...payment, currency: "EUR" }, "NZD"), open)).toHaveProperty("exchangeRate");
    expect(paymentErrors(withoutHiddenRate(payment, "NZD"), open)).toEqual({});
  });

  it("isn't sent either", () => {
    const inBase = withoutHiddenRate({ ...seen, currency: "NZD" }, "NZD");
    expect(createOperation(inBase, 2)).not.toHaveProperty("document.exchangeRate");
    expect(createOperation(withoutHiddenRate(seen, "NZD"), 2)).toHaveProperty("document.exchangeRate", "1.0825");
    const payment = withoutHiddenRate({ ...paid, exchangeRate: "1.0825" }, "NZD");
    expect(paymentOperation(payment, open)).not.toHaveProperty("payment.exchangeRate");
  });
});
