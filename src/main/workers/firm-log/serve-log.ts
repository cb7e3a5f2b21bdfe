import type { RollupChange } from "#main/store/clients/firm.ts";
import { clientFilePath } from "#main/store/database/client-file.ts";
import { StoreRefusal } from "#main/store/database/open.ts";
import { beginLog, noteSeen, seenFacts } from "#main/store/facts/fact-log.ts";
import { LogBodyRefusal, type LogStep, packStep, unpackStep } from "#main/store/ingest/log-body.ts";
import {
  digestOf,
  exchangedFacts,
  holdsNothing,
  type LoggedRollup,
  type LogPosition,
  loggedSetup,
  logPosition,
  noteLoggedSetup,
  noteLogPosition,
  pageHash,
  type ReceivedPage,
} from "#main/store/ingest/log-position.ts";
import type { PassStep } from "#main/store/ingest/stream-pass.ts";
import { StreamStore } from "#main/store/records/stream-store.ts";
import { lastAttempt, takeJobs } from "#main/store/records/write-store.ts";
import { dropLogged } from "#main/store/safety/carry-over.ts";
import { repairClient, repairTold } from "#main/store/safety/repair.ts";
import { ArrivingCopy, packFile, packSums } from "#main/store/safety/shared-copy.ts";
import { assert } from "#shared/kernel/assert.ts";
import type { Discovery } from "#shared/model/ledger/capabilities.ts";
import type { ClientFiles, WritableClient } from "../client-files.ts";
import type { ClientSetup, ClientSource, OpName, PassReply } from "../protocol.ts";
import type { LogOps } from "./log-ops.ts";

type Ops = LogOps<ClientSource>;
type Handlers = { readonly [O in keyof Ops]: (input: Ops[O][0]) => Ops[O][1] };
/** What the page says that names a copy. */
interface SnapshotStep {
  readonly sha256: readonly string[];
  /** The hash of the pages' checksums, which are the part after the last; absent in copies of earlier releases. */
  readonly sums?: string;
  readonly rollup: RollupChange;
}
type Perform = (op: OpName, input: Readonly<Record<string, unknown>>) => unknown;

/** Keeps a client's file a prefix of the firm's log: what is read here, and what other machines have read. */
export class LogKeeper {
  readonly #home: string;
  readonly #files: ClientFiles;
  readonly #perform: Perform;
  readonly #held = new Map<string, LogStep>();
  readonly #arriving = new Map<string, ArrivingCopy>();

  /** @param perform does an operation on this thread */
  constructor(home: string, files: ClientFiles, perform: Perform) {
    this.#home = home;
    this.#files = files;
    this.#perform = perform;
  }

  handlers(): Handlers {
    return {
      "log.position": ({ clientId }) => this.#files.withWritable(clientId, logPosition),
      "log.hold": ({ op, input, ...source }) => this.#hold(source, { op, input }),
      "log.apply": ({ key, at, ...source }) => {
        const step = this.#held.get(`${source.clientId}/${key}`);
        assert(step !== undefined, `nothing is held of ${source.clientId} for ${key}`);
        this.#held.delete(`${source.clientId}/${key}`);
        return this.#withClient(source, step, true, (client) => this.#apply(client, source, step, at));
      },
      "log.beginAgain": ({ clientId, nowMs }) => {
        const seen = this.#files.withWritable(clientId, seenFacts);
        this.#files.close(clientId);
        repairClient(this.#home, { clientId, from: "ledger", damagedMs: nowMs, nowMs });
        repairTold(this.#home, clientId);
        this.#files.withWritable(clientId, (db) => {
          dropLogged(db);
          for (const { factId, said } of seen) noteSeen(db, factId, said);
          beginLog(db, false);
        });
        return null;
      },
      "log.takeJobs": ({ clientId, jobs }) => {
        this.#files.withWritable(clientId, (db) => takeJobs(db, jobs));
        return null;
      },
      "log.lastAttempt": ({ clientId }) => this.#files.withWritable(clientId, lastAttempt),
      "log.copy": (source) => this.#copy(source),
      "log.takePart": ({ clientId, marker, partNo, part }) => this.#takePart(clientId, marker, partNo, part),
      "log.adopt": ({ marker, clientId }) => this.#adopt(clientId, marker),
      "log.dropCopy": ({ clientId }) => this.#dropCopy(clientId),
      "log.drop": ({ clientId, key }) => {
        this.#held.delete(`${clientId}/${key}`);
        return null;
      },
      "log.replay": ({ pages, ...source }) => this.#replay(source, pages),
    };
  }

  /** A finished page that waits for the server is packed and kept. */
  reply(clientId: string, step: PassStep): PassReply {
    if (step.kind !== "ready") return step;
    const { held } = step;
    this.#held.set(`${clientId}/${held.stream}`, { op: "page", input: held });
    const cursor = (position: unknown) => (position === null ? null : JSON.stringify(position));
    return {
      kind: "ready",
      stream: held.stream,
      passKind: held.kind,
      cursorBefore: held.begin === null ? this.#positionOf(clientId, held.stream) : cursor(held.begin.position),
      cursorAfter: cursor(held.page.next),
      body: packStep({ op: "page", input: held }),
    };
  }

  #positionOf(clientId: string, stream: string): string | null {
    return new StreamStore(this.#files.writable(clientId).db).get(stream).pass_position;
  }

  #hold(source: ClientSource, step: LogStep): Uint8Array<ArrayBuffer> | null {
    if (this.#changesNothing(source, step)) return null;
    this.#held.set(`${source.clientId}/`, step);
    return packStep(step);
  }

  #changesNothing({ clientId }: ClientSource, { op, input }: LogStep): boolean {
    if (op === "client.setup") return this.#files.withWritable(clientId, loggedSetup) === JSON.stringify(input);
    // Before the first run there is nothing that a dashboard could show elsewhere.
    if (op === "firm.saveRollup") return this.#files.withWritable(clientId, loggedSetup) === null;
    if (op !== "feed.seed") return false;
    const { feed, oldestMs } = input as { readonly feed: string; readonly oldestMs: number };
    return !new StreamStore(this.#files.writable(clientId).db).needsSeed(feed, oldestMs);
  }

  #copy({ clientId }: ClientSource): Ops["log.copy"][1] {
    const facts = this.#files.withWritable(clientId, (db) => ({ position: logPosition(db), factNo: exchangedFacts(db) }));
    const { position, factNo } = facts;
    if (factNo === null) return null;
    this.#files.close(clientId);
    const path = clientFilePath(this.#home, clientId);
    return { position, factNo, parts: packFile(path), sums: packSums(path) };
  }

  #takePart(clientId: string, marker: ReceivedPage, partNo: number, part: Uint8Array): null {
    if (partNo === 0) {
      this.#dropCopy(clientId);
      this.#mustBeEmpty(clientId);
      this.#arriving.set(clientId, new ArrivingCopy(clientFilePath(this.#home, clientId)));
    }
    const { sha256, sums } = namedBy(marker);
    const isNamed = pageHash(marker) === marker.hash && digestOf(part) === [...sha256, sums][partNo];
    if (!isNamed) {
      this.#dropCopy(clientId);
      throw new StoreRefusal("The copy of this client on the firm's server was changed after it was made.", "foreign");
    }
    const copy = this.#copyOf(clientId);
    if (partNo < sha256.length) copy.take(part);
    else copy.takeSums(part);
    return null;
  }

  /** @throws StoreRefusal where a copy would replace anything */
  #mustBeEmpty(clientId: string): void {
    const isEmpty = this.#files.withWritable(clientId, (db) => logPosition(db).page === 0 && holdsNothing(db));
    if (!isEmpty)
      throw new StoreRefusal("This computer already has its own records of this client, so Tieout didn't use the firm's copy.", "refused");
  }

  #copyOf(clientId: string): ArrivingCopy {
    const copy = this.#arriving.get(clientId);
    assert(copy !== undefined, `no copy of ${clientId} arrives`);
    return copy;
  }

  #dropCopy(clientId: string): null {
    this.#arriving.get(clientId)?.drop();
    this.#arriving.delete(clientId);
    return null;
  }

  #adopt(clientId: string, marker: ReceivedPage): Ops["log.adopt"][1] {
    const copy = this.#copyOf(clientId);
    const { sha256, rollup } = namedBy(marker);
    assert(copy.parts === sha256.length, "a copy is taken whole");
    // Records may have come in while its parts did.
    this.#mustBeEmpty(clientId);
    const position = { page: marker.pageNo - 1, hash: marker.previous };
    this.#files.close(clientId);
    copy.keep(clientId, (db) => {
      const { page, hash } = logPosition(db);
      return page === position.page && hash === position.hash ? null : "it doesn't match this client's history on the firm's server";
    });
    this.#arriving.delete(clientId);
    const setup = this.#files.withWritable(clientId, loggedSetup);
    return { position, rollup, discovery: setup === null ? null : (JSON.parse(setup) as ClientSetup).discovery };
  }

  #replay(source: ClientSource, pages: readonly ReceivedPage[]): Ops["log.replay"][1] {
    let position = this.#files.withWritable(source.clientId, logPosition);
    const rollups: LoggedRollup[] = [];
    let discovery: Discovery | null = null;
    const wasOpen = this.#files.isOpen(source.clientId);
    let open = wasOpen;
    try {
      for (const page of pages) {
        if (page.pageNo <= position.page) continue;
        const refused = refusal(position, page);
        if (refused !== null) return { position, refused, rollups, discovery };
        const step = unpackStep(page.body);
        position = { page: page.pageNo, hash: page.hash };
        if (step.op === "client.setup") discovery = (step.input as unknown as ClientSetup).discovery;
        if (step.op === "firm.saveRollup") rollups.push(step.input as unknown as LoggedRollup);
        // Kept open from page to page: opening a mirror takes longer than most pages.
        const client = open && step.op !== "client.setup" ? this.#files.writable(source.clientId) : this.#open(source, step, false);
        open = true;
        this.#apply(client, source, step, position);
      }
      return { position, refused: null, rollups, discovery };
    } catch (error) {
      if (!(error instanceof LogBodyRefusal)) throw error;
      return { position: this.#files.withWritable(source.clientId, logPosition), refused: error.message, rollups, discovery };
    } finally {
      if (open && !wasOpen) this.#files.release(source.clientId);
    }
  }

  /** One transaction: what the step does, and its place in the log. */
  #apply(client: WritableClient, source: ClientSource, step: LogStep, at: LogPosition): unknown {
    const act = client.db.transaction((): unknown => {
      const result = this.#act(client, source, step);
      noteLogPosition(client.db, at);
      return result;
    });
    try {
      return act.immediate();
    } catch (error) {
      client.ingest.rollback();
      throw error;
    }
  }

  #act(client: WritableClient, source: ClientSource, step: LogStep): unknown {
    if (step.op === "page") {
      const { setup, lookups, pass } = client;
      return pass.takeHeld(step.input, lookups.context(setup, setup.discovery, step.input.fetchedAtMs));
    }
    if (step.op === "client.setup") {
      noteLoggedSetup(client.db, JSON.stringify(step.input));
      return null;
    }
    // These change nothing in the client's file.
    if (step.op === "firm.saveRollup" || step.op === "log.snapshot") return null;
    return this.#perform(step.op, { ...step.input, ...source });
  }

  #withClient<T>(source: ClientSource, step: LogStep, holds: boolean, act: (client: WritableClient) => T): T {
    if (this.#files.isOpen(source.clientId) && step.op !== "client.setup") return act(this.#files.writable(source.clientId));
    const client = this.#open(source, step, holds);
    // A run that begins keeps its client open; anything else was done on its own.
    if (step.op === "client.setup") return act(client);
    try {
      return act(client);
    } finally {
      this.#files.release(source.clientId);
    }
  }

  #open(source: ClientSource, step: LogStep, holds: boolean): WritableClient {
    const setup = step.op === "client.setup" ? JSON.stringify(step.input) : this.#files.withWritable(source.clientId, loggedSetup);
    assert(setup !== null, `the log of ${source.clientId} begins without a setup`);
    return this.#files.setUp({ ...(JSON.parse(setup) as ClientSetup), ...source, holds });
  }
}

function namedBy(marker: ReceivedPage): SnapshotStep {
  return unpackStep(marker.body).input as unknown as SnapshotStep;
}

/** Why a page doesn't follow from what the file holds; null when it does. */
function refusal(position: LogPosition, page: ReceivedPage): string | null {
  if (page.pageNo !== position.page + 1)
    return `Part ${position.page + 1} of the client's history is missing, and part ${page.pageNo} came instead.`;
  const isNext = page.previous === position.hash;
  const isWhole = pageHash(page) === page.hash;
  if (isNext && isWhole) return null;
  return `Part ${page.pageNo} of the client's history ${isWhole ? "doesn't follow from the part before it" : "was changed after it was written"}.`;
}
