import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SpawnThread } from "#main/ports/index.ts";
import { inlineThreads } from "#main/workers/inline-threads.ts";
import { READ_OPS, type WorkerRequest } from "#main/workers/protocol.ts";
import type { Account } from "#shared/model/books/account.ts";
import type { Party } from "#shared/model/books/party.ts";
import { createWorld, type World } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { syncToEnd } from "./expecting.ts";

const disk = { full: false };
let world: World;
let tenant: Tenant;

/** The file server, but for writing operations while the disk is full: they fail as SQLite makes them fail. */
function onDisk(home: string): SpawnThread {
  return (name) => {
    const port = inlineThreads(home)(name);
    let listener: (message: unknown) => void = () => undefined;
    return {
      ...port,
      onMessage: (heard) => {
        listener = heard;
        port.onMessage(heard);
      },
      post: (message, transfer) => {
        const { id, op } = message as WorkerRequest;
        if (!disk.full || READ_OPS.has(op) || /^client\.(setup|release|close)/.test(op)) return port.post(message, transfer);
        queueMicrotask(() => listener({ id, kind: "failure", failure: { code: "disk_full", message: "The disk is full." } }));
      },
    };
  };
}

beforeAll(async () => {
  world = await createWorld({ seed: 91, tenants: [{ style: "b", books: { months: 2, invoicesPerMonth: 5 } }], spawn: onDisk });
  tenant = world.tenants[0] as Tenant;
  await syncToEnd(tenant);
});
afterAll(() => world.close());

async function submit() {
  const vendor = ((await tenant.readAll("parties")) as unknown as Party[]).find((p) => p.isVendor && p.active && p.currency === "USD");
  const account = ((await tenant.readAll("accounts")) as unknown as Account[]).find((a) => a.class === "expense" && a.active);
  const line = { kind: "account", accountId: account?.id, net: { amount: "12.50", currency: "USD" }, dimensions: [] };
  const document = {
    type: "purchase_bill",
    party: { id: vendor?.id },
    issueDate: "2026-11-18",
    currency: "USD",
    status: "open",
    lines: [line],
  };
  const input = { clientId: tenant.source.clientId, operations: [{ kind: "create_document", document }] };
  return world.run(world.runtime.route("writes.submit", input));
}

describe("while the disk is full", () => {
  test("a sync stops with its reason and keeps its place, no write is sent, and both go on when there is room", async () => {
    await world.clock.advance(3_600_000);
    disk.full = true;
    const stopped = await tenant.sync();
    expect(stopped).toMatchObject({ state: "failed", failure: { code: "disk_full" } });
    const sent = tenant.simulated.referee.totals.arrivals;
    const refused = await submit();
    expect(refused.ok ? "sent" : refused.failure.code).toBe("disk_full");
    expect(tenant.simulated.referee.totals.arrivals).toBe(sent);
    disk.full = false;
    await syncToEnd(tenant);
    expect(await tenant.compareWithOracle("documents")).toEqual([]);
    const accepted = await submit();
    expect(accepted.ok ? (accepted.value as { state: string }).state : accepted.failure).toBe("accepted");
    expect(await tenant.compareLive("documents")).toEqual([]);
  });
});
