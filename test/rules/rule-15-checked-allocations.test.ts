import { describe, expect, test } from "vitest";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { decimal } from "#shared/kernel/decimal.ts";
import type { Account } from "#shared/model/books/account.ts";
import type { LedgerDocument } from "#shared/model/books/document.ts";
import type { WriteOperation } from "#shared/model/ledger/write.ts";
import { editTransaction } from "#simulator/books/events.ts";
import type { LedgerA } from "#simulator/ledger-a/create-ledger-a.ts";
import { write } from "#test/support/ledger-writes.ts";
import { createSyncedWorld, type World } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";

/** A payment of 1.00 each over bills of one vendor. */
async function payment(tenant: Tenant, count: number): Promise<{ operation: WriteOperation; bills: LedgerDocument[] }> {
  const documents = (await tenant.readAll("documents")) as unknown as LedgerDocument[];
  const open = documents.filter(({ type, status, currency }) => type === "purchase_bill" && status === "open" && currency === "NZD");
  const bills = [...Map.groupBy(open, ({ party }) => party?.id).values()].find((group) => group.length >= count)?.slice(0, count) ?? [];
  const bank = ((await tenant.readAll("accounts")) as unknown as Account[]).find(
    ({ role, currency }) => role === "bank" && (currency ?? "NZD") === "NZD",
  );
  if (bills.length < count || bank === undefined) throw new Error("the books have too few open bills of one vendor");
  const allocations = bills.map(({ id }) => ({ toId: id, amount: { amount: decimal("1.00"), currency: "NZD" } }));
  const party = { id: bills[0]?.party?.id as string };
  const date = calendarDate("2026-11-20");
  return {
    bills,
    operation: { kind: "create_payment", payment: { direction: "made", party, date, currency: "NZD", accountId: bank.id, allocations } },
  };
}

async function begin(): Promise<{ world: World; tenant: Tenant }> {
  const world = await createSyncedWorld({
    seed: 15,
    tenants: [{ style: "a", books: { months: 4, invoicesPerMonth: 20, foreignCurrencies: [] } }],
  });
  return { world, tenant: world.tenants[0] as Tenant };
}

const paidOn = (tenant: Tenant, bill: LedgerDocument) =>
  tenant.books.transactions.filter(
    ({ kind, state, allocations }) =>
      kind === "vendor_payment" && state === "approved" && allocations.some(({ toId }) => toId === bill.source.id),
  ).length;

describe("rule 15: every allocation of a payment is checked", () => {
  test("one refused allocation makes the payment partial, names the one, and finishing it pays that one alone", async () => {
    const { world, tenant } = await begin();
    const { operation, bills } = await payment(tenant, 3);
    const [first, second, third] = bills as [LedgerDocument, LedgerDocument, LedgerDocument];
    // Someone takes the second bill back to a draft after it was mirrored: the ledger refuses to pay it.
    editTransaction(tenant.books, second.source.id, { state: "submitted" }, world.clock.nowMs());
    const job = await write(world, tenant, [operation]);
    expect([job.state, job.items.map(({ outcome }) => outcome)]).toEqual(["partial", ["accepted", "rejected", "accepted"]]);
    expect(job.items[1]?.message ?? "").not.toBe("");
    expect([first, second, third].map((bill) => paidOn(tenant, bill))).toEqual([1, 0, 1]);

    editTransaction(tenant.books, second.source.id, { state: "approved" }, world.clock.nowMs());
    // Until the mirror knows, the service itself stops it.
    const { writes } = world.runtime.context;
    const early = await world.run(writes.finish(tenant.source.clientId, job.jobId));
    expect(early.ok && early.value.state).toBe("blocked");
    await tenant.sync();
    const finished = await world.run(writes.finish(tenant.source.clientId, job.jobId));
    expect(finished.ok && [finished.value.state, finished.value.items.length]).toEqual(["accepted", 1]);
    expect([first, second, third].map((bill) => paidOn(tenant, bill))).toEqual([1, 1, 1]);
    // Asked for again, it is the same act.
    const again = await world.run(writes.finish(tenant.source.clientId, job.jobId));
    expect(again.ok && again.value.jobId).toBe(finished.ok && finished.value.jobId);
    expect(paidOn(tenant, second)).toBe(1);
    await world.close();
  });

  test("the idempotency value is made once for the action: the same action again does nothing", async () => {
    const { world, tenant } = await begin();
    const { operation, bills } = await payment(tenant, 2);
    const job = await write(world, tenant, [operation], { actionId: "click-7" });
    const again = await write(world, tenant, [operation], { actionId: "click-7" });
    expect([job.state, again.jobId]).toEqual(["accepted", job.jobId]);
    expect(bills.map((bill) => paidOn(tenant, bill))).toEqual([1, 1]);
    const { writeLog } = tenant.ledger as LedgerA;
    expect(writeLog.map(({ key }) => key === null)).toEqual([false]);
    await world.close();
  });
});
