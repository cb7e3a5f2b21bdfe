import { describe, expect, test } from "vitest";
import type { Kind } from "#test/support/mirror-kinds.ts";
import { createWorld } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { endWorld, STYLES, syncToEnd } from "../conformance/expecting.ts";

/** The nouns of each ledger, as its own payloads and endpoints write them (docs/model.md, "Identifiers"). */
const NOUNS: Readonly<Record<Tenant["style"], RegExp>> = {
  a: /^(Invoice|CreditNote|BankTransaction|Payment|BatchPayment|Overpayment|Prepayment|ManualJournal|Journal|PurchaseOrder|LinkedTransaction|Contact|Account|Item|TaxRate|TrackingCategory)$/,
  b: /^(Invoice|CreditMemo|SalesReceipt|RefundReceipt|Bill|VendorCredit|Purchase|Payment|BillPayment|JournalEntry|Transfer|Deposit|CreditCardPayment|InventoryAdjustment|PurchaseOrder|Customer|Vendor|Employee|Account|Item|TaxRate|TaxCode|Class|Department)$/,
  c: /^(CustInvc|VendBill|CustCred|VendCred|CashSale|CashRfnd|Check|CardChrg|CardRfnd|ExpRept|Journal|CustDep|VPrep|DepAppl|VPrepApp|CustPymt|VendPymt|PurchOrd|customer|vendor|employee|account|item|accountingperiod|transactionaccountingline)$/,
};

const KINDS: readonly Kind[] = ["documents", "parties", "accounts", "payments", "orders", "journals", "items"];

interface Ref {
  readonly system: string;
  readonly tenantId: string;
  readonly entityType: string;
  readonly id: string;
  readonly fetchedAt: string;
}

/** A party holds a list of refs (rule 22), everything else one. */
interface Sourced {
  readonly id: string;
  readonly source?: Ref;
  readonly sources?: readonly Ref[];
  readonly lines?: readonly Sourced[];
}

const refsOf = ({ source, sources = [] }: Sourced): readonly Ref[] => (source === undefined ? sources : [source]);

describe("rule 1: every record keeps where it came from", () => {
  test.each(STYLES)("ledger %s: system, tenant, the ledger's own noun and id, and when it was read", async (style) => {
    const world = await createWorld({ seed: 101, tenants: [{ style, a: { journals: true } }] });
    const tenant = world.tenants[0] as Tenant;
    const { system, tenantId } = tenant.source;
    const before = world.clock.nowMs();
    await syncToEnd(tenant);
    const kinds = KINDS.map((kind) => tenant.readAll(kind));
    const records = (await Promise.all(kinds)).flat() as unknown as Sourced[];
    expect(records.length).toBeGreaterThan(50);
    for (const record of [...records, ...records.flatMap(({ lines = [] }) => lines)]) {
      const refs = refsOf(record);
      if (!records.includes(record) && refs.length === 0) continue; // A line of an order: the order has the ref.
      expect(refs.length, record.id).toBeGreaterThan(0);
      for (const ref of refs) {
        expect(ref, record.id).toMatchObject({ system, tenantId });
        expect(ref.entityType, record.id).toMatch(NOUNS[style]);
        expect(ref.id, record.id).not.toBe("");
        expect(Date.parse(ref.fetchedAt), record.id).toBeGreaterThanOrEqual(before);
        expect(Date.parse(ref.fetchedAt), record.id).toBeLessThanOrEqual(world.clock.nowMs());
      }
    }
    for (const document of (await tenant.readAll("documents")) as unknown as Sourced[]) {
      const [ref] = refsOf(document);
      expect(document.id).toBe(`${ref?.entityType}:${ref?.id}`);
      for (const line of document.lines ?? []) expect(refsOf(line)[0]?.entityType, line.id).toBe(ref?.entityType);
    }
    await endWorld(world);
  });
});
