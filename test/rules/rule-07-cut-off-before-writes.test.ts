import { expect, test } from "vitest";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { decimal } from "#shared/kernel/decimal.ts";
import type { Account } from "#shared/model/books/account.ts";
import type { Party } from "#shared/model/books/party.ts";
import type { WriteOperation } from "#shared/model/ledger/write.ts";
import { moveLock } from "#simulator/books/list-events.ts";
import { write } from "#test/support/ledger-writes.ts";
import { createWorld } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";

// Rule 7: the cut-off is the service's own, for every ledger: also one that would take the write behind its lock.
test.each(["a", "b"] as const)(
  "ledger %s: a lock that moved after the last sync is known before a write, and nothing is sent",
  async (style) => {
    const world = await createWorld({ seed: 7, tenants: [{ style, books: { months: 2, foreignCurrencies: [] } }] });
    const tenant = world.tenants[0] as Tenant;
    expect((await tenant.sync()).state).toBe("up_to_date");
    const base = tenant.books.baseCurrency;
    const vendor = ((await tenant.readAll("parties")) as unknown as Party[]).find(
      (party) => party.isVendor && party.active && (party.currency ?? base) === base,
    );
    const expense = ((await tenant.readAll("accounts")) as unknown as Account[]).find(
      (account) => account.class === "expense" && account.active,
    );
    const net = { amount: decimal("19.40"), currency: base };
    const bill = (number: string): WriteOperation => ({
      kind: "create_document",
      document: {
        type: "purchase_bill",
        party: { id: vendor?.id as string },
        number,
        issueDate: calendarDate("2026-11-10"),
        currency: base,
        status: "open",
        lines: [{ kind: "account", accountId: expense?.id as string, description: "Locks", net, dimensions: [] }],
      },
    });
    expect((await write(world, tenant, [bill("L-1")])).state).toBe("accepted");
    await world.clock.advance(600_000);
    moveLock(tenant.books, style === "a" ? "periodLock" : "bookClose", calendarDate("2026-11-15"), world.clock.nowMs());
    const job = await write(world, tenant, [bill("L-2")]);
    const blocked = job.checks.find(({ outcome }) => outcome === "blocked");
    expect([job.state, blocked?.name, job.requests]).toEqual(["blocked", "cut_off", []]);
    expect(blocked?.message).toContain("16 Nov 2026");
    expect(tenant.books.transactions.some(({ number }) => number === "L-2")).toBe(false);
    await world.close();
  },
);
