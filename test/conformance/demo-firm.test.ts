import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AgingReport } from "#main/store/aging/aging.ts";
import { type CalendarDate, calendarDate } from "#shared/kernel/calendar-date.ts";
import { canonicalDecimal, type DecimalString, decimal, negateDecimal, subtractDecimals, sumDecimals } from "#shared/kernel/decimal.ts";
import type { Books, SimTransaction, TransactionKind } from "#simulator/books/types.ts";
import { demoClients } from "#simulator/demo/demo-firm.ts";
import { plantOddities, playLaterOddities } from "#simulator/oddities.ts";
import { expectStatementsEqualBooks, spansOf } from "#test/support/expect-statements.ts";
import { whileUnchanged } from "#test/support/statement-oracle.ts";
import { createWorld, type World } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { endWorld, syncToEnd } from "./expecting.ts";

const TODAY = calendarDate("2026-11-21");
const DATES = ["2026-11-21", "2026-09-30", "2026-03-15"].map(calendarDate);
const HOUR_MS = 3_600_000;
const FROM = calendarDate("2025-12-01");
const CHARGES = { receivable: "sales_invoice", payable: "purchase_bill" } as const;

/** What each kind of transaction adds to a series. */
const SIGNS: Readonly<Record<"accrued" | "booked", Partial<Record<TransactionKind, 1 | -1>>>> = {
  accrued: { purchase_bill: 1, purchase_credit: -1 },
  booked: { cash_purchase: 1, expense_report: 1, cash_purchase_refund: -1 },
};

type Sums = Record<string, string>;

function summed(amounts: readonly (readonly [key: string, amount: DecimalString])[]): Sums {
  const sums = new Map<string, DecimalString>();
  for (const [key, amount] of amounts) sums.set(key, sumDecimals([sums.get(key) ?? decimal("0"), amount]));
  return Object.fromEntries([...sums].map(([key, sum]) => [key, canonicalDecimal(sum)]).filter(([, sum]) => sum !== "0"));
}

/** What was open on a day by the books' own dates and allocations, per currency. */
function openInBooks(books: Books, side: keyof typeof CHARGES, asOf: CalendarDate): Sums {
  const live = books.transactions.filter(({ state }) => state === "approved");
  const settled = new Map<string, DecimalString[]>();
  for (const { toId, amount, date } of live.flatMap(({ allocations }) => allocations))
    if (date <= asOf) settled.set(toId, [...(settled.get(toId) ?? []), amount]);
  const open = ({ id, total }: SimTransaction) => subtractDecimals(total, sumDecimals(settled.get(id) ?? []));
  return summed(
    live.filter(({ kind, date }) => kind === CHARGES[side] && date <= asOf).map((charge) => [charge.currency, open(charge)] as const),
  );
}

function spentInBooks({ transactions }: Books, series: "accrued" | "booked"): Sums {
  return summed(
    transactions.flatMap(({ kind, state, date, currency, lines }) => {
      const sign = SIGNS[series][kind];
      if (sign === undefined || state !== "approved" || date < FROM || date > TODAY) return [];
      return lines.map(({ net }) => [`${date.slice(0, 7)} ${currency}`, sign === 1 ? net : negateDecimal(net)] as const);
    }),
  );
}

/** Every other client on Ledger A has the feed, as in the demo firm; Ledger C's postings come with its transactions. */
const CLIENTS = demoClients(TODAY).map((client, index) => {
  const journals = client.style === "a" && index % 2 === 0;
  return { ...client, journals, source: journals || client.style === "c" ? "gl_feed" : "reconstructed" };
});

// One world a client: what takes longest is reading its ledger.
describe.each(CLIENTS)("$name of the demo firm", ({ style, options, oddities, journals, source }) => {
  let world: World;
  let tenant: Tenant;
  beforeAll(async () => {
    world = await createWorld({ seed: options.seed, tenants: [{ style, books: options, a: { journals } }] });
    tenant = world.tenants[0] as Tenant;
    plantOddities(tenant.books, oddities);
    await syncToEnd(tenant);
  });
  afterAll(() => endWorld(world));

  const statementsEqualBooks = () =>
    whileUnchanged(tenant.books, async () => {
      for (const span of spansOf(tenant, TODAY)) await expectStatementsEqualBooks(world, tenant, span, source);
    });

  const tiesOut = async () => {
    const run = await tenant.ask("tieOuts.last", {});
    const varying = run?.checks.filter(({ outcome }) => outcome === "variance") ?? [];
    expect(run?.checks.find(({ check }) => check === "document_counts")?.outcome).toBe("ties");
    // Without the feed Ledger A leaves out base amounts and the banks of some money: that is a variance, and says of what.
    if (style !== "a" || journals) expect(varying.map(({ check }) => check)).toEqual([]);
    for (const { check, reason, documents } of varying) {
      expect(reason, check).toMatch(/no amount in base currency|without an amount in base currency|without a bank account/);
      expect(documents.length, check).toBeGreaterThan(0);
    }
    expect(run).not.toBeNull();
  };

  test("agings equal the books on three dates, and spend month by month", async () => {
    for (const side of ["receivable", "payable"] as const)
      for (const asOfDate of DATES) {
        const report: AgingReport = await tenant.ask("reports.aging", { side, asOfDate });
        const totals = summed(report.totals.map(({ currency, outstanding }) => [currency, outstanding] as const));
        expect([totals, report.gaps], `${side} at ${asOfDate}`).toEqual([openInBooks(tenant.books, side, asOfDate), []]);
      }
    const spend = await tenant.ask("reports.spend", { from: FROM, to: TODAY, by: "total" });
    for (const name of ["accrued", "booked"] as const) {
      const months = summed(spend.series[name].rows.map(({ month, currency, net }) => [`${month} ${currency}`, net] as const));
      expect(months, name).toEqual(spentInBooks(tenant.books, name));
    }
  });

  test("statements equal the books", statementsEqualBooks);
  test("every check ties out", tiesOut);

  describe("after what happens later", () => {
    beforeAll(async () => {
      await world.clock.advance(HOUR_MS);
      playLaterOddities(tenant.books, oddities, world.clock.nowMs());
      await world.clock.advance(HOUR_MS);
      // Ledger C does not tell what was deleted: only a reading of everything finds it.
      await syncToEnd(tenant, { full: style === "c" });
    });

    test("statements equal the books", statementsEqualBooks);
    test("every check ties out", tiesOut);
  });
});
