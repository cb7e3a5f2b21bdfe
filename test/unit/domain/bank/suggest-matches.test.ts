import { describe, expect, test } from "vitest";
import { postingName, reconcileBank } from "#main/domain/bank-matching/reconcile-bank.ts";
import { subsetsWithSum } from "#main/domain/bank-matching/subset-sum.ts";
import { suggestMatches } from "#main/domain/bank-matching/suggest-matches.ts";
import type { BankLine, BankPosting, MatchSuggestion } from "#shared/contract/close/bank.ts";
import { addDays, type CalendarDate, calendarDate } from "#shared/kernel/calendar-date.ts";
import { addDecimals, compareDecimals, type DecimalString, decimal, sumDecimals } from "#shared/kernel/decimal.ts";
import { seededRandom } from "#shared/kernel/random.ts";

const DAY = calendarDate("2026-10-01");
const SEEDS = [11, 12, 13];

const line = (lineId: string, date: string, amount: string, more: Partial<BankLine> = {}): BankLine => ({
  ...{ lineId, date: date as CalendarDate, amount: decimal(amount), payee: null, reference: null, description: null, bankId: null },
  ...more,
});
const posting = (recordId: string, date: string, amount: string, more: Partial<BankPosting> = {}): BankPosting => ({
  ...{ recordId, date: date as CalendarDate, amount: decimal(amount), contact: null, number: null, reference: null, description: null },
  ...{ isDocument: true, batchId: null, ledgerReconciled: null },
  ...more,
});
const cents = (units: number) =>
  decimal(`${units < 0 ? "-" : ""}${Math.floor(Math.abs(units) / 100)}.${String(Math.abs(units) % 100).padStart(2, "0")}`);

const NAMES = [
  "Harbour Cafe",
  "Maple Studios",
  "Granite Peak",
  "Copper Kettle",
  "Lantern Books",
  "Wren Cycles",
  "Linden Hall",
  "Heron Bay",
];

/** Lines and postings of a bank account, and which of them belong together. */
function planted(count: number, seed: number) {
  const random = seededRandom(seed);
  const int = (below: number) => Math.floor(random() * below);
  const lines: BankLine[] = [];
  const postings: BankPosting[] = [];
  const truth = new Map<string, string>();
  while (Math.min(lines.length, postings.length) < count) {
    const at = postings.length;
    const name = NAMES[int(NAMES.length)] as string;
    const day = addDays(DAY, int(365));
    // Round rents and subscriptions recur; everything else is odd.
    const units = (random() < 0.15 ? 100_00 * (1 + int(20)) : 100 + int(5_000_00)) * (random() < 0.6 ? -1 : 1);
    const said = random() < 0.7 ? { payee: `${name.toUpperCase()} ${int(9999)}` } : { description: "CARD PURCHASE" };
    if (random() < 0.05) {
      const parts = Array.from({ length: 2 + int(3) }, () => 100 + int(900_00));
      const total = parts.reduce((sum, one) => sum + one, 0);
      const ids = parts.map((part, index) => {
        postings.push(posting(`p${at}-${index}`, day, cents(part), { contact: name, number: `R-${at}${index}` }));
        return `p${at}-${index}`;
      });
      lines.push(line(`l${at}`, addDays(day, int(3)), cents(total), { description: `DEPOSIT ${name}` }));
      for (const id of ids) truth.set(id, `l${at}`);
      continue;
    }
    if (random() < 0.02) {
      // Wages: one name, one amount, twice a month, without a number; the earlier of the two often clears late.
      const pay = cents(-(900_00 + int(900_00)));
      for (const [half, late] of [
        [0, random() < 0.3 ? int(24) : int(3)],
        [1, int(3)],
      ] as const) {
        postings.push(posting(`p${at}-${half}`, addDays(day, 15 * half), pay, { contact: name }));
        lines.push(line(`l${at}-${half}`, addDays(day, 15 * half + late), pay, { payee: name.toUpperCase() }));
        truth.set(`p${at}-${half}`, `l${at}-${half}`);
      }
      continue;
    }
    const number = `INV-${String(1000 + at)}`;
    postings.push(posting(`p${at}`, day, cents(units), { contact: name, number }));
    if (random() < 0.03) continue; // Outstanding.
    lines.push(line(`l${at}`, addDays(day, int(5)), cents(units), { ...said, ...(random() < 0.3 ? { reference: number } : {}) }));
    truth.set(`p${at}`, `l${at}`);
  }
  return { lines, postings, truth };
}

function judged(suggestions: readonly MatchSuggestion[], truth: ReadonlyMap<string, string>) {
  const pairs = suggestions.flatMap(({ lineIds, recordIds }) => recordIds.map((record) => [record, lineIds[0]] as const));
  const right = pairs.filter(([record, own]) => truth.get(record) === own).length;
  return { precision: right / Math.max(1, pairs.length), recall: right / truth.size };
}

/** The simplest thing that could work: the first line of the amount, in order of date. */
function greedy(lines: readonly BankLine[], postings: readonly BankPosting[]): MatchSuggestion[] {
  const left = lines.toSorted((a, b) => (a.date < b.date ? -1 : 1));
  return postings.flatMap((one) => {
    const at = left.findIndex(({ amount, date }) => amount === one.amount && date >= one.date);
    if (at < 0) return [];
    const [found] = left.splice(at, 1);
    return [{ lineIds: [found?.lineId ?? ""], recordIds: [one.recordId] } as unknown as MatchSuggestion];
  });
}

/** Milliseconds of this thread's own processor time, for suites share a process. */
function cpuMsOf(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

describe("matching bank lines", () => {
  test("10,000 lines with 10,000 postings: measured against planted truth and a greedy match", () => {
    const { lines, postings, truth } = planted(10_000, 20261);
    let suggestions: MatchSuggestion[] = [];
    const ms = cpuMsOf(() => {
      suggestions = suggestMatches(lines, postings);
    });
    const sure = judged(
      suggestions.filter(({ level }) => level === "exact"),
      truth,
    );
    const offered = judged(
      suggestions.filter(({ level }) => level !== "possible"),
      truth,
    );
    const simple = judged(greedy(lines, postings), truth);
    console.info(
      `seed 20261, ${lines.length} lines, ${postings.length} postings: exact ${JSON.stringify(sure)}, exact and likely ${JSON.stringify(offered)}, greedy ${JSON.stringify(simple)}, ${Math.round(ms)} ms`,
    );
    // Five times as many lines: comparing each with each would take twenty-five times as long.
    const fewer = planted(2_000, 20261);
    expect(ms / cpuMsOf(() => suggestMatches(fewer.lines, fewer.postings))).toBeLessThan(15);
    expect(sure.precision).toBeGreaterThanOrEqual(0.995);
    expect(offered.precision).toBeGreaterThanOrEqual(0.995);
    expect(offered.recall).toBeGreaterThanOrEqual(0.95);
    expect(offered.precision).toBeGreaterThan(simple.precision);
    expect(offered.recall).toBeGreaterThan(simple.recall);
  });

  test.each(SEEDS)("seed %i: each line and posting is used once, sides agree, and the order of the input is nothing", (seed) => {
    const { lines, postings } = planted(300, seed);
    const suggestions = suggestMatches(lines, postings);
    const amounts = new Map<string, DecimalString>([
      ...lines.map((one) => [one.lineId, one.amount] as const),
      ...postings.map((one) => [one.recordId, one.amount] as const),
    ]);
    const used = suggestions.flatMap(({ lineIds, recordIds }) => [...lineIds, ...recordIds]);
    expect(new Set(used).size).toBe(used.length);
    for (const { lineIds, recordIds, fee } of suggestions) {
      const [bank, books] = [lineIds, recordIds].map((ids) => sumDecimals(ids.map((id) => amounts.get(id) as DecimalString)));
      expect(compareDecimals(addDecimals(bank as DecimalString, fee), books as DecimalString)).toBe(0);
    }
    expect(suggestMatches(lines.toReversed(), postings.toReversed())).toEqual(suggestions);
  });

  test("two receipts of one amount are never exact without something that tells them apart", () => {
    const rent = [posting("p1", "2026-10-01", "500.00"), posting("p2", "2026-10-01", "500.00")];
    const [one] = suggestMatches([line("l1", "2026-10-01", "500.00")], rent);
    expect(one).toMatchObject({ level: "possible", reasons: expect.arrayContaining([{ code: "several", count: 2, transactions: 2 }]) });
    const named = suggestMatches(
      [line("l1", "2026-10-01", "500.00", { reference: "INV-7" })],
      [rent[0] as BankPosting, { ...(rent[1] as BankPosting), number: "INV-7" }],
    );
    expect(named).toMatchObject([{ recordIds: ["p2"], level: "exact" }]);
  });

  const wages = (recordId: string, date: string) => posting(recordId, date, "-800.00", { contact: "Ada Smith" });
  const paid = (lineId: string, date: string) => line(lineId, date, "-800.00", { payee: "ADA SMITH" });
  const pairsOf = (suggestions: readonly MatchSuggestion[]) =>
    Object.fromEntries(suggestions.map(({ lineIds, recordIds, level }) => [lineIds.join(), [recordIds.join(), level]]));

  test("wages twice a month: the earlier of two that clear late keeps its own line", () => {
    const both = [wages("first", "2026-10-01"), wages("second", "2026-10-15")];
    expect(pairsOf(suggestMatches([paid("l1", "2026-10-20"), paid("l2", "2026-10-21")], both))).toEqual({
      l1: ["first", "possible"],
      l2: ["second", "possible"],
    });
    expect(pairsOf(suggestMatches([paid("l1", "2026-10-03"), paid("l2", "2026-10-16")], both))).toEqual({
      l1: ["first", "exact"],
      l2: ["second", "exact"],
    });
  });

  test("one line after two equal payments may be either: two candidates, unless a reference tells", () => {
    const both = [wages("first", "2026-10-01"), wages("second", "2026-10-15")];
    const [one] = suggestMatches([paid("l1", "2026-10-16")], both);
    expect(one).toMatchObject({ level: "possible", reasons: expect.arrayContaining([{ code: "several", count: 2, transactions: 2 }]) });
    const told = suggestMatches(
      [line("l1", "2026-10-16", "-800.00", { payee: "ADA SMITH", reference: "1041" })],
      [
        { ...(both[0] as BankPosting), reference: "1041" },
        { ...(both[1] as BankPosting), reference: "1042" },
      ],
    );
    expect(pairsOf(told)).toEqual({ l1: ["first", "exact"] });
  });

  test("regular equal payments that the books have days after the bank are never clear", () => {
    const days = (all: readonly number[], from: string) => all.map((day) => `${from}-${String(day).padStart(2, "0")}`);
    const lines = (all: readonly number[]) => days(all, "2026-10").map((day, at) => paid(`l${at}`, day));
    const postings = (all: readonly number[]) => days(all, "2026-10").map((day, at) => wages(`p${at}`, day));
    const levels = (one: readonly number[], other: readonly number[]) =>
      suggestMatches(lines(one), postings(other)).map(({ level }) => level);
    // Each posting is of the line four days before it; matched in order, each line would have the payment of a week before.
    expect(levels([5, 12, 19, 26], [9, 16, 23, 30])).not.toContain("exact");
    // The first line and the last posting aren't among what is open.
    expect(levels([12, 19, 26, 31], [9, 16, 23, 30])).not.toContain("exact");
    expect(levels([12, 19], [9, 16])).not.toContain("exact");
    // Nor are they a person's to accept at once, even where the ledger has the earlier ones reconciled.
    const there = postings([9, 16, 23]).map((one, at) => ({ ...one, ledgerReconciled: at < 2 }));
    expect(suggestMatches(lines([26]), there).map(({ level }) => level)).toEqual(["possible"]);
    expect(new Set(levels([12, 19, 26, 31], [9, 16, 23, 30]))).toEqual(new Set(["possible"]));
  });

  test("of two that fit a line equally, the one that the ledger hasn't reconciled is proposed; a nearer one comes first", () => {
    const there = { ...wages("a", "2026-10-01"), ledgerReconciled: true };
    const proposed = (other: BankPosting) => suggestMatches([paid("l1", "2026-10-03")], [there, { ...other, ledgerReconciled: false }]);
    expect(proposed(wages("b", "2026-10-01"))).toMatchObject([{ recordIds: ["b"], level: "possible" }]);
    expect(proposed(wages("b", "2026-09-30"))).toMatchObject([{ recordIds: ["a"], level: "possible" }]);
  });

  const fibre = (recordId: string, date: string, ledgerReconciled: boolean | null = null) =>
    posting(recordId, date, "-48.88", { contact: "Fibrelink Telecom", ledgerReconciled });
  const fibreLine = line("named", "2026-10-31", "-48.88", { payee: "FIBRELINK TELECOM" });

  test("a name within days outweighs an older payment that a nameless line has: likely for a person to accept, never clear", () => {
    const beside = (date: string, payee = "CHECK") =>
      suggestMatches(
        [line("other", "2026-10-26", "-48.88", { payee, reference: "1815" }), fibreLine],
        [fibre("before", date), fibre("own", "2026-10-31")],
      );
    expect(pairsOf(beside("2026-09-30"))).toEqual({ named: ["own", "likely"], other: ["before", "possible"] });
    const reasons = beside("2026-09-30").find(({ lineIds }) => lineIds.includes("named"))?.reasons;
    expect(reasons?.map(({ code }) => code)).toEqual(["same_amount", "days_apart", "contact", "others_older"]);
    // One of two weeks before may be the line's as well, and so may one whose line has the name.
    expect(pairsOf(beside("2026-10-17")).named).toEqual(["own", "possible"]);
    expect(pairsOf(beside("2026-09-30", "FIBRELINK TELECOM")).named).toEqual(["own", "possible"]);
  });

  test("a name within days outweighs last month's payment only if the ledger has that one reconciled and its own not", () => {
    const levelOf = (date: string, before: boolean | null, own: boolean | null) =>
      suggestMatches([fibreLine], [fibre("before", date, before), fibre("own", "2026-10-30", own)]).map(({ recordIds, level }) => [
        recordIds.join(),
        level,
      ]);
    expect(levelOf("2026-09-30", true, false)).toEqual([["own", "likely"]]);
    for (const [before, own] of [
      [null, null],
      [false, false],
      [true, true],
      [true, null],
    ] as const)
      expect(levelOf("2026-09-30", before, own), `${before} ${own}`).toEqual([["own", "possible"]]);
    expect(levelOf("2026-10-16", true, false)).toEqual([["own", "possible"]]);
  });

  test("a payment that the ledger passed over when it reconciled the line's month isn't likely: the line may be last month's", () => {
    const both = [fibre("before", "2026-09-30", true), fibre("own", "2026-10-30", false)];
    const levels = (others: readonly BankPosting[], through?: CalendarDate) =>
      suggestMatches([fibreLine], [...both, ...others], [], through).map(({ level }) => level);
    expect(levels([posting("other", "2026-10-12", "-9.00", { ledgerReconciled: true })])).toEqual(["possible"]);
    // It may be matched here by now.
    expect([levels([], calendarDate("2026-10-12")), levels([], calendarDate("2026-09-30"))]).toEqual([["possible"], ["likely"]]);
  });

  test("a rent that clears in time every month is exact every month, and stays with its month after one that never cleared", () => {
    const months = ["2026-06", "2026-07", "2026-08", "2026-09"];
    const rent = months.map((month) => wages(month, `${month}-01`));
    const lines = months.map((month) => paid(`l${month}`, `${month}-03`));
    expect(pairsOf(suggestMatches(lines, rent))).toEqual(Object.fromEntries(months.map((month) => [`l${month}`, [month, "exact"]])));
    const without = pairsOf(suggestMatches(lines.slice(1), rent));
    expect(without).toEqual({ "l2026-07": ["2026-07", "possible"], "l2026-08": ["2026-08", "exact"], "l2026-09": ["2026-09", "exact"] });
  });

  test("a batch of the ledger, a deposit of several receipts, a payout less its fee", () => {
    const batch = [posting("b1", "2026-10-02", "-10.00", { batchId: "B" }), posting("b2", "2026-10-02", "-15.50", { batchId: "B" })];
    expect(suggestMatches([line("l", "2026-10-03", "-25.50")], batch)).toMatchObject([{ recordIds: ["b1", "b2"], level: "exact" }]);
    const rule = { ruleId: "r", name: "Stripe", lineContains: "stripe", bookContains: "stripe", feePercent: decimal("3"), days: 7 };
    const sales = [
      posting("s1", "2026-10-05", "100.00", { reference: "Stripe ch_1" }),
      posting("s2", "2026-10-06", "50.00", { reference: "Stripe ch_2" }),
    ];
    const payout = suggestMatches([line("l", "2026-10-07", "145.65", { payee: "STRIPE TRANSFER" })], sales, [rule]);
    expect(payout).toMatchObject([{ recordIds: ["s1", "s2"], fee: "4.35", ruleId: "r" }]);
    // A dinar has a thousand fils.
    const dinars = suggestMatches([line("l", "2026-10-07", "145.655", { payee: "STRIPE TRANSFER" })], sales, [rule]);
    expect(dinars).toMatchObject([{ recordIds: ["s1", "s2"], fee: "4.345", ruleId: "r" }]);
  });

  test("the search for amounts that add up ends, whatever it is given", () => {
    const hostile = Array.from({ length: 40 }, (_, at) => 2 * (1000 + at));
    const searched = subsetsWithSum(hostile, 40_001, { sizeMax: 20, stepsMax: 40_000, answersMax: 2 });
    expect(searched).toMatchObject({ found: [], complete: false });
    expect(subsetsWithSum([5, 7, 9, 11], 16, { sizeMax: 4, stepsMax: 1000, answersMax: 5 })).toMatchObject({
      found: [
        [0, 3],
        [1, 2],
      ],
      complete: true,
    });
  });
});

describe("bank reconciliation", () => {
  test.each(SEEDS)("seed %i: books, outstanding and unreconciled come to the statement, whatever is matched so far", (seed) => {
    const random = seededRandom(seed);
    const { lines, postings, truth } = planted(120, seed);
    const start = addDays(DAY, 60);
    const asOf = addDays(DAY, 250);
    const within = lines.filter(({ date }) => date >= start).map((one) => ({ ...one, statementNo: 1 }));
    // A bank that booked before the first statement what the books had by then, except what a later line clears.
    const later = new Set(within.map(({ lineId }) => lineId));
    const isCarried = ({ recordId, date }: BankPosting) => date < start && later.has(truth.get(recordId) ?? "");
    const matches = [...new Set(truth.values())]
      .filter((lineId) => later.has(lineId))
      .map((lineId, decisionNo) => ({
        decisionNo,
        lineIds: [lineId],
        recordIds: [...truth].filter(([, own]) => own === lineId).map(([id]) => id),
        fee: decimal("0"),
      }))
      .filter(({ recordIds }) => random() < 0.7 || postings.some((one) => recordIds.includes(one.recordId) && isCarried(one)));
    const sum = (of: readonly { amount: DecimalString }[]) => sumDecimals(of.map(({ amount }) => amount));
    const opening = sum(postings.filter((one) => one.date < start && !isCarried(one)));
    const result = reconcileBank({
      asOf,
      books: sum(postings.filter(({ date }) => date <= asOf)),
      booksBefore: sum(postings.filter(({ date }) => date < start)),
      statements: [{ statementNo: 1, from: start, to: addDays(DAY, 400), opening, closing: addDecimals(opening, sum(within)) }],
      lines: within,
      postings,
      matches,
    });
    expect(Number(result.difference)).toBe(0);
    expect(compareDecimals(result.statement as DecimalString, addDecimals(opening, sum(within.filter(({ date }) => date <= asOf))))).toBe(
      0,
    );
    expect(result.state).toBe("to_match");
  });

  test("a posting is named by its contact, or by what it is for, with its number", () => {
    const nameless = { contact: null, description: null, number: null, reference: null };
    const of = (named: Partial<BankPosting>) => postingName(posting("p", "2026-09-28", "-40.00", { ...nameless, ...named }));
    expect(of({ contact: "Ann", description: "Rent", number: "12" })).toBe("Ann 12");
    expect(of({ description: "Wages" })).toBe("Wages");
    expect(of({})).toBe("Transaction");
  });

  test("a cheque of last month is outstanding until its line, then clears; a gap between statements is named", () => {
    const cheque = posting("cheque", "2026-09-28", "-40.00");
    const statements = [
      {
        statementNo: 1,
        from: calendarDate("2026-10-01"),
        to: calendarDate("2026-10-31"),
        opening: decimal("100.00"),
        closing: decimal("60.00"),
      },
    ];
    const given = {
      books: decimal("60.00"),
      booksBefore: decimal("60.00"),
      statements,
      postings: [cheque],
      lines: [{ ...line("l", "2026-10-09", "-40.00"), statementNo: 1 }],
    };
    const matches = [{ decisionNo: 1, lineIds: ["l"], recordIds: ["cheque"], fee: decimal("0") }];
    const before = reconcileBank({ ...given, asOf: calendarDate("2026-10-08"), matches });
    expect(before).toMatchObject({
      outstandingPayments: [{ recordId: "cheque", ageDays: 10 }],
      statement: "100.00",
      difference: "0.00",
      state: "reconciled",
    });
    expect(reconcileBank({ ...given, asOf: calendarDate("2026-10-31"), matches })).toMatchObject({
      outstandingPayments: [],
      difference: "0.00",
      state: "reconciled",
    });
    const gap = {
      statementNo: 2,
      from: calendarDate("2026-11-01"),
      to: calendarDate("2026-11-30"),
      opening: decimal("65.00"),
      closing: decimal("65.00"),
    };
    expect(reconcileBank({ ...given, statements: [...statements, gap], asOf: calendarDate("2026-11-30"), matches })).toMatchObject({
      difference: "-5.00",
      state: "difference",
      reasons: [{ code: "gap", amount: "-5.00" }],
    });
  });
});
