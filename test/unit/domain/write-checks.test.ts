import { describe, expect, it } from "vitest";
import { type CheckedRecord, type CheckFacts, checkWrite } from "#main/domain/documents/write-checks.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { decimal } from "#shared/kernel/decimal.ts";
import type { WriteOperation } from "#shared/model/ledger/write.ts";

const money = (amount: string) => ({ amount: decimal(amount), currency: "NZD" });

function record(type: string, outstanding: string, status = "open"): CheckedRecord {
  const document = { id: type, type, status, currency: "NZD", outstanding: money(outstanding) };
  return { document: document as unknown as NonNullable<CheckedRecord["document"]>, changeHash: "h", removed: false };
}

const records: Readonly<Record<string, CheckedRecord>> = {
  bill: record("purchase_bill", "100"),
  credit: record("purchase_credit", "100"),
  voided: record("purchase_credit", "0", "voided"),
};

const ACCOUNTS: Readonly<Record<string, object>> = {
  rent: { class: "expense" },
  capital: { class: "equity" },
  card: { class: "liability" },
  debtors: { class: "asset", role: "receivable" },
  creditors: { class: "liability", role: "payable" },
};

const facts = {
  capabilities: { hasApprovalWorkflow: false },
  currencies: [],
  account: (id: string) => ({ id, name: id, active: true, ...(ACCOUNTS[id] ?? { class: "asset" }) }),
  item: () => undefined,
  party: (id: string) => ({ id, name: id, active: true }),
  record: (id: string) => records[id],
  cutOffs: () => [],
  duplicates: () => [],
} as unknown as CheckFacts;

const pay = (amount: string): WriteOperation => ({
  kind: "create_payment",
  payment: {
    direction: "made",
    party: { id: "p" },
    date: calendarDate("2026-11-19"),
    currency: "NZD",
    accountId: "a",
    allocations: [{ toId: "bill", amount: money(amount) }],
  },
});
const apply = (fromId: string, amount: string): WriteOperation => ({
  kind: "apply_credit",
  fromId,
  date: calendarDate("2026-11-19"),
  allocations: [{ toId: "bill", amount: money(amount) }],
});

const blocked = (...operations: WriteOperation[]) =>
  checkWrite(operations, facts)
    .filter(({ outcome }) => outcome === "blocked")
    .map(({ name, field }) => [name, field]);

describe("allocations against what is open", () => {
  it("count all operations of a job together", () => {
    expect(blocked(pay("60"), pay("40"))).toEqual([]);
    expect(blocked(pay("60"), pay("60"))).toEqual([["allocation", "operations[1].allocations[0].amount.amount"]]);
    expect(blocked(pay("60"), apply("credit", "60"))).toEqual([["allocation", "operations[1].allocations[0].amount.amount"]]);
  });

  it("of a credit count everything that the job applies", () => {
    expect(blocked(apply("credit", "50"), apply("credit", "50"))).toEqual([]);
    expect(blocked(apply("credit", "80"), apply("credit", "30")).map(([, field]) => field)).toContain("operations[1].allocations");
  });

  it("refuse a credit that does not stand", () => {
    expect(blocked(apply("voided", "10"))).toContainEqual(["allocation", "fromId"]);
  });
});

describe("accounts that money can't pass through", () => {
  const from = (accountId: string): WriteOperation => {
    const operation = pay("1");
    return operation.kind === "create_payment" ? { ...operation, payment: { ...operation.payment, accountId } } : operation;
  };
  const found = (operation: WriteOperation) =>
    checkWrite([operation], facts).flatMap(({ name, outcome, field }) => (outcome === "passed" ? [] : [[name, outcome, field]]));
  const document = (type: "purchase_bill" | "cash_purchase" | "journal", accountId: string): WriteOperation => ({
    kind: "create_document",
    document: {
      type,
      party: { id: "p" },
      issueDate: calendarDate("2026-11-19"),
      currency: "NZD",
      status: "open",
      ...(type === "cash_purchase" ? { totalAccountId: "bank" } : {}),
      lines: ["1.00", "-1.00"].map((amount, index) => ({
        kind: "account",
        accountId: index === 0 ? accountId : "bank",
        net: money(amount),
        dimensions: [],
      })),
    },
  });

  it("are refused for payments, by their field; equity is a warning, as a ledger may allow it", () => {
    for (const id of ["bank", "card"]) expect(found(from(id))).toEqual([]);
    for (const id of ["rent", "debtors", "creditors"]) expect(found(from(id))).toEqual([["input", "blocked", "accountId"]]);
    expect(found(from("capital"))).toEqual([["input", "warning", "accountId"]]);
  });

  it("a bill's line on a control account is refused, a cash document's is a warning, a journal's is nothing", () => {
    for (const id of ["debtors", "creditors"]) {
      expect(found(document("purchase_bill", id))).toEqual([["input", "blocked", "lines[0].accountId"]]);
      expect(found(document("cash_purchase", id))).toEqual([["input", "warning", "lines[0].accountId"]]);
      expect(found(document("journal", id))).toEqual([]);
    }
  });

  it("a change of nothing is refused", () => {
    expect(found({ kind: "update_document", id: "bill", changes: {} })).toEqual([["input", "blocked", "changes"]]);
  });
});
