import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { seededRandom } from "#shared/kernel/random.ts";
import { ledgerDetail, type Statement, type TrialBalance, trialBalance } from "#shared/model/reports/statement.ts";
import { type CashFlow, cashFlow, laidOutStatement, type Summary, summary } from "#shared/model/reports/statement-layout.ts";
import { generateBooks } from "#simulator/books/generate/generate.ts";
import { createLedgerA } from "#simulator/ledger-a/create-ledger-a.ts";
import { type Listener, listen, realClock } from "#simulator/listen.ts";
import { createSimulatedLedger } from "#simulator/server.ts";
import { headless } from "#test/support/headless.ts";
import { oracleBalances, oracleResult, statementColumn, trialBalanceColumn } from "#test/support/statement-oracle.ts";

const books = generateBooks({
  seed: 79,
  style: "a",
  tenantId: "7d1f3c77-52aa-4c1e-9b30-0f6e2a9c4177",
  name: "Statements Test Company",
  baseCurrency: "NZD",
  country: "NZ",
  today: calendarDate("2026-10-31"),
  months: 9,
  invoicesPerMonth: 4,
  foreignCurrencies: ["EUR"],
});
const folder = mkdtempSync(join(tmpdir(), "tieout-statements-"));
const home = join(folder, "home");
const SPAN = ["--from", "2026-09-01", "--to", "2026-09-30"];
let listener: Listener;
let clientId: string;

beforeAll(async () => {
  const simulated = createSimulatedLedger({
    ledger: createLedgerA(books, { journals: true }),
    clock: realClock(),
    random: seededRandom(1),
    latencyMs: [0, 5],
    tokens: { lifetimeMs: 3_600_000 },
  });
  listener = await listen(simulated);
  const env = { STATEMENTS_TOKEN: simulated.tokens.issue().accessToken };
  const file = join(folder, "connection.json");
  const { name, tenantId } = books;
  const auth = { type: "bearer_env", variable: "STATEMENTS_TOKEN" };
  const baseUrl = `${listener.baseUrl}/api/2.0`;
  writeFileSync(file, JSON.stringify({ system: "ledger_a", name, tenantId, baseUrl, profile: "neutral", auth, journals: true }));
  ({ clientId } = (await headless(home, ["client", "add", "--name", name])).json() as { clientId: string });
  expect((await headless(home, ["connection", "add", "--client", clientId, "--file", file], { env })).stderr).toBe("");
  expect((await headless(home, ["sync", "run", "--all"], { env })).status).toBe(0);
});

afterAll(async () => {
  await listener.close();
  rmSync(folder, { recursive: true, force: true });
});

const report = (verb: string, ...more: readonly string[]) => headless(home, ["report", verb, "--client", clientId, ...SPAN, ...more]);
const forPeople = (verb: string, ...more: readonly string[]) =>
  headless(home, ["report", verb, "--client", clientId, ...SPAN, ...more], { forPeople: true });

describe("the headless contract: statements", () => {
  it("prints the trial balance with its source, as-of and gaps, equal to the books", async () => {
    const printed = await report("trial-balance");
    expect(printed.status).toBe(0);
    const value = printed.json() as TrialBalance;
    expect(trialBalance.parse(value)).toEqual(value);
    expect(value).toMatchObject({ source: "gl_feed", gaps: [], basis: "accrual", currency: "NZD", asOf: expect.any(String) });
    expect(trialBalanceColumn(value, "balance")).toEqual(oracleBalances(books, calendarDate("2026-09-30")));
  });

  it("prints a profit and loss and a balance sheet with the comparisons asked for, in their order", async () => {
    const profit = (await report("profit-and-loss", "--compare", "year-to-date,prior-month")).json() as Statement;
    expect(laidOutStatement.parse(profit)).toEqual(profit);
    expect(profit.columns).toEqual([
      { name: "current", from: "2026-09-01", to: "2026-09-30" },
      { name: "year_to_date", from: "2026-04-01", to: "2026-09-30" },
      { name: "prior_month", from: "2026-08-01", to: "2026-08-31" },
    ]);
    for (const [at, { from, to }] of profit.columns.entries()) expect(statementColumn(profit, at)).toEqual(oracleResult(books, from, to));
    const again = await report("profit-and-loss", "--compare", "year-to-date", "--compare", "prior-month");
    expect(again.json()).toEqual(profit);
    const sheet = (await report("balance-sheet")).json() as Statement;
    expect(sheet).toMatchObject({ kind: "balance_sheet", columns: [{ name: "current" }] });
    expect(sheet.rows.at(-1)).toMatchObject({ kind: "computed", label: "Total liabilities and equity" });
  });

  it("prints the cash flow, which ties to the bank accounts, and the summary, whose last month is that of the profit and loss", async () => {
    const flow = (await report("cash-flow", "--compare", "prior_month", "--compare", "year_to_date")).json() as CashFlow;
    expect(cashFlow.parse(flow)).toEqual(flow);
    expect([flow.ties, flow.columns.length, flow.title]).toEqual([true, 3, "For the month ended 30 September 2026"]);
    expect((await forPeople("cash-flow")).stdout).toContain("This cash-flow statement ties to the change in the bank balances.");
    const said = await headless(home, ["report", "summary", "--client", clientId, "--to", "2026-09-30"]);
    const page = said.json() as Summary;
    expect(summary.parse(page)).toEqual(page);
    const netProfit = (lines: readonly { readonly key: string; readonly amounts: readonly string[] }[]) =>
      lines.find(({ key }) => key === "net_profit")?.amounts[0];
    expect(page.trends.netProfit.at(-1)).toBe(netProfit(flow.lines));
    expect(page.trends.cash.at(-1)).toBe(flow.lines.find(({ key }) => key === "closing_cash")?.amounts[0]);
  });

  it("prints an account's ledger whole, from opening to closing", async () => {
    const { rows } = (await report("trial-balance")).json() as TrialBalance;
    const bank = rows.find(({ account }) => account?.role === "bank");
    const printed = await report("general-ledger", "--account", bank?.account?.code ?? "");
    const value = ledgerDetail.parse(printed.json());
    expect(value).toMatchObject({ account: { id: bank?.account?.id }, opening: bank?.opening, closing: bank?.balance, next: null });
    expect(value.rows.at(-1)?.balance).toBe(bank?.balance);
  });

  it("lines amounts up for people, and says where they come from", async () => {
    const lines = (await forPeople("trial-balance")).stdout.trimEnd().split("\n");
    expect(lines[0]).toMatch(/^Trial balance, September 2026, accrual basis, NZD, from the general ledger, as of \d+ \w+ 20/);
    const widths = new Set(lines.slice(1).map((line) => line.length));
    expect(widths.size).toBe(1);
    const profit = (await forPeople("profit-and-loss", "--compare", "prior-month", "--basis", "cash")).stdout;
    expect(profit).toMatch(/Net income +-?\d+\.\d\d +-?\d+\.\d\d\n/);
    expect(profit).toContain("Known gaps in these figures:\nTieout calculates cash-basis figures");
  });

  it("names the wrong option with status 2", async () => {
    const wrong = [
      await report("profit-and-loss", "--compare", "last-week"),
      await report("trial-balance", "--basis", "modified"),
      await headless(home, ["report", "trial-balance", "--client", clientId, "--from", "2026-09-30", "--to", "2026-09-01"]),
      await report("general-ledger", "--account", "99999"),
    ];
    expect(wrong.map((one) => [one.status, one.error().field])).toEqual([
      [2, "compare"],
      [2, "basis"],
      [2, "to"],
      [2, "account"],
    ]);
  });
});
