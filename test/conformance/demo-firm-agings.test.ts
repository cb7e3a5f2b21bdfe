import { describe, expect, test } from "vitest";
import type { AgingReport } from "#main/services/aging.ts";
import type { SpendReport } from "#main/services/spend.ts";
import type { Books, SimTransaction, TransactionKind } from "#main/simulator/books/types.ts";
import { demoClients } from "#main/simulator/demo-firm.ts";
import { plantOddities } from "#main/simulator/oddities.ts";
import { type CalendarDate, calendarDate } from "#shared/kernel/calendar-date.ts";
import { canonicalDecimal, type DecimalString, decimal, negateDecimal, subtractDecimals, sumDecimals } from "#shared/kernel/decimal.ts";
import { createWorld } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { endWorld, syncToEnd } from "./expecting.ts";

const TODAY = calendarDate("2026-11-21");
const DATES = ["2026-11-21", "2026-09-30", "2026-03-15"].map(calendarDate);
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

describe("the demo firm's agings and spend", () => {
  test.each(demoClients(TODAY))("$name equals its books, on three dates and month by month", async ({ style, options, oddities }) => {
    const world = await createWorld({ seed: options.seed, tenants: [{ style, books: options }] });
    const tenant = world.tenants[0] as Tenant;
    plantOddities(tenant.books, oddities);
    await syncToEnd(tenant);
    for (const side of ["receivable", "payable"] as const)
      for (const asOfDate of DATES) {
        const report: AgingReport = await tenant.perform("report.aging", { side, asOfDate, baseCurrency: options.baseCurrency });
        const totals = summed(report.totals.map(({ currency, outstanding }) => [currency, outstanding] as const));
        expect([totals, report.gaps], `${side} at ${asOfDate}`).toEqual([openInBooks(tenant.books, side, asOfDate), []]);
      }
    const spend: SpendReport = await tenant.perform("report.spend", { from: FROM, to: TODAY, by: "total" });
    for (const name of ["accrued", "booked"] as const) {
      const months = summed(spend.series[name].rows.map(({ month, currency, net }) => [`${month} ${currency}`, net] as const));
      expect(months, name).toEqual(spentInBooks(tenant.books, name));
    }
    await endWorld(world);
  });
});
