import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { seededRandom } from "#shared/kernel/random.ts";
import { groupReport } from "#shared/model/consolidation/consolidation.ts";
import type { EntityTreeDraft } from "#shared/model/consolidation/entity-tree.ts";
import { generateBooks } from "#simulator/books/generate/generate.ts";
import { createLedgerC } from "#simulator/ledger-c/create-ledger-c.ts";
import { type Listener, listen, realClock } from "#simulator/listen.ts";
import { createSimulatedLedger } from "#simulator/server.ts";
import { headless } from "#test/support/headless.ts";

const books = generateBooks({
  seed: 79,
  style: "c",
  tenantId: "4815162_SB1",
  name: "Group Test Company",
  baseCurrency: "USD",
  country: "US",
  today: calendarDate("2026-11-21"),
  months: 3,
  invoicesPerMonth: 4,
  foreignCurrencies: [],
});
const folder = mkdtempSync(join(tmpdir(), "tieout-entity-"));
const home = join(folder, "home");
const file = join(folder, "tree.json");
let listener: Listener;
/** Every word of the contract is a process of its own, on a machine that may be busy. */
const PATIENCE_MS = 180_000;

beforeAll(async () => {
  const simulated = createSimulatedLedger({
    ledger: createLedgerC(books),
    clock: realClock(),
    random: seededRandom(1),
    latencyMs: [0, 5],
    tokens: { lifetimeMs: 3_600_000 },
  });
  listener = await listen(simulated);
  const env = { ENTITY_TOKEN: simulated.tokens.issue().accessToken };
  const connection = join(folder, "connection.json");
  const { name, tenantId } = books;
  const auth = { type: "bearer_env", variable: "ENTITY_TOKEN" };
  writeFileSync(connection, JSON.stringify({ system: "ledger_c", name, tenantId, baseUrl: listener.baseUrl, profile: "neutral", auth }));
  const { clientId } = (await headless(home, ["client", "add", "--name", name])).json() as { clientId: string };
  expect((await headless(home, ["connection", "add", "--client", clientId, "--file", connection], { env })).stderr).toBe("");
  expect((await headless(home, ["sync", "run", "--all"], { env })).status).toBe(0);
});

afterAll(async () => {
  await listener.close();
  rmSync(folder, { recursive: true, force: true });
});

const entity = (...words: readonly string[]) => headless(home, ["entity", ...words]);

describe("the headless contract: entity", () => {
  it("suggests a tree, saves what a person made of it and shows it", { timeout: PATIENCE_MS }, async () => {
    expect((await entity("tree")).json()).toEqual({ trees: [] });
    const suggested = await entity("tree", "--suggest", "--out", file);
    expect(suggested.json()).toMatchObject({ tree: { nodes: [{ entityId: "subsidiary:1" }, { entityId: "subsidiary:2" }] } });
    const draft = JSON.parse(readFileSync(file, "utf8")) as EntityTreeDraft;
    const nodes = draft.nodes.map((one) => ({ ...one, historicalDay: "2026-01-01" }));
    writeFileSync(file, JSON.stringify({ ...draft, name: "Two", presentation: { currency: "EUR" }, nodes }));
    const saved = await entity("tree", "--file", file);
    expect([saved.status, saved.json()]).toMatchObject([0, { version: 1 }]);
    expect((await entity("tree", "--tree", "Two")).json()).toMatchObject({ version: 1, history: [{ version: 1, undoneAt: null }] });
  });

  it("names a missing rate, takes rates in and reports", { timeout: PATIENCE_MS }, async () => {
    const missing = await entity("report", "--tree", "Two", "--period", "2026-10");
    expect([missing.status, missing.error().field]).toEqual([2, "rate"]);
    for (const [kind, day, rate] of [
      ["closing", "2026-10-31", "0.9"],
      ["average", "2026-10-31", "0.92"],
      ["historical", "2026-01-01", "0.95"],
    ] as const) {
      const words = ["--from", "USD", "--to", "EUR", "--day", day, "--kind", kind, "--rate", rate, "--source", "central bank"];
      expect((await entity("rate", ...words)).status).toBe(0);
    }
    for (const statement of ["trial-balance", "balance-sheet"]) {
      const report = await entity("report", "--tree", "Two", "--period", "2026-10", "--statement", statement);
      expect(report.status).toBe(0);
      const { totals, members, rows } = groupReport.parse(report.json());
      expect([totals.balance, members.length, rows.length > 5]).toEqual(["0.00", 2, true]);
    }
  });

  it("lists rates and takes one back", { timeout: PATIENCE_MS }, async () => {
    const { rates } = (await entity("rate")).json() as { rates: { rateNo: number; kind: string; source: string }[] };
    expect(rates.map(({ kind, source }) => [kind, source])).toEqual([
      ["historical", "central bank"],
      ["average", "central bank"],
      ["closing", "central bank"],
    ]);
    expect((await entity("rate", "--undo", String(rates[0]?.rateNo))).status).toBe(0);
    expect((await entity("rate", "--undo", String(rates[0]?.rateNo))).status).toBe(2);
  });

  it("writes a tree to a file that saves it as a new version, with mapping rules", { timeout: PATIENCE_MS }, async () => {
    expect((await entity("tree", "--tree", "Two", "--out", file)).status).toBe(0);
    const own = JSON.parse(readFileSync(file, "utf8")) as EntityTreeDraft;
    expect(own).toMatchObject({ name: "Two", groupAccounts: [], mappings: [] });
    const groupAccounts = [{ code: "1000", name: "Cash and bank", class: "asset" }];
    const mappings = [{ groupAccount: "1000", role: "bank", class: "asset" }];
    writeFileSync(file, JSON.stringify({ ...own, groupAccounts, mappings }));
    expect((await entity("tree", "--file", file)).json()).toEqual({ treeId: own.treeId, version: 2 });
    expect((await entity("tree", "--tree", "Two")).json()).toMatchObject({ version: 2, tree: { groupAccounts, mappings } });
    const nowhere = await entity("tree", "--tree", "Two", "--out", join(folder, "none", "tree.json"));
    expect([nowhere.status, nowhere.error().field]).toEqual([2, "out"]);
  });

  it("takes a saved tree back", { timeout: PATIENCE_MS }, async () => {
    expect((await entity("tree", "--undo", "--tree", "Two")).json()).toMatchObject({ undone: 2, version: 1 });
    expect((await entity("tree", "--undo", "--tree", "Two")).json()).toMatchObject({ undone: 1, version: null });
  });

  it("names the wrong field", { timeout: PATIENCE_MS }, async () => {
    const wrong = async (change: object) => {
      writeFileSync(
        file,
        JSON.stringify({
          name: "T",
          presentation: { currency: "EUR" },
          nodes: [{ id: "P", name: "P", functionalCurrency: "EUR" }],
          ...change,
        }),
      );
      const refused = await entity("tree", "--file", file);
      return [refused.status, refused.error().field];
    };
    expect(await wrong({ memberships: [{ parentId: "P", childId: "P", ownership: 100 }] })).toEqual([2, "memberships.0.ownership"]);
    expect(await wrong({ members: [] })).toEqual([2, "members"]);
    expect(
      await wrong({ pairs: [{ id: "1", kind: "balance", a: { nodeId: "P", partyId: "x" }, b: { nodeId: "Q", accountId: "y" } }] }),
    ).toEqual([2, "pairs.0.a.side"]);
    const rate = await entity(
      "rate",
      "--from",
      "USD",
      "--to",
      "EUR",
      "--day",
      "31.10.2026",
      "--kind",
      "closing",
      "--rate",
      "1",
      "--source",
      "s",
    );
    const unsaid = await entity("rate", "--from", "USD");
    const statement = await entity("report", "--tree", "Two", "--period", "2026-10", "--statement", "cash-flow");
    expect([rate, unsaid, statement].map((one) => [one.status, one.error().field])).toEqual([
      [2, "day"],
      [2, "to"],
      [2, "statement"],
    ]);
  });
});
