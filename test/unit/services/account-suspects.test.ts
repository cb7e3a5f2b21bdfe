import { expect, it } from "vitest";
import { accountSuspects } from "#main/store/tie-outs/account-suspects.ts";
import type { CheckSetting } from "#main/store/tie-outs/tie-out-setting.ts";
import { bankCheck } from "#main/store/tie-outs/tie-out-statements.ts";
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

it("the check of bank balances counts the cards with a balance among them, whichever fact of a card the ledger gives", () => {
  const lab = createIngestLab(tempHome(), { baseCurrency: "NZD" });
  const row = (id: string, side: string, type: string, balance: string, role = "bank") => ({
    ...{ kind: "account", label: id, balance },
    account: { id, code: null, name: id, class: side, type, role },
  });
  const checked = (...rows: readonly ReturnType<typeof row>[]) =>
    bankCheck(lab.reader, {
      ...{ asOfDate: calendarDate("2026-10-31"), baseCurrency: "NZD", refusals: [], report: () => null },
      chart: () => new Map(rows.map(({ account }) => [account.id, account])),
      trialBalance: () => ({ rows, currency: "NZD", source: "mirror", asOf: null, gaps: [] }),
    } as unknown as CheckSetting);
  const bank = row("bank", "asset", "BANK", "10.00");
  const card = row("card", "liability", "BANK", "-4.00");
  const typed = row("typed", "liability", "CREDITCARD", "-1.00");
  const other = row("other", "liability", "CREDITCARD", "-1.00", "other");
  expect(checked(bank, card, typed, other, row("unused", "liability", "BANK", "0.00")).cards).toBe(2);
  expect(checked(bank, other, row("unused", "liability", "BANK", "0.00"))).not.toHaveProperty("cards");
  lab.db.close();
});
