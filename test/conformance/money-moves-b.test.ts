import { expect, test } from "vitest";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import type { DecimalString } from "#shared/kernel/decimal.ts";
import type { TrialBalance } from "#shared/model/reports/statement.ts";
import type { TieOutRun } from "#shared/model/reports/tie-out.ts";
import { createDocument, deleteTransaction } from "#simulator/books/events.ts";
import { createWorld, type World } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { endWorld, expectMirrorEqualsOracle, syncToEnd } from "./expecting.ts";

const HOUR_MS = 3_600_000;
const DAY = calendarDate("2026-11-18");

async function connected(): Promise<{ readonly world: World; readonly tenant: Tenant }> {
  const books = { months: 2, invoicesPerMonth: 8, foreignCurrencies: [] };
  const world = await createWorld({ seed: 91, tenants: [{ style: "b", books }] });
  const tenant = world.tenants[0] as Tenant;
  await syncToEnd(tenant);
  return { world, tenant };
}

async function outcomes(tenant: Tenant): Promise<Record<string, string>> {
  const run = (await tenant.ask("tieOuts.last", {})) as TieOutRun;
  const names = ["trial_balance", "balance_sheet", "bank_balances"];
  return Object.fromEntries(run.checks.filter(({ check }) => names.includes(check)).map(({ check, outcome }) => [check, outcome]));
}

const TIES = { trial_balance: "ties", balance_sheet: "ties", bank_balances: "ties" };

test("ledger b: a transfer, a deposit and a card payment that come and go later tie at once", async () => {
  const { world, tenant } = await connected();
  expect(await outcomes(tenant)).toEqual(TIES);
  const account = (code: string) => tenant.books.accounts.find((one) => one.code === code)?.id ?? "";
  const move = (kind: "transfer" | "deposit" | "card_payment", from: string, to: string) =>
    createDocument(
      tenant.books,
      { kind, partyId: null, date: DAY, accountId: account(from), lines: [{ accountId: account(to), amount: "812.40" as DecimalString }] },
      world.clock.nowMs() - 1_000,
    );
  const made = [move("transfer", "1000", "1010"), move("deposit", "1000", "3000"), move("card_payment", "1010", "2050")];
  await world.clock.advance(HOUR_MS);
  const known = tenant.oracle();
  await syncToEnd(tenant);
  expect(await outcomes(tenant)).toEqual(TIES);
  await expectMirrorEqualsOracle(tenant);
  for (const { id } of made) deleteTransaction(tenant.books, id, world.clock.nowMs());
  await world.clock.advance(HOUR_MS);
  await syncToEnd(tenant);
  expect(await outcomes(tenant)).toEqual(TIES);
  await expectMirrorEqualsOracle(tenant, known);
  await endWorld(world);
});

test("ledger b: what is posted and not told is a named gap, and the tie-out shows how much it is", async () => {
  const { world, tenant } = await connected();
  const stock = tenant.books.accounts.find(({ kind }) => kind === "inventory")?.id ?? "";
  const item = tenant.books.items.find(({ kind }) => kind === "inventory");
  if (item === undefined) throw new Error("the books keep no stock");
  const line = { accountId: stock, itemId: item.id, quantity: "3" as DecimalString, unitPrice: "12.50" as DecimalString };
  const { id } = createDocument(
    tenant.books,
    { kind: "stock_adjustment", partyId: null, date: DAY, accountId: item.expenseAccountId, lines: [line] },
    world.clock.nowMs() - 1_000,
  );
  await world.clock.advance(HOUR_MS);
  await syncToEnd(tenant);
  await expectMirrorEqualsOracle(tenant);
  const clientId = tenant.source.clientId;
  const asked = await world.run(world.runtime.route("reports.trialBalance", { clientId, from: "2026-11-01", to: DAY, basis: "accrual" }));
  if (!asked.ok) throw new Error(asked.failure.message);
  const { gaps } = asked.value as TrialBalance;
  const cost = gaps.find(({ code }) => code === "cost_of_sales");
  expect(cost?.recordIds).toContain(`InventoryAdjustment:${id}`);
  expect(gaps.find(({ code }) => code === "not_offered")?.message).toContain("payroll");
  const run = (await tenant.ask("tieOuts.last", {})) as TieOutRun;
  const check = run.checks.find((one) => one.check === "trial_balance");
  expect(check?.outcome).toBe("variance");
  expect(check?.lines.map(({ subjectId, difference }) => [subjectId, difference])).toEqual(
    expect.arrayContaining([[`Account:${stock}`, expect.stringMatching(/^-?37\.50?$/)]]),
  );
  expect(check?.reason).toContain("payroll");
  await endWorld(world);
});
