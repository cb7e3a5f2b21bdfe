import { describe, expect, test } from "vitest";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { decimal } from "#shared/kernel/decimal.ts";
import type { Account } from "#shared/model/books/account.ts";
import type { LedgerDocument } from "#shared/model/books/document.ts";
import type { Party } from "#shared/model/books/party.ts";
import type { DocumentDraft } from "#shared/model/ledger/write.ts";
import { write } from "#test/support/ledger-writes.ts";
import { createSyncedWorld, type World } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { endWorld } from "./expecting.ts";

const money = (amount: string, currency = "USD") => ({ amount: decimal(amount), currency });

async function begin(): Promise<{ world: World; tenant: Tenant }> {
  // The books of writes-c-truth: the sync of one serves the other.
  const world = await createSyncedWorld({
    seed: 53,
    tenants: [{ style: "c", books: { months: 3, invoicesPerMonth: 10, foreignCurrencies: [] } }],
  });
  return { world, tenant: world.tenants[0] as Tenant };
}

async function billDraft(tenant: Tenant): Promise<DocumentDraft> {
  const vendor = ((await tenant.readAll("parties")) as unknown as Party[]).find(
    (party) => party.isVendor && party.active && (party.currency ?? "USD") === "USD",
  );
  const account = ((await tenant.readAll("accounts")) as unknown as Account[]).find(
    (candidate) => candidate.class === "expense" && candidate.active,
  );
  if (vendor === undefined || account === undefined) throw new Error("the books have no vendor or no expense account");
  const entity = tenant.books.entities[0];
  return {
    type: "purchase_bill",
    party: { id: vendor.id },
    number: "TEST-9001",
    issueDate: calendarDate("2026-11-18"),
    dueDate: calendarDate("2026-12-18"),
    currency: "USD",
    status: "open",
    ...(entity === undefined ? {} : { entityId: `subsidiary:${entity.id}` }),
    memo: "Paper",
    lines: [{ kind: "account", accountId: account.id, description: "A4", net: money("120.50"), dimensions: [] }],
  };
}

const equal = async (tenant: Tenant) => {
  for (const kind of ["documents", "payments"] as const) expect(await tenant.compareLive(kind)).toEqual([]);
};

describe("ledger c, writing back", () => {
  test("a bill is made, mirrored at once, changed, and deleted; the mirror equals the ledger after each", async () => {
    const { world, tenant } = await begin();
    const made = await write(world, tenant, [{ kind: "create_document", document: await billDraft(tenant) }]);
    expect([made.state, made.items.map((item) => item.outcome), made.checks.filter((check) => check.outcome === "blocked")]).toEqual([
      "accepted",
      ["accepted"],
      [],
    ]);
    const id = made.items[0]?.recordId as string;
    const mirrored = (await tenant.readAll("documents")).find((document) => document.id === id) as unknown as LedgerDocument;
    expect([mirrored.number, mirrored.total.amount.replace(/\.?0+$/, ""), mirrored.status]).toEqual([
      "TEST-9001",
      "120.5",
      "awaiting_approval",
    ]);
    await equal(tenant);

    const changed = await write(world, tenant, [{ kind: "update_document", id, changes: { memo: "Paper, recycled" } }]);
    expect(changed.state).toBe("accepted");
    const after = (await tenant.readAll("documents")).find((document) => document.id === id) as unknown as LedgerDocument;
    expect(after.memo).toBe("Paper, recycled");
    await equal(tenant);

    const gone = await write(world, tenant, [{ kind: "delete", id }]);
    expect(gone.state).toBe("accepted");
    const last = (await tenant.readAll("documents")).find((document) => document.id === id);
    expect(last?.removedDetectedAt).not.toBeNull();
    expect((last as unknown as LedgerDocument).number).toBe("TEST-9001");
    await equal(tenant);
    await endWorld(world);
  });

  test("a payment over two invoices settles both, and the mirror shows it at once", async () => {
    const { world, tenant } = await begin();
    const open = ((await tenant.readAll("documents")) as unknown as LedgerDocument[]).filter(
      ({ type, status, currency }) => type === "sales_invoice" && (status === "open" || status === "part_paid") && currency === "USD",
    );
    const byParty = Map.groupBy(open, (document) => document.party?.id);
    const [first, second] = [...byParty.values()].find((documents) => documents.length > 1) ?? open;
    const bank = ((await tenant.readAll("accounts")) as unknown as Account[]).find(({ role, active }) => role === "bank" && active);
    const allocations = [first, second].filter((document) => document !== undefined && document.party?.id === first?.party?.id);
    const job = await write(world, tenant, [
      {
        kind: "create_payment",
        payment: {
          direction: "received",
          party: { id: first?.party?.id as string },
          date: calendarDate("2026-11-19"),
          currency: "USD",
          accountId: bank?.id as string,
          allocations: allocations.map((document) => ({
            toId: document?.id as string,
            amount: document?.outstanding as { amount: ReturnType<typeof decimal>; currency: string },
          })),
        },
      },
    ]);
    expect([job.state, job.failure, job.checks.filter((check) => check.outcome === "blocked")]).toEqual(["accepted", null, []]);
    for (const paid of allocations) {
      const now = (await tenant.readAll("documents")).find((document) => document.id === paid?.id) as unknown as LedgerDocument;
      expect(now.status).toBe("paid");
    }
    await equal(tenant);
    await endWorld(world);
  });
});
