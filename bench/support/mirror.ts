import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { adapterA } from "#main/ledgers/a/index.ts";
import type { LedgerResponse } from "#main/ledgers/adapter.ts";
import { profileSchema } from "#main/ledgers/profile.ts";
import { clientFilePath, openClientFile } from "#main/store/database/client-file.ts";
import { ensureListIndex, ensureReadIndexes } from "#main/store/database/indexes.ts";
import type { Sqlite } from "#main/store/database/open.ts";
import { Ingest } from "#main/store/ingest/ingest.ts";
import { MirrorLookups } from "#main/store/ingest/mirror-lookups.ts";
import { type PassKind, StreamPass } from "#main/store/ingest/stream-pass.ts";
import type { ClientSetup } from "#main/workers/protocol.ts";
import { settleFile, verifyPages } from "#main/workers/whole-file.ts";
import { type Instant, instant, instantMs } from "#shared/kernel/instant.ts";
import type { Discovery } from "#shared/model/ledger/capabilities.ts";
import { accountId, CONTACTS, contactId, EMPTY_PAGE, type Pages, TRACKING_ID } from "./ledger-a-pages.ts";

export const FETCHED_AT: Instant = instant("2026-11-20T09:00:00.000Z");
export const NOW_MS = instantMs(FETCHED_AT);
export const INVOICES = "invoices.accrec";

const DISCOVERY: Discovery = {
  capabilities: {
    dimensions: [
      {
        id: `TrackingCategory:${TRACKING_ID}`,
        name: "Region",
        fieldKey: "Tracking",
        level: "line",
        ownedBy: "source",
        active: true,
        values: [],
      },
    ],
    lineTarget: "both",
    canCreateTaxRates: true,
    hasApprovalWorkflow: false,
    hasGlFeed: false,
    hasAuditTrail: false,
    statusIsDerived: false,
    writeSemantics: "merge",
    periodLock: { perSubsidiary: false },
    idempotencyKey: true,
  },
  evidence: {},
  organisation: {
    name: "Bench Trading Ltd",
    baseCurrency: "GBP",
    fiscalYearEndMonth: 3,
    fiscalYearEndDay: 31,
    entities: [],
    currencies: ["GBP"],
  },
  discoveredAt: FETCHED_AT,
  adapterFacts: {},
};

/** The setup of a client on Ledger A. */
export function clientSetup(clientId: string): ClientSetup {
  return {
    clientId,
    system: "ledger_a",
    tenantId: `tenant-${clientId}`,
    profile: profileSchema.parse({ name: "neutral" }),
    wantsJournals: false,
    pageSize: 1_000,
    discovery: DISCOVERY,
  };
}

/** One client's mirror with everything that writes it, on this thread. */
export interface BenchMirror {
  readonly db: Sqlite;
  readonly ingest: Ingest;
  readonly pass: StreamPass;
  readonly lookups: MirrorLookups;
  readonly setup: ClientSetup;
  readonly path: string;
}

export interface MirrorOptions {
  /** False: the raw payloads are dropped. The product always keeps them. */
  readonly keepsRaw?: boolean;
}

/** Opens a mirror whose accounts, items and contacts have been read. */
export function openMirror(home: string, clientId: string, options: MirrorOptions = {}): BenchMirror {
  const setup = clientSetup(clientId);
  const db = openClientFile(home, clientId);
  ensureListIndex(db);
  const lookups = new MirrorLookups(db);
  const ingest = new Ingest(db, setup, lookups, {
    baseCurrency: setup.discovery.organisation.baseCurrency,
    hasGlFeed: setup.discovery.capabilities.hasGlFeed,
  });
  if (options.keepsRaw === false) ingest.records.flushRaw = () => ingest.records.discardRaw();
  const streams = adapterA.streams(lookups.context(setup, setup.discovery, 0));
  const mirror = { db, ingest, lookups, setup, pass: new StreamPass(db, ingest, adapterA, streams), path: clientFilePath(home, clientId) };
  readLists(mirror);
  return mirror;
}

export function closeMirror(mirror: BenchMirror): void {
  mirror.db.close();
}

/** First read of the invoices, up to the moment in which every index is ready. */
export function backfill(mirror: BenchMirror, pages: Pages): void {
  readPass(mirror, INVOICES, "backfill", unzipped(pages));
  ensureReadIndexes(mirror.db);
  settleFile(mirror.db);
  mirror.ingest.refreshHashIndex();
}

/** The bodies of these pages and a final empty answer, unzipped one at a time. */
export function* unzipped(pages: Pages): Generator<Uint8Array> {
  for (const page of pages) yield gunzipSync(page);
  yield gunzipSync(EMPTY_PAGE);
}

/** Reads everything again as a delta: the records' change times are after its start. */
export function readDelta(mirror: BenchMirror, bodies: Iterable<Uint8Array>): void {
  mirror.db.prepare("UPDATE stream SET watermark = NULL WHERE name = ?").run(INVOICES);
  readPass(mirror, INVOICES, "delta", bodies);
}

/** One pass over a stream that is answered with these bodies in turn. */
export function readPass(mirror: BenchMirror, stream: string, kind: PassKind, bodies: Iterable<Uint8Array>): void {
  mirror.pass.begin(stream, kind);
  const contextAt = (nowMs: number) => mirror.lookups.context(mirror.setup, mirror.setup.discovery, nowMs);
  let [asked] = mirror.pass.ask(stream, contextAt, NOW_MS).requests;
  for (const body of bodies) {
    if (asked === undefined) throw new Error("a request was expected");
    [asked] = mirror.pass.answer(stream, asked.no, answer(body), contextAt, NOW_MS).requests;
    const done = mirror.pass.commit(stream, NOW_MS);
    if (done.kind !== "page") throw new Error("a page was expected");
    // As the thread that owns the file does after each operation.
    settleFile(mirror.db);
  }
}

export function answer(body: Uint8Array): LedgerResponse {
  return { status: 200, headers: { "content-type": "application/json" }, body, receivedAt: FETCHED_AT };
}

/** Where totals and tax post to, as in every chart. */
const CONTROL_ACCOUNTS = [
  { Name: "Accounts Receivable", Type: "CURRENT", Class: "ASSET", SystemAccount: "DEBTORS" },
  { Name: "Sales Tax", Type: "CURRLIAB", Class: "LIABILITY", SystemAccount: "GST" },
];

/** The lists that invoices refer to, by stream: one answer each. */
export const lists: readonly { readonly stream: string; readonly body: Uint8Array }[] = [
  {
    stream: "accounts",
    body: collection("Accounts", 14, (at) => ({
      AccountID: accountId(at),
      Code: String(200 + at),
      Status: "ACTIVE",
      ...(CONTROL_ACCOUNTS[at - 12] ?? { Name: `Sales ${at}`, Type: "REVENUE", Class: "REVENUE" }),
    })),
  },
  {
    stream: "contacts",
    body: collection("Contacts", CONTACTS, (at) => ({
      ContactID: contactId(at),
      Name: `Customer ${at} Trading Company Limited`,
      ContactStatus: "ACTIVE",
      IsCustomer: true,
      IsSupplier: false,
    })),
  },
  {
    stream: "items",
    body: collection("Items", 40, (at) => ({
      ItemID: accountId(1_000 + at),
      Code: `ITEM-${at}`,
      Name: `Item ${at}`,
      SalesDetails: { AccountCode: String(200 + (at % 12)) },
    })),
  },
];

function readLists(mirror: BenchMirror): void {
  for (const { stream, body } of lists) readPass(mirror, stream, "backfill", [body]);
}

function collection(name: string, count: number, record: (at: number) => object): Uint8Array {
  return Buffer.from(JSON.stringify({ [name]: Array.from({ length: count }, (_, at) => record(at)) }));
}

/** A temporary folder that is removed when `work` is done. */
export async function inScratch<T>(work: (home: string) => T | Promise<T>): Promise<T> {
  const home = mkdtempSync(join(tmpdir(), "tieout-bench-"));
  try {
    return await work(home);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** Bytes of a mirror on disk, with its log checkpointed. */
export function bytesOnDisk(db: Sqlite): number {
  verifyPages(db.name, db, 1);
  return statSync(db.name).size;
}
