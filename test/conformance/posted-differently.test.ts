import { describe, expect, test } from "vitest";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { decimal } from "#shared/kernel/decimal.ts";
import type { DocumentDraft } from "#shared/model/ledger/write.ts";
import { editTransaction } from "#simulator/books/events.ts";
import type { SimTransaction } from "#simulator/books/types.ts";
import { write } from "#test/support/ledger-writes.ts";
import { createWorld, type World } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { sceneOf } from "#test/support/write-intents.ts";
import { WritePlan } from "#test/support/write-plan.ts";
import { endWorld, syncToEnd } from "./expecting.ts";

type Style = "a" | "b";

async function begin(style: Style): Promise<{ world: World; tenant: Tenant; bill: DocumentDraft }> {
  const world = await createWorld({
    seed: 61,
    tenants: [{ style, books: { months: 2, invoicesPerMonth: 6, foreignCurrencies: [] } }],
  });
  const tenant = world.tenants[0] as Tenant;
  await syncToEnd(tenant);
  const { vendor, expense } = await sceneOf(world, tenant, new WritePlan());
  const currency = tenant.books.baseCurrency;
  const bill: DocumentDraft = {
    type: "purchase_bill",
    party: { id: vendor },
    number: "OB-9001",
    issueDate: calendarDate("2026-11-18"),
    dueDate: calendarDate("2026-12-18"),
    currency,
    status: "open",
    lines: [
      {
        kind: "account",
        accountId: expense.id,
        description: "Paper",
        net: { amount: decimal("431.17"), currency },
        tax: { basis: "none", components: [] },
        dimensions: [],
      },
    ],
  };
  return { world, tenant, bill };
}

/** The ledger answers a write as it was sent and stores something else. */
function restate(world: World, tenant: Tenant, change: (made: SimTransaction) => Parameters<typeof editTransaction>[2]): void {
  world.patch = (request, response) => {
    const made = tenant.books.transactions.at(-1);
    if (request.method === "GET" || !/Invoices|\/bill$/.test(new URL(request.url).pathname) || made === undefined) return null;
    world.patch = null;
    editTransaction(tenant.books, made.id, change(made), world.clock.nowMs());
    return response;
  };
}

const reamounted = ({ lines }: SimTransaction) => ({
  lines: lines.map(({ id, accountId, description }) => ({ id, accountId, description, amount: decimal("413.71") })),
});

describe.each(["a", "b"] as const)("ledger %s, what was written is compared with what reads back", (style) => {
  test("another amount is told, with the field, what was meant and what was posted", async () => {
    const { world, tenant, bill } = await begin(style);
    restate(world, tenant, reamounted);
    const job = await write(world, tenant, [{ kind: "create_document", document: bill }], { differs: true });
    expect([job.state, job.items.map((item) => item.postedDifferently)]).toEqual([
      "accepted",
      [[{ field: "lines[0].net.amount", intended: "431.17", posted: "413.71" }]],
    ]);
    await endWorld(world);
  });

  test("another date and another contact are told too", async () => {
    const { world, tenant, bill } = await begin(style);
    const other = tenant.books.parties.find(
      ({ id, role, active, currency }) => role === "vendor" && active && currency === bill.currency && !bill.party?.id.endsWith(`:${id}`),
    );
    restate(world, tenant, () => ({ date: calendarDate("2026-11-17"), partyId: other?.id ?? null }));
    const job = await write(world, tenant, [{ kind: "create_document", document: bill }], { differs: true });
    expect(job.items[0]?.postedDifferently).toEqual([
      {
        ...{ field: "party.id", intended: bill.party?.id, posted: expect.stringMatching(new RegExp(`:${other?.id}$`)) },
        named: { intended: expect.not.stringContaining(":"), posted: other?.name },
      },
      { field: "issueDate", intended: "2026-11-18", posted: "2026-11-17" },
    ]);
    await endWorld(world);
  });

  test("what could not be read back at once is compared as soon as the ledger answers again", async () => {
    const { world, tenant, bill } = await begin(style);
    restate(world, tenant, reamounted);
    const restated = world.patch;
    world.patch = async (request, response) => {
      const answer = await restated?.(request, response);
      if (answer === null || answer === undefined) return null;
      // After the write the ledger answers no more.
      world.patch = () => ({ ...response, status: 403, body: new TextEncoder().encode("{}") });
      return answer;
    };
    const job = await write(world, tenant, [{ kind: "create_document", document: bill }]);
    expect([job.state, job.items[0]?.postedDifferently]).toEqual(["accepted", undefined]);
    world.patch = null;
    await world.run(world.runtime.context.writes.resume(tenant.source.clientId));
    const later = await world.run(world.runtime.context.writes.show(tenant.source.clientId, job.jobId));
    expect(later.ok && later.value.job.items[0]?.postedDifferently).toEqual([
      { field: "lines[0].net.amount", intended: "431.17", posted: "413.71" },
    ]);
    await endWorld(world);
  });
});
