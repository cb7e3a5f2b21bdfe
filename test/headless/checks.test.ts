import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generateBooks } from "#main/simulator/books/generate.ts";
import { createLedgerB } from "#main/simulator/ledger-b/create-ledger-b.ts";
import { type Listener, listen, realClock } from "#main/simulator/listen.ts";
import { createSimulatedLedger } from "#main/simulator/server.ts";
import { addDays, calendarDate } from "#shared/kernel/calendar-date.ts";
import { seededRandom } from "#shared/kernel/random.ts";
import { headless } from "#test/support/headless.ts";

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
const folder = mkdtempSync(join(tmpdir(), "tieout-checks-"));
const home = join(folder, "home");
let listener: Listener;
let clientId: string;

beforeAll(async () => {
  const simulated = createSimulatedLedger({
    ledger: createLedgerB(books),
    clock: realClock(),
    random: seededRandom(1),
    latencyMs: [0, 5],
    tokens: { lifetimeMs: 3_600_000 },
  });
  listener = await listen(simulated);
  const env = { CHECKS_TOKEN: simulated.tokens.issue().accessToken };
  const auth = { type: "bearer_env", variable: "CHECKS_TOKEN" };
  const file = join(folder, "connection.json");
  const { name, tenantId } = books;
  writeFileSync(file, JSON.stringify({ system: "ledger_b", name, tenantId, baseUrl: listener.baseUrl, profile: "neutral", auth }));
  ({ clientId } = (await headless(home, ["client", "add", "--name", name])).json() as { clientId: string });
  expect((await headless(home, ["connection", "add", "--client", clientId, "--file", file], { env })).stderr).toBe("");
  expect((await headless(home, ["sync", "run", "--all"], { env })).status).toBe(0);
});

afterAll(async () => {
  await listener.close();
  rmSync(folder, { recursive: true, force: true });
});

const ask = (...words: readonly string[]) => headless(home, [...words, "--client", clientId]);

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
