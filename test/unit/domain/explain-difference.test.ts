import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { answerSentence } from "#main/domain/tie-outs/answer-sentence.ts";
import { type DifferenceCandidate, explainDifference, slips } from "#main/domain/tie-outs/explain-difference.ts";
import { absoluteDecimal, compareDecimals, decimal, fromTenThousandths, isZero, sumDecimals } from "#shared/kernel/decimal.ts";
import { DIFFERENCE_CAUSES } from "#shared/model/reports/tie-out-causes.ts";

const cents = (minor: number) => fromTenThousandths(minor * 100, 2);
const amount = fc.integer({ min: -500_000, max: 500_000 }).filter((minor) => minor !== 0);
const candidates = (causes: readonly DifferenceCandidate["cause"][], max = 12) =>
  fc
    .array(fc.record({ cause: fc.constantFrom(...causes), minor: amount }), { minLength: 1, maxLength: max })
    .map((list) => list.map(({ cause, minor }, at): DifferenceCandidate => ({ id: `doc-${at}`, cause, effect: cents(minor) })));
const FACTS = ["edited", "added_late", "deleted"] as const;

describe("why a figure differs", () => {
  it("is found where planted facts make it up, whatever other facts there are", () => {
    fc.assert(
      fc.property(candidates(FACTS), fc.infiniteStream(fc.boolean()), (list, flips) => {
        const planted = list.filter(() => flips.next().value === true);
        const difference = sumDecimals([decimal("0"), ...planted.map(({ effect }) => effect)]);
        const { explained, left, parts } = explainDifference(difference, list);
        if (isZero(difference)) return;
        expect([compareDecimals(explained, difference), isZero(left)]).toEqual([0, true]);
        expect(compareDecimals(sumDecimals(parts.map(({ effect }) => effect)), difference)).toBe(0);
      }),
    );
  });

  it("never claims more than the difference, nor of the other sign, and names nothing twice", () => {
    fc.assert(
      fc.property(candidates(DIFFERENCE_CAUSES, 40), amount, (list, minor) => {
        const difference = cents(minor);
        const { explained, left, parts } = explainDifference(difference, list);
        expect(isZero(explained) || explained.startsWith("-") === difference.startsWith("-")).toBe(true);
        expect(compareDecimals(absoluteDecimal(explained), absoluteDecimal(difference))).toBeLessThanOrEqual(0);
        expect(compareDecimals(sumDecimals([explained, left]), difference)).toBe(0);
        expect(new Set(parts.map(({ id }) => id)).size).toBe(parts.length);
      }),
    );
  });

  it("takes a coincidence only when it alone is the whole difference", () => {
    const two: DifferenceCandidate[] = [
      { id: "a", cause: "last_days", effect: decimal("60.00") },
      { id: "b", cause: "one_side", effect: decimal("40.00") },
    ];
    expect(explainDifference(decimal("100.00"), two).parts).toEqual([]);
    expect(explainDifference(decimal("60.00"), two).parts.map(({ id }) => id)).toEqual(["a"]);
  });

  it("is found for a doubled entry, an opposite sign and swapped digits", () => {
    const posted = (id: string, text: string, number: string) => ({ id, number, date: "2026-10-05", amount: decimal(text) });
    expect(slips(decimal("90.00"), [posted("a", "540.00", "1"), posted("b", "45.00", "2"), posted("c", "450.00", "3")])).toMatchObject([
      { id: "a", cause: "transposed" },
      { id: "b", cause: "sign" },
    ]);
    expect(slips(decimal("12.50"), [posted("a", "12.50", "7"), posted("b", "12.50", "7")]).map(({ cause }) => cause)).toEqual([
      "one_side",
      "duplicate",
    ]);
  });
});

describe("the answer where no transaction explains the difference", () => {
  const unexplained = { parts: [], explained: decimal("0"), difference: decimal("-120.50"), end: "2026-10-31" };

  it("names what the figure is known to lack", () => {
    expect(answerSentence({ ...unexplained, lacks: ["The ledger doesn't provide bank transfers, so they aren't included."] })).toBe(
      "The ledger doesn't provide bank transfers, so they aren't included. That may explain the difference of 120.50; no transaction that affects this figure does.",
    );
  });

  it("says so where nothing is known to be missing", () => {
    expect(answerSentence({ ...unexplained, lacks: [] })).toBe(
      "No transaction that affects this figure explains the difference of 120.50.",
    );
  });
});
