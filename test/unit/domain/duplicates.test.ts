import { describe, expect, it } from "vitest";
import { type BillFacts, COMPARED_WHOLE_MAX, normalisedName, scorePair, searchDuplicates } from "#main/domain/duplicates/duplicates.ts";
import { addDays, calendarDate } from "#shared/kernel/calendar-date.ts";
import { decimal } from "#shared/kernel/decimal.ts";

const DAY = calendarDate("2026-10-01");
const bill = (id: string, days: number, number: string | null, more: Partial<BillFacts> = {}): BillFacts => ({
  ...{ id, partyId: "v", partyName: "Elm", taxIdentifier: null, number, reference: null, date: addDays(DAY, days) },
  ...{ currency: "USD", total: decimal("10.00"), ...more },
});
const pairs = (...bills: BillFacts[]) => searchDuplicates(bills).pairs.map(({ bills: [a, b], score }) => [`${a.id}+${b.id}`, score]);
const reasons = (a: Partial<BillFacts>, b: Partial<BillFacts>, days = 0) =>
  scorePair(bill("a", 0, null, a), bill("b", days, null, b))?.reasons ?? null;

describe("two bills that may be one", () => {
  it("are the surer the nearer their days", () => {
    const scored = (days: number) => scorePair(bill("a", 0, "7"), bill("b", days, "7"));
    expect([0, 1, 7, 8, 14, 15, 30, 31].map((days) => scored(days)?.score ?? null)).toEqual([100, 97, 97, 93, 93, 89, 89, null]);
    expect([0, 1, 2].map((days) => scored(days)?.reasons[2])).toEqual(["same date", "1 day apart", "2 days apart"]);
    expect(scorePair(bill("a", 9, "7"), bill("b", 0, "7"))?.reasons[2]).toBe("9 days apart");
  });

  it("are of one vendor by its record, a merge, a tax ID or a name", () => {
    const vendor = (a: Partial<BillFacts>, b: Partial<BillFacts>) => reasons(a, { partyId: "w", ...b })?.[0] ?? null;
    expect(vendor({}, { partyId: "v" })).toBe("same vendor");
    expect(vendor({}, { mergedInto: "v", partyName: null })).toBe("vendors merged in Tieout");
    expect(vendor({ mergedInto: "x" }, { mergedInto: "x", partyName: null })).toBe("vendors merged in Tieout");
    expect(vendor({ taxIdentifier: "NZ 12-345" }, { taxIdentifier: "nz12345", partyName: "Oak" })).toBe("vendors with the same tax ID");
    expect(vendor({}, {})).toBe("vendors with the same name");
    expect(vendor({}, { partyName: "ELM Ltd" })).toBe("vendors with almost the same name");
    expect([
      vendor({}, { partyName: "Oak" }),
      vendor({ partyName: null }, { partyName: null }),
      vendor({ partyName: "-" }, { partyName: "--" }),
    ]).toEqual([...[null, null, null]]);
    expect(["  É.l’m   & Co. ", "Elm, The", "_elm_"].map(normalisedName)).toEqual(["elm", "elm", "elm"]);
  });

  it("share a number, a reference or nothing that can be compared", () => {
    const told = (a: Partial<BillFacts>, b: Partial<BillFacts>) => reasons(a, b)?.at(-1);
    expect(told({ number: "INV-7" }, { number: "007" })).toBe("numbers INV-7 and 007 differ only in how they're written");
    expect(told({ number: "7" }, { number: "8" })).toBe("different numbers");
    expect(told({ reference: "PO 7" }, { number: "PO-7" })).toBe("reference PO 7 is on both");
    expect(told({ number: "5", reference: "PO 7" }, { reference: "PO 7" })).toBe("reference PO 7 is on both");
    expect(told({ reference: "PO 7" }, { reference: "PO 8" })).toBe("different numbers");
    expect(told({ number: "INV-7" }, { number: "INV-7" })).toBe("same number INV-7");
    expect(told({ reference: "PO 7" }, {})).toBe("only one bill has a reference");
    expect(told({}, { number: "9" })).toBe("only one bill has a number");
    expect([told({}, {}), told({ number: "Rent" }, { number: "9" })]).toEqual(["no numbers to compare", "no numbers to compare"]);
    // A series of its own tells bills apart, the words that any bill carries don't.
    expect(told({ number: "RENT-7" }, { number: "FEES-7" })).toBe("different numbers");
    expect(told({ number: "Tax Invoice No. 7" }, { number: "RENT 7" })).toBe(
      "numbers Tax Invoice No. 7 and RENT 7 differ only in how they're written",
    );
    expect(told({ number: "rent--7" }, { number: "RENT 7" })).toBe("numbers rent--7 and RENT 7 differ only in how they're written");
    // Texts without figures prove nothing when they are equal.
    expect([told({ number: "RENT" }, { number: "rent!" }), told({ number: "Rent" }, { number: "Fees" })]).toEqual([
      ...["no numbers to compare", "different references"],
    ]);
    expect(told({ number: "Rent", reference: "PO 7" }, { number: "Fees", reference: "PO 7" })).toBe("reference PO 7 is on both");
    expect([told({ number: "Rent" }, {}), told({ reference: "Sep" }, { reference: "Oct" })]).toEqual([
      "no numbers to compare",
      "different references",
    ]);
  });
});

describe("the search for duplicates", () => {
  it("names the surest first, then the earliest, and each pair with its earlier bill first", () => {
    const bills = [
      bill("c", 3, null),
      bill("a", 0, "1"),
      bill("b", 0, "1"),
      bill("e", 0, "5", { currency: "EUR" }),
      bill("d", 0, "5", { currency: "EUR" }),
    ];
    expect(pairs(...bills)).toEqual([
      ["a+b", 100],
      ["d+e", 100],
      ["b+c", 77],
      ["a+c", 77],
    ]);
    expect(pairs(bill("b", 9, "1"), bill("a", 0, "1"), bill("z", 20, "2"), bill("y", 20, "2")).map(([ids]) => ids)).toEqual(["y+z", "a+b"]);
  });

  it("leaves out what too little speaks for", () => {
    // Different numbers within a week are 62, after it 58.
    expect([pairs(bill("a", 0, "1"), bill("b", 7, "2")), pairs(bill("a", 0, "1"), bill("b", 8, "2"))]).toEqual([[["a+b", 62]], []]);
    // Vendors of one name three weeks apart, without a number, are 54; of one tax ID 64.
    const named = { partyId: "w" };
    expect(pairs(bill("a", 0, null), bill("b", 20, null, named))).toEqual([]);
    const tax = { taxIdentifier: "NZ 12-345" };
    expect(pairs(bill("a", 0, null, tax), bill("b", 20, null, { ...named, ...tax }))).toEqual([["a+b", 64]]);
    // A name two weeks apart is exactly the least.
    expect(pairs(bill("a", 0, null, tax), bill("b", 20, "x", { ...named, partyName: "Elm" }))).toEqual([]);
    expect(pairs(bill("a", 0, "X1"), bill("b", 0, "Y2", { partyId: "w", taxIdentifier: null }))).toEqual([]);
    expect(pairs(bill("a", 0, "X1", tax), bill("b", 0, "Y2", { ...named, ...tax }))).toEqual([["a+b", 60]]);
  });

  it("takes bills a month apart for recurring ones where their numbers differ or a third keeps the rhythm", () => {
    const month = (days: number, ...numbers: (string | null)[]) =>
      pairs(...numbers.map((number, at) => bill("abc"[at] as string, at * days, number)));
    expect([month(25, null, null), month(26, null, null), month(30, null, null)]).toEqual([[["a+b", 69]], [["a+b", 69]], [["a+b", 69]]]);
    // With a third bill in the same rhythm none of them is told; a bill that only comes near isn't the rhythm.
    expect([month(26, null, null, null), month(30, null, null, null)]).toEqual([[], []]);
    expect(month(25, null, null, null).length).toBe(2);
    expect(pairs(bill("a", 0, null), bill("b", 28, null), bill("c", 28 + 35, null))).toEqual([]);
    expect(pairs(bill("a", 0, null), bill("b", 28, null), bill("c", 28 + 36, null))).toEqual([["a+b", 69]]);
    expect(pairs(bill("a", 0, null), bill("b", 35, null), bill("c", 35 + 28, null))).toEqual([]);
    expect(pairs(bill("a", 0, null), bill("b", 36, null), bill("c", 36 + 28, null))).toEqual([["b+c", 69]]);
    // The third must be of the same vendor and amount.
    expect(pairs(bill("a", 0, null), bill("b", 28, null), bill("c", 56, null, { partyId: "w", partyName: "Oak" }))).toEqual([["a+b", 69]]);
    expect(pairs(bill("a", 0, null), bill("b", 28, null), bill("c", 56, null, { total: decimal("11") }))).toEqual([["a+b", 69]]);
    // A shared number is one bill, whatever the rhythm.
    expect(pairs(bill("a", 0, "7"), bill("b", 28, "7"), bill("c", 56, "7")).length).toBe(2);
    expect(pairs(bill("a", 0, "Sep"), bill("b", 28, "Oct"))).toEqual([]);
  });

  it("of very many bills compares those nearby and those of one reference, and counts the others", () => {
    const many = (count: number, numberOf: (at: number) => string | null) =>
      Array.from({ length: count }, (_, at) => bill(`b${String(at).padStart(4, "0")}`, 0, numberOf(at)));
    const distinct = (at: number) => `N${at}`;
    const whole = searchDuplicates(many(COMPARED_WHOLE_MAX, distinct));
    expect([whole.notCompared, whole.pairs.length]).toEqual([0, (COMPARED_WHOLE_MAX * (COMPARED_WHOLE_MAX - 1)) / 2]);
    const count = COMPARED_WHOLE_MAX + 1;
    const partly = searchDuplicates(many(count, distinct));
    const compared = 20 * count - (20 * 21) / 2;
    expect([partly.pairs.length, partly.notCompared]).toEqual([compared, (count * (count - 1)) / 2 - compared]);
    // Five of one number far apart: each is compared with the three before it.
    const far = searchDuplicates(many(count, (at) => (at % 80 === 0 && at < 400 ? "SAME 9999" : `N${at}`)));
    const same = far.pairs
      .filter(({ score }) => score === 100)
      .map(({ bills }) => bills.map(({ id }) => Number(id.slice(1)) / 80).join("-"));
    expect(same.sort()).toEqual(["0-1", "0-2", "0-3", "1-2", "1-3", "1-4", "2-3", "2-4", "3-4"]);
    // One of the number that is more than 30 days back isn't compared.
    const old = [bill("old", -31, "SAME 9999"), ...many(count, (at) => (at === 300 ? "SAME 9999" : `N${at}`))];
    expect(searchDuplicates(old).pairs.some(({ bills }) => bills[0].id === "old")).toBe(false);
  });
});
