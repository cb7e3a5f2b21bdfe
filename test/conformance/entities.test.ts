import Database from "better-sqlite3";
import { describe, expect, test } from "vitest";
import type { AgingReport } from "#main/store/aging/aging.ts";
import { clientFilePath } from "#main/store/database/client-file.ts";
import { addDays, type CalendarDate, calendarDate } from "#shared/kernel/calendar-date.ts";
import { type DecimalString, decimal, isZero, subtractDecimals, sumDecimals } from "#shared/kernel/decimal.ts";
import type { LedgerDetail, Statement, TrialBalance } from "#shared/model/reports/statement.ts";
import type { TieOutRun } from "#shared/model/reports/tie-out.ts";
import { postingsOf } from "#simulator/books/postings.ts";
import type { Books, SimTransaction, TransactionKind } from "#simulator/books/types.ts";
import { askReport, spansOf } from "#test/support/expect-statements.ts";
import {
  booksYearStart,
  EVERYTHING_TOLD,
  mirroredId,
  oracleBalances,
  oracleResult,
  sideOf,
  statementColumn,
  trialBalanceColumn,
} from "#test/support/statement-oracle.ts";
import { createWorld, type World } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { endWorld, syncToEnd } from "./expecting.ts";

const TODAY = calendarDate("2026-11-21");
const ENTITIES = ["1", "2"];

describe("ledger c, one legal entity", () => {
  test("has its own trial balance, statements and general ledger, to the last digit", async () => {
    const world = await createWorld({
      seed: 67,
      tenants: [{ style: "c", books: { months: 14, invoicesPerMonth: 8, foreignCurrencies: ["EUR"] } }],
    });
    const tenant = world.tenants[0] as Tenant;
    const { books } = tenant;
    await syncToEnd(tenant);
    // Something to tell apart: journals and transfers over both entities, and postings that no document stands for.
    const kinds = new Set(
      books.transactions.filter(({ lines }) => new Set(lines.map(({ entityId }) => entityId)).size > 1).map(({ kind }) => kind),
    );
    expect([...kinds].sort()).toEqual(["journal", "other_entry"]);
    for (const kind of ["other_entry", "deposit_application", "prepayment_application"] as const)
      expect(
        books.transactions.some((each) => each.kind === kind && postingsOf(books, each).length > 0),
        kind,
      ).toBe(true);
    for (const id of ENTITIES) {
      const entityId = `subsidiary:${id}`;
      for (const { from, to } of spansOf(tenant, TODAY)) {
        const where = `${entityId} ${from}..${to}`;
        const trial = await askReport<TrialBalance>(world, tenant, "reports.trialBalance", { from, to, entityId });
        expect(trial.gaps, where).toEqual([]);
        const balances = oracleBalances(books, to, EVERYTHING_TOLD, booksYearStart(books, to), id);
        expect(Object.keys(balances).length).toBeGreaterThan(5);
        expect(trialBalanceColumn(trial, "balance"), where).toEqual(balances);
        expect(trial.totals.debit, where).toBe(trial.totals.credit);
        const profit = await askReport<Statement>(world, tenant, "reports.statement", { kind: "profit_and_loss", from, to, entityId });
        expect(statementColumn(profit, 0), where).toEqual(oracleResult(books, from, to, EVERYTHING_TOLD, id));
        const sheet = await askReport<Statement>(world, tenant, "reports.statement", { kind: "balance_sheet", from, to, entityId });
        expect(statementColumn(sheet, 0), where).toEqual(sideOf(books, balances, "balance"));
      }
      await expectDetail(tenant, id, (input) => askReport<LedgerDetail>(world, tenant, "reports.ledgerDetail", input));
    }
    await endWorld(world);
  });

  test("has its own figures on the cash basis, which add up to those of the whole", async () => {
    const world = await createWorld({ seed: 68, tenants: [{ style: "c", books: { months: 5, invoicesPerMonth: 8 } }] });
    const tenant = world.tenants[0] as Tenant;
    await syncToEnd(tenant);
    const span = { from: calendarDate("2026-08-01"), to: calendarDate("2026-10-31"), basis: "cash" };
    const ask = (entityId?: string) =>
      askReport<TrialBalance>(world, tenant, "reports.trialBalance", { ...span, ...(entityId === undefined ? {} : { entityId }) });
    const whole = trialBalanceColumn(await ask(), "balance");
    const parts = await Promise.all(ENTITIES.map(async (id) => trialBalanceColumn(await ask(`subsidiary:${id}`), "balance")));
    for (const account of new Set([...Object.keys(whole), ...parts.flatMap((part) => Object.keys(part))])) {
      const sum = sumDecimals(parts.map((part) => decimal(part[account] ?? "0")));
      expect(isZero(subtractDecimals(sum, decimal(whole[account] ?? "0"))), account).toBe(true);
    }
    await endWorld(world);
  });
});

/** The bank account's own ledger: what it closes with, and the rows that lead there. */
async function expectDetail(tenant: Tenant, id: string, ask: (input: object) => Promise<LedgerDetail>): Promise<void> {
  const { books } = tenant;
  const bank = books.accounts.find(({ code }) => code === "1010")?.id ?? "";
  const own = books.transactions
    .filter(({ date }) => date <= TODAY)
    .flatMap((transaction) => postingsOf(books, transaction).filter(({ accountId, entityId }) => accountId === bank && entityId === id));
  const detail = await ask({
    accountId: mirroredId(books, bank),
    from: calendarDate("2020-01-01"),
    to: TODAY,
    entityId: `subsidiary:${id}`,
    limit: 1000,
  });
  expect(detail.next).toBeNull();
  expect(detail.rows).toHaveLength(own.length);
  expect(isZero(subtractDecimals(detail.closing, sumDecimals(own.map(({ amountBase }) => amountBase))))).toBe(true);
}

const ADVANCES: Readonly<Record<"receivable" | "payable", TransactionKind>> = {
  receivable: "customer_deposit",
  payable: "spend_prepayment",
};

describe("ledger c, deposits and prepayments", () => {
  test("are applied on the day of their application: they and the document tie on every day before and after", async () => {
    const world = await createWorld({ seed: 69, tenants: [{ style: "c", books: { months: 8, invoicesPerMonth: 16 } }] });
    const tenant = world.tenants[0] as Tenant;
    await syncToEnd(tenant);
    for (const side of ["receivable", "payable"] as const) {
      const advances = tenant.books.transactions.filter(({ kind }) => kind === ADVANCES[side]);
      const later = advances.filter(({ date, allocations }) => allocations.some((part) => part.date > date));
      expect(later.length, side).toBeGreaterThan(0);
      const days = later.flatMap(({ allocations }) => allocations.flatMap(({ date }) => [addDays(date, -1), date]));
      for (const asOfDate of new Set(days)) {
        const aging: AgingReport = await tenant.ask("reports.aging", { side, asOfDate });
        const held = aging.unappliedCash.filter(({ kind }) => kind === "deposit" || kind === "prepayment").map(({ amount }) => amount);
        expect(sumDecimals([decimal("0.00"), ...held]), `${side} on ${asOfDate}`).toBe(open(advances, asOfDate));
        expect(aging.gaps, `${side} on ${asOfDate}`).toEqual([]);
      }
    }
    await endWorld(world);
  });
});

/** What was left of advances at the end of a day, by the books' own allocations. */
function open(advances: readonly SimTransaction[], asOf: CalendarDate): DecimalString {
  const made = advances.filter(({ date, state }) => state === "approved" && date <= asOf);
  const used = made.flatMap(({ allocations }) => allocations.filter(({ date }) => date <= asOf).map(({ amount }) => amount));
  return subtractDecimals(sumDecimals([decimal("0.00"), ...made.map(({ total }) => total)]), sumDecimals([decimal("0.00"), ...used]));
}

describe("ledger c, agings and tie-outs of one legal entity", () => {
  test("agings add up to the books' own at every date, and every check ties for every entity", async () => {
    const world = await createWorld({
      seed: 70,
      tenants: [{ style: "c", books: { months: 7, invoicesPerMonth: 14, foreignCurrencies: [] } }],
    });
    const tenant = world.tenants[0] as Tenant;
    const { books } = tenant;
    await syncToEnd(tenant);
    for (const [side, charge] of [
      ["receivable", "sales_invoice"],
      ["payable", "purchase_bill"],
    ] as const) {
      for (const asOfDate of [TODAY, calendarDate("2026-10-31"), calendarDate("2026-10-12")]) {
        const totals = await Promise.all(
          ENTITIES.map(async (id) => {
            const aging = await askReport<AgingReport>(world, tenant, "reports.aging", { side, asOfDate, entityId: `subsidiary:${id}` });
            const where = `${side} of ${id} on ${asOfDate}`;
            const own = openCharges(books, charge, asOfDate, id);
            expect(sumDecimals([decimal("0"), ...aging.rows.map(({ outstanding }) => outstanding)]), where).toBe(own);
            expect(aging.gaps, where).toEqual([]);
            return own;
          }),
        );
        expect(totals.filter((own) => !isZero(own)).length, `${side} on ${asOfDate}`).toBeGreaterThan(0);
        const whole = await askReport<AgingReport>(world, tenant, "reports.aging", { side, asOfDate });
        expect(sumDecimals(whole.rows.map(({ outstanding }) => outstanding))).toBe(sumDecimals(totals));
      }
    }
    const run = await askReport<TieOutRun>(world, tenant, "tieOuts.run", { asOfDate: TODAY });
    for (const { check, outcome, entities } of run.checks.filter((one) => one.check !== "document_counts")) {
      expect(outcome, check).toBe("ties");
      expect(
        entities?.map(({ entityId, outcome: own }) => `${entityId} ${own}`),
        check,
      ).toEqual(["subsidiary:1 ties", "subsidiary:2 ties", "subsidiary:3 ties"]);
      expect(
        entities?.slice(0, 2).every(({ compared }) => compared > 0),
        check,
      ).toBe(true);
    }
    // An amount that moves from one entity to another leaves the whole as it was, and shows in both.
    const moved = mirrorFile(world, tenant);
    moved.exec(
      "UPDATE posting SET entity_id_word = (SELECT word_no FROM word WHERE text = 'subsidiary:2') WHERE entity_id_word = (SELECT word_no FROM word WHERE text = 'subsidiary:1') AND rec_no = (SELECT MIN(rec_no) FROM payment)",
    );
    moved.close();
    const [trial] = (await askReport<TieOutRun>(world, tenant, "tieOuts.run", { asOfDate: TODAY })).checks;
    expect(trial).toMatchObject({ check: "trial_balance", outcome: "variance", difference: "0.00" });
    expect(trial?.entities?.map(({ outcome }) => outcome)).toEqual(["variance", "variance", "ties"]);
    expect(trial?.lines.every(({ entity, outcome, label }) => outcome === "variance" && label.endsWith(`(${entity?.name})`))).toBe(true);
    await endWorld(world);
  });
});

/** What was open of charges at the end of a day in one entity, by the books' own allocations. */
function openCharges(books: Books, charge: TransactionKind, asOf: CalendarDate, entityId: string): DecimalString {
  const live = books.transactions.filter(({ state, date }) => state === "approved" && date <= asOf);
  const charges = live.filter((one) => one.kind === charge && one.entityId === entityId);
  const ids = new Set(charges.map(({ id }) => id));
  const settled = books.transactions
    .filter(({ state }) => state === "approved")
    .flatMap(({ allocations }) => allocations.filter(({ toId, date }) => ids.has(toId) && date <= asOf));
  return subtractDecimals(
    sumDecimals([decimal("0"), ...charges.map(({ total }) => total)]),
    sumDecimals([decimal("0"), ...settled.map(({ amount }) => amount)]),
  );
}

function mirrorFile(world: World, { source }: Tenant) {
  return new Database(clientFilePath(world.home, source.clientId));
}
