import { describe, expect, it } from "vitest";
import { compareFigures, type Figure, type TieOutQuestion, unchecked, withEntities } from "#main/domain/tie-outs/tie-out.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { type DecimalString, decimal, sumDecimals } from "#shared/kernel/decimal.ts";
import { instant } from "#shared/kernel/instant.ts";
import { agreement, type TieOut, type TieOutDocument } from "#shared/model/reports/tie-out.ts";

const day = calendarDate("2026-11-21");
const facts = {
  check: "trial_balance",
  from: day,
  to: day,
  currency: "USD",
  source: "reconstructed",
  asOf: { ours: instant("2026-11-21T09:00:00.000Z"), ledgers: instant("2026-11-21T09:00:05.000Z") },
} as const;

const figures = (amounts: Readonly<Record<string, string>>): Figure[] =>
  Object.entries(amounts).map(([subjectId, amount]) => ({
    ...{ subject: "account", subjectId, label: `Account ${subjectId}`, amount: decimal(amount), currency: "USD" },
  }));
const totalOf = (list: readonly Figure[]): DecimalString =>
  sumDecimals([decimal("0"), ...list.map(({ amount }) => amount ?? decimal("0"))]);

function compared(
  ours: Readonly<Record<string, string>>,
  ledgers: Readonly<Record<string, string>>,
  more: Partial<TieOutQuestion> = {},
): TieOut {
  return compareFigures({ ...facts, against: "report", ours: figures(ours), ledgers: figures(ledgers), headline: totalOf, ...more });
}

const behind = (id: string, reasons: TieOutDocument["reasons"]): TieOutDocument => ({ id, number: null, date: day, amount: null, reasons });
const north = { id: "n", name: "North", currency: "USD" };
const south = { id: "s", name: "South", currency: "CAD" };

describe("a check of a company with its entities", () => {
  const tied = compared({ bank: "10.00" }, { bank: "10.00" });

  it("without entities is the company's", () => expect(withEntities(tied, [])).toBe(tied));

  it("is as bad as its worst entity, and names what the total hides", () => {
    const hidden = compared(
      { bank: "10.00", rent: "7.00" },
      { bank: "12.00", rent: "8.00" },
      { explain: () => [behind("d:1", ["removed"])] },
    );
    const made = withEntities(tied, [
      { entity: north, check: hidden },
      { entity: south, check: tied },
    ]);
    expect([made.outcome, made.compared, made.ours, made.ledgers, made.difference]).toEqual(["variance", 4, "10.00", "10.00", "0.00"]);
    expect(agreement(made)).toEqual({ agreed: 2, of: 4 });
    expect(made.lines.map(({ label, entity, difference }) => [label, entity, difference])).toEqual([
      ["Account bank (North)", { id: "n", name: "North" }, "-2.00"],
      ["Account rent (North)", { id: "n", name: "North" }, "-1.00"],
    ]);
    expect(made.documents.map(({ id }) => id)).toEqual(["d:1"]);
    expect(made.entities).toEqual([
      {
        ...{ entityId: "n", name: "North", currency: "USD", ours: "17.00", ledgers: "20.00", difference: "-3.00" },
        ...{ outcome: "variance", reason: null, compared: 2 },
      },
      {
        ...{ entityId: "s", name: "South", currency: "CAD", ours: "10.00", ledgers: "10.00", difference: "0.00" },
        ...{ outcome: "ties", reason: null, compared: 1 },
      },
    ]);
  });

  it("tells a difference of the company once, the largest of all first", () => {
    const whole = compared({ bank: "10.00" }, { bank: "11.00" });
    const part = compared({ bank: "10.00", rent: "0.00" }, { bank: "11.00", rent: "5.00" });
    const made = withEntities(whole, [{ entity: north, check: part }]);
    expect(made.lines.map(({ label }) => label)).toEqual(["Account rent (North)", "Account bank"]);
    // It's counted in the entity's books all the same.
    expect(agreement(made)).toEqual({ agreed: 0, of: 2 });
  });

  it("says whose reason it is, unless the company has its own", () => {
    const without = unchecked("cannot_check", "North has no report.", facts);
    const made = withEntities(tied, [
      { entity: south, check: tied },
      { entity: north, check: without },
    ]);
    expect([made.outcome, made.reason]).toEqual(["cannot_check", "North: North has no report."]);
    const whole = unchecked("cannot_check", "The ledger has no report.", facts);
    expect(withEntities(whole, [{ entity: north, check: without }]).reason).toBe("The ledger has no report.");
    // A reason of an outcome that is less than the check's isn't said.
    const varies = compared({ bank: "10.00" }, { bank: "99.00" });
    expect([
      withEntities(varies, [{ entity: north, check: without }]).reason,
      withEntities(tied, [{ entity: north, check: varies }]).reason,
    ]).toEqual([null, null]);
  });

  it("isn't judged by entities before its own report is read", () => {
    const varies = compared({ bank: "10.00" }, { bank: "99.00" });
    expect(withEntities(unchecked("not_run", "Not synced yet.", facts), [{ entity: north, check: varies }]).outcome).toBe("not_run");
  });
});

describe("what was compared", () => {
  it("is kept with the largest first, and by id where amounts are the same", () => {
    const amounts = { b: "5.00", a: "-5.00", c: "70.00", d: "0.00" };
    expect(compared(amounts, amounts).tied?.map(({ subjectId, amount }) => [subjectId, amount])).toEqual([
      ["c", "70.00"],
      ["a", "-5.00"],
      ["b", "5.00"],
      ["d", "0.00"],
    ]);
    expect(compared({ a: "1.00", b: "2.00" }, { a: "1.00", b: "3.00" }).tied?.map(({ subjectId }) => subjectId)).toEqual(["a"]);
  });

  it("has no total where one side has none", () => {
    const none = compared({ a: "1.00" }, { a: "3.00" }, { headline: (list) => (totalOf(list) === "1.00" ? null : totalOf(list)) });
    expect([none.ours, none.ledgers, none.difference, none.outcome]).toEqual([null, "3.00", null, "variance"]);
  });
});

describe("a record without an account", () => {
  const lacks = [{ message: "Two records have no account.", count: 2, recordIds: ["d:1"] }];
  const check = (more: Partial<TieOutQuestion>) =>
    compared({ bank: "1.00" }, { bank: "9.00" }, { lacks, explain: () => [behind("d:1", ["reconstruction_gap"])], ...more });

  it("leaves a difference without a verdict only while amounts are on no account", () => {
    const unplaced = check({ hasUnplaced: true });
    expect([unplaced.outcome, unplaced.reason, unplaced.gaps]).toEqual(["cannot_check", "Two records have no account.", lacks]);
    expect([check({}).outcome, check({}).reason]).toEqual(["variance", "Two records have no account."]);
  });

  it("says nothing of gaps where the figures agree or nothing is lacking", () => {
    expect(compared({ bank: "1.00" }, { bank: "1.00" }, { lacks }).gaps).toBeUndefined();
    expect(compared({ bank: "1.00" }, { bank: "9.00" }, { lacks: [] }).gaps).toBeUndefined();
    expect(compared({ bank: "1.00" }, { bank: "1.03" }, { lacks }).outcome).toBe("within_tolerance");
  });
});
