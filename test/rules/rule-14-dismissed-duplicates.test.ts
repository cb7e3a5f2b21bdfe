import { describe, expect, it } from "vitest";
import { mergeParties, unmergeParty } from "#main/store/contacts/merge-parties.ts";
import { dismissDuplicate, restoreDuplicate } from "#main/store/duplicates/duplicate-dismissals.ts";
import { listDuplicates } from "#main/store/duplicates/duplicates.ts";
import { createIngestLab, documentRecord, type IngestLab, NOW, partyRecord } from "#test/support/ingest-lab.ts";
import { tempHome } from "#test/support/temp-home.ts";

const act = { person: "ann@office", nowMs: NOW };
const [A, B, C] = ["Invoice:a", "Invoice:b", "Invoice:c"] as const;
const bill = (id: string, fields: Readonly<Record<string, unknown>> = {}) => ({
  id,
  yields: [documentRecord(id, { type: "purchase_bill", partyId: "Contact:elm", number: "INV-0042", ...fields })] as never,
});

function lab(): IngestLab {
  const made = createIngestLab(tempHome());
  made.readPass("backfill", [
    [
      { id: "elm", entity: "Contact", yields: [partyRecord("elm", { isVendor: true })] as never },
      bill("a"),
      bill("b"),
      bill("c", { issueDate: "2026-10-07" }),
    ],
  ]);
  return made;
}
const open = ({ reader }: IngestLab) =>
  listDuplicates(reader)
    .rows.map(({ id }) => id)
    .sort();
const dismissed = ({ reader }: IngestLab) => listDuplicates(reader, { dismissed: true }).rows.map(({ id }) => id);
const dismiss = ({ reader }: IngestLab, a: string, b: string) => dismissDuplicate(reader, { ...act, a, b, note: "two boxes" });

describe("rule 14: a dismissal is remembered", () => {
  it("for the pair whichever bill is named first, and for no other pair of the same bills", () => {
    const own = lab();
    expect(open(own)).toEqual([`${A}|${B}`, `${A}|${C}`, `${B}|${C}`]);
    expect(dismiss(own, B, A).ok).toBe(true);
    expect([open(own), dismissed(own)]).toEqual([[`${A}|${C}`, `${B}|${C}`], [`${A}|${B}`]]);
    expect(listDuplicates(own.reader, { dismissed: true })).toMatchObject({
      found: 1,
      dismissed: 1,
      rows: [{ dismissal: { person: "ann@office", at: "2026-11-21T09:00:00.000Z", note: "two boxes", stands: true } }],
    });
    own.db.close();
  });

  it("until one of the bills changes in meaning; another spelling of its amount is no change", () => {
    const own = lab();
    dismiss(own, A, B);
    own.take([bill("a", { total: { amount: "100.0", currency: "NZD" } })], NOW + 1);
    expect(dismissed(own)).toEqual([`${A}|${B}`]);
    own.take([bill("a", { memo: "second delivery" })], NOW + 2);
    expect([open(own).includes(`${A}|${B}`), dismissed(own)]).toEqual([true, []]);
    const back = listDuplicates(own.reader).rows.find(({ id }) => id === `${A}|${B}`);
    expect(back).toMatchObject({ dismissal: { stands: false } });
    expect(back?.reasons.at(-1)).toBe("dismissed by ann@office, but a bill has changed since");
    // Said again of the bills as they are now.
    dismiss(own, A, B);
    expect(dismissed(own)).toEqual([`${A}|${B}`]);
    own.db.close();
  });

  it("until it is taken back; the history keeps who said what", () => {
    const own = lab();
    dismiss(own, A, B);
    expect(restoreDuplicate(own.reader, { ...act, person: "bob@office", a: B, b: A }).ok).toBe(true);
    expect([open(own).length, dismissed(own)]).toEqual([3, []]);
    expect(restoreDuplicate(own.reader, { ...act, a: A, b: B })).toMatchObject({ ok: false, failure: { code: "not_found" } });
    expect(own.rows("SELECT person, undone_by FROM decision")).toEqual([["ann@office", "bob@office"]]);
    own.db.close();
  });

  it("of bills that are there, and never of one with itself", () => {
    const own = lab();
    expect(dismiss(own, A, "Invoice:none")).toMatchObject({ ok: false, failure: { code: "not_found", field: "b" } });
    expect(dismiss(own, A, A)).toMatchObject({ ok: false, failure: { code: "invalid_input" } });
    own.db.close();
  });
});

describe("rule 14: vendors that a person merged", () => {
  it("are one vendor, whatever their names are, until they are taken apart", () => {
    const own = lab();
    const oak = { id: "oak", entity: "Contact", yields: [partyRecord("oak", { name: "Oak", isVendor: true })] as never };
    own.take([oak, bill("d", { partyId: "Contact:oak" })]);
    const ofD = () => listDuplicates(own.reader).rows.filter(({ documents }) => documents.some(({ id }) => id === "Invoice:d"));
    expect(ofD()).toEqual([]);
    mergeParties(own.reader, { ...act, keepId: "Contact:elm", absorbId: "Contact:oak" });
    expect(ofD()).toHaveLength(3);
    expect(ofD()[0]?.reasons).toContain("vendors merged in Tieout");
    unmergeParty(own.reader, { ...act, absorbId: "Contact:oak" });
    expect(ofD()).toEqual([]);
    own.db.close();
  });
});

describe("rule 14: the pairs of one bill", () => {
  it("are those of the whole list that have it, also where its vendor is there twice; dismissed ones are left out", () => {
    const own = lab();
    const vendor = (id: string, name: string) => ({ id, entity: "Contact", yields: [partyRecord(id, { name, isVendor: true })] as never });
    own.take([
      ...[vendor("oak", "Oak"), vendor("elm2", "ELM Ltd")],
      ...[bill("d", { partyId: "Contact:oak" }), bill("e", { total: { amount: "7.00", currency: "NZD" } })],
      bill("f", { partyId: "Contact:elm2" }),
    ]);
    const of = (documentId: string) =>
      listDuplicates(own.reader, { documentId })
        .rows.map(({ id }) => id)
        .sort();
    const all = listDuplicates(own.reader).rows;
    const withBill = (id: string) => all.filter(({ documents }) => documents.some((one) => one.id === id)).map((pair) => pair.id);
    const ids = [A, B, C, "Invoice:d", "Invoice:e", "Invoice:f", "Invoice:none"];
    expect(ids.map((id) => of(id))).toEqual(ids.map((id) => withBill(id).sort()));
    expect(ids.map((id) => of(id).length)).toEqual([3, 3, 3, 0, 0, 3, 0]);
    dismiss(own, A, B);
    expect(of(A)).not.toContain(`${A}|${B}`);
    expect(listDuplicates(own.reader, { documentId: A, dismissed: true })).toMatchObject({ found: 1, rows: [{ id: `${A}|${B}` }] });
    own.db.close();
  });
});

describe("rule 14: a pathological set", () => {
  it("is answered in pages that put together are the whole, and says how many pairs it did not compare", () => {
    const own = createIngestLab(tempHome());
    const bills = Array.from({ length: 600 }, (_, at) => bill(`n${at}`, { number: undefined }));
    own.readPass("backfill", [[{ id: "elm", entity: "Contact", yields: [partyRecord("elm", { isVendor: true })] as never }, ...bills]]);
    const whole = listDuplicates(own.reader, { limit: 100_000 });
    expect(whole.cut).toEqual([
      { partyName: "Elm", currency: "NZD", total: "100.00", bills: 600, notCompared: (600 * 599) / 2 - whole.found },
    ]);
    expect(whole.found).toBeGreaterThan(1_000);
    expect(listDuplicates(own.reader).rows).toHaveLength(1_000);
    const pages = [];
    for (let offset = 0; offset < whole.found; offset += 4_000) pages.push(...listDuplicates(own.reader, { offset, limit: 4_000 }).rows);
    expect(pages.map(({ id }) => id)).toEqual(whole.rows.map(({ id }) => id));
    expect(new Set(pages.map(({ id }) => id)).size).toBe(whole.found);
    own.db.close();
  });
});
