import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { type DecimalString, decimal, isZero, negateDecimal, sumDecimals } from "#shared/kernel/decimal.ts";
import type { GroupReport } from "#shared/model/consolidation/consolidation.ts";
import type { EntityTreeDraft } from "#shared/model/consolidation/entity-tree.ts";
import { indexOf } from "#simulator/books/books-index.ts";
import { postingsOf } from "#simulator/books/postings.ts";
import { subsidiaryOf } from "#simulator/ledger-c/references.ts";
import { whole } from "#test/support/group-lab.ts";
import { createWorld, type World } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { endWorld, syncToEnd } from "./expecting.ts";

const TO = "2026-10-31";
const YEAR = "2026-01-01";
const books = { months: 14, invoicesPerMonth: 4, foreignCurrencies: [] };
/** Into euros: closing and average, in ten-thousandths. */
const RATES: Readonly<Record<string, readonly [closing: bigint, average: bigint]>> = {
  NZD: [5_512n, 5_623n],
  AUD: [6_011n, 6_127n],
  USD: [9_008n, 9_217n],
};

let world: World;
beforeAll(async () => {
  world = await createWorld({
    seed: 97,
    tenants: [
      { style: "a", a: { journals: true }, books: { ...books, baseCurrency: "NZD" } },
      { style: "a", books: { ...books, baseCurrency: "AUD", country: "AU" } },
      { style: "b", books: { ...books, baseCurrency: "EUR", country: "IE" } },
      { style: "c", books: { ...books, baseCurrency: "USD" } },
    ],
  });
  for (const tenant of world.tenants) await syncToEnd(tenant);
});
afterAll(() => endWorld(world));

async function ask<T>(method: string, input: object): Promise<T> {
  const reply = await world.run(world.runtime.route(method, input));
  if (!reply.ok) throw new Error(JSON.stringify(reply.failure));
  return reply.value as T;
}

const refusal = async (method: string, input: object) => {
  const reply = await world.run(world.runtime.route(method, input));
  return reply.ok ? null : reply.failure;
};

/** The suggestion as a person accepts it: in euros, with the dates of the historical rates and two pairs. */
async function acceptedTree(): Promise<EntityTreeDraft> {
  const { tree } = await ask<{ tree: EntityTreeDraft }>("groups.suggest", {});
  const nodes = tree.nodes.map((one) => (one.clientId === undefined ? one : { ...one, historicalDay: YEAR }));
  return { ...tree, presentation: { currency: "EUR" }, nodes } as EntityTreeDraft;
}

/** Cents at a rate of ten-thousandths, halves away from zero. */
function translated(cents: bigint, rate: bigint): bigint {
  const product = cents * rate;
  const half = product < 0n ? -5_000n : 5_000n;
  return (product + half) / 10_000n;
}

const cents = (amount: DecimalString) => {
  const [units = "0", fraction = ""] = amount.split(".");
  return BigInt(units + fraction.padEnd(2, "0"));
};

/** An entity's result of the year and its net assets in cents of euros, calculated from its ledger's books alone. */
function reckoned({ books: own }: Tenant, entityId: string | null): { readonly result: bigint; readonly equity: bigint } {
  const accounts = indexOf(own).accounts;
  const balances = new Map<string, DecimalString[]>();
  for (const transaction of own.transactions) {
    if (transaction.date > TO) continue;
    for (const { accountId, amountBase, entityId: of } of postingsOf(own, transaction)) {
      if (entityId !== null && `subsidiary:${of ?? subsidiaryOf(own, transaction)}` !== entityId) continue;
      const { kind } = accounts.get(accountId) as { readonly kind: string };
      const section = sectionOf(kind);
      if (section === "equity" || (section === "result" && transaction.date < YEAR)) continue;
      balances.set(`${section} ${accountId}`, [...(balances.get(`${section} ${accountId}`) ?? []), amountBase]);
    }
  }
  const [closing, average] = RATES[own.baseCurrency] ?? [10_000n, 10_000n];
  const total = { result: 0n, equity: 0n };
  for (const [key, amounts] of balances) {
    const sum = cents(sumDecimals(amounts));
    if (key.startsWith("result")) total.result -= translated(sum, average);
    else total.equity += translated(sum, closing);
  }
  return total;
}

function sectionOf(kind: string): "equity" | "result" | "balance" {
  if (kind === "equity" || kind === "retained_earnings") return "equity";
  return ["revenue", "expense", "cost_of_sales", "other_income", "other_expense"].includes(kind) ? "result" : "balance";
}

describe("a group of four clients on three ledgers, one with subsidiaries", () => {
  let treeId: string;

  test("the ledger's subsidiaries are proposed as entities below a holder, its elimination company is not", async () => {
    const { tree } = await ask<{ tree: EntityTreeDraft }>("groups.suggest", {});
    const [a, b, c, d] = world.tenants.map(({ source }) => source.clientId);
    expect(tree.nodes.map(({ id }) => id).sort()).toEqual(["group", a, b, c, `${d}/subsidiary:1`, `${d}/subsidiary:2`].sort());
    expect(tree.memberships).toContainEqual({ parentId: `${d}/subsidiary:1`, childId: `${d}/subsidiary:2`, ownership: "100" });
    expect(await ask<{ trees: unknown[] }>("groups.list", {})).toEqual({ trees: [] });
  });

  test("without rates the report names the first that is missing", async () => {
    ({ treeId } = await ask<{ treeId: string }>("groups.save", { tree: await acceptedTree() }));
    expect(await refusal("groups.report", { treeId, period: "2026-10", statement: "trial-balance" })).toMatchObject({
      code: "not_found",
      field: "rate",
      message: expect.stringMatching(/closing rate from (NZD|AUD|USD) to EUR on 31 Oct 2026/),
    });
  });

  test("result and net assets of every entity are those of its books, translated", async () => {
    for (const [from, [closing, average]] of Object.entries(RATES))
      for (const [kind, value, day] of [
        ["closing", closing, TO],
        ["average", average, TO],
        ["historical", closing, YEAR],
      ] as const)
        await ask("rates.save", { from, to: "EUR", day, kind, rate: `0.${value}`, source: "made up for this test" });
    const report = await ask<GroupReport>("groups.report", { treeId, period: "2026-10", statement: "balance-sheet" });
    expect([report.from, report.to, report.members.length]).toEqual([YEAR, TO, 5]);
    for (const member of report.members) {
      const tenant = world.tenants.find(({ source }) => source.clientId === member.clientId) as Tenant;
      const own = reckoned(tenant, member.entityId);
      expect(member.result, member.name).not.toBe("0.00");
      expect([cents(member.result), cents(member.equity)], member.name).toEqual([own.result, own.equity]);
    }
    const sum = sumDecimals(report.members.map(({ equity }) => equity));
    expect(whole(report.rows, "equity_total")).toBe(sum);
    expect(whole(report.rows, "asset_total")).toBe(whole(report.rows, "liabilities_and_equity"));
    expect(report.asOf).not.toBeNull();
  });

  test("a pair of accounts is eliminated as far as both sides agree, and a period of the ledger names the day as well", async () => {
    const before = await ask<GroupReport>("groups.report", { treeId, period: "2026-10", statement: "trial-balance" });
    const partOf = (role: string, at: number) =>
      before.rows
        .flatMap(({ parts }) => parts)
        .find(({ nodeId, account }) => account?.role === role && nodeId === before.members[at]?.nodeId);
    const [receivable, payable] = [partOf("receivable", 0), partOf("payable", 2)];
    const side = (part: typeof receivable) => ({ nodeId: part?.nodeId, accountId: part?.account?.id });
    const tree = { ...(await acceptedTree()), treeId, pairs: [{ id: "loan", kind: "balance", a: side(receivable), b: side(payable) }] };
    expect(await ask("groups.save", { tree, basedOn: 1 })).toEqual({ treeId, version: 2 });
    const [period] = (await world.tenants[3]?.ask("periods.list", {}))?.filter(({ end }) => end === TO) ?? [];
    const after = await ask<GroupReport>("groups.report", { treeId, period: period?.id, statement: "trial-balance" });
    const [pair] = after.eliminations;
    expect(pair?.outcome).toBe("difference");
    expect(isZero(sumDecimals([pair?.a.eliminated ?? decimal("1"), pair?.b.eliminated ?? decimal("1")]))).toBe(true);
    expect(isZero(pair?.a.eliminated ?? decimal("0"))).toBe(false);
    expect([pair?.a.left, pair?.b.left].filter((left) => left !== undefined && left !== null && isZero(left))).toHaveLength(1);
    expect(after.totals.debit).toBe(sumDecimals([before.totals.debit, negateDecimal(pair?.b.eliminated ?? decimal("0"))]));
    expect(after.totals.debit).toBe(after.totals.credit);
  });

  test("parties are paired by what is open with them, translated at the closing rate", async () => {
    const aging = async (at: number, side: "receivable" | "payable") => {
      const tenant = world.tenants[at] as Tenant;
      const asked = { side, asOfDate: calendarDate(TO) };
      const { rows, unappliedCash } = await tenant.ask("reports.aging", asked);
      const row = rows.find(({ party }) => party !== null && unappliedCash.every((cash) => cash.party?.id !== party.id));
      return { nodeId: tenant.source.clientId, side, partyId: row?.party?.id ?? "", base: cents(row?.base ?? decimal("0")) };
    };
    const [{ base: owed, ...a }, { base: owing, ...b }] = [await aging(0, "receivable"), await aging(2, "payable")];
    const report = async (named: object) => {
      const tree = { ...(await acceptedTree()), treeId: "parties", pairs: [{ id: "parties", kind: "balance", a, b: { ...b, ...named } }] };
      await ask("groups.save", { tree });
      return ask<GroupReport>("groups.report", { treeId: "parties", period: "2026-10", statement: "trial-balance" });
    };
    // This ledger has two payable accounts, and Tieout doesn't guess which one the party is on.
    const unnamed = await report({});
    expect(unnamed.eliminations[0]).toMatchObject({
      outcome: "cannot_eliminate",
      reason: expect.stringContaining("no control account for payables with a balance or activity"),
    });
    const payable = unnamed.rows
      .flatMap(({ parts }) => parts)
      .find(({ nodeId, account }) => nodeId === b.nodeId && account?.role === "payable");
    const [pair] = (await report({ accountId: payable?.account?.id })).eliminations;
    const inEuros = translated(owed, RATES.NZD?.[0] ?? 0n);
    expect(pair?.reason).toBeNull();
    expect([cents(pair?.a.balance ?? decimal("0")), cents(pair?.b.balance ?? decimal("0"))]).toEqual([inEuros, -owing]);
    expect(inEuros > 0n && owing > 0n).toBe(true);
    expect(cents(pair?.b.eliminated ?? decimal("0"))).toBe(inEuros < owing ? inEuros : owing);
    for (const _ of ["named", "unnamed"]) await ask("groups.undo", { treeId: "parties" });
  });

  test("tree and rates outlive the process, and the last change can be taken back", async () => {
    await world.restart();
    expect(await ask("groups.list", {})).toMatchObject({ trees: [{ treeId, version: 2, person: "tester@world" }] });
    expect(await refusal("groups.undo", { treeId, version: 1 })).toMatchObject({ code: "conflict", field: "version" });
    expect(await ask("groups.undo", { treeId, version: 2 })).toMatchObject({ standing: { version: 1 } });
    const report = await ask<GroupReport>("groups.report", { treeId, period: "month:2026-10", statement: "profit-and-loss" });
    expect(report.eliminations).toEqual([]);
    expect(await refusal("groups.report", { treeId, period: "2026-13", statement: "profit-and-loss" })).toMatchObject({ field: "period" });
    expect(await refusal("groups.report", { treeId: "none", period: "2026-10", statement: "profit-and-loss" })).toMatchObject({
      field: "tree",
    });
  });

  test("a subsidiary's books are in its own currency, and are translated from it", async () => {
    const tenant = world.tenants[3] as Tenant;
    const stored = await world.run(world.runtime.context.connections.find(tenant.source.clientId));
    if (stored?.discovery === undefined || stored.discovery === null) throw new Error("not discovered");
    const { organisation } = stored.discovery;
    const entities = organisation.entities.map((one) => (one.id === "subsidiary:2" ? { ...one, currency: "NZD" } : one));
    const discovery = { ...stored.discovery, organisation: { ...organisation, entities } };
    await world.run(world.runtime.context.pool.must("firm.saveDiscovery", { connectionId: stored.connectionId, discovery, nowMs: 1 }));
    const one = { clientId: tenant.source.clientId, from: YEAR, to: TO };
    expect(await ask("reports.trialBalance", { ...one, entityId: "subsidiary:2" })).toMatchObject({ currency: "NZD" });
    expect(await ask("reports.trialBalance", one)).toMatchObject({ currency: "USD" });
    const accepted = await acceptedTree();
    await ask("groups.save", { tree: { ...accepted, treeId } });
    const { rows } = await ask<GroupReport>("groups.report", { treeId, period: "2026-10", statement: "trial-balance" });
    const parts = rows.flatMap((row) => row.parts).filter(({ nodeId }) => nodeId.endsWith("/subsidiary:2"));
    expect(new Set(parts.flatMap(({ rate }) => (rate === null ? [] : [rate.from])))).toEqual(new Set(["NZD"]));
  });
});
