import { existsSync } from "node:fs";
import { adapterFor } from "#main/ledgers/registry.ts";
import { clientFilePath, emptyMirror, openClientFile } from "#main/store/database/client-file.ts";
import { ensureListIndex } from "#main/store/database/indexes.ts";
import { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { isAlone, type Sqlite } from "#main/store/database/open.ts";
import { sealOwnRecords } from "#main/store/database/own-chain.ts";
import { hasLog, hasSums, PagesDamaged } from "#main/store/database/page-sums.ts";
import { ensureSearchFollows } from "#main/store/database/search-index.ts";
import { Ingest } from "#main/store/ingest/ingest.ts";
import { MirrorLookups } from "#main/store/ingest/mirror-lookups.ts";
import { StreamPass } from "#main/store/ingest/stream-pass.ts";
import type { PostingSetting } from "#main/store/postings/posting-writer.ts";
import { assert } from "#shared/kernel/assert.ts";
import type { ClientSetup, ClientSource } from "./protocol.ts";
import { type PagesVerified, settleFile, verifyPages } from "./whole-file.ts";

/** A client's mirror as a writer thread holds it. */
export interface WritableClient {
  readonly db: Sqlite;
  readonly ingest: Ingest;
  readonly lookups: MirrorLookups;
  readonly setup: ClientSetup;
  readonly pass: StreamPass;
}

export interface ReadableClient {
  readonly db: Sqlite;
  readonly reader: MirrorReader;
}

// macOS gives a process 256 file descriptors and each open mirror takes three.
const OPEN_FILES_MAX = 8;

// People act in bursts, and opening a file takes longer than most acts.
const KEPT_FILES_MAX = 2;

/** The open mirrors of one thread, least recently used closed first. */
export class ClientFiles {
  readonly #home: string;
  readonly #writable = new Map<string, WritableClient>();
  readonly #readable = new Map<string, ReadableClient>();
  /** Opened for an operation of its own, and kept for the next one. */
  readonly #kept = new Map<string, Sqlite>();
  #empty: Sqlite | null = null;

  constructor(home: string) {
    this.#home = home;
  }

  /** Opens a mirror for writing with what is needed to read its ledger. */
  setUp(setup: ClientSetup): WritableClient {
    const db = this.#writable.get(setup.clientId)?.db ?? this.#kept.get(setup.clientId) ?? openClientFile(this.#home, setup.clientId);
    this.#kept.delete(setup.clientId);
    ensureListIndex(db);
    ensureSearchFollows(db);
    const adapter = adapterFor(setup.system);
    const lookups = new MirrorLookups(db);
    const ingest = new Ingest(db, setup, lookups, postingSetting(setup));
    const streams = adapter.streams(lookups.context(setup, setup.discovery, 0));
    const client = { db, ingest, lookups, setup, pass: new StreamPass(db, ingest, adapter, streams, setup.holds) };
    this.#keep(this.#writable, setup.clientId, client);
    ingest.postings.catchUp();
    return client;
  }

  /** Whether a run has the mirror open for writing. */
  isOpen(clientId: string): boolean {
    return this.#writable.has(clientId);
  }

  writable(clientId: string): WritableClient {
    const client = this.#writable.get(clientId);
    assert(client !== undefined, `client ${clientId} was not set up on this thread`);
    return client;
  }

  /**
   * Does something to a client's own records: on the connection of the run that is under way, or on one that is opened for this.
   * It stays open until acts on other clients take its place, or the act fails.
   */
  withWritable<T>(clientId: string, act: (db: Sqlite) => T): T {
    const running = this.#writable.get(clientId);
    if (running !== undefined) return act(running.db);
    const db = this.#kept.get(clientId) ?? openClientFile(this.#home, clientId);
    this.#keep(this.#kept, clientId, db);
    try {
      return act(db);
    } catch (error) {
      this.#kept.delete(clientId);
      closeWhole(db);
      throw error;
    }
  }

  /** Works on a mirror with its ledger's mappers: on what a run holds open, or on what is opened for this and closed afterwards. */
  withSetup<T>(setup: ClientSetup, act: (client: WritableClient) => T): T {
    const running = this.#writable.get(setup.clientId);
    if (running !== undefined) return act(running);
    try {
      return act(this.setUp(setup));
    } finally {
      this.release(setup.clientId);
    }
  }

  /** Opens a mirror read-only. One that has never been read has no file yet and is answered from an empty one. */
  readable(source: ClientSource): ReadableClient {
    const known = this.#readable.get(source.clientId);
    if (known !== undefined) {
      this.#keep(this.#readable, source.clientId, known);
      return known;
    }
    if (!existsSync(clientFilePath(this.#home, source.clientId))) {
      this.#empty ??= emptyMirror();
      return { db: this.#empty, reader: new MirrorReader(this.#empty, source) };
    }
    const db = openClientFile(this.#home, source.clientId, { readonly: true });
    const client = { db, reader: new MirrorReader(db, source) };
    this.#keep(this.#readable, source.clientId, client);
    return client;
  }

  /** After an operation on a mirror that stays open for writing: see `settleFile`. */
  settle(clientId: string): void {
    const db = this.#openForWriting(clientId);
    if (db !== null) settleFile(db);
  }

  #openForWriting(clientId: string): Sqlite | null {
    return this.#writable.get(clientId)?.db ?? this.#kept.get(clientId) ?? null;
  }

  /**
   * Compares some pages of a mirror with their sums. A log that a killed process left is folded first.
   * @throws StoreRefusal with reason `damaged` when a page does not hold what was written
   */
  verify(clientId: string, fromPage: number): PagesVerified {
    const path = clientFilePath(this.#home, clientId);
    if (!existsSync(path)) return { next: null, pages: 0 };
    const db = this.#openForWriting(clientId);
    if (db === null && hasLog(path) && hasSums(path)) openClientFile(this.#home, clientId).close();
    return verifyPages(path, db, fromPage);
  }

  /** Closes what a run held open for writing. */
  release(clientId: string): void {
    closeWhole(this.#writable.get(clientId)?.db);
    this.#writable.delete(clientId);
  }

  /** Closes a client's files, for example before they are removed. */
  close(clientId: string): void {
    closeWhole(this.#openForWriting(clientId) ?? undefined);
    this.#readable.get(clientId)?.db.close();
    this.#writable.delete(clientId);
    this.#kept.delete(clientId);
    this.#readable.delete(clientId);
  }

  closeAll(): void {
    for (const clientId of [...this.#writable.keys(), ...this.#kept.keys(), ...this.#readable.keys()]) this.close(clientId);
    this.#empty?.close();
    this.#empty = null;
  }

  #keep<C>(open: Map<string, C>, clientId: string, client: C): void {
    open.delete(clientId);
    open.set(clientId, client);
  }

  /**
   * Closes what has not been used for longest, and what no other connection can use while it is open. Called
   * between operations, never inside one.
   */
  trim(): void {
    for (const [clientId, db] of this.#kept) {
      if (this.#kept.size <= KEPT_FILES_MAX) break;
      this.#kept.delete(clientId);
      closeLater(db);
    }
    for (const [clientId, { db }] of this.#readable)
      if (isAlone(db)) {
        db.close();
        this.#readable.delete(clientId);
      }
    while (this.#readable.size > OPEN_FILES_MAX) {
      const [clientId, client] = this.#readable.entries().next().value as [string, ReadableClient];
      client.db.close();
      this.#readable.delete(clientId);
    }
  }
}

/**
 * Seals what was recorded and closes the file, which folds the log into it: a reader may still hold it
 * open, and a copy of the file must be the mirror. A full disk has no room for that; what is in the log
 * is safe there and is folded in later, so the operation that it belongs to has not failed.
 */
function closeWhole(db: Sqlite | undefined): void {
  if (db?.open !== true) return;
  try {
    try {
      sealOwnRecords(db);
    } finally {
      db.close();
    }
  } catch (error) {
    if ((error as { readonly code?: unknown }).code !== "SQLITE_FULL") throw error;
  }
}

/**
 * Closes a file after the act that opened it was answered. Where its log can't be folded, what was committed stays in the log, and
 * the next act on this client is told why; the act on another one that is under way has nothing to do with it.
 */
function closeLater(db: Sqlite): void {
  try {
    closeWhole(db);
  } catch (error) {
    if (!(error instanceof PagesDamaged) && typeof (error as { readonly code?: unknown }).code !== "string") throw error;
  }
}

function postingSetting({ discovery: { organisation, capabilities } }: ClientSetup): PostingSetting {
  return { baseCurrency: organisation.baseCurrency, hasGlFeed: capabilities.hasGlFeed };
}
