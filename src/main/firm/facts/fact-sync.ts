import { noteTwice } from "#main/firm/merge-twice.ts";
import { findTwice } from "#main/firm/twice.ts";
import type { Clock, Log } from "#main/ports/index.ts";
import type { ClientOnServer } from "#main/store/facts/client-row.ts";
import type { RefusedRecord } from "#main/store/facts/refused.ts";
import { OperationFailed, type WorkerPool } from "#main/workers/pool.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { BrokenFact } from "#shared/model/firm/fact.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { FactServer } from "./fact-server.ts";
import { LogOfClient, localLog } from "./log-of-client.ts";

export interface FactSyncNeeds {
  readonly server: FactServer;
  readonly pool: WorkerPool;
  readonly clock: Clock;
  readonly log: Log;
  /** A client's facts came in and changed something; "" is the firm's own. */
  readonly onChange: (clientId: string) => Promise<void>;
  /** Clients were added or changed. */
  readonly onClients: (clientIds: readonly string[]) => Promise<void>;
  /** The firm has a client of this machine under another id: the firm is to be opened again, which merges the two. */
  readonly onTwice: () => void;
  /** The firm's people or machines changed. */
  readonly onPeople: () => Promise<void>;
  readonly onPresence: () => void;
  /** Pages (`p`) or jobs (`j`) of a client are new. */
  readonly onWork: (what: "p" | "j", clientId: string) => void;
  /** News are heard from now on, or have ended. */
  readonly onHearing: (isHearing: boolean) => void;
  /** What `status` says has changed. */
  readonly onStatus: () => void;
  /** Milliseconds between two looks at the logs without any news. */
  readonly pollMs?: number;
}

export interface FactStatus {
  readonly isOnline: boolean;
  /** Why the last attempt failed; null while all is well. */
  readonly failure: Failure | null;
  readonly lastMs: number | null;
  /** Logs that can't be trusted, by client. */
  readonly broken: ReadonlyMap<string, Failure>;
  /** Records that the server refused, by client. */
  readonly refused: ReadonlyMap<string, readonly RefusedRecord[]>;
  /** Facts that were left out because their sender may not say them. */
  readonly forged: readonly BrokenFact[];
}

const POLL_MS = 5_000;
const RETRY_MAX_MS = 60_000;
/** What people do in quick succession goes out together. */
const GATHER_MS = 20;

/** A file that can't be written now, as on a full disk, ends a look and not the exchange. @throws any other error */
function ofFiles(error: unknown): Result<null, Failure> {
  if (error instanceof OperationFailed) return fail(error.failure);
  throw error;
}

/**
 * Exchanges what people record with the firm's server: at once when something happens here or the server says that something
 * happened elsewhere, and by looking at the logs now and then, because notifications can be lost. One log after the other.
 */
export class FactSync {
  readonly #needs: FactSyncNeeds;
  readonly #logs = new Map<string, LogOfClient>();
  /** Logs to look at, and those of them that somebody waits for. */
  readonly #due = new Set<string>();
  readonly #urgent = new Set<string>();
  /** Clients that the firm doesn't have, or has under another id: nothing of them is sent. */
  #absent: ReadonlySet<string> = new Set();
  #isFirst = true;
  #clientsDue = true;
  #peopleDue = true;
  /** Null until the server was asked. */
  #movesIn: boolean | null = null;
  #wake: (() => void) | null = null;
  #turn: Promise<unknown> = Promise.resolve();
  #status: FactStatus = { isOnline: false, failure: null, lastMs: null, broken: new Map(), refused: new Map(), forged: [] };
  #hearing: (() => Promise<void>) | null = null;

  constructor(needs: FactSyncNeeds) {
    this.#needs = needs;
  }

  get status(): FactStatus {
    return this.#status;
  }

  /** Clients whose records aren't exchanged yet. */
  get left(): ReadonlySet<string> {
    return this.#due;
  }

  /** Something was recorded here. */
  noteWritten(clientId: string): void {
    this.#urgent.add(clientId);
    if (clientId === "") this.#clientsDue = true;
    this.#wake?.();
  }

  /** Exchanges until the signal; ends between two exchanges. */
  async run(signal: AbortSignal): Promise<void> {
    const { clock } = this.#needs;
    let waitMs = 0;
    while (!signal.aborted) {
      const done = await this.syncNow();
      // What happened between the look and the first news would otherwise wait.
      if (done.ok && (await this.#hear(signal))) continue;
      const pollMs = this.#needs.pollMs ?? POLL_MS;
      waitMs = done.ok ? pollMs : Math.min(RETRY_MAX_MS, Math.max(pollMs, waitMs * 2));
      await this.#sleep(waitMs, signal);
      if (!signal.aborted && this.#urgent.size > 0 && done.ok) await clock.sleep(GATHER_MS, signal).catch(() => undefined);
    }
    await this.#hearing?.();
    this.#hearing = null;
    await this.#turn;
  }

  /** One look at everything that is due, and at what the server has. One look at a time. */
  syncNow(): Promise<Result<null, Failure>> {
    const turn = this.#turn.then(
      () => this.#look(),
      () => this.#look(),
    );
    this.#turn = turn;
    return turn;
  }

  async #look(): Promise<Result<null, Failure>> {
    const done = await this.#lookAll().catch(ofFiles);
    const { clock, log } = this.#needs;
    if (!done.ok && this.#status.failure?.message !== done.failure.message) log.warn("firm.exchange", { code: done.failure.code });
    const failure = done.ok ? null : done.failure;
    const isChanged = this.#status.isOnline !== done.ok || this.#status.failure?.message !== failure?.message;
    this.#status = { ...this.#status, isOnline: done.ok, failure, lastMs: done.ok ? clock.nowMs() : this.#status.lastMs };
    if (isChanged) this.#needs.onStatus();
    return done;
  }

  async #lookAll(): Promise<Result<null, Failure>> {
    const { server } = this.#needs;
    const movesIn = this.#movesIn === null ? await server.movesIn() : ok(this.#movesIn);
    if (!movesIn.ok) return movesIn;
    this.#movesIn = movesIn.value;
    if (this.#peopleDue) {
      // Somebody may come while it is asked: then it is due again.
      this.#peopleDue = false;
      await this.#needs.onPeople();
    }
    // The firm's own log first: a client's connection is needed to read what its facts are about.
    const own = await this.#exchange("");
    if (!own.ok) return own;
    const clients = this.#clientsDue ? await this.#exchangeClients() : ok(null);
    if (!clients.ok) return clients;
    const last = await server.last();
    if (!last.ok) return last;
    for (const [clientId, factNo] of last.value) if (this.#appliedOf(clientId) !== factNo) this.#due.add(clientId);
    // What was recorded before the last end may still wait.
    if (this.#isFirst) for (const { clientId } of await this.#needs.pool.must("firm.clients", {})) this.#due.add(clientId);
    this.#isFirst = false;
    for (let clientId = this.#next(); clientId !== null; clientId = this.#next()) {
      this.#urgent.delete(clientId);
      this.#due.delete(clientId);
      if (clientId !== "" && (this.#absent.has(clientId) || !(await this.#isHere(clientId)))) continue;
      const done = await this.#exchange(clientId);
      if (done.ok) continue;
      this.#due.add(clientId);
      return done;
    }
    return this.#movesIn ? this.#endMoveIn() : ok(null);
  }

  #next(): string | null {
    return this.#urgent.values().next().value ?? this.#due.values().next().value ?? null;
  }

  #appliedOf(clientId: string): number | null {
    return this.#logs.get(clientId)?.applied ?? null;
  }

  async #isHere(clientId: string): Promise<boolean> {
    return (await this.#needs.pool.must("firm.client", { clientId })) !== null;
  }

  /** A failure is the server's; a log that can't be trusted is kept in sight, and the others go on. */
  async #exchange(clientId: string): Promise<Result<null, Failure>> {
    const { server, pool, clock, onChange } = this.#needs;
    let log = this.#logs.get(clientId);
    if (log === undefined) {
      const onRewound = () => this.#needs.log.warn("firm.server_went_back", { clientId, of: "records" });
      log = new LogOfClient(clientId, { server, local: localLog(pool, clientId), nowMs: () => clock.nowMs(), onRewound });
      this.#logs.set(clientId, log);
    }
    const before = log.applied;
    const done = await log.exchange(this.#movesIn ?? false);
    const isMoved = before !== log.applied;
    // What was refused before the last end of the program is still refused.
    if (before === null || (done.ok && done.value.refused > 0)) await this.noteRefused(clientId);
    if (!done.ok && done.failure.code !== "damaged") return done;
    this.#noteTrust(clientId, done.ok ? null : done.failure);
    if (done.ok && done.value.forged.length > 0) this.#noteForged(done.value.forged);
    // Own facts came back with the server's time: what waited counts now.
    if (isMoved) await onChange(clientId);
    return ok(null);
  }

  async #exchangeClients(): Promise<Result<null, Failure>> {
    const { server, pool, clock, onClients } = this.#needs;
    this.#clientsDue = false;
    const theirs = await server.clients();
    if (!theirs.ok) return this.#clientsAgain(theirs);
    const changed = await pool.must("firm.takeClients", { clients: theirs.value, nowMs: clock.nowMs() });
    const unknown = await pool.must("firm.clientsToPut", {});
    const twice = await this.#mergeTwice(unknown, theirs.value);
    if (!twice.ok) return this.#clientsAgain(twice);
    const ours = unknown.filter(({ clientId }) => !twice.value.has(clientId));
    const put = ours.length === 0 ? ok([]) : await server.putClients(ours);
    if (!put.ok && put.failure.code !== "not_allowed") return this.#clientsAgain(put);
    const taken = put.ok ? put.value : [];
    if (taken.length > 0) await pool.must("firm.takeClients", { clients: taken, nowMs: clock.nowMs() });
    // Each new client's records follow.
    for (const { clientId } of taken) this.#due.add(clientId);
    const there = new Set([...theirs.value, ...taken].map(({ clientId }) => clientId));
    this.#absent = new Set([...twice.value, ...ours.map(({ clientId }) => clientId).filter((id) => !there.has(id))]);
    if (changed.length > 0) await onClients(changed);
    return ok(null);
  }

  /** Clients here that the firm has under another id are merged when the firm is opened again; what it has of them under this one ends. @returns their ids */
  async #mergeTwice(here: readonly ClientOnServer[], there: readonly ClientOnServer[]): Promise<Result<ReadonlySet<string>, Failure>> {
    const { server, pool, onTwice } = this.#needs;
    const twice = findTwice(here, there);
    const ended = twice.flatMap(({ clientId, serverId }) =>
      there
        .filter((one) => one.clientId === clientId && one.body.mergedInto === undefined)
        .map(({ name }) => ({ clientId, name, body: { mergedInto: serverId } })),
    );
    const put = ended.length === 0 ? ok(null) : await server.putClients(ended);
    if (!put.ok) return put;
    if (await noteTwice(pool, twice)) onTwice();
    return ok(new Set(twice.map(({ clientId }) => clientId)));
  }

  #clientsAgain<T>(failed: T): T {
    this.#clientsDue = true;
    return failed;
  }

  /** Every client was sent: from now on this machine speaks for its own person only. */
  async #endMoveIn(): Promise<Result<null, Failure>> {
    const ended = await this.#needs.server.endMoveIn();
    if (ended.ok) this.#movesIn = false;
    return ended;
  }

  #noteTrust(clientId: string, failure: Failure | null): void {
    if (this.#status.broken.get(clientId)?.message === failure?.message) return;
    const broken = new Map(this.#status.broken);
    if (failure === null) broken.delete(clientId);
    else broken.set(clientId, failure);
    this.#status = { ...this.#status, broken };
    if (failure !== null) this.#needs.log.error("firm.broken_log", new Error(failure.message), { clientId });
    this.#needs.onStatus();
  }

  /** Looks again at what the server refused of a client. */
  async noteRefused(clientId: string): Promise<void> {
    const found = (await this.#logs.get(clientId)?.refused()) ?? [];
    if (found.length === 0 && !this.#status.refused.has(clientId)) return;
    const refused = new Map(this.#status.refused);
    if (found.length === 0) refused.delete(clientId);
    else refused.set(clientId, found);
    this.#status = { ...this.#status, refused };
    this.#needs.onStatus();
  }

  #noteForged(forged: readonly BrokenFact[]): void {
    this.#status = { ...this.#status, forged: [...this.#status.forged, ...forged] };
    for (const { clientId, factNo, person } of forged) this.#needs.log.warn("firm.forged_fact", { clientId, factNo, person });
    this.#needs.onStatus();
  }

  /** @returns true when news are heard from now on that weren't before */
  async #hear(signal: AbortSignal): Promise<boolean> {
    if (this.#hearing !== null || signal.aborted) return false;
    const heard = await this.#needs.server.listen(
      (news) => this.#onNews(news),
      () => {
        this.#hearing = null;
        this.#needs.onHearing(false);
        this.#wake?.();
      },
    );
    if (!heard.ok) return false;
    this.#hearing = heard.value;
    this.#needs.onHearing(true);
    this.#clientsDue = true;
    this.#peopleDue = true;
    return true;
  }

  /** `f:<client>` a fact, `c:` clients, `m:` members and machines, `w:<client>` who works where, `p:` and `j:<client>` pages and jobs. */
  #onNews(news: string): void {
    const [what, clientId = ""] = [news.slice(0, 1), news.slice(2)];
    if (what === "w") this.#needs.onPresence();
    if (what === "p" || what === "j") this.#needs.onWork(what, clientId);
    if (what === "f") this.#urgent.add(clientId);
    if (what === "c") this.#clientsDue = true;
    if (what === "m") this.#peopleDue = true;
    if (what === "f" || what === "c" || what === "m") this.#wake?.();
  }

  async #sleep(ms: number, signal: AbortSignal): Promise<void> {
    const isDue = this.#urgent.size > 0 || this.#due.size > 0 || this.#clientsDue || this.#peopleDue;
    if (isDue && this.#status.isOnline) return;
    const woken = new AbortController();
    this.#wake = () => woken.abort();
    await this.#needs.clock.sleep(ms, AbortSignal.any([signal, woken.signal])).catch(() => undefined);
    this.#wake = null;
  }
}
