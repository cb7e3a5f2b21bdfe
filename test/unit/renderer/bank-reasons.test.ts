import { describe, expect, it } from "vitest";
import { decimal } from "#shared/kernel/decimal.ts";
import { reasonWords } from "../../../src/renderer/features/bank/bank-lines.ts";

describe("why a bank line and transactions belong together", () => {
  const words = (fee: string, count: number, of: number) =>
    reasonWords({
      fee: decimal(fee),
      reasons: [
        { code: "rule", text: "Card payouts" },
        { code: "adds_up", count, of },
      ],
    });

  it("says that amounts add up, with the fee where there is one", () => {
    expect(words("12.50", 3, 7)).toBe("Found by rule “Card payouts” · 3 of 7 nearby amounts add up to this one plus the fee");
    expect(words("12.50", 1, 1)).toBe("Found by rule “Card payouts” · 1 amount adds up to this one plus the fee");
    expect(words("0.00", 3, 7)).toBe("Found by rule “Card payouts” · 3 of 7 nearby amounts add up to this one");
    expect(words("0.00", 2, 2)).toBe("Found by rule “Card payouts” · 2 amounts add up to this one");
  });
});
