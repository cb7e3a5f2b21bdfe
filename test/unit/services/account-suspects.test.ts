import { expect, it } from "vitest";
import { accountSuspects } from "#main/store/tie-outs/account-suspects.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { accountRecord, createIngestLab, documentRecord } from "#test/support/ingest-lab.ts";
import { tempHome } from "#test/support/temp-home.ts";

const usd = (amount: string) => ({ amount, currency: "USD" });
const line = (accountId: string) => ({
  id: "1",
  kind: "account",
  accountId,
  net: usd("100.00"),
  tax: { basis: "none", components: [] },
  dimensions: [],
  source: { system: "ledger_a", tenantId: "tenant-1", entityType: "Invoice", id: "1", fetchedAt: "2026-11-21T09:00:00.000Z" },
});

it("behind a difference of a control account stand only documents that can post to it", () => {
  const lab = createIngestLab(tempHome(), { baseCurrency: "NZD" });
  // Foreign, and without a base amount from the ledger: Tieout's figures don't include them.
  const foreign = (id: string, type: string, fields: object = {}) => ({
    id,
    yields: [
      documentRecord(id, {
        type,
        currency: "USD",
        total: usd("100.00"),
        outstanding: usd("100.00"),
        lines: [line("Account:rent")],
        ...fields,
      }),
    ] as never,
  });
  const account = (id: string, role?: string) => ({
    id,
    entity: "Account",
    yields: [accountRecord(id, role === undefined ? {} : { role })] as never,
  });
  lab.readPass("backfill", [
    [
      account("ap", "payable"),
      account("ar", "receivable"),
      account("bank", "bank"),
      account("rent"),
      foreign("bill", "purchase_bill"),
      foreign("credit", "purchase_credit"),
      foreign("invoice", "sales_invoice"),
      foreign("cash-bought", "cash_purchase"),
      foreign("cash-bought-elsewhere", "cash_purchase", { totalAccountId: "Account:bank" }),
      foreign("cash-sold", "cash_sale"),
      foreign("journal", "journal"),
    ],
  ]);
  const ids = ["bill", "credit", "invoice", "cash-bought", "cash-bought-elsewhere", "cash-sold", "journal"];
  const behind = (accountId: string | null) =>
    accountSuspects(lab.reader, {
      accountId,
      from: calendarDate("2026-10-01"),
      to: calendarDate("2026-10-31"),
      setting: { basis: "accrual", baseCurrency: "NZD" },
      isPosted: true,
      lacking: new Map(ids.map((id) => [`Invoice:${id}`, "no_base_amount"])),
      changed: new Set(),
    }).map(({ id }) => id.replace("Invoice:", ""));
  expect(behind("Account:ap")).toEqual(["bill", "credit"]);
  expect(behind("Account:ar")).toEqual(["invoice"]);
  expect(behind("Account:bank")).toEqual(["cash-bought", "cash-bought-elsewhere", "cash-sold"]);
  expect(behind("Account:rent")).toEqual(ids);
  // Amounts without an account may come from any of them.
  expect(behind(null)).toEqual(ids);
  lab.db.close();
});
