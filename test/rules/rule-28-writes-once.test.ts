import { describe, expect, test } from "vitest";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { decimal } from "#shared/kernel/decimal.ts";
import type { Account } from "#shared/model/books/account.ts";
import type { Party } from "#shared/model/books/party.ts";
import type { WriteOperation } from "#shared/model/ledger/write.ts";
import { plannedFaults } from "#simulator/faults.ts";
import type { SimLedgerC } from "#simulator/ledger-c/create-ledger-c.ts";
import { write } from "#test/support/ledger-writes.ts";
import { type AfterSync, createSyncedWorld, type World } from "#test/support/world.ts";
import type { SyncedTenantOptions, Tenant } from "#test/support/world-tenant.ts";

type Begun = { readonly world: World; readonly tenant: Tenant; readonly bill: WriteOperation };

async function begin({ faults, ...options }: SyncedTenantOptions & AfterSync): Promise<Begun> {
  const world = await createSyncedWorld({ seed: 28, tenants: [{ books: { months: 1, foreignCurrencies: [] }, ...options }] }, { faults });
  const tenant = world.tenants[0] as Tenant;
  const base = tenant.books.baseCurrency;
  const vendor = ((await tenant.readAll("parties")) as unknown as Party[]).find(
    (party) => party.isVendor && party.active && (party.currency ?? base) === base,
  );
  const expense = ((await tenant.readAll("accounts")) as unknown as Account[]).find(
    (account) => account.class === "expense" && account.active,
  );
  const net = { amount: decimal("31.20"), currency: base };
  const bill: WriteOperation = {
    kind: "create_document",
    document: {
      type: "purchase_bill",
      party: { id: vendor?.id as string },
      number: "R28",
      issueDate: calendarDate("2026-11-19"),
      currency: base,
      status: "open",
      lines: [{ kind: "account", accountId: expense?.id as string, description: "Twine", net, dimensions: [] }],
    },
  };
  return { world, tenant, bill };
}

const made = (tenant: Tenant) => tenant.books.transactions.filter(({ number, state }) => number === "R28" && state !== "deleted").length;
const WRITES = /\/(Invoices|bill|vendorBill)$/;

describe("rule 28: a write acts once", () => {
  test.each(["a", "b"] as const)("ledger %s: an answer that is lost is asked for again with the same bytes and value", async (style) => {
    const faults = plannedFaults([{ fault: { kind: "reset", when: "after_apply" }, path: WRITES, times: 2 }]);
    faults.enabled = false;
    const { world, tenant, bill } = await begin({ style, faults });
    faults.enabled = true;
    const job = await write(world, tenant, [bill]);
    expect([job.state, made(tenant)]).toEqual(["accepted", 1]);
    const { writeLog } = tenant.ledger as unknown as {
      readonly writeLog: readonly { readonly body: string; readonly replayed: boolean }[];
    };
    expect(writeLog.map(({ replayed }) => replayed)).toEqual([false, true, true]);
    expect(new Set(writeLog.map(({ body }) => body)).size).toBe(1);
    await world.close();
  });

  test("ledger c: an answer that is lost is looked for, never sent again", async () => {
    const faults = plannedFaults([{ fault: { kind: "reset", when: "after_apply" }, path: WRITES }]);
    faults.enabled = false;
    const { world, tenant, bill } = await begin({ style: "c", faults });
    faults.enabled = true;
    const job = await write(world, tenant, [bill]);
    expect([job.state, made(tenant)]).toEqual(["accepted", 1]);
    expect((tenant.ledger as SimLedgerC).writeLog.length).toBe(1);
    await world.close();
  });

  test("ledger c: what is not there after two looks a settling time apart is unknown, and blocks a second identical action", async () => {
    const faults = plannedFaults([{ fault: { kind: "timeout", applied: false }, path: WRITES }]);
    faults.enabled = false;
    const { world, tenant, bill } = await begin({ style: "c", faults });
    faults.enabled = true;
    const startedMs = world.clock.nowMs();
    const job = await write(world, tenant, [bill]);
    expect([job.state, made(tenant)]).toEqual(["unknown", 0]);
    expect(world.clock.nowMs() - startedMs).toBeGreaterThan(600_000);
    const second = await write(world, tenant, [bill]);
    expect(second.state).toBe("blocked");
    const blocked = second.checks.find(({ name }) => name === "identical_action")?.message ?? "";
    expect(blocked).toContain("An identical update has no final result yet");
    expect(blocked).not.toContain(job.jobId);
    const { writes } = world.runtime.context;
    const settled = await world.run(writes.resolve(tenant.source.clientId, job.jobId));
    expect(settled.ok && settled.value.state).toBe("rejected");
    // Settled, the other one may go.
    const sent = await world.run(writes.go(tenant.source.clientId, second.jobId));
    expect([sent.ok && sent.value.state, made(tenant)]).toEqual(["accepted", 1]);
    await world.close();
  });

  test("while the ledger can't be reached a job waits, and continues automatically", async () => {
    const faults = plannedFaults([{ fault: { kind: "reset", when: "before_send" }, path: /./, times: 1_000 }]);
    faults.enabled = false;
    const { world, tenant, bill } = await begin({ style: "b", faults });
    faults.enabled = true;
    const job = await write(world, tenant, [bill]);
    expect([job.state, job.failure?.code, made(tenant)]).toEqual(["queued", "ledger_unreachable", 0]);
    faults.enabled = false;
    await world.run(world.runtime.context.writes.resume(tenant.source.clientId));
    const shown = await world.run(world.runtime.context.writes.show(tenant.source.clientId, job.jobId));
    expect([shown.ok && shown.value.job.state, made(tenant)]).toEqual(["accepted", 1]);
    await world.close();
  });
});
