import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type BillFacts,
  COMPARED_WHOLE_MAX,
  DAYS_APART_MAX,
  normalisedName,
  normalisedReference,
  scorePair,
  searchDuplicates,
} from "#main/domain/duplicates/duplicates.ts";
import { listDuplicates } from "#main/store/duplicates/duplicates.ts";
import { calendarDate, daysBetween, fromDayNumber } from "#shared/kernel/calendar-date.ts";
import { decimal } from "#shared/kernel/decimal.ts";
import { createIngestLab, documentRecord, partyRecord } from "#test/support/ingest-lab.ts";
import { tempHome } from "#test/support/temp-home.ts";

let made = 0;
const duplicatePairs = (bills: readonly BillFacts[]) => searchDuplicates(bills).pairs;
const bill = (date: string, number: string | null, changes: Partial<BillFacts> = {}): BillFacts => ({
  id: `Bill:${++made}`,
  partyId: "Vendor:1",
  partyName: "Elm Supplies Ltd",
  taxIdentifier: null,
  number,
  reference: null,
  date: calendarDate(date),
  currency: "USD",
  total: decimal("842.60"),
  ...changes,
});
const scores = (...bills: BillFacts[]) => duplicatePairs(bills).map(({ score }) => score);

describe("rule 14: duplicate bills", () => {
  it.each([
    ["INV-0042", "42"],
    ["42", "42"],
    ["Inv. no. 42", "42"],
    ["invoice 00042", "42"],
    ["SVC-20417", "20417"],
    ["svc20417", "20417"],
    ["42-A", "42A"],
    ["000", "0"],
    ["RENT", null],
    ["--", null],
    ["", null],
  ])("reference %s is %s", (text, expected) => expect(normalisedReference(text)).toBe(expected));

  it("names lose case, marks and company words, but never all their words", () => {
    expect(["Elm Supplies Ltd.", "ELM SUPPLIES", "The Elm-Supplies Co"].map(normalisedName)).toEqual(Array(3).fill("elm supplies"));
    expect(normalisedName("The Company")).toBe("the company");
  });

  it("a number that differs by a dash is the same bill, and the reasons say why", () => {
    const [pair] = duplicatePairs([bill("2026-10-09", "SVC20417"), bill("2026-10-05", "SVC-20417")]);
    expect(pair?.score).toBe(97);
    expect(pair?.reasons).toEqual([
      "same vendor",
      "same amount 842.60 USD",
      "4 days apart",
      "numbers SVC-20417 and SVC20417 differ only in how they're written",
    ]);
    expect(pair?.bills.map(({ number }) => number)).toEqual(["SVC-20417", "SVC20417"]);
  });

  it("vendors that are the same by tax identifier or by name count less, other vendors nothing", () => {
    const b = (changes: Partial<BillFacts>) => bill("2026-10-05", "7", { partyId: "Vendor:2", ...changes });
    const a = bill("2026-10-05", "7", { taxIdentifier: "12-345" });
    expect(scorePair(a, a)?.score).toBe(100);
    expect(scorePair(a, b({ partyName: "Other", taxIdentifier: "12345" }))?.score).toBe(95);
    expect(scorePair(a, b({ partyName: "ELM SUPPLIES" }))?.score).toBe(85);
    expect(scorePair(a, b({ partyName: "Other" }))).toBeNull();
    expect(scorePair(bill("2026-10-05", "7", { partyId: null, partyName: null }), b({ partyId: null, partyName: null }))).toBeNull();
  });

  it("a masked tax identifier is no evidence that two vendors are one", () => {
    const masked = (taxIdentifier: string, partyId: string) => bill("2026-10-05", "7", { partyId, partyName: partyId, taxIdentifier });
    expect(scorePair(masked("XXXXX4410", "Vendor:2"), masked("XX-XXX4410", "Vendor:3"))).toBeNull();
    expect(scorePair(masked("***4410", "Vendor:2"), masked("4410", "Vendor:3"))).toBeNull();
  });

  it("other amounts, currencies and more than 30 days exclude a pair; the spelling of an amount does not", () => {
    const a = bill("2026-10-01", "7");
    expect(scorePair(a, bill("2026-10-01", "7", { total: decimal("842.61") }))).toBeNull();
    expect(scorePair(a, bill("2026-10-01", "7", { currency: "EUR" }))).toBeNull();
    expect(scorePair(a, bill("2026-10-01", "7", { total: decimal("842.6000") }))?.score).toBe(100);
    expect([scorePair(a, bill("2026-10-31", "7"))?.score, scorePair(a, bill("2026-11-01", "7"))]).toEqual([89, null]);
  });

  it("where both have numbers, a shared order number is not enough", () => {
    const a = bill("2026-10-01", "1001", { reference: "PO-77" });
    expect(scorePair(a, bill("2026-10-03", "1002", { reference: "PO-77" }))?.reasons.at(-1)).toBe("different numbers");
    expect(scorePair(a, bill("2026-10-03", null, { reference: "inv 1001" }))?.reasons.at(-1)).toBe("reference 1001 is on both");
  });

  it("a recurring bill is not a duplicate; the same bill of one month entered twice is", () => {
    const rent = ["2026-07-01", "2026-07-31", "2026-08-29", "2026-09-28"].map((date, index) => bill(date, `R-${index + 1}`));
    expect(duplicatePairs(rent)).toEqual([]);
    const again = bill("2026-08-31", "R3");
    expect(duplicatePairs([...rent, again]).filter(({ score }) => score > 80)).toMatchObject([
      { bills: [{ number: "R-3" }, { number: "R3" }] },
    ]);
    const unnumbered = ["2026-07-01", "2026-07-31", "2026-08-29"].map((date) => bill(date, null));
    expect(scores(...unnumbered)).toEqual([]);
    expect(scores(...unnumbered.slice(0, 2))).toEqual([69]);
    // An equal number a month later is the same bill sent again.
    expect(scores(bill("2026-07-01", "R-9"), bill("2026-07-31", "R9"))).toEqual([89]);
  });

  it.each([
    ["RENT-SEP", "RENT-OCT"],
    ["RENT-SEP-2026", "RENT-OCT-2026"],
    ["Rent Sep 26", "Rent Oct 26"],
  ])("monthly rent is not a duplicate: %s and %s", (first, second) => {
    const both = (field: "number" | "reference") => {
      const of = (date: string, text: string) => (field === "number" ? bill(date, text) : bill(date, null, { reference: text }));
      return [of("2026-09-01", first), of("2026-10-01", second)];
    };
    expect([duplicatePairs(both("number")), duplicatePairs(both("reference"))]).toEqual([[], []]);
    // Entered on one day they are still worth a look, but no longer a sure thing.
    expect(scores(bill("2026-09-01", first), bill("2026-09-01", second))).toEqual([65]);
  });

  it("texts without digits tell bills apart only within one field, and equal ones are no evidence", () => {
    const of = (number: string | null, reference: string | null) => bill("2026-09-01", number, { reference });
    const reason = (a: BillFacts, b: BillFacts) => scorePair(a, b)?.reasons.at(-1);
    expect(reason(of("RENT", "SEP"), of("RENT", "OCT"))).toBe("different references");
    expect(reason(of("RENT", null), of(null, "Office"))).toBe("no numbers to compare");
    expect(reason(of("RENT", null), of("Rent.", null))).toBe("no numbers to compare");
    expect(reason(of("RENT", "7"), of("OFFICE", "Inv 7"))).toBe("reference 7 is on both");
    expect(scores(bill("2026-09-01", "RENT"), bill("2026-10-01", "RENT"))).toEqual([69]);
  });

  it("a number is the same with or without its letters, but not with other ones", () => {
    const reason = (a: string, b: string) => scorePair(bill("2026-09-01", a), bill("2026-09-01", b))?.reasons.at(-1);
    expect(["7", "Invoice 007", "svc 7", "Tax inv. no. SVC-7"].map((other) => reason("SVC-7", other))).toEqual(
      ["7", "Invoice 007", "svc 7", "Tax inv. no. SVC-7"].map((other) => `numbers SVC-7 and ${other} differ only in how they're written`),
    );
    expect(reason("SVC-7", "HIRE-7")).toBe("different numbers");
  });

  it("ten thousand equal bills of one vendor are compared with their neighbours, and what was left out is counted", () => {
    const equal = Array.from({ length: 10_000 }, () => bill("2026-10-05", "7"));
    const { pairs, notCompared } = searchDuplicates(equal);
    expect(pairs.length + notCompared).toBe((10_000 * 9_999) / 2);
    expect(pairs.length).toBeLessThan(300_000);
    // Far apart in the list, yet of one number: found all the same.
    const numbered = Array.from({ length: COMPARED_WHOLE_MAX + 1 }, (_, at) => bill("2026-10-05", `N${at}`));
    const again = [...numbered, bill("2026-10-20", "n-3")];
    expect(searchDuplicates(again).pairs.filter(({ score }) => score > 80)).toMatchObject([
      { bills: [{ number: "N3" }, { number: "n-3" }] },
    ]);
    // Up to the limit nothing is left out.
    expect(searchDuplicates(numbered.slice(1)).notCompared).toBe(0);
  });

  it("scores lie in 0 to 100, do not depend on order, and pass 80 only with an equal reference", () => {
    const any = fc
      .record({
        partyId: fc.constantFrom("Vendor:1", "Vendor:2"),
        partyName: fc.constantFrom("Elm", "Elm Ltd", "Oak"),
        taxIdentifier: fc.constantFrom(null, "1", "2"),
        number: fc.constantFrom(null, "INV-7", "7", "8", "RENT"),
        reference: fc.constantFrom(null, "7", "PO 8"),
        day: fc.integer({ min: 20_700, max: 20_760 }),
        total: fc.constantFrom("10.00", "10.0", "11.00"),
      })
      .map(({ day, total, ...rest }) => bill(fromDayNumber(day), null, { ...rest, total: decimal(total) }));
    fc.assert(
      fc.property(fc.array(any, { maxLength: 12 }), (bills) => {
        const pairs = duplicatePairs(bills);
        expect(duplicatePairs([...bills].reverse())).toEqual(pairs);
        for (const { score, bills: both, reasons } of pairs) {
          expect(score >= 0 && score <= 100).toBe(true);
          expect(daysBetween(both[0].date, both[1].date)).toBeLessThanOrEqual(DAYS_APART_MAX);
          if (score > 80) expect(reasons.at(-1)).toMatch(/^same number|written$|on both$/);
        }
      }),
    );
  });
});

describe("rule 14 on a mirror", () => {
  it("bills and direct purchases that stand are compared across vendor records; nothing is written", () => {
    const lab = createIngestLab(tempHome());
    const money = (amount: string) => ({ amount, currency: "NZD" });
    const given = (id: string, partyId: string, fields: Readonly<Record<string, unknown>> = {}) => ({
      id,
      yields: [documentRecord(id, { type: "purchase_bill", partyId, number: "INV-0042", ...fields })] as never,
    });
    const vendor = (id: string, fields: object) => ({
      id,
      entity: "Contact",
      yields: [partyRecord(id, { isVendor: true, ...fields })] as never,
    });
    const huge = money("123456789012345678.90");
    lab.readPass("backfill", [
      [
        vendor("elm", { name: "Elm", taxIdentifier: "NZ 1" }),
        vendor("elm2", { name: "Elm & Sons", taxIdentifier: "nz1" }),
        vendor("oak", { name: "Oak" }),
        given("bill", "Contact:elm"),
        given("card", "Contact:elm2", { type: "cash_purchase", number: "42", issueDate: "2026-10-06" }),
        given("other-vendor", "Contact:oak"),
        given("voided", "Contact:elm", { status: "voided" }),
        given("credit", "Contact:elm", { type: "purchase_credit" }),
        given("other-amount", "Contact:elm", { total: money("100.01") }),
        given("zero-1", "Contact:elm", { total: money("0.00") }),
        given("zero-2", "Contact:elm", { total: money("0.00") }),
        given("huge-1", "Contact:elm", { total: huge, number: "9" }),
        given("huge-2", "Contact:elm", { total: huge, number: "009" }),
        given("huge-3", "Contact:elm", { total: money("123456789012345678.91"), number: "9" }),
        given("gone", "Contact:elm"),
      ],
    ]);
    lab.db.prepare("UPDATE source_record SET removed_ms = 1 WHERE source_id = 'gone'").run();
    const before = lab.rows("SELECT total_changes()");
    expect(listDuplicates(lab.reader).rows.map(({ id, score }) => [id, score])).toEqual([
      ["Invoice:huge-1|Invoice:huge-2", 100],
      ["Invoice:bill|Invoice:card", 92],
    ]);
    expect(lab.rows("SELECT total_changes()")).toEqual(before);
    const of = (start: string | undefined, end: string | undefined) =>
      listDuplicates(lab.reader, {
        within: {
          ...(start === undefined ? {} : { start: calendarDate(start) }),
          ...(end === undefined ? {} : { end: calendarDate(end) }),
        },
      }).rows.map(({ id }) => id);
    const [hugePair, cardPair] = ["Invoice:huge-1|Invoice:huge-2", "Invoice:bill|Invoice:card"];
    // One bill of a pair on the asked days is enough.
    expect(of("2026-10-06", "2026-10-06")).toEqual([cardPair]);
    expect(of("2026-10-06", undefined)).toEqual([cardPair]);
    expect(of(undefined, "2026-10-05")).toEqual([hugePair, cardPair]);
    expect(of("2026-10-07", "2026-10-31")).toEqual([]);
    lab.db.close();
  });
});
