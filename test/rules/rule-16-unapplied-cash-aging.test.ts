import { describe, expect, test } from "vitest";
import type { AgingReport } from "#main/store/aging/aging.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { canonicalDecimal, type DecimalString, sumDecimals } from "#shared/kernel/decimal.ts";
import type { LedgerDocument } from "#shared/model/books/document.ts";
import type { Payment } from "#shared/model/books/payment.ts";
import { voidTransaction } from "#simulator/books/events.ts";
import { createWorld } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";

const TODAY = calendarDate("2026-11-21");
const CREDITS = { receivable: "sales_credit", payable: "purchase_credit" } as const;
const DIRECTIONS = { receivable: "received", payable: "made" } as const;
type Side = keyof typeof CREDITS;

type Sums = Readonly<Record<string, string>>;

function sumsOf(amounts: readonly { readonly key: string; readonly amount: DecimalString }[]): Sums {
  const sums = new Map<string, DecimalString[]>();
  for (const { key, amount } of amounts) sums.set(key, [...(sums.get(key) ?? []), amount]);
  return Object.fromEntries([...sums].map(([key, all]) => [key, canonicalDecimal(sumDecimals(all))]).filter(([, sum]) => sum !== "0"));
}

/** Unapplied cash by kind and currency, as the oracle of the simulated books states it. */
function fromOracle(tenant: Tenant, side: Side): Sums {
  const oracle = tenant.oracle();
  const documents = oracle.documents as unknown as readonly LedgerDocument[];
  const payments = (oracle.payments ?? []) as unknown as readonly Payment[];
  return sumsOf([
    ...documents
      .filter(({ type, status }) => type === CREDITS[side] && (status === "open" || status === "part_paid"))
      .map(({ unappliedKind, currency, outstanding }) => ({ key: `${unappliedKind ?? "credit"} ${currency}`, amount: outstanding.amount })),
    ...payments
      .filter(({ direction, status }) => direction === DIRECTIONS[side] && status === "posted")
      .map(({ currency, unapplied }) => ({ key: `payment ${currency}`, amount: unapplied.amount })),
  ]);
}

const KINDS = { a: ["credit", "overpayment", "prepayment"], b: ["credit", "payment"], c: ["credit", "deposit"] } as const;

describe.each(["a", "b", "c"] as const)("rule 16: unapplied cash of ledger %s in the aging", (style) => {
  test("has rows of its own by party and kind, and is in no bucket", async () => {
    const world = await createWorld({ seed: 46, tenants: [{ style, books: { months: 9, invoicesPerMonth: 25 } }] });
    const tenant = world.tenants[0] as Tenant;
    expect((await tenant.sync()).state).toBe("up_to_date");
    const age = (side: Side): Promise<AgingReport> => tenant.ask("reports.aging", { side, asOfDate: TODAY });
    for (const side of ["receivable", "payable"] as const) {
      const { unappliedCash, totals, rows, buckets } = await age(side);
      expect(sumsOf(unappliedCash.map(({ kind, currency, amount }) => ({ key: `${kind} ${currency}`, amount }))), side).toEqual(
        fromOracle(tenant, side),
      );
      // Buckets hold open charges alone: none is negative, and they sum to what is outstanding.
      for (const row of [...rows, ...totals]) {
        for (const bucket of buckets) expect(row[bucket]).not.toMatch(/^-/);
        expect(canonicalDecimal(sumDecimals(buckets.map((bucket) => row[bucket])))).toBe(canonicalDecimal(row.outstanding));
      }
      expect(unappliedCash.every(({ party }) => party !== null)).toBe(true);
    }
    const kinds = new Set((await age("receivable")).unappliedCash.map(({ kind }) => kind));
    expect([...kinds].sort()).toEqual(expect.arrayContaining([...KINDS[style]]));
    await world.close();
  });

  test("the aging is tied to the balances that the ledger gives, and a variance is shown with its party", async () => {
    const world = await createWorld({ seed: 47, tenants: [{ style, books: { months: 4, invoicesPerMonth: 12, foreignCurrencies: [] } }] });
    const tenant = world.tenants[0] as Tenant;
    // The first balance of a party is answered higher by 1 than it is.
    let bent: string | null = null;
    const patched = (body: string) =>
      body.replace(/("(?:Outstanding|Balance|balance)"\s*:\s*"?)(\d{2,})(?=[.,}"])/, (_all, before: string, amount: string) => {
        bent = amount;
        return `${before}9${amount}`;
      });
    world.patch = (request, response) => {
      if (bent !== null || !/Contacts|customer/i.test(request.url + String(request.body ?? ""))) return null;
      if (/invoice/i.test(request.url)) return null;
      const body = patched(new TextDecoder().decode(response.body));
      return bent === null ? null : { ...response, body: new TextEncoder().encode(body) };
    };
    expect((await tenant.sync()).state).toBe("up_to_date");
    expect(bent).not.toBeNull();
    const sides = await Promise.all(
      (["receivable", "payable"] as const).map((side) => tenant.ask("reports.aging", { side, asOfDate: TODAY })),
    );
    const differences = sides.flatMap(({ tieOut }) => tieOut.differences);
    expect(differences).toHaveLength(1);
    expect(differences[0]?.difference).toMatch(/^-/);
    expect(sides.map(({ tieOut }) => tieOut.outcome).sort()).toEqual(["ties", "variance"]);
    await world.close();
  });

  test("the aging is tied to the ledger's own aging report where there is one, else to the control accounts", async () => {
    const world = await createWorld({ seed: 48, tenants: [{ style, books: { months: 4, invoicesPerMonth: 12, foreignCurrencies: [] } }] });
    const tenant = world.tenants[0] as Tenant;
    expect((await tenant.sync()).state).toBe("up_to_date");
    const age = (side: Side, asOfDate = TODAY): Promise<AgingReport> => tenant.ask("reports.aging", { side, asOfDate });
    const sources = { a: "party_balances", b: "ledger_report", c: "ledger_query" } as const;
    for (const side of ["receivable", "payable"] as const) {
      const { tieOut } = await age(side);
      expect(tieOut, side).toMatchObject({ outcome: "ties", source: sources[style], differences: [], reason: null });
      expect(tieOut.ledgersAsOf === null, side).toBe(style === "a");
      // A date of which balances can say nothing: the report that was read for the end of the last month can.
      const monthEnd = (await age(side, calendarDate("2026-10-31"))).tieOut;
      expect(monthEnd.source).toBe(style === "a" ? "control_accounts" : sources[style]);
      expect(monthEnd.compared).toBeGreaterThan(0);
      if (style !== "c") expect(monthEnd).toMatchObject({ outcome: "ties", differences: [] });
    }
    await world.close();
    tenant.simulated.referee.assertClean();
  });

  test("a balance that is older than the party's documents is no witness", async () => {
    const world = await createWorld({ seed: 49, tenants: [{ style, books: { months: 4, invoicesPerMonth: 12, foreignCurrencies: [] } }] });
    const tenant = world.tenants[0] as Tenant;
    expect((await tenant.sync()).state).toBe("up_to_date");
    await world.clock.advance(3_600_000);
    const open = tenant.books.transactions.find(
      ({ kind, state, id, date }) =>
        kind === "sales_invoice" &&
        state === "approved" &&
        date < TODAY &&
        !tenant.books.transactions.some(({ allocations }) => allocations.some(({ toId }) => toId === id)),
    );
    voidTransaction(tenant.books, open?.id ?? "", world.clock.nowMs());
    expect((await tenant.sync()).state).toBe("up_to_date");
    const { tieOut } = await tenant.ask("reports.aging", {
      side: "receivable",
      asOfDate: TODAY,
    });
    expect(tieOut).toMatchObject({ outcome: "ties", differences: [] });
    await world.close();
  });
});
