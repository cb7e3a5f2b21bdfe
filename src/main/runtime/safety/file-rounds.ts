import type { Clock, Log } from "#main/ports/index.ts";
import { OperationFailed, type WorkerPool } from "#main/workers/pool.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { verifyFile } from "./verify-file.ts";

export interface RoundPorts {
  readonly pool: WorkerPool;
  readonly clock: Clock;
  readonly log: Log;
  /** A client that is being synced can wait, until its check is overdue. */
  readonly isReading: (clientId: string) => boolean;
  /** In a process that ends after one command, an answer waits until its file has been checked. */
  readonly answersWait: boolean;
  /** A check of a client's file is due now or has ended. */
  readonly onCheck?: (clientId: string) => void;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** At most a week between two checks of a page; the rest allows for machines that are off for days. */
const EVERY_MS = DAY_MS;
const OVERDUE_MS = 4 * DAY_MS;
const LOOK_MS = 60_000;
/** Pause between two parts of a file that isn't in use, so that other programs get the disk. */
const PAUSE_MS = 100;
const KEY = "safety/verified";
const SAVED_EVERY_MS = HOUR_MS;
/** The registry's name among the clients' ids; no id starts with an underscore. */
const REGISTRY = "_registry";

/**
 * Compares every data file with its page checksums: once a day, and right away when someone opens a client.
 * Damage is found before a figure is relied on for long, and the client is then held.
 */
export class FileRounds {
  readonly #ports: RoundPorts;
  /** When each file was last found intact; starts from the firm's settings. */
  readonly #verifiedMs = new Map<string, number>();
  readonly #underWay = new Map<string, Promise<Failure | null>>();
  readonly #asked = new Set<string>();
  /** Files that couldn't be checked recently, with the time of the next try. */
  readonly #laterMs = new Map<string, number>();
  #savedMs = Number.NEGATIVE_INFINITY;
  #waking = new AbortController();

  constructor(ports: RoundPorts) {
    this.#ports = ports;
  }

  /**
   * A client's file is being used: unless it was checked within the hour, it is checked next.
   * @returns the result of the check, where the answer waits; null when there is nothing to wait for
   */
  used(clientId: string): Promise<Failure | null> | null {
    const nowMs = this.#ports.clock.nowMs();
    const sinceMs = nowMs - (this.#verifiedMs.get(clientId) ?? Number.NEGATIVE_INFINITY);
    if ((sinceMs >= 0 && sinceMs < HOUR_MS) || nowMs < (this.#laterMs.get(clientId) ?? 0)) return null;
    if (this.#ports.answersWait) return this.#verify(clientId);
    if (this.isChecking(clientId)) return null;
    this.#asked.add(clientId);
    this.#waking.abort();
    this.#ports.onCheck?.(clientId);
    return null;
  }

  /** Whether a client's file is being checked or is next: until that ends, its figures may be damaged. */
  isChecking(clientId: string): boolean {
    return this.#asked.has(clientId) || this.#underWay.has(clientId);
  }

  /** Keeps checking until the signal. */
  async run(signal: AbortSignal): Promise<void> {
    const { clock } = this.#ports;
    const stop = () => this.#waking.abort();
    signal.addEventListener("abort", stop, { once: true });
    try {
      while (!(await this.#load()) && !signal.aborted) await this.#sleep(LOOK_MS);
      while (!signal.aborted) {
        const next = await this.#next();
        if (next === null) await this.#sleep(LOOK_MS);
        else {
          this.#asked.delete(next);
          await this.#verify(next, signal);
          if (clock.nowMs() - this.#savedMs >= SAVED_EVERY_MS) await this.#save();
        }
      }
    } finally {
      signal.removeEventListener("abort", stop);
    }
  }

  /** Clients in use first, then the file whose last check is oldest. */
  async #next(): Promise<string | null> {
    const { pool, clock, isReading } = this.#ports;
    for (const clientId of this.#asked) return clientId;
    const nowMs = clock.nowMs();
    const clients = await pool.perform("firm.clients", {});
    if (!clients.ok) return null;
    const names = [REGISTRY, ...clients.value.map(({ clientId }) => clientId)];
    const due = names
      .map((name) => ({ name, ageMs: Math.abs(nowMs - (this.#verifiedMs.get(name) ?? 0)) }))
      .filter(({ name, ageMs }) => ageMs >= EVERY_MS && nowMs >= (this.#laterMs.get(name) ?? 0) && pool.heldFor(name) === null)
      .filter(({ name, ageMs }) => ageMs >= OVERDUE_MS || !isReading(name))
      .sort((a, b) => b.ageMs - a.ageMs);
    return due[0]?.name ?? null;
  }

  /** Checks one file; concurrent callers share the result. */
  #verify(name: string, signal?: AbortSignal): Promise<Failure | null> {
    const known = this.#underWay.get(name);
    if (known !== undefined) return known;
    const told = name === REGISTRY ? undefined : this.#ports.onCheck;
    const look = this.#look(name, signal).finally(() => {
      this.#underWay.delete(name);
      told?.(name);
    });
    this.#underWay.set(name, look);
    told?.(name);
    return look;
  }

  async #look(name: string, signal: AbortSignal | undefined): Promise<Failure | null> {
    const { pool, clock, log } = this.#ports;
    const pause = async () => {
      if (signal?.aborted === false && this.#asked.size === 0) await this.#sleep(PAUSE_MS);
    };
    const found = await verifyFile(pool, name === REGISTRY ? null : name, pause);
    if (found.ok) {
      this.#verifiedMs.set(name, clock.nowMs());
      return null;
    }
    this.#laterMs.set(name, clock.nowMs() + HOUR_MS);
    log.warn("safety.not_whole", { clientId: name, code: found.failure.code });
    return found.failure.code === "damaged" ? found.failure : null;
  }

  /** @returns false when the firm's file can't be read for a moment */
  async #load(): Promise<boolean> {
    const { pool, clock, log } = this.#ports;
    const stored = await pool.perform("firm.setting", { key: KEY });
    if (!stored.ok) {
      log.warn("safety.rounds_not_loaded", { code: stored.failure.code });
      return false;
    }
    const nowMs = clock.nowMs();
    for (const [name, ms] of Object.entries((stored.value ?? {}) as Record<string, unknown>))
      if (typeof ms === "number" && ms <= nowMs && !this.#verifiedMs.has(name)) this.#verifiedMs.set(name, ms);
    this.#savedMs = nowMs;
    return true;
  }

  async #save(): Promise<void> {
    try {
      await this.#ports.pool.must("firm.saveSetting", { key: KEY, value: Object.fromEntries(this.#verifiedMs) });
      this.#savedMs = this.#ports.clock.nowMs();
    } catch (error) {
      if (!(error instanceof OperationFailed)) throw error;
      // On a full disk the times aren't saved, and the next start checks everything again.
      this.#ports.log.warn("safety.rounds_not_saved", { code: error.failure.code });
    }
  }

  async #sleep(ms: number): Promise<void> {
    const waking = this.#waking;
    try {
      await this.#ports.clock.sleep(ms, waking.signal);
    } catch (error) {
      if (!waking.signal.aborted) throw error;
    }
    if (waking.signal.aborted) this.#waking = new AbortController();
  }
}
