import { describe, expect, test } from "vitest";
import type { SimLedgerB } from "#main/simulator/ledger-b/create-ledger-b.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { decimal } from "#shared/kernel/decimal.ts";
import type { Account } from "#shared/model/account.ts";
import type { Party } from "#shared/model/party.ts";
import type { DocumentDraft, WriteJob } from "#shared/model/write.ts";
import { write } from "#test/support/ledger-writes.ts";
import { createWorld } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { endWorld, syncToEnd } from "./expecting.ts";

const usd = (amount: string) => ({ amount: decimal(amount), currency: "USD" });

async function billDraft(tenant: Tenant, number: string): Promise<DocumentDraft> {
  const vendor = ((await tenant.readAll("parties")) as unknown as Party[]).find((p) => p.isVendor && p.active && p.currency === "USD");
  const account = ((await tenant.readAll("accounts")) as unknown as Account[]).find((a) => a.class === "expense" && a.active);
  if (vendor === undefined || account === undefined) throw new Error("the books have no vendor or no expense account");
  return {
    type: "purchase_bill",
    party: { id: vendor.id },
    number,
    issueDate: calendarDate("2026-11-18"),
    currency: "USD",
    status: "open",
    memo: "Paper",
    lines: [{ kind: "account", accountId: account.id, description: "A4", net: usd("120.50"), dimensions: [] }],
  };
}

async function bank(tenant: Tenant): Promise<string> {
  const found = ((await tenant.readAll("accounts")) as unknown as Account[]).find((account) => account.role === "bank" && account.active);
  return found?.id ?? "";
}

const equal = async (tenant: Tenant) => {
  for (const kind of ["documents", "payments"] as const) expect(await tenant.compareLive(kind)).toEqual([]);
};

const recordId = (job: WriteJob, index = 0): string => job.items[index]?.recordId ?? "";

describe("ledger b, through the write queue", () => {
  test("bills are made, changed, paid and deleted; the mirror equals the ledger after each", async () => {
    const world = await createWorld({ seed: 61, tenants: [{ style: "b", books: { months: 3, invoicesPerMonth: 8 } }] });
    const tenant = world.tenants[0] as Tenant;
    await syncToEnd(tenant);
    const first = await billDraft(tenant, "TEST-9001");
    const made = await write(world, tenant, [
      { kind: "create_document", document: first },
      { kind: "create_document", document: { ...first, number: "TEST-9002" } },
    ]);
    expect([made.state, made.checks.filter((check) => check.outcome === "blocked"), made.failure]).toEqual(["accepted", [], null]);
    await equal(tenant);
    const [one, two] = [recordId(made), recordId(made, 1)];
    const changed = await write(world, tenant, [{ kind: "update_document", id: one, changes: { memo: "Paper for May" } }]);
    expect([changed.state, changed.failure]).toEqual(["accepted", null]);
    await equal(tenant);
    const paid = await write(world, tenant, [
      {
        kind: "create_payment",
        payment: {
          direction: "made",
          party: first.party ?? { id: "" },
          date: calendarDate("2026-11-20"),
          currency: "USD",
          accountId: await bank(tenant),
          allocations: [{ toId: one, amount: usd("120.50") }],
        },
      },
    ]);
    expect([paid.state, paid.failure]).toEqual(["accepted", null]);
    await equal(tenant);
    const gone = await write(world, tenant, [{ kind: "delete", id: two }]);
    expect([gone.state, gone.failure]).toEqual(["accepted", null]);
    expect((await tenant.readAll("documents")).find(({ id }) => id === two)).toMatchObject({ status: "deleted" });
    const log = (tenant.ledger as SimLedgerB).writeLog;
    expect(log.map(({ requestid, status, applied }) => [requestid !== null, status, applied])).toEqual(log.map(() => [true, 200, true]));
    await endWorld(world);
  });
});
