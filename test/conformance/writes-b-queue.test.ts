import { describe, expect, test } from "vitest";
import { HttpFailure, type HttpRequest } from "#main/ports/index.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { decimal } from "#shared/kernel/decimal.ts";
import type { Account } from "#shared/model/books/account.ts";
import type { Party } from "#shared/model/books/party.ts";
import type { DocumentDraft, WriteJob } from "#shared/model/ledger/write.ts";
import type { SimLedgerB } from "#simulator/ledger-b/create-ledger-b.ts";
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

describe("ledger b, a delete whose answer is lost", () => {
  async function withBill() {
    const world = await createWorld({
      seed: 62,
      tenants: [{ style: "b", books: { months: 2, invoicesPerMonth: 4 }, b: { requestIdLifetimeMs: 1 } }],
    });
    const tenant = world.tenants[0] as Tenant;
    await syncToEnd(tenant);
    const made = await write(world, tenant, [{ kind: "create_document", document: await billDraft(tenant, "TEST-9003") }]);
    return { world, tenant, id: recordId(made) };
  }

  const isDelete = (request: HttpRequest) => request.url.includes("operation=delete");
  const fault = (code: string) => {
    const text = `{"Fault":{"Error":[{"Message":"Not now","Detail":"Because","code":"${code}"}],"type":"ValidationFault"}}`;
    const body = new TextEncoder().encode(text);
    return { status: 400, headers: { "content-type": "application/json" }, body, wireBytes: body.length };
  };

  test("and whose look is refused is asked no second time, and a person settles it", async () => {
    const { world, tenant, id } = await withBill();
    let looks = 0;
    let isOut = false;
    world.patch = (request) => {
      if (isDelete(request)) {
        isOut = true;
        throw new HttpFailure("the answer was lost", true);
      }
      if (!isOut || !request.url.includes(`/bill/${id.slice(5)}`)) return null;
      looks++;
      return fault("6000");
    };
    const job = await write(world, tenant, [{ kind: "delete", id }]);
    expect([job.state, job.items.map(({ outcome }) => outcome), looks]).toEqual(["unknown", ["unknown"], 1]);
    expect(job.items[0]?.message).toContain("Not now: Because");
    const { writes } = world.runtime.context;
    await world.run(writes.resume(tenant.source.clientId));
    await syncToEnd(tenant);
    expect(looks).toBe(1);
    world.patch = null;
    const settled = await world.run(writes.resolve(tenant.source.clientId, job.jobId));
    expect(settled).toMatchObject({ ok: true, value: { state: "accepted" } });
    await equal(tenant);
    await endWorld(world);
  });

  test("and whose repeat is refused because the first was applied counts as done", async () => {
    const { world, tenant, id } = await withBill();
    let deletes = 0;
    world.patch = (request) => {
      if (isDelete(request) && ++deletes === 1) throw new HttpFailure("the answer was lost", true);
      return null;
    };
    const job = await write(world, tenant, [{ kind: "delete", id }]);
    expect([job.state, job.items.map(({ outcome }) => outcome), deletes]).toEqual(["accepted", ["accepted"], 2]);
    await equal(tenant);
    await endWorld(world);
  });
});
