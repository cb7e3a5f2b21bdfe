import { describe, expect, test } from "vitest";
import type { AgingReport } from "#main/store/aging/aging.ts";
import { type CalendarDate, calendarDate } from "#shared/kernel/calendar-date.ts";
import { canonicalDecimal, type DecimalString, decimal, subtractDecimals, sumDecimals } from "#shared/kernel/decimal.ts";
import type { LedgerDocument } from "#shared/model/books/document.ts";
import type { Books, SimTransaction } from "#simulator/books/types.ts";
import { createWorld } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { endWorld, STYLES, syncToEnd } from "./expecting.ts";

const TODAY = calendarDate("2026-11-21");
const PAST = ["2026-10-31", "2026-10-12", "2026-09-20"].map(calendarDate);
const MONTH_END = calendarDate("2026-10-31");
const SIDES = {
  receivable: { charge: "sales_invoice", role: "receivable" },
  payable: { charge: "purchase_bill", role: "payable" },
} as const;
type Side = keyof typeof SIDES;

type Sums = Readonly<Record<string, DecimalString>>;

/** What the oracle of the simulated books calls outstanding, per currency. */
function oracleOutstanding(tenant: Tenant, side: Side): Sums {
  const documents = tenant.oracle().documents as unknown as readonly LedgerDocument[];
  const open = documents.filter(({ type, status }) => type === SIDES[side].charge && (status === "open" || status === "part_paid"));
  return perCurrency(open.map(({ currency, outstanding }) => ({ currency, amount: outstanding.amount })));
}

/** The same at a date in the past, from the books' own dates and allocations. */
function rebuilt(books: Books, side: Side, asOf: CalendarDate): Sums {
  const live = books.transactions.filter(({ state }) => state === "approved");
  const allocations = live.flatMap((transaction) => transaction.allocations);
  const open = (transaction: SimTransaction) => {
    const applied = allocations.filter(({ toId, date }) => toId === transaction.id && date <= asOf);
    return subtractDecimals(transaction.total, sumDecimals(applied.map(({ amount }) => amount)));
  };
  const charges = live.filter(({ kind, date }) => kind === SIDES[side].charge && date <= asOf);
  return perCurrency(charges.map((charge) => ({ currency: charge.currency, amount: open(charge) })));
}

function perCurrency(amounts: readonly { readonly currency: string; readonly amount: DecimalString }[]): Sums {
  const sums: Record<string, DecimalString> = {};
  for (const { currency, amount } of amounts) sums[currency] = sumDecimals([sums[currency] ?? decimal("0"), amount]);
  return canonical(sums);
}

function canonical(sums: Sums): Sums {
  return Object.fromEntries(
    Object.entries(sums)
      .map(([currency, amount]) => [currency, canonicalDecimal(amount)] as const)
      .filter(([, amount]) => amount !== "0"),
  );
}

const totals = (report: AgingReport) => canonical(Object.fromEntries(report.totals.map((row) => [row.currency, row.outstanding])));

describe.each(STYLES)("ledger %s, aging", (style) => {
  test("equals the oracle today and the books at past dates, on both sides, to the last digit", async () => {
    const world = await createWorld({ seed: 41, tenants: [{ style, books: { months: 6, invoicesPerMonth: 12 } }] });
    const tenant = world.tenants[0] as Tenant;
    await syncToEnd(tenant);
    const age = (side: Side, asOfDate: CalendarDate) => tenant.ask("reports.aging", { side, asOfDate });
    for (const side of ["receivable", "payable"] as const) {
      const today = await age(side, TODAY);
      expect(Object.keys(totals(today)).length).toBeGreaterThan(0);
      expect(totals(today), side).toEqual(oracleOutstanding(tenant, side));
      expect(today.gaps).toEqual([]);
      expect(today.tieOut.differences, side).toEqual([]);
      expect(today.tieOut.compared).toBeGreaterThan(0);
      for (const date of PAST) {
        const report = await age(side, date);
        expect(totals(report), `${side} at ${date}`).toEqual(rebuilt(tenant.books, side, date));
        expect(report.gaps).toEqual([]);
        // Balances have no history: only a report that was read for the date can tell, and the last month end has one.
        expect(report.tieOut.differences, `${side} at ${date}`).toEqual([]);
        if (date !== MONTH_END) expect(report.tieOut).toMatchObject({ outcome: "cannot_check", compared: 0 });
        else if (style !== "a") expect(report.tieOut.compared).toBeGreaterThan(0);
      }
    }
    await endWorld(world);
  });
});
