import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AGING_BUCKETS, type AgingItem, ageItems, bucketOf } from "#main/domain/aging/aging.ts";
import { tieAgingToBalances } from "#main/domain/tie-outs/aging-tie-out.ts";
import { addDays, type CalendarDate, calendarDate } from "#shared/kernel/calendar-date.ts";
import {
  canonicalDecimal,
  type DecimalString,
  decimal,
  fromTenThousandths,
  subtractDecimals,
  sumDecimals,
} from "#shared/kernel/decimal.ts";

const TODAY = calendarDate("2026-11-21");
const question = (asOfDate: CalendarDate) => ({ asOfDate, readOn: TODAY, baseCurrency: "NZD" });
const cents = (units: number) => fromTenThousandths(units * 100, 2);
const same = (values: readonly DecimalString[]) => canonicalDecimal(sumDecimals(values));

/** A document whose allocations, none after today, explain what is outstanding. */
const consistentItem: fc.Arbitrary<AgingItem> = fc
  .record({
    id: fc.uuid(),
    party: fc.constantFrom(null, { id: "Contact:1", name: "Elm" }, { id: "Contact:2", name: "Birch" }),
    currency: fc.constantFrom("NZD", "EUR"),
    age: fc.integer({ min: 0, max: 400 }),
    terms: fc.option(fc.integer({ min: 0, max: 90 }), { nil: null }),
    parts: fc.array(fc.record({ units: fc.integer({ min: 1, max: 5_000_00 }), after: fc.integer({ min: 0, max: 400 }) }), { maxLength: 4 }),
    open: fc.integer({ min: 0, max: 9_000_00 }),
    unapplied: fc.constantFrom(null, null, "credit" as const, "payment" as const, "overpayment" as const),
  })
  .map(({ id, party, currency, age, terms, parts, open, unapplied }) => {
    const date = addDays(TODAY, -age);
    const applied = parts.map(({ units, after }) => ({ amount: cents(units), currency, date: addDays(date, Math.min(after, age)) }));
    const outstanding = cents(open);
    return {
      id,
      party,
      currency,
      date,
      dueDate: terms === null ? null : addDays(date, terms),
      total: sumDecimals([outstanding, ...applied.map(({ amount }) => amount)]),
      totalBase: null,
      outstanding,
      unapplied,
      applied,
    };
  });
const items = fc.array(consistentItem, { maxLength: 25 });
const pastOrToday = fc.integer({ min: 0, max: 400 }).map((days) => addDays(TODAY, -days));

describe("aging, whatever the documents", () => {
  test("buckets sum to what is outstanding, in every row and total, and rows sum to totals", () => {
    fc.assert(
      fc.property(items, pastOrToday, (documents, asOfDate) => {
        const { rows, totals, unappliedCash } = ageItems(documents, question(asOfDate));
        for (const row of [...rows, ...totals])
          expect(same(AGING_BUCKETS.map((bucket) => row[bucket]))).toBe(canonicalDecimal(row.outstanding));
        for (const total of totals) {
          const own = rows.filter(({ currency }) => currency === total.currency);
          for (const bucket of AGING_BUCKETS) expect(same(own.map((row) => row[bucket]))).toBe(canonicalDecimal(total[bucket]));
          const cash = unappliedCash.filter(({ currency }) => currency === total.currency);
          expect(same(cash.map(({ amount }) => amount))).toBe(canonicalDecimal(total.unappliedCash));
        }
      }),
    );
  });

  test("today it is what the ledger calls outstanding, charges and unapplied cash apart", () => {
    fc.assert(
      fc.property(items, (documents) => {
        const { totals, gaps } = ageItems(documents, question(TODAY));
        expect(gaps).toEqual([]);
        for (const currency of ["NZD", "EUR"]) {
          const own = documents.filter((item) => item.currency === currency);
          const open = (cash: boolean) =>
            same(own.filter(({ unapplied }) => (unapplied !== null) === cash).map(({ outstanding }) => outstanding));
          const total = totals.find((row) => row.currency === currency);
          expect(canonicalDecimal(total?.outstanding ?? decimal("0"))).toBe(open(false));
          expect(canonicalDecimal(total?.unappliedCash ?? decimal("0"))).toBe(open(true));
        }
      }),
    );
  });

  test("in the past it is the total less what was allocated by then, of what was issued by then", () => {
    fc.assert(
      fc.property(items, pastOrToday, (documents, asOfDate) => {
        const { totals, gaps } = ageItems(documents, question(asOfDate));
        expect(gaps).toEqual([]);
        for (const currency of ["NZD", "EUR"]) {
          const charges = documents.filter((item) => item.unapplied === null && item.currency === currency && item.date <= asOfDate);
          const expected = charges.map((item) =>
            subtractDecimals(
              item.total,
              sumDecimals(item.applied.filter(({ date }) => date !== null && date <= asOfDate).map(({ amount }) => amount)),
            ),
          );
          const total = totals.find((row) => row.currency === currency)?.outstanding ?? decimal("0");
          expect(canonicalDecimal(total)).toBe(same(expected));
        }
      }),
    );
  });

  test("a due date never moves to a younger bucket as time passes", () => {
    fc.assert(
      fc.property(pastOrToday, fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 300 }), (due, first, more) => {
        const place = (days: number) => AGING_BUCKETS.indexOf(bucketOf(due, addDays(due, days)));
        expect(place(first + more)).toBeGreaterThanOrEqual(place(first));
      }),
    );
  });

  test.each([
    [-1, "current"],
    [0, "current"],
    [1, "1-30"],
    [30, "1-30"],
    [31, "31-60"],
    [60, "31-60"],
    [61, "61-90"],
    [90, "61-90"],
    [91, "90+"],
  ])("%d days after the due date is %s", (days, bucket) => expect(bucketOf(TODAY, addDays(TODAY, days))).toBe(bucket));
});

const item = (fields: Partial<AgingItem>): AgingItem => ({
  id: "Invoice:1",
  party: { id: "Contact:1", name: "Elm" },
  currency: "NZD",
  date: calendarDate("2026-09-01"),
  dueDate: null,
  total: decimal("100.00"),
  totalBase: null,
  outstanding: decimal("100.00"),
  unapplied: null,
  applied: [],
  ...fields,
});
const applied = (amount: string, date: string | null, currency = "NZD") => ({
  amount: decimal(amount),
  currency,
  date: date === null ? null : calendarDate(date),
});

describe("history that can not be rebuilt", () => {
  const past = question(calendarDate("2026-10-01"));
  test.each([
    ["allocation_without_date", item({ outstanding: decimal("60.00"), applied: [applied("40.00", null)] })],
    ["outstanding_not_explained_by_allocations", item({ outstanding: decimal("60.00") })],
    ["allocation_in_another_currency", item({ applied: [applied("40.00", "2026-10-05", "EUR")] })],
  ])("%s is said of the document, in the past only", (reason, document) => {
    expect(ageItems([document], past).gaps).toEqual([{ documentId: "Invoice:1", reason }]);
    expect(ageItems([document], question(TODAY)).gaps).toEqual([]);
  });
});

describe("base amounts come from the ledger or not at all", () => {
  const foreign = { currency: "EUR", totalBase: decimal("180.00") };
  test.each([
    ["the whole of a foreign document", item(foreign), "180.00"],
    ["a part of one", item({ ...foreign, outstanding: decimal("50.00") }), null],
    ["one without a base amount", item({ ...foreign, totalBase: null }), null],
    ["a document in base currency", item({ outstanding: decimal("50.00") }), "50.00"],
  ])("%s", (_name, document, base) => expect(ageItems([document], question(TODAY)).rows[0]?.base).toBe(base));
});

describe("the tie-out to parties' balances", () => {
  const documents = [item({}), item({ id: "CreditNote:1", unapplied: "credit", outstanding: decimal("30.00") })];
  const aging = ageItems(documents, question(TODAY));
  const tie = (amount: string, currency = "NZD", history = false) =>
    tieAgingToBalances(aging, new Map([["Contact:1", { amount: decimal(amount), currency }]]), { baseCurrency: "NZD", history });

  test.each([
    ["100.00", "open_documents"],
    ["70.00", "open_documents_less_unapplied_cash"],
  ])("a balance of %s ties to the %s", (amount, basis) => expect(tie(amount)).toMatchObject({ outcome: "ties", basis, differences: [] }));

  test("another balance is a variance, with the party and the difference", () =>
    expect(tie("90.00")).toMatchObject({
      outcome: "variance",
      currencies: [{ currency: "NZD", ours: "100.00", ledgers: "90.00", difference: "10.00" }],
      differences: [{ partyId: "Contact:1", difference: "10.00" }],
    }));

  test.each([
    ["the past", tie("100.00", "NZD", true)],
    ["another currency", tie("100.00", "EUR")],
    ["contact balances", tieAgingToBalances(aging, new Map(), { baseCurrency: "NZD", history: false })],
  ])("with %s it can not be checked, and says why", (_name, result) => {
    expect(result.outcome).toBe("cannot_check");
    expect(result.reason).not.toBeNull();
  });
});
