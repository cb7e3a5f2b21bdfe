import { expect, test } from "vitest";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { decimal } from "#shared/kernel/decimal.ts";
import type { Account } from "#shared/model/books/account.ts";
import type { Party } from "#shared/model/books/party.ts";
import type { SimLedgerC } from "#simulator/ledger-c/create-ledger-c.ts";
import { write } from "#test/support/ledger-writes.ts";
import { createWorld } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";

test("rule 30: a bill that a script rejects shows the ledger's text byte for byte with its payload, and is never sent again", async () => {
  const world = await createWorld({
    seed: 30,
    tenants: [{ style: "c", c: { rejectMemo: 'Paper & "ink" – naïve' }, books: { months: 2, foreignCurrencies: [] } }],
  });
  const tenant = world.tenants[0] as Tenant;
  expect((await tenant.sync()).state).toBe("up_to_date");
  const vendor = ((await tenant.readAll("parties")) as unknown as Party[]).find(
    (party) => party.isVendor && party.active && (party.currency ?? "USD") === "USD",
  );
  const expense = ((await tenant.readAll("accounts")) as unknown as Account[]).find(
    (account) => account.class === "expense" && account.active,
  );
  let answered = "";
  world.patch = async (request, response) => {
    if (request.method === "POST" && request.url.includes("/record/v1/")) answered = new TextDecoder().decode(response.body);
    return null;
  };
  const job = await write(world, tenant, [
    {
      kind: "create_document",
      document: {
        type: "purchase_bill",
        party: { id: vendor?.id as string },
        number: "R30",
        issueDate: calendarDate("2026-11-18"),
        currency: "USD",
        status: "open",
        memo: 'Paper & "ink" – naïve',
        lines: [{ kind: "account", accountId: expense?.id as string, net: { amount: decimal("12.40"), currency: "USD" }, dimensions: [] }],
      },
    },
  ]);
  expect(job.state).toBe("rejected");
  const error = job.items[0]?.ledgerError;
  expect([error?.status, error?.body]).toEqual([400, answered]);
  expect(answered).toContain("custbody_budget_owner");
  expect(job.items[0]?.fieldLabels).toEqual([{ id: "custbody_budget_owner", label: "Budget owner", field: null, required: true }]);
  // The payload stays beside it, and the queue's own record of the sending holds both.
  const [call] = job.requests;
  const shown = await world.run(world.runtime.context.writes.show(tenant.source.clientId, job.jobId));
  const attempt = shown.ok ? shown.value.attempts[0] : undefined;
  expect(JSON.parse(attempt?.request ?? "{}")).toMatchObject({ method: "POST", body: call?.body });
  expect(attempt?.answer).toBe(answered);
  // Neither time nor asking sends it again.
  await world.clock.advance(86_400_000);
  await world.run(world.runtime.context.writes.resume(tenant.source.clientId));
  await world.run(world.runtime.context.writes.go(tenant.source.clientId, job.jobId));
  const { writeLog } = tenant.ledger as SimLedgerC;
  expect(writeLog.length).toBe(1);
  await world.close();
});
