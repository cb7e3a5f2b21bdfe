import { LOGGED_OPS } from "#main/workers/firm-log/log-ops.ts";
import { type FilePool, OperationFailed } from "#main/workers/pool.ts";
import type { ClientSource, OpInput, OpName, OpResult } from "#main/workers/protocol.ts";
import { ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { ClientLog } from "./client-log.ts";

const JOBS: ReadonlySet<string> = new Set(["writes.add", "writes.change", "writes.drop"]);
const STEPS: ReadonlySet<string> = new Set(LOGGED_OPS);

/**
 * The files as a sync and a write see them in a firm with a server: what they do to a client's ledger rows is published
 * first and then done. They don't know about it.
 */
export class LoggedPool implements FilePool {
  readonly #pool: FilePool;
  readonly #logOf: (clientId: string) => Promise<ClientLog | null>;

  /** @param logOf the client's log; null for a client without a ledger */
  constructor(pool: FilePool, logOf: (clientId: string) => Promise<ClientLog | null>) {
    this.#pool = pool;
    this.#logOf = logOf;
  }

  async perform<O extends OpName>(op: O, input: OpInput<O>, transfer: readonly ArrayBuffer[] = []): Promise<Result<OpResult<O>, Failure>> {
    const job = JOBS.has(op) ? await this.#logOf((input as ClientSource).clientId) : null;
    if (job !== null) return this.#job(job, op, input) as Promise<Result<OpResult<O>, Failure>>;
    const isPage = op === "pass.commit";
    const log = isPage || STEPS.has(op) || op === "client.release" ? await this.#logOf((input as ClientSource).clientId) : null;
    if (log === null) return this.#pool.perform(op, input, transfer);
    if (op === "client.release") return this.#ended(log, input as OpInput<"client.release">) as Promise<Result<OpResult<O>, Failure>>;
    if (!isPage) return log.inTurn(() => this.#step(log, op, input));
    const step = await this.#pool.perform(op, input, transfer);
    const value = step.ok ? (step.value as OpResult<"pass.commit">) : null;
    if (value?.kind !== "ready") return step;
    const { stream, passKind, cursorBefore, cursorAfter, body } = value;
    const page = { key: stream, stream, kind: passKind, cursorBefore, cursorAfter, body };
    return log.inTurn(() => log.add(page)) as Promise<Result<OpResult<O>, Failure>>;
  }

  async must<O extends OpName>(op: O, input: OpInput<O>): Promise<OpResult<O>> {
    const result = await this.perform(op, input);
    if (!result.ok) throw new OperationFailed(op, result.failure);
    return result.value;
  }

  #job(log: ClientLog, op: OpName, input: unknown): Promise<Result<unknown, Failure>> {
    if (op === "writes.add") return log.addJob(input as OpInput<"writes.add">);
    if (op === "writes.change") return log.changeJob(input as OpInput<"writes.change">);
    return this.#cancel(log, input as OpInput<"writes.drop">);
  }

  /** A job that everybody has is cancelled where one machine alone would forget it. */
  async #cancel(log: ClientLog, input: OpInput<"writes.drop">): Promise<Result<unknown, Failure>> {
    const found = await this.#pool.must("writes.get", input);
    if (found === null) return ok(null);
    const { jobId, body, updatedMs } = found.job;
    const { clientId, system, tenantId } = input;
    return log.changeJob({ clientId, system, tenantId, change: { jobId, body, state: "cancelled", nowMs: updatedMs, knownMs: updatedMs } });
  }

  async #step<O extends OpName>(log: ClientLog, op: O, input: OpInput<O>): Promise<Result<OpResult<O>, Failure>> {
    const whole = op === "client.setup" ? ({ ...input, holds: true } as OpInput<O>) : input;
    const lease = await log.lease();
    // The dashboard's row tells why a sync stopped, wherever it stopped.
    if (!lease.ok) return op === "firm.saveRollup" ? this.#pool.perform(op, input) : lease;
    if (op === "client.setup") log.isReading = true;
    const source = await this.#sourceOf(input as ClientSource);
    const { clientId: _client, system: _system, tenantId: _tenant, ...rest } = input as ClientSource & Readonly<Record<string, unknown>>;
    const body = await this.#pool.perform("log.hold", {
      ...source,
      op: op as (typeof LOGGED_OPS)[number] & Exclude<O, "page">,
      input: rest,
    } as never);
    if (!body.ok) return body;
    if (body.value === null) return op === "feed.seed" ? (ok(null) as Result<OpResult<O>, Failure>) : this.#pool.perform(op, whole);
    const added = await log.add({ key: "", stream: "", kind: op, cursorBefore: null, cursorAfter: null, body: body.value });
    if (!added.ok) return op === "firm.saveRollup" ? this.#pool.perform(op, input) : added;
    // What the log keeps of these is the note that they happened.
    if (op === "client.setup" || op === "firm.saveRollup") return this.#pool.perform(op, whole);
    return added as Result<OpResult<O>, Failure>;
  }

  async #sourceOf(input: ClientSource): Promise<ClientSource> {
    const { clientId, system, tenantId } = input;
    if (system !== undefined) return { clientId, system, tenantId };
    const connection = await this.#pool.must("firm.connection", { clientId });
    return { clientId, system: connection?.system ?? "ledger_a", tenantId: connection?.tenantId ?? "" };
  }

  async #ended(log: ClientLog, source: ClientSource): Promise<Result<null, Failure>> {
    return log.inTurn(async () => {
      const released = await this.#pool.perform("client.release", source);
      log.isReading = false;
      await log.shareCopy();
      await log.release();
      return released;
    });
  }
}
