import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { seededRandom } from "#shared/kernel/random.ts";
import { generateBooks } from "#simulator/books/generate/generate.ts";
import { createLedgerB } from "#simulator/ledger-b/create-ledger-b.ts";
import { type Listener, listen, realClock } from "#simulator/listen.ts";
import { createSimulatedLedger } from "#simulator/server.ts";
import { headless } from "#test/support/headless.ts";

let folder: string;
let listener: Listener;
let token: string;
const books = generateBooks({
  seed: 5,
  style: "b",
  tenantId: "913034855120999",
  name: "Limits Test Company",
  baseCurrency: "USD",
  country: "US",
  today: calendarDate("2026-10-31"),
  months: 1,
  invoicesPerMonth: 2,
  foreignCurrencies: [],
});

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "tieout-limits-"));
  const ledger = createLedgerB(books);
  const simulated = createSimulatedLedger({
    ledger,
    clock: realClock(),
    random: seededRandom(1),
    latencyMs: [0, 5],
    tokens: { lifetimeMs: 3_600_000 },
  });
  listener = await listen(simulated);
  token = simulated.tokens.issue().accessToken;
});

afterAll(async () => {
  await listener.close();
  rmSync(folder, { recursive: true, force: true });
});

it("shows profiles, and a connection's limits as they were set, with where each came from", async () => {
  const home = join(folder, "home");
  const file = (name: string, value: unknown) => {
    writeFileSync(join(folder, name), JSON.stringify(value));
    return join(folder, name);
  };
  expect((await headless(home, ["profile", "list"])).rows()).toHaveLength(4);
  const wrong = await headless(home, ["profile", "check", "--file", file("p.json", { name: "x", a: { surprise: 1 } })]);
  expect([wrong.status, wrong.error().field]).toEqual([2, "a.surprise"]);
  const { clientId } = (await headless(home, ["client", "add", "--name", books.name])).json() as { clientId: string };
  const auth = { type: "bearer_env", variable: "LIMITS_TOKEN" };
  const connection = { system: "ledger_b", name: books.name, tenantId: books.tenantId, baseUrl: listener.baseUrl, auth };
  const added = await headless(home, ["connection", "add", "--client", clientId, "--file", file("c.json", connection)], {
    env: { LIMITS_TOKEN: token },
  });
  expect(added.status).toBe(0);
  const set = (limits: unknown, ...more: string[]) =>
    headless(home, ["limits", "set", "--client", clientId, "--file", file("l.json", limits), ...more]);
  const above = await set({ concurrency: 11 });
  expect([above.status, above.error().field]).toEqual([2, "limits.concurrency"]);
  expect((await set({ concurrency: 3 })).status).toBe(0);
  const shown = await headless(home, ["limits", "show", "--client", clientId]);
  const { values } = shown.json() as { values: { name: string }[] };
  expect(values.find(({ name }) => name === "concurrency")).toEqual({ name: "concurrency", value: 3, from: "connection", inFile: 10 });
});
