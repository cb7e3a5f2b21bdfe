import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { clientFigures } from "#main/store/accounts/client-figures.ts";
import { partyList } from "#main/store/contacts/party-list.ts";
import { ensureReadIndexes } from "#main/store/database/indexes.ts";
import { documentTotals } from "#main/store/documents/document-totals.ts";
import { documentNumbers, listDocuments } from "#main/store/documents/documents.ts";
import type { DocumentFilter, DocumentListRow } from "#shared/contract/books/documents.ts";
import { type CalendarDate, fromDayNumber } from "#shared/kernel/calendar-date.ts";
import {
  addDecimals,
  canonicalDecimal,
  compareDecimals,
  type DecimalString,
  decimal,
  isZero,
  subtractDecimals,
} from "#shared/kernel/decimal.ts";
import { type DocumentStatus, type DocumentType, documentStatuses, documentTypes } from "#shared/model/books/document.ts";
import { createIngestLab, documentRecord, type IngestLab, NOW, partyRecord } from "#test/support/ingest-lab.ts";
import { tempHome } from "#test/support/temp-home.ts";

let lab: IngestLab;
beforeEach(() => {
  lab = createIngestLab(tempHome());
});
afterEach(() => lab.db.close());

/** What a test knows of a document that it put in. */
interface Doc {
  readonly id: string;
  readonly type: DocumentType;
  readonly status: DocumentStatus;
  readonly issueDate: CalendarDate;
  readonly dueDate?: CalendarDate;
  readonly currency: string;
  readonly total: DecimalString;
  readonly outstanding: DecimalString;
  readonly partyId?: string;
  readonly partyName?: string;
  readonly number?: string;
  readonly reference?: string;
  readonly memo?: string;
}

const PARTIES: Readonly<Record<string, string>> = { "Contact:1": "Elm & Sons", "Contact:2": "100% Oak_", "Contact:3": "never read" };
const text = fc.constantFrom("INV-1", "inv_1", "50%", "5\\0", "O'Hara", "", "a%b_c");
const amount = fc.oneof(
  { arbitrary: fc.integer({ min: -50_000, max: 50_000 }).map((cents) => decimal((cents / 100).toString())), weight: 6 },
  {
    arbitrary: fc
      .constantFrom("0.00", "0.000000", "9007199254740993.01", "-9007199254740993.02", "123456789012345678901.5", "0.000001")
      .map(decimal),
    weight: 1,
  },
);
const doc = fc.record(
  {
    type: fc.constantFrom(...documentTypes),
    status: fc.constantFrom(...documentStatuses),
    issueDate: fc.integer({ min: -400, max: 20_800 }).map(fromDayNumber),
    dueDate: fc.integer({ min: -400, max: 20_800 }).map(fromDayNumber),
    currency: fc.constantFrom("NZD", "EUR", "JPY"),
    total: amount,
    outstanding: amount,
    partyId: fc.constantFrom(...Object.keys(PARTIES)),
    partyName: fc.constantFrom("Elm", "old name"),
    number: text,
    reference: text,
    memo: text,
  },
  { requiredKeys: ["type", "status", "issueDate", "currency", "total", "outstanding"] },
);

/** Puts documents and two of three parties into an empty mirror; record numbers follow the order given. */
function fill(docs: readonly Omit<Doc, "id">[]): Doc[] {
  lab.db.exec(
    "DELETE FROM posting; DELETE FROM posting_gap; DELETE FROM document_line; DELETE FROM document; DELETE FROM entity; DELETE FROM field_change; DELETE FROM finding; DELETE FROM source_record",
  );
  const given = docs.map((each, index) => ({ id: `Invoice:${index}`, ...each }));
  lab.take([
    ...["1", "2"].map((id) => ({ id: `p${id}`, entity: "Contact", yields: [partyRecord(id, { name: PARTIES[`Contact:${id}`] })] })),
    ...given.map((each, index) => {
      const { total, outstanding, currency, ...fields } = each;
      const inCurrency = { currency, total: { amount: total, currency }, outstanding: { amount: outstanding, currency }, lines: [] };
      return { id: String(index), yields: [documentRecord(String(index), { ...fields, ...inCurrency })] };
    }),
  ]);
  return given;
}

const sortKeys = {
  issueDate: (a: Doc, b: Doc) => compare(a.issueDate, b.issueDate),
  total: (a: Doc, b: Doc) => compareDecimals(a.total, b.total),
  outstanding: (a: Doc, b: Doc) => compareDecimals(a.outstanding, b.outstanding),
  dueDate: (a: Doc, b: Doc) => compare(a.dueDate ?? "", b.dueDate ?? ""),
};
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** The order that the list promises, written down naively. */
function inOrder(docs: readonly Doc[], sort: keyof typeof sortKeys, descending: boolean): string[] {
  const direction = descending ? -1 : 1;
  return [...docs]
    .sort((a, b) => {
      if (sort === "dueDate" && (a.dueDate === undefined) !== (b.dueDate === undefined)) return a.dueDate === undefined ? 1 : -1;
      return direction * (sortKeys[sort](a, b) || Number(a.id.slice(8)) - Number(b.id.slice(8)));
    })
    .map((each) => each.id);
}

function matches(each: Doc, filter: DocumentFilter): boolean {
  const sought = filter.text?.trim().toLowerCase() ?? "";
  const mirrored = each.partyId === "Contact:3" ? undefined : PARTIES[each.partyId ?? ""];
  const texts = [each.number, each.reference, each.memo, each.partyName, mirrored];
  return (
    (filter.types === undefined || filter.types.length === 0 || filter.types.includes(each.type)) &&
    (filter.statuses === undefined || filter.statuses.length === 0 || filter.statuses.includes(each.status)) &&
    (filter.from === undefined || each.issueDate >= filter.from) &&
    (filter.to === undefined || each.issueDate <= filter.to) &&
    (filter.partyId === undefined || each.partyId === filter.partyId) &&
    (filter.currency === undefined || each.currency === filter.currency) &&
    (!filter.onlyOpen || !isZero(each.outstanding)) &&
    (sought === "" || texts.some((part) => part?.toLowerCase().includes(sought)))
  );
}

/** Where each type counts, and with which sign. */
const SIDE_OF: Readonly<Record<DocumentType, readonly ["sales" | "purchases" | "journals", 1 | -1]>> = {
  sales_invoice: ["sales", 1],
  cash_sale: ["sales", 1],
  sales_credit: ["sales", -1],
  purchase_bill: ["purchases", 1],
  cash_purchase: ["purchases", 1],
  purchase_credit: ["purchases", -1],
  journal: ["journals", 1],
};

/** The list shows them; no total counts them. */
const NEVER_SUMMED: readonly DocumentStatus[] = ["voided", "voided_or_zero", "deleted"];

/** All pages, one after the other. */
function allPages(filter: DocumentFilter, limit: number): DocumentListRow[] {
  const rows: DocumentListRow[] = [];
  let after: string | undefined;
  for (let pages = 0; pages < 100; pages++) {
    const page = listDocuments(lab.reader, filter, after === undefined ? { limit } : { limit, after });
    rows.push(...page.rows);
    if (page.next === null) return rows;
    after = page.next;
  }
  throw new Error("no end");
}

const filters = fc.record(
  {
    types: fc.subarray([...documentTypes]),
    statuses: fc.subarray([...documentStatuses]),
    from: fc.integer({ min: -400, max: 20_800 }).map(fromDayNumber),
    to: fc.integer({ min: -400, max: 20_800 }).map(fromDayNumber),
    partyId: fc.constantFrom("Contact:1", "Contact:3", "Contact:unknown"),
    currency: fc.constantFrom("NZD", "JPY", "XXX"),
    text: fc.constantFrom("%", "_", "\\", "5\\0", "inv", "oak_", "elm", "o'hara", " 50% ", "   ", "%%"),
    onlyOpen: fc.boolean(),
  },
  { requiredKeys: [] },
);

describe("the document list", () => {
  it("pages put together are the whole list in the order promised, with nothing twice", () => {
    const order = fc.record({ sort: fc.constantFrom("issueDate", "dueDate", "total", "outstanding"), descending: fc.boolean() } as const);
    fc.assert(
      fc.property(
        fc.array(doc, { maxLength: 25 }),
        fc.array(order, { minLength: 3, maxLength: 3 }),
        fc.integer({ min: 1, max: 9 }),
        (docs, orders, limit) => {
          const given = fill(docs);
          for (const { sort, descending } of orders)
            expect(allPages({ sort, descending }, limit).map((row) => row.id)).toEqual(inOrder(given, sort, descending));
        },
      ),
      { numRuns: 200 },
    );
  });

  it("every filter alone and together selects what it says; totals are exact to the last digit", () => {
    fc.assert(
      fc.property(fc.array(doc, { maxLength: 25 }), fc.array(filters, { minLength: 6, maxLength: 6 }), (docs, sought) => {
        const given = fill(docs);
        for (const filter of sought) {
          const wanted = given.filter((each) => matches(each, filter));
          expect(
            allPages(filter, 1000)
              .map((row) => row.id)
              .sort(),
          ).toEqual(wanted.map((each) => each.id).sort());
          const totals = documentTotals(lab.reader, filter);
          expect(totals.count).toBe(wanted.length);
          const counted = wanted.filter(({ status }) => !NEVER_SUMMED.includes(status));
          expect(totals.excluded).toEqual({
            voided: wanted.filter(({ status }) => status === "voided" || status === "voided_or_zero").length,
            deleted: wanted.filter(({ status }) => status === "deleted").length,
          });
          expect(totals.rows.map(({ side, currency }) => `${side} ${currency}`).sort()).toEqual(
            [...new Set(counted.map((each) => `${SIDE_OF[each.type][0]} ${each.currency}`))].sort(),
          );
          for (const row of totals.rows) {
            const own = counted.filter((each) => each.currency === row.currency && SIDE_OF[each.type][0] === row.side);
            expect(row.count).toBe(own.length);
            for (const field of ["total", "outstanding"] as const) {
              const sum = own.reduce(
                (all, each) => (SIDE_OF[each.type][1] < 0 ? subtractDecimals : addDecimals)(all, each[field]),
                decimal("0"),
              );
              expect(row[field] === null ? null : canonicalDecimal(row[field])).toBe(
                field === "outstanding" && row.side === "journals" ? null : canonicalDecimal(sum),
              );
            }
          }
        }
      }),
      { numRuns: 200 },
    );
  });

  it("rows show amounts as sent, the party's name as it is now, and the way to more", () => {
    const docs = fill([
      {
        type: "sales_invoice",
        status: "open",
        issueDate: fromDayNumber(20_000),
        currency: "EUR",
        total: decimal("007.50"),
        outstanding: decimal("9007199254740993.01"),
        partyId: "Contact:1",
        partyName: "Elm",
        memo: "Wages",
      },
      {
        type: "purchase_bill",
        status: "paid",
        issueDate: fromDayNumber(20_001),
        currency: "EUR",
        total: decimal("1.10"),
        outstanding: decimal("-0.00"),
        partyId: "Contact:3",
        partyName: "as issued",
      },
    ]);
    const { rows, next } = listDocuments(lab.reader, {}, { limit: 2 });
    expect(rows.map(({ id, total, outstanding, partyName }) => [id, total, outstanding, partyName])).toEqual([
      [docs[1]?.id, "1.10", "-0.00", "as issued"],
      [docs[0]?.id, "007.50", "9007199254740993.01", "Elm & Sons"],
    ]);
    expect(rows.map(({ memo }) => memo)).toEqual([null, "Wages"]);
    expect(next).not.toBeNull();
    expect(listDocuments(lab.reader, {}, { limit: 2, after: next as string })).toEqual({ rows: [], next: null });
    expect(listDocuments(lab.reader, {}, { limit: 1, offset: 1 }).rows.map((row) => row.id)).toEqual([docs[0]?.id]);
  });

  it("sums beyond 2^53 of amounts that each fit stay exact", () => {
    const big = decimal("900719925474.0991");
    fill(
      Array.from({ length: 40 }, () => ({
        type: "sales_invoice",
        status: "open",
        issueDate: fromDayNumber(20_000),
        currency: "EUR",
        total: big,
        outstanding: big,
      })),
    );
    const sum = Array.from({ length: 39 }).reduce<DecimalString>((total) => addDecimals(total, big), big);
    expect(documentTotals(lab.reader, {}).rows).toEqual([{ side: "sales", currency: "EUR", count: 40, total: sum, outstanding: sum }]);
  });

  it("totals never mix sales with purchases, and credits take away; the commonest currency comes first on every side", () => {
    const base = { status: "open", issueDate: fromDayNumber(20_000), outstanding: decimal("1.00") } as const;
    fill([
      { ...base, type: "journal", currency: "NZD", total: decimal("70.00"), outstanding: decimal("0.00") },
      { ...base, type: "purchase_bill", currency: "EUR", total: decimal("9.00") },
      { ...base, type: "purchase_bill", currency: "NZD", total: decimal("40.10") },
      { ...base, type: "purchase_credit", currency: "NZD", total: decimal("50.20") },
      { ...base, type: "cash_purchase", currency: "NZD", total: decimal("0.30"), outstanding: decimal("0.00") },
      { ...base, type: "sales_credit", currency: "NZD", total: decimal("12345678901234567890.12") },
      { ...base, type: "sales_invoice", currency: "NZD", total: decimal("12345678901234567895.12"), outstanding: decimal("3.00") },
      { ...base, type: "cash_sale", currency: "NZD", total: decimal("2.00"), outstanding: decimal("0.00") },
    ]);
    const { count, rows } = documentTotals(lab.reader, {});
    expect(count).toBe(8);
    expect(rows).toEqual([
      { side: "sales", currency: "NZD", count: 3, total: "7.0000", outstanding: "2.0000" },
      { side: "purchases", currency: "NZD", count: 3, total: "-9.8000", outstanding: "0.0000" },
      { side: "purchases", currency: "EUR", count: 1, total: "9.0000", outstanding: "1.0000" },
      { side: "journals", currency: "NZD", count: 1, total: "70.0000", outstanding: null },
    ]);
  });

  it("totals leave out what was voided, or deleted in the ledger, and say how many that are", () => {
    const base = { type: "sales_invoice", issueDate: fromDayNumber(20_000), currency: "NZD", outstanding: decimal("0.00") } as const;
    fill([
      { ...base, status: "paid", total: decimal("100.00") },
      { ...base, status: "voided", total: decimal("20.00") },
      { ...base, status: "deleted", total: decimal("3.00") },
      { ...base, status: "paid", total: decimal("0.40") },
    ]);
    lab.take([{ id: "3", deleted: true }], NOW + 1);
    // Whether the ledger marks it or no longer has it.
    expect(allPages({ removed: true }, 10).map(({ id }) => id)).toEqual(["Invoice:3", "Invoice:2"]);
    const excluded = { voided: 1, deleted: 2 };
    const rows = [{ side: "sales", currency: "NZD", count: 1, total: "100.0000", outstanding: "0.0000" }];
    expect(documentTotals(lab.reader, {})).toEqual({ count: 4, excluded, rows });
    expect(documentTotals(lab.reader, { statuses: ["voided"] })).toEqual({ count: 1, excluded: { voided: 1, deleted: 0 }, rows: [] });
    ensureReadIndexes(lab.db);
    expect(documentTotals(lab.reader, {})).toEqual({ count: 4, excluded, rows });
  });

  it("what a contact has leaves out what was deleted, marked or gone, and its latest transaction is no voided one", () => {
    const amounts = { currency: "NZD", total: decimal("9.00"), outstanding: decimal("0.00") };
    const base = { type: "sales_invoice", partyId: "Contact:1", ...amounts } as const;
    fill([
      { ...base, status: "paid", issueDate: fromDayNumber(20_000) },
      { ...base, status: "deleted", issueDate: fromDayNumber(20_001) },
      { ...base, status: "paid", issueDate: fromDayNumber(20_002) },
      { ...base, status: "voided", issueDate: fromDayNumber(20_003) },
      { ...base, partyId: "Contact:2", status: "voided_or_zero", issueDate: fromDayNumber(20_004) },
    ]);
    lab.take([{ id: "2", deleted: true }], NOW + 1);
    const ids = allPages({ partyId: "Contact:1", removed: false }, 10).map(({ id }) => id);
    expect(ids).toEqual(["Invoice:3", "Invoice:0"]);
    const held = (party: string) => partyList(lab.reader).rows.find(({ id }) => id === party);
    expect(held("Contact:1")).toMatchObject({ documents: 2, lastDocument: fromDayNumber(20_000) });
    expect(held("Contact:2")).toMatchObject({ documents: 1, lastDocument: null });
  });

  it("a name that more than five hundred parties share still finds every document", () => {
    lab.take(
      Array.from({ length: 600 }, (_, index) => ({
        id: `p${index}`,
        entity: "Contact",
        yields: [partyRecord(`p${index}`, { name: `Elm ${index}` })],
      })),
    );
    lab.take([{ id: "d", yields: [documentRecord("d", { partyId: "Contact:p599", partyName: "Oak" })] }]);
    expect(allPages({ text: "elm" }, 10).map((row) => row.id)).toEqual(["Invoice:d"]);
  });

  it("a record that was read back after a posting is as of that reading, and the others of the last whole sync", () => {
    lab.readPass("backfill", [
      [
        { id: "1", yields: [documentRecord("1")] },
        { id: "2", yields: [documentRecord("2")] },
      ],
    ]);
    const asOf = () => lab.reader.documents(documentNumbers(lab.reader, {}, 0, 9), "own").map((document) => document.asOf);
    const [synced] = asOf();
    expect(asOf()).toEqual([synced, synced]);
    const later = Date.parse(synced ?? "") + 60_000;
    lab.take([{ id: "2", yields: [documentRecord("2", { number: "CHANGED" })] }], later);
    expect(asOf()).toEqual([synced, new Date(later).toISOString()]);
  });

  it("record numbers of a listing come ascending, page by page", () => {
    fill(
      Array.from({ length: 7 }, () => ({
        type: "sales_invoice",
        status: "open",
        issueDate: fromDayNumber(20_000),
        currency: "EUR",
        total: decimal("1"),
        outstanding: decimal("1"),
      })),
    );
    const first = documentNumbers(lab.reader, {}, 0, 4);
    const rest = documentNumbers(lab.reader, {}, first.at(-1) as number, 4);
    expect([first.length, rest.length]).toEqual([4, 3]);
    expect([...first, ...rest]).toEqual([...first, ...rest].sort((a, b) => a - b));
  });
});

describe("the dashboard's figures", () => {
  it("count as open what is owed: no drafts, nothing settled, nothing removed, oversized amounts included", () => {
    const base = { type: "sales_invoice", issueDate: fromDayNumber(20_000), currency: "EUR", total: decimal("5.00") } as const;
    fill([
      { ...base, status: "open", outstanding: decimal("5.00") },
      { ...base, status: "part_paid", outstanding: decimal("9007199254740993.01") },
      { ...base, status: "draft", outstanding: decimal("5.00") },
      { ...base, status: "voided", outstanding: decimal("5.00") },
      { ...base, status: "open", outstanding: decimal("0.00") },
      { ...base, status: "open", outstanding: decimal("5.00") },
      { ...base, type: "purchase_bill", status: "open", outstanding: decimal("-5.00") },
    ]);
    lab.take([{ id: "5", deleted: true }], NOW + 1);
    expect(clientFigures(lab.db)).toMatchObject({ documents: 7, parties: 2, openReceivables: 2, openPayables: 1, removed: 1 });
  });
});
