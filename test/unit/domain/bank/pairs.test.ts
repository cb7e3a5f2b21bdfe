import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openLines, openPostings, pairOf } from "#main/domain/bank-matching/candidates.ts";
import { alignInOrder } from "#main/domain/bank-matching/in-order.ts";
import { isNamedBy } from "#main/domain/bank-matching/rule-matches.ts";
import { lineTold, marksOf, plainText, sharedContact, sharedReference, told } from "#main/domain/bank-matching/similarity.ts";
import { subsetsWithSum } from "#main/domain/bank-matching/subset-sum.ts";
import { suggestMatches } from "#main/domain/bank-matching/suggest-matches.ts";
import type { BankLine, BankPosting } from "#shared/contract/close/bank.ts";
import { addDays, type CalendarDate, calendarDate } from "#shared/kernel/calendar-date.ts";
import { decimal } from "#shared/kernel/decimal.ts";

const DAY = calendarDate("2026-10-01");
const day = (days: number): CalendarDate => addDays(DAY, days);
const line = (lineId: string, days: number, amount: string, more: Partial<BankLine> = {}): BankLine => ({
  ...{ lineId, date: day(days), amount: decimal(amount), payee: null, reference: null, description: null, bankId: null },
  ...more,
});
const posting = (recordId: string, days: number, amount: string, more: Partial<BankPosting> = {}): BankPosting => ({
  ...{ recordId, date: day(days), amount: decimal(amount), contact: null, number: null, reference: null, description: null },
  ...{ isDocument: true, batchId: null, ledgerReconciled: null },
  ...more,
});
const REFERENCE = { number: "INV-0042" };
const named = { payee: "HARBOUR CAFE 0117" };

describe("what a bank's line repeats", () => {
  test("is compared without accents, case, punctuation and short words", () => {
    expect(plainText("  Crème — Brûlée #12! ")).toBe("creme brulee 12");
    expect(told("Ab cde", null, "The Xyz-1")).toEqual({ words: new Set(["cde", "the", "xyz"]), flat: "abcdethexyz1" });
    expect(lineTold(line("l", 0, "1", { payee: "Ann", reference: "R1", description: "Rent" })).flat).toBe("annr1rent");
  });

  test("counts as a contact when most telling words of the name are in it", () => {
    const contact = (name: string, text: string) => sharedContact(told(text), marksOf({ contact: name, number: null, reference: null }));
    expect(marksOf({ contact: "The Harbour Café Ltd Co", number: null, reference: null }).contactWords).toEqual(["harbour", "cafe"]);
    expect(contact("Harbour Café Ltd", "HARBOUR 12")).toBe("Harbour Café Ltd");
    expect(contact("Harbour Café Ltd", "Ltd Café")).toBe("Harbour Café Ltd");
    expect(contact("Granite Peak Holdings", "PEAK 12")).toBeNull();
    expect(contact("Granite Peak Holdings", "PEAK GRANITE")).toBe("Granite Peak Holdings");
    // Banks run words together; four letters are in too many others.
    expect(contact("Cycles", "WRENCYCLES")).toBe("Cycles");
    expect(contact("Wren", "MYWRENS")).toBeNull();
    expect(contact("Wren", "WREN")).toBe("Wren");
    // A name without a telling word is in no line.
    expect(contact("The Co Ltd", "THE CO LTD")).toBeNull();
    expect(sharedContact(told("null"), marksOf({ contact: null, number: null, reference: null }))).toBeNull();
  });

  test("counts as a reference when it is long enough to tell, and a number only as a whole", () => {
    const reference = (text: string | null, said: string) =>
      sharedReference(told(said), marksOf({ contact: null, number: null, reference: text }));
    expect(reference("INV-42", "PAYMENTINV42 X")).toBe("INV-42");
    expect([reference("A1", "A1"), reference("Rent", "Rent"), reference(null, "null")]).toEqual([null, null, null]);
    expect([reference("117", "REF 117"), reference("000117", "117"), reference("117", "0000117")]).toEqual(["117", "000117", "117"]);
    expect([reference("117", "91175"), reference("117", "A117"), reference("0012", "0012"), reference("117", "118")]).toEqual([
      ...[null, null, null, null],
    ]);
    // The number is looked for before the reference.
    expect(sharedReference(told("B-200 A-100"), marksOf({ contact: null, number: "A-100", reference: "B-200" }))).toBe("A-100");
  });

  test("is what a rule names, however the bank writes it", () => {
    const said = { payee: "STRIPE, INC.", reference: null, description: "Payout" };
    expect([isNamedBy({ lineContains: "Stripe Inc" }, said), isNamedBy({ lineContains: "Square" }, said)]).toEqual([true, false]);
  });
});

describe("a line and a posting of one amount", () => {
  const scored = (days: number, ofLine: Partial<BankLine> = {}, ofPosting: Partial<BankPosting> = {}) => {
    const [one] = openLines([line("l", days, "10", ofLine)]);
    const [other] = openPostings([posting("p", 0, "10", ofPosting)]);
    return one === undefined || other === undefined ? null : (pairOf(one, other)?.score ?? null);
  };

  test("fit less well the further their days are apart, and the bank may be a week ahead at most", () => {
    expect([0, 1, 5, 6, 19, 20, 21, 60].map((days) => scored(days))).toEqual([70, 68, 60, 59, 46, 45, 45, 45]);
    expect([-1, -4, -5, -7, -8].map((days) => scored(days))).toEqual([65, 50, 45, 45, null]);
  });

  test("fit after two months only by a reference or a name, and after four months not at all", () => {
    expect(scored(61)).toBeNull();
    expect([scored(120, named, { contact: "Harbour Cafe" }), scored(121, named, { contact: "Harbour Cafe" })]).toEqual([55, null]);
    expect([scored(61, { reference: "INV-0042" }, REFERENCE), scored(0, { ...named, reference: "INV-0042" }, REFERENCE)]).toEqual([65, 90]);
    expect(scored(0, { ...named, reference: "INV-0042" }, { ...REFERENCE, contact: "Harbour Cafe" })).toBe(100);
  });

  test("are left out when an amount is zero or can't be compared exactly", () => {
    const lines = [line("b", 1, "5"), line("z", 0, "0.00"), line("x", 0, "0.00001"), line("c", 0, "5"), line("a", 1, "5")];
    expect(openLines(lines).map((one) => one.line.lineId)).toEqual(["c", "a", "b"]);
    const postings = [posting("b", 1, "5"), posting("z", 0, "0"), posting("x", 0, "0.00001"), posting("c", 0, "5"), posting("a", 1, "5")];
    expect(openPostings(postings).map((one) => one.posting.recordId)).toEqual(["c", "a", "b"]);
  });

  const only = (days: number, ofLine: Partial<BankLine> = {}, ofPosting: Partial<BankPosting> = {}) => {
    const [one] = suggestMatches([line("l", days, "10", ofLine)], [posting("p", 0, "10", ofPosting)]);
    return [one?.level, one?.score];
  };

  test("are exact within a week where nothing else has the amount, likely within two, then possible", () => {
    expect([0, 7, 8, 14, 15].map((days) => only(days))).toEqual([
      ...[
        ["exact", 70],
        ["exact", 58],
        ["likely", 47],
        ["likely", 41],
        ["possible", 40],
      ],
    ]);
    expect(only(-5)).toEqual(["exact", 45]);
  });

  test("are exact within two months with a name, and at any time with a reference", () => {
    const contact = { contact: "Harbour Cafe" };
    expect([only(60, named, contact), only(61, named, contact)]).toEqual([
      ["exact", 55],
      ["likely", 45],
    ]);
    expect(only(120, { reference: "INV-0042" }, REFERENCE)).toEqual(["exact", 65]);
  });

  test("are suggested with every reason", () => {
    const found = suggestMatches(
      [line("l", 3, "10", { ...named, reference: "INV-0042" })],
      [posting("p", 0, "10", { ...REFERENCE, contact: "Harbour Cafe" })],
    );
    expect(found).toEqual([
      {
        ...{ lineIds: ["l"], recordIds: ["p"], score: 94, level: "exact", fee: "0", ruleId: null },
        reasons: [
          { code: "same_amount" },
          { code: "days_apart", days: 3 },
          { code: "reference", text: "INV-0042" },
          { code: "contact", text: "Harbour Cafe" },
          { code: "only_one" },
        ],
      },
    ]);
    const plain = suggestMatches([line("l", 3, "10")], [posting("p", 0, "10")]);
    expect(plain[0]?.reasons.map(({ code }) => code)).toEqual(["same_amount", "days_apart", "only_one"]);
  });

  test("come in order of their score, then of their days apart, then of the statement", () => {
    const lines = [line("b", 40, "1"), line("c", 41, "2"), line("a", 41, "3"), line("d", 50, "4"), line("e", 50, "5")];
    const postings = [posting("1", 0, "1"), posting("2", 11, "2"), posting("3", 11, "3"), posting("4", 50, "4"), posting("5", 48, "5")];
    expect(suggestMatches(lines, postings).map(({ lineIds }) => lineIds[0])).toEqual(["d", "e", "a", "c", "b"]);
  });
});

describe("who else a line or posting may belong to", () => {
  const levels = (lines: readonly BankLine[], postings: readonly BankPosting[]) =>
    suggestMatches(lines, postings).map(({ lineIds, recordIds, level, reasons }) => [
      ...[lineIds.join(), recordIds.join(), level, reasons.find((one) => one.code === "several") ?? "only_one"],
    ]);
  const several = (count: number, transactions = count) => ({ code: "several", count, transactions });

  test("a posting left over with as good evidence that has waited up to five weeks longer", () => {
    const of = (days: number) => levels([line("l", 50, "10")], [posting("own", 45, "10"), posting("rival", days, "10")]);
    expect(of(10)).toEqual([["l", "own", "possible", several(2)]]);
    expect(of(9)).toEqual([["l", "own", "exact", "only_one"]]);
  });

  test("a line left over counts as well, but isn't one of the transactions that are possible for the line", () => {
    expect(levels([line("l1", 3, "10"), line("l2", 4, "10")], [posting("p", 2, "10")])).toEqual([["l1", "p", "possible", several(2, 1)]]);
  });

  test("nobody who says less of the line: a name counts, a reference more, and both most", () => {
    const said = { ...named, reference: "INV-0042" };
    const contact = { contact: "Harbour Cafe" };
    expect(levels([line("l", 3, "10", named)], [posting("p1", 3, "10"), posting("p2", 2, "10", contact)])).toEqual([
      ["l", "p2", "exact", "only_one"],
    ]);
    expect(levels([line("l", 3, "10", said)], [posting("p1", 3, "10", contact), posting("p2", 2, "10", REFERENCE)])).toEqual([
      ["l", "p2", "exact", "only_one"],
    ]);
    expect(
      levels([line("l", 3, "10", said)], [posting("p1", 3, "10", { ...contact, ...REFERENCE }), posting("p2", 3, "10", REFERENCE)]),
    ).toEqual([["l", "p1", "exact", "only_one"]]);
  });

  test("two of the same day on either side are likely, because every balance of every day is the same", () => {
    const exchanged = (lineDays: [number, number], postingDays: [number, number]) =>
      levels(
        lineDays.map((days, at) => line(`l${at}`, days, "10")),
        postingDays.map((days, at) => posting(`p${at}`, days, "10")),
      );
    const both = (level: string) => [
      ["l0", "p0", level, several(2)],
      ["l1", "p1", level, several(2)],
    ];
    expect(exchanged([3, 3], [2, 2])).toEqual(both("likely"));
    expect(exchanged([3, 4], [2, 2])).toEqual(both("likely"));
    expect(exchanged([4, 4], [2, 3])).toEqual(both("likely").toReversed());
    expect(exchanged([3, 4], [2, 3])).toEqual(both("possible"));
    // Without a name a week is the limit here, too.
    expect(exchanged([9, 9], [2, 2])).toEqual(both("likely"));
    expect(exchanged([10, 10], [2, 2])).toEqual(both("possible"));
  });

  test("of many postings of one amount the nearest are compared", () => {
    const daily = Array.from({ length: 100 }, (_, at) => posting(`p${String(at).padStart(2, "0")}`, at, "5"));
    expect(levels([line("l", 80, "5")], daily)).toEqual([["l", "p80", "possible", several(43)]]);
    expect(levels([line("l", 10, "5")], daily)).toEqual([["l", "p10", "possible", several(18)]]);
    expect(levels([line("l", 99, "5")], daily)).toEqual([["l", "p99", "possible", several(36)]]);
  });

  test("of more than are compared nobody says how many are possible", () => {
    const busy = Array.from({ length: 300 }, (_, at) => posting(`p${at}`, Math.floor(at / 3), "5"));
    const [found] = suggestMatches([line("l", 40, "5")], busy);
    expect(found?.reasons.at(-1)).toEqual({ code: "several", count: 60 });
  });
});

describe("rows and columns in order", () => {
  test("are paired without crossing, at the least cost there is", () => {
    const cost = fc.option(fc.integer({ min: 0, max: 9 }), { freq: 4 });
    const costs = fc.array(fc.array(cost, { minLength: 4, maxLength: 4 }), { maxLength: 4 });
    const ALONE = 6;
    /** The most that any pairing saves, found by trying every one. */
    const best = (table: readonly (readonly (number | null)[])[], row: number, column: number): number => {
      if (row >= table.length || column >= 4) return 0;
      const own = table[row]?.[column] ?? null;
      const paired = own === null || own >= ALONE ? 0 : ALONE - own + best(table, row + 1, column + 1);
      return Math.max(paired, best(table, row + 1, column), best(table, row, column + 1));
    };
    fc.assert(
      fc.property(costs, (table) => {
        const found = alignInOrder(table.length, 4, (row, column) => table[row]?.[column] ?? null, ALONE);
        const saved = found.map(([row, column]) => ALONE - (table[row]?.[column] ?? ALONE));
        expect(saved.every((each) => each > 0)).toBe(true);
        expect(saved.reduce((sum, each) => sum + each, 0)).toBe(best(table, 0, 0));
        for (const [at, [row, column]] of found.entries())
          if (at > 0) expect(row > (found[at - 1]?.[0] ?? 0) && column > (found[at - 1]?.[1] ?? 0)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

describe("amounts that add up", () => {
  const EVERY = { sizeMax: 9, stepsMax: 1e6, answersMax: 1e6 };

  test("are all found, and nothing else", () => {
    const amounts = fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 7 });
    fc.assert(
      fc.property(amounts, fc.integer({ min: 1, max: 40 }), fc.integer({ min: 2, max: 7 }), (pool, total, sizeMax) => {
        const all = Array.from({ length: 2 ** pool.length }, (_, bits) => pool.flatMap((_amount, at) => ((bits >> at) & 1 ? [at] : [])));
        const fitting = all.filter(
          (set) => set.length >= 2 && set.length <= sizeMax && set.reduce((sum, at) => sum + (pool[at] ?? 0), 0) === total,
        );
        const { found, complete } = subsetsWithSum(pool, total, { ...EVERY, sizeMax });
        expect(complete).toBe(true);
        expect(found.map((set) => set.join()).sort()).toEqual(fitting.map((set) => set.join()).sort());
      }),
      { numRuns: 200 },
    );
  });

  test("are looked for until there are enough answers or steps", () => {
    expect(subsetsWithSum([1, 4, 2, 3], 5, { ...EVERY, answersMax: 1 })).toMatchObject({ found: [[0, 1]], complete: false });
    expect(subsetsWithSum([3, 2], 5, EVERY)).toEqual({ found: [[0, 1]], complete: true, steps: 3 });
    expect(subsetsWithSum([3, 2], 5, { ...EVERY, stepsMax: 3 }).complete).toBe(true);
    expect(subsetsWithSum([3, 2], 5, { ...EVERY, stepsMax: 2 })).toMatchObject({ found: [[0, 1]], complete: false });
    // What can't reach the total any more is not looked at.
    expect(subsetsWithSum([5, 4, 3, 2, 1], 16, EVERY).steps).toBe(1);
  });
});

describe("what adds up on a statement", () => {
  const found = (lines: readonly BankLine[], postings: readonly BankPosting[]) =>
    suggestMatches(lines, postings).map(({ lineIds, recordIds, level, score, reasons }) => [
      ...[lineIds.join(), recordIds.join(), level, score, reasons],
    ]);
  const addsUp = (count: number, of: number, ...more: object[]) => [{ code: "adds_up", count, of }, ...more];
  const ONLY = { code: "only_one" };

  test("the ledger's own batch, where a line of its amount is at the bank within days, each line once", () => {
    const batch = (id: string, days: number) => [
      posting(`${id}1`, days, "-10", { batchId: id }),
      posting(`${id}2`, days, "-15", { batchId: id }),
    ];
    expect(found([line("l", 7, "-25")], batch("B", 0))).toEqual([["l", "B1,B2", "exact", 95, [{ code: "batch" }, ...addsUp(2, 2)]]]);
    expect(found([line("l", 8, "-25")], batch("B", 0))).toEqual([]);
    expect(found([line("l", 0, "-25")], batch("B", 2))[0]?.[2]).toBe("exact");
    expect(found([line("l", 0, "-25")], batch("B", 3))).toEqual([]);
    const two = found([line("l1", 1, "-25"), line("l2", 1, "-25")], [...batch("B", 0), ...batch("C", 0)]);
    expect(two.map(([lines, records]) => [lines, records])).toEqual([
      ["l1", "B1,B2"],
      ["l2", "C1,C2"],
    ]);
  });

  test("everything of one day or one contact, and nothing of the other sign or of another week", () => {
    const day2 = [posting("a", 2, "10"), posting("b", 2, "15"), posting("c", 1, "4"), posting("d", 2, "-3"), posting("e", -6, "3")];
    expect(found([line("l", 3, "25")], day2)).toEqual([["l", "a,b", "likely", 80, addsUp(2, 3)]]);
    const cafe = { contact: "Harbour Cafe" };
    const ofCafe = [posting("a", 1, "10", cafe), posting("b", 2, "15", cafe), posting("c", 2, "7"), posting("d", 1, "18")];
    expect(found([line("l", 3, "25", named)], ofCafe)).toEqual([["l", "a,b", "likely", 80, addsUp(2, 4)]]);
    expect(found([line("l", 3, "50")], [posting("a", 2, "60"), posting("b", 2, "-10")])).toEqual([]);
    expect(found([line("l", 8, "25")], [posting("a", 1, "10"), posting("b", 1, "15")])[0]?.[1]).toBe("a,b");
    expect(found([line("l", 8, "25")], [posting("a", 0, "10"), posting("b", 1, "15")])).toEqual([]);
  });

  test("a few amounts of several days that are the only ones, or possibly one of several sets", () => {
    const three = [posting("a", 0, "10"), posting("b", 1, "15"), posting("c", 2, "30"), posting("d", 2, "70")];
    expect(found([line("l", 3, "55")], three)).toEqual([["l", "a,b,c", "likely", 70, addsUp(3, 3, ONLY)]]);
    const either = [posting("a", 0, "50"), posting("b", 1, "30"), posting("c", 2, "60"), posting("d", 3, "20")];
    expect(found([line("l", 3, "80")], either)).toEqual([["l", "c,d", "possible", 50, addsUp(2, 4, { code: "several", count: 2 })]]);
  });

  test("many small amounts only where a name says the same", () => {
    const four = (...named: readonly number[]) =>
      [1, 2, 4, 8, 16].map((amount, at) => posting(`p${at}`, at, String(amount), named.includes(at) ? { contact: "Harbour Cafe" } : {}));
    const sought = [line("l", 4, "15", { payee: "HARBOUR" })];
    const adds = addsUp(4, 4, ONLY);
    expect(found(sought, four())).toEqual([["l", "p0,p1,p2,p3", "possible", 50, adds]]);
    expect(found(sought, four(0, 1, 2))).toEqual([["l", "p0,p1,p2,p3", "possible", 50, adds]]);
    // Of five that have the name, four add up.
    const five = [...four(0, 1, 2, 3), posting("q", 4, "14.50", { contact: "Harbour Cafe" })];
    expect(found(sought, five)).toEqual([["l", "p0,p1,p2,p3", "likely", 70, addsUp(4, 5, ONLY)]]);
  });

  test("several lines that come to one posting, when no line is left that it could be", () => {
    expect(found([line("a", 0, "10"), line("b", 1, "15")], [posting("p", 1, "25")])).toEqual([
      ["a,b", "p", "likely", 70, addsUp(2, 2, ONLY)],
    ]);
    const said = { payee: "HARBOUR" };
    const lines = [line("a", 0, "10", said), line("b", 1, "15", said), line("c", 1, "5")];
    expect(found(lines, [posting("p", 1, "25", { contact: "Harbour Cafe" })])).toEqual([["a,b", "p", "likely", 80, addsUp(2, 3)]]);
    // What a line took isn't there for another.
    const twice = found([line("a", 1, "25"), line("b", 1, "25")], [posting("p", 1, "10"), posting("q", 0, "15")]);
    expect(twice.map(([lineId, records]) => [lineId, records])).toEqual([["a", "q,p"]]);
  });

  test("among the eighteen that are nearest to the day", () => {
    const near = Array.from({ length: 17 }, (_, at) => posting(`n${at}`, 6, "7"));
    const pair = [posting("x", 1, "3.01"), posting("y", 0, "5.02")];
    expect(found([line("l", 6, "8.03")], [...near.slice(1), ...pair])).toEqual([["l", "y,x", "likely", 70, addsUp(2, 18, ONLY)]]);
    expect(found([line("l", 6, "8.03")], [...near, ...pair])).toEqual([]);
  });
});

describe("a payout less its fee", () => {
  const rule = { ruleId: "r", name: "Stripe", lineContains: "stripe", bookContains: "ch ", feePercent: decimal("3"), days: 7 };
  const sale = (id: string, days: number, amount: string) => posting(id, days, amount, { reference: `CH-${id}` });
  const paid = (days: number, amount: string) => line("l", days, amount, { payee: "STRIPE PAYOUT" });
  const found = (lines: readonly BankLine[], postings: readonly BankPosting[], rules = [rule]) =>
    suggestMatches(lines, postings, rules).map(({ lineIds, recordIds, fee, ruleId }) => [lineIds.join(), recordIds.join(), fee, ruleId]);

  test("is the rule's where the fee is within its limit, and says so", () => {
    expect(suggestMatches([paid(3, "97.00")], [sale("a", 1, "100.00"), posting("z", 1, "1")], [rule])).toEqual([
      {
        ...{ lineIds: ["l"], recordIds: ["a"], score: 85, level: "likely", fee: "3.00", ruleId: "r" },
        reasons: [
          { code: "rule", text: "Stripe" },
          { code: "adds_up", count: 1, of: 1 },
        ],
      },
    ]);
    expect(found([paid(3, "96.99")], [sale("a", 1, "100.00")])).toEqual([]);
    // Transactions that come to less than the line leave no fee.
    expect(found([paid(3, "98.00")], [sale("a", 1, "50.00"), sale("b", 1, "40.00")])).toEqual([]);
    // A fee has no fractions of a cent.
    expect(found([paid(3, "99.00")], [sale("a", 1, "100.005")])).toEqual([]);
  });

  test("takes the earliest row of transactions that fits, and the longest of those", () => {
    expect(found([paid(3, "99.50")], [sale("a", 1, "100.00"), sale("b", 2, "2.00"), sale("c", 2, "30.00")])).toEqual([
      ["l", "a,b", "2.50", "r"],
    ]);
    expect(found([paid(3, "99.50")], [sale("a", 0, "300.00"), sale("b", 1, "60.00"), sale("c", 2, "40.00")])).toEqual([
      ["l", "b,c", "0.50", "r"],
    ]);
  });

  test("looks at receipts of the days before it that say what the rule says", () => {
    const reached = (days: number, amount = "100.00", more: Partial<BankPosting> = {}) =>
      found([paid(8, "98.00")], [{ ...sale("a", days, amount), ...more }]).length;
    expect([reached(0), reached(1), reached(8), reached(9)]).toEqual([0, 1, 1, 0]);
    expect([reached(1, "100.00", { reference: "other" }), reached(1, "-100.00")]).toEqual([0, 0]);
    expect(found([line("l", 3, "98.00", { payee: "SQUARE" })], [sale("a", 1, "100.00")])).toEqual([]);
    expect(found([{ ...paid(3, "-98.00") }], [sale("a", 1, "-100.00")])).toEqual([]);
    const any = { ...rule, ruleId: "any", lineContains: "payout", bookContains: "" };
    expect(found([paid(3, "98.00")], [posting("a", 1, "100.00")], [any, rule])).toEqual([["l", "a", "2.00", "any"]]);
  });

  test("leaves to the next payout what it didn't take", () => {
    const lines = [paid(3, "98.00"), { ...paid(4, "49.00"), lineId: "m" }];
    expect(found(lines, [sale("a", 1, "100.00"), sale("b", 2, "50.00")])).toEqual([
      ["l", "a", "2.00", "r"],
      ["m", "b", "1.00", "r"],
    ]);
  });
});
