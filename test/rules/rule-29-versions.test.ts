import { describe, expect, test } from "vitest";
import type { LedgerDocument } from "#shared/model/books/document.ts";
import { editTransaction } from "#simulator/books/events.ts";
import { write } from "#test/support/ledger-writes.ts";
import { createWorld, type World } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";

async function begin(): Promise<{ world: World; tenant: Tenant; bill: LedgerDocument }> {
  const world = await createWorld({
    seed: 29,
    tenants: [{ style: "b", books: { months: 3, invoicesPerMonth: 12, foreignCurrencies: [] } }],
  });
  const tenant = world.tenants[0] as Tenant;
  expect((await tenant.sync()).state).toBe("up_to_date");
  const documents = (await tenant.readAll("documents")) as unknown as LedgerDocument[];
  const bill = documents.find(({ type, status, lines }) => type === "purchase_bill" && status === "open" && lines.length > 1);
  if (bill === undefined) throw new Error("the books have no open bill with several lines");
  return { world, tenant, bill };
}

const inBooks = (tenant: Tenant, bill: LedgerDocument) => tenant.books.transactions.find(({ id }) => id === bill.source.id);

describe("rule 29: a record is read, changed and written back with its current version", () => {
  test("a header change leaves every line as it is", async () => {
    const { world, tenant, bill } = await begin();
    const job = await write(world, tenant, [{ kind: "update_document", id: bill.id, changes: { memo: "Checked" } }]);
    expect(job.state).toBe("accepted");
    expect([inBooks(tenant, bill)?.memo?.startsWith("Checked"), inBooks(tenant, bill)?.lines.length]).toEqual([true, bill.lines.length]);
    expect(await tenant.compareLive("documents")).toEqual([]);
    await world.close();
  });

  test("someone else's change since the last look is a conflict, shown and not tried again", async () => {
    const { world, tenant, bill } = await begin();
    editTransaction(tenant.books, bill.source.id, { memo: "Theirs" }, world.clock.nowMs());
    const job = await write(world, tenant, [{ kind: "update_document", id: bill.id, changes: { memo: "Mine" } }]);
    expect(job.state).toBe("conflict");
    expect(JSON.stringify([job.failure, job.items])).toContain("Theirs");
    await world.clock.advance(86_400_000);
    await world.run(world.runtime.context.writes.resume(tenant.source.clientId));
    expect(inBooks(tenant, bill)?.memo).toBe("Theirs");
    await world.close();
  });

  test("a version that moves between reading and writing is refused by the ledger and reported as a conflict", async () => {
    const { world, tenant, bill } = await begin();
    let writes = 0;
    world.patch = async (request) => {
      if (request.method === "GET" && request.url.includes(`/bill/${bill.source.id}`) && writes === 0)
        editTransaction(tenant.books, bill.source.id, { memo: "In between" }, world.clock.nowMs());
      if (request.method === "POST") writes++;
      return null;
    };
    const job = await write(world, tenant, [{ kind: "update_document", id: bill.id, changes: { memo: "Mine" } }]);
    expect([job.state, writes]).toEqual(["conflict", 1]);
    expect(job.items[0]?.ledgerError?.body ?? "").toContain("5010");
    expect(inBooks(tenant, bill)?.memo).toBe("In between");
    await world.close();
  });
});
