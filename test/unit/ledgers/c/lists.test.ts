import { describe, expect, it } from "vitest";
import { RecordMalformed } from "#main/ledgers/adapter.ts";
import { account } from "#shared/model/books/account.ts";
import { item } from "#shared/model/books/item.ts";
import { party } from "#shared/model/books/party.ts";
import { period, periodLock } from "#shared/model/books/period.ts";
import { type Cells, context, fetchedAt, only, stream } from "./support.ts";

const map = (name: string, row: Cells) => stream(name).map(context(), { ...row });

describe("accounts", () => {
  it.each([
    ["Bank", "asset", "bank"],
    ["AcctRec", "asset", "receivable"],
    ["UnbilledRec", "asset", undefined],
    ["OthCurrAsset", "asset", undefined],
    ["FixedAsset", "asset", undefined],
    ["OthAsset", "asset", undefined],
    ["DeferExpense", "asset", undefined],
    ["AcctPay", "liability", "payable"],
    ["CredCard", "liability", undefined],
    ["OthCurrLiab", "liability", undefined],
    ["LongTermLiab", "liability", undefined],
    ["DeferRevenue", "liability", undefined],
    ["Equity", "equity", undefined],
    ["RetainedEarnings", "equity", "retained_earnings"],
    ["Income", "revenue", undefined],
    ["OthIncome", "revenue", undefined],
    ["COGS", "expense", undefined],
    ["Expense", "expense", undefined],
    ["OthExpense", "expense", undefined],
    ["NonPosting", "non_posting", undefined],
    ["Stat", "non_posting", undefined],
  ])("%s is %s with role %s", (accttype, kind, role) => {
    const mapped = only(map("accounts", { id: "82", accttype, fullname: "Sales : Design" }), "account");
    expect([mapped.class, mapped.role]).toEqual([kind, role]);
    expect(account.safeParse(mapped).success).toBe(true);
  });

  it("keeps number, name, currency and state as sent", () => {
    const row = {
      id: "82",
      acctnumber: "4000",
      accountsearchdisplayname: "Design",
      fullname: "Sales : Design",
      accttype: "Income",
      currency: "2",
      isinactive: "T",
    };
    expect(only(map("accounts", row), "account")).toEqual({
      id: "account:82",
      code: "4000",
      name: "Design",
      type: "Income",
      class: "revenue",
      currency: "EUR",
      active: false,
      source: { system: "ledger_c", tenantId: "1234567", entityType: "account", id: "82", fetchedAt },
    });
  });

  it("finds a type without meaning", () => {
    expect(map("accounts", { id: "1", accttype: "Odd", fullname: "X" })).toMatchObject({ records: [], findings: [{ field: "accttype" }] });
    expect(() => map("accounts", { id: "1", accttype: "Bank" })).toThrow(RecordMalformed);
  });
});

describe("parties and items", () => {
  it("reads a customer and a vendor as two unlinked records", () => {
    const customer = only(
      map("customers", {
        id: "309",
        companyname: "Birch",
        altname: "B",
        entityid: "CUST9",
        currency: "2",
        balance: "535.00",
        vatregnumber: "DE1",
      }),
      "party",
    );
    expect(customer).toMatchObject({
      id: "customer:309",
      name: "Birch",
      isCustomer: true,
      isVendor: false,
      active: true,
      taxIdentifier: "DE1",
      currency: "EUR",
      receivable: { amount: "535.00", currency: "EUR" },
    });
    const vendor = only(
      map("vendors", { id: "309", companyname: "", altname: "Oak", entityid: "V", balance: "-1.50", taxidnum: "9", isinactive: "T" }),
      "party",
    );
    expect(vendor).toMatchObject({
      id: "vendor:309",
      name: "Oak",
      isVendor: true,
      active: false,
      taxIdentifier: "9",
      payable: { amount: "-1.50", currency: "USD" },
    });
    expect([party.safeParse(customer).success, party.safeParse(vendor).success]).toEqual([true, true]);
    expect(customer).not.toHaveProperty("payable");
    expect(() => map("vendors", { id: "1" })).toThrow(RecordMalformed);
  });

  it("reads an item with its accounts", () => {
    const row = { id: "80", itemid: "RET", itemtype: "InvtPart", incomeaccount: "4", expenseaccount: "5", assetaccount: "6" };
    const mapped = only(map("items", row), "item");
    expect(mapped).toMatchObject({
      id: "item:80",
      code: "RET",
      name: "RET",
      type: "InvtPart",
      tracked: true,
      incomeAccountId: "account:4",
      expenseAccountId: "account:5",
      assetAccountId: "account:6",
    });
    expect(item.safeParse(mapped).success).toBe(true);
    expect(only(map("items", { id: "81", itemid: "S", itemtype: "Service" }), "item").tracked).toBe(false);
  });
});

describe("accounting periods", () => {
  const oct: Cells = {
    id: "142",
    periodname: "Oct 2026",
    startdate: "2026-10-01",
    enddate: "2026-10-31",
    isyear: "F",
    isquarter: "F",
    isadjust: "F",
  };

  it.each([
    [{}, [], "open"],
    [{ aplocked: "T" }, ["ap"], "open"],
    [{ arlocked: "T" }, ["ar"], "open"],
    [{ aplocked: "T", arlocked: "T" }, ["ap", "ar"], "open"],
    [{ aplocked: "T", arlocked: "T", alllocked: "T" }, ["all"], "open"],
    [{ aplocked: "T", arlocked: "T", alllocked: "T", closed: "T" }, ["all"], "closed"],
  ])("%o locks %j and is %s", (flags, modules, status) => {
    const source = map("accounting-periods", { ...oct, ...flags });
    const mapped = only(source, "period");
    expect(mapped).toMatchObject({
      id: "accountingperiod:142",
      label: "Oct 2026",
      start: "2026-10-01",
      end: "2026-10-31",
      status,
      ownedBy: "source",
    });
    expect(mapped.locks.map((lock) => [lock.id, lock.scope, lock.lockedThrough])).toEqual(
      modules.map((module) => [`accountingperiod:142/${module}`, { module }, "2026-10-31"]),
    );
    const locks = source.records.filter((record) => record.kind === "lock").map((record) => record.value);
    expect(locks).toEqual(mapped.locks);
    expect(locks.every((lock) => periodLock.safeParse(lock).success)).toBe(true);
    expect(period.safeParse(mapped).success).toBe(true);
    const watched = Object.entries(source.watched ?? {}).filter(([, date]) => date !== null);
    expect(watched).toEqual(modules.map((module) => [`accountingperiod:142/${module}`, "2026-10-31"]));
    expect(Object.keys(source.watched ?? {})).toHaveLength(3);
  });

  it("keeps years and quarters raw and marks adjustment periods", () => {
    expect(map("accounting-periods", { ...oct, isyear: "T", closed: "T" }).records).toEqual([]);
    expect(map("accounting-periods", { ...oct, isquarter: "T" }).records).toEqual([]);
    expect(only(map("accounting-periods", { ...oct, isadjust: "T" }), "period").isAdjustment).toBe(true);
  });
});
