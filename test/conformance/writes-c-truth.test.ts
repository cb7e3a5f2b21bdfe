import { describe, expect, test } from "vitest";
import { createPayment } from "#main/simulator/books/events.ts";
import { outstandingOf } from "#main/simulator/books/postings.ts";
import type { SimTransaction } from "#main/simulator/books/types.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import type { LedgerDocument } from "#shared/model/document.ts";
import type { Payment } from "#shared/model/payment.ts";
import { write } from "#test/support/ledger-writes.ts";
import { createWorld, type World } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { endWorld, syncToEnd } from "./expecting.ts";

type Mirrored<T> = T & { readonly removedDetectedAt: string | null };

async function begin(): Promise<{ world: World; tenant: Tenant }> {
  const world = await createWorld({
    seed: 53,
    tenants: [{ style: "c", books: { months: 3, invoicesPerMonth: 10, foreignCurrencies: [] } }],
  });
  const tenant = world.tenants[0] as Tenant;
  await syncToEnd(tenant);
  return { world, tenant };
}

const documents = async (tenant: Tenant) => (await tenant.readAll("documents")) as unknown as Mirrored<LedgerDocument>[];
const payments = async (tenant: Tenant) => (await tenant.readAll("payments")) as unknown as Mirrored<Payment>[];

/** Two open bills of one vendor, paid together in the ledger and mirrored. */
async function paidBills({ world, tenant }: { world: World; tenant: Tenant }) {
  const { books } = tenant;
  const open = books.transactions.filter(
    (bill) => bill.kind === "purchase_bill" && bill.state === "approved" && Number(outstandingOf(books, bill)) > 0,
  );
  const bills = [...Map.groupBy(open, ({ partyId }) => partyId).values()].find(({ length }) => length > 1)?.slice(0, 2) as SimTransaction[];
  const allocations = bills.map((bill) => ({ toId: bill.id, amount: outstandingOf(books, bill) }));
  const paid = createPayment(
    books,
    "vendor_payment",
    { partyId: bills[0]?.partyId ?? null, date: calendarDate("2026-11-19"), allocations },
    world.clock.nowMs(),
  );
  await world.clock.advance(120_000);
  await syncToEnd(tenant);
  return { id: `VendPymt:${paid.id}`, billIds: bills.map((bill) => `VendBill:${bill.id}`) };
}

describe("ledger c, what a write left behind", () => {
  test("a deleted payment leaves the mirror with its allocations at once, though the bills that it settled are read back with it", async () => {
    const scene = await begin();
    const { world, tenant } = scene;
    const { id, billIds } = await paidBills(scene);
    const settled = (await documents(tenant)).filter((bill) => billIds.includes(bill.id));
    expect(settled.map((bill) => [bill.status, bill.allocations.some(({ fromId }) => fromId === id)])).toEqual([
      ["paid", true],
      ["paid", true],
    ]);
    expect((await write(world, tenant, [{ kind: "delete", id }])).state).toBe("accepted");
    expect((await payments(tenant)).find((payment) => payment.id === id)?.removedDetectedAt).not.toBeNull();
    const open = (await documents(tenant)).filter((bill) => billIds.includes(bill.id));
    expect(open.map((bill) => [bill.status === "paid", bill.allocations.some(({ fromId }) => fromId === id)])).toEqual([
      [false, false],
      [false, false],
    ]);
    for (const kind of ["documents", "payments"] as const) expect(await tenant.compareLive(kind)).toEqual([]);
    await endWorld(world);
  });
});
