import type { PostedRecord } from "#main/domain/documents/posted-differences.ts";
import type {
  IdPage,
  LedgerAdapter,
  LedgerRequest,
  LedgerResponse,
  LedgerStream,
  Position,
  ReadContext,
  StreamPage,
} from "#main/ledgers/adapter.ts";
import type { Sqlite } from "#main/store/database/open.ts";
import type { StreamRow } from "#main/store/database/schema-client.ts";
import { FindingStore } from "#main/store/records/finding-store.ts";
import { packId } from "#main/store/records/identifiers.ts";
import { StreamStore } from "#main/store/records/stream-store.ts";
import { assert } from "#shared/kernel/assert.ts";
import type { HeldPage, PassKind } from "./held-page.ts";
import type { Ingest, IngestCounts, IngestTarget } from "./ingest.ts";
import { type AskedRequest, OpenPage } from "./open-page.ts";
import { readSource, UNREAD_PREFIX } from "./read-source.ts";

export type { PassKind };

export type PassStep =
  /** The page is complete and waits until `takeHeld` commits it. */
  | { readonly kind: "ready"; readonly held: HeldPage }
  | {
      readonly kind: "page";
      readonly finished: boolean;
      /** The current state of the streams that the page changed. */
      readonly streams: readonly StreamRow[];
    };

/** A record that a write created or changed, read back as a record of its stream. */
export interface WrittenBack {
  readonly stream: string;
  readonly bytes: Uint8Array;
}

// A complete read that would remove more than half of a stream is more likely a broken answer than a purge.
const REMOVAL_SHARE_MAX = 0.5;
const REMOVAL_ALARM_MIN = 10;

/** Pages of a client that are open at once; a data set can always open one. */
const PAGES_OPEN_MAX = 5;

/** What to request for a pass now. */
export interface PassAsks {
  readonly requests: readonly AskedRequest[];
  /** The number of the first page when it was read completely: commit it. */
  readonly whole: number | null;
}

type ContextAt = (nowMs: number) => ReadContext;

/**
 * One stream of one client, read pass by pass. A page's rows, the position after it and the counts are
 * committed together, so that a cursor is never ahead of its data (rule 26). The next pages are read meanwhile as soon
 * as it is known where they start, and are committed in their order; one that isn't committed is read again.
 */
export class StreamPass {
  readonly #db: Sqlite;
  readonly #ingest: Ingest;
  readonly #streams: StreamStore;
  readonly #findings: FindingStore;
  readonly #adapter: LedgerAdapter;
  readonly #all: ReadonlyMap<string, LedgerStream>;
  /** Pages being read, in the order of their pass. */
  readonly #open = new Map<string, OpenPage[]>();
  #lastPageNo = 0;
  #lastRequestNo = 0;
  readonly #holds: boolean;
  /** Passes that begin with their first page, where pages are held. */
  readonly #begun = new Map<string, { readonly kind: PassKind; readonly position: Position | null }>();

  /** @param holds finished pages wait for `takeHeld`, because the firm's log takes them first */
  constructor(db: Sqlite, ingest: Ingest, adapter: LedgerAdapter, streams: readonly LedgerStream[], holds = false) {
    this.#holds = holds;
    this.#db = db;
    this.#ingest = ingest;
    this.#streams = new StreamStore(db);
    this.#findings = new FindingStore(db);
    this.#adapter = adapter;
    this.#all = new Map(streams.map((stream) => [stream.name, stream]));
    for (const stream of streams) this.#streams.ensure(stream.name, stream.label);
  }

  list(): LedgerStream[] {
    return [...this.#all.values()];
  }

  /** Starts a pass, or continues an interrupted one of the same kind. */
  begin(name: string, kind: PassKind): void {
    const stream = this.#stream(name);
    const row = this.#streams.get(name);
    this.#open.delete(name);
    this.#begun.delete(name);
    if (row.pass_kind === kind) return;
    const position = kind === "ids" ? null : stream.start(kind === "delta" ? sinceOf(stream, row) : null);
    if (this.#holds) this.#begun.set(name, { kind, position });
    else this.#streams.startPass(name, kind, position);
  }

  /** Opens the pages that can be read now. */
  ask(name: string, contextAt: ContextAt, nowMs: number): PassAsks {
    const requests = this.#readOn(name, contextAt, nowMs);
    return { requests, whole: this.#wholeOf(name) };
  }

  /** Passes an answer to the page that asked for it. */
  answer(name: string, no: number, response: LedgerResponse, contextAt: ContextAt, nowMs: number): PassAsks {
    for (const page of this.#open.get(name) ?? []) {
      const further = page.answer(no, response);
      if (further === undefined) continue;
      return { requests: [...further, ...this.#readOn(name, contextAt, nowMs)], whole: this.#wholeOf(name) };
    }
    assert(false, `data set ${name} has no page open for answer ${no}`);
  }

  #readOn(name: string, contextAt: ContextAt, nowMs: number): AskedRequest[] {
    const requests: AskedRequest[] = [];
    for (let start = this.#nextStart(name); start !== null; start = this.#nextStart(name)) {
      const { kind, position } = start;
      const context = contextAt(nowMs);
      const stream = this.#stream(name);
      const reader = kind === "ids" ? readIds(stream, context, position) : stream.readPage(context, position as Position);
      const opened = { pageNo: ++this.#lastPageNo, kind, context, fetchedAtMs: nowMs };
      const page = new OpenPage(opened, reader, () => ++this.#lastRequestNo);
      this.#open.set(name, [...(this.#open.get(name) ?? []), page]);
      requests.push(...page.start());
    }
    return requests;
  }

  /** Where a page can be opened now; null while that isn't known, at the end of the pass, and when enough are open. */
  #nextStart(name: string): { readonly kind: PassKind; readonly position: Position | null } | null {
    const last = this.#open.get(name)?.at(-1);
    if (last === undefined) return this.#begun.get(name) ?? this.#underWay(name);
    let open = 0;
    for (const pages of this.#open.values()) open += pages.length;
    return last.next == null || open >= PAGES_OPEN_MAX ? null : { kind: last.kind, position: last.next };
  }

  #wholeOf(name: string): number | null {
    const first = this.#open.get(name)?.[0];
    return first?.isWhole === true ? first.pageNo : null;
  }

  #underWay(name: string): { readonly kind: PassKind; readonly position: Position | null } {
    const row = this.#streams.get(name);
    assert(row.pass_kind !== null, `data set ${name} has no pass to continue`);
    const position = row.pass_position === null ? null : (JSON.parse(row.pass_position) as Position);
    return { kind: row.pass_kind as PassKind, position };
  }

  /** Commits the first page, which was read completely, or hands it out to be held. */
  commit(name: string, nowMs: number): PassStep {
    const [first, ...others] = this.#open.get(name) ?? [];
    assert(first !== undefined, `data set ${name} has no page open`);
    const page = first.whole();
    if (others.length === 0) this.#open.delete(name);
    else this.#open.set(name, others);
    const { kind, context, fetchedAtMs, startedMs } = first;
    if (!this.#holds) return this.#write(name, context, page, startedMs, nowMs);
    const begun = this.#begun.get(name);
    const begin = begun === undefined ? null : { position: begun.position };
    return { kind: "ready", held: { stream: name, kind, begin, page, fetchedAtMs, startedMs, nowMs } };
  }

  /** Drops the pages that aren't committed. */
  abandon(name: string): void {
    this.#open.delete(name);
    this.#begun.delete(name);
  }

  /** Commits a page that this or another machine of the firm has read. */
  takeHeld(held: HeldPage, context: ReadContext): PassStep {
    const { stream, kind, begin, page, startedMs, nowMs } = held;
    if (begin !== null) this.#streams.startPass(stream, kind, begin.position);
    this.#begun.delete(stream);
    return this.#write(stream, context, page, startedMs, nowMs);
  }

  #write(name: string, context: ReadContext, page: StreamPage | IdPage, startedMs: number, nowMs: number): PassStep {
    const counts: IngestCounts = { seen: 0, changed: 0, unchanged: 0, removed: 0 };
    const touched = new Set([name]);
    const write = this.#db.transaction(() => {
      const row = this.#streams.get(name);
      if ("ids" in page) this.#takeIds(row, page, counts);
      else for (const other of this.#takeRecords(row, context, page, counts, nowMs)) touched.add(other);
      this.#streams.advance(
        name,
        page.next,
        "ids" in page ? undefined : page.watermark,
        startedMs,
        counts,
        "ids" in page ? undefined : page.totalKnown,
      );
      if (page.next === null) for (const other of this.#finish(name, counts, nowMs)) touched.add(other);
      this.#ingest.finishPage();
      this.#findAccounts(context, nowMs);
    });
    try {
      write.immediate();
    } catch (error) {
      this.#ingest.rollback();
      throw error;
    }
    return { kind: "page", finished: page.next === null, streams: [...touched].map((other) => this.#streams.get(other)) };
  }

  #takeRecords(row: StreamRow, context: ReadContext, page: StreamPage, counts: IngestCounts, nowMs: number): Set<string> {
    const mappingKey = this.#mappingKey(context);
    const touched = new Set<string>();
    const own = this.#target(row, counts);
    for (const record of page.records) {
      if (record.stream === undefined || record.stream === row.name) {
        this.#ingest.take(own, context, record, mappingKey, nowMs);
        continue;
      }
      const fed = this.#streams.get(record.stream);
      // Its first read hasn't begun and will bring this record; nothing is there yet to map it with.
      if (fed.first_completed_ms === null && fed.pass_kind === null) continue;
      const target = this.#target(fed, { seen: 0, changed: 0, unchanged: 0, removed: 0 });
      this.#ingest.take(target, context, record, mappingKey, nowMs);
      touched.add(record.stream);
      this.#streams.addCounts(record.stream, target.counts);
      for (const key of ["seen", "changed", "unchanged", "removed"] as const) counts[key] += target.counts[key];
    }
    for (const gap of page.incomplete ?? []) {
      this.#streams.needsReading(gap.stream, sinceOf(this.#stream(row.name), row), gap.reconcile);
      touched.add(gap.stream);
    }
    return touched;
  }

  #target(row: StreamRow, counts: IngestCounts): IngestTarget {
    const stream = this.#stream(row.name);
    const marksSeen = row.pass_kind === "full" || stream.delta === "full";
    return { streamNo: row.stream_no, stream, passNo: row.pass_no, marksSeen, wasRead: row.first_completed_ms !== null, counts };
  }

  /**
   * Stores what was read back after a write, at once and outside any pass: cursors don't move. Records of a
   * stream that was never read wait for its first read.
   * @param deleted mirror ids of deleted records: those that weren't read back are marked as removed
   * @returns what was read back, mapped
   */
  takeWritten(
    records: readonly WrittenBack[],
    deleted: readonly string[],
    context: ReadContext,
    nowMs: number,
  ): { readonly changed: number; readonly posted: readonly PostedRecord[] } {
    const posted = records.map(({ stream, bytes }): PostedRecord => {
      const source = readSource(this.#stream(stream), context, bytes);
      return { id: `${source.entityType}:${source.sourceId}`, exists: source.deleted !== true, mapped: source.records };
    });
    const gone = deleted.filter((id) => posted.every((record) => record.id !== id));
    const counts: IngestCounts = { seen: 0, changed: 0, unchanged: 0, removed: 0 };
    const mappingKey = this.#mappingKey(context);
    const write = this.#db.transaction(() => {
      for (const { stream, bytes } of records) {
        const row = this.#streams.get(stream);
        if (row.first_completed_ms === null) continue;
        const target = {
          streamNo: row.stream_no,
          stream: this.#stream(stream),
          passNo: row.pass_no,
          marksSeen: false,
          wasRead: true,
          counts,
        };
        this.#ingest.take(target, context, { bytes }, mappingKey, nowMs);
      }
      for (const id of gone) this.#markRemoved(id, nowMs);
      this.#ingest.finishPage();
      this.#findAccounts(context, nowMs);
    });
    try {
      write.immediate();
    } catch (error) {
      this.#ingest.rollback();
      throw error;
    }
    return { changed: counts.changed + gone.length, posted };
  }

  /**
   * Maps again what lacked an account, or took it from what has another one now, once what it refers to was written: its own bytes may
   * never come again. An item that finds its account so lets its documents find theirs.
   */
  #findAccounts(context: ReadContext, nowMs: number): void {
    while (this.#ingest.lookups.tookChange()) {
      const stale = [...this.#findings.withoutAccount(), ...this.#ingest.accountsMoved(this.#all.values())];
      for (const { recNo, stream } of stale) this.#ingest.mapAgain(this.#stream(stream), context, recNo, nowMs);
      this.#ingest.finishPage();
    }
  }

  #markRemoved(id: string, nowMs: number): void {
    const colon = id.indexOf(":");
    const row = this.#db
      .prepare(
        `SELECT rec_no, stream.name FROM source_record JOIN stream USING (stream_no) JOIN word ON word_no = entity_word
         WHERE source_id = ? AND word.text = ? AND removed_ms IS NULL`,
      )
      .get(packId(id.slice(colon + 1)), id.slice(0, colon)) as { readonly rec_no: number; readonly name: string } | undefined;
    if (row === undefined) return;
    if (this.#stream(row.name).deletes === "feed") this.#ingest.markDeleted(row.rec_no, nowMs);
    else this.#ingest.remove(row.rec_no, nowMs);
  }

  #takeIds(row: StreamRow, page: IdPage, counts: IngestCounts): void {
    // A record that is marked removed and listed again must be read again too.
    const mark = this.#db.prepare("UPDATE source_record SET pass_no = ? WHERE source_id = ? AND stream_no = ? AND removed_ms IS NULL");
    for (const id of page.ids) {
      counts.seen++;
      if (mark.run(row.pass_no, packId(id), row.stream_no).changes === 0) counts.changed++;
      else counts.unchanged++;
    }
    if (counts.changed > 0) this.#streams.foundUnknownIds(row.name);
  }

  /** Ends the pass. @returns the names of the streams that a feed kept up to date */
  #finish(name: string, counts: IngestCounts, nowMs: number): readonly string[] {
    const stream = this.#stream(name);
    const row = this.#streams.get(name);
    const kind = row.pass_kind as PassKind;
    const removed = kind === "full" || kind === "ids" || stream.delta === "full" ? this.#removeUnseen(row, nowMs) : 0;
    counts.removed += removed;
    if (kind === "full" && row.first_completed_ms !== null) this.#ingest.lookups.readWhole(row.stream_no);
    this.#streams.finishPass(name, removed, kind, nowMs);
    if (!stream.isFeed) return [];
    const fed = [...this.#all.values()].filter((other) => other.feedStream === name).map((other) => other.name);
    this.#streams.finishFed(fed, name, nowMs);
    return fed;
  }

  /** Marks records that a complete pass didn't see as removed, with the time of detection. */
  #removeUnseen(row: StreamRow, nowMs: number): number {
    // A record with an unreadable id may be any of the unseen ones.
    if (this.#hasUnreadable(row)) return 0;
    const where = "stream_no = ? AND pass_no < ? AND removed_ms IS NULL";
    const unseen = this.#db.prepare(`SELECT rec_no FROM source_record WHERE ${where}`).pluck().all(row.stream_no, row.pass_no) as number[];
    const known = this.#db
      .prepare("SELECT COUNT(*) FROM source_record WHERE stream_no = ? AND removed_ms IS NULL")
      .pluck()
      .get(row.stream_no) as number;
    if (unseen.length >= REMOVAL_ALARM_MIN && unseen.length > known * REMOVAL_SHARE_MAX) {
      this.#findings.raise(
        row.stream_no,
        "count_drop",
        `A full sync of the data set ${row.label === "" ? row.name : row.label} returned only ${known - unseen.length} of ${known} records. Nothing was marked as deleted. Sync again or check the ledger.`,
        nowMs,
      );
      return 0;
    }
    this.#findings.settle(row.stream_no, "count_drop", nowMs);
    // The feed reports deletions as stubs, and an absent record was deleted as well: the mirror treats both the same way.
    const leavesStubs = this.#stream(row.name).deletes === "feed";
    for (const recNo of unseen) {
      if (leavesStubs) this.#ingest.markDeleted(recNo, nowMs);
      else this.#ingest.remove(recNo, nowMs);
    }
    return unseen.length;
  }

  #hasUnreadable(row: StreamRow): boolean {
    const unreadable = this.#db.prepare("SELECT 1 FROM source_record WHERE stream_no = ? AND pass_no = ? AND source_id GLOB ? LIMIT 1");
    return unreadable.get(row.stream_no, row.pass_no, `${UNREAD_PREFIX}*`) !== undefined;
  }

  // Everything that a mapper's result may depend on besides the record itself.
  #mappingKey(context: ReadContext): string {
    const { organisation, capabilities, adapterFacts } = context.discovery;
    const dimensions = capabilities.dimensions.map((dimension) => [dimension.id, dimension.level]);
    return JSON.stringify([this.#adapter.mappingVersion, context.profile, organisation.baseCurrency, dimensions, adapterFacts]);
  }

  #stream(name: string): LedgerStream {
    const stream = this.#all.get(name);
    assert(stream !== undefined, `unknown data set ${name}`);
    return stream;
  }
}

function* readIds(stream: LedgerStream, context: ReadContext, position: Position | null): Generator<LedgerRequest, IdPage, LedgerResponse> {
  assert(stream.readIds !== undefined, `data set ${stream.name} lists no ids`);
  return yield* stream.readIds(context, position);
}

/** The start of a delta: the watermark minus the overlap, which catches late commits and ties. */
function sinceOf(stream: LedgerStream, row: StreamRow): string | null {
  const from = row.needs_since ?? row.watermark;
  if (from === null || stream.delta === "full") return null;
  return stream.delta === "sequence" ? from : new Date(Date.parse(from) - stream.overlapMs).toISOString();
}
