import { describe, expect, it } from "vitest";
import { compareFigures, type Figure, outcomeOf, type TieOutQuestion, unchecked } from "#main/domain/tie-outs/tie-out.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { decimal, sumDecimals } from "#shared/kernel/decimal.ts";
import { type Instant, instant } from "#shared/kernel/instant.ts";
import { agreement, type TieOutDocument } from "#shared/model/reports/tie-out.ts";

const day = calendarDate("2026-11-21");
const NINE = instant("2026-11-21T09:00:00.000Z");
const figure = (subjectId: string, amount: string | null, more: Partial<Figure> = {}): Figure => ({
  ...{ subject: "account", subjectId, label: subjectId, currency: "USD" },
  amount: amount === null ? null : decimal(amount),
  ...more,
});
const compared = (ours: readonly Figure[], ledgers: readonly Figure[], more: Partial<TieOutQuestion> = {}) =>
  compareFigures({
    ...{ check: "trial_balance", from: day, to: day, currency: "USD", source: "reconstructed", against: "report" },
    ...{ asOf: { ours: NINE, ledgers: NINE }, ours, ledgers },
    headline: (figures) => sumDecimals([decimal("0"), ...figures.flatMap(({ amount }) => (amount === null ? [] : [amount]))]),
    ...more,
  });
const behind = (id: string, reasons: TieOutDocument["reasons"]): TieOutDocument => ({ id, number: null, date: day, amount: null, reasons });
const LACKS = [{ message: "Payments without a rate aren't included.", count: 2, recordIds: [] }];

describe("the lines of a check", () => {
  it("come by what they differ by, then by ID, and what agrees by its amount, then by ID", () => {
    const differing = ["c", "a", "b"].map((id) => [figure(id, "10.00"), figure(id, id === "b" ? "30.00" : "15.00")] as const);
    const made = compared(
      [...differing.map(([own]) => own), figure("f", "7.00"), figure("d", "7.00"), figure("e", "-9.00"), figure("g", "7.00")],
      [...differing.map(([, their]) => their), figure("f", "7.00"), figure("d", "7.00"), figure("e", "-9.00"), figure("g", "7.00")],
    );
    expect(made.lines.map(({ subjectId }) => subjectId)).toEqual(["b", "a", "c"]);
    expect(made.tied?.map(({ subjectId, amount }) => [subjectId, amount])).toEqual([
      ["e", "-9.00"],
      ["d", "7.00"],
      ["f", "7.00"],
      ["g", "7.00"],
    ]);
    expect([made.compared, made.agreed]).toEqual([7, 4]);
  });

  it("are the accounts of a profit and loss, without the net income that they add up to", () => {
    const figures = [figure("sales", "9.00"), figure("rent", "-2.00"), figure("net", "7.00", { subject: "computed" })];
    const counts = (check: TieOutQuestion["check"]) => {
      const made = compared(figures, figures, { check });
      return [made.compared, made.agreed, agreement(made).of, made.tied?.length];
    };
    expect(counts("profit_and_loss")).toEqual([2, 2, 2, 3]);
    // A balance sheet lists current earnings as a line of its own.
    expect(counts("balance_sheet")).toEqual([3, 3, 3, 3]);
  });

  it("say why an amount isn't known: ours first, then the ledger's, or that one isn't", () => {
    const made = compared(
      [figure("a", null, { reason: "No rate." }), figure("b", "1.00"), figure("c", null), figure("d", "2.00"), figure("e", null)],
      [
        figure("a", null, { reason: "No row." }),
        figure("b", null, { reason: "No row." }),
        figure("c", "1.00"),
        figure("d", "9.00"),
        figure("e", "7.00"),
      ],
    );
    expect(made.lines.map(({ subjectId, outcome, difference, reason }) => [subjectId, outcome, difference, reason])).toEqual([
      ["d", "variance", "-7.00", null],
      ["a", "cannot_check", null, "No rate."],
      ["b", "cannot_check", null, "No row."],
      ["c", "cannot_check", null, "One of the two amounts isn't known."],
      ["e", "cannot_check", null, "One of the two amounts isn't known."],
    ]);
    expect([made.compared, made.agreed]).toEqual([1, 0]);
    expect(agreement(made)).toEqual({ agreed: 0, of: 5 });
    // An amount that isn't known is no difference that a known gap could be behind.
    expect(compared([figure("a", null)], [figure("a", "1.00")], { lacks: LACKS })).not.toHaveProperty("gaps");
  });

  it("take roundings for a difference only where they gather", () => {
    const off = (own: Figure, their: Figure, roundings?: number) =>
      compared([own], [their], roundings === undefined ? {} : { roundings }).outcome;
    const rent = [figure("rent", "10.00"), figure("rent", "10.06")] as const;
    expect(off(...rent, 100)).toBe("variance");
    const gathered = [figure("rounding", "10.00", { gathers: true }), figure("rounding", "10.06")] as const;
    expect([off(...gathered), off(...gathered, 0), off(...gathered, 1)]).toEqual(["variance", "variance", "within_tolerance"]);
    const computed = [
      figure("net_profit", "10.00", { subject: "computed" }),
      figure("net_profit", "10.07", { subject: "computed" }),
    ] as const;
    expect([off(...computed, 1), off(...computed, 2)]).toEqual(["variance", "within_tolerance"]);
    // Where we have nothing, the ledger may keep its roundings.
    expect(compared([], [figure("rounding", "0.06")], { roundings: 1 }).outcome).toBe("within_tolerance");
    expect(off(figure("rounding", "0.00"), figure("rounding", "0.06"), 1)).toBe("within_tolerance");
  });

  it("tolerate nothing of a count", () => {
    expect(outcomeOf(decimal("0.01"), null)).toBe("variance");
  });

  it("are explained for the first twelve that vary, and for sixty where figures are known to lack something", () => {
    const ids = Array.from({ length: 61 }, (_, at) => `a${String(at).padStart(2, "0")}`);
    const asked = (more: Partial<TieOutQuestion>) => {
      const seen: string[] = [];
      const explain: TieOutQuestion["explain"] = ({ subjectId }) => {
        seen.push(subjectId);
        return [behind(`of ${subjectId}`, ["changed_after_report"])];
      };
      const made = compared(
        ids.map((id) => figure(id, "10.00")),
        ids.map((id) => figure(id, "11.00")),
        { explain, ...more },
      );
      expect(made.documents.length).toBe(seen.length);
      return seen;
    };
    expect(asked({})).toEqual(ids.slice(0, 12));
    expect(asked({ lacks: [] })).toEqual(ids.slice(0, 12));
    expect(asked({ lacks: LACKS })).toEqual(ids.slice(0, 60));
  });

  it("name a document once in the check, with every reason that it has in any of them", () => {
    const explain: TieOutQuestion["explain"] = ({ subjectId }) =>
      subjectId === "a"
        ? [behind("Bill:1", ["removed"]), behind("Bill:2", ["removed"])]
        : [behind("Bill:1", ["changed_after_report", "removed"])];
    const made = compared([figure("a", "1.00"), figure("b", "1.00")], [figure("a", "3.00"), figure("b", "2.00")], { explain });
    expect(made.documents.map(({ id, reasons }) => [id, reasons])).toEqual([
      ["Bill:1", ["changed_after_report", "removed"]],
      ["Bill:2", ["removed"]],
    ]);
  });

  it("keep 250 of those that agree", () => {
    const many = Array.from({ length: 251 }, (_, at) => figure(`a${at}`, "1.00"));
    expect(compared(many, many).tied?.length).toBe(250);
  });
});

describe("a difference beside a known gap", () => {
  const outcomeWith = (documents: readonly TieOutDocument[], more: Partial<TieOutQuestion> = { lacks: LACKS }) =>
    compared([figure("bank", "1.00")], [figure("bank", "9.00")], { explain: () => documents, ...more }).lines.map(
      ({ outcome }) => outcome,
    )[0];

  it("has no verdict where only a record of the gap is behind it", () => {
    expect(outcomeWith([behind("P:1", ["no_base_amount"])])).toBe("cannot_check");
    expect(outcomeWith([behind("P:1", ["no_base_amount"]), behind("P:2", ["history_uncertain"])])).toBe("cannot_check");
    expect(outcomeWith([behind("P:1", ["amount_equals_difference", "no_base_amount"])])).toBe("cannot_check");
    expect(outcomeWith([])).toBe("variance");
  });

  it("may be a record's without an account only while some amounts are on none", () => {
    const unplaced = [behind("P:1", ["amount_equals_difference", "reconstruction_gap"])];
    expect(outcomeWith(unplaced)).toBe("variance");
    expect(outcomeWith(unplaced, { lacks: LACKS, hasUnplaced: true })).toBe("cannot_check");
  });

  it("is a variance where figures lack nothing", () => {
    for (const more of [{}, { lacks: [] }]) expect(outcomeWith([behind("P:1", ["no_base_amount"])], more)).toBe("variance");
  });
});

describe("why a check varies", () => {
  const reasonAt = (ours: Instant | null, ledgers: Instant | null, amount = "9.00", lacks?: TieOutQuestion["lacks"]) =>
    compared([figure("a", "1.00")], [figure("a", amount)], { asOf: { ours, ledgers }, ...(lacks === undefined ? {} : { lacks }) }).reason;
  const [tenPast, later] = [instant("2026-11-21T09:10:00.000Z"), instant("2026-11-21T09:10:00.001Z")];
  const newer = (whose: string) => `${whose}, so changes in between show as a difference.`;

  it("may be that one side is more than ten minutes newer", () => {
    expect(reasonAt(NINE, later)).toBe(newer("The ledger's figures are newer than the local copy"));
    expect(reasonAt(later, NINE)).toBe(newer("The local copy is newer than the ledger's figures"));
    for (const [ours, ledgers] of [
      [NINE, tenPast],
      [tenPast, NINE],
      [null, later],
      [later, null],
    ] as const)
      expect(reasonAt(ours, ledgers)).toBeNull();
  });

  it("comes after what figures are known to lack, and isn't told of what rounding explains", () => {
    expect(reasonAt(NINE, later, "9.00", LACKS)).toBe(
      `Payments without a rate aren't included. ${newer("The ledger's figures are newer than the local copy")}`,
    );
    expect(reasonAt(NINE, later, "1.01", LACKS)).toBeNull();
  });
});

describe("the ledger's row of currency differences", () => {
  const row = (amount: string) => figure("currency_differences", amount, { subject: "computed" });

  it("is compared with our accounts that the report doesn't list, unless one of them isn't known", () => {
    const listed = figure("bank", "50.00");
    const made = compared([listed, figure("gains", "-3.00"), figure("losses", "5.00")], [listed, row("2.00")]);
    expect([made.outcome, made.compared]).toEqual(["ties", 2]);
    const unknown = compared([listed, figure("gains", null), figure("losses", "5.00")], [listed, row("5.00")]);
    expect(unknown.lines.map(({ subjectId }) => subjectId)).toEqual(["currency_differences", "losses", "gains"]);
  });

  it("is a line of a profit and loss like its accounts, and not the net income that they add up to", () => {
    const both = [figure("sales", "50.00"), figure("net_profit", "48.00", { subject: "computed" })];
    const ours = [...both, figure("gains", "3.00"), figure("losses", "-5.00")];
    const made = compared(ours, [...both, row("-2.00")], { check: "profit_and_loss" });
    expect([made.compared, made.agreed, agreement(made).of, made.tied?.length]).toEqual([2, 2, 2, 3]);
    const differing = compared(ours, [...both, row("-20.00")], { check: "profit_and_loss" });
    expect([differing.compared, differing.agreed, agreement(differing).of]).toEqual([2, 1, 2]);
  });
});

it("a check with nothing to compare with has compared nothing", () => {
  const facts = {
    check: "trial_balance",
    from: day,
    to: day,
    currency: "USD",
    source: "reconstructed",
    asOf: { ours: NINE, ledgers: null },
  } as const;
  expect(unchecked("not_run", "Not read yet.", facts)).toMatchObject({
    outcome: "not_run",
    compared: 0,
    lines: [],
    reason: "Not read yet.",
  });
});
