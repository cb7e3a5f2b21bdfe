import { expect, it } from "vitest";
import { vendorsWithoutTaxId } from "#main/store/contacts/vendors-without-tax-id.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { createIngestLab, documentRecord, type Given, partyRecord } from "#test/support/ingest-lab.ts";
import { tempHome } from "#test/support/temp-home.ts";

const nzd = (amount: string) => ({ amount, currency: "NZD" });

/** Money paid in October, for one document or for none. */
function paid(id: string, partyId: string, documentId: string | null): Given {
  const ends = { fromKind: "payment", fromId: `Payment:${id}`, toId: `Invoice:${documentId}` };
  const value = {
    id: `Payment:${id}`,
    direction: "made",
    status: "posted",
    partyId: `Contact:${partyId}`,
    date: "2026-10-20",
    currency: "NZD",
    amount: nzd("40.00"),
    unapplied: nzd("0.00"),
    allocations: documentId === null ? [] : [{ ...ends, amount: nzd("40.00"), date: "2026-10-20" }],
    source: { system: "ledger_a", tenantId: "tenant-1", entityType: "Payment", id, fetchedAt: "2026-11-21T09:00:00.000Z" },
  };
  return { id, entity: "Payment", yields: [{ kind: "payment", value }] as never };
}

it("a contact that only got money back is no vendor without a tax ID, and refunds aren't among what vendors were paid", () => {
  const lab = createIngestLab(tempHome(), { baseCurrency: "NZD" });
  const contact = (id: string): Given => {
    return { id: `c${id}`, entity: "Contact", yields: [partyRecord(id, { name: `contact ${id}` })] as never };
  };
  // Of September: what counts in October are the payments.
  const document = (id: string, type: string, partyId: string, fields: object = {}): Given => ({
    id,
    yields: [documentRecord(id, { type, partyId: `Contact:${partyId}`, issueDate: "2026-09-05", ...fields })] as never,
  });
  lab.readPass("backfill", [
    [
      ...["customer", "overpayer", "both", "vendor", "payee"].map(contact),
      document("credit", "sales_credit", "customer"),
      document("over", "sales_credit", "overpayer", { unappliedKind: "overpayment", lines: [] }),
      document("credit-2", "sales_credit", "both"),
      document("bill-2", "purchase_bill", "both"),
      document("bill", "purchase_bill", "vendor"),
      paid("p1", "customer", "credit"),
      paid("p2", "overpayer", "over"),
      paid("p3", "both", "credit-2"),
      paid("p4", "both", "bill-2"),
      paid("p5", "vendor", "bill"),
      paid("p6", "payee", null),
    ],
  ]);
  const found = vendorsWithoutTaxId(lab.reader, { start: calendarDate("2026-10-01"), end: calendarDate("2026-10-31") });
  const once = [{ currency: "NZD", amount: "40.00", payments: 1 }];
  expect(found.map(({ name, paid: sums }) => [name, sums])).toEqual([
    ["contact both", once],
    ["contact payee", once],
    ["contact vendor", once],
  ]);
  lab.db.close();
});
