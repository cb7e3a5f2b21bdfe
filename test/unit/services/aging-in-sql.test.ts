import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AgingSide } from "#main/domain/aging/aging.ts";
import { agingReport, agingTotals, unappliedCash as cashAlone } from "#main/store/aging/aging.ts";
import { agingDocuments } from "#main/store/aging/aging-documents.ts";
import { repairAgingSums, settleAging } from "#main/store/aging/settle-aging.ts";
import { ensureReadIndexes } from "#main/store/database/indexes.ts";
import { addDays, type CalendarDate, calendarDate } from "#shared/kernel/calendar-date.ts";
import { canonicalDecimal, decimal, sumDecimals } from "#shared/kernel/decimal.ts";
import { agingInMemory } from "#test/support/aging-in-memory.ts";
import { createIngestLab, documentRecord, type IngestLab, NOW, partyRecord } from "#test/support/ingest-lab.ts";
import { tempHome } from "#test/support/temp-home.ts";

const TODAY = calendarDate("2026-11-21");
const SIDES: readonly AgingSide[] = ["receivable", "payable"];
const UUID = "6b1f3c0e-6a55-4a5e-8f0f-2f6a5f2f9a";
/** Ids in every form that a ledger has: uuids, numbers small and beyond 32 bits, words. */
const ids = [...Array.from({ length: 4 }, (_, at) => `${UUID}1${at}`), "7", "40213", "91303485512", "PFX-9", "007", "x-1"];
const dates = fc.integer({ min: 0, max: 300 }).map((age) => addDays(TODAY, 20 - age));
const amount = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 0, max: 900 }).map((units) => `${units}.00`) },
  fc.constantFrom("0.10", "1.2345", "007.50", "99999999999999.1234", "0.000001"),
);
const currency = fc.constantFrom("NZD", "NZD", "NZD", "EUR");

interface Part {
  readonly from: string;
  readonly to: string;
  readonly amount: string;
  readonly currency: string;
  readonly date: CalendarDate | null;
}

const part = (own: string): fc.Arbitrary<Part> =>
  fc.record({
    from: fc.constantFrom(own, own, `Invoice:${ids[0]}`),
    to: fc.constantFrom(...ids.map((id) => `Invoice:${id}`), "Invoice:gone"),
    amount,
    currency,
    date: fc.option(dates, { freq: 6, nil: null }),
  });

const allocations = (parts: readonly Part[]) =>
  parts.map(({ from, to, date, ...money }) => ({
    fromKind: from.startsWith("Payment") ? "payment" : "document",
    fromId: from,
    toId: to,
    amount: { amount: money.amount, currency: money.currency },
    ...(date === null ? {} : { date }),
  }));

const documentOf = (id: string) =>
  fc
    .record({
      type: fc.constantFrom("sales_invoice", "sales_invoice", "purchase_bill", "sales_credit", "purchase_credit", "cash_sale"),
      status: fc.constantFrom("open", "part_paid", "paid", "paid", "draft", "voided"),
      currency,
      total: amount,
      outstanding: fc.oneof({ weight: 4, arbitrary: fc.constant("0.00") }, amount),
      issueDate: dates,
      terms: fc.option(fc.integer({ min: 0, max: 60 })),
      party: fc.constantFrom(undefined, "Contact:1", "Contact:2", "Contact:unread"),
      kind: fc.constantFrom(undefined, "overpayment", "deposit"),
      parts: fc.array(part(`Invoice:${id}`), { maxLength: 3 }),
    })
    .map(({ total, outstanding, terms, party, parts, kind, ...plain }) => ({
      id,
      yields: [
        documentRecord(id, {
          ...plain,
          total: { amount: total, currency: plain.currency },
          outstanding: { amount: outstanding, currency: plain.currency },
          ...(terms === null ? {} : { dueDate: addDays(plain.issueDate, terms) }),
          ...(party === undefined ? {} : { partyId: party, partyName: "As billed" }),
          ...(kind === undefined ? {} : { unappliedKind: kind }),
          lines: [],
          allocations: allocations(parts),
        }),
      ],
    }));

const paymentOf = (id: string) =>
  fc
    .record({
      direction: fc.constantFrom("received", "made"),
      status: fc.constantFrom("posted", "posted", "voided"),
      currency,
      amount,
      unapplied: fc.oneof(fc.constant("0.00"), amount),
      date: dates,
      parts: fc.array(part(`Payment:${id}`), { maxLength: 4 }),
    })
    .map(({ amount: sum, unapplied, parts, ...plain }) => ({
      id,
      entity: "Payment",
      yields: [
        {
          kind: "payment",
          value: {
            ...plain,
            id: `Payment:${id}`,
            amount: { amount: sum, currency: plain.currency },
            unapplied: { amount: unapplied, currency: plain.currency },
            allocations: allocations(parts),
            source: { system: "ledger_a", tenantId: "tenant-1", entityType: "Payment", id, fetchedAt: "2026-11-21T09:00:00.000Z" },
          },
        },
      ],
    }));

const mirror = fc.record({
  documents: fc.tuple(...ids.map((id) => fc.option(documentOf(id), { freq: 8 }))),
  payments: fc.tuple(...["p1", "1200", "p3"].map((id) => fc.option(paymentOf(id)))),
  counts: fc.tuple(...ids.map(() => fc.constantFrom("same" as const, "same" as const, "all" as const, "neither" as const))),
  gone: fc.subarray(["p1", "1200", ids[0] as string, "7"]),
  asOf: fc.integer({ min: -15, max: 290 }).map((days) => addDays(TODAY, -days)),
});

type Given = typeof mirror extends fc.Arbitrary<infer M> ? M : never;
interface HeldAllocation {
  readonly fromId: string;
  readonly toId: string;
  readonly amount: { readonly amount: string; readonly currency: string };
}

/**
 * Most of a ledger's documents are explained by their allocations: the total is made to be what is
 * open and what was applied, counting every allocation or only those in the document's currency.
 */
function explained(given: Given): Given {
  const records = [...given.documents, ...given.payments].filter((record) => record !== null);
  const held = records
    .filter(({ id }) => !given.gone.includes(id))
    .flatMap(({ yields }) => (yields as unknown as [{ value: { allocations: HeldAllocation[] } }])[0].value.allocations);
  const documents = given.documents.map((record, at) => {
    const value = record?.yields[0]?.value as (Record<string, unknown> & { id: string; outstanding: HeldAllocation["amount"] }) | undefined;
    const counts = given.counts[at];
    if (record === null || value === undefined || counts === "neither") return record;
    const own = held.flatMap(({ fromId, toId, amount: sum }) => [fromId, toId].flatMap((end) => (end === value.id ? [sum] : [])));
    const counted = own.filter(({ currency: one }) => counts === "all" || one === value.outstanding.currency);
    const total = sumDecimals([value.outstanding, ...counted].map((sum) => decimal(sum.amount)));
    return { ...record, yields: [{ kind: "document", value: { ...value, total: { ...value.outstanding, amount: total } } }] };
  });
  return { ...given, documents } as Given;
}

function fill(lab: IngestLab, given: Given, later = 0): void {
  const parties = ["1", "2"].map((id) => ({ id: `c${id}`, entity: "Contact", yields: [partyRecord(id, { name: `Party ${id}` })] }));
  const records = [...given.documents, ...given.payments].filter((record) => record !== null);
  lab.take([...parties, ...records], NOW + later);
  lab.take(
    given.gone.map((id) => ({ id, deleted: true })),
    NOW + later + 1,
  );
  lab.db.prepare("UPDATE stream SET completed_ms = ?").run(NOW);
}

const TOTALS = ["rows", "unappliedCash", "totals", "gaps"] as const;

/** Every part of a report equals the rule over everything, for one entity or all. */
function expectRule(lab: IngestLab, asOfDate: CalendarDate): void {
  for (const side of SIDES) {
    const input = { side, asOfDate, baseCurrency: "NZD" };
    const report = agingReport(lab.reader, input);
    const plain = agingInMemory(lab.reader, input, TODAY);
    expect(Object.fromEntries(TOTALS.map((part) => [part, report[part]]))).toEqual(plain);
    expect(agingTotals(lab.reader, input)).toEqual(plain.totals);
    expect(cashAlone(lab.reader, input)).toEqual(plain.unappliedCash);
  }
}

describe("aging by the sums that are kept", () => {
  it("equals the rule over everything after every change, at any date, brought up to date or not", () => {
    const history = fc.record({
      states: fc.array(mirror, { minLength: 2, maxLength: 4 }),
      settles: fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
      dates: fc.array(dates, { minLength: 3, maxLength: 3 }),
    });
    fc.assert(
      fc.property(history, ({ states, settles, dates: asked }) => {
        const home = tempHome();
        const lab = createIngestLab(home);
        ensureReadIndexes(lab.db);
        if (settles[7]) settleAging(lab.db);
        states.forEach((given, at) => {
          fill(lab, explained(given), at * 10);
          for (const date of asked) expectRule(lab, date);
          if (!settles[at]) return;
          settleAging(lab.db);
          for (const date of [...asked, TODAY]) expectRule(lab, date);
          expect(repairAgingSums(lab.db)).toBe(0);
        });
        lab.db.close();
      }),
      { numRuns: 60 },
    );
  });

  it("are of one legal entity where one is asked for, and find sums that are wrong", () => {
    const lab = createIngestLab(tempHome());
    const money = { amount: "100.00", currency: "NZD" };
    const one = (id: string, entityId: string | undefined) => ({
      id,
      yields: [
        documentRecord(id, {
          ...{ type: "sales_invoice", status: "open", issueDate: TODAY, currency: "NZD", lines: [], total: money, outstanding: money },
          ...(entityId === undefined ? {} : { entityId }),
        }),
      ],
    });
    lab.take([one("1", "Entity:1"), one("2", "Entity:1"), one("3", "Entity:2"), one("4", undefined)]);
    settleAging(lab.db);
    const input = { side: "receivable", asOfDate: TODAY, baseCurrency: "NZD" } as const;
    const ofOne = () => agingReport(lab.reader, { ...input, entityId: "Entity:1" });
    expect(ofOne().totals.map(({ current }) => current)).toEqual(["200.00"]);
    expect(ofOne().gaps).toEqual([{ documentId: "Invoice:4", reason: "entity_unknown" }]);
    expect(agingTotals(lab.reader, input).map(({ current }) => current)).toEqual(["400.00"]);
    lab.db.exec("UPDATE aging_month SET current = current + 1 WHERE party_word < 0");
    expect(repairAgingSums(lab.db)).toBeGreaterThan(0);
    expect(repairAgingSums(lab.db)).toBe(0);
    lab.db.close();
  });
});

describe("aging in SQL, whatever the mirror", () => {
  it("equals the rule over everything in memory, at any date, and its documents sum to every figure", () => {
    fc.assert(
      fc.property(mirror, (given) => {
        const lab = createIngestLab(tempHome());
        fill(lab, explained(given));
        for (const side of SIDES) {
          const input = { side, asOfDate: given.asOf, baseCurrency: "NZD" };
          const report = agingReport(lab.reader, input);
          const { rows, unappliedCash, totals, gaps } = report;
          expect({ rows, unappliedCash, totals, gaps }).toEqual(agingInMemory(lab.reader, input, TODAY));
          expect(cashAlone(lab.reader, input)).toEqual(unappliedCash);
          const listed = agingDocuments(lab.reader, { ...input, limit: 1000 }).rows;
          for (const row of rows)
            for (const bucket of report.buckets) {
              const own = listed.filter(
                (one) =>
                  !one.unapplied &&
                  one.bucket === bucket &&
                  one.currency === row.currency &&
                  (one.party?.id ?? null) === (row.party?.id ?? null),
              );
              expect(canonicalDecimal(sumDecimals(own.map(({ open }) => open)))).toBe(canonicalDecimal(row[bucket]));
              const asked = agingDocuments(lab.reader, {
                ...input,
                partyId: row.party?.id ?? null,
                bucket,
                currency: row.currency,
                kind: "charges",
                limit: 1000,
              });
              expect(asked.rows).toEqual(own);
            }
          for (const cash of unappliedCash) {
            const own = agingDocuments(lab.reader, {
              ...input,
              partyId: cash.party?.id ?? null,
              currency: cash.currency,
              kind: "unapplied",
              limit: 1000,
            }).rows;
            const same = own.filter(({ unapplied }) => unapplied === cash.kind);
            const { party, currency, kind: unapplied } = cash;
            const ofKind = { ...input, partyId: party?.id ?? null, currency, unapplied, limit: 1000 };
            expect(agingDocuments(lab.reader, ofKind).rows).toEqual(same);
            expect(canonicalDecimal(sumDecimals(same.map(({ open }) => open)))).toBe(canonicalDecimal(cash.amount));
          }
          // Page by page the same documents in the same order.
          const paged = [];
          for (let after: string | undefined; ; ) {
            const page = agingDocuments(lab.reader, { ...input, limit: 2, ...(after === undefined ? {} : { after }) });
            paged.push(...page.rows);
            if (page.next === null) break;
            after = page.next;
          }
          expect(paged).toEqual(listed);
        }
        lab.db.close();
      }),
      { numRuns: 200 },
    );
  });
});
