import { describe, expect, test } from "vitest";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { decimal } from "#shared/kernel/decimal.ts";
import { type Consolidation, consolidation } from "#shared/model/consolidation/consolidation.ts";
import { consolidated, madeTree, madeTrialBalance, node, rate, whole } from "#test/support/group-lab.ts";

/**
 * A parent in euros, a company in dollars of which it holds 80 per cent since 1 January 2026, and one in
 * yen that it holds whole. Every expected figure below was reckoned by hand.
 */
const tree = madeTree({
  nodes: [node("P", "EUR"), node("U", "USD"), node("J", "JPY", { historicalDay: "2025-07-01" })],
  memberships: [
    { parentId: "P", childId: "U", from: "2026-01-01", ownership: "80" },
    { parentId: "P", childId: "J", ownership: "100.00" },
  ],
  pairs: [
    { id: "loan", kind: "balance", a: { nodeId: "P", accountId: "due-from-U" }, b: { nodeId: "U", accountId: "due-to-P" } },
    { id: "sales", kind: "balance", a: { nodeId: "P", accountId: "sales-to-U" }, b: { nodeId: "U", accountId: "bought-of-P" } },
    { id: "inv-U", kind: "investment", a: { nodeId: "P", accountId: "inv-U" }, b: { nodeId: "U", accountId: "capital" } },
    { id: "inv-J", kind: "investment", a: { nodeId: "P", accountId: "inv-J" }, b: { nodeId: "J", accountId: "capital" } },
  ],
  groupAccounts: [
    { code: "1000", name: "Bank", class: "asset" },
    { code: "3000", name: "Capital", class: "equity" },
    { code: "4000", name: "Income", class: "revenue" },
    { code: "5000", name: "Costs", class: "expense" },
  ],
  mappings: [
    { groupAccount: "1000", role: "bank" },
    { groupAccount: "3000", accountId: "capital" },
    { groupAccount: "4000", class: "revenue" },
    { groupAccount: "5000", class: "expense" },
  ],
});

const books = {
  P: {
    trialBalance: madeTrialBalance("EUR", [
      ["bank", "asset", "500.00", { role: "bank" }],
      ["inv-U", "asset", "760.00"],
      ["inv-J", "asset", "650.00"],
      ["due-from-U", "asset", "180.00"],
      ["creditors", "liability", "-150.00"],
      ["capital", "equity", "-1500.00"],
      ["sales", "revenue", "-816.00"],
      ["sales-to-U", "revenue", "-184.00"],
      ["costs", "expense", "560.00"],
    ]),
  },
  U: {
    trialBalance: madeTrialBalance("USD", [
      ["bank", "asset", "700.00", { role: "bank" }],
      ["debtors", "asset", "800.00"],
      ["due-to-P", "liability", "-200.00"],
      ["creditors", "liability", "-50.00"],
      ["capital", "equity", "-1000.00"],
      ["sales", "revenue", "-650.00"],
      ["bought-of-P", "expense", "200.00"],
      ["costs", "expense", "200.00"],
    ]),
  },
  J: {
    trialBalance: madeTrialBalance("JPY", [
      ["bank", "asset", "119999", { role: "bank" }],
      ["creditors", "liability", "-5000"],
      ["capital", "equity", "-100000"],
      ["sales", "revenue", "-50000"],
      ["costs", "expense", "35001"],
    ]),
  },
};

const rates = [
  rate("USD", "EUR", "closing", "2026-10-31", "0.90"),
  rate("USD", "EUR", "average", "2026-10-31", "0.92"),
  rate("USD", "EUR", "historical", "2026-01-01", "0.95"),
  rate("JPY", "EUR", "closing", "2026-10-31", "0.0060"),
  rate("JPY", "EUR", "average", "2026-10-31", "0.0062"),
  rate("JPY", "EUR", "historical", "2025-07-01", "0.0065"),
];

function done(): Consolidation {
  const result = consolidated(tree, books, rates);
  if (!result.ok) throw new Error(result.failure.message);
  return consolidation.parse(result.value);
}

describe("three entities in three currencies, by hand", () => {
  test("the trial balance: by entity, eliminated, consolidated; debits equal credits", () => {
    const { trialBalance, totals, columns } = done();
    expect(columns.map(({ label }) => label)).toEqual(["Company P", "Company U", "Company J", "Eliminations", "Consolidated"]);
    const amounts = Object.fromEntries(trialBalance.map((row) => [row.key, row.amounts]));
    expect(amounts).toEqual({
      "group/1000": ["500.00", "630.00", "719.99", "0.00", "1849.99"],
      "client-P/due-from-U": ["180.00", "0.00", "0.00", "-180.00", "0.00"],
      "client-P/inv-J": ["650.00", "0.00", "0.00", "-650.00", "0.00"],
      "client-P/inv-U": ["760.00", "0.00", "0.00", "-760.00", "0.00"],
      "client-U/debtors": ["0.00", "720.00", "0.00", "0.00", "720.00"],
      "client-P/creditors": ["-150.00", "0.00", "0.00", "0.00", "-150.00"],
      "client-U/creditors": ["0.00", "-45.00", "0.00", "0.00", "-45.00"],
      "client-J/creditors": ["0.00", "0.00", "-30.00", "0.00", "-30.00"],
      "client-U/due-to-P": ["0.00", "-180.00", "0.00", "180.00", "0.00"],
      "group/3000": ["-1500.00", "-950.00", "-650.00", "1410.00", "-1690.00"],
      translation_difference: ["0.00", "55.00", "53.00", "0.00", "108.00"],
      minority_counter: ["0.00", "225.00", "0.00", "0.00", "225.00"],
      minority: ["0.00", "-225.00", "0.00", "0.00", "-225.00"],
      "group/4000": ["-1000.00", "-598.00", "-310.00", "184.00", "-1724.00"],
      "group/5000": ["560.00", "368.00", "217.01", "-184.00", "961.01"],
      total: ["0.00", "0.00", "0.00", "0.00", "0.00"],
    });
    expect(trialBalance.at(-1)).toMatchObject({ key: "total", label: "Total", section: "result", kind: "computed" });
    expect(totals).toEqual({ debit: "3864.00", credit: "3864.00", balance: "0.00" });
  });

  test("the profit and loss, and whose the result is", () => {
    const { profitAndLoss } = done();
    const amounts = Object.fromEntries(profitAndLoss.map((row) => [row.key, row.amounts]));
    expect(amounts).toEqual({
      "group:income": [],
      "group/4000": ["1000.00", "598.00", "310.00", "-184.00", "1724.00"],
      "total:income": ["1000.00", "598.00", "310.00", "-184.00", "1724.00"],
      "group:operating_expenses": [],
      "group/5000": ["560.00", "368.00", "217.01", "-184.00", "961.01"],
      "total:operating_expenses": ["560.00", "368.00", "217.01", "-184.00", "961.01"],
      result: ["440.00", "230.00", "92.99", "0.00", "762.99"],
      minority: ["0.00", "46.00", "0.00", "0.00", "46.00"],
      owners: ["440.00", "184.00", "92.99", "0.00", "716.99"],
    });
  });

  test("the balance sheet balances, with the translation difference in equity", () => {
    const { balanceSheet } = done();
    const of = (key: string) => whole(balanceSheet, key);
    expect([of("asset_total"), of("liability_total"), of("equity_total"), of("liabilities_and_equity")]).toEqual([
      "2569.99",
      "225.00",
      "2344.99",
      "2569.99",
    ]);
    // The parent's 1500 and 440, four fifths of what the dollar company gained since, all of what the yen company did.
    expect([of("group/3000"), of("translation_difference"), of("result"), of("minority"), of("owners")]).toEqual([
      "1690.00",
      "-108.00",
      "762.99",
      "225.00",
      "2119.99",
    ]);
  });

  test("every translated amount shows its own amount, the rate, its kind, day and source", () => {
    const part = done()
      .trialBalance.find(({ key }) => key === "group/5000")
      ?.parts.find(({ nodeId }) => nodeId === "J");
    expect(part).toMatchObject({
      amount: "35001",
      currency: "JPY",
      rate: { kind: "average", day: "2026-10-31", rate: "0.0062", source: "fixing of 2026-10-31" },
      translated: "217.01",
    });
  });

  test("all four pairs match and say so", () => {
    expect(done().eliminations.map(({ pairId, outcome, difference }) => [pairId, outcome, difference])).toEqual([
      ["loan", "eliminated", "0.00"],
      ["sales", "eliminated", "0.00"],
      ["inv-U", "eliminated", "0.00"],
      ["inv-J", "eliminated", "0.00"],
    ]);
  });

  test("each entity with its share, result and equity", () => {
    expect(
      done().members.map(({ nodeId, ownership, result, equity, translationDifference, minorityEquity }) => [
        nodeId,
        ownership,
        result,
        equity,
        translationDifference,
        minorityEquity,
      ]),
    ).toEqual([
      ["P", "100", "440.00", "1940.00", "0.00", "0.00"],
      ["U", "80", "230.00", "1125.00", "-55.00", "225.00"],
      ["J", "100", "92.99", "689.99", "-53.00", "0.00"],
    ]);
  });
});

describe("accounts without a mapping", () => {
  const tb = () => ({
    trialBalance: madeTrialBalance("EUR", [
      ["bank", "asset", "10.00"],
      ["capital", "equity", "-10.00"],
    ]),
  });
  const rowsOf = (nodes: ReturnType<typeof node>[]) => {
    const memberships = nodes.slice(1).map(({ id }) => ({ parentId: "P", childId: id, ownership: "100" }));
    const result = consolidated(madeTree({ nodes, memberships }), Object.fromEntries(nodes.map(({ id }) => [id, tb()])), []);
    if (!result.ok) throw new Error(result.failure.message);
    return result.value.trialBalance.map(({ label, amounts }) => [label, ...amounts]);
  };

  test("are one row among subsidiaries of one ledger, which share its chart", () => {
    const of = (entityId: string) => ({ clientId: "c", entityId });
    expect(rowsOf([node("P", "EUR", of("subsidiary:1")), node("Q", "EUR", of("subsidiary:2"))])).toEqual([
      ["bank", "10.00", "10.00", "0.00", "20.00"],
      ["capital", "-10.00", "-10.00", "0.00", "-20.00"],
      ["Total", "0.00", "0.00", "0.00", "0.00"],
    ]);
  });

  test("are never taken for one across ledgers", () => {
    expect(rowsOf([node("P", "EUR"), node("Q", "EUR")]).map(([label]) => label)).toEqual([
      "bank (Company P)",
      "bank (Company Q)",
      "capital (Company P)",
      "capital (Company Q)",
      "Total",
    ]);
  });
});

describe("what does not match stays and is shown", () => {
  test("a remainder stays in the figures, with both sides", () => {
    const more = madeTrialBalance("EUR", [
      ["bank", "asset", "470.00", { role: "bank" }],
      ["due-from-U", "asset", "210.00"],
      ["capital", "equity", "-680.00"],
    ]);
    const result = consolidated({ ...tree, pairs: tree.pairs.slice(0, 1) }, { ...books, P: { trialBalance: more } }, rates);
    if (!result.ok) throw new Error(result.failure.message);
    const [pair] = result.value.eliminations;
    expect(pair).toMatchObject({ outcome: "difference", difference: "30.00" });
    expect([pair?.a, pair?.b]).toMatchObject([
      { balance: "210.00", eliminated: "-180.00", left: "30.00" },
      { balance: "-180.00", eliminated: "180.00", left: "0.00" },
    ]);
    expect(whole(result.value.trialBalance, "client-P/due-from-U")).toBe("30.00");
  });

  test.each([
    ["two claims on each other", "200.00"],
    ["nothing on the one side", "0.00"],
  ])("%s eliminate nothing", (_name, amount) => {
    const same = madeTrialBalance("USD", [
      ["due-to-P", "liability", amount],
      ["capital", "equity", amount === "0.00" ? "0.00" : "-200.00"],
    ]);
    const result = consolidated({ ...tree, pairs: tree.pairs.slice(0, 1) }, { ...books, U: { trialBalance: same } }, rates);
    if (!result.ok) throw new Error(result.failure.message);
    expect(result.value.eliminations[0]).toMatchObject({ outcome: "difference", a: { eliminated: "0.00", left: "180.00" } });
  });

  test("a balance in two pairs is never taken from twice", () => {
    const twice = [...tree.pairs.slice(0, 1), { ...(tree.pairs[0] as (typeof tree.pairs)[number]), id: "again" }];
    const result = consolidated({ ...tree, pairs: twice }, books, rates);
    if (!result.ok) throw new Error(result.failure.message);
    expect(whole(result.value.trialBalance, "client-P/due-from-U")).toBe("0.00");
    expect(result.value.eliminations[1]).toMatchObject({ a: { eliminated: "0.00" }, b: { eliminated: "0.00" } });
  });

  test("parties are paired on their control accounts, as far as their balances are known", () => {
    const sides = {
      a: { nodeId: "P", partyId: "customer:U", side: "receivable" as const, accountId: "due-from-U" },
      b: { nodeId: "U", partyId: "vendor:P", side: "payable" as const, accountId: "due-to-P" },
    };
    const paired = { ...tree, pairs: [{ id: "parties", kind: "balance" as const, ...sides }] };
    const withParties = (payable: string | null) =>
      consolidated(
        paired,
        {
          ...books,
          P: { ...books.P, parties: [{ side: "receivable", partyId: "customer:U", balance: decimal("90.00") }] },
          U: { ...books.U, parties: [{ side: "payable", partyId: "vendor:P", balance: payable === null ? null : decimal(payable) }] },
        },
        rates,
      );
    const known = withParties("-110.00");
    if (!known.ok) throw new Error(known.failure.message);
    expect(known.value.eliminations[0]).toMatchObject({
      name: "Company P and Company U",
      outcome: "difference",
      difference: "-9.00",
      b: { partyId: "vendor:P", balance: "-99.00", left: "-9.00" },
    });
    expect(whole(known.value.trialBalance, "client-U/due-to-P")).toBe("-90.00");
    const unknown = withParties(null);
    if (!unknown.ok) throw new Error(unknown.failure.message);
    expect(unknown.value.eliminations[0]).toMatchObject({
      outcome: "cannot_eliminate",
      reason:
        "Company U's balance with the pair's contact isn't known. For some open items, the ledger doesn't report the entity or the amount in base currency.",
    });
  });

  test("an entity whose own books do not balance does not hide it in the translation", () => {
    const out = madeTrialBalance("USD", [
      ["bank", "asset", "100.00"],
      ["capital", "equity", "-90.00"],
    ]);
    const result = consolidated({ ...tree, pairs: [] }, { ...books, U: { trialBalance: out } }, rates);
    if (!result.ok) throw new Error(result.failure.message);
    expect(whole(result.value.trialBalance, "own_difference/U")).toBe("-9.00");
    // Net assets of 90 lose 0.05 each: 81.00 today, 85.50 then.
    expect(result.value.members[1]?.translationDifference).toBe("-4.50");
  });
});

describe("what stops a consolidation", () => {
  test.each([
    ["closing", "the closing rate from USD to EUR on 31 Oct 2026"],
    ["average", "the average rate from USD to EUR through 31 Oct 2026"],
    ["historical", "the historical rate from USD to EUR on 1 Jan 2026"],
  ])("a missing %s rate is named with pair, kind and day", (kind, words) => {
    const rest = rates.filter((one) => !(one.from === "USD" && one.kind === kind));
    const result = consolidated(tree, books, rest);
    expect(result).toMatchObject({
      ok: false,
      failure: { code: "not_found", field: "rate", message: `Company U can't be translated without ${words}.` },
    });
  });

  test("a rate is never taken from its inverse or from another day", () => {
    const others = [
      ...rates.filter((one) => one.kind !== "closing"),
      rate("EUR", "USD", "closing", "2026-10-31", "1.1"),
      rate("USD", "EUR", "closing", "2026-10-30", "0.9"),
    ];
    expect(consolidated(tree, books, others)).toMatchObject({ ok: false, failure: { field: "rate" } });
  });

  test("without a day that it joined, equity needs the day of its historical rate", () => {
    const always = { ...tree, memberships: tree.memberships.map(({ from: _from, ...rest }) => rest) };
    const result = consolidated(always, books, rates);
    expect(!result.ok && result.failure.message).toContain("historical rate date");
  });

  test("books in another currency than the tree says", () => {
    const result = consolidated(tree, { ...books, U: { trialBalance: madeTrialBalance("CAD", []) } }, rates);
    expect(result).toMatchObject({
      ok: false,
      failure: { code: "conflict", message: "Company U keeps its books in CAD, but its functional currency in the group is USD." },
    });
  });

  test("a mapping that would move a result onto the balance sheet", () => {
    const wrong = { ...tree, mappings: [{ groupAccount: "1000", class: "revenue" as const }] };
    const message = expect.stringContaining("is an income account, but it's mapped to 1000 Bank, which is an asset account.");
    expect(consolidated(wrong, books, rates)).toMatchObject({ ok: false, failure: { code: "conflict", field: "mappings", message } });
  });
});

describe("dated memberships", () => {
  const span = (day: string) => ({ from: calendarDate("2025-01-01"), to: calendarDate(day) });

  test("an entity counts from the day that it joined", () => {
    const before = consolidated(
      { ...tree, pairs: [] },
      books,
      rates.map((one) => ({ ...one, day: one.kind === "historical" ? one.day : calendarDate("2025-12-31") })),
      span("2025-12-31"),
    );
    if (!before.ok) throw new Error(before.failure.message);
    expect(before.value.members.map(({ nodeId }) => nodeId)).toEqual(["P", "J"]);
    const after = consolidated(tree, books, rates, span("2026-10-31"));
    if (!after.ok) throw new Error(after.failure.message);
    expect(after.value.members.map(({ nodeId, countsFrom }) => [nodeId, countsFrom])).toEqual([
      ["P", "2025-01-01"],
      ["U", "2026-01-01"],
      ["J", "2025-01-01"],
    ]);
    expect(after.value.notes).toContain("Company U joined on 1 Jan 2026: its income and expenses are included from then on.");
  });

  test("one that left is not in the figures, and that is said", () => {
    const memberships = tree.memberships.map((one) => (one.childId === "U" ? { ...one, to: calendarDate("2026-10-30") } : one));
    const result = consolidated({ ...tree, memberships }, books, rates);
    if (!result.ok) throw new Error(result.failure.message);
    expect(result.value.members.map(({ nodeId }) => nodeId)).toEqual(["P", "J"]);
    expect(result.value.notes).toEqual(["Company U left the group before 31 Oct 2026 and isn't included."]);
    expect(result.value.eliminations[0]).toMatchObject({
      outcome: "not_in_group",
      reason: "Company U isn't part of the group on 31 Oct 2026.",
    });
  });

  test("a member without books isn't said to be outside the group", () => {
    const result = consolidated(tree, { P: books.P, U: books.U }, rates);
    if (!result.ok) throw new Error(result.failure.message);
    expect(result.value.eliminations.find(({ pairId }) => pairId === "inv-J")).toMatchObject({
      outcome: "cannot_eliminate",
      reason: "Company J has no books in Tieout.",
    });
  });
});
