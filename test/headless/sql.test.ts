import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { generateBooks } from "#simulator/books/generate/generate.ts";
import { createLedgerB } from "#simulator/ledger-b/create-ledger-b.ts";
import { headless } from "#test/support/headless.ts";
import { type HeadlessClient, headlessClient } from "#test/support/headless-client.ts";

const books = generateBooks({
  seed: 82,
  style: "b",
  tenantId: "913034855120418",
  name: "Open Data Test Company",
  baseCurrency: "USD",
  country: "US",
  today: calendarDate("2026-10-31"),
  months: 3,
  invoicesPerMonth: 6,
  foreignCurrencies: ["EUR"],
});
let client: HeadlessClient;

beforeAll(async () => {
  client = await headlessClient(createLedgerB(books));
});

afterAll(() => client.close());

const people = (...words: readonly string[]) => headless(client.home, words, { forPeople: true });

describe("tieout sql", () => {
  it("answers as rows of JSON, with the same count and sum as the transactions themselves", async () => {
    const answer = await client.ask("sql", "SELECT COUNT(*) AS n, SUM(total_scaled) AS total FROM documents WHERE deleted_at IS NULL");
    expect([answer.status, answer.stderr]).toEqual([0, ""]);
    const documents = (await client.ask("document", "list")).rows() as unknown as { total: { amount: string } }[];
    const scaled = documents.reduce((sum, { total }) => {
      const [whole = "", decimals = ""] = total.amount.split(".");
      return sum + BigInt(`${whole}${decimals.padEnd(4, "0")}`);
    }, 0n);
    expect(answer.rows()).toEqual([{ n: documents.length, total: Number(scaled) }]);
  });

  it("prints a table for people and CSV that no spreadsheet runs, and says when more rows exist", async () => {
    const table = await people("sql", "SELECT number, total FROM documents ORDER BY record", "--client", client.clientId, "--limit", "2");
    expect(table.stdout.split("\n").length).toBe(5);
    expect(table.stdout).toMatch(/^number +total\n/);
    const csv = await people("sql", "SELECT '=1+1' AS a, '-2.50' AS b, NULL AS c", "--client", client.clientId, "--format", "csv");
    expect(csv.stdout.trimEnd()).toBe("a,b,c\r\n'=1+1,-2.50,");
    const cut = await headless(client.home, ["sql", "SELECT 1 AS x UNION ALL SELECT 2", "--client", client.clientId, "--limit", "1"]);
    expect(cut.rows()).toEqual([{ x: 1 }]);
    const told = await headless(client.home, ["sql", "VALUES (1), (2)", "--client", client.clientId, "--limit", "1"], {
      isHeard: true,
    });
    expect(told.stderr).toContain("More rows exist. Raise --limit");
  });

  it("asks all clients, with the client in front", async () => {
    const answer = await headless(client.home, ["sql", "SELECT 1 AS x", "--all-clients"]);
    expect(answer.rows()).toEqual([{ x: 1 }]);
    const both = ["--client", client.clientId, "--client", client.clientId];
    expect((await headless(client.home, ["sql", "SELECT 1 AS x", ...both])).rows()).toEqual([
      { client: client.clientId, x: 1 },
      { client: client.clientId, x: 1 },
    ]);
  });

  it.each([
    ["a change", "DELETE FROM documents", "query"],
    ["a change inside a question", "WITH d AS (SELECT 1) INSERT INTO word SELECT * FROM d", "query"],
    ["a table behind the views", "SELECT * FROM source_record", "query"],
    ["such a table under a view's name", "WITH documents AS (SELECT * FROM word) SELECT * FROM documents", "query"],
    ["the schema", "SELECT sql FROM sqlite_schema", "query"],
    ["two statements", "SELECT 1; SELECT 2", "query"],
    ["another file", "ATTACH 'other.sqlite' AS other", "query"],
    ["a setting", "PRAGMA query_only = OFF", "query"],
    ["an extension", "SELECT load_extension('x')", "query"],
    ["a huge blob", "SELECT zeroblob(1000000000)", "query"],
    ["a column that isn't there", "SELECT nothing FROM bills", "query"],
    ["half a statement", "SELECT (", "query"],
    ["no whole number of rows", "SELECT 1", "limit"],
  ])("refuses %s with what to do", async (_what, sql, field) => {
    const before = readFileSync(join(client.home, "clients", `${client.clientId}.sqlite`));
    const answer = await client.ask("sql", sql, ...(field === "limit" ? ["--limit", "many"] : []));
    expect([answer.status, answer.stdout]).toEqual([2, ""]);
    expect(answer.error()).toMatchObject({ code: "invalid_input", field });
    expect(readFileSync(join(client.home, "clients", `${client.clientId}.sqlite`)).equals(before)).toBe(true);
  });

  it("stops a question that doesn't end, and frees the file", async () => {
    const endless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT COUNT(*) FROM n";
    const answer = await client.ask("sql", endless, "--seconds", "1");
    expect([answer.status, answer.error().code, answer.error().field]).toEqual([1, "cancelled", "seconds"]);
    expect((await client.ask("sql", "SELECT COUNT(*) AS n FROM syncs")).status).toBe(0);
  });

  it("refuses a client that doesn't exist, and a question without one", async () => {
    expect((await headless(client.home, ["sql", "SELECT 1", "--client", "nobody"])).error().code).toBe("not_found");
    expect((await headless(client.home, ["sql", "SELECT 1"])).error()).toMatchObject({ code: "usage", field: "client" });
  });

  it("lists the views, and a view's columns", async () => {
    const views = (await client.ask("view", "list")).rows();
    expect(views.find(({ name }) => name === "postings")).toMatchObject({ about: expect.stringContaining("Debits and credits") });
    const columns = (await client.ask("view", "list", "--view", "bills")).rows();
    expect(Object.fromEntries(columns.map(({ name, kind }) => [name, kind]))).toMatchObject({
      date: "date",
      total: "amount",
      total_scaled: "integer",
      contact_name: "text",
    });
    expect((await client.ask("view", "list", "--view", "nothing")).error()).toMatchObject({ code: "not_found", field: "view" });
  });
});
