import { expect, test } from "vitest";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { decimal } from "#shared/kernel/decimal.ts";
import { randomInt, seededRandom } from "#shared/kernel/random.ts";
import { createInvoice, voidTransaction } from "#simulator/books/events.ts";
import { playEvents } from "#simulator/books/play-events.ts";
import { seeds, trialsOf } from "#test/support/trials.ts";
import { createWorld, START_MS, type World } from "#test/support/world.ts";
import type { Tenant, TenantOptions } from "#test/support/world-tenant.ts";

const HOUR_MS = 3_600_000;
const BATCHES = 3;
const MONTHS = [
  { from: "2026-10-01", to: "2026-10-31" },
  { from: "2026-11-01", to: "2026-11-30" },
] as const;

/** How the same books reach Tieout: it must not show in any figure. */
interface Reading extends Pick<TenantOptions, "limits" | "latencyMs"> {
  /** Reads after every batch of changes, and not only at the end. */
  readonly often: boolean;
}

test.for(seeds(trialsOf("figures")))("seed %i: however the books are read, every figure is the same", async (seed) => {
  const random = seededRandom(seed * 2_654_435_761 + 9);
  const style = (["a", "b", "c"] as const)[seed % 3] as "a";
  const books = { seed, months: 3, invoicesPerMonth: randomInt(random, 3, 7) };
  const at = (reading: Reading) => figuresOf(seed, { style, books, ...reading });
  const once = await at({ often: false });
  expect(once, "books that were read have figures").toMatch(/"debit": "[1-9]/);
  const split = await at({ often: false, limits: { pageSize: randomInt(random, 2, 5) } });
  expect(split, `ledger ${style}, pages split`).toBe(once);
  const often = await at({ often: true, latencyMs: [0, 400], limits: { pageSize: randomInt(random, 3, 9) } });
  expect(often, `ledger ${style}, read after every batch of changes`).toBe(once);
});

/** The figures of two months after the same changes; in between, an invoice is added and voided, which must leave no trace in them. */
async function figuresOf(seed: number, { often, ...options }: TenantOptions & Reading): Promise<string> {
  const world = await createWorld({ seed, tenants: [options] });
  try {
    const tenant = world.tenants[0] as Tenant;
    if (often) await upToDate(tenant);
    for (let batch = 0; batch < BATCHES; batch++) {
      const nowMs = START_MS + (batch + 1) * HOUR_MS;
      await passUntil(world, nowMs);
      playEvents(tenant.books, seed * 10 + batch, 8, nowMs);
      await passUntil(world, nowMs + HOUR_MS / 2);
      if (often) await upToDate(tenant);
    }
    await passUntil(world, START_MS + 6 * HOUR_MS);
    await upToDate(tenant);
    const before = await figures(tenant);
    await addAndVoid(world, tenant);
    expect(await figures(tenant), `ledger ${options.style}: an invoice that was added and voided`).toBe(before);
    return before;
  } finally {
    await world.close();
  }
}

async function passUntil(world: World, ms: number): Promise<void> {
  if (world.clock.nowMs() < ms) await world.clock.advance(ms - world.clock.nowMs());
}

/** With a reconciliation, because not every ledger tells what was deleted. */
async function upToDate(tenant: Tenant): Promise<void> {
  for (const request of [{}, { reconcileOnly: true }]) expect((await tenant.sync(request)).state).toBe("up_to_date");
}

/** Reads between the two, so that the mirror has had the invoice. */
async function addAndVoid(world: World, tenant: Tenant): Promise<void> {
  const { books } = tenant;
  const sold = books.transactions.find(({ kind, currency }) => kind === "sales_invoice" && currency === books.baseCurrency);
  if (sold === undefined) throw new Error("books without an invoice");
  const line = {
    itemId: books.items[0]?.id ?? "",
    quantity: decimal("2"),
    unitPrice: decimal("50.00"),
    taxCodeId: books.taxCodes[0]?.id ?? "",
  };
  const before = await figures(tenant);
  const added = createInvoice(books, { partyId: sold.partyId, date: calendarDate("2026-11-20"), lines: [line] }, world.clock.nowMs());
  await world.clock.advance(HOUR_MS);
  await upToDate(tenant);
  expect(await figures(tenant), "the invoice counts while it stands").not.toBe(before);
  voidTransaction(books, added.id, world.clock.nowMs());
  await world.clock.advance(HOUR_MS);
  await upToDate(tenant);
}

/** Everything that a person could compare with a ledger's own report, without when it was read. */
async function figures(tenant: Tenant): Promise<string> {
  const ask = (name: string, input: object): Promise<unknown> => tenant.ask(name as never, input as never);
  const all: unknown[] = [];
  for (const month of MONTHS) {
    all.push(await ask("reports.trialBalance", month));
    for (const kind of ["profit_and_loss", "balance_sheet"])
      all.push(await ask("reports.statement", { kind, ...month, compare: ["prior_month"] }));
    for (const side of ["receivable", "payable"]) all.push(await ask("reports.aging", { side, asOfDate: month.to }));
  }
  return JSON.stringify(all, (key, value: unknown) => (APART.has(key) ? undefined : value), 1);
}

/** When it was read, and the ledger's own balances of contacts, which a ledger may tell later than the documents that change them. */
const APART: ReadonlySet<string> = new Set(["asOf", "tieOut"]);
