import { describe, expect, it } from "vitest";
import { type CheckedRecord, type CheckFacts, checkWrite } from "#main/domain/write-checks.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { decimal } from "#shared/kernel/decimal.ts";
import type { WriteOperation } from "#shared/model/write.ts";

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

const facts = {
  capabilities: { hasApprovalWorkflow: false },
  currencies: [],
  account: (id: string) => ({ id, name: id, active: true }),
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
