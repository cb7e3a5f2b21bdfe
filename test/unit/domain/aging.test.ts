import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AGING_BUCKETS, type AgingItem, ageItems, bucketOf, openItem } from "#main/domain/aging/aging.ts";
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

describe("history that can't be rebuilt", () => {
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
  ])("with %s it can't be checked, and says why", (_name, result) => {
    expect(result.outcome).toBe("cannot_check");
    expect(result.reason).not.toBeNull();
  });
});

describe("the rows of an aging", () => {
  const today = question(TODAY);
  const of = (name: string, id: string, fields: Partial<AgingItem> = {}) => item({ party: { id, name }, ...fields });
  const names = (rows: readonly { readonly party: { readonly id: string } | null; readonly currency: string }[]) =>
    rows.map(({ party, currency }) => `${party?.id ?? "-"} ${currency}`);

  test("are one for each party and currency, by name, then ID, then currency, documents without a party first", () => {
    const { rows, totals } = ageItems(
      [of("Elm", "2"), of("Elm", "1"), of("Elm", "1", { currency: "AUD" }), of("Birch", "9"), item({ party: null }), of("Elm", "2")],
      today,
    );
    expect(names(rows)).toEqual(["- NZD", "9 NZD", "1 AUD", "1 NZD", "2 NZD"]);
    expect(rows.map(({ outstanding, documents }) => [outstanding, documents])).toEqual([
      ...[
        ["100.00", 1],
        ["100.00", 1],
        ["100.00", 1],
        ["100.00", 1],
      ],
      ["200.00", 2],
    ]);
    expect(totals.map(({ currency, outstanding, documents }) => [currency, outstanding, documents])).toEqual([
      ["AUD", "100.00", 1],
      ["NZD", "500.00", 5],
    ]);
  });

  test("show the amount in the bucket of its due date, or of its date where it has none, and zero in the others", () => {
    const { rows } = ageItems([item({ dueDate: calendarDate("2026-11-20") }), item({ party: null })], today);
    const zero = { current: "0", "31-60": "0", "61-90": "0", "90+": "0" };
    expect(rows[1]).toMatchObject({ ...zero, "1-30": "100.00", outstanding: "100.00" });
    expect(rows[0]).toMatchObject({ "1-30": "0", "61-90": "100.00" });
  });

  test("have no base amount as soon as one document has none", () => {
    const foreign = (totalBase: string | null) => item({ currency: "EUR", totalBase: totalBase === null ? null : decimal(totalBase) });
    expect(ageItems([foreign("180.00"), foreign("20.00")], today).rows[0]?.base).toBe("200.00");
    expect(ageItems([foreign("180.00"), foreign(null)], today).rows[0]?.base).toBeNull();
  });

  test("leave out what is settled, and what is dated after the day that was asked for", () => {
    const settled = item({ outstanding: decimal("0.00"), applied: [applied("100.00", "2026-09-05")] });
    const later = item({ date: calendarDate("2026-11-22") });
    expect(ageItems([settled, later], today)).toEqual({ rows: [], unappliedCash: [], totals: [], gaps: [] });
    expect(openItem(later, today)).toBeNull();
    expect(openItem(item({ date: TODAY }), today)).toMatchObject({ bucket: "current", open: "100.00" });
  });

  test("keep unapplied cash apart, by its kind, and count it in no bucket (rule 16)", () => {
    const cash = (kind: "credit" | "payment", amount: string) => of("Elm", "1", { unapplied: kind, outstanding: decimal(amount) });
    const { rows, unappliedCash, totals } = ageItems([cash("payment", "7.00"), cash("credit", "5.00"), cash("credit", "1.00")], today);
    expect(rows).toEqual([]);
    expect(unappliedCash.map(({ kind, amount, documents }) => [kind, amount, documents])).toEqual([
      ["credit", "6.00", 2],
      ["payment", "7.00", 1],
    ]);
    expect(totals).toMatchObject([{ currency: "NZD", outstanding: "0", documents: 0, unappliedCash: "13.00" }]);
  });

  test("take in what was added up elsewhere", () => {
    const part = {
      ...{ party: { id: "1", name: "Elm" }, currency: "NZD", unapplied: null, base: null, documents: 40 },
      ...{ buckets: { "90+": decimal("9.00"), "1-30": decimal("1.00") }, open: decimal("10.00") },
    };
    expect(ageItems([of("Elm", "1", { dueDate: TODAY })], today, [part]).rows).toMatchObject([
      { current: "100.00", "1-30": "1.00", "90+": "9.00", outstanding: "110.00", documents: 41, base: null },
    ]);
  });

  test("are written with the decimals of the total, however much of it was settled", () => {
    expect(ageItems([item({ outstanding: decimal("60") })], today).rows[0]?.outstanding).toBe("60.00");
    expect(ageItems([item({ total: decimal("100"), outstanding: decimal("60.5") })], today).rows[0]?.outstanding).toBe("60.5");
  });

  test("of the past give back only what was settled later, in the document's own currency", () => {
    const past = question(calendarDate("2026-10-01"));
    const parts = [
      applied("30.00", "2026-10-02"),
      applied("5.00", "2026-10-01"),
      applied("7.00", "2026-10-09", "EUR"),
      applied("2.00", null),
    ];
    expect(ageItems([item({ outstanding: decimal("65.00"), applied: parts })], past).rows[0]?.outstanding).toBe("95.00");
  });
});

test("gaps of a history are listed by document, each reason of it", () => {
  const unsure = (id: string) => item({ id, applied: [applied("1.00", null), applied("2.00", "2026-09-05", "EUR")] });
  const { gaps } = ageItems([unsure("b"), unsure("a")], question(calendarDate("2026-10-01")));
  expect(gaps.map(({ documentId, reason }) => `${documentId} ${reason}`)).toEqual([
    ...["a allocation_in_another_currency", "a allocation_without_date", "a outstanding_not_explained_by_allocations"],
    ...["b allocation_in_another_currency", "b allocation_without_date", "b outstanding_not_explained_by_allocations"],
  ]);
  expect(ageItems([unsure("a")], { ...question(TODAY), readOn: TODAY }).gaps).toEqual([]);
});
