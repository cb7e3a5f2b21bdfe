import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { voidTransaction } from "#main/simulator/books/events.ts";
import { generateBooks } from "#main/simulator/books/generate.ts";
import { createLedgerB } from "#main/simulator/ledger-b/create-ledger-b.ts";
import { type Listener, listen, realClock } from "#main/simulator/listen.ts";
import { createSimulatedLedger } from "#main/simulator/server.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { seededRandom } from "#shared/kernel/random.ts";
import { tieOut } from "#shared/model/tie-out.ts";
import { headless } from "#test/support/headless.ts";

const books = generateBooks({
  seed: 79,
  style: "b",
  tenantId: "913034855120419",
  name: "Tie-out Test Company",
  baseCurrency: "USD",
  country: "US",
  today: calendarDate("2026-10-31"),
  months: 3,
  invoicesPerMonth: 4,
  foreignCurrencies: [],
});
const folder = mkdtempSync(join(tmpdir(), "tieout-tie-outs-"));
const home = join(folder, "home");
let listener: Listener;
let clientId: string;
let env: Record<string, string>;

beforeAll(async () => {
  const simulated = createSimulatedLedger({
    ledger: createLedgerB(books),
    clock: realClock(),
    random: seededRandom(1),
    latencyMs: [0, 5],
    tokens: { lifetimeMs: 3_600_000 },
  });
  listener = await listen(simulated);
  env = { TIE_OUT_TOKEN: simulated.tokens.issue().accessToken };
  const auth = { type: "bearer_env", variable: "TIE_OUT_TOKEN" };
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

const ask = (...words: readonly string[]) => headless(home, [...words, "--client", clientId], { env });
type Check = { check: string; outcome: string; documents: { id: string }[]; asOf: { ours: string | null; ledgers: string | null } };

describe("the headless contract: tie-outs", () => {
  it("tie-out list has a line a check of the run that followed the sync, in the contract's shape", async () => {
    const listed = await ask("tie-out", "list");
    expect(listed.status).toBe(0);
    const rows = listed.rows() as Check[];
    expect(rows.map(({ check }) => check)).toContain("trial_balance");
    for (const row of rows) {
      expect(tieOut.safeParse(row).success).toBe(true);
      expect(row).toMatchObject({ outcome: "ties", documents: [], asOf: { ours: expect.any(String), ledgers: expect.any(String) } });
    }
    expect((await ask("variance", "list")).rows()).toEqual([]);
  });

  it("tie-out run asks the ledger now; variance list names the account and the document", async () => {
    const invoice = books.transactions.find(
      ({ kind, state, id, total }) =>
        kind === "sales_invoice" &&
        state === "approved" &&
        !books.transactions.some(({ allocations }) => allocations.some(({ toId }) => toId === id)) &&
        books.transactions.filter((other) => other.total === total).length === 1,
    );
    voidTransaction(books, invoice?.id ?? "", realClock().nowMs());
    const run = await ask("tie-out", "run", "--as-of", "2026-10-31");
    expect(run.status).toBe(0);
    const checks = run.json() as Check[];
    expect(Array.isArray(checks)).toBe(true);
    const control = checks.find(({ check }) => check === "receivable_control");
    expect(control).toMatchObject({ outcome: "variance", source: "reconstructed", against: "report", currency: "USD" });
    expect(control?.documents.map(({ id }) => id)).toContain(`Invoice:${invoice?.id}`);
    const receivable = `Account:${books.accounts.find(({ kind }) => kind === "receivable")?.id}`;
    const variances = (await ask("variance", "list")).rows();
    expect(variances).toContainEqual(
      expect.objectContaining({ check: "trial_balance", subject: "account", subjectId: receivable, outcome: "variance" }),
    );
  });

  it("refuses a date that is none, with the field, and a client that does not exist", async () => {
    const refused = await ask("tie-out", "run", "--as-of", "yesterday");
    expect(refused.status).toBe(2);
    expect(JSON.parse(refused.stderr)).toMatchObject({ error: { code: "invalid_input", field: "as-of" } });
    expect((await headless(home, ["tie-out", "list", "--client", "nobody"])).status).toBe(2);
  });
});
