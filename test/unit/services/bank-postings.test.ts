import { afterEach, beforeEach, expect, it } from "vitest";
import { bankMoves, namedPosting } from "#main/store/bank/bank-postings.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { decimal } from "#shared/kernel/decimal.ts";
import { accountRecord, createIngestLab, documentRecord, type IngestLab } from "#test/support/ingest-lab.ts";
import { tempHome } from "#test/support/temp-home.ts";

let lab: IngestLab;
beforeEach(() => {
  lab = createIngestLab(tempHome(), { baseCurrency: "NZD" });
});
afterEach(() => lab.db.close());

it("of a journal in a foreign currency, a bank account moves by its own lines and not by the whole journal", () => {
  const euros = (amount: string) => ({ amount, currency: "EUR" });
  const line = (at: number, account: string, amount: string) => ({
    ...{ id: `Invoice:1/${at}`, kind: "account", net: euros(amount), accountId: `Account:${account}`, dimensions: [] },
    ...{ tax: { basis: "none", components: [] } },
    source: { system: "ledger_a", tenantId: "tenant-1", entityType: "Invoice", id: "1", fetchedAt: "2026-11-21T09:00:00.000Z" },
  });
  const accounts = ["1", "2", "3"].map((id) => ({ id: `a${id}`, entity: "Account", yields: [accountRecord(id)] }));
  const journal = documentRecord("1", {
    ...{ type: "journal", currency: "EUR", exchangeRate: "2", status: "paid", total: euros("105.00"), outstanding: euros("0.00") },
    ...{ totalBase: { amount: "210.00", currency: "NZD" } },
    lines: [line(1, "1", "-100.00"), line(2, "2", "-5.00"), line(3, "3", "105.00")],
  });
  lab.readPass("backfill", [[...accounts, { id: "1", yields: [journal] }] as never]);
  const account = { accountId: "Account:1", code: null, name: "Euro account", isCard: false, isLiability: false, currency: "EUR" };
  expect(bankMoves(lab.reader, account, "NZD").moves).toMatchObject([{ recordId: "Invoice:1", amount: "-100.00" }]);
});

it("a document can be opened from its posting, and a payment, which has no panel, can't", () => {
  const money = { amount: "40.00", currency: "NZD" };
  const payment = {
    ...{ id: "Payment:9", direction: "received", status: "posted", date: "2026-10-05", currency: "NZD", amount: money, unapplied: money },
    ...{ allocations: [], source: { ...documentRecord("9").value.source, entityType: "Payment" } },
  };
  const receipt = { id: "9", entity: "Payment", yields: [{ kind: "payment", value: payment }] };
  lab.readPass("backfill", [[{ id: "1", yields: [documentRecord("1")] }, receipt]]);
  const posting = (recordId: string) => namedPosting(lab.reader, { recordId, date: calendarDate("2026-10-05"), amount: decimal("40.00") });
  expect(["Invoice:1", "Payment:9"].map((id) => posting(id).isDocument)).toEqual([true, false]);
});
