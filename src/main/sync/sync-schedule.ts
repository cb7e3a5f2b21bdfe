import { type CadenceFacts, isHeld, type MonthPool, planCadences, SHORTEST_GAP } from "#main/domain/clients/sync-cadence.ts";
import type { Clock, Log, MachineEvent, Power } from "#main/ports/index.ts";
import type { StoredClient } from "#main/store/clients/firm.ts";
import type { ScheduleView } from "#shared/contract/sync/schedule.ts";
import type { ClientSync } from "#shared/contract/sync/sync.ts";
import type { Random } from "#shared/kernel/random.ts";
import { LedgerReach } from "./ledger-reach.ts";
import {
  byUrgency,
  callsPerRun,
  dueMs,
  newEntry,
  type Remembered,
  type ScheduledConnection,
  type ScheduleEntry,
} from "./schedule-entry.ts";
import { scheduleRow } from "./schedule-rows.ts";

/** What the schedule reads and controls. */
export interface SchedulePorts {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly power?: Power;
  readonly clients: () => Promise<readonly StoredClient[]>;
  /** The connections by client, with their limits and usage. */
  readonly connections: () => Promise<ReadonlyMap<string, ScheduledConnection>>;
  readonly inClose: (clientId: string) => Promise<boolean>;
  /** The first instant of the next quota month. */
  readonly monthEndsMs: (nowMs: number) => number;
  /** Why this process starts no automatic sync; null in a host that does. */
  readonly offReason: () => Promise<OffReason | null>;
  readonly isReading: (clientId: string) => boolean;
  readonly read: (clientId: string) => Promise<ClientSync | null>;
  /** Continues writes that were held. */
  readonly resumeWrites: () => void;
  readonly load: () => Promise<{ readonly paused: boolean; readonly memory: ReadonlyMap<string, Remembered> }>;
  readonly savePaused: (paused: boolean) => Promise<void>;
  readonly remember: (clientId: string, memory: Remembered) => Promise<void>;
  readonly onRead: (clientId: string, result: ClientSync | null) => void;
  readonly onChange: (state: { readonly online: boolean; readonly paused: boolean }) => void;
}

/** Safe mode, or a process that doesn't stay, such as the command line. */
export type OffReason = "safe_mode" | "no_app";

/** A client's state when a sync of it began. */
interface Before {
  readonly wasRead: boolean;
  readonly lastStartMs: number | null;
}

const LOOK_MS = 60_000;
const SOONEST_MS = 250;
const ASLEEP_FROM_MS = 90_000;
/** After a start or a wake-up, sockets and name resolution need a moment. */
const WAKE_SETTLE_MS = 5_000;
const CATCH_UP_STEP_MS = 3_000;
const CATCH_UP_MS = 600_000;
const HELD_MS = 900_000;
const SIGN_IN_LOOK_MS = 3_600_000;
const FIRST_READ_WAIT_MS = 3_600_000;
const LEARN = 0.2;

/**
 * Syncs every client automatically, as often as its close requires and its budgets allow, spread evenly. It
 * never fails: it waits for a ledger that can't be reached, and leaves the rest of a nearly used up budget to
 * people and writes.
 */
export class SyncSchedule {
  readonly #ports: SchedulePorts;
  readonly #entries = new Map<string, ScheduleEntry>();
  readonly #reach = new LedgerReach();
  #memory: ReadonlyMap<string, Remembered> = new Map();
  #paused = false;
  #running = false;
  #started = false;
  #stopped = false;
  #plannedMs = Number.NEGATIVE_INFINITY;
  #sleeping = new AbortController();

  constructor(ports: SchedulePorts) {
    this.#ports = ports;
  }

  /** Runs until the signal. */
  async run(signal: AbortSignal): Promise<void> {
    const { clock, power } = this.#ports;
    const quiet = power?.subscribe((event) => this.#onMachine(event));
    const stop = () => this.#sleeping.abort();
    signal.addEventListener("abort", stop, { once: true });
    try {
      while (!(await this.#loaded())) {
        if (signal.aborted) return;
        await this.#sleep(LOOK_MS);
      }
      this.#running = true;
      await this.#planAgain();
      this.#started = true;
      this.#catchUp(0);
      while (!signal.aborted) {
        const sleptMs = await this.#sleep(this.#untilNext());
        if (signal.aborted) return;
        if (sleptMs > LOOK_MS + ASLEEP_FROM_MS) this.#onMachine("resume");
        if (clock.nowMs() - this.#plannedMs >= LOOK_MS || clock.nowMs() < this.#plannedMs) {
          this.#ports.resumeWrites();
          await this.#planAgain();
        }
        this.#startDue();
      }
    } finally {
      this.#running = false;
      this.#stopped = true;
      quiet?.();
      signal.removeEventListener("abort", stop);
    }
  }

  /** The whole plan, soonest first; when the schedule isn't running, what it would plan. */
  async view(): Promise<ScheduleView> {
    if (!this.#running) {
      await this.#load();
      await this.#plan();
    }
    const off = this.#running ? null : await this.#off();
    const around = { paused: this.#paused, reach: this.#reach, nowMs: this.#ports.clock.nowMs(), off: off?.short ?? null };
    const rows = [...this.#entries.values()].map((entry) => scheduleRow(entry, around));
    rows.sort((a, b) =>
      (a.nextAt ?? "9") < (b.nextAt ?? "9") ? -1 : (a.nextAt ?? "9") > (b.nextAt ?? "9") ? 1 : a.name.localeCompare(b.name),
    );
    const online = this.#online();
    const held = this.#paused ? "Automatic sync is paused." : online ? null : "Offline. Sync resumes automatically.";
    return { paused: this.#paused, online, why: off?.why ?? held, rows };
  }

  /** Why nothing starts now. `short` is each client's reason, where no time is planned either. */
  async #off(): Promise<{ readonly why: string; readonly short: string | null }> {
    const reason = await this.#ports.offReason();
    if (reason === "safe_mode")
      return { why: "Automatic sync is off in safe mode. To leave safe mode, start Tieout normally.", short: "off in safe mode" };
    // The command line shows what the app would do.
    if (reason === "no_app") return { why: "Automatic sync runs while the Tieout app is open.", short: null };
    if (this.#stopped)
      return { why: "Automatic sync has stopped. To start it again, restart Tieout.", short: "automatic sync has stopped" };
    return { why: "Automatic sync starts in a moment.", short: null };
  }

  async setPaused(paused: boolean): Promise<void> {
    await this.#ports.savePaused(paused);
    if (this.#paused === paused) return;
    this.#paused = paused;
    if (!paused) this.#catchUp(0);
    this.#changed();
  }

  /** A person changed something about these clients: what was waited for may be there now. */
  noteChanged(clientIds: readonly string[]): void {
    for (const clientId of clientIds) {
      const entry = this.#entries.get(clientId);
      if (entry === undefined) continue;
      entry.staleClose = true;
      if (entry.reason === "needs_sign_in") Object.assign(entry, { reason: null, notBeforeMs: 0 });
    }
    this.#plannedMs = Number.NEGATIVE_INFINITY;
    this.#nudge();
  }

  #onMachine(event: MachineEvent): void {
    const { clock } = this.#ports;
    // Losing the network is only a hint: the first ledger that doesn't answer confirms it.
    if (event === "suspend" || event === "offline") return;
    // Nothing was read in the meantime: every client is due, and they must not all start at once.
    this.#reach.hurry(clock.nowMs() + WAKE_SETTLE_MS);
    this.#catchUp(WAKE_SETTLE_MS);
    this.#plannedMs = Number.NEGATIVE_INFINITY;
    this.#changed();
  }

  /** Starts all due clients one after another, clients in close first. */
  #catchUp(settleMs: number): void {
    const { clock, random } = this.#ports;
    const fromMs = clock.nowMs() + settleMs;
    const overdue = [...this.#entries.values()].filter((entry) => dueMs(entry) <= fromMs || entry.reason === "unreachable").sort(byUrgency);
    const stepMs = Math.min(CATCH_UP_STEP_MS, CATCH_UP_MS / Math.max(1, overdue.length));
    overdue.forEach((entry, place) => {
      entry.notBeforeMs = fromMs + place * stepMs;
      entry.reason = "catch_up";
      entry.failures = 0;
      // Only this once: clients that started together shouldn't do so again.
      entry.gap = 0.5 + 0.5 * random();
    });
    this.#nudge();
  }

  async #load(): Promise<void> {
    const { paused, memory } = await this.#ports.load();
    this.#paused = paused;
    this.#memory = memory;
  }

  /** False when the firm's file can't be read for a moment: without what it holds, a pause would be overlooked. */
  async #loaded(): Promise<boolean> {
    try {
      await this.#load();
      return true;
    } catch (error) {
      this.#ports.log.error("schedule.not_planned", error);
      return false;
    }
  }

  /** If the firm's file can't be read for a moment, the schedule keeps its current plan. */
  async #planAgain(): Promise<void> {
    try {
      await this.#plan();
    } catch (error) {
      this.#ports.log.error("schedule.not_planned", error);
    }
  }

  async #plan(): Promise<void> {
    const { clock } = this.#ports;
    this.#plannedMs = clock.nowMs();
    const connections = await this.#ports.connections();
    const clients = await this.#ports.clients();
    const known = new Set(clients.map(({ clientId }) => clientId));
    for (const clientId of this.#entries.keys()) if (!known.has(clientId)) this.#entries.delete(clientId);
    for (const client of clients) await this.#take(client, connections.get(client.clientId) ?? null);
    const facts = [...this.#entries.values()].flatMap((entry): CadenceFacts[] => {
      const { connection, clientId, memory } = entry;
      if (connection === null || entry.paused) return [];
      return [{ clientId, inClose: memory.inClose, callsPerRun: callsPerRun(entry), dayLimit: connection.dayLimit, pool: connection.pool }];
    });
    for (const [clientId, cadence] of planCadences(facts, this.#pools())) {
      const entry = this.#entries.get(clientId);
      if (entry !== undefined) entry.cadence = cadence;
    }
  }

  async #take(client: StoredClient, connection: ScheduledConnection | null): Promise<void> {
    const { clientId, rollup } = client;
    const entry = this.#entries.get(clientId) ?? this.#enter(client);
    entry.name = client.name;
    entry.paused = client.paused;
    entry.state = rollup?.state ?? "never_synced";
    const wasRead = rollup !== null && rollup.asOf !== null;
    if (wasRead && !entry.wasRead) this.#firstRead(entry);
    entry.wasRead = wasRead;
    entry.streams = rollup?.streamsTotal ?? 0;
    entry.connection = connection;
    if (connection === null || !entry.staleClose) return;
    entry.staleClose = false;
    entry.memory = { ...entry.memory, inClose: await this.#ports.inClose(clientId) };
  }

  /** A person read it for the first time meanwhile: the schedule counts from there on, and waits for nobody any more. */
  #firstRead(entry: ScheduleEntry): void {
    const nowMs = this.#ports.clock.nowMs();
    if (entry.notBeforeMs <= nowMs || entry.memory.lastStartMs !== null) return;
    entry.notBeforeMs = 0;
    entry.memory = { ...entry.memory, lastStartMs: nowMs };
  }

  /** What an earlier process left unfinished is due at once; a person starts a first read in a running program. */
  #enter({ clientId, rollup }: StoredClient): ScheduleEntry {
    const nowMs = this.#ports.clock.nowMs();
    const remembered = this.#memory.get(clientId) ?? null;
    const entry = newEntry(clientId, remembered);
    const state = rollup?.state ?? "never_synced";
    const isSettled = state === "up_to_date" || state === "needs_sign_in";
    const lastStartMs = isSettled && remembered?.lastStartMs != null ? Math.min(remembered.lastStartMs, nowMs) : null;
    entry.memory = { ...entry.memory, lastStartMs };
    if (this.#started && state === "never_synced") entry.notBeforeMs = nowMs + FIRST_READ_WAIT_MS;
    this.#entries.set(clientId, entry);
    return entry;
  }

  /** The monthly quotas, each across all connections that share it. */
  #pools(): Map<string, MonthPool> {
    const nowMs = this.#ports.clock.nowMs();
    const msLeft = this.#ports.monthEndsMs(nowMs) - nowMs;
    const pools = new Map<string, MonthPool>();
    for (const { connection } of this.#entries.values()) {
      if (connection === null || connection.pool === null || connection.monthLimit === null) continue;
      const pool = pools.get(connection.pool) ?? { limit: connection.monthLimit, used: 0, msLeft };
      pools.set(connection.pool, { ...pool, limit: Math.min(pool.limit, connection.monthLimit), used: pool.used + connection.monthUsed });
    }
    return pools;
  }

  #startDue(): void {
    if (this.#paused) return;
    const nowMs = this.#ports.clock.nowMs();
    const due = [...this.#entries.values()].filter((entry) => this.#mayStart(entry) && dueMs(entry) <= nowMs).sort(byUrgency);
    for (const entry of due) {
      const { connection } = entry;
      if (connection === null || !this.#reach.mayTry(connection.origin, nowMs)) continue;
      if (this.#ports.isReading(entry.clientId)) entry.memory = { ...entry.memory, lastStartMs: nowMs };
      else if (isHeld(callsPerRun(entry), connection.dayUsed, connection.dayLimit))
        Object.assign(entry, { reason: "held", notBeforeMs: nowMs + HELD_MS });
      else this.#start(entry, connection);
    }
  }

  #start(entry: ScheduleEntry, { origin }: ScheduledConnection): void {
    const { clock, random, log } = this.#ports;
    const before = { wasRead: entry.wasRead, lastStartMs: entry.memory.lastStartMs };
    entry.memory = { ...entry.memory, lastStartMs: clock.nowMs() };
    if (entry.reason !== "catch_up") entry.gap = SHORTEST_GAP + (1 - SHORTEST_GAP) * random();
    entry.reason = null;
    entry.reading = true;
    this.#reach.trying(origin);
    this.#ports
      .read(entry.clientId)
      .catch((error: unknown) => {
        this.#reach.letGo(origin);
        throw error;
      })
      .then((result) => this.#ended(entry, origin, result, before))
      // This includes what can't be stored on a full disk: that must not end the program.
      .catch((error: unknown) => log.error("sync.defect", error, { clientId: entry.clientId }))
      .finally(() => {
        entry.reading = false;
        this.#nudge();
      });
  }

  async #ended(entry: ScheduleEntry, origin: string, result: ClientSync | null, before: Before): Promise<void> {
    const { clock, random } = this.#ports;
    const nowMs = clock.nowMs();
    entry.staleClose = true;
    const change = this.#reach.note(origin, result?.state !== "offline", nowMs, random());
    if (result?.state === "offline") {
      entry.failures++;
      entry.memory = { ...entry.memory, lastStartMs: before.lastStartMs };
      entry.reason = "unreachable";
      // The next try goes to another client, so that one tenant's problem doesn't hide the others.
      entry.notBeforeMs = nowMs + Math.min(entry.cadence.everyMs, 2 ** entry.failures * LOOK_MS);
    } else {
      entry.failures = 0;
      entry.notBeforeMs = 0;
    }
    if (result?.state === "needs_sign_in") Object.assign(entry, { reason: "needs_sign_in", notBeforeMs: nowMs + SIGN_IN_LOOK_MS });
    if (result?.state === "up_to_date" && before.wasRead)
      entry.memory = { ...entry.memory, calls: learned(entry.memory.calls, result.requests.sent) };
    if (change === "back") this.#catchUp(0);
    if (change !== null) this.#changed();
    this.#ports.onRead(entry.clientId, result);
    await this.#ports.remember(entry.clientId, entry.memory);
  }

  #mayStart(entry: ScheduleEntry): boolean {
    return entry.connection !== null && !entry.paused && !entry.reading;
  }

  #untilNext(): number {
    const nowMs = this.#ports.clock.nowMs();
    let next = this.#plannedMs + LOOK_MS;
    for (const entry of this.#entries.values()) {
      if (this.#paused || !this.#mayStart(entry) || entry.connection === null) continue;
      next = Math.min(next, Math.max(dueMs(entry), this.#reach.earliestMs(entry.connection.origin)));
    }
    return Math.min(LOOK_MS, Math.max(SOONEST_MS, next - nowMs));
  }

  /** @returns how much wall-clock time passed */
  async #sleep(ms: number): Promise<number> {
    const { clock } = this.#ports;
    const fromMs = clock.nowMs();
    const waking = this.#sleeping;
    try {
      await clock.sleep(ms, waking.signal);
    } catch (error) {
      if (!waking.signal.aborted) throw error;
      this.#sleeping = new AbortController();
    }
    return clock.nowMs() - fromMs;
  }

  #nudge(): void {
    this.#sleeping.abort();
  }

  #online(): boolean {
    const { down } = this.#reach;
    if (down.size === 0) return true;
    return [...this.#entries.values()].some(({ connection }) => connection !== null && !down.has(connection.origin));
  }

  #changed(): void {
    this.#ports.onChange({ online: this.#online(), paused: this.#paused });
    this.#nudge();
  }
}

/** A moving average, so that newer runs count more. */
function learned(before: number | null, sent: number): number {
  return before === null ? sent : Math.max(1, Math.ceil(before * (1 - LEARN) + sent * LEARN));
}
