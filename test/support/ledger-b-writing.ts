import type { LedgerRequest, LedgerResponse, PageRecord, Position, ReadContext } from "#main/ledgers/adapter.ts";
import { adapterB } from "#main/ledgers/b/index.ts";
import { writesB } from "#main/ledgers/b/writes.ts";
import { readProfile } from "#main/ledgers/profile.ts";
import type { ItemResult, Look, MirroredRecord, PreparedCall, WriteContext, WrittenRecord } from "#main/ledgers/writing.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { instant } from "#shared/kernel/instant.ts";
import { parseExactJson } from "#shared/kernel/json-exact.ts";
import type { Result } from "#shared/kernel/result.ts";
import type { Account } from "#shared/model/books/account.ts";
import type { Item } from "#shared/model/books/item.ts";
import type { MappedDocument, MappedPayment } from "#shared/model/books/mapped-record.ts";
import type { Party } from "#shared/model/books/party.ts";
import type { Discovery } from "#shared/model/ledger/capabilities.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { type WriteOperation, writeOperation } from "#shared/model/ledger/write.ts";
import { generateBooks } from "#simulator/books/generate/generate.ts";
import type { Books, BooksOptions } from "#simulator/books/types.ts";
import { createLedgerB, type LedgerBOptions, type SimLedgerB } from "#simulator/ledger-b/create-ledger-b.ts";
import { oracleB } from "#simulator/ledger-b/oracle.ts";
import { bare, type Comparable, differences, readable } from "./mirror-compare.ts";

const START_MS = Date.parse("2026-11-21T03:00:00Z");

/** A bench with a simulated Ledger B, a small mirror of it, and the adapter's generators driven straight against it. */
export interface WritingBench {
  readonly books: Books;
  readonly ledger: SimLedgerB;
  readonly context: WriteContext;
  readonly documents: ReadonlyMap<string, MappedDocument>;
  readonly payments: ReadonlyMap<string, MappedPayment>;
  /** Sends a request of ours, as the transport would. */
  send(request: LedgerRequest): LedgerResponse;
  drive<T>(generator: Generator<LedgerRequest, T, LedgerResponse>): T;
  /** One job: its calls, or the failure that ended it unsent. `job` makes its keys and references. */
  prepare(job: string, ...operations: readonly OperationInput[]): Result<readonly PreparedCall[], Failure>;
  /** Prepares, sends each call once, reads back what was written and what moved with it. */
  perform(job: string, ...operations: readonly OperationInput[]): readonly ItemResult[];
  look(call: PreparedCall): readonly Look[];
  readBack(results: readonly ItemResult[], alsoMoved?: readonly string[]): void;
  /** What the mirror holds otherwise than the books say. */
  differences(): readonly string[];
  /** Somebody else writes, straight to the ledger. */
  other(path: string, body: object, query?: Readonly<Record<string, string>>): { status: number; body: Record<string, never> };
}

export type OperationInput = Parameters<typeof writeOperation.parse>[0] & object;

/** A bench over fresh books. */
export function writingBench(options: LedgerBOptions = {}, books: Partial<BooksOptions> = {}): WritingBench {
  return benchOf(
    generateBooks({
      seed: 7,
      style: "b",
      tenantId: "9130",
      name: "Elm Stores",
      baseCurrency: "USD",
      country: "US",
      today: calendarDate("2026-11-20"),
      months: 3,
      invoicesPerMonth: 8,
      foreignCurrencies: ["EUR"],
      ...books,
    }),
    options,
  );
}

/** A bench over books that are there. */
export function benchOf(books: Books, options: LedgerBOptions = {}): WritingBench {
  const ledger = createLedgerB(books, options);
  let nowMs = START_MS;
  const send = (request: LedgerRequest): LedgerResponse => {
    nowMs += 1000;
    const { method, path, body = "" } = request;
    const headers = Object.fromEntries(Object.entries(request.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]));
    const answer = ledger.handle({ method, path, query: new URLSearchParams(request.query), headers, body }, nowMs);
    return {
      status: answer.status,
      headers: { ...answer.headers },
      body: new TextEncoder().encode(answer.body),
      receivedAt: instant(new Date(nowMs).toISOString()),
    };
  };
  const drive = <T>(generator: Generator<LedgerRequest, T, LedgerResponse>): T => {
    let step = generator.next();
    while (!step.done) {
      const request = step.value;
      const answer = send(request);
      if (answer.status !== 200 && request.allowRejection !== true)
        throw new Error(`${request.method} ${request.path}: ${new TextDecoder().decode(answer.body)}`);
      step = generator.next(answer);
    }
    return step.value;
  };
  const mirror = createMirror(books, drive);
  const contextOf = (job: string): WriteContext => ({
    ...mirror.lookups,
    reference: (operation, part) => `tieout-${job}-${operation}${part === 0 ? "" : `-${part}`}`,
    key: (call) => `${job}-key-${call}`.padEnd(36, "0"),
  });
  const bench: WritingBench = {
    books,
    ledger,
    context: contextOf("look"),
    documents: mirror.documents,
    payments: mirror.payments,
    send,
    drive,
    prepare: (job, ...operations) => drive(writesB.prepare(contextOf(job), operations.map(parsed))),
    perform: (job, ...operations) => {
      const calls = must(bench.prepare(job, ...operations));
      const results = calls.flatMap((call) => writesB.outcomes(contextOf(job), call, send(call.request)));
      bench.readBack(results, operations.map(parsed).flatMap(movedBy));
      return results;
    },
    look: (call) => drive(writesB.look(contextOf("look"), call)),
    readBack: (results, alsoMoved = []) => {
      const written = results.flatMap((result): WrittenRecord[] =>
        result.outcome === "accepted" ? [{ entityType: result.entityType, ledgerId: result.ledgerId, alsoMoved }] : [],
      );
      for (const { stream, bytes } of drive(writesB.readBack(contextOf("look"), written))) mirror.ingest(stream, { bytes });
    },
    differences: () => mirror.differences(),
    other: (path, body, query = {}) => {
      const request = { method: "POST", path: `/v3/company/${books.tenantId}/${path}`, query, body: JSON.stringify(body) } as const;
      const answer = send(request);
      return { status: answer.status, body: JSON.parse(new TextDecoder().decode(answer.body)) as Record<string, never> };
    },
  };
  return bench;
}

function parsed(operation: OperationInput): WriteOperation {
  return writeOperation.parse(operation);
}

/** The value, or the failure as an error. */
export function must<T>(result: Result<T, Failure>): T {
  if (!result.ok) throw new Error(`${result.failure.code} ${result.failure.field ?? ""}: ${result.failure.message}`);
  return result.value;
}

/** Mirrored ids of the records that an operation moves along. */
function movedBy(operation: WriteOperation): readonly string[] {
  if (operation.kind === "create_payment") return operation.payment.allocations.map(({ toId }) => toId);
  if (operation.kind === "apply_credit") return [operation.fromId, ...operation.allocations.map(({ toId }) => toId)];
  return [];
}

function createMirror(books: Books, drive: WritingBench["drive"]) {
  const profile = readProfile({ name: "neutral" });
  if (!profile.ok) throw new Error(profile.failure.message);
  const connection = { tenantId: books.tenantId, profile: profile.value, wantsJournals: false, pageSize: 1000 };
  const discovery: Discovery = drive(adapterB.discover(connection));
  const documents = new Map<string, MappedDocument>();
  const payments = new Map<string, MappedPayment>();
  const accounts = new Map<string, Account>();
  const items = new Map<string, Item>();
  const parties = new Map<string, Party>();
  const raw = new Map<string, string>();
  const reading: ReadContext = {
    ...connection,
    discovery,
    fetchedAt: instant("2026-11-21T03:00:00.000Z"),
    accountIdByCode: () => undefined,
    itemIdByCode: () => undefined,
    moneyAccountOf: (id) => payments.get(id)?.accountId ?? documents.get(id)?.totalAccountId,
    item: (id) => items.get(id),
    account: (id) => accounts.get(id),
  };
  const streams = adapterB.streams(reading);
  const ingest = (name: string, record: PageRecord): void => {
    const stream = streams.find((candidate) => candidate.name === name);
    if (stream === undefined) throw new Error(`no stream ${name}`);
    const text = new TextDecoder().decode(record.bytes);
    const source = stream.map(reading, parseExactJson(text));
    const id = `${source.entityType}:${source.sourceId}`;
    if (source.deleted === true) for (const map of [documents, payments, items]) map.delete(id);
    for (const mapped of source.records) {
      if (mapped.kind === "document") documents.set(id, mapped.value);
      if (mapped.kind === "payment") payments.set(id, mapped.value);
      if (mapped.kind === "account") accounts.set(id, mapped.value);
      if (mapped.kind === "item") items.set(id, mapped.value);
      if (mapped.kind === "party") parties.set(id, mapped.value);
      raw.set(id, text);
    }
  };
  for (const stream of streams.filter(({ isFeed }) => isFeed !== true)) {
    for (let position: Position | null = stream.start(null); position !== null; ) {
      const page: { records: readonly PageRecord[]; next: Position | null } = drive(stream.readPage(reading, position));
      for (const record of page.records) ingest(record.stream ?? stream.name, record);
      position = page.next;
    }
  }
  const record = (id: string): MirroredRecord | undefined => {
    const [document, payment, text] = [documents.get(id), payments.get(id), raw.get(id)];
    if (text === undefined || (document === undefined && payment === undefined)) return undefined;
    const value = document === undefined ? {} : { document };
    return { ...value, ...(payment === undefined ? {} : { payment }), raw: text, changeHash: hashOf(text) };
  };
  const lookups = {
    ...connection,
    discovery,
    account: (id: string) => accounts.get(id),
    item: (id: string) => items.get(id),
    integrationItems: () => [...items.values()].filter(({ name }) => name.startsWith("Tieout")),
    party: (id: string) => parties.get(id),
    record,
  };
  const compare = () => differencesOf(books, { documents, payments, items });
  return { ingest, lookups, documents, payments, differences: compare };
}

function hashOf(text: string): string {
  return `${text.length}:${text.slice(0, 40)}`;
}

interface Mirrored {
  readonly documents: ReadonlyMap<string, MappedDocument>;
  readonly payments: ReadonlyMap<string, MappedPayment>;
  readonly items: ReadonlyMap<string, Item>;
}

function differencesOf(books: Books, { documents, payments, items }: Mirrored): readonly string[] {
  const oracle = oracleB(books);
  const theirs = (record: Comparable): Comparable => {
    const { party, allocations: _, ...rest } = record;
    const named = party as { id: string; name: string } | undefined;
    return bare(named === undefined ? rest : { ...rest, partyId: named.id, partyName: named.name });
  };
  const ours = ({ allocations: _, ...record }: Comparable): Comparable => bare(record);
  const own = [...payments.values()].flatMap(({ allocations }) => allocations);
  const meant = [...oracle.documents, ...oracle.payments].flatMap(({ allocations }) => allocations as readonly object[]);
  return [
    ...readable(differences([...documents.values()].map(ours), oracle.documents.map(theirs))),
    ...readable(differences([...payments.values()].map(ours), oracle.payments.map(theirs))),
    ...readable(
      differences(
        [...items.values()].map((item) => bare(item)),
        oracle.items.map((item) => bare(item)),
      ),
    ),
    ...readable(differences(allocationsById(own), allocationsById(meant))),
  ];
}

/** Allocations by what they join; the same one may be told by both of its ends. */
function allocationsById(list: readonly object[]): Comparable[] {
  const byKey = new Map(list.map((allocation) => [JSON.stringify(Object.entries(bare(allocation)).toSorted()), allocation]));
  return [...byKey].map(([id, allocation]) => ({ ...bare(allocation), id }));
}
