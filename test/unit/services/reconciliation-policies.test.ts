import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { keepBalance } from "#main/store/bank/bank-decisions.ts";
import { listPolicies, setPolicy } from "#main/store/reconciliations/policies.ts";
import { makeDecision } from "#main/store/records/decision-store.ts";
import type { ReconciliationPolicy } from "#shared/contract/close/reconciliations.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { decimal } from "#shared/kernel/decimal.ts";
import { accountRecord, createIngestLab, type IngestLab, NOW } from "#test/support/ingest-lab.ts";
import { tempHome } from "#test/support/temp-home.ts";

const [START, END] = [calendarDate("2026-10-01"), calendarDate("2026-10-31")];
const ADA = { person: "Ada", nowMs: NOW };

let lab: IngestLab;
beforeEach(() => {
  lab = createIngestLab(tempHome(), { baseCurrency: "NZD" });
  const account = (id: string, name: string, fields: object = {}) => ({
    ...{ id: `a${id}`, entity: "Account" },
    yields: [accountRecord(id, { code: id, name, class: "asset", type: "CURRENT", ...fields })],
  });
  const accounts = [account("1", "Prepaid insurance"), account("2", "Term deposit"), account("3", "Euro deposit", { currency: "EUR" })];
  lab.readPass("backfill", [accounts as never]);
});
afterEach(() => lab.db.close());

const books = () => ({ reader: lab.reader, books: { baseCurrency: "NZD" } });
const policyOf = (accountId: string) => listPolicies(books(), END).find((row) => row.accountId === accountId)?.policy;
const set = (accountId: string, change: Partial<ReconciliationPolicy>) => setPolicy(books(), { ...ADA, accountId, from: START, change });

describe("a reconciliation policy", () => {
  it("of an account with schedule items is listed as it applies, and what is left out of a change stays so", () => {
    expect(policyOf("Account:1")).toMatchObject({ type: "support", frequency: "quarterly", set: null });
    const item = { kind: "prepaid", title: "Insurance", accountId: "Account:1", otherAccountId: "Account:9", amount: "1200.00" };
    const body = { ...item, months: 12, from: START, bookedThrough: null, by: "month" };
    makeDecision(lab.db, { ...ADA, kind: "schedule_item", subject: "insurance", body });
    expect(policyOf("Account:1")).toMatchObject({ type: "schedule", frequency: "monthly", set: null });
    expect(set("Account:1", { risk: "high" }).ok).toBe(true);
    expect(policyOf("Account:1")).toMatchObject({ type: "schedule", frequency: "monthly", risk: "high", set: { person: "Ada" } });
    // A type that somebody sets applies, items or not.
    set("Account:1", { type: "support" });
    expect(policyOf("Account:1")).toMatchObject({ type: "support", frequency: "monthly", risk: "high" });
  });

  it("of an account with bank statements is listed as required every month, and can't say anything else", () => {
    for (const accountId of ["Account:2", "Account:3"]) {
      set(accountId, { required: false, frequency: "yearly" });
      keepBalance(lab.reader, accountId, { date: END, closing: decimal("100.00"), file: null }, ADA);
    }
    const byStatement = { required: true, type: "bank", frequency: "monthly" } as const;
    expect(policyOf("Account:2")).toMatchObject({ ...byStatement, set: { person: "Ada" } });
    // Its statements are in another currency than the books, so they aren't its support.
    expect(policyOf("Account:3")).toMatchObject({ required: false, type: "support", frequency: "yearly" });
    expect(set("Account:2", { ...byStatement, evidence: true }).ok).toBe(true);
    expect(policyOf("Account:2")).toMatchObject({ ...byStatement, evidence: true });
    for (const change of [{ required: false }, { type: "support" }, { frequency: "quarterly" }] as const)
      expect(set("Account:2", change)).toMatchObject({ ok: false, failure: { code: "invalid_input", field: Object.keys(change)[0] } });
    expect(policyOf("Account:2")).toMatchObject({ ...byStatement, evidence: true });
  });
});
