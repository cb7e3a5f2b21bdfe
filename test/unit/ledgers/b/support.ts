import type { LedgerRequest, LedgerResponse, LedgerStream, MappedRecord, MappedSource, ReadContext } from "#main/ledgers/adapter.ts";
import { adapterB } from "#main/ledgers/b/index.ts";
import { readProfile } from "#main/ledgers/profile.ts";
import { instant } from "#shared/kernel/instant.ts";
import { type ExactJson, parseExactJson } from "#shared/kernel/json-exact.ts";
import type { Dimension } from "#shared/model/books/dimension.ts";
import type { Item } from "#shared/model/books/item.ts";

export const NOW = instant("2026-11-21T09:00:00.000Z");

export interface ContextFacts {
  readonly pageSize?: number;
  readonly baseCurrency?: string;
  readonly items?: readonly Pick<Item, "id" | "incomeAccountId" | "expenseAccountId">[];
  readonly dimensions?: readonly string[];
}

/** A read context with a small mirror. */
export function contextB(facts: ContextFacts = {}): ReadContext {
  const profile = readProfile({ name: "neutral" });
  if (!profile.ok) throw new Error(profile.failure.message);
  const baseCurrency = facts.baseCurrency ?? "USD";
  const items = new Map((facts.items ?? []).map((item) => [item.id, item as Item]));
  return {
    tenantId: "9130",
    profile: profile.value,
    wantsJournals: false,
    pageSize: facts.pageSize ?? 1000,
    fetchedAt: NOW,
    discovery: {
      capabilities: {
        dimensions: (facts.dimensions ?? ["Class", "Department"]).map(dimensionB),
        lineTarget: "both",
        canCreateTaxRates: true,
        hasApprovalWorkflow: false,
        hasGlFeed: false,
        hasAuditTrail: false,
        statusIsDerived: true,
        writeSemantics: "replace",
        periodLock: { perSubsidiary: false },
        idempotencyKey: true,
      },
      evidence: {},
      organisation: { name: "Birch", baseCurrency, fiscalYearEndMonth: 12, fiscalYearEndDay: 31, entities: [], currencies: [baseCurrency] },
      discoveredAt: NOW,
      adapterFacts: {},
    },
    accountIdByCode: () => undefined,
    itemIdByCode: () => undefined,
    moneyAccountOf: () => undefined,
    item: (id) => items.get(id),
    account: () => undefined,
  };
}

function dimensionB(id: string): Dimension {
  return {
    id,
    name: id === "Department" ? "Location" : id,
    fieldKey: `${id}Ref`,
    level: "line",
    ownedBy: "source",
    active: true,
    values: [],
  };
}

/** A stream of the adapter by its name. */
export function streamB(name: string): LedgerStream {
  const stream = adapterB.streams(contextB()).find((candidate) => candidate.name === name);
  if (stream === undefined) throw new Error(`no stream ${name}`);
  return stream;
}

/** A value as the exact parser hands it over: numerals as text. */
export function exact(value: unknown): ExactJson {
  return parseExactJson(typeof value === "string" ? value : JSON.stringify(value));
}

/** Maps one record given as JSON text (numerals as written) or as a value. */
export function mapB(stream: string, record: unknown, facts: ContextFacts = {}): MappedSource {
  return streamB(stream).map(contextB(facts), exact(record));
}

type ValueOf<K extends MappedRecord["kind"]> = Extract<MappedRecord, { readonly kind: K }>["value"];

/** The only record of a mapping, of the kind asked for. */
export function only<K extends MappedRecord["kind"]>(source: MappedSource, kind: K): ValueOf<K> {
  const [record] = source.records;
  if (source.records.length !== 1 || record?.kind !== kind) throw new Error(`expected one ${kind}, got ${JSON.stringify(source)}`);
  return record.value as unknown as ValueOf<K>;
}

export function response(body: unknown, status = 200, headers: Record<string, string> = {}): LedgerResponse {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return { status, headers, body: new TextEncoder().encode(text), receivedAt: NOW };
}

export interface Answered<T> {
  readonly value: T;
  readonly requests: readonly LedgerRequest[];
}

/** Runs a generator against a ledger that answers at once; returns its value and what it asked. */
export function converse<T>(
  generator: Generator<LedgerRequest, T, LedgerResponse>,
  answer: (request: LedgerRequest) => LedgerResponse,
): Answered<T> {
  const requests: LedgerRequest[] = [];
  let step = generator.next();
  while (!step.done) {
    requests.push(step.value);
    step = generator.next(answer(step.value));
  }
  return { value: step.value, requests };
}

export function decodeText(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** Smallest invoice that maps; fields given replace or add. */
export function invoice(fields: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    Id: "341",
    TxnDate: "2026-10-05",
    TotalAmt: 300,
    Balance: 300,
    CustomerRef: { value: "24", name: "Elm Stores" },
    Line: [],
    ...fields,
  };
}
