import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { seededRandom } from "#shared/kernel/random.ts";
import { generateBooks } from "#simulator/books/generate/generate.ts";
import { createLedgerB } from "#simulator/ledger-b/create-ledger-b.ts";
import { oracleB } from "#simulator/ledger-b/oracle.ts";
import { type Listener, listen, realClock } from "#simulator/listen.ts";
import { createSimulatedLedger, type SimulatedLedger } from "#simulator/server.ts";
import { headlessProcess } from "#test/support/headless.ts";

// The commands, their shapes and exit statuses are a contract with scripts: each is run as a process.
const books = generateBooks({
  seed: 77,
  style: "b",
  tenantId: "913034855120417",
  name: "Contract Test Company",
  baseCurrency: "USD",
  country: "US",
  today: calendarDate("2026-10-31"),
  months: 3,
  invoicesPerMonth: 8,
  foreignCurrencies: ["EUR"],
});
let folder: string;
let home: string;
let simulated: SimulatedLedger;
let listener: Listener;
let html: Server;
let clientId: string;
let env: Record<string, string>;

function connectionFile(changes: Readonly<Record<string, unknown>> = {}): string {
  const path = join(folder, `connection-${Math.trunc(process.uptime() * 1e6)}.json`);
  const file = {
    system: "ledger_b",
    name: books.name,
    tenantId: books.tenantId,
    baseUrl: listener.baseUrl,
    profile: "neutral",
    auth: { type: "bearer_env", variable: "CONTRACT_TOKEN" },
  };
  writeFileSync(path, JSON.stringify({ ...file, ...changes }));
  return path;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "tieout-contract-"));
  home = join(folder, "home");
  simulated = createSimulatedLedger({
    ledger: createLedgerB(books),
    clock: realClock(),
    random: seededRandom(1),
    latencyMs: [0, 5],
    tokens: { lifetimeMs: 3_600_000 },
  });
  listener = await listen(simulated);
  env = { CONTRACT_TOKEN: simulated.tokens.issue().accessToken };
  html = createServer((_request, response) => response.writeHead(200, { "content-type": "text/html" }).end("<html>Please sign in</html>"));
  await new Promise<void>((resolve) => html.listen(0, "127.0.0.1", resolve));
});

afterAll(async () => {
  await listener.close();
  html.close();
  rmSync(folder, { recursive: true, force: true });
});

describe("the headless contract", () => {
  it("refuses unknown words and missing options with status 2, naming them", async () => {
    const noun = await headlessProcess(home, ["frobnicate"]);
    expect([noun.status, noun.error().code]).toEqual([2, "usage"]);
    const verb = await headlessProcess(home, ["client", "explode"]);
    expect([verb.status, verb.error().field]).toEqual([2, "verb"]);
    const missing = await headlessProcess(home, ["client", "add"]);
    expect([missing.status, missing.error().field]).toEqual([2, "name"]);
    const unknown = await headlessProcess(home, ["client", "list", "--nonsense"]);
    expect([unknown.status, unknown.error().field]).toEqual([2, "nonsense"]);
    const client = await headlessProcess(home, ["document", "list", "--client", "nobody"]);
    expect([client.status, client.error().field]).toEqual([2, "client"]);
  });

  it("adds a client and says no to a second one of the same name", async () => {
    const added = await headlessProcess(home, ["client", "add", "--name", books.name]);
    expect(added.status).toBe(0);
    clientId = (added.json() as { clientId: string }).clientId;
    const again = await headlessProcess(home, ["client", "add", "--name", books.name]);
    expect([again.status, again.error().field]).toEqual([2, "name"]);
  });

  it("names the key of a malformed connection file and keeps nothing of it", async () => {
    for (const [changes, field] of [
      [{ surprise: 1 }, "surprise"],
      [{ system: "ledger_z" }, "system"],
      [{ auth: { type: "bearer_env" } }, "auth.variable"],
      [{ limits: { requestsPerHour: 5 } }, "limits.requestsPerHour"],
      [{ baseUrl: "http://ledger.example" }, "baseUrl"],
    ] as const) {
      const refused = await headlessProcess(home, ["connection", "add", "--client", clientId, "--file", connectionFile(changes)], { env });
      expect([refused.status, refused.error().field]).toEqual([2, field]);
    }
    const nothing = await headlessProcess(home, ["connection", "list"]);
    expect(nothing.rows()).toEqual([]);
  });

  it("shows a ledger's own words when it refuses the token, answers HTML or is not there", async () => {
    const wrong = await headlessProcess(home, ["connection", "add", "--client", clientId, "--file", connectionFile()], {
      env: { CONTRACT_TOKEN: "wrong" },
    });
    expect([wrong.status, wrong.error().code]).toEqual([1, "needs_sign_in"]);
    const unset = await headlessProcess(home, [
      "connection",
      "add",
      "--client",
      clientId,
      "--file",
      connectionFile({ auth: { type: "bearer_env", variable: "CONTRACT_UNSET" } }),
    ]);
    expect([unset.status, unset.error().field]).toEqual([1, "CONTRACT_UNSET"]);
    const address = html.address() as { port: number };
    const page = await headlessProcess(
      home,
      ["connection", "add", "--client", clientId, "--file", connectionFile({ baseUrl: `http://127.0.0.1:${address.port}` })],
      { env },
    );
    expect([page.status, page.error().code]).toEqual([1, "ledger_unreadable"]);
  });

  it("connects, says what was discovered, plans and reads everything", async () => {
    const connected = await headlessProcess(home, ["connection", "add", "--client", clientId, "--file", connectionFile()], { env });
    expect(connected.stderr).toBe("");
    expect(connected.json()).toMatchObject({ capabilities: { hasGlFeed: false, statusIsDerived: true, idempotencyKey: true } });
    const plan = await headlessProcess(home, ["sync", "plan", "--client", clientId], { env });
    expect(plan.json()).toMatchObject({
      dayBudgets: 1,
      calls: expect.any(Number),
      pages: expect.any(Number),
      estimateSeconds: expect.any(Number),
    });
    const run = await headlessProcess(home, ["sync", "run", "--all"], { env });
    expect(run.status).toBe(0);
    expect(run.json()).toMatchObject({
      clients: [{ clientId, state: "up_to_date", asOf: expect.any(String), requests: { retried: 0, throttled: 0 } }],
    });
  });

  it("reads deltas only the second time and changes nothing", async () => {
    const run = await headlessProcess(home, ["sync", "run", "--client", clientId], { env });
    const [client] = (
      run.json() as { clients: { state: string; requests: { sent: number }; streams: { changed: number; removed: number }[] }[] }
    ).clients;
    expect(client?.state).toBe("up_to_date");
    expect(client?.streams.every((stream) => stream.changed === 0 && stream.removed === 0)).toBe(true);
    expect(client?.requests.sent).toBeLessThan(10);
  });

  it("lists what the oracle states, one record a line", async () => {
    const oracle = oracleB(books);
    const documents = (await headlessProcess(home, ["document", "list", "--client", clientId])).rows();
    expect(documents.map((row) => row.id).sort()).toEqual(oracle.documents.map((row) => (row as { id: string }).id).sort());
    for (const [noun, expected] of [
      ["party", oracle.parties],
      ["account", oracle.accounts],
      ["payment", oracle.payments],
      ["order", oracle.orders],
      ["item", oracle.items],
    ] as const) {
      const rows = (await headlessProcess(home, [noun, "list", "--client", clientId])).rows();
      expect([noun, rows.length]).toEqual([noun, expected.length]);
    }
    const bills = (
      await headlessProcess(home, ["document", "list", "--client", clientId, "--type", "purchase_bill", "--from", "2026-10-01"])
    ).rows();
    expect(bills.length).toBeGreaterThan(0);
    expect(bills.every((row) => row.type === "purchase_bill" && String(row.issueDate) >= "2026-10-01")).toBe(true);
    const first = documents[0] as { id: string };
    const shown = await headlessProcess(home, ["document", "show", "--client", clientId, "--id", first.id]);
    expect(shown.json()).toMatchObject(first);
    const raw = await headlessProcess(home, ["document", "show", "--client", clientId, "--id", first.id, "--raw"]);
    expect(JSON.parse(raw.stdout)).toMatchObject({ Id: first.id.split(":")[1] });
    const bad = await headlessProcess(home, ["document", "list", "--client", clientId, "--from", "31/10/2026"]);
    expect([bad.status, bad.error().field]).toEqual([2, "from"]);
  });

  it("ages what is open and ties it to the parties' balances", async () => {
    const age = (side: string, asOf: string) =>
      headlessProcess(home, ["report", "aging", "--client", clientId, "--side", side, "--as-of", asOf]);
    const aging = await age("receivable", "2099-01-01");
    expect(aging.status).toBe(0);
    expect(aging.json()).toMatchObject({
      asOf: expect.any(String),
      asOfDate: "2099-01-01",
      buckets: ["current", "1-30", "31-60", "61-90", "90+"],
      totals: expect.arrayContaining([expect.objectContaining({ currency: "USD", current: "0", "90+": expect.any(String) })]),
      tieOut: { outcome: "ties", differences: [] },
    });
    const { rows, unappliedCash } = aging.json() as { rows: Record<string, unknown>[]; unappliedCash: Record<string, unknown>[] };
    expect(rows[0]).toMatchObject({ party: { id: expect.any(String), name: expect.any(String) }, currency: expect.any(String) });
    expect(unappliedCash[0]).toMatchObject({ kind: expect.any(String), amount: expect.any(String) });
    expect((await age("payable", "2026-10-01")).json()).toMatchObject({ tieOut: { outcome: "cannot_check", reason: expect.any(String) } });
    expect((await age("both", "2026-10-01")).error().field).toBe("side");
    const bad = await age("payable", "1 October");
    expect([bad.status, bad.error().field]).toEqual([2, "as-of"]);
  });

  it("reports spend as three series and no figure across them", async () => {
    const spend = (...more: string[]) => headlessProcess(home, ["report", "spend", "--client", clientId, "--from", "2026-01-01", ...more]);
    const report = (await spend("--to", "2026-10-31", "--by", "account")).json() as {
      series: Record<string, { contains: string; rows: unknown[] }>;
    };
    expect(Object.keys(report.series)).toEqual(["accrued", "booked", "committed"]);
    for (const { contains, rows } of Object.values(report.series)) {
      expect(contains).not.toBe("");
      expect(rows[0]).toMatchObject({ month: expect.stringMatching(/^2026-\d\d$/), currency: expect.any(String), net: expect.any(String) });
    }
    expect((await spend("--to", "2025-12-31")).error().field).toBe("to");
    expect((await spend("--to", "2026-10-31", "--by", "colour")).error().field).toBe("by");
  });

  it("exports tables whole, amounts as amounts and text that can't become a formula", async () => {
    const out = join(folder, "documents.csv");
    const exported = await headlessProcess(home, ["export", "--client", clientId, "--what", "documents", "--format", "csv", "--out", out]);
    const lines = readFileSync(out, "utf8").trimEnd().split("\r\n");
    expect((exported.json() as { rows: number }).rows).toBe(lines.length - 1);
    expect(lines.some((line) => /(^|,)"?[=+@]/.test(line))).toBe(false);
    expect(lines.slice(1).some((line) => /,-\d+\.\d\d,|,-\d+,/.test(line))).toBe(true);
    const wrong = await headlessProcess(home, ["export", "--client", clientId, "--what", "secrets", "--format", "csv", "--out", out]);
    expect([wrong.status, wrong.error().field]).toEqual([2, "what"]);
  });

  it("stops at Ctrl-C and at the end of --max-wait, and goes on later", async () => {
    const slow = { requestsPerWindow: 7, windowMs: 60_000 };
    const other = generateBooks({
      ...{
        seed: 78,
        style: "b" as const,
        tenantId: "913034855120418",
        name: "Slow Company",
        baseCurrency: "USD",
        country: "US",
        today: calendarDate("2026-10-31"),
        months: 1,
        invoicesPerMonth: 2,
        foreignCurrencies: [],
      },
    });
    const second = createSimulatedLedger({
      ledger: createLedgerB(other),
      clock: realClock(),
      random: seededRandom(2),
      latencyMs: [0, 5],
      tokens: { lifetimeMs: 3_600_000 },
    });
    const door = await listen(second);
    const slowEnv = { CONTRACT_TOKEN: second.tokens.issue().accessToken };
    const added = (await headlessProcess(home, ["client", "add", "--name", other.name])).json() as { clientId: string };
    const file = connectionFile({ tenantId: other.tenantId, baseUrl: door.baseUrl, limits: slow });
    expect((await headlessProcess(home, ["connection", "add", "--client", added.clientId, "--file", file], { env: slowEnv })).status).toBe(
      0,
    );
    const waited = await headlessProcess(home, ["sync", "run", "--client", added.clientId, "--max-wait", "6"], { env: slowEnv });
    expect(waited.json()).toMatchObject({ clients: [{ state: "queued", queue: { reason: "minute" } }] });
    expect(waited.status).toBe(4);
    const stopped = await headlessProcess(home, ["sync", "run", "--client", added.clientId], { env: slowEnv, interruptAt: /queued/ });
    expect([3, 4]).toContain(stopped.status);
    const status = await headlessProcess(home, ["sync", "status", "--client", added.clientId]);
    expect(status.status).toBe(0);
    second.referee.assertClean();
    await door.close();
  });

  it("lets one process own the data folder and names the owner to another", async () => {
    const [one, two] = await Promise.all([
      headlessProcess(home, ["sync", "run", "--client", clientId], { env }),
      headlessProcess(home, ["sync", "run", "--client", clientId], { env }),
    ]);
    const refused = one.status === 0 ? two : one;
    expect([refused.status, refused.error().code]).toEqual([1, "busy"]);
    expect(refused.error().message).toMatch(/process \d+ on /);
  });

  it("finds everything in order", async () => {
    const doctor = await headlessProcess(home, ["doctor"]);
    expect(doctor.status).toBe(0);
    expect(doctor.json()).toMatchObject({ ok: true });
    simulated.referee.assertClean();
  });
});
