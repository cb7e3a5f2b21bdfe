import { statSync } from "node:fs";
import type { LedgerStream, ReadContext } from "#main/ledgers/adapter.ts";
import { clientFigures } from "#main/store/accounts/client-figures.ts";
import { repairAgingSums, settleAging } from "#main/store/aging/settle-aging.ts";
import { matchDrafts } from "#main/store/bank/match-drafts.ts";
import { watchChanges } from "#main/store/changes/change-watch.ts";
import * as firm from "#main/store/clients/firm.ts";
import { readTokenMark, removeTokenMark, saveTokenMark } from "#main/store/clients/token-marks.ts";
import { closeBoard } from "#main/store/close/close-board.ts";
import { mergeByTaxIdentifier } from "#main/store/contacts/merge-parties.ts";
import { repairDocumentSums } from "#main/store/database/document-sum-table.ts";
import { openFirmFile } from "#main/store/database/firm-file.ts";
import { digest } from "#main/store/database/hash.ts";
import { ensureReadIndexes, hasReadIndexes } from "#main/store/database/indexes.ts";
import { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { isAlone, type Sqlite, StoreRefusal } from "#main/store/database/open.ts";
import { repairPostingSums } from "#main/store/database/posting-sum-table.ts";
import { writeFacts } from "#main/store/documents/write-facts.ts";
import { removedSince } from "#main/store/exceptions/findings.ts";
import { withMoves } from "#main/store/periods/period-moves.ts";
import { listPeriods } from "#main/store/periods/periods.ts";
import { listDecisions, makeDecision } from "#main/store/records/decision-store.ts";
import { keepPack } from "#main/store/records/pack-store.ts";
import { StreamStore } from "#main/store/records/stream-store.ts";
import { addJob, boardJobs, changeJob, dropJob, listJobs, readJob } from "#main/store/records/write-store.ts";
import { isRegistryLost, REGISTRY_LOST } from "#main/store/safety/repair-registry.ts";
import { assert } from "#shared/kernel/assert.ts";
import { t } from "#shared/language/t.ts";
import { ClientFiles, type WritableClient } from "./client-files.ts";
import { LogKeeper } from "./firm-log/serve-log.ts";
import type { PackMaker } from "./pack-maker.ts";
import { isPackMaking, type PackMakingOps } from "./pack-ops.ts";
import type { OpInput, OpName, OpResult, StreamInfo } from "./protocol.ts";
import { factHandlers } from "./serve-facts.ts";
import { fileHandlers } from "./serve-files.ts";
import { operationHandlers } from "./serve-operations.ts";
import { peopleHandlers } from "./serve-people.ts";
import { tieOutHandlers } from "./serve-tie-outs.ts";
import { watchHandlers } from "./serve-watch.ts";
import { workHandlers } from "./serve-work.ts";
import { settleFile, verifyPages } from "./whole-file.ts";

/** What is answered at once; making packs is not. */
type DirectOp = Exclude<OpName, keyof PackMakingOps>;
type Handlers = { readonly [O in DirectOp]: (input: OpInput<O>) => OpResult<O> };

/**
 * Answers operations on the files below a data folder. A host gives it one message at a time;
 * everything is synchronous, so a thread never holds two half-done operations.
 */
export class FileServer {
  readonly #files: ClientFiles;
  readonly #log: LogKeeper;
  readonly #handlers: Handlers;
  readonly home: string;
  readonly #readonly: boolean;
  #firm: Sqlite | null = null;
  /** Loaded by the thread that makes packs; no other does. */
  #packs: Promise<PackMaker> | null = null;

  constructor(home: string, options: { readonly readonly: boolean }) {
    this.home = home;
    this.#readonly = options.readonly;
    this.#files = new ClientFiles(home);
    this.#log = new LogKeeper(home, this.#files, (op, input) => this.#handler(op)(input as never));
    this.#handlers = {
      ...this.#writing(),
      ...this.#reading(),
      ...tieOutHandlers(this.#files),
      ...operationHandlers(this.#files, () => this.#firmFile(), home),
      ...fileHandlers(home),
      ...workHandlers(this.#files, () => this.#firmFile()),
      ...peopleHandlers(() => this.#firmFile()),
      ...this.#log.handlers(),
      ...factHandlers(this.#files, () => this.#firmFile(), home),
      ...watchHandlers(this.#files, () => this.#firmFile()),
      ...this.#registry(),
    };
  }

  /** Everything but making packs: see `make`. */
  perform<O extends OpName>(op: O, input: OpInput<O>): OpResult<O> {
    assert(!isPackMaking(op), `${op} takes a while and is made, not performed`);
    try {
      const result = this.#handler(op)(input);
      if (!this.#readonly) this.#settle((input as { readonly clientId?: string }).clientId);
      return result;
    } finally {
      this.#files.trim();
      this.#letGoOfFirm();
    }
  }

  #handler<O extends OpName>(op: O): (input: OpInput<O>) => OpResult<O> {
    return (this.#handlers as unknown as Readonly<Record<string, (input: OpInput<O>) => OpResult<O>>>)[op] as never;
  }

  /** On a full disk only one connection at a time can have the registry: another thread may be waiting for it. */
  #letGoOfFirm(): void {
    if (this.#firm === null || !isAlone(this.#firm)) return;
    this.#firm.close();
    this.#firm = null;
  }

  #settle(clientId: string | undefined): void {
    if (clientId !== undefined) this.#files.settle(clientId);
    if (this.#firm !== null && !isAlone(this.#firm)) settleFile(this.#firm);
  }

  /** Does what takes a while; everything else goes on being answered. */
  async make<O extends keyof PackMakingOps>(op: O, input: OpInput<O>): Promise<OpResult<O>> {
    this.#packs ??= import("./pack-maker.ts").then(({ PackMaker }) => new PackMaker(this.home));
    return (await this.#packs).perform(op, input);
  }

  /** Ends what is under way and takes away what there is of it. */
  async stopMaking(): Promise<void> {
    // What could not be loaded was said to who asked for a pack.
    await (await this.#packs?.catch(() => null))?.close();
  }

  close(): void {
    this.#files.closeAll();
    this.#firm?.close();
    this.#firm = null;
  }

  #writing() {
    const files = this.#files;
    const streams = (clientId: string) => new StreamStore(files.writable(clientId).db);
    return {
      "client.setup": (setup) => files.setUp(setup).pass.list().map(streamInfo),
      "run.start": ({ clientId }) => done(streams(clientId).startRun()),
      "pass.begin": ({ clientId, stream, kind }) => done(files.writable(clientId).pass.begin(stream, kind)),
      "pass.ask": ({ clientId, stream, nowMs }) => {
        const client = files.writable(clientId);
        return client.pass.ask(stream, contextOf(client), nowMs);
      },
      "pass.answer": ({ clientId, stream, no, response, nowMs }) => {
        const client = files.writable(clientId);
        return client.pass.answer(stream, no, response, contextOf(client), nowMs);
      },
      "pass.commit": ({ clientId, stream, nowMs }) => this.#log.reply(clientId, files.writable(clientId).pass.commit(stream, nowMs)),
      "pass.abandon": ({ clientId, stream }) => done(files.writable(clientId).pass.abandon(stream)),
      "stream.state": ({ clientId, stream, state, failure, resumeMs }) =>
        done(streams(clientId).setState(stream, state, failure, resumeMs)),
      "feed.seed": ({ clientId, feed, fed, oldestMs, nowMs }) => done(streams(clientId).seedFeed(feed, fed, oldestMs, nowMs)),
      "client.release": ({ clientId }) => done(files.release(clientId)),
      "client.close": ({ clientId }) => done(files.close(clientId)),
      "client.closeReader": ({ clientId }) => done(files.close(clientId)),
      "client.settle": ({ clientId, firstRead, nowMs }) => {
        const { db, ingest, setup } = files.writable(clientId);
        // A file of an earlier release gets what is new in this one.
        if (firstRead || hasReadIndexes(db)) {
          ensureReadIndexes(db);
          settleAging(db);
          ingest.refreshHashIndex();
        }
        ingest.records.dropUnusedRaw();
        const reader = new MirrorReader(db, setup);
        mergeByTaxIdentifier(reader, nowMs);
        matchDrafts(reader, setup.discovery.organisation.baseCurrency, nowMs);
        const { capabilities, organisation } = setup.discovery;
        watchChanges(reader, { nowMs, ledgerTells: capabilities.hasAuditTrail, entities: organisation.entities });
        return clientFigures(db);
      },
      "decisions.make": ({ clientId, kind, subject, body, person, nowMs }) => ({
        decisionNo: files.withWritable(clientId, (db) => makeDecision(db, { kind, subject, body, person, nowMs })),
      }),
      "packs.keep": ({ clientId, pack }) => ({ packNo: files.withWritable(clientId, (db) => keepPack(db, pack)) }),
      "writes.drop": ({ clientId, jobId }) => {
        files.withWritable(clientId, (db) => dropJob(db, jobId));
        return null;
      },
      "writes.add": ({ clientId, job }) => ({ existing: files.withWritable(clientId, (db) => addJob(db, job)) }),
      "writes.change": ({ clientId, change }) => files.withWritable(clientId, (db) => changeJob(db, change)),
      "writes.mirror": ({ records, deleted, nowMs, ...setup }) =>
        files.withSetup(setup, ({ db, pass, lookups }) => {
          const taken = pass.takeWritten(records, deleted, lookups.context(setup, setup.discovery, nowMs), nowMs);
          matchDrafts(new MirrorReader(db, setup), setup.discovery.organisation.baseCurrency, nowMs);
          return taken;
        }),
      "client.repairSums": ({ clientId }) => ({
        wrong: files.withWritable(clientId, (db) => repairPostingSums(db) + repairDocumentSums(db) + repairAgingSums(db)),
      }),
      "client.verify": ({ clientId, fromPage }) => files.verify(clientId, fromPage),
      "client.check": (source) => {
        const { db } = files.readable(source);
        return {
          integrity: db.pragma("integrity_check", { simple: true }) as string,
          foreignKeys: (db.pragma("foreign_key_check") as unknown[]).length,
          schema: db.pragma("user_version", { simple: true }) as number,
          bytes: db.memory ? 0 : statSync(db.name).size,
        };
      },
    } satisfies Partial<Handlers>;
  }

  #reading() {
    const reader = (source: Parameters<ClientFiles["readable"]>[0]) => this.#files.readable(source).reader;
    return {
      "streams.list": (source) => new StreamStore(this.#files.readable(source).db).all(),
      "periods.book": ({ fiscalYearEnd, ...source }) => withMoves(listPeriods(reader(source), fiscalYearEnd, digest)),
      "removed.since": ({ sinceMs, from, to, ...source }) => removedSince(reader(source), sinceMs, { from, to }),
      "writes.facts": ({ operations, ...source }) => writeFacts(reader(source), operations),
      "writes.get": ({ jobId, ...source }) => readJob(this.#files.readable(source).db, jobId),
      "writes.list": (source) => listJobs(this.#files.readable(source).db),
      "writes.board": ({ endedSinceMs, ...source }) => boardJobs(this.#files.readable(source).db, endedSinceMs),
      "decisions.list": ({ kind, undone, ...source }) => listDecisions(this.#files.readable(source).db, kind, { undone: undone ?? false }),
    } satisfies Partial<Handlers>;
  }

  #registry() {
    const db = () => this.#firmFile();
    return {
      "firm.clients": () => firm.listClients(db()),
      "firm.client": ({ clientId }) => firm.readClient(db(), clientId),
      "firm.addClient": (client) => ({ added: firm.addClient(db(), client) }),
      "firm.setPaused": ({ clientId, paused }) => done(firm.setPaused(db(), clientId, paused)),
      "firm.connections": () => firm.listConnections(db()),
      "firm.connection": ({ clientId }) => firm.readConnection(db(), clientId),
      "firm.discovered": ({ clientId }) => firm.readDiscovered(db(), clientId),
      "firm.saveConnection": (connection) => firm.saveConnection(db(), connection),
      "firm.removeConnection": ({ connectionId }) => done(firm.removeConnection(db(), connectionId)),
      "firm.updateConnection": ({ connectionId, was, body }) => ({ replaced: firm.updateConnection(db(), connectionId, was, body) }),
      "firm.saveRollup": ({ clientId, change, nowMs }) => done(firm.saveRollup(db(), clientId, change, nowMs)),
      "firm.closeBoard": ({ today, holidays }) => closeBoard(firm.listClients(db()), today, holidays),
      "firm.noteNoClose": ({ clientId, at }) => done(firm.noteNoClose(db(), clientId, at)),
      "firm.outdateClose": ({ clientId, nowMs }) => done(firm.outdateClose(db(), clientId, nowMs)),
      "firm.saveClose": ({ clientId, summary, askedMs }) => firm.saveClose(db(), clientId, summary, askedMs),
      "firm.counters": () => firm.listCounters(db()),
      "firm.saveCounters": ({ rows, nowMs }) => done(firm.saveCounters(db(), rows, nowMs)),
      "firm.tokenMark": ({ grantKey }) => readTokenMark(db(), grantKey),
      "firm.saveTokenMark": (mark) => done(saveTokenMark(db(), mark)),
      "firm.removeTokenMark": ({ grantKey }) => done(removeTokenMark(db(), grantKey)),
      "firm.removeDemo": () => {
        const ids = firm.removeDemo(db());
        for (const id of ids) this.#files.close(id);
        return ids;
      },
      "firm.close": () => {
        this.#firm?.close();
        this.#firm = null;
        return null;
      },
      "firm.verify": ({ fromPage }) => verifyPages(db().name, db(), fromPage),
      "firm.check": () => ({
        integrity: db().pragma("integrity_check", { simple: true }) as string,
        schema: db().pragma("user_version", { simple: true }) as number,
        bytes: statSync(db().name).size,
      }),
    } satisfies Partial<Handlers>;
  }

  #firmFile(): Sqlite {
    if (this.#firm === null && isRegistryLost(this.home)) throw new StoreRefusal(REGISTRY_LOST, "damaged");
    this.#firm ??= openFirmFile(this.home, { readonly: this.#readonly });
    return this.#firm;
  }
}

function contextOf({ lookups, setup }: WritableClient) {
  return (nowMs: number): ReadContext => lookups.context(setup, setup.discovery, nowMs);
}

function streamInfo(stream: LedgerStream): StreamInfo {
  return {
    name: stream.name,
    label: t(stream.label),
    phase: stream.phase,
    delta: stream.delta,
    deletes: stream.deletes,
    overlapMs: stream.overlapMs,
    feedStream: stream.feedStream ?? null,
    isFeed: stream.isFeed ?? false,
    lookbackDaysMax: stream.lookbackDaysMax ?? null,
    listsIds: stream.readIds !== undefined,
    isLookup: stream.isLookup ?? false,
    ...(stream.cost === undefined ? {} : { cost: stream.cost }),
  };
}

function done(_nothing: unknown): null {
  return null;
}
