import { describe, expect, test } from "vitest";
import type { ListedParty } from "#main/store/contacts/parties.ts";
import { AUTOMATIC } from "#main/store/contacts/party-book.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { canonicalDecimal, type DecimalString, sumDecimals } from "#shared/kernel/decimal.ts";
import { renameParty } from "#simulator/books/events.ts";
import { ask } from "#test/support/ask.ts";
import { createWorld } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { endWorld, expectMirrorEqualsOracle, STYLES, syncToEnd } from "./expecting.ts";

const AS_OF = calendarDate("2026-11-21");
const partyOf = (id: string) => id.slice(id.indexOf(":") + 1);
const sum = (amounts: readonly DecimalString[]) => canonicalDecimal(sumDecimals(amounts));

describe.each(STYLES)("ledger %s, parties of one tax identifier", (style) => {
  test("are merged by the service as the books know them, the mirror is untouched, and figures by party still tie out", async () => {
    const world = await createWorld({ seed: 63, tenants: [{ style, books: { months: 6, invoicesPerMonth: 10 } }] });
    const tenant = world.tenants[0] as Tenant;
    // One company that is vendor and customer; elsewhere the ledger keeps two records of it, here they are made.
    const customer = tenant.books.parties.find(({ role, active }) => role === "customer" && active);
    const vendor = tenant.books.parties.find(
      ({ role, active, currency }) => role === "vendor" && active && currency === customer?.currency,
    );
    if (customer === undefined || vendor === undefined) throw new Error("the books lack a customer or a vendor");
    customer.taxIdentifier = "907-114-220";
    vendor.taxIdentifier = "907 114 220";
    for (const { id, name } of [customer, vendor]) renameParty(tenant.books, id, name, world.clock.nowMs());
    await syncToEnd(tenant);
    await expectMirrorEqualsOracle(tenant);
    const records = async () => (await tenant.ask("records.list", { kind: "party" })).rows as readonly ListedParty[];
    const rows = await records();
    const merged = rows.filter((row) => row.merged !== undefined);
    const ours = merged.filter(
      ({ sources }) => sources.some(({ id }) => id === customer.id) && sources.some(({ id }) => partyOf(id).includes(partyOf(vendor.id))),
    );
    expect(ours).toHaveLength(1);
    expect(ours[0]).toMatchObject({ isCustomer: true, isVendor: true, merged: [{ person: AUTOMATIC }] });
    expect(merged.every(({ merged: own }) => own?.every(({ automatic }) => automatic !== null))).toBe(true);
    for (const side of ["receivable", "payable"] as const) {
      const question = { side, asOfDate: AS_OF };
      const plain = await tenant.ask("reports.aging", question);
      const folded = await tenant.ask("reports.aging", { ...question, merged: true });
      expect([folded.totals, folded.tieOut]).toEqual([plain.totals, plain.tieOut]);
      for (const { currency, outstanding } of folded.totals) {
        const own = folded.rows.filter((row) => row.currency === currency);
        expect(sum(own.map((row) => row.outstanding))).toBe(canonicalDecimal(outstanding));
        expect(new Set(own.map(({ party }) => party?.id)).size).toBe(own.length);
      }
    }
    const range = { from: calendarDate("2026-01-01"), to: AS_OF, by: "party" as const };
    const [plain, folded] = [await tenant.ask("reports.spend", range), await tenant.ask("reports.spend", { ...range, merged: true })];
    for (const series of ["accrued", "booked", "committed"] as const)
      expect(folded.series[series].totals).toEqual(plain.series[series].totals);
    // Taken apart by a person it stays apart, sync after sync.
    const absorbId = ours[0]?.merged?.[0]?.partyId ?? "";
    await ask(world, "parties.unmerge", { clientId: tenant.source.clientId, absorbId });
    renameParty(tenant.books, vendor.id, `${vendor.name} Two`, world.clock.nowMs());
    await world.clock.advance(3_600_000);
    await syncToEnd(tenant, { full: true });
    const after = await records();
    expect(after.map(({ id }) => id)).toContain(absorbId);
    await endWorld(world);
  });
});
