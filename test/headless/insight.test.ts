import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { canonicalDecimal, type DecimalString, sumDecimals } from "#shared/kernel/decimal.ts";
import { generateBooks } from "#simulator/books/generate/generate.ts";
import { createLedgerC } from "#simulator/ledger-c/create-ledger-c.ts";
import { headless } from "#test/support/headless.ts";
import { type HeadlessClient, headlessClient } from "#test/support/headless-client.ts";

const books = generateBooks({
  seed: 81,
  style: "c",
  tenantId: "4821077",
  name: "Insight Test Company",
  baseCurrency: "USD",
  country: "US",
  today: calendarDate("2026-10-31"),
  months: 4,
  invoicesPerMonth: 4,
  foreignCurrencies: ["EUR"],
});
let client: HeadlessClient;

beforeAll(async () => {
  client = await headlessClient(createLedgerC(books));
});

afterAll(() => client.close());

const ask = (...words: readonly string[]) => client.ask(...words);
type Row = Readonly<Record<string, unknown>>;
const sum = (amounts: readonly unknown[]) => canonicalDecimal(sumDecimals(amounts as DecimalString[]));

describe("the headless contract: what stands behind figures", () => {
  it.each(["2026-10-31", "2026-09-15"])("report aging --details at %s lists the documents that every total is made of", async (asOf) => {
    const aged = await ask("report", "aging", "--side", "receivable", "--as-of", asOf, "--details");
    expect([aged.status, aged.stderr]).toEqual([0, ""]);
    const { totals, details, buckets } = aged.json() as { totals: Row[]; details: Row[]; buckets: string[] };
    expect(totals.length).toBeGreaterThan(0);
    for (const total of totals)
      for (const bucket of buckets) {
        const own = details.filter((row) => row.unapplied === null && row.bucket === bucket && row.currency === total.currency);
        expect(sum(own.map(({ open }) => open))).toBe(canonicalDecimal(total[bucket] as DecimalString));
      }
    const [first] = details.filter(({ party }) => party !== null) as [Row];
    const party = (first.party as { id: string }).id;
    const one = await ask(
      "report",
      "aging",
      "--side",
      "receivable",
      "--as-of",
      asOf,
      "--details",
      "--party",
      party,
      "--bucket",
      String(first.bucket),
    );
    const own = (one.json() as { details: Row[] }).details;
    expect(own).toEqual(details.filter((row) => (row.party as { id?: string } | null)?.id === party && row.bucket === first.bucket));
    const wrong = await ask("report", "aging", "--side", "receivable", "--as-of", asOf, "--details", "--bucket", "old");
    expect([wrong.status, wrong.error().field]).toEqual([2, "bucket"]);
  });

  it("dimension add, assign, list and remove; document list --dimension", async () => {
    const added = await ask("dimension", "add", "--name", "Funding line", "--value", "Core", "--value", "Grant");
    expect(added.status).toBe(0);
    const dimension = added.json() as { id: string; ownedBy: string; values: { id: string; name: string }[] };
    expect([dimension.ownedBy, dimension.values.map(({ name }) => name)]).toEqual(["us", ["Core", "Grant"]]);
    const listed = (await ask("dimension", "list")).rows();
    expect(listed.filter(({ ownedBy }) => ownedBy === "us")).toMatchObject([{ id: dimension.id, removedDetectedAt: null, asOf: null }]);
    expect(listed.filter(({ ownedBy }) => ownedBy === "source").length).toBeGreaterThan(2);

    const [document] = (await ask("document", "list", "--type", "purchase_bill")).rows() as unknown as [
      { id: string; lines: { id: string }[] },
    ];
    const line = String(document.lines[0]?.id);
    expect((await ask("dimension", "assign", "--dimension", dimension.id, "--value", "Grant", "--line", line)).status).toBe(0);
    const having = await ask("document", "list", "--dimension", `${dimension.id}=${dimension.values[1]?.id}`);
    expect(having.rows().map(({ id }) => id)).toEqual([document.id]);
    const both = await ask("dimension", "assign", "--dimension", dimension.id, "--value", "Grant", "--line", line, "--party", "customer:1");
    expect([both.status, both.error().field]).toEqual([2, "line"]);
    const unread = await ask("document", "list", "--dimension", "nothing");
    expect([unread.status, unread.error().field]).toEqual([2, "dimension"]);

    expect((await ask("dimension", "remove", "--dimension", dimension.id, "--line", line)).status).toBe(0);
    expect((await ask("document", "list", "--dimension", `${dimension.id}=${dimension.values[1]?.id}`)).rows()).toEqual([]);
    expect((await ask("dimension", "remove", "--dimension", dimension.id)).status).toBe(0);
    expect((await ask("dimension", "list")).rows().some(({ ownedBy }) => ownedBy === "us")).toBe(false);
    const again = await ask("dimension", "remove", "--dimension", dimension.id);
    expect([again.status, again.error().field]).toEqual([2, "dimension"]);
  });

  it("document show --history says whose record it is and that the ledger's own trail is not read", async () => {
    const [document] = (await ask("document", "list", "--type", "purchase_bill")).rows() as unknown as [{ id: string }];
    const history = await ask("document", "show", "--id", document.id, "--history");
    expect([history.status, history.json()]).toEqual([0, []]);
    const shown = await headless(client.home, ["document", "show", "--id", document.id, "--history", "--client", client.clientId], {
      forPeople: true,
    });
    expect(shown.stdout).toMatch(/own record of ledger changes comes from comparing/);
    expect(shown.stdout).toMatch(/system notes.*Tieout doesn't read them/);
  });
});
