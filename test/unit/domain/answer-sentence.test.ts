import { describe, expect, test } from "vitest";
import { answerSentence } from "#main/domain/tie-outs/answer-sentence.ts";
import { decimal } from "#shared/kernel/decimal.ts";
import type { DifferenceAnswer, DifferenceCause } from "#shared/model/reports/tie-out-causes.ts";

type Part = DifferenceAnswer["parts"][number];
const part = (cause: DifferenceCause, more: Partial<Part> = {}): Part => ({
  ...{ id: "Bill:1", isDocument: true, number: "B-1", date: "2026-10-30" as Part["date"], effect: decimal("1.00"), cause },
  ...more,
});
const said = (parts: readonly Part[], explained = "1200.50", difference = "-2000.00", lacks: readonly string[] = []) =>
  answerSentence({ parts: [...parts], explained: decimal(explained), difference: decimal(difference), end: "2026-10-31", lacks });

describe("the answer to why it doesn't tie", () => {
  test.each<[DifferenceCause, string, string]>([
    [
      "edited",
      "1 transaction was edited after Tieout's or the ledger's figure was taken",
      "2 transactions were edited after Tieout's or the ledger's figure was taken",
    ],
    [
      "added_late",
      "1 transaction was entered after Tieout's or the ledger's figure was taken",
      "2 transactions were entered after Tieout's or the ledger's figure was taken",
    ],
    [
      "deleted",
      "1 transaction was deleted after Tieout's or the ledger's figure was taken",
      "2 transactions were deleted after Tieout's or the ledger's figure was taken",
    ],
    [
      "revaluation",
      "1 currency revaluation is in Tieout's figure but not in the ledger's",
      "2 currency revaluations are in Tieout's figure but not in the ledger's",
    ],
  ])("counts what is %s, with the sum it explains of the whole, both without signs", (cause, one, two) => {
    expect(said([part(cause)])).toBe(`${one}; it explains 1,200.50 of 2,000.00.`);
    expect(said([part(cause), part(cause)], "-1200.50", "2000.00")).toBe(`${two}; together they explain 1,200.50 of 2,000.00.`);
  });

  test("says of a revaluation in the control accounts that no open transaction has it", () => {
    const figures = { explained: decimal("8.00"), difference: decimal("-8.00"), end: "2026-10-31", lacks: [], ofControl: true };
    expect(answerSentence({ ...figures, parts: [part("revaluation")] })).toBe(
      "1 currency revaluation is in the control accounts but not in any open transaction; it explains 8.00 of 8.00.",
    );
    expect(answerSentence({ ...figures, parts: [part("revaluation"), part("revaluation")] })).toBe(
      "2 currency revaluations are in the control accounts but not in any open transaction; together they explain 8.00 of 8.00.",
    );
  });

  test("says of what isn't applied only that it would explain the sum", () => {
    expect(said([part("unapplied")])).toBe("1 receipt or payment isn't fully applied: that would explain 1,200.50 of 2,000.00.");
    expect(said([part("unapplied"), part("unapplied")])).toBe(
      "2 receipts or payments aren't fully applied: that would explain 1,200.50 of 2,000.00.",
    );
  });

  test("names each cause once, with the count of its own parts", () => {
    expect(said([part("edited"), part("deleted"), part("edited"), part("edited")])).toBe(
      "3 transactions were edited after Tieout's or the ledger's figure was taken, and 1 transaction was deleted after Tieout's or the ledger's figure was taken; together they explain 1,200.50 of 2,000.00.",
    );
  });

  test.each<[DifferenceCause, string]>([
    [
      "exchange_difference",
      "B-1 has the same difference with the opposite sign, so the ledger may have revalued this account without showing the entry",
    ],
    ["other_account", "B-1 has the same difference with the opposite sign, so something posted to one of the two may belong to the other"],
    ["duplicate", "B-1 has the same amount and the same number or date as another transaction, so it may have been entered twice"],
    ["sign", "B-1 is for half the difference, so Tieout or the ledger may have it with the opposite sign"],
    ["transposed", "The amount of B-1 may have two digits swapped"],
    ["next_period", "B-1 is dated 2 Nov 2026, just after 31 Oct 2026, so the ledger may count it in this period"],
    ["last_days", "B-1 is dated 30 Oct 2026, so the ledger may count it in the next period"],
    ["one_side", "B-1 is for exactly the difference, so the ledger's figure may not include it"],
  ])("says what a coincidence would mean: %s", (cause, meaning) => {
    expect(said([part(cause, cause === "next_period" ? { date: "2026-11-02" as Part["date"] } : {})], "2000.00")).toBe(
      `${meaning}: that would explain 2,000.00 of 2,000.00.`,
    );
  });

  test("calls a transaction without a number by its ID, and one without a date near the end of the period", () => {
    expect(said([part("last_days", { number: null, date: null })])).toBe(
      "Bill:1 is dated near the end of the period, so the ledger may count it in the next period: that would explain 1,200.50 of 2,000.00.",
    );
  });

  test("says nothing of what a figure is known to lack once something explains the difference", () => {
    expect(said([part("edited")], "2000.00", "2000.00", ["The ledger doesn't provide transfers."])).toBe(
      "1 transaction was edited after Tieout's or the ledger's figure was taken; it explains 2,000.00 of 2,000.00.",
    );
    expect(said([], "0", "-2000.00", ["The ledger doesn't provide transfers.", "Nor payroll."])).toBe(
      "The ledger doesn't provide transfers. Nor payroll. That may explain the difference of 2,000.00. No transaction that affects this figure explains it.",
    );
  });
});
