import { describe, expect, test } from "vitest";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { decimal } from "#shared/kernel/decimal.ts";
import type { Account } from "#shared/model/books/account.ts";
import type { Party } from "#shared/model/books/party.ts";
import type { WriteJob, WriteOperation } from "#shared/model/ledger/write.ts";
import { archiveAccount, moveLock } from "#simulator/books/list-events.ts";
import type { Fault, FaultPlan } from "#simulator/faults.ts";
import type { SimRequest } from "#simulator/types.ts";
import { write } from "#test/support/ledger-writes.ts";
import { type AfterSync, createSyncedWorld, type World } from "#test/support/world.ts";
import type { SyncedTenantOptions, Tenant } from "#test/support/world-tenant.ts";

interface Bench {
  readonly world: World;
  readonly tenant: Tenant;
  readonly bill: (number: string) => WriteOperation;
}

/** Faults that a test chooses request by request. */
interface Chosen extends FaultPlan {
  choose: (request: SimRequest) => Fault | null;
}

function chosen(): Chosen {
  return {
    enabled: true,
    played: [],
    choose: () => null,
    next(request) {
      return this.choose(request);
    },
  };
}

const isWrite = ({ method, path }: SimRequest) => method !== "GET" && !path.includes("/query");
const sent = { purchase_bill: /\/(Invoices|bill|vendorBill)$/ };

async function begin({ faults, ...options }: SyncedTenantOptions & AfterSync): Promise<Bench> {
  const world = await createSyncedWorld({ seed: 61, tenants: [{ books: { months: 1, foreignCurrencies: [] }, ...options }] }, { faults });
  const tenant = world.tenants[0] as Tenant;
  const base = tenant.books.baseCurrency;
  const parties = (await tenant.readAll("parties")) as unknown as Party[];
  const accounts = (await tenant.readAll("accounts")) as unknown as Account[];
  const vendor = parties.find((party) => party.isVendor && party.active && (party.currency ?? base) === base) as Party;
  const expense = accounts.find((account) => account.class === "expense" && account.active) as Account;
  const net = { amount: decimal("31.20"), currency: base };
  const bill = (number: string): WriteOperation => ({
    kind: "create_document",
    document: {
      type: "purchase_bill",
      party: { id: vendor.id },
      number,
      issueDate: calendarDate("2026-11-19"),
      currency: base,
      status: "open",
      lines: [{ kind: "account", accountId: expense.id, description: "Twine", net, dimensions: [] }],
    },
  });
  return { world, tenant, bill };
}

const standing = (tenant: Tenant, number: string) =>
  tenant.books.transactions.filter((made) => made.number === number && made.state !== "deleted").length;

async function act(
  world: World,
  done: Promise<{ ok: true; value: WriteJob } | { ok: false; failure: { message: string } }>,
): Promise<WriteJob> {
  const result = await world.run(done);
  if (!result.ok) throw new Error(result.failure.message);
  return result.value;
}

describe("settling what is unknown", () => {
  test("a look soon after the sending does not call a write that is still on its way refused", async () => {
    const faults = chosen();
    const { world, tenant, bill } = await begin({ style: "c", faults });
    // The write lands after four minutes; meanwhile nothing can be asked.
    let isOut = false;
    faults.choose = (request) => {
      if (isWrite(request) && sent.purchase_bill.test(request.path)) {
        isOut = true;
        return { kind: "late", ms: 240_000 };
      }
      return isOut ? { kind: "reset", when: "before_send" } : null;
    };
    const job = await write(world, tenant, [bill("Q-1")]);
    expect([job.state, standing(tenant, "Q-1")]).toEqual(["unknown", 0]);
    faults.choose = () => null;
    const { writes } = world.runtime.context;
    const soon = await act(world, writes.resolve(tenant.source.clientId, job.jobId));
    if (standing(tenant, "Q-1") === 0) expect(soon.state).toBe("unknown");
    await world.clock.advance(900_000);
    const later = await act(world, writes.resolve(tenant.source.clientId, job.jobId));
    expect([later.state, standing(tenant, "Q-1")]).toEqual(["accepted", 1]);
    await world.close();
  });

  test("a look never takes back what was accepted", async () => {
    const faults = chosen();
    const { world, tenant, bill } = await begin({ style: "c", faults });
    let writes = 0;
    faults.choose = (request) => (isWrite(request) && ++writes === 2 ? { kind: "timeout", applied: false } : null);
    const job = await write(world, tenant, [bill("Q-2"), bill("Q-3")]);
    expect([job.state, job.items.map(({ outcome }) => outcome)]).toEqual(["unknown", ["accepted", "unknown"]]);
    const settled = await act(world, world.runtime.context.writes.resolve(tenant.source.clientId, job.jobId));
    expect([settled.state, settled.items.map(({ outcome }) => outcome)]).toEqual(["partial", ["accepted", "rejected"]]);
    await world.close();
  });

  test("of a call that did several things, what was accepted stays accepted though the record is gone since", async () => {
    const faults = chosen();
    const { world, tenant, bill } = await begin({ style: "b", faults });
    // The batch lands, its answer is lost for good, and of the looks only one record is shown.
    let isOut = false;
    faults.choose = (request) => {
      if (isWrite(request) && request.path.endsWith("/batch")) {
        isOut = true;
        return { kind: "timeout", applied: true };
      }
      return null;
    };
    let hide = "Q-5";
    world.patch = async (_request, response) => {
      const text = new TextDecoder().decode(response.body);
      if (!isOut || !text.includes('"QueryResponse"') || !text.includes(`"${hide}"`)) return response;
      const body = JSON.parse(text) as { QueryResponse: { Bill?: { DocNumber?: string }[] } };
      body.QueryResponse.Bill = body.QueryResponse.Bill?.filter(({ DocNumber }) => DocNumber !== hide) ?? [];
      return { ...response, body: new TextEncoder().encode(JSON.stringify(body)) };
    };
    const job = await write(world, tenant, [bill("Q-4"), bill("Q-5")]);
    expect(job.items.map(({ outcome }) => outcome)).toEqual(["accepted", "unknown"]);
    hide = "Q-4";
    const settled = await act(world, world.runtime.context.writes.resolve(tenant.source.clientId, job.jobId));
    expect(settled.items.map(({ outcome }) => outcome)).toEqual(["accepted", "accepted"]);
    await world.close();
  });
});

describe("a job of several calls that was held between them", () => {
  test("shows what is unknown of it: it can be settled, and blocks the same action", async () => {
    const faults = chosen();
    const { world, tenant, bill } = await begin({ style: "c", faults });
    let writes = 0;
    faults.choose = (request) => {
      if (!isWrite(request)) return null;
      writes++;
      return writes === 1 ? { kind: "timeout", applied: false } : { kind: "reset", when: "before_send" };
    };
    const operations = [bill("Q-9"), bill("Q-10")];
    const job = await write(world, tenant, operations);
    expect([job.state, job.items.map(({ outcome }) => outcome)]).toEqual(["queued", ["unknown", "pending"]]);
    expect((await write(world, tenant, operations)).state).toBe("blocked");
    faults.choose = () => null;
    const { writes: queue } = world.runtime.context;
    const settled = await act(world, queue.resolve(tenant.source.clientId, job.jobId));
    expect(settled.items.map(({ outcome }) => outcome)).toEqual(["rejected", "pending"]);
    const done = await act(world, queue.go(tenant.source.clientId, job.jobId));
    expect([done.state, standing(tenant, "Q-9"), standing(tenant, "Q-10")]).toEqual(["partial", 0, 1]);
    await world.close();
  });

  test("does not send the rest behind a lock that came meanwhile", async () => {
    const faults = chosen();
    const { world, tenant, bill } = await begin({ style: "c", faults });
    let writes = 0;
    faults.choose = (request) => (isWrite(request) && ++writes >= 2 ? { kind: "reset", when: "before_send" } : null);
    const job = await write(world, tenant, [bill("Q-6"), bill("Q-7")]);
    expect([job.state, job.items.map(({ outcome }) => outcome)]).toEqual(["queued", ["accepted", "pending"]]);
    faults.choose = () => null;
    moveLock(tenant.books, "bookClose", calendarDate("2026-11-30"), world.clock.nowMs());
    await world.clock.advance(120_000);
    expect((await tenant.sync()).state).toBe("up_to_date");
    const before = writes;
    faults.choose = (request) => {
      if (isWrite(request)) writes++;
      return null;
    };
    const later = await act(world, world.runtime.context.writes.go(tenant.source.clientId, job.jobId));
    expect([later.state, later.items.map(({ outcome }) => outcome), writes - before]).toEqual(["partial", ["accepted", "rejected"], 0]);
    expect(later.items[1]?.message).toContain("locked");
    await world.close();
  });
});

describe("the same action again", () => {
  test("returns its job, though its input would be refused by now", async () => {
    const { world, tenant, bill } = await begin({ style: "b" });
    const operation = bill("Q-8") as Extract<WriteOperation, { kind: "create_document" }>;
    const job = await write(world, tenant, [operation], { actionId: "again" });
    expect(job.state).toBe("accepted");
    const [line] = operation.document.lines;
    archiveAccount(tenant.books, String(line?.accountId).split(":")[1] as string, world.clock.nowMs());
    await world.clock.advance(120_000);
    expect((await tenant.sync()).state).toBe("up_to_date");
    const again = await write(world, tenant, [operation], { actionId: "again" });
    expect([again.state, again.jobId, standing(tenant, "Q-8")]).toEqual(["accepted", job.jobId, 1]);
    await expect(write(world, tenant, [operation], { actionId: "anew" })).rejects.toThrow("inactive");
    await world.close();
  });
});
