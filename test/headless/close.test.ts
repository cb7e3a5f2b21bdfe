import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeXlsx } from "hucre/xlsx";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CloseStatus } from "#shared/contract/close/close.ts";
import type { FluxReview } from "#shared/contract/reports/flux.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { generateBooks } from "#simulator/books/generate/generate.ts";
import { createLedgerA } from "#simulator/ledger-a/create-ledger-a.ts";
import { type HeadlessClient, headlessClient } from "#test/support/headless-client.ts";

const PERIOD = ["--period", "2026-10"] as const;

/** What a script sees of a close; the whole way by two people is walked in one process by the conformance suites. */
describe("the close through the command line", () => {
  let client: HeadlessClient;
  const ask = (...words: readonly string[]) => client.ask(...words);

  beforeAll(async () => {
    const books = generateBooks({
      ...{ seed: 91, style: "a", tenantId: "tenant-close", name: "Birch & Co", baseCurrency: "NZD", country: "NZ", foreignCurrencies: [] },
      ...{ today: calendarDate("2026-11-21"), months: 2, invoicesPerMonth: 2 },
    });
    client = await headlessClient(createLedgerA(books, { journals: true }));
  }, 120_000);
  afterAll(() => client.close());

  test("a month is begun, explained, compared with a budget from a workbook, and closed over open tasks only with a reason", async () => {
    const begun = (await ask("close", "set", ...PERIOD, "--status", "in_close")).json();
    expect(begun).toMatchObject({ from: "open", status: "in_close", ledgerLock: { canMove: false } });
    const review = (await ask("flux", "list", ...PERIOD)).json() as FluxReview;
    const row = review.rows.find(({ account, change }) => account?.code !== undefined && Number(change) !== 0);
    const code = row?.account?.code ?? "";
    expect((await ask("flux", "explain", ...PERIOD, "--account", code, "--text", "A new lease")).status).toBe(0);

    const columns = [
      { header: "Code", key: "code" },
      { header: "Oct 2026", key: "october" },
    ];
    const file = join(client.folder, "budget.xlsx");
    writeFileSync(file, await writeXlsx({ sheets: [{ name: "Budget", columns, data: [{ code, october: 1234.5 }] }] }));
    expect((await ask("budget", "import", "--file", file)).json()).toMatchObject({
      accounts: 1,
      amounts: 1,
      from: "2026-10",
      to: "2026-10",
    });
    const against = (await ask("flux", "list", ...PERIOD, "--against", "budget")).json() as FluxReview;
    expect(against.rows.filter(({ comparative }) => comparative !== null).map(({ comparative }) => comparative)).toEqual(["1234.50"]);

    const refused = await ask("close", "set", ...PERIOD, "--status", "closed");
    expect([refused.status, refused.error().field]).toEqual([1, "why"]);
    expect((await ask("close", "set", ...PERIOD, "--status", "closed", "--why", "Agreed")).status).toBe(0);
    const status = (await ask("close", "status", ...PERIOD)).json() as CloseStatus;
    expect(status).toMatchObject({
      status: "closed",
      started: true,
      ledgerStatus: null,
      moves: [{ status: "in_close" }, { status: "closed", why: "Agreed" }],
    });
    const states = Object.fromEntries(status.tasks.map(({ id, state }) => [id, state]));
    expect(states).toMatchObject({ streams: "done", "lock-read": "done", "lock-here": "done", "client-questions": "open" });
    expect(status.tasks.filter(({ evidence }) => evidence === null)).toEqual([]);
  }, 120_000);
});
