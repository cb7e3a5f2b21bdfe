import { expect, test } from "vitest";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { generateBooks } from "#simulator/books/generate/generate.ts";
import { createLedgerB } from "#simulator/ledger-b/create-ledger-b.ts";
import { headlessProcess } from "#test/support/headless.ts";
import { headlessClient } from "#test/support/headless-client.ts";

test("a worker keeps syncing until it is asked to stop, and ends cleanly", async () => {
  const books = generateBooks({
    seed: 31,
    style: "b",
    tenantId: "913034855120431",
    name: "Harbour Works",
    baseCurrency: "USD",
    country: "US",
    today: calendarDate("2026-10-31"),
    months: 2,
    invoicesPerMonth: 4,
    foreignCurrencies: [],
  });
  const client = await headlessClient(createLedgerB(books), { isSynced: false });
  const worked = await headlessProcess(client.home, ["work"], { env: client.env, interruptAt: /Harbour Works: Up to date/ });
  expect([worked.status, worked.json()]).toEqual([0, { clients: 1, synced: 1 }]);
  expect((await client.ask("sync", "status")).json()).toMatchObject({ clients: [{ state: "up_to_date" }] });
  await client.close();
});
