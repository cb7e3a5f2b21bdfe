import { describe, expect, test } from "vitest";
import { decimal } from "#shared/kernel/decimal.ts";
import { splitPayment } from "#shared/model/books/payment-split.ts";

const open = (id: string, outstanding: string, partyId: string | null = "p1") => ({ id, partyId, outstanding: decimal(outstanding) });

describe("an amount among open bills or invoices", () => {
  test("goes to several that it pays in full", () => {
    expect(splitPayment(decimal("30.00"), [open("a", "10.00"), open("b", "20.00")])).toEqual({
      ...{ left: "0.00", problem: null },
      allocations: [
        { id: "a", amount: "10.00" },
        { id: "b", amount: "20.00" },
      ],
    });
  });

  test("pays the last in part", () => {
    const { allocations, problem } = splitPayment(decimal("25.00"), [open("a", "10.00"), open("b", "20.00")]);
    expect([allocations[1]?.amount, problem]).toEqual(["15.00", null]);
  });

  test.each([
    ["nothing_chosen", []],
    ["several_contacts", [open("a", "10.00"), open("b", "20.00", "p2")]],
    ["several_contacts", [open("a", "30.00", null)]],
    ["amount_left", [open("a", "29.99")]],
    ["one_too_many", [open("a", "30.00"), open("b", "20.00")]],
  ])("can't be paid: %s", (problem, payables) => {
    expect(splitPayment(decimal("30.00"), payables).problem).toBe(problem);
  });
});
