import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { HttpRequest } from "#main/ports/index.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { canonicalDecimal, sumDecimals } from "#shared/kernel/decimal.ts";
import { ledgerReport } from "#shared/model/reports/ledger-report.ts";
import type { Statement, TrialBalance } from "#shared/model/reports/statement.ts";
import type { TieOutRun } from "#shared/model/reports/tie-out.ts";
import { trialBalance } from "#simulator/books/postings.ts";
import { look } from "#test/conformance/expecting.ts";
import { createWorld, type World } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";

const TODAY = calendarDate("2026-11-21");
const FROM = calendarDate("2026-11-01");
const STYLES = ["a", "b", "c"] as const;

function isReport({ url, body }: Pick<HttpRequest, "url" | "body">): boolean {
  return /\/reports\//i.test(url) || String(body ?? "").includes("SUM(tal.amount)");
}

async function worldOf(style: (typeof STYLES)[number], seed: number): Promise<{ readonly world: World; readonly tenant: Tenant }> {
  const world = await createWorld({ seed, tenants: [{ style, a: { journals: true }, books: { foreignCurrencies: [] } }] });
  return { world, tenant: world.tenants[0] as Tenant };
}

async function routed<T>(world: World, method: string, input: unknown): Promise<T> {
  const reply = await world.run(world.runtime.route(method, input));
  if (!reply.ok) throw new Error(reply.failure.message);
  return reply.value as T;
}

const trialBalanceOf = ({ source }: Tenant, world: World) =>
  routed<TrialBalance>(world, "reports.trialBalance", { clientId: source.clientId, from: FROM, to: TODAY });
const statementOf = ({ source }: Tenant, world: World, kind: Statement["kind"]) =>
  routed<Statement>(world, "reports.statement", { clientId: source.clientId, kind, from: FROM, to: TODAY });

describe.each(STYLES)("rule 19: the reports of ledger %s only assert", (style) => {
  test("statements are made of the mirror's own records: they are whole where no report was ever read", async () => {
    const { world, tenant } = await worldOf(style, 191);
    world.patch = (request, response) => (isReport(request) ? { ...response, status: 400, body: new TextEncoder().encode("{}") } : null);
    expect((await tenant.sync()).state).toBe("up_to_date");
    const [, ...stored] = await Promise.all([
      Promise.resolve(),
      ...(["trial_balance", "profit_and_loss", "balance_sheet", "aged_receivable"] as const).map((kind) =>
        tenant.perform("reports.text", { key: { kind, to: TODAY, basis: "accrual" } }),
      ),
    ]);
    expect(stored).toEqual([null, null, null, null]);
    const { rows, source } = await trialBalanceOf(tenant, world);
    expect(["gl_feed", "reconstructed"]).toContain(source);
    // The balance of every account that has no fiscal year, against the postings of the simulated books.
    const books = trialBalance(tenant.books, TODAY);
    const lasting = rows.filter(({ account }) => account !== null && ["asset", "liability"].includes(account.class));
    expect(lasting.length).toBeGreaterThan(3);
    for (const { account, balance } of lasting)
      expect(canonicalDecimal(balance), account?.name).toBe(
        canonicalDecimal(books.get(account?.id.split(":")[1] ?? "") ?? sumDecimals([])),
      );
    for (const kind of ["profit_and_loss", "balance_sheet"] as const) {
      const statement = await statementOf(tenant, world, kind);
      expect(statement.source, kind).not.toBe("report");
      expect(statement.rows.filter((row) => row.kind === "account").length, kind).toBeGreaterThan(2);
    }
    await world.close();
    tenant.simulated.referee.assertClean();
  });

  test("a report that says something else moves no figure of ours: it is a variance", async () => {
    const { world, tenant } = await worldOf(style, 192);
    expect((await tenant.sync()).state).toBe("up_to_date");
    const before = [await trialBalanceOf(tenant, world), await statementOf(tenant, world, "balance_sheet")];
    // Every amount of every report loses its decimals and gains a digit.
    world.patch = (request, response) => {
      if (!isReport(request)) return null;
      const text = new TextDecoder().decode(response.body).replace(/"(value|Value|total|year)":"(-?\d+)(\.\d+)?"/g, '"$1":"$27"');
      return { ...response, body: new TextEncoder().encode(text) };
    };
    const run = await routed<TieOutRun>(world, "tieOuts.run", { clientId: tenant.source.clientId, asOfDate: TODAY });
    expect(run.checks.find(({ check }) => check === "trial_balance")?.outcome).toBe("variance");
    expect([await trialBalanceOf(tenant, world), await statementOf(tenant, world, "balance_sheet")]).toEqual(before);
    await world.close();
    tenant.simulated.referee.assertClean();
  });

  test("they are kept as presentation: sections, summaries and depth, with the text they came in", async () => {
    const { world, tenant } = await worldOf(style, 193);
    expect((await tenant.sync()).state).toBe("up_to_date");
    const readings = tenant.perform("reports.text", { key: { kind: "profit_and_loss", to: TODAY, basis: "accrual" } });
    const { raw } = (await readings) ?? { raw: "" };
    expect(() => JSON.parse(raw) as unknown).not.toThrow();
    const [stored] = look<{ body: string }>(
      world,
      tenant,
      "SELECT body FROM ledger_report WHERE kind = 'profit_and_loss' AND entity_id IS NULL ORDER BY to_day DESC",
    );
    const { rows, columns, method, amounts } = ledgerReport.parse(JSON.parse(stored?.body ?? "{}"));
    expect(method).toBe(style === "c" ? "query" : "report");
    expect(columns.length).toBeGreaterThan(0);
    expect(rows.some(({ role }) => role === "data")).toBe(true);
    expect(new Set(rows.map(({ depth }) => depth)).size).toBeGreaterThan(1);
    if (style !== "c") expect(rows.some(({ role }) => role === "section")).toBe(true);
    expect(rows.some(({ role }) => role === "summary")).toBe(true);
    // What the ledger computes names no record, and only its result is an amount.
    expect(amounts.filter(({ subject }) => subject === "computed").map(({ subjectId }) => subjectId)).toEqual(["net_profit"]);
    await world.close();
  });
});

describe("rule 19: no figure is made of a report", () => {
  const store = new URL("../../src/main/store/", import.meta.url);
  /** Files that compare figures with reports; no other may read one. */
  const ASSERTING = ["tie-outs/aging-tie-out.ts", "tie-outs/tie-outs.ts"];
  /** Where reports are kept, the views that show them to other programs, and a file that begins again without any. */
  const KEEPING = /^(?:records\/report-store\.ts$|ingest\/log-position\.ts$|views\/|migrations\/)/;

  test("nothing beside the tie-outs reads a stored report", () => {
    const readers = readdirSync(store, { recursive: true, encoding: "utf8" })
      .map((name) => name.replaceAll("\\", "/"))
      .filter((name) => name.endsWith(".ts") && !KEEPING.test(name))
      .filter((name) => /report-store|(?<!DELETE )FROM ledger_report/.test(readFileSync(new URL(name, store), "utf8")));
    expect(readers.sort()).toEqual(ASSERTING);
  });
});
