import {
  type LedgerAdapter,
  type LedgerResponse,
  type LedgerStream,
  type MappedSource,
  type ReadContext,
  RecordMalformed,
  type StreamPage,
} from "#main/ledgers/adapter.ts";
import { textAtPath } from "#main/ledgers/record-field.ts";
import { openClientFile } from "#main/store/database/client-file.ts";
import { MirrorReader } from "#main/store/database/mirror-reader.ts";
import type { Sqlite } from "#main/store/database/open.ts";
import { Ingest, type IngestCounts } from "#main/store/ingest/ingest.ts";
import { MirrorLookups } from "#main/store/ingest/mirror-lookups.ts";
import { StreamPass } from "#main/store/ingest/stream-pass.ts";
import { StreamStore } from "#main/store/records/stream-store.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";
import type { ExactJson } from "#shared/kernel/json-exact.ts";
import { contextA } from "#test/unit/ledgers/a/support.ts";

export const NOW = Date.UTC(2026, 10, 21, 9);
const NO_REQUESTS: readonly never[] = [];
const SOURCE = { system: "ledger_a" as const, tenantId: "tenant-1" };

/**
 * A made-up ledger record: its `id`, what the mapper is to do with it (`malformed`, `unknown`,
 * `deleted`), and the normalised records it `yields`, each with its kind.
 */
export type Given = string | Readonly<Record<string, unknown>>;

/** A mirror of its own with a stream whose records say themselves what they become. */
export interface IngestLab {
  readonly db: Sqlite;
  readonly ingest: Ingest;
  readonly streams: StreamStore;
  readonly pass: StreamPass;
  readonly reader: MirrorReader;
  readonly context: ReadContext;
  /** How often the mapper ran. */
  mapped(): number;
  /** What the mapper makes of what a record says; null: just that. */
  remap: ((mapped: MappedSource) => MappedSource) | null;
  /** Takes records in, in one transaction; `mappingKey` names the mapper's version. */
  take(records: readonly Given[], nowMs?: number, mappingKey?: string): IngestCounts;
  /** Reads a whole pass; each page is a list of records, answered at `answeredMs` by the ledger's clock. */
  readPass(kind: "backfill" | "delta" | "full", pages: readonly (readonly Given[])[], nowMs?: number): void;
  /** Compares ids in one page. */
  readIds(ids: readonly string[], nowMs?: number): void;
  rows(sql: string, ...parameters: readonly unknown[]): unknown[][];
}

export interface LabOptions {
  readonly hasAuditTrail?: boolean;
  readonly delta?: LedgerStream["delta"];
  /** Default: USD. */
  readonly baseCurrency?: string;
}

export function createIngestLab(home: string, options: LabOptions = {}): IngestLab {
  const db = openClientFile(home, "one");
  const lookups = new MirrorLookups(db);
  const ingest = new Ingest(db, SOURCE, lookups, { baseCurrency: options.baseCurrency ?? "USD", hasGlFeed: false });
  let mapped = 0;
  let pages: readonly (readonly Given[])[] = [];
  let listed: readonly string[] = [];
  const stream: LedgerStream = {
    name: "things",
    entityType: "Invoice",
    label: "Things",
    phase: 1,
    delta: options.delta ?? "since",
    overlapMs: 0,
    deletes: "reconcile",
    start: (since) => ({ page: 0, since }),
    *readPage(_context, position): Generator<never, StreamPage, LedgerResponse> {
      yield* NO_REQUESTS;
      const page = Number(position.page);
      const records = (pages[page] ?? []).map((record) => ({ bytes: bytesOf(record) }));
      return { records, next: page + 1 < pages.length ? { ...position, page: page + 1 } : null };
    },
    *readIds() {
      yield* NO_REQUESTS;
      return { ids: listed, next: null };
    },
    map: (_context, record) => {
      mapped++;
      const own = mapGiven(record);
      return lab.remap === null ? own : lab.remap(own);
    },
    idOf: (record) => textAtPath(record, "id"),
  };
  const adapter: LedgerAdapter = {
    system: SOURCE.system,
    lockStreams: [],
    mappingVersion: 1,
    streams: () => [stream],
    reports: {
      kinds: [],
      read: () => {
        throw new Error("the lab reads no report");
      },
    },
    discover: () => {
      throw new Error("the lab discovers nothing");
    },
    verdict: () => ({ kind: "accepted" }),
  };
  const pass = new StreamPass(db, ingest, adapter, [stream]);
  const streams = new StreamStore(db);
  const base = contextA();
  const capabilities = { ...base.discovery.capabilities, hasAuditTrail: options.hasAuditTrail ?? false };
  const contextAt = (nowMs: number): ReadContext => ({
    ...lookups.context(base, { ...base.discovery, capabilities }, nowMs),
    fetchedAt: instantFromMs(nowMs),
  });
  const drive = (kind: "backfill" | "delta" | "full" | "ids", nowMs: number): void => {
    pass.begin("things", kind);
    for (;;) {
      if (pass.ask("things", contextAt, nowMs).requests.length > 0) throw new Error("the lab sends nothing");
      const step = pass.commit("things", nowMs);
      if (step.kind !== "page") throw new Error("the lab holds nothing");
      if (step.finished) return;
    }
  };
  const lab: IngestLab = {
    remap: null,
    db,
    ingest,
    streams,
    pass,
    reader: new MirrorReader(db, SOURCE),
    context: contextAt(NOW),
    mapped: () => mapped,
    take: (records, nowMs = NOW, mappingKey = "map-1") => {
      const counts = { seen: 0, changed: 0, unchanged: 0, removed: 0 };
      const target = { streamNo: 1, stream, passNo: 1, marksSeen: true, wasRead: false, counts };
      db.transaction(() => {
        for (const record of records) ingest.take(target, contextAt(nowMs), { bytes: bytesOf(record) }, mappingKey, nowMs);
        ingest.finishPage();
      }).immediate();
      return counts;
    },
    readPass: (kind, given, nowMs = NOW) => {
      pages = given;
      drive(kind, nowMs);
    },
    readIds: (ids, nowMs = NOW) => {
      listed = ids;
      drive("ids", nowMs);
    },
    rows: (sql, ...parameters) =>
      db
        .prepare(sql)
        .raw()
        .all(...parameters) as unknown[][],
  };
  return lab;
}

function bytesOf(record: Given): Uint8Array {
  return new TextEncoder().encode(typeof record === "string" ? record : JSON.stringify(record));
}

function mapGiven(record: ExactJson): MappedSource {
  const given = record as unknown as {
    id: string;
    entity?: string;
    malformed?: string;
    unknown?: string;
    deleted?: boolean;
    yields?: MappedSource["records"];
  };
  if (given.malformed !== undefined) throw new RecordMalformed(given.malformed, "Total");
  const source = { entityType: given.entity ?? "Invoice", sourceId: given.id };
  if (given.deleted === true) return { ...source, deleted: true, records: [] };
  if (given.unknown !== undefined)
    return { ...source, records: [], findings: [{ code: "unknown_value", message: `unknown ${given.unknown}`, field: "Status" }] };
  return { ...source, records: given.yields ?? [] };
}

const source = (entityType: string, id: string) => ({ ...SOURCE, entityType, id, fetchedAt: "2026-11-21T09:00:00.000Z" });
const money = (amount: string) => ({ amount, currency: "NZD" });
const NO_TAX = { basis: "none", components: [] };

/** A document as the model has it; fields given replace or add. */
export function documentRecord(id: string, fields: Readonly<Record<string, unknown>> = {}) {
  const value = {
    id: `Invoice:${id}`,
    type: "sales_invoice",
    issueDate: "2026-10-05",
    currency: "NZD",
    total: money("100.00"),
    outstanding: money("100.00"),
    tax: NO_TAX,
    status: "open",
    statusIsDerived: false,
    lines: [{ id: `Invoice:${id}/1`, kind: "account", net: money("100.00"), tax: NO_TAX, dimensions: [], source: source("Invoice", "1") }],
    allocations: [],
    source: source("Invoice", id),
    ...fields,
  };
  return { kind: "document", value };
}

export function partyRecord(id: string, fields: Readonly<Record<string, unknown>> = {}) {
  const roles = { isCustomer: true, isVendor: false, isEmployee: false, active: true };
  return { kind: "party", value: { id: `Contact:${id}`, name: "Elm", ...roles, sources: [source("Contact", id)], ...fields } };
}

export function accountRecord(id: string, fields: Readonly<Record<string, unknown>> = {}) {
  const value = {
    id: `Account:${id}`,
    code: "200",
    name: "Sales",
    type: "REVENUE",
    class: "revenue",
    active: true,
    source: source("Account", id),
    ...fields,
  };
  return { kind: "account", value };
}

export function journalRecord(id: string, amount: string) {
  const posting = (line: string, account: string, sum: string) => ({
    id: `gl:${id}/${line}`,
    accountId: `Account:${account}`,
    amount: money(sum),
    dimensions: [],
  });
  const value = {
    id: `gl:${id}`,
    date: "2026-10-05",
    postings: [posting("1", "debtors", amount), posting("2", "sales", `-${amount}`)],
    source: source("transactionaccountingline", id),
  };
  return { kind: "journal", value };
}

export function lockRecord(id: string, lockedThrough: string, scope: Readonly<Record<string, string>> = { module: "all" }) {
  return { kind: "lock", value: { id, scope, lockedThrough, source: source("Organisation", "org") } };
}
