import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { tieOut } from "#shared/model/reports/tie-out.ts";
import { voidTransaction } from "#simulator/books/events.ts";
import { generateBooks } from "#simulator/books/generate/generate.ts";
import { createLedgerB } from "#simulator/ledger-b/create-ledger-b.ts";
import { realClock } from "#simulator/listen.ts";
import { headless } from "#test/support/headless.ts";
import { type HeadlessClient, headlessClient } from "#test/support/headless-client.ts";

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
let client: HeadlessClient;

beforeAll(async () => {
  client = await headlessClient(createLedgerB(books));
});

afterAll(() => client.close());

const ask = (...words: readonly string[]) => client.ask(...words);
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
    expect((await ask("tie-out", "list", "--as-of", "2020-01-31")).rows()).toEqual([]);
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
    expect((await headless(client.home, ["tie-out", "list", "--client", "nobody"])).status).toBe(2);
  });
});
