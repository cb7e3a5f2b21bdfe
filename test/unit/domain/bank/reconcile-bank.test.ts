import { describe, expect, it } from "vitest";
import { type BankBooks, postingName, reconcileBank } from "#main/domain/bank-matching/reconcile-bank.ts";
import type { BankPosting } from "#shared/contract/close/bank.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { decimal } from "#shared/kernel/decimal.ts";

const day = (date: number) => calendarDate(`2026-10-${String(date).padStart(2, "0")}`);
const END = day(31);
type Line = BankBooks["lines"][number];

const line = (lineId: string, date: number, amount: string, more: Partial<Line> = {}): Line => ({
  ...{ lineId, date: day(date), amount: decimal(amount), payee: null, reference: null, description: null, bankId: null, statementNo: 1 },
  ...more,
});
const posting = (recordId: string, date: string, amount: string, ledgerReconciled: boolean | null = null): BankPosting => ({
  ...{ recordId, date: calendarDate(date), amount: decimal(amount), contact: null, number: null, reference: null, description: null },
  ...{ isDocument: true, batchId: null, ledgerReconciled },
});
const statement = (opening: string | null, closing: string | null, more: Partial<BankBooks["statements"][number]> = {}) => ({
  ...{ statementNo: 1, from: day(1), to: END },
  ...{ opening: opening === null ? null : decimal(opening), closing: closing === null ? null : decimal(closing), ...more },
});
const match = (lineIds: string[], recordIds: string[], fee = "0") => ({ decisionNo: 1, lineIds, recordIds, fee: decimal(fee) });
const reconciled = (given: Partial<BankBooks>) =>
  reconcileBank({
    ...{ asOf: END, books: decimal("100.00"), booksBefore: decimal("100.00"), statements: [statement("100", "100")] },
    ...{ lines: [], postings: [], matches: [], ...given },
  });

describe("an account at a day", () => {
  it("has nothing outstanding without a statement", () => {
    expect(reconciled({ statements: [], postings: [posting("p", "2026-10-05", "10")] })).toEqual({
      ...{ asOf: END, state: "no_statement", books: "100.00", expected: "100.00", statement: null, statementDate: null, difference: null },
      ...{ outstandingPayments: [], outstandingReceipts: [], unreconciledLines: [], fees: [], reasons: [], oldestDays: null },
      totals: { payments: "0.00", receipts: "0.00", lines: "0.00", fees: "0.00" },
      ledgerDiffers: { clearedHere: [], clearedThere: [] },
      cleared: null,
    });
    // One that begins later isn't a statement yet.
    expect(reconciled({ asOf: day(3), statements: [statement("0", "0", { from: day(4) })] }).state).toBe("no_statement");
  });

  it("has payments and receipts outstanding that the bank doesn't show, and lines that the books don't", () => {
    const result = reconciled({
      books: decimal("130.00"),
      statements: [statement("100", "93")],
      postings: [posting("in", "2026-10-21", "50"), posting("out", "2026-10-11", "-20"), posting("later", "2026-11-01", "5")],
      lines: [line("l", 30, "-7")],
    });
    expect(result).toMatchObject({
      ...{ state: "to_match", expected: "93.00", statement: "93", difference: "0.00", reasons: [], oldestDays: 20 },
      totals: { payments: "20.00", receipts: "50.00", lines: "-7.00", fees: "0.00" },
      outstandingPayments: [{ recordId: "out", ageDays: 20 }],
      outstandingReceipts: [{ recordId: "in", ageDays: 10 }],
      unreconciledLines: [{ lineId: "l", ageDays: 1 }],
    });
  });

  it("counts what was posted before the first statement as cleared, unless a later line clears it", () => {
    const postings = [posting("old", "2026-09-28", "-40"), posting("older", "2026-09-01", "-9")];
    const outstanding = (asOf: number) =>
      reconciled({
        asOf: day(asOf),
        ...{ postings, lines: [line("l", 9, "-40")], matches: [match(["l"], ["old"])] },
      }).outstandingPayments.map(({ recordId }) => recordId);
    expect([outstanding(8), outstanding(9)]).toEqual([["old"], []]);
  });

  it("needs both sides of a match", () => {
    const given = {
      ...{ asOf: day(5), lines: [line("l", 4, "30")], matches: [match(["l"], ["p", "q"])] },
      postings: [posting("p", "2026-10-03", "10"), posting("q", "2026-10-06", "20")],
    };
    const before = reconciled(given);
    expect([before.outstandingReceipts.map(({ recordId }) => recordId), before.unreconciledLines.length]).toEqual([["p"], 1]);
    const after = reconciled({ ...given, asOf: day(6) });
    expect([after.outstandingReceipts, after.unreconciledLines]).toEqual([[], []]);
    const unknown = reconciled({ ...given, asOf: day(6), matches: [match(["l"], ["p", "deleted"])] });
    expect(unknown.unreconciledLines.length).toBe(1);
  });

  it("lists a payout's fee until it's posted, by the line's own words", () => {
    const feeOf = (more: Partial<Line>) =>
      reconciled({
        ...{ books: decimal("250.00"), statements: [statement("100", "245.65")], postings: [posting("p", "2026-10-05", "150")] },
        ...{ lines: [line("l", 7, "145.65", more)], matches: [match(["l"], ["p"], "4.35")] },
      });
    const fee = { decisionNo: 1, lineId: "l", date: day(7), text: "Stripe", amount: "4.35" };
    expect(feeOf({ payee: "Stripe", description: "Payout", reference: "po_1" })).toMatchObject({
      ...{ state: "to_match", fees: [fee], expected: "245.65", difference: "0.00" },
      totals: { fees: "4.35" },
    });
    expect(feeOf({ description: "Payout", reference: "po_1" }).fees).toEqual([{ ...fee, text: "Payout" }]);
    expect(feeOf({ reference: "po_1" }).fees).toEqual([{ ...fee, text: "po_1" }]);
    expect(feeOf({}).fees).toEqual([{ ...fee, text: "" }]);
  });

  it("names what the ledger reconciled otherwise", () => {
    const postings = [
      ...[posting("here", "2026-10-02", "1", false), posting("both", "2026-10-02", "2", true), posting("unsaid", "2026-10-02", "3")],
      ...[posting("there", "2026-10-03", "4", true), posting("neither", "2026-10-03", "5", false)],
    ];
    const { ledgerDiffers } = reconciled({
      ...{ postings, lines: [line("l", 4, "6")], matches: [match(["l"], ["here", "both", "unsaid"])] },
    });
    expect(ledgerDiffers).toMatchObject({
      clearedHere: [{ recordId: "here", ageDays: 29 }],
      clearedThere: [{ recordId: "there", ageDays: 28 }],
    });
    expect([ledgerDiffers.clearedHere.length, ledgerDiffers.clearedThere.length]).toEqual([1, 1]);
  });
});

describe("the bank's own balance", () => {
  const at = (asOf: number, ...statements: BankBooks["statements"]) => {
    const lines = [line("a", 5, "10"), line("b", 15, "20"), line("c", 25, "40", { statementNo: 2 })];
    const { statement: amount, statementDate } = reconciled({ asOf: day(asOf), statements, lines });
    return [amount === null ? null : Number(amount), statementDate];
  };
  const first = (opening: string | null, closing: string | null) => statement(opening, closing, { to: day(20) });
  const second = (opening: string | null, closing: string | null) =>
    statement(opening, closing, { statementNo: 2, from: day(21), to: day(30) });

  it("is a statement's closing balance less what comes after the day", () => {
    expect([at(20, first(null, "130")), at(10, first(null, "130")), at(4, first(null, "130"))]).toEqual([
      [130, day(20)],
      [110, day(10)],
      [100, day(4)],
    ]);
    expect(at(31, first("100", "130"))).toEqual([130, day(20)]);
  });

  it("is an opening balance and the lines through the day where no closing balance is stated", () => {
    expect([at(10, first("100", null)), at(20, first("100", null)), at(20, first(null, null))]).toEqual([
      [110, day(10)],
      [130, day(20)],
      [null, day(20)],
    ]);
  });

  it("goes on from the statement before, whichever order they come in", () => {
    expect(at(30, second(null, null), first("100", "130"))).toEqual([170, day(30)]);
    expect(at(30, first("100", "130"), second("200", null))).toEqual([240, day(30)]);
    expect(at(22, first("100", "130"), second(null, "170"))).toEqual([130, day(22)]);
  });

  it("goes on from a balance that was typed within a statement, and not from it when the statement itself ends later", () => {
    const lines = [line("a", 10, "-10"), line("b", 20, "-20")];
    const typed = (date: number, closing: string) =>
      statement(null, closing, { statementNo: -7, from: day(date), to: day(date), isTyped: true });
    const given = { books: decimal("70.00"), lines, matches: [match(["a"], ["pa"]), match(["b"], ["pb"])] };
    const postings = [posting("pa", "2026-10-10", "-10"), posting("pb", "2026-10-20", "-20")];
    // A file of the whole month with its own balance, or with none; the paper was of the 15th.
    for (const own of [statement("100", "70"), statement(null, null)])
      expect(reconciled({ ...given, postings, statements: [own, typed(15, "90")] })).toMatchObject({
        ...{ statement: expect.stringMatching(/^70(\.00)?$/), statementDate: END, difference: expect.stringMatching(/^0(\.00)?$/) },
        ...{ state: "reconciled", reasons: [] },
      });
    // At its own day it is the nearest balance.
    const atDay = {
      ...given,
      asOf: day(15),
      books: decimal("85.00"),
      postings: [...postings],
      statements: [statement("100", "70"), typed(15, "85")],
    };
    expect(reconciled(atDay)).toMatchObject({ statement: "85", statementDate: day(15) });
  });

  it("may end before the day, and a balance that was typed in counts alone", () => {
    const typed = { ...statement(null, "100", { to: day(30) }), isTyped: true };
    const of = (asOf: number, more: Partial<BankBooks> = {}) => reconciled({ asOf: day(asOf), statements: [typed], ...more });
    expect([of(30).state, of(31).state, of(30, { books: decimal("99") }).state]).toEqual([
      "reconciled",
      "statement_ends_early",
      "difference",
    ]);
    // It tells nothing of single lines, so nothing is outstanding, and no reason is given for a difference.
    const unmatched = of(30, { postings: [posting("p", "2026-10-05", "10")], books: decimal("99") });
    expect([unmatched.outstandingReceipts, unmatched.reasons]).toEqual([[], []]);
    expect(reconciled({ statements: [statement(null, null)] }).state).toBe("difference");
  });

  it("that was typed in can't hold what is dated after it", () => {
    const typed = (date: number, closing: string) => ({ ...statement(null, closing, { from: day(date), to: day(date) }), isTyped: true });
    const later = reconciled({
      ...{ statements: [typed(20, "90"), typed(24, "100")], books: decimal("75.00") },
      postings: [posting("in", "2026-10-24", "10"), posting("rent", "2026-10-28", "-40"), posting("sale", "2026-10-25", "15")],
    });
    expect(later).toMatchObject({
      ...{ state: "statement_ends_early", statement: "100", statementDate: day(24), expected: "100.00", difference: "0.00" },
      ...{ outstandingPayments: [{ recordId: "rent" }], outstandingReceipts: [{ recordId: "sale" }] },
      cleared: { through: day(24), by: "balance" },
    });
    // A file tells of its own days from its first one on.
    expect(reconciled({ statements: [typed(20, "90"), statement("100", "100", { from: day(4) })] }).cleared).toEqual({
      ...{ through: day(3), by: "statement" },
    });
  });
});

describe("a difference", () => {
  const reasons = (given: Partial<BankBooks>) => reconciled({ books: decimal("1000"), ...given }).reasons;

  it("is books less statement, as in every reconciliation, and its reasons add up to it", () => {
    const of = (closing: string) => reconciled({ statements: [statement(closing, closing)] });
    expect(of("90")).toMatchObject({ state: "difference", difference: "10.00", reasons: [{ amount: "10.00" }] });
    expect(of("460.01")).toMatchObject({ difference: "-360.01", reasons: [{ amount: "-360.01" }] });
  });

  it("may come from the opening balance, less what a later line clears", () => {
    const opening = (amount: string) => [{ code: "opening", date: day(1), amount }];
    expect(reasons({ statements: [statement("90", "90")] })).toEqual(opening("10.00"));
    expect(reasons({ statements: [statement("100", "100")] })).toEqual([]);
    expect(reasons({ statements: [statement("90", "90")], booksBefore: null })).toEqual([]);
    // Without an opening balance, it's the closing balance less the statement's own lines.
    const lines = [line("a", 5, "25"), line("b", 6, "7", { statementNo: 2 })];
    expect(reasons({ statements: [statement(null, "120")], lines }).map(({ amount }) => Number(amount))).toEqual([5]);
    expect(reasons({ statements: [statement(null, null), statement(null, "5", { statementNo: 2, from: day(2) })] })).toEqual([]);
    const postings = [posting("cheque", "2026-09-28", "-40"), posting("later", "2026-10-02", "-3"), posting("old", "2026-09-01", "-9")];
    const cleared = { postings, lines: [line("l", 9, "-43")], matches: [match(["l"], ["cheque", "later"])] };
    expect(reasons({ ...cleared, statements: [statement("140", "97")] })).toEqual([]);
    expect(reasons({ ...cleared, statements: [statement("100", "57")] }).map(({ amount }) => Number(amount))).toEqual([40]);
  });

  it("may come from statements that don't follow on each other", () => {
    const first = statement("100", "130", { to: day(10) });
    const next = (opening: string | null) => statement(opening, "150", { statementNo: 2, from: day(15), to: day(20) });
    expect(reasons({ statements: [first, next("135")] })).toEqual([{ code: "gap", from: day(11), to: day(14), amount: "-5" }]);
    expect(reasons({ statements: [first, next("130.00")] })).toEqual([]);
    expect(reasons({ statements: [first, next(null)] })).toEqual([]);
    expect(reasons({ statements: [{ ...first, closing: null }, next("135")] })).toEqual([]);
    // None is looked for where there is no difference.
    expect(reconciled({ books: decimal("150"), statements: [first, next("135")] }).reasons).toEqual([]);
  });
});

describe("a posting's name", () => {
  it("leaves out what it doesn't have", () => {
    const of = (named: Partial<BankPosting>) => postingName({ ...posting("p", "2026-10-01", "1"), ...named });
    expect(of({ contact: "Ann", number: "", reference: "R-1" })).toBe("Ann R-1");
    expect(of({ contact: "", description: "Rent", number: null })).toBe("Transaction");
  });
});
