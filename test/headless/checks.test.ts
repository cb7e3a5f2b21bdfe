import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addDays, calendarDate } from "#shared/kernel/calendar-date.ts";
import { generateBooks } from "#simulator/books/generate/generate.ts";
import { createLedgerB } from "#simulator/ledger-b/create-ledger-b.ts";
import { type HeadlessClient, headlessClient } from "#test/support/headless-client.ts";

const books = generateBooks({
  seed: 78,
  style: "b",
  tenantId: "913034855120418",
  name: "Checks Test Company",
  baseCurrency: "USD",
  country: "US",
  today: calendarDate("2026-10-31"),
  months: 3,
  invoicesPerMonth: 4,
  foreignCurrencies: [],
});
let client: HeadlessClient;

beforeAll(async () => {
  client = await headlessClient(createLedgerB(books));
});

afterAll(() => client.close());

const ask = (...words: readonly string[]) => client.ask(...words);

describe("the headless contract: checks", () => {
  it("says whether a document can be posted, with status 0 either way", async () => {
    const through = calendarDate(String(books.locks.bookClose));
    const blocked = await ask("post", "check", "--date", through, "--module", "ap");
    expect(blocked.status).toBe(0);
    expect(blocked.json()).toMatchObject({
      canPost: false,
      blockedBy: [{ scope: { module: "all" }, lockedThrough: through, source: { system: "ledger_b" }, readAt: expect.any(String) }],
      firstPostableDate: addDays(through, 1),
    });
    const free = await ask("post", "check", "--date", addDays(through, 1), "--module", "ar", "--entity", "subsidiary:1");
    expect([free.status, free.json()]).toMatchObject([0, { canPost: true, blockedBy: [], firstPostableDate: addDays(through, 1) }]);
  });

  it("names the wrong option", async () => {
    const date = await ask("post", "check", "--date", "31/10/2026", "--module", "ap");
    const module = await ask("post", "check", "--date", "2026-10-31", "--module", "hr");
    const since = await ask("change", "list", "--since", "yesterday");
    expect([date, module, since].map((one) => [one.status, one.error().field])).toEqual([
      [2, "date"],
      [2, "module"],
      [2, "since"],
    ]);
  });

  it("lists duplicates with reasons, and no change after one reading", async () => {
    const duplicates = await ask("duplicate", "list");
    expect(duplicates.status).toBe(0);
    expect(duplicates.rows().every((row) => Number(row.score) <= 80 && Array.isArray(row.reasons))).toBe(true);
    const changes = await ask("change", "list", "--since", "2026-01-01");
    expect([changes.status, changes.rows()]).toEqual([0, []]);
  });
});
