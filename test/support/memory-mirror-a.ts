import { adapterA } from "#main/ledgers/a/index.ts";
import type {
  ConnectionFacts,
  LedgerRequest,
  LedgerResponse,
  LedgerStream,
  MappedRecord,
  PageRecord,
  ReadContext,
} from "#main/ledgers/adapter.ts";
import type { MirroredRecord, WriteContext } from "#main/ledgers/writing.ts";
import type { Instant } from "#shared/kernel/instant.ts";
import { parseExactJson } from "#shared/kernel/json-exact.ts";
import type { Account } from "#shared/model/books/account.ts";
import type { Item } from "#shared/model/books/item.ts";
import type { Party } from "#shared/model/books/party.ts";
import type { Discovery } from "#shared/model/ledger/capabilities.ts";
import type { Comparable } from "./mirror-compare.ts";

export type Send = (request: LedgerRequest) => LedgerResponse;
export type StreamRecord = PageRecord & { readonly stream: string };

/** What a client's mirror would hold of a Ledger A, in memory: read and mapped by the adapter itself. */
export interface MemoryMirror {
  /** Reads everything again. */
  sync(): void;
  keep(record: StreamRecord): void;
  all(kind: MappedRecord["kind"]): readonly Comparable[];
  find(id: string): MappedRecord["value"] | undefined;
  /** What the preparation of the job `mark` may know. */
  context(mark: string): WriteContext;
}

export function createMemoryMirror(facts: ConnectionFacts, send: Send, now: () => Instant): MemoryMirror {
  const kept = new Map<string, { readonly record: MappedRecord; readonly raw: string }>();
  const discovery: Discovery = drive(adapterA.discover(facts), send);
  const value = <T>(id: string): T | undefined => kept.get(id)?.record.value as T | undefined;
  const all = <T>(kind: MappedRecord["kind"]): T[] =>
    [...kept.values()].flatMap(({ record }) => (record.kind === kind ? [record.value as T] : []));
  const reading = (): ReadContext => ({
    ...facts,
    discovery,
    fetchedAt: now(),
    accountIdByCode: (code) => all<Account>("account").find((account) => account.code === code)?.id,
    moneyAccountOf: () => undefined,
    itemIdByCode: (code) => all<Item>("item").find((item) => item.code === code)?.id,
    item: (id) => value<Item>(id),
    account: (id) => value<Account>(id),
  });
  const streams = adapterA.streams(reading());
  const keep = ({ stream, bytes }: StreamRecord) => {
    const raw = new TextDecoder().decode(bytes);
    const found = streams.find(({ name }) => name === stream);
    if (found === undefined) throw new Error(`no stream ${stream}`);
    const mapped = found.map(reading(), parseExactJson(raw));
    if ((mapped.findings ?? []).length > 0) throw new Error(`${stream}: ${JSON.stringify(mapped.findings)}`);
    for (const record of mapped.records) kept.set(record.value.id, { record, raw });
  };
  return {
    sync: () => {
      for (const stream of streams) for (const record of readWhole(stream, reading(), send)) keep({ ...record, stream: stream.name });
    },
    keep,
    all,
    find: (id) => kept.get(id)?.record.value,
    context: (mark) => ({
      ...facts,
      discovery,
      account: (id) => value<Account>(id),
      item: (id) => value<Item>(id),
      integrationItems: () => [],
      party: (id) => value<Party>(id),
      record: (id) => mirroredOf(kept.get(id)),
      reference: (operation, part) => `tieout-${mark}-${operation}-${part}`,
      key: (call) => `${mark}-${call}`,
    }),
  };
}

/** Runs a generator of the adapter to its end. */
export function drive<T>(steps: Generator<LedgerRequest, T, LedgerResponse>, send: Send): T {
  let step = steps.next();
  while (!step.done) step = steps.next(send(step.value));
  return step.value;
}

function readWhole(stream: LedgerStream, read: ReadContext, send: Send): PageRecord[] {
  const records: PageRecord[] = [];
  let position: ReturnType<LedgerStream["start"]> | null = stream.start(null);
  while (position !== null) {
    const page: ReturnType<typeof readPage> = readPage(stream, read, position, send);
    records.push(...page.records);
    position = page.next;
  }
  return records;
}

function readPage(stream: LedgerStream, read: ReadContext, position: ReturnType<LedgerStream["start"]>, send: Send) {
  return drive(stream.readPage(read, position), send);
}

function mirroredOf(found: { readonly record: MappedRecord; readonly raw: string } | undefined): MirroredRecord | undefined {
  if (found === undefined) return undefined;
  const { record, raw } = found;
  if (record.kind === "document") return { document: record.value, raw, changeHash: `hash of ${raw.length}` };
  return record.kind === "payment" ? { payment: record.value, raw, changeHash: `hash of ${raw.length}` } : undefined;
}
