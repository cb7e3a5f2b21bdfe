import { describe, expect, it } from "vitest";
import { mergeByTaxIdentifier, mergeParties, unmergeParty } from "#main/store/contacts/merge-parties.ts";
import { listParties, listPartySuggestions } from "#main/store/contacts/parties.ts";
import { AUTOMATIC } from "#main/store/contacts/party-book.ts";
import { dismissPartyPair, restorePartyPair } from "#main/store/contacts/party-dismissals.ts";
import { listDocuments } from "#main/store/documents/documents.ts";
import { listFindings } from "#main/store/exceptions/findings.ts";
import { makeDecision } from "#main/store/records/decision-store.ts";
import type { DocumentFilter } from "#shared/contract/books/documents.ts";
import { createIngestLab, documentRecord, type IngestLab, NOW, partyRecord } from "#test/support/ingest-lab.ts";
import { tempHome } from "#test/support/temp-home.ts";

const act = { person: "ann@office", nowMs: NOW };
const usd = (amount: string) => ({ amount, currency: "USD" });
function lab(customer: object = {}, vendor: object = {}): IngestLab {
  const own = createIngestLab(tempHome());
  const party = (id: string, fields: object) => ({
    id,
    entity: "Contact",
    yields: [partyRecord(id, { name: "Elm Stores", ...fields })] as never,
  });
  const bill = { type: "purchase_bill", partyId: "Contact:vend", currency: "NZD", outstanding: { amount: "80.00", currency: "NZD" } };
  own.readPass("backfill", [
    [
      party("cust", { receivable: usd("300.00"), ...customer }),
      party("vend", { isCustomer: false, isVendor: true, payable: usd("80.00"), ...vendor }),
      party("oak", { name: "Oak" }),
      { id: "i", yields: [documentRecord("i", { partyId: "Contact:cust" })] as never },
      { id: "b", yields: [documentRecord("b", bill)] as never },
    ],
  ]);
  return own;
}
const merge = ({ reader }: IngestLab, keepId: string, absorbId: string) => mergeParties(reader, { ...act, keepId, absorbId });
const listed = ({ reader }: IngestLab) => listParties(reader, { limit: 100 }).rows;
const ids = (own: IngestLab) => listed(own).map(({ id }) => id);

describe("rule 22: a merge is explicit, shows both balances and can be taken back", () => {
  it("before and after show the ledger's balances and ours; flags and sources are united", () => {
    const own = lab();
    expect(listPartySuggestions(own.reader).rows).toMatchObject([
      {
        score: 70,
        parties: [
          {
            partyId: "Contact:cust",
            receivable: usd("300.00"),
            payable: null,
            open: [{ currency: "NZD", receivable: "100.00", payable: "0" }],
          },
          {
            partyId: "Contact:vend",
            receivable: null,
            payable: usd("80.00"),
            open: [{ currency: "NZD", receivable: "0", payable: "80.00" }],
          },
        ],
      },
    ]);
    const done = merge(own, "Contact:cust", "Contact:vend");
    expect(done).toMatchObject({
      ok: true,
      value: {
        before: [
          { partyId: "Contact:cust", payable: null },
          { partyId: "Contact:vend", receivable: null },
        ],
        after: {
          partyId: "Contact:cust",
          receivable: usd("300.00"),
          payable: usd("80.00"),
          open: [{ currency: "NZD", receivable: "100.00", payable: "80.00" }],
        },
      },
    });
    expect(ids(own)).toEqual(["Contact:cust", "Contact:oak"]);
    expect(listed(own)[0]).toMatchObject({
      isCustomer: true,
      isVendor: true,
      receivable: usd("300.00"),
      payable: usd("80.00"),
      sources: [{ id: "cust" }, { id: "vend" }],
      merged: [{ partyId: "Contact:vend", person: "ann@office", automatic: null }],
    });
    expect(listPartySuggestions(own.reader).rows).toEqual([]);
    // The mirrored records themselves are untouched.
    expect(own.rows("SELECT COUNT(*) FROM entity WHERE kind = 'party'")).toEqual([[3]]);
    expect(unmergeParty(own.reader, { ...act, absorbId: "Contact:vend" })).toMatchObject({ ok: true, value: { keptId: "Contact:cust" } });
    expect(ids(own)).toEqual(["Contact:cust", "Contact:oak", "Contact:vend"]);
    expect(listPartySuggestions(own.reader).rows[0]?.reasons).toContain("a merge was undone by ann@office");
    own.db.close();
  });

  it("a pair that a person declared different is apart from those to decide, until what was compared changes or it is restored", () => {
    const own = lab();
    const pair = { ...act, a: "Contact:vend", b: "Contact:cust" };
    const told = (dismissed = false) => {
      const { rows, dismissed: count, leftOut } = listPartySuggestions(own.reader, { dismissed });
      return [rows.length, count, leftOut.found, rows[0]?.dismissal?.stands ?? null];
    };
    expect([told(), told(true)]).toEqual([
      [1, 0, 0, null],
      [0, 0, 0, null],
    ]);
    expect(dismissPartyPair(own.reader, pair).ok).toBe(true);
    expect([told(), told(true)]).toEqual([
      [0, 1, 0, null],
      [1, 1, 0, true],
    ]);
    const read = (fields: object) => {
      const record = partyRecord("vend", { name: "Elm Stores", ...fields });
      own.readPass("delta", [[{ id: "vend", entity: "Contact", yields: [record] as never }]]);
    };
    // A balance says nothing about who it is.
    read({ isVendor: true, payable: usd("90.00") });
    expect(told()[0]).toBe(0);
    read({ isVendor: true, email: "elm@example.com" });
    expect(told()).toEqual([1, 0, 0, false]);
    dismissPartyPair(own.reader, pair);
    expect(told()[0]).toBe(0);
    expect(restorePartyPair(own.reader, pair).ok).toBe(true);
    expect(told()[0]).toBe(1);
    const refused = [dismissPartyPair(own.reader, { ...pair, b: pair.a }), dismissPartyPair(own.reader, { ...pair, b: "Contact:none" })];
    expect(refused.map((one) => (one.ok ? "done" : one.failure.code))).toEqual(["invalid_input", "not_found"]);
    own.db.close();
  });

  it("its documents can be listed with those of the contacts that were merged into it, or alone", () => {
    const own = lab();
    merge(own, "Contact:cust", "Contact:vend");
    const documentsOf = (filter: DocumentFilter) =>
      listDocuments(own.reader, filter, { limit: 10 })
        .rows.map(({ id }) => id)
        .sort();
    expect(documentsOf({ partyId: "Contact:cust", withMerged: true })).toEqual(["Invoice:b", "Invoice:i"]);
    expect(documentsOf({ partyId: "Contact:cust" })).toEqual(["Invoice:i"]);
    expect(documentsOf({ partyId: "Contact:vend", withMerged: true })).toEqual(["Invoice:b"]);
    own.db.close();
  });

  it("balances of two currencies are never added", () => {
    const own = lab({ payable: { amount: "5.00", currency: "EUR" } });
    const done = merge(own, "Contact:cust", "Contact:vend");
    expect(done.ok && done.value.after.payable).toBeNull();
    expect(listed(own)[0]).not.toHaveProperty("payable");
    own.db.close();
  });

  it("chains fold into their end, and no merge closes a circle", () => {
    const own = lab();
    expect(merge(own, "Contact:vend", "Contact:oak").ok).toBe(true);
    expect(merge(own, "Contact:cust", "Contact:vend").ok).toBe(true);
    expect(ids(own)).toEqual(["Contact:cust"]);
    for (const [keep, absorb] of [
      ["Contact:oak", "Contact:cust"],
      ["Contact:cust", "Contact:oak"],
      ["Contact:cust", "Contact:cust"],
    ] as const)
      expect(merge(own, keep, absorb)).toMatchObject({ ok: false, failure: { code: "invalid_input" } });
    const itself = { message: expect.stringMatching(/ can't be merged with itself\. Choose another contact\.$/) };
    expect(merge(own, "Contact:cust", "Contact:cust")).toMatchObject({ failure: itself });
    expect(merge(own, "Contact:cust", "Contact:none")).toMatchObject({ ok: false, failure: { code: "not_found", field: "absorb" } });
    unmergeParty(own.reader, { ...act, absorbId: "Contact:vend" });
    expect(ids(own)).toEqual(["Contact:cust", "Contact:vend"]);
    own.db.close();
  });
});

describe("rule 22: an automatic merge rests on an equal tax identifier alone", () => {
  it("and never on a name", () => {
    const own = lab();
    expect(mergeByTaxIdentifier(own.reader, NOW)).toBe(0);
    expect(own.rows("SELECT COUNT(*) FROM decision")).toEqual([[0]]);
    own.db.close();
  });

  it("it is a decision of the service's; taken apart by a person it stays apart", () => {
    const own = lab({ name: "Elm Retail", taxIdentifier: "12-345-678" }, { taxIdentifier: "12345678" });
    expect(mergeByTaxIdentifier(own.reader, NOW)).toBe(1);
    expect(listed(own)[0]).toMatchObject({
      id: "Contact:cust",
      merged: [{ partyId: "Contact:vend", person: AUTOMATIC, automatic: "12345678" }],
    });
    // Nothing has changed: nothing is looked through again.
    expect(mergeByTaxIdentifier(own.reader, NOW + 1)).toBe(0);
    expect(unmergeParty(own.reader, { ...act, absorbId: "Contact:vend" }).ok).toBe(true);
    own.take(
      [
        {
          id: "new",
          entity: "Contact",
          yields: [partyRecord("new", { name: "Ash", taxIdentifier: "12 345 678", isVendor: true })] as never,
        },
      ],
      NOW + 2,
    );
    expect(mergeByTaxIdentifier(own.reader, NOW + 2)).toBe(1);
    expect(ids(own)).toEqual(["Contact:cust", "Contact:oak", "Contact:vend"]);
    expect(listed(own)[0]?.merged?.map(({ partyId }) => partyId)).toEqual(["Contact:new"]);
    own.db.close();
  });

  it("a pair that a person dismissed is left to people, also after it changed; restored, it's merged", () => {
    const own = lab({ name: "Elm Retail", taxIdentifier: "12-345-678" }, { taxIdentifier: "12345678" });
    const pair = { ...act, a: "Contact:vend", b: "Contact:cust" };
    const mergedOnceRead = (email: string, nowMs: number) => {
      const record = partyRecord("vend", { name: "Elm Stores", taxIdentifier: "12345678", isVendor: true, email });
      own.readPass("delta", [[{ id: "vend", entity: "Contact", yields: [record] as never }]], nowMs);
      return mergeByTaxIdentifier(own.reader, nowMs);
    };
    expect(dismissPartyPair(own.reader, pair).ok).toBe(true);
    expect(mergeByTaxIdentifier(own.reader, NOW)).toBe(0);
    expect(mergedOnceRead("elm@example.com", NOW + 1)).toBe(0);
    expect(listPartySuggestions(own.reader).rows).toHaveLength(1);
    expect(restorePartyPair(own.reader, pair).ok).toBe(true);
    expect(mergedOnceRead("office@example.com", NOW + 2)).toBe(1);
    own.db.close();
  });

  it("a placeholder is no identifier", () => {
    const own = lab({ taxIdentifier: "000-000" }, { taxIdentifier: "000000" });
    expect(mergeByTaxIdentifier(own.reader, NOW)).toBe(0);
    own.db.close();
  });

  it.each([
    ["XXXXX4410", "XX-XXX4410"],
    ["***-**-44107", "*****44107"],
    ["••-•••44107", "44107"],
  ])("masked tax IDs that share their visible digits merge nothing: %s and %s", (customer, vendor) => {
    const own = lab({ name: "Elm Retail", taxIdentifier: customer }, { name: "Oak Holdings", taxIdentifier: vendor });
    expect(mergeByTaxIdentifier(own.reader, NOW)).toBe(0);
    expect(listPartySuggestions(own.reader).rows).toEqual([]);
    own.db.close();
  });
});

describe("rule 22: merges that an earlier release made on a masked tax ID", () => {
  const earlier = (own: IngestLab, keep: string, absorb: string, automatic: string) =>
    makeDecision(own.db, {
      kind: "party_merge",
      subject: absorb,
      body: { keep, absorb, automatic },
      person: AUTOMATIC,
      nowMs: NOW,
    });

  it.each([
    ["XXXXX4410", "XX-XXX4410"],
    ["••-•••44107", "44107"],
  ])("are undone by the next sync and reported, also when no contact has changed: %s and %s", (customer, vendor) => {
    const own = lab({ name: "Elm Retail", taxIdentifier: customer }, { name: "Oak Holdings", taxIdentifier: vendor });
    mergeByTaxIdentifier(own.reader, NOW);
    earlier(own, "Contact:cust", "Contact:vend", vendor);
    expect(mergeByTaxIdentifier(own.reader, NOW + 1)).toBe(0);
    expect(ids(own)).toEqual(["Contact:cust", "Contact:oak", "Contact:vend"]);
    expect(own.rows("SELECT undone_by, undone_ms FROM decision")).toEqual([[AUTOMATIC, NOW + 1]]);
    expect(listFindings(own.reader)).toMatchObject([
      {
        code: "merged_on_masked_tax_id",
        recordId: "Contact:vend",
        message: expect.stringContaining("Oak Holdings and Elm Retail were merged automatically because both have the masked tax ID"),
      },
    ]);
    // Once is enough.
    mergeByTaxIdentifier(own.reader, NOW + 2);
    expect(own.rows("SELECT COUNT(*) FROM finding")).toEqual([[1]]);
    own.db.close();
  });

  it("do not count even before that sync", () => {
    const own = lab({ taxIdentifier: "XXXXX4410" }, { taxIdentifier: "XX-XXX4410" });
    earlier(own, "Contact:cust", "Contact:vend", "XX-XXX4410");
    expect(ids(own)).toEqual(["Contact:cust", "Contact:oak", "Contact:vend"]);
    own.db.close();
  });

  it("the finding outlasts a new reading of the contact, and ends when a person merges the two", () => {
    const own = lab({ taxIdentifier: "XXXXX4410" }, { taxIdentifier: "XX-XXX4410" });
    earlier(own, "Contact:cust", "Contact:vend", "XX-XXX4410");
    mergeByTaxIdentifier(own.reader, NOW + 1);
    const read = { id: "vend", entity: "Contact", yields: [partyRecord("vend", { name: "Elm", isVendor: true })] as never };
    own.take([read], NOW + 2);
    expect(listFindings(own.reader)).toHaveLength(1);
    expect(merge(own, "Contact:vend", "Contact:cust").ok).toBe(true);
    expect(listFindings(own.reader)).toEqual([]);
    own.db.close();
  });

  it("a person's merge and one on a whole tax ID stay, and a whole tax ID may merge a separated pair again", () => {
    const own = lab({ taxIdentifier: "XXXXX4410" }, { taxIdentifier: "XX-XXX4410" });
    expect(merge(own, "Contact:cust", "Contact:vend").ok).toBe(true);
    mergeByTaxIdentifier(own.reader, NOW + 1);
    expect(ids(own)).toEqual(["Contact:cust", "Contact:oak"]);
    earlier(own, "Contact:cust", "Contact:vend", "XX-XXX4410");
    mergeByTaxIdentifier(own.reader, NOW + 2);
    const known = (id: string) => ({
      id,
      entity: "Contact",
      yields: [partyRecord(id, { name: id, taxIdentifier: "12-3454410", isVendor: true })] as never,
    });
    own.take([known("cust"), known("vend")], NOW + 3);
    expect(mergeByTaxIdentifier(own.reader, NOW + 3)).toBe(1);
    expect(mergeByTaxIdentifier(own.reader, NOW + 4)).toBe(0);
    expect(ids(own)).toEqual(["Contact:cust", "Contact:oak"]);
    own.db.close();
  });
});
