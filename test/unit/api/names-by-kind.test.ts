import { afterEach, beforeEach, expect, it } from "vitest";
import { listDocuments } from "#main/store/documents/documents.ts";
import { namedRun } from "#main/store/documents/named-documents.ts";
import { documentNameOf, postedRecord } from "#main/store/documents/record-names.ts";
import { subjectOf } from "#main/store/questions/suggested-questions.ts";
import type { TieOutRun } from "#shared/model/reports/tie-out.ts";
import { createIngestLab, documentRecord, type IngestLab, partyRecord } from "#test/support/ingest-lab.ts";
import { tempHome } from "#test/support/temp-home.ts";

const nothing = { amount: "0.00", currency: "NZD" };
/** All of it is applied, and still it's called what the ledger calls it. */
const applied = { partyId: "Contact:1", status: "paid", outstanding: nothing, lines: [] };
const KINDS = [
  ["Invoice:1", "overpayment", "Overpayment OP-1 from Elm"],
  ["Invoice:2", "prepayment", "Prepayment PP-2 to Elm"],
  ["Invoice:3", null, "Credit note CN-3 to Elm"],
] as const;

let lab: IngestLab;
beforeEach(() => {
  lab = createIngestLab(tempHome());
  const given = [
    ["1", { type: "sales_credit", number: "OP-1", unappliedKind: "overpayment" }],
    ["2", { type: "purchase_credit", number: "PP-2", unappliedKind: "prepayment" }],
    ["3", { type: "sales_credit", number: "CN-3" }],
  ] as const;
  lab.take([
    { id: "p1", entity: "Contact", yields: [partyRecord("1")] },
    ...given.map(([id, fields]) => ({ id, yields: [documentRecord(id, { ...applied, ...fields })] })),
  ]);
});
afterEach(() => lab.db.close());

it("an overpayment, prepayment or deposit has its kind in the list, whatever is left of it, and a credit note has none", () => {
  const rows = listDocuments(lab.reader, {}, { limit: 10 }).rows.map(({ id, unappliedKind }) => [id, unappliedKind]);
  expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(KINDS.map(([id, kind]) => [id, kind])));
});

it.each(KINDS)("%s is named by its kind, %s, wherever it is named", (id, kind, name) => {
  expect(documentNameOf(lab.reader, id, "short")).toBe(name);
  const posted = postedRecord(lab.reader, id);
  const isIn = id !== "Invoice:2";
  const money = isIn ? "receipt" : "payment";
  expect(posted).toMatchObject({ isDocument: true, type: kind === null ? "sales_credit" : money, contact: "Elm" });
  expect(posted?.unappliedKind ?? null).toBe(kind);
  const run = { checks: [{ lines: [], documents: [{ id }] }] } as unknown as TieOutRun;
  const [named] = namedRun(lab.reader, run).checks[0]?.documents ?? [];
  expect(named).toMatchObject({ id, type: isIn ? "sales_credit" : "purchase_credit", party: "Elm" });
  expect(named?.unappliedKind ?? null).toBe(kind);
  // The client is asked about it by the same name.
  expect(subjectOf(lab.reader, id)?.label).toBe(name.split(" ").slice(0, -2).join(" "));
});

it.each([
  ["received", "Receipt R-7"],
  ["made", "Payment R-7"],
])("a client is asked about money that was %s by the name that it has elsewhere, %s", (direction, name) => {
  const money = { amount: "40.00", currency: "NZD" };
  const value = {
    ...{ id: "Payment:9", direction, status: "posted", date: "2026-10-05", currency: "NZD", amount: money, unapplied: money },
    ...{ reference: "R-7", allocations: [], source: { ...documentRecord("9").value.source, entityType: "Payment" } },
  };
  lab.take([{ id: "9", entity: "Payment", yields: [{ kind: "payment", value }] }]);
  expect(subjectOf(lab.reader, "Payment:9")?.label).toBe(name);
});
