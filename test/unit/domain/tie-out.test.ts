import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  compareFigures,
  type Figure,
  outcomeOf,
  profitIn,
  type TieOutQuestion,
  tolerance,
  unchecked,
  worst,
} from "#main/domain/tie-outs/tie-out.ts";
import { documentsBehind, type Suspect } from "#main/domain/tie-outs/tie-out-documents.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import {
  absoluteDecimal,
  compareDecimals,
  decimal,
  fromTenThousandths,
  isZero,
  subtractDecimals,
  sumDecimals,
} from "#shared/kernel/decimal.ts";
import { instant } from "#shared/kernel/instant.ts";
import { type TieOutDocument, tieOut, tieOutCountsOf } from "#shared/model/reports/tie-out.ts";

const AS_OF = { ours: instant("2026-11-21T09:00:00.000Z"), ledgers: instant("2026-11-21T09:00:05.000Z") };
const day = calendarDate("2026-11-21");
const figure = (subjectId: string, amount: string | null, fields: Partial<Figure> = {}): Figure => ({
  subject: "account",
  subjectId,
  label: subjectId,
  amount: amount === null ? null : decimal(amount),
  currency: "USD",
  ...fields,
});
const question = (ours: readonly Figure[], ledgers: readonly Figure[], fields: Partial<TieOutQuestion> = {}): TieOutQuestion => ({
  check: "trial_balance",
  from: day,
  to: day,
  currency: "USD",
  source: "reconstructed",
  against: "report",
  asOf: AS_OF,
  ours,
  ledgers,
  headline: (figures) => sumDecimals([decimal("0"), ...figures.flatMap(({ amount }) => (amount === null ? [] : [amount]))]),
  ...fields,
});

describe("what a difference amounts to", () => {
  it("is rounding up to five of the currency's smallest units, and none for counts", () => {
    expect(["USD", "JPY", "KWD", "???"].map((code) => [code, compareDecimals(tolerance(code), decimal("0.05"))])).toEqual([
      ["USD", 0],
      ["JPY", 1],
      ["KWD", -1],
      ["???", 0],
    ]);
    expect(outcomeOf(decimal("0.00"), "USD")).toBe("ties");
    expect(outcomeOf(decimal("-0.05"), "USD")).toBe("within_tolerance");
    expect(outcomeOf(decimal("0.06"), "USD")).toBe("variance");
    expect(outcomeOf(decimal("5"), "JPY")).toBe("within_tolerance");
    expect(outcomeOf(decimal("6"), "JPY")).toBe("variance");
    expect(outcomeOf(decimal("1"), null)).toBe("variance");
  });

  it("of a profit is known where nothing was posted, and not where an amount is missing", () => {
    expect(profitIn([])).toBe("0");
    expect(profitIn([figure("net_profit", "-12.50")])).toBe("12.50");
    expect(profitIn([figure("net_profit", null)])).toBeNull();
    const none = compareFigures(question([figure("net_profit", "0.00")], [], { headline: profitIn }));
    expect([none.outcome, none.ledgers, none.difference]).toEqual(["ties", "0", "0.00"]);
  });

  it("of a check is that of its worst line", () => {
    expect(worst([])).toBe("ties");
    expect(worst(["ties", "within_tolerance"])).toBe("within_tolerance");
    expect(worst(["within_tolerance", "cannot_check"])).toBe("cannot_check");
    expect(worst(["cannot_check", "variance", "ties"])).toBe("variance");
  });
});

describe("a known gap", () => {
  const lacks = [
    { message: "Payments without a rate aren't included.", brief: "16 AUD payments can't be converted", count: 16, recordIds: ["P:1"] },
  ];
  const behind = (reasons: TieOutDocument["reasons"]): TieOutDocument => ({ id: "P:1", number: null, date: day, amount: null, reasons });
  const ours = [figure("bank", "100.00"), figure("rent", "50.00"), figure("earnings", "10.00", { gathers: true })];
  const ledgers = [figure("bank", "180.00"), figure("rent", "50.00"), figure("earnings", "30.00")];
  const check = (explain: TieOutQuestion["explain"]) => compareFigures(question(ours, ledgers, { lacks, ...(explain ? { explain } : {}) }));

  it("leaves the accounts that it can be behind, and the results made from them, without a verdict", () => {
    const made = check(({ subjectId }) => (subjectId === "bank" ? [behind(["no_base_amount"])] : []));
    expect(made.lines.map(({ subjectId, outcome, difference }) => [subjectId, outcome, difference])).toEqual([
      ["bank", "cannot_check", "-80.00"],
      ["earnings", "cannot_check", "-20.00"],
    ]);
    expect([made.outcome, made.reason, made.gaps]).toEqual(["cannot_check", "16 AUD payments can't be converted.", lacks]);
  });

  it("hides no difference that another record explains, nor one on an account that it can't be on", () => {
    const explained = check(({ subjectId }) =>
      subjectId === "bank" ? [behind(["no_base_amount"]), behind(["amount_equals_difference"])] : [],
    );
    expect(explained.lines.map(({ outcome }) => outcome)).toEqual(["variance", "variance"]);
    const elsewhere = check(({ subjectId }) => (subjectId === "earnings" ? [behind(["no_base_amount"])] : []));
    expect(elsewhere.lines.find(({ subjectId }) => subjectId === "bank")?.outcome).toBe("variance");
  });
});

describe("a tie-out", () => {
  it("ties whatever the order and the spelling of the amounts", () => {
    const amounts = fc.array(fc.tuple(fc.string({ minLength: 1 }), fc.bigInt(-(10n ** 12n), 10n ** 12n)), { maxLength: 12 });
    fc.assert(
      fc.property(amounts, (pairs) => {
        const unique = [...new Map(pairs)];
        const ours = unique.map(([id, units]) => figure(id, fromTenThousandths(units, 4)));
        const ledgers = unique.map(([id, units]) => figure(id, `${fromTenThousandths(units, 4)}00`)).reverse();
        const made = compareFigures(question(ours, ledgers));
        expect(made).toMatchObject({ outcome: "ties", reason: null, compared: unique.length, lines: [], documents: [] });
        expect(isZero(made.difference ?? decimal("1"))).toBe(true);
      }),
    );
  });

  it("names exactly the subjects that differ, by what they differ, the largest first", () => {
    const sides = fc.array(fc.tuple(fc.bigInt(-(10n ** 9n), 10n ** 9n), fc.bigInt(-(10n ** 9n), 10n ** 9n)), { maxLength: 10 });
    fc.assert(
      fc.property(sides, (pairs) => {
        const [ours, ledgers] = [0, 1].map((side) =>
          pairs.map((pair, at) => figure(`a${at}`, fromTenThousandths(pair[side] as bigint, 4))),
        ) as [Figure[], Figure[]];
        const { lines } = compareFigures(question(ours, ledgers));
        const expected = pairs.flatMap(([a, b], at) => (a === b ? [] : [`a${at}`]));
        expect(lines.map(({ subjectId }) => subjectId).sort()).toEqual(expected.sort());
        for (const { ours: own, ledgers: their, difference } of lines)
          expect(difference).toBe(subtractDecimals(own ?? decimal("0"), their ?? decimal("0")));
        const sizes = lines
          .filter(({ outcome }) => outcome === "variance")
          .map(({ difference }) => absoluteDecimal(difference ?? decimal("0")));
        for (let at = 1; at < sizes.length; at++)
          expect(compareDecimals(sizes[at - 1] ?? decimal("0"), sizes[at] ?? decimal("0"))).not.toBe(-1);
        expect(tieOut.safeParse(compareFigures(question(ours, ledgers))).success).toBe(true);
      }),
    );
  });

  it("takes what one side does not name as zero there", () => {
    const { outcome, lines } = compareFigures(question([figure("cash", "10.00")], [figure("sales", "-3.00")]));
    expect(outcome).toBe("variance");
    expect(lines).toMatchObject([
      { subjectId: "cash", ours: "10.00", ledgers: "0", difference: "10.00" },
      { subjectId: "sales", ours: "0", ledgers: "-3.00", difference: "3.00" },
    ]);
  });

  it("can have a variance while its totals agree, and asks for documents of varying lines only", () => {
    const asked: string[] = [];
    const explain: NonNullable<TieOutQuestion["explain"]> = ({ subjectId }) => {
      asked.push(subjectId);
      return [{ id: "Invoice:1", number: null, date: null, amount: null, reasons: ["amount_equals_difference"] }];
    };
    const ours = [figure("a", "10"), figure("b", "20"), figure("c", "1.00")];
    const ledgers = [figure("a", "20"), figure("b", "10"), figure("c", "1.01")];
    const made = compareFigures(question(ours, ledgers, { explain }));
    expect(made).toMatchObject({ outcome: "variance", ours: "31.00", ledgers: "31.01" });
    expect(asked.sort()).toEqual(["a", "b"]);
    expect(made.documents).toHaveLength(1);
  });

  it("lets roundings of many documents gather where they do, and nowhere else", () => {
    const gathers = figure("retained", "10.30", { gathers: true });
    const computedLine = figure("current_earnings", "5.30", { subject: "computed" });
    const ours = [gathers, computedLine, figure("sales", "1.30")];
    const ledgers = [
      figure("retained", "10.00"),
      figure("current_earnings", "5.00", { subject: "computed" }),
      figure("sales", "1.00"),
      figure("rounding", "-0.30"),
    ];
    const outcomes = ({ lines }: ReturnType<typeof compareFigures>) =>
      lines.map(({ subjectId, outcome }) => `${subjectId} ${outcome}`).sort();
    expect(outcomes(compareFigures(question(ours, ledgers, { roundings: 25 })))).toEqual([
      "current_earnings within_tolerance",
      "retained within_tolerance",
      "rounding within_tolerance",
      "sales variance",
    ]);
    expect(outcomes(compareFigures(question(ours, ledgers, { roundings: 24 }))).filter((line) => line.endsWith("variance"))).toHaveLength(
      4,
    );
  });

  it("can't be made for a subject whose amount is not known, and says why", () => {
    const made = compareFigures(
      question([figure("p", null, { reason: "No base amount." }), figure("q", "1")], [figure("p", "5"), figure("q", "1")]),
    );
    expect(made).toMatchObject({ outcome: "cannot_check", reason: "No base amount.", lines: [{ subjectId: "p", difference: null }] });
  });

  it("holds accounts that the ledger shows as one row of currency differences against that row", () => {
    const group = figure("currency_differences", "3.00", { subject: "computed" });
    expect(
      compareFigures(question([figure("gain", "-2.00"), figure("loss", "5.00"), figure("cash", "1")], [group, figure("cash", "1")]))
        .outcome,
    ).toBe("ties");
    expect(compareFigures(question([figure("gain", "-2.00"), figure("cash", "1")], [group, figure("cash", "1")])).lines).toMatchObject([
      { subjectId: "currency_differences", difference: "-5.00" },
    ]);
  });

  it("says when the figures lie apart in time, and what ours lack", () => {
    const ledgers = instant("2026-11-21T12:00:00.000Z");
    const gap = { message: "A gap.", count: 2, recordIds: ["Bill:1"] };
    const late = compareFigures(question([figure("a", "1")], [figure("a", "2")], { asOf: { ...AS_OF, ledgers }, lacks: [gap] }));
    expect(late.reason).toBe("A gap. The ledger's figures are newer than the local copy, so changes in between show as a difference.");
    expect(late.gaps).toEqual([gap]);
    const early = compareFigures(question([figure("a", "1")], [figure("a", "2")], { asOf: { ours: ledgers, ledgers: AS_OF.ledgers } }));
    expect(early.reason).toContain("The local copy is newer");
    expect(compareFigures(question([figure("a", "1")], [figure("a", "2")])).reason).toBeNull();
  });

  it("counts rounding as a tie, and what was not run or was accepted on its own", () => {
    const facts = { check: "trial_balance", from: day, to: day, currency: "USD", source: "mirror", asOf: AS_OF } as const;
    const runs = [
      unchecked("not_run", "Not yet.", facts),
      unchecked("cannot_check", "No.", facts),
      { check: "aging_payable", outcome: "within_tolerance" } as const,
      { check: "balance_sheet", outcome: "variance" } as const,
    ];
    const counts = { ties: 1, withinTolerance: 1, variance: 1, cannotCheck: 1, notRun: 1, accepted: 0 };
    expect(tieOutCountsOf(runs)).toEqual({ ...counts, unchecked: ["trial_balance"], why: ["No."], notChecked: ["trial_balance"] });
    // A reason of several checks is told once.
    const again = { check: "profit_and_loss", outcome: "cannot_check", reason: "No." } as const;
    expect(tieOutCountsOf([...runs, again])).toMatchObject({ cannotCheck: 2, why: ["No."] });
    expect(tieOutCountsOf(runs, ["balance_sheet"])).toMatchObject({ ties: 1, variance: 0, accepted: 1 });
    // Of what ties, it is known how much does by its total only or within tolerance; what was accepted doesn't count among it.
    const byTotal = { check: "aging_receivable", outcome: "ties", report: "trial_balance" } as const;
    expect(tieOutCountsOf([...runs, byTotal])).toMatchObject({ ties: 2, totalOnly: 1 });
    expect(tieOutCountsOf([byTotal], ["aging_receivable"])).not.toHaveProperty("totalOnly");
    for (const one of [tieOutCountsOf(runs, ["aging_payable"]), tieOutCountsOf([byTotal])])
      expect(one).not.toHaveProperty("withinTolerance");
  });
});

describe("the documents behind a difference", () => {
  const suspect = (id: string, fields: Partial<Suspect> = {}): Suspect => ({
    id,
    number: null,
    date: day,
    amount: decimal("7.00"),
    seenMs: 100,
    isRemoved: false,
    gap: null,
    isUncertain: false,
    ...fields,
  });

  it("are those with a reason, the very amount before all others", () => {
    const found = documentsBehind(
      [
        suspect("changed", { seenMs: 300 }),
        suspect("exact", { amount: decimal("-25.0") }),
        suspect("half", { amount: decimal("12.50") }),
        suspect("removed", { isRemoved: true, seenMs: 300 }),
        suspect("removed-long-ago", { isRemoved: true }),
        suspect("foreign", { amount: null, gap: "no_base_amount" }),
        suspect("uncertain", { isUncertain: true }),
        suspect("innocent"),
      ],
      decimal("25.00"),
      200,
    );
    expect(found.map(({ id, reasons }) => [id, reasons])).toEqual([
      ["exact", ["amount_equals_difference"]],
      ["half", ["amount_equals_difference"]],
      ["changed", ["changed_after_report"]],
      ["removed", ["changed_after_report", "removed"]],
      ["foreign", ["no_base_amount"]],
      ["uncertain", ["history_uncertain"]],
    ]);
  });

  it("are newer only when they were seen after the ledger's figures were made", () => {
    const reasons = (seenMs: number, ledgersMs: number | null) =>
      documentsBehind([suspect("a", { seenMs })], decimal("25.00"), ledgersMs).flatMap((found) => found.reasons);
    expect([reasons(200, 200), reasons(201, 200), reasons(201, null)]).toEqual([[], ["changed_after_report"], []]);
  });

  it("are none that post nothing, and at most fifty", () => {
    expect(documentsBehind([suspect("zero", { amount: decimal("0.00") })], decimal("0.00"), null)).toEqual([]);
    expect(
      documentsBehind(
        Array.from({ length: 80 }, (_, at) => suspect(`d${at}`)),
        decimal("7"),
        null,
      ),
    ).toHaveLength(50);
  });
});
