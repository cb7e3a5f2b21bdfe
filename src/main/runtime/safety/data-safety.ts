import type { ApiContext } from "#main/api/context.ts";
import type { Safety } from "#main/api/safety.ts";
import { type Ports, SecretsUnavailable } from "#main/ports/index.ts";
import type { StoredFile } from "#main/runtime/connection-file.ts";
import type { StoredClient } from "#main/store/clients/firm.ts";
import type { SyncEngine } from "#main/sync/engine.ts";
import { changeSetting } from "#main/workers/change-setting.ts";
import { OperationFailed, type WorkerPool } from "#main/workers/pool.ts";
import type {
  BackupArchive,
  BackupsView,
  DamagedClient,
  HealthReport,
  RepairReport,
  RestoreReady,
  SnapshotKind,
  SnapshotsTaken,
} from "#shared/contract/app/data-safety.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";
import { ownSentence } from "#shared/kernel/readable.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { healthReport } from "./health-report.ts";
import { verifyFile } from "./verify-file.ts";

export interface SafetyPorts {
  readonly ports: Pick<Ports, "clock" | "log" | "uuid" | "secrets" | "examine">;
  readonly pool: WorkerPool;
  readonly engine: SyncEngine;
  readonly publish: ApiContext["publish"];
  /** The release that runs. */
  readonly app: string;
  /** Whether the keychain of this machine, or the firm's server, has what the connection needs to go on without a person. */
  readonly hasGrant: (connectionId: string, file: StoredFile) => Promise<boolean>;
  readonly limitWarnings: () => Promise<HealthReport["checks"]>;
  readonly isChecking: (clientId: string) => boolean;
}

/** As it is kept in the firm's settings while a client's file is damaged. */
interface DamageNote {
  readonly sinceMs: number;
  readonly problem: string;
}

type Unusable = Pick<Failure, "message" | "next">;

const DAMAGE = "damaged:";
const FIRM_ID = "firm_id";
const AUTOMATIC = "backups.automatic";
const NEWEST = "Install the newest version of Tieout.";
const BUSY: Failure = { code: "busy", message: "This client's data file is being repaired.", next: "Try again when the repair is done." };

/** Notices damaged files and holds their clients still; takes and restores backups; says how the data folder is. */
export class DataSafety implements Safety {
  readonly #with: SafetyPorts;

  constructor(options: SafetyPorts) {
    this.#with = options;
    options.pool.watchDamage((clientId, failure) => {
      this.#noteDamage(clientId, failure.message).catch((error: unknown) => options.ports.log.error("safety.defect", error, { clientId }));
    });
  }

  isChecking(clientId: string): boolean {
    return this.#with.isChecking(clientId);
  }

  /** Holds the clients whose files were damaged before this start, or are seen to be now; the others go on. */
  async start(): Promise<void> {
    const { pool } = this.#with;
    const noted = await this.#damageNotes();
    for (const [clientId, { problem }] of noted) await pool.hold(clientId, damagedFailure(problem));
    const clients = await pool.must("firm.clients", {});
    const read = clients.filter(({ clientId, rollup }) => (rollup?.streamsTotal ?? 0) > 0 && !noted.has(clientId));
    for (const { clientId, problem } of await pool.must("files.glance", { clientIds: read.map(({ clientId }) => clientId) }))
      await this.#noteDamage(clientId, `This client's data file can't be opened: ${problem}.`);
  }

  async damaged(): Promise<readonly DamagedClient[]> {
    const notes = await this.#damageNotes();
    if (notes.size === 0) return [];
    const clients = await this.#with.pool.must("firm.clients", {});
    const stored = await this.#with.pool.must("files.snapshots", {});
    return [...notes].map(([clientId, { sinceMs, problem }]) => {
      const newest = stored.find(({ owner }) => owner === clientId);
      return {
        clientId,
        name: nameOf(clients, clientId),
        since: instantFromMs(sinceMs),
        problem,
        snapshotAt: newest === undefined ? null : instantFromMs(newest.takenMs),
      };
    });
  }

  async repair(clientId: string, from: "backup" | "ledger"): Promise<Result<RepairReport, Failure>> {
    const { pool } = this.#with;
    // A file whose pages do not hold what was written is held from here on.
    if (pool.heldFor(clientId) === null) await verifyFile(pool, clientId);
    if (pool.heldFor(clientId) === null) {
      const checked = await pool.perform("files.check", { owner: clientId, source: null, deep: false });
      if (!checked.ok) return checked;
      const { problem, isFromNewer } = checked.value;
      // A newer version can use it: a repair would lose what that version wrote.
      if (problem !== null && isFromNewer) return fail({ code: "conflict", message: ownSentence(problem), field: "client", next: NEWEST });
      if (problem === null)
        return fail({
          code: "conflict",
          message: "This client's data file isn't damaged.",
          field: "client",
          next: "To read everything again, run a full resync.",
        });
      await this.#noteDamage(clientId, `This client's data file is damaged: ${problem}.`);
    }
    if (pool.heldFor(clientId) === BUSY) return fail(BUSY);
    const before = pool.heldFor(clientId) ?? damagedFailure("This client's data file is damaged.");
    let isRepaired = false;
    try {
      await pool.hold(clientId, BUSY);
      const done = await this.#repairHeld(clientId, from);
      isRepaired = done.ok;
      return done;
    } finally {
      // Whatever failed, it can be repaired again: the result of a repair that was done is kept for that.
      if (!isRepaired) await pool.hold(clientId, before);
    }
  }

  async #repairHeld(clientId: string, from: "backup" | "ledger"): Promise<Result<RepairReport, Failure>> {
    const { pool, engine, ports, publish } = this.#with;
    await engine.stop(clientId);
    const nowMs = ports.clock.nowMs();
    const damagedMs = (await this.#damageNotes()).get(clientId)?.sinceMs ?? nowMs;
    const done = await pool.perform("files.repair", { clientId, from, damagedMs, nowMs });
    if (!done.ok) return done;
    ports.log.warn("safety.repaired", { clientId, from: done.value.from, complete: done.value.complete });
    const problem = done.value.complete
      ? null
      : "This client's data file was repaired, but some data couldn't be recovered. Compare Tieout's ledger updates with the ledger before you send anything again.";
    // The loss is recorded before the damage is cleared: if the process dies in between, it is reported again.
    await pool.must("firm.saveRollup", { clientId, change: { state: "incomplete", problem }, nowMs: ports.clock.nowMs() });
    await pool.must("firm.saveSetting", { key: `${DAMAGE}${clientId}`, value: null });
    await pool.must("files.repairTold", { clientId });
    pool.free(clientId);
    publish("clients.changed", { clientIds: [clientId] });
    publish("safety.changed", { clientIds: [clientId] });
    return done;
  }

  async backups(): Promise<BackupsView> {
    const { pool } = this.#with;
    const clients = await pool.must("firm.clients", {});
    const stored = await pool.must("files.snapshots", {});
    const snapshots = stored.map(({ snapshotId, owner, kind, takenMs, bytes }) => ({
      snapshotId,
      clientId: owner,
      clientName: owner === null ? "The firm's file" : nameOf(clients, owner),
      kind,
      takenAt: instantFromMs(takenMs),
      bytes,
    }));
    return {
      automatic: await this.#isAutomatic(),
      folder: "backups",
      bytes: stored.reduce((sum, { bytes }) => sum + bytes, 0),
      newestAt: snapshots[0]?.takenAt ?? null,
      snapshots,
    };
  }

  async setAutomatic(on: boolean): Promise<void> {
    await this.#with.pool.must("firm.saveSetting", { key: AUTOMATIC, value: on });
    this.#with.publish("safety.changed", { clientIds: [] });
  }

  async snapshotAll(): Promise<Result<SnapshotsTaken, Failure>> {
    const clients = await this.#with.pool.must("firm.clients", {});
    const leftOut: SnapshotsTaken["leftOut"] = [];
    const leaveOut = (clientId: string, { message, next }: Unusable) =>
      leftOut.push({ clientId, name: nameOf(clients, clientId), problem: message, next: next ?? null });
    for (const [clientId, { problem }] of await this.#damageNotes()) leaveOut(clientId, damagedFailure(problem));
    for (const owner of await this.#owners({ demo: true })) {
      const taken = await this.#snapshot(owner, "asked-for");
      if (taken.ok) continue;
      const unusable = owner === null ? null : await this.#unusable(owner, taken.failure);
      if (owner === null || unusable === null) return taken;
      leaveOut(owner, unusable);
    }
    this.#with.publish("safety.changed", { clientIds: [] });
    return ok({ ...(await this.backups()), leftOut });
  }

  /** Why a client's file can't be copied, where that is the file's own fault; null where it is not. */
  async #unusable(clientId: string, failure: Failure): Promise<Unusable | null> {
    if (failure.code === "damaged") return failure;
    const checked = await this.#with.pool.perform("files.check", { owner: clientId, source: null, deep: false });
    if (!checked.ok || checked.value.problem === null || !checked.value.isFromNewer) return null;
    return { message: ownSentence(checked.value.problem), next: NEWEST };
  }

  /** Takes a snapshot of a file that holds what was written: one of a damaged file would displace a good one. */
  async #snapshot(owner: string | null, kind: SnapshotKind): Promise<Result<unknown, Failure>> {
    const { pool, ports } = this.#with;
    const whole = await verifyFile(pool, owner);
    if (!whole.ok) return whole;
    const taken = await pool.perform("files.snapshot", { owner, kind, onlyIfDue: kind === "daily", nowMs: ports.clock.nowMs() });
    // Copying reads every page: what it can't read is damaged, and waiting makes it no better.
    if (!taken.ok && taken.failure.code === "damaged" && owner !== null) await this.#noteDamage(owner, taken.failure.message);
    return taken;
  }

  async snapshotDue(): Promise<void> {
    const { pool, ports, publish } = this.#with;
    if (!(await this.#isAutomatic())) return;
    // A demo firm is made again in a minute; its copies would only fill the disk.
    const owners = await this.#owners({ demo: false });
    const due = await pool.must("files.snapshotsDue", { owners, nowMs: ports.clock.nowMs() });
    for (const owner of due) {
      const taken = await this.#snapshot(owner, "daily");
      if (!taken.ok) ports.log.warn("safety.snapshot_failed", { owner: owner ?? "firm", code: taken.failure.code });
    }
    if (due.length > 0) publish("safety.changed", { clientIds: [] });
  }

  async create(path: string): Promise<Result<BackupArchive, Failure>> {
    const { pool, ports } = this.#with;
    const held = (await this.damaged())[0];
    if (held !== undefined) return fail(notWhole(held.name));
    const clients = await pool.must("firm.clients", {});
    for (const owner of await this.#owners({ demo: true })) {
      const whole = await verifyFile(pool, owner);
      if (!whole.ok) return owner !== null && whole.failure.code === "damaged" ? fail(notWhole(nameOf(clients, owner))) : whole;
    }
    await this.#firmId();
    const made = await pool.perform("files.archive", { path, nowMs: ports.clock.nowMs(), app: this.#with.app });
    return made.ok ? made.value : made;
  }

  async restore(path: string): Promise<Result<RestoreReady, Failure>> {
    const { pool, ports } = this.#with;
    const isEmpty = (await pool.must("firm.clients", {})).length === 0;
    const firmId = isEmpty ? null : await this.#firmId();
    const prepared = await pool.perform("files.prepareRestore", { path, firmId, nowMs: ports.clock.nowMs() });
    if (!prepared.ok) return prepared;
    if (!prepared.value.ok) return prepared.value;
    const { createdAt, clients, connections, kept } = prepared.value.value;
    const without = new Map<string, StoredFile["auth"]>();
    for (const { connectionId, clientId, body } of connections) {
      const file = JSON.parse(body) as StoredFile;
      if (!(await this.#canGoOn(connectionId, file))) without.set(clientId, file.auth);
    }
    const signInAgain = clients.flatMap(({ clientId, name }) => {
      const auth = without.get(clientId);
      if (auth === undefined) return [];
      return [{ clientId, name, variable: auth.type === "oauth2_refresh" ? auth.refreshTokenEnv : null }];
    });
    return ok({ createdAt: createdAt as RestoreReady["createdAt"], clients: [...clients], signInAgain, kept, restartNeeded: true });
  }

  async report(deep: boolean): Promise<HealthReport> {
    const { pool, ports, limitWarnings } = this.#with;
    return healthReport({
      pool,
      ports,
      deep,
      damaged: await this.damaged(),
      automatic: await this.#isAutomatic(),
      limits: await limitWarnings(),
      onDamage: (clientId, problem) => this.#noteDamage(clientId, problem),
    });
  }

  /** Stops one client: nothing reads or writes its file until it is repaired, in this process and the next. */
  async #noteDamage(clientId: string, problem: string): Promise<void> {
    const { pool, engine, ports, publish } = this.#with;
    if (pool.heldFor(clientId) === BUSY) return;
    ports.log.warn("safety.damaged", { clientId });
    await pool.hold(clientId, damagedFailure(problem));
    await engine.stop(clientId);
    const nowMs = ports.clock.nowMs();
    try {
      await changeSetting(pool, `${DAMAGE}${clientId}`, (known) => ({ sinceMs: (known as DamageNote | null)?.sinceMs ?? nowMs, problem }));
      await pool.must("firm.saveRollup", { clientId, change: { state: "failed", problem }, nowMs });
    } catch (error) {
      if (!(error instanceof OperationFailed)) throw error;
      // The client is held all the same; the next start finds the damage again.
      ports.log.warn("safety.note_not_saved", { clientId, code: error.failure.code });
    }
    publish("clients.changed", { clientIds: [clientId] });
    publish("safety.changed", { clientIds: [clientId] });
  }

  async #damageNotes(): Promise<Map<string, DamageNote>> {
    const settings = await this.#with.pool.must("firm.settings", { prefix: DAMAGE });
    return new Map(
      Object.entries(settings).flatMap(([key, value]) =>
        value === null ? [] : [[key.slice(DAMAGE.length), value as DamageNote] as const],
      ),
    );
  }

  async #isAutomatic(): Promise<boolean> {
    return (await this.#with.pool.must("firm.setting", { key: AUTOMATIC })) !== false;
  }

  /** By which an archive is known to be of this firm. */
  async #firmId(): Promise<string> {
    const { pool, ports } = this.#with;
    const made = ports.uuid();
    let firmId = made;
    await changeSetting(pool, FIRM_ID, (known) => {
      firmId = typeof known === "string" ? known : made;
      return firmId === known ? undefined : firmId;
    });
    return firmId;
  }

  async #owners({ demo }: { readonly demo: boolean }): Promise<(string | null)[]> {
    const clients = await this.#with.pool.must("firm.clients", {});
    const held = await this.#damageNotes();
    return [null, ...clients.filter((client) => (demo || !client.demo) && !held.has(client.clientId)).map(({ clientId }) => clientId)];
  }

  async #canGoOn(connectionId: string, file: StoredFile): Promise<boolean> {
    try {
      return await this.#with.hasGrant(connectionId, file);
    } catch (error) {
      if (error instanceof SecretsUnavailable) return false;
      throw error;
    }
  }
}

function damagedFailure(problem: string): Failure {
  return {
    code: "damaged",
    message: problem,
    next: "Repair the file under Settings › Storage health, from the newest good snapshot or from the ledger. Every note, decision and sign-off that can still be read is kept.",
  };
}

function notWhole(name: string): Failure {
  return {
    code: "damaged",
    message: `${name}'s data file is damaged, so a backup would include the damage.`,
    next: "Repair the file first. Existing snapshots aren't affected.",
  };
}

function nameOf(clients: readonly StoredClient[], clientId: string): string {
  return clients.find((client) => client.clientId === clientId)?.name ?? clientId;
}
