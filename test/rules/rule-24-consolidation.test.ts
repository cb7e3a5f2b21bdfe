import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { calendarDate, fromDayNumber } from "#shared/kernel/calendar-date.ts";
import { absoluteDecimal, compareDecimals, type DecimalString, decimal, isZero, sumDecimals } from "#shared/kernel/decimal.ts";
import type { Consolidation } from "#shared/model/consolidation/consolidation.ts";
import type { EntityTree, IntercompanyPair, Membership } from "#shared/model/consolidation/entity-tree.ts";
import type { TrialBalance } from "#shared/model/reports/statement.ts";
import { type Balance, consolidated, FROM, madeTree, madeTrialBalance, node, rate, TO, whole } from "#test/support/group-lab.ts";

const CURRENCIES = ["EUR", "USD", "JPY", "KWD"] as const;
const DECIMALS = { EUR: 2, USD: 2, JPY: 0, KWD: 3 } as const;
const JOINED = "2020-01-01";
const ACCOUNTS: readonly (readonly [string, Balance[1]])[] = [
  ["bank", "asset"],
  ["invested", "asset"],
  ["due-from", "asset"],
  ["due-to", "liability"],
  ["capital", "equity"],
  ["sales", "revenue"],
  ["costs", "expense"],
];

interface Group {
  readonly tree: EntityTree;
  readonly books: Readonly<Record<string, { readonly trialBalance: TrialBalance }>>;
  readonly rates: Parameters<typeof consolidated>[2];
}

function amountOf(units: number, decimals: number): string {
  const digits = Math.abs(units)
    .toString()
    .padStart(decimals + 1, "0");
  const text = decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
  return units < 0 ? `-${text}` : text;
}

/** Books of one entity; nearly always in balance, as ledgers are. */
const company = fc.record({
  currency: fc.constantFrom(...CURRENCIES),
  units: fc.array(fc.integer({ min: -5_000_000, max: 5_000_000 }), { minLength: ACCOUNTS.length - 1, maxLength: ACCOUNTS.length - 1 }),
  off: fc.oneof({ weight: 9, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.integer({ min: -500, max: 500 }) }),
  parent: fc.nat(100),
  ownership: fc.integer({ min: 1, max: 10_000 }),
});
const pairSeed = fc.record({ a: fc.nat(100), b: fc.nat(100), of: fc.nat(100), to: fc.nat(100), investment: fc.boolean() });
const rateUnits = fc.integer({ min: 1, max: 3_000_000 });

const group = fc
  .record({
    companies: fc.array(company, { minLength: 1, maxLength: 5 }),
    pairs: fc.array(pairSeed, { maxLength: 6 }),
    rates: fc.array(rateUnits, { minLength: 9, maxLength: 9 }),
  })
  .map(({ companies, pairs, rates }): Group => {
    const id = (at: number) => `n${at}`;
    const nodes = companies.map(({ currency }, at) => node(id(at), currency, { historicalDay: JOINED }));
    const memberships = companies.slice(1).map(({ parent, ownership }, at) => ({
      parentId: id(parent % (at + 1)),
      childId: id(at + 1),
      ownership: amountOf(ownership, 2),
    }));
    const paired = companies.length < 2 ? [] : pairs.map((seed, at) => pairOf(seed, at, companies.length));
    const books = companies.map(({ currency, units, off }, at) => {
      const last = off - units.reduce((sum, one) => sum + one, 0);
      const balances = ACCOUNTS.map(([name, kind], index): Balance => [name, kind, amountOf(units[index] ?? last, DECIMALS[currency])]);
      return [id(at), { trialBalance: madeTrialBalance(currency, balances) }] as const;
    });
    const entered = (["USD", "JPY", "KWD"] as const).flatMap((currency, at) => [
      rate(currency, "EUR", "closing", TO, amountOf(rates[at * 3] ?? 1, 6)),
      rate(currency, "EUR", "average", TO, amountOf(rates[at * 3 + 1] ?? 1, 6)),
      rate(currency, "EUR", "historical", JOINED, amountOf(rates[at * 3 + 2] ?? 1, 6)),
    ]);
    return { tree: madeTree({ nodes, memberships, pairs: paired }), books: Object.fromEntries(books), rates: entered };
  });

function pairOf(seed: { a: number; b: number; of: number; to: number; investment: boolean }, at: number, width: number): IntercompanyPair {
  const a = seed.a % width;
  const b = (a + 1 + (seed.b % (width - 1))) % width;
  const name = (index: number) => ACCOUNTS[index % ACCOUNTS.length]?.[0] ?? "";
  const kind = seed.investment ? "investment" : "balance";
  const ofB = seed.investment ? "capital" : name(seed.to);
  const ofA = seed.investment ? "invested" : name(seed.of);
  return { id: `pair-${at}`, kind, a: { nodeId: `n${a}`, accountId: ofA }, b: { nodeId: `n${b}`, accountId: ofB } };
}

function done({ tree, books, rates }: Group): Consolidation {
  const result = consolidated(tree, books, rates);
  if (!result.ok) throw new Error(result.failure.message);
  return result.value;
}

const last = (amounts: readonly DecimalString[]) => amounts.at(-1) as DecimalString;
const always = (check: (made: Consolidation, given: Group) => void) =>
  fc.assert(
    fc.property(group, (given) => check(done(given), given)),
    { numRuns: 150 },
  );

describe("rule 24: consolidation", () => {
  it("eliminations net to zero, pair by pair and in their column", () => {
    always(({ eliminations, trialBalance, columns }) => {
      for (const { a, b } of eliminations) expect(isZero(sumDecimals([a.eliminated, b.eliminated]))).toBe(true);
      const column = columns.findIndex(({ kind }) => kind === "eliminations");
      expect(isZero(sumDecimals(trialBalance.map(({ amounts }) => amounts[column] as DecimalString)))).toBe(true);
    });
  });

  it("no pair takes more than there is, and what is left is what both sides do not agree on", () => {
    always(({ eliminations }) => {
      const taken = new Map<string, DecimalString[]>();
      for (const { kind, outcome, difference, a, b } of eliminations) {
        if (a.left === null || b.left === null) continue;
        expect(outcome === "eliminated").toBe(isZero(a.left) && isZero(b.left));
        expect(sumDecimals([a.left, b.left])).toBe(difference);
        if (kind === "investment") continue;
        for (const side of [a, b]) {
          const key = `${side.nodeId}/${side.accountId}`;
          taken.set(key, [...(taken.get(key) ?? []), side.eliminated]);
          const sum = sumDecimals(taken.get(key) ?? []);
          expect(compareDecimals(absoluteDecimal(sum), absoluteDecimal(side.balance as DecimalString))).toBeLessThanOrEqual(0);
        }
      }
    });
  });

  it("consolidated debits equal credits, and every row is the sum of its columns", () => {
    always(({ trialBalance, totals }) => {
      expect(totals.debit).toBe(totals.credit);
      expect(isZero(totals.balance)).toBe(true);
      for (const { amounts } of trialBalance) expect(compareDecimals(sumDecimals(amounts.slice(0, -1)), last(amounts))).toBe(0);
    });
  });

  it("the translation difference makes every entity balance, and only entities of another currency have one", () => {
    always(({ trialBalance, members }) => {
      for (const [at, { functionalCurrency, translationDifference }] of members.entries()) {
        expect(isZero(sumDecimals(trialBalance.map(({ amounts }) => amounts[at] as DecimalString)))).toBe(true);
        if (functionalCurrency === "EUR") expect(isZero(translationDifference)).toBe(true);
      }
    });
  });

  it("the balance sheet balances, and owners and others have all of the equity and of the result", () => {
    always(({ balanceSheet, profitAndLoss }) => {
      expect(whole(balanceSheet, "asset_total")).toBe(whole(balanceSheet, "liabilities_and_equity"));
      for (const [rows, key] of [
        [balanceSheet, "equity_total"],
        [profitAndLoss, "result"],
      ] as const) {
        const parts = ["minority", "owners"].map((part) => whole(rows, part) as DecimalString);
        expect(compareDecimals(sumDecimals(parts), whole(rows, key) as DecimalString)).toBe(0);
      }
      expect(whole(profitAndLoss, "result")).toBe(whole(balanceSheet, "result"));
    });
  });

  it("who is held whole has no minority", () => {
    fc.assert(
      fc.property(group, (given) => {
        const memberships = given.tree.memberships.map((one) => ({ ...one, ownership: decimal("100.00") }));
        const made = done({ ...given, tree: { ...given.tree, memberships } });
        for (const { minorityResult, minorityEquity } of made.members) expect([minorityResult, minorityEquity].every(isZero)).toBe(true);
        expect(made.trialBalance.some(({ key }) => key.startsWith("minority"))).toBe(false);
      }),
      { numRuns: 100 },
    );
  });

  it("the order of entities, memberships and accounts does not matter", () => {
    fc.assert(
      fc.property(
        group.chain((given) =>
          fc.tuple(fc.constant(given), fc.shuffledSubarray([...given.tree.nodes], { minLength: given.tree.nodes.length })),
        ),
        ([given, nodes]) => {
          const turned = {
            ...given,
            tree: { ...given.tree, nodes, memberships: given.tree.memberships.toReversed() },
            books: Object.fromEntries(
              Object.entries(given.books).map(([id, { trialBalance }]) => [
                id,
                { trialBalance: { ...trialBalance, rows: trialBalance.rows.toReversed() } },
              ]),
            ),
          };
          const shown = (made: Consolidation) => made.trialBalance.map(({ key, amounts }) => [key, last(amounts)]);
          expect(shown(done(turned))).toEqual(shown(done(given)));
          expect(done(turned).eliminations).toEqual(done(given).eliminations);
        },
      ),
      { numRuns: 100 },
    );
  });

  it("dated memberships: an entity is in the group exactly when every link above it is, on the last day", () => {
    const day = fc.option(fc.integer({ min: -400, max: 400 }), { nil: undefined });
    const on = (offset: number) => fromDayNumber(Date.parse(TO) / 86_400_000 + offset);
    const spans = fc.array(fc.tuple(day, day), { minLength: 4, maxLength: 4 });
    fc.assert(
      fc.property(group, spans, (given, dates) => {
        const memberships = given.tree.memberships.map((one, at): Membership => {
          const [from, to] = dates[at] as [number | undefined, number | undefined];
          const [first, second] = from !== undefined && to !== undefined && to < from ? [to, from] : [from, to];
          return { ...one, ...(first === undefined ? {} : { from: on(first) }), ...(second === undefined ? {} : { to: on(second) }) };
        });
        const isIn = (id: string): boolean =>
          id === "n0" ||
          memberships.some(({ parentId, childId, from, to }) => childId === id && (from ?? TO) <= TO && (to ?? TO) >= TO && isIn(parentId));
        const made = done({ ...given, tree: { ...given.tree, memberships } });
        expect(made.members.map(({ nodeId }) => nodeId)).toEqual(given.tree.nodes.map(({ id }) => id).filter(isIn));
        for (const member of made.members) expect(member.countsFrom >= FROM && member.countsFrom <= TO).toBe(true);
      }),
      { numRuns: 150 },
    );
  });

  it("a chain of part ownership: the share is the product, and what is invested below counts once", () => {
    // P holds 80 % of S for 800, S holds 75 % of T for 750; each began with 1000.
    const tree = madeTree({
      nodes: [node("P", "EUR"), node("S", "EUR"), node("T", "EUR")],
      memberships: [
        { parentId: "P", childId: "S", ownership: "80" },
        { parentId: "S", childId: "T", ownership: "75" },
      ],
      pairs: [
        { id: "S", kind: "investment", a: { nodeId: "P", accountId: "invested" }, b: { nodeId: "S", accountId: "capital" } },
        { id: "T", kind: "investment", a: { nodeId: "S", accountId: "invested" }, b: { nodeId: "T", accountId: "capital" } },
      ],
    });
    const books = (invested: string, bank: string) => ({
      trialBalance: madeTrialBalance("EUR", [
        ["invested", "asset", invested],
        ["bank", "asset", bank],
        ["capital", "equity", "-1000.00"],
      ]),
    });
    const made = done({
      tree,
      books: { P: books("800.00", "200.00"), S: books("750.00", "250.00"), T: books("0.00", "1000.00") },
      rates: [],
    });
    expect(made.members.map(({ ownership, minorityEquity }) => [ownership, minorityEquity])).toEqual([
      ["100", "0.00"],
      ["80", "50.00"],
      ["60", "400.00"],
    ]);
    expect([whole(made.balanceSheet, "asset_total"), whole(made.balanceSheet, "owners")]).toEqual(["1450.00", "1000.00"]);
  });

  it("what an entity earned before it joined, or in another fiscal year, is not the result of the group's year", () => {
    const tree = madeTree({ nodes: [node("P", "EUR")] });
    const trialBalance = madeTrialBalance("EUR", [
      ["bank", "asset", "100.00"],
      ["sales", "revenue", "-100.00"],
    ]);
    const account = trialBalance.rows[1]?.account ?? null;
    const earned = {
      rows: [{ kind: "account" as const, section: "revenue" as const, label: "sales", account, amounts: [decimal("70.00")] }],
    };
    const result = consolidated(tree, { P: { trialBalance, profitAndLoss: earned } }, [], { from: FROM, to: calendarDate(TO) });
    if (!result.ok) throw new Error(result.failure.message);
    expect([whole(result.value.profitAndLoss, "result"), whole(result.value.trialBalance, "earlier_results")]).toEqual(["70.00", "-30.00"]);
  });
});
