import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { laidOutLines } from "#main/domain/statements/layout.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { decimal } from "#shared/kernel/decimal.ts";
import type { Statement, StatementFacts, TrialBalanceRow } from "#shared/model/reports/statement.ts";
import type { CashFlow } from "#shared/model/reports/statement-layout.ts";
import { openStaticWindow } from "#test/support/static-window.ts";

openStaticWindow();
const { explainedLine } = await import("../../../src/renderer/features/statements/explained-line.tsx");
const { shownOf } = await import("../../../src/renderer/features/statements/shown-statement.ts");
const { figureId } = await import("../../../src/renderer/format/addresses/figure-id.ts");

test("a percentage of a cash flow is explained by what each account adds to the change", () => {
  const days = (month: string) => ({ from: calendarDate(`${month}-01`), to: calendarDate(`${month}-30`) });
  const amounts = (...of: string[]) => of.map(decimal);
  const part = (name: string, ...of: string[]) => {
    const account = { id: `Account:${name}`, name, type: "Other", class: "asset" as const };
    return { account, label: name, amounts: amounts(...of) };
  };
  const parts = [part("Stock", "-30.00", "-10.00"), part("Prepaid", "5.00", "5.00")];
  const facts = { ...days("2026-10"), basis: "accrual", currency: "USD", source: "reconstructed", asOf: null, gaps: [] } as const;
  const cashFlow: CashFlow = {
    ...{ ...facts, gaps: [], ties: true, title: "" },
    columns: [
      { name: "current", ...days("2026-10") },
      { name: "prior_month", ...days("2026-09") },
    ],
    lines: [{ kind: "line", key: "group:stock", label: "Stock", amounts: amounts("-25.00", "-5.00"), parts }],
  };
  const answer = { trialBalance: null, statement: null, cashFlow, summary: null, facts: cashFlow, failure: null, busy: false };
  const asked = { clientId: "c", answer, shown: shownOf(answer), title: "Cash flow", ownAddress: (id: string) => `/${id}` };
  const words = (column: string) => {
    const explained = explainedLine({ ...asked, id: figureId("group:stock", column) });
    return renderToStaticMarkup(explained?.documents as ReactElement).replaceAll(/<[^>]+>/g, " ");
  };
  expect(words("prior_month-percent")).toMatch(/The change is from one account\..* Stock .*20\.00/);
  expect(words("prior_month-change")).toMatch(/One account\..* Stock .*20\.00/);
  expect(words("current")).toContain("The sum of 2 accounts.");
});

test("a line that no account holds says what it is, and no line has the accounts of another", () => {
  const days = { from: calendarDate("2026-10-01"), to: calendarDate("2026-10-31") };
  const facts: StatementFacts = { ...days, basis: "accrual", currency: "USD", source: "gl_feed", asOf: null, gaps: [] };
  const [account, amounts] = [{ id: "A1", name: "Share capital", type: "Equity", class: "equity" as const }, [decimal("5.00")]];
  const capital = { kind: "account", section: "equity", label: account.name, account, amounts } as const;
  const earnings = { kind: "computed", section: "equity", label: "Current year earnings", account: null, amounts } as const;
  const sheet: Statement = { ...facts, kind: "balance_sheet", columns: [{ name: "current", ...days }], rows: [capital, earnings] };
  const statement = { ...sheet, title: "", lines: laidOutLines(sheet, null), items: [], customLayout: false };
  const totals = { debit: decimal("0"), credit: decimal("5.00"), balance: decimal("-5.00") };
  const lost: TrialBalanceRow = { ...totals, kind: "unknown", label: "Unknown account", account: null, group: null, opening: decimal("0") };
  const rows: TrialBalanceRow[] = [{ ...lost, kind: "account", label: account.name, account, group: "Equity" }, lost];
  const nothing = { trialBalance: null, statement: null, cashFlow: null, summary: null, facts, failure: null, busy: false };
  const words = (of: object, line: string, column: string) => {
    const answer = { ...nothing, ...of };
    const asked = { clientId: "c", answer, shown: shownOf(answer), title: "", ownAddress: (id: string) => `/${id}` };
    return renderToStaticMarkup(explainedLine({ ...asked, id: figureId(line, column) })?.documents as ReactElement);
  };
  const [ofYear, trialBalance] = [words({ statement }, "row:Current year earnings", "current"), { ...facts, rows, totals }];
  const [unknown, group] = ["row:Unknown account", "group:equity:Equity"].map((line) => words({ trialBalance }, line, "creditBalance"));
  expect(ofYear).toContain("Net income since the start of the fiscal year.");
  expect(words({ statement }, "total:equity", "current")).toContain("2 amounts make up this figure.");
  expect(unknown).toContain("It has no account to open.");
  expect([ofYear, unknown, group].map((html) => html?.includes("Share capital"))).toEqual([false, false, true]);
  expect(group).not.toContain("Unknown account");
  const [answer, id] = [{ ...nothing, trialBalance }, figureId("group:equity:Equity", "creditBalance")];
  const head = explainedLine({ clientId: "c", answer, shown: shownOf(answer), title: "", ownAddress: String, id });
  expect(head?.amounts).toEqual([{ amount: "5.00", currency: "USD" }]);
});
