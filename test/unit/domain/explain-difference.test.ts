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
describe("of several explanations", () => {
  const of = (cause: DifferenceCandidate["cause"], effect: string, id = `${cause} ${effect}`): DifferenceCandidate => ({
    ...{ id, cause, effect: decimal(effect) },
  });
  const named = (difference: string, ...list: DifferenceCandidate[]) => {
    const { parts, left } = explainDifference(decimal(difference), list);
    return [parts.map(({ id }) => id), left];
  };

  it("all facts of one cause come before a single coincidence, and all facts there are, too", () => {
    expect(named("100.00", of("one_side", "100.00"), of("edited", "40.00"), of("edited", "60.00"))).toEqual([
      ["edited 40.00", "edited 60.00"],
      "0.00",
    ]);
    expect(named("100.00", of("one_side", "100.00"), of("deleted", "60.00"), of("edited", "40.00"))).toEqual([
      ["edited 40.00", "deleted 60.00"],
      "0.00",
    ]);
    expect(named("100.00", of("unapplied", "40.00"), of("unapplied", "60.00"))).toEqual([["unapplied 40.00", "unapplied 60.00"], "0.00"]);
    expect(named("-100.00", of("revaluation", "-140.00"), of("revaluation", "40.00"))).toEqual([
      ["revaluation -140.00", "revaluation 40.00"],
      "0.00",
    ]);
  });

  it("the strongest cause is taken when one candidate is the whole difference", () => {
    const strongest = DIFFERENCE_CAUSES.filter((cause) => cause !== "edited");
    for (const [at, cause] of strongest.entries())
      expect(
        named(
          "60.00",
          ...strongest
            .slice(at)
            .reverse()
            .map((other) => of(other, "60.00")),
          of("edited", "-1.00"),
        ),
      ).toEqual([[`${cause} 60.00`], "0.00"]);
  });

  it("revaluations count together, beside facts that explain the rest", () => {
    expect(
      named("100.00", of("edited", "30.00"), of("deleted", "500.00"), of("revaluation", "90.00"), of("revaluation", "-20.00")),
    ).toEqual([expect.arrayContaining(["edited 30.00", "revaluation 90.00", "revaluation -20.00"]), "0.00"]);
    expect(named("100.00", of("revaluation", "30.00"), of("revaluation", "25.00"))).toEqual([
      ["revaluation 30.00", "revaluation 25.00"],
      "45.00",
    ]);
    // Those that go beyond the difference, or the other way, are no part of it.
    expect(named("100.00", of("edited", "60.00"), of("deleted", "50.00"), of("revaluation", "150.00"))).toEqual([
      ["edited 60.00"],
      "40.00",
    ]);
    expect(named("100.00", of("edited", "60.00"), of("deleted", "50.00"), of("revaluation", "-10.00"))).toEqual([
      ["edited 60.00"],
      "40.00",
    ]);
    expect(named("-100.00", of("edited", "-60.00"), of("revaluation", "-30.00"))).toEqual([
      expect.arrayContaining(["edited -60.00", "revaluation -30.00"]),
      "-10.00",
    ]);
  });

  it("the facts that come closest are taken, as few as there can be", () => {
    expect(named("105.00", of("edited", "60.00"), of("edited", "40.00"), of("deleted", "100.00"))).toEqual([["deleted 100.00"], "5.00"]);
    expect(named("-105.00", of("edited", "-60.00"), of("edited", "-40.00"), of("deleted", "-130.00"))).toEqual([
      ["edited -60.00", "edited -40.00"],
      "-5.00",
    ]);
    expect(named("50.00", of("edited", "80.00"), of("deleted", "-30.00"), of("added_late", "7.00"))).toEqual([
      ["edited 80.00", "deleted -30.00"],
      "0.00",
    ]);
    expect(named("50.00", of("edited", "80.00"))).toEqual([[], "50.00"]);
  });

  it("only the 24 largest facts are tried together", () => {
    const large = Array.from({ length: 23 }, (_, at) => of("edited", "500.00", `large ${at}`));
    const small = [of("edited", "-20.00"), of("edited", "30.00"), of("deleted", "40.00")];
    // 40.00 is the 24th by size, whatever its sign.
    expect(named("45.00", ...small, ...large)).toEqual([["deleted 40.00"], "5.00"]);
    expect(named("35.00", ...small, ...large)).toEqual([[], "35.00"]);
    expect(named("35.00", ...small, ...large.slice(1))).toEqual([["edited 30.00"], "5.00"]);
  });

  it("no difference has none, and what has no effect explains nothing", () => {
    expect(named("0.00", of("edited", "5.00"), of("deleted", "-5.00"))).toEqual([[], "0.00"]);
    const facts = [of("edited", "5.00"), of("added_late", "3.00"), of("deleted", "-8.00")];
    expect(named("0.00", ...facts, of("revaluation", "1.00"), of("unapplied", "1.00"))).toEqual([[], "0.00"]);
    expect(named("0.0001", of("edited", "0.0001"))).toEqual([["edited 0.0001"], "0.0000"]);
    expect(named("5.00", of("edited", "0.00"), of("edited", "5.00"))).toEqual([["edited 5.00"], "0.00"]);
  });

  it("a slip is looked for among what was posted, by number or else by day", () => {
    const posted = (id: string, text: string, number: string | null, date = "2026-10-05") => ({ id, number, date, amount: decimal(text) });
    const causes = (difference: string, ...list: ReturnType<typeof posted>[]) =>
      slips(decimal(difference), list).map(({ id, cause }) => `${id} ${cause}`);
    expect(causes("12.50", posted("a", "12.50", null), posted("b", "12.50", null), posted("c", "12.50", null, "2026-10-06"))).toEqual([
      ...["a one_side", "b duplicate", "c one_side"],
    ]);
    expect(causes("12.50", posted("a", "12.50", "1"), posted("b", "12.50", "2"))).toEqual(["a one_side", "b one_side"]);
    expect(causes("0.00", posted("a", "12.50", "1"))).toEqual([]);
    expect(causes("12.50", posted("a", "0.00", "1"), posted("b", "6.25", "2"), posted("c", "-6.25", "3"))).toEqual(["b sign"]);
    // 12.01 entered as 21.01, and -75.60 as -57.60: the first two digits; 1.80 as 1.08: the last two.
    expect(causes("9.00", posted("a", "21.01", "1"), posted("b", "12.01", "2"))).toEqual(["a transposed"]);
    expect(causes("-18.00", posted("a", "-75.60", "1"), posted("b", "75.60", "2"))).toEqual(["a transposed"]);
    expect(causes("0.72", posted("a", "1.80", "1"), posted("b", "1.08", "2"))).toEqual(["a transposed"]);
    // Ten more is a swap of nothing.
    expect(causes("10.00", posted("a", "21.01", "1"))).toEqual([]);
  });
});

describe("the answer where no transaction explains the difference", () => {
  const unexplained = { parts: [], explained: decimal("0"), difference: decimal("-120.50"), end: "2026-10-31" };

  it("names what the figure is known to lack", () => {
    expect(answerSentence({ ...unexplained, lacks: ["The ledger doesn't provide bank transfers, so they aren't included."] })).toBe(
      "The ledger doesn't provide bank transfers, so they aren't included. That may explain the difference of 120.50. No transaction that affects this figure explains it.",
    );
  });

  it("says so where nothing is known to be missing", () => {
    expect(answerSentence({ ...unexplained, lacks: [] })).toBe(
      "No transaction that affects this figure explains the difference of 120.50.",
    );
  });
});
