import { expect } from "vitest";
import { z } from "zod";
import { adapterA } from "#main/ledgers/a/index.ts";
import type { LedgerRequest, LedgerResponse, LedgerStream, MappedRecord, MappedSource, ReadContext } from "#main/ledgers/adapter.ts";
import { profileSchema } from "#main/ledgers/profile.ts";
import { instant } from "#shared/kernel/instant.ts";
import { type ExactJson, parseExactJson } from "#shared/kernel/json-exact.ts";
import { account } from "#shared/model/books/account.ts";
import { application } from "#shared/model/books/allocation.ts";
import { dimension } from "#shared/model/books/dimension.ts";
import { ledgerDocument } from "#shared/model/books/document.ts";
import { item } from "#shared/model/books/item.ts";
import { party } from "#shared/model/books/party.ts";
import { batchPayment, payment } from "#shared/model/books/payment.ts";
import { period, periodLock } from "#shared/model/books/period.ts";
import { journal } from "#shared/model/books/posting.ts";
import { linkedTransaction, purchaseOrder } from "#shared/model/books/purchase-order.ts";
import { taxRate } from "#shared/model/books/tax.ts";
import type { Discovery } from "#shared/model/ledger/capabilities.ts";

export const fetchedAt = instant("2026-11-21T09:00:00.000Z");

const region = {
  id: "TrackingCategory:region",
  name: "Region",
  fieldKey: "Tracking",
  level: "line" as const,
  ownedBy: "source" as const,
  active: true,
  values: [
    { id: "north", name: "North", active: true },
    { id: "south", name: "South", active: true },
  ],
};
const team = { ...region, id: "TrackingCategory:team", name: "Team", values: [{ id: "red", name: "Red", active: true }] };

export const discovery: Discovery = {
  capabilities: {
    dimensions: [region, team],
    lineTarget: "both",
    canCreateTaxRates: true,
    hasApprovalWorkflow: false,
    hasGlFeed: true,
    hasAuditTrail: false,
    statusIsDerived: false,
    writeSemantics: "merge",
    periodLock: { perSubsidiary: false },
    idempotencyKey: true,
  },
  evidence: {},
  organisation: {
    name: "Birch Group",
    baseCurrency: "NZD",
    fiscalYearEndMonth: 3,
    fiscalYearEndDay: 31,
    entities: [],
    currencies: ["NZD"],
  },
  discoveredAt: fetchedAt,
  adapterFacts: {},
};

/** A client with the accounts 200, 400, 090, 630 and the item RET in its mirror. */
export function contextA(changes: Partial<ReadContext> = {}): ReadContext {
  const codes: Record<string, string> = { "200": "sales", "400": "costs", "090": "bank", "630": "stock" };
  const source = { system: "ledger_a" as const, tenantId: "tenant-1", entityType: "Item", id: "ret", fetchedAt };
  return {
    tenantId: "tenant-1",
    profile: profileSchema.parse({ name: "neutral" }),
    wantsJournals: true,
    pageSize: 1000,
    discovery,
    fetchedAt,
    accountIdByCode: (code) => (Object.hasOwn(codes, code) ? `Account:${codes[code]}` : undefined),
    moneyAccountOf: () => undefined,
    itemIdByCode: (code) => (code === "RET" ? "Item:ret" : undefined),
    item: (itemId) =>
      itemId === "Item:ret"
        ? {
            id: itemId,
            name: "Retainer",
            tracked: false,
            active: true,
            incomeAccountId: "Account:sales",
            expenseAccountId: "Account:costs",
            source,
          }
        : undefined,
    account: () => undefined,
    ...changes,
  };
}

/** The stream with that name. */
export function streamA(name: string, context: ReadContext = contextA()): LedgerStream {
  const stream = adapterA.streams(context).find((candidate) => candidate.name === name);
  if (stream === undefined) throw new Error(`no stream ${name}`);
  return stream;
}

/** Maps one record given as JSON text or as an object; checks the result against the model. */
export function mapA(streamName: string, record: string | object, context: ReadContext = contextA()): MappedSource {
  const parsed = parseExactJson(typeof record === "string" ? record : JSON.stringify(record));
  const mapped = streamA(streamName, context).map(context, parsed);
  for (const each of mapped.records) expectModel(each);
  return mapped;
}

/** The value of the only record. */
export function valueA<Kind extends MappedRecord["kind"]>(mapped: MappedSource, kind: Kind): ValueOf<Kind> {
  expect(mapped.records).toHaveLength(1);
  const record = mapped.records[0];
  if (record?.kind !== kind) throw new Error(`expected a ${kind}, not a ${record?.kind}`);
  return record.value as ValueOf<Kind>;
}

type ValueOf<Kind extends MappedRecord["kind"]> = (MappedRecord & { readonly kind: Kind })["value"];

const byName = { partyId: z.string().optional(), partyName: z.string().optional() };
const schemas: Record<MappedRecord["kind"], z.ZodType> = {
  document: ledgerDocument.omit({ party: true }).extend(byName).strict(),
  payment: payment.omit({ party: true }).extend(byName).strict(),
  order: purchaseOrder.omit({ party: true }).extend(byName).strict(),
  application: application.strict(),
  party: party.strict(),
  account: account.strict(),
  item: item.strict(),
  dimension: dimension.strict(),
  tax_rate: taxRate.strict(),
  batch_payment: batchPayment.strict(),
  journal: journal.strict(),
  linked_transaction: linkedTransaction.strict(),
  period: period.strict(),
  lock: periodLock.strict(),
};

/** The record has the shape of the model: no foreign key, and no undefined or empty member. */
export function expectModel(record: MappedRecord): void {
  schemas[record.kind].parse(record.value);
  const text = JSON.stringify(record.value, (key, value: unknown) => {
    if (value === undefined || value === "") throw new Error(`${record.kind}: ${key} is ${value === "" ? "empty" : "undefined"}`);
    return value;
  });
  expect(text).not.toBe("");
}

/** An answer with a JSON body; text is used unchanged. */
export function answerA(body: unknown, changes: { status?: number; headers?: Record<string, string> } = {}): LedgerResponse {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return {
    status: changes.status ?? 200,
    headers: { "content-type": "application/json; charset=utf-8", ...changes.headers },
    body: new TextEncoder().encode(text),
    receivedAt: fetchedAt,
  };
}

export interface Pass {
  readonly ids: readonly string[];
  readonly requests: readonly LedgerRequest[];
  readonly watermark: string | undefined;
  readonly pages: number;
}

/** Reads a stream to the end of a pass from a server; throws when there is no end. */
export function readPassA(
  stream: LedgerStream,
  serve: (request: LedgerRequest) => LedgerResponse,
  idField: string,
  { since = null, context = contextA(), pagesMax = 500 }: { since?: string | null; context?: ReadContext; pagesMax?: number } = {},
): Pass {
  const ids: string[] = [];
  const requests: LedgerRequest[] = [];
  let watermark: string | undefined;
  let position = stream.start(since);
  for (let pages = 1; pages <= pagesMax; pages++) {
    const reading = stream.readPage(context, position);
    let step = reading.next();
    while (!step.done) {
      requests.push(step.value);
      step = reading.next(serve(step.value));
    }
    for (const record of step.value.records) ids.push(String(fieldOf(record.bytes, idField)));
    const mark = step.value.watermark;
    if (mark !== undefined && (watermark === undefined || mark > watermark)) watermark = mark;
    if (step.value.next === null) return { ids, requests, watermark, pages };
    // A position survives being stored as JSON.
    position = JSON.parse(JSON.stringify(step.value.next)) as typeof position;
  }
  throw new Error(`no end after ${pagesMax} pages`);
}

function fieldOf(bytes: Uint8Array, field: string): ExactJson | undefined {
  const record = parseExactJson(new TextDecoder().decode(bytes)) as Record<string, ExactJson>;
  return record[field];
}
