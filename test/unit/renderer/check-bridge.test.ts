import { describe, expect, it } from "vitest";
import { addDecimals, type DecimalString, decimal, sumDecimals } from "#shared/kernel/decimal.ts";
import { asShown, type TieOut, type TieOutDocument, type TieOutLine } from "#shared/model/reports/tie-out.ts";
import type { DifferenceAnswer } from "#shared/model/reports/tie-out-causes.ts";
import { acceptanceOf } from "../../../src/renderer/features/tie-outs/accepted.ts";
import { type BridgeStep, checkBridge, lineBridge, ownReason } from "../../../src/renderer/features/tie-outs/check-bridge.ts";
import { restWords } from "../../../src/renderer/features/tie-outs/rest-words.ts";

const line = (subjectId: string, difference: string): TieOutLine => ({
  subject: "account",
  subjectId,
  label: subjectId,
  ours: decimal("10"),
  ledgers: decimal("10"),
  difference: decimal(difference),
  currency: "USD",
  outcome: "variance",
  reason: null,
  documents: [],
});
const document = (id: string, amount: string): TieOutDocument => ({
  id,
  number: id,
  date: null,
  amount: decimal(amount),
  reasons: ["amount_equals_difference"],
});
const end = (ours: string, steps: readonly BridgeStep[]): DecimalString =>
  sumDecimals([decimal(ours), ...steps.map(({ amount }) => amount)]);

describe("the way from our figure to the ledger's", () => {
  it("goes by the lines where they add up, and arrives at the ledger's figure", () => {
    const lines = [line("a", "5"), line("b", "-2"), ...["c", "d", "e", "f", "g"].map((name) => line(name, "1"))];
    const steps = checkBridge({ difference: decimal("8"), lines }) ?? [];
    expect(steps.map(({ what }) => what.kind)).toEqual(["line", "line", "line", "line", "line", "lines_left"]);
    expect(addDecimals(end("100", steps), decimal("0"))).toBe("92");
  });

  it("is one step where the total does not hold every line", () => {
    const steps = checkBridge({ difference: decimal("5"), lines: [line("cash", "5"), line("sales", "-5")] });
    expect(steps).toMatchObject([{ amount: "-5", what: { kind: "lines_apart", count: 2 } }]);
  });

  it("goes from net income by its accounts, whose figures are debits positive", () => {
    const net = { ...line("net_profit", "-5"), subject: "computed" as const };
    const steps = checkBridge({ difference: decimal("5"), lines: [line("sales", "-7"), line("rent", "2"), net] }) ?? [];
    expect(steps.map(({ what, amount }) => [what.kind, amount])).toEqual([
      ["line", "-7"],
      ["line", "2"],
    ]);
    expect(end("100", steps)).toBe("95");
  });

  it("is no way where nothing differs or a side is not known", () => {
    expect(checkBridge({ difference: null, lines: [] })).toBeNull();
    expect(lineBridge({ difference: decimal("0.00"), documents: [] })).toBeNull();
  });

  it("names the document that is the difference, and says so when several could be it or none is", () => {
    const difference = decimal("-40.00");
    expect(lineBridge({ difference, documents: [document("B-1", "40")] })).toMatchObject([{ amount: "40.00", what: { kind: "document" } }]);
    expect(lineBridge({ difference, documents: [document("B-1", "40"), document("B-2", "-40.0")] })).toMatchObject([
      { what: { kind: "one_of", count: 2 } },
    ]);
    // Half of the difference is no step that arrives.
    expect(lineBridge({ difference, documents: [document("B-3", "20")] })).toMatchObject([{ what: { kind: "rest" } }]);
  });
});

describe("the name of a difference that is one step", () => {
  const check = { currency: "USD", outcome: "variance" } as const;
  const answer = (left: string, ...causes: DifferenceAnswer["parts"][number]["cause"][]): DifferenceAnswer => ({
    ...{ subjectId: "a", label: "a", currency: "USD", sentence: "" },
    ...{ difference: decimal("40"), explained: decimal("40"), left: decimal(left) },
    parts: causes.map((cause) => ({ id: cause, number: null, date: null, cause, effect: decimal("40"), isDocument: true })),
  });
  const said = (change: Partial<TieOutLine> = {}, answers: readonly DifferenceAnswer[] = []) =>
    restWords(check, { ...line("a", "40"), ...change }, answers);

  it("says that no transaction has the amount where an account's or a contact's were searched for it", () => {
    const words = "No transaction for exactly this amount";
    expect([said(), said({ subject: "party" }), said({}, [answer("10", "edited")])]).toEqual([words, words, words]);
  });

  it("says only what differs where none was searched, or one has an amount that isn't known", () => {
    const unknown = { ...document("B-1", "1"), amount: null };
    const unsearched: Partial<TieOutLine>[] = [
      { subject: "computed", subjectId: "control_accounts" },
      { subject: "party", subjectId: "" },
      { subject: "party", currency: "EUR" },
      { outcome: "cannot_check", documents: [unknown] },
    ];
    for (const change of unsearched) expect(said(change)).toBe("Difference in amount");
    expect(restWords(check, null, [])).toBe("Difference in amount");
  });

  it("is no claim about transactions for a count of records, nor for rounding", () => {
    expect(said({ subject: "stream", currency: null })).toBe("Difference in record count");
    expect(said({ outcome: "within_tolerance" })).toBe("Rounding");
    expect(restWords({ ...check, outcome: "within_tolerance" }, null, [])).toBe("Rounding");
  });

  it("leaves what is explained to the explanation, and names revaluations", () => {
    expect(said({}, [answer("0", "edited")])).toBe("As explained under “Why it doesn't tie”");
    expect(said({}, [answer("0.00", "revaluation", "revaluation")])).toBe("Currency revaluations");
  });
});

describe("what is said of a check", () => {
  it("leaves the gaps to their list", () => {
    const gaps = [{ message: "A gap.", count: 2, recordIds: [] }];
    expect(ownReason({ reason: "A gap. The local copy is newer.", gaps })).toBe("The local copy is newer.");
    expect(ownReason({ reason: "A gap.", gaps })).toBeNull();
    expect(ownReason({ reason: "The ledger refuses it." })).toBe("The ledger refuses it.");
  });
});

describe("a check of what is owed to vendors", () => {
  const tied = { subject: "account", subjectId: "201", label: "Trade creditors", currency: "USD", amount: decimal("-34945.21") } as const;
  const figures = { ours: decimal("-34945.21"), ledgers: decimal("-34940.21"), difference: decimal("-5.00") };
  const whole = {
    ...{ check: "payable_control", outcome: "variance", ...figures },
    ...{ lines: [{ ...line("200", "-5.00"), documents: [document("B-1", "-5.00")] }], documents: [document("B-1", "-5.00")], tied: [tied] },
  } as unknown as TieOut;

  it("is positive on both sides, in all that it lists", () => {
    const shown = asShown(whole);
    expect(shown).toMatchObject({ ours: "34945.21", ledgers: "34940.21", difference: "5.00", outcome: "variance" });
    expect(shown.lines).toMatchObject([{ ours: "-10", ledgers: "-10", difference: "5.00", documents: [{ amount: "5.00" }] }]);
    expect([shown.documents[0]?.amount, shown.tied?.[0]?.amount]).toEqual(["5.00", "34945.21"]);
    // The steps still lead from one side to the other.
    expect(checkBridge(shown)).toMatchObject([{ amount: "-5.00", what: { kind: "line" } }]);
  });

  it("is the only one that people read the other way round", () => {
    const other = { ...whole, check: "receivable_control" } as const;
    expect(asShown(other)).toBe(other);
  });
});

describe("an acceptance", () => {
  const made = (difference: string | null) => ({
    ...{
      decisionNo: 7,
      person: "Ada",
      at: "2026-11-21T10:00:00.000Z" as never,
      kind: "tie_out_accepted" as const,
      undoneAt: null,
      undoneBy: null,
    },
    ...{ subject: "2026-10|aging_payable", body: { why: "Known.", outcome: "variance", difference } },
  });
  const check = { check: "aging_payable", outcome: "variance", difference: decimal("12.50") } as const;

  it("stands while the check finds the same difference", () => {
    expect(acceptanceOf([made("12.5")], "2026-10", check)).toMatchObject({ decisionNo: 7, why: "Known.", stands: true });
    expect(acceptanceOf([made("12.51")], "2026-10", check)).toMatchObject({ stands: false, difference: "12.51" });
    expect(acceptanceOf([made(null)], "2026-10", { ...check, outcome: "cannot_check", difference: null })).toMatchObject({ stands: false });
  });

  it("is of payables control accounts, whose difference is shown with the opposite sign", () => {
    const owed = { ...made("12.50"), subject: "2026-10|payable_control" };
    const shown = (difference: string) =>
      acceptanceOf([owed], "2026-10", { ...check, check: "payable_control", difference: decimal(difference) });
    expect(shown("-12.50")).toMatchObject({ stands: true, difference: "-12.50" });
    expect(shown("12.50")).toMatchObject({ stands: false });
  });

  it("is one of this period and check", () => {
    expect(acceptanceOf([made("12.5")], "2026-09", check)).toBeNull();
    expect(acceptanceOf([made("12.5")], "2026-10", { ...check, check: "aging_receivable" })).toBeNull();
  });
});
