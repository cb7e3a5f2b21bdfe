import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { generateBooks } from "#simulator/books/generate/generate.ts";
import { createLedgerB } from "#simulator/ledger-b/create-ledger-b.ts";
import { headless } from "#test/support/headless.ts";
import { type HeadlessClient, headlessClient } from "#test/support/headless-client.ts";

const books = generateBooks({
  seed: 91,
  style: "b",
  tenantId: "913034855120499",
  name: "People Test Company",
  baseCurrency: "USD",
  country: "US",
  today: calendarDate("2026-10-31"),
  months: 1,
  invoicesPerMonth: 3,
  foreignCurrencies: [],
});
const ledger = createLedgerB(books);
const JOURNAL = {
  type: "journal",
  issueDate: "2026-10-28",
  currency: "USD",
  lines: ["5.00", "-5.00"].map((amount) => ({ kind: "account", accountId: "account:1", net: { amount, currency: "USD" } })),
};
let client: HeadlessClient;

beforeAll(async () => {
  client = await headlessClient(ledger);
});
afterAll(() => client.close());

const SECRETS = { REVIEW_WORDS: "a long passphrase", OWN_PIN: "48271593" };
const firm = (...words: readonly string[]) => headless(client.home, words, { env: { ...client.env, ...SECRETS } });

// Each command is a process of its own: few of them, each for several words of the contract.
describe("the headless contract: people, notes, tasks, reviews, the schedule", () => {
  it("a viewer is kept from writing; what waits for a person is in the inbox and travels in an encrypted file", async () => {
    await firm("person", "add", "--name", "Vito", "--role", "viewer");
    await firm("person", "use", "--name", "Vito");
    const refused = await client.ask("note", "add", "--text", "x");
    expect([refused.status, refused.error()]).toMatchObject([1, { code: "not_allowed" }]);
    const draft = join(client.folder, "draft.json");
    writeFileSync(draft, JSON.stringify(JOURNAL));
    const write = await client.ask("write", "document", "--file", draft);
    expect([write.status, write.error()]).toMatchObject([1, { code: "not_allowed" }]);
    expect(ledger.writeLog).toEqual([]);
    const user = (await firm("person", "list")).rows().find(({ role }) => role === "admin")?.name as string;
    expect((await firm("person", "use", "--name", user)).json()).toMatchObject({ current: true });
    const long = await client.ask("task", "add", "--title", "x".repeat(301));
    expect([long.status, long.error()]).toMatchObject([2, { field: "title", message: "--title: use at most 300 characters." }]);
    expect((await client.ask("note", "add", "--text", "See the lease", "--account", "account:1")).json()).toMatchObject({
      subject: { kind: "account", id: "account:1" },
    });
    await client.ask("task", "add", "--title", "Call the bank", "--for", user, "--due", "2026-01-31");
    expect((await firm("inbox", "list", "--mine")).rows()).toMatchObject([{ kind: "task", title: "Call the bank", overdue: true }]);
    const out = join(client.folder, "review.tieout");
    const exported = await firm("review", "export", "--out", out, "--passphrase-env", "REVIEW_WORDS");
    expect([exported.status, exported.json()]).toMatchObject([0, { notes: 1, tasks: 1, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
    const preview = await firm("review", "import", "--file", out, "--passphrase-env", "REVIEW_WORDS");
    expect(preview.json()).toMatchObject({ madeBy: expect.stringContaining(`${user}@`), differences: [], same: 2 });
  }, 120_000);

  it("a PIN comes from the environment, and switching to its person takes it", async () => {
    const user = (await firm("person", "list")).rows().find(({ current }) => current === true)?.name as string;
    const unset = await firm("person", "set-pin", "--new-pin-env", "NO_SUCH_PIN");
    expect([unset.status, unset.error()]).toMatchObject([2, { field: "new-pin-env", message: expect.stringContaining("NO_SUCH_PIN") }]);
    const set = await firm("person", "set-pin", "--new-pin-env", "OWN_PIN");
    expect([set.status, set.json()]).toMatchObject([0, { name: user, hasPin: true }]);
    await firm("person", "use", "--name", "Vito");
    const missing = await firm("person", "use", "--name", user);
    expect([missing.status, missing.error()]).toMatchObject([2, { field: "pin-env", next: expect.stringContaining("--pin-env") }]);
    const wrong = await firm("person", "use", "--name", user, "--pin-env", "REVIEW_WORDS");
    expect([wrong.status, wrong.error()]).toMatchObject([2, { field: "pin-env", message: "That PIN isn't right." }]);
    expect((await firm("person", "use", "--name", user, "--pin-env", "OWN_PIN")).json()).toMatchObject({ current: true, hasPin: true });
    expect((await firm("person", "remove-pin", "--pin-env", "OWN_PIN")).json()).toMatchObject({ name: user, hasPin: false });
  }, 120_000);

  it("says what each capability is and what is used instead, and when an open app reads next", async () => {
    const shown = (await client.ask("connection", "show")).json() as { found: { rows: { name: string; usedInstead: string | null }[] } };
    expect(shown.found.rows.find(({ name }) => name === "hasGlFeed")?.usedInstead).toContain("from the transactions");
    expect((await firm("sync", "schedule")).rows()).toMatchObject([{ clientId: client.clientId, state: "waiting", everyMinutes: 60 }]);
  }, 60_000);
});
