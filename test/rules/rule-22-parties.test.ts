import { describe, expect, it } from "vitest";
import { listEntities } from "#main/store/documents/records.ts";
import { party } from "#shared/model/books/party.ts";
import { createIngestLab } from "#test/support/ingest-lab.ts";
import { tempHome } from "#test/support/temp-home.ts";
import { mapA, valueA } from "#test/unit/ledgers/a/support.ts";
import { mapB, only as onlyB } from "#test/unit/ledgers/b/support.ts";
import { context, only as onlyC, parseBytes, stream } from "#test/unit/ledgers/c/support.ts";

const elm = { Id: "24", DisplayName: "Elm Stores", Active: true, PrimaryEmailAddr: { Address: "books@elm.example" } };
const customerB = onlyB(mapB("customers", { ...elm, PrimaryTaxIdentifier: "12-345", Balance: 300 }), "party");
const vendorB = onlyB(mapB("vendors", { ...elm, TaxIdentifier: "12-345", Balance: 80 }), "party");
const ofC = (table: string, row: Readonly<Record<string, string>>) => {
  const bytes = new TextEncoder().encode(JSON.stringify({ id: "309", companyname: "Elm Stores", isinactive: "F", ...row }));
  return onlyC(stream(table).map(context(), parseBytes(bytes)), "party");
};
const contact = (IsCustomer: boolean, IsSupplier: boolean) =>
  valueA(mapA("contacts", { ContactID: "c1", Name: "Elm Stores", ContactStatus: "ACTIVE", IsCustomer, IsSupplier }), "party");

describe("rule 22: a party has role flags and a list of sources", () => {
  it.each([
    [true, false],
    [false, true],
    [true, true],
    [false, false],
  ])("Ledger A keeps one contact for both roles: customer %s, vendor %s", (isCustomer, isVendor) => {
    expect(contact(isCustomer, isVendor)).toMatchObject({
      id: "Contact:c1",
      isCustomer,
      isVendor,
      sources: [{ entityType: "Contact", id: "c1" }],
    });
  });

  it("Ledger B and C hold customer and vendor as two records with one role each", () => {
    expect(
      [customerB, vendorB, ofC("customers", {}), ofC("vendors", {})].map(({ id, isCustomer, isVendor }) => [id, isCustomer, isVendor]),
    ).toEqual([
      ["Customer:24", true, false],
      ["Vendor:24", false, true],
      ["customer:309", true, false],
      ["vendor:309", false, true],
    ]);
  });

  it("every one has a list of sources, not one source", () => {
    for (const value of [contact(true, true), customerB, vendorB, ofC("customers", {}), ofC("vendors", {})]) {
      expect(party.strict().safeParse(value).success).toBe(true);
      expect(value.sources).toHaveLength(1);
      expect(value).not.toHaveProperty("source");
    }
  });

  it("a mirror keeps the two apart, even under one name, one number and one tax identifier: a merge is an explicit act", () => {
    const lab = createIngestLab(tempHome());
    lab.take([
      { id: "c24", entity: "Customer", yields: [{ kind: "party", value: customerB }] },
      { id: "v24", entity: "Vendor", yields: [{ kind: "party", value: vendorB }] },
    ]);
    const mirrored = listEntities(lab.reader, "party", { limit: 10 });
    expect(mirrored.map(({ id, name, isCustomer, isVendor, taxIdentifier }) => [id, name, isCustomer, isVendor, taxIdentifier])).toEqual([
      ["Customer:24", "Elm Stores", true, false, "12-345"],
      ["Vendor:24", "Elm Stores", false, true, "12-345"],
    ]);
    // Both balances can be shown side by side.
    expect(mirrored.map(({ receivable, payable }) => [receivable, payable])).toEqual([
      [{ amount: "300", currency: "USD" }, undefined],
      [undefined, { amount: "80", currency: "USD" }],
    ]);
    lab.db.close();
  });
});
