import { expect, it } from "vitest";
import { trendReport } from "#main/store/statements/summary.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { accountRecord, createIngestLab, documentRecord } from "#test/support/ingest-lab.ts";
import { tempHome } from "./temp.ts";

it("a trend begins with the first month that has figures, and books without any have no months", () => {
  const home = tempHome();
  const { reader, take, db } = createIngestLab(home.path, { baseCurrency: "NZD" });
  const trend = () => {
    const to = calendarDate("2026-12-31");
    const asked = { basis: "accrual", baseCurrency: "NZD", yearEnd: { month: 12, day: 31 }, to } as const;
    const { months, trends } = trendReport(reader, asked, 24);
    return [months.map((month) => month.to), trends.income.map(Number)];
  };
  expect(trend()).toEqual([[], []]);
  const line = { id: "Invoice:1/1", kind: "account", accountId: "Account:sales", net: { amount: "75.00", currency: "NZD" } };
  const source = { system: "ledger_a", tenantId: "tenant-1", entityType: "Invoice", id: "1", fetchedAt: "2026-11-21T09:00:00.000Z" };
  const lines = [{ ...line, tax: { basis: "none", components: [] }, dimensions: [], source }];
  const total = { amount: "75.00", currency: "NZD" };
  take([
    { id: "account-sales", entity: "Account", yields: [accountRecord("sales")] as never },
    { id: "account-debtors", entity: "Account", yields: [accountRecord("debtors", { class: "asset", role: "receivable" })] as never },
    { id: "1", yields: [documentRecord("1", { lines, total, totalBase: total, outstanding: total })] as never },
  ]);
  expect(trend()).toEqual([
    ["2026-10-31", "2026-11-30", "2026-12-31"],
    [75, 0, 0],
  ]);
  db.close();
  home.remove();
});
