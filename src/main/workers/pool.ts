import type { SpawnThread, ThreadPort } from "#main/ports/index.ts";
import { assert, Defect } from "#shared/kernel/assert.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import { AMERICAN, type English } from "#shared/language/english.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { isPackMaking } from "./pack-ops.ts";
import { FILE_CARE, type OpInput, type OpName, type OpResult, READ_OPS, type WorkerReply } from "./protocol.ts";
import { SLOW_OPS } from "./watch-ops.ts";

interface Waiting {
  readonly resolve: (result: Result<unknown, Failure>) => void;
  readonly reject: (error: Error) => void;
}

interface Thread {
  readonly name: string;
  readonly waiting: Map<number, Waiting>;
  /** Null after the thread died, until the next operation starts another. */
  port: ThreadPort | null;
}

/** An operation that failed for an expected reason where the caller has no way to go on. */
export class OperationFailed extends Error {
  override readonly name = "OperationFailed";
  readonly failure: Failure;
  constructor(op: OpName, failure: Failure) {
    super(`${op}: ${failure.message}`);
    this.failure = failure;
  }
}

/** The files as most of the core needs them. */
export type FilePool = Pick<WorkerPool, "perform" | "must">;

/**
 * The threads that own files: each client's mirror always has the same writer (by its id), the firm's registry
 * belongs to the first writer, and questions go to a reader with read-only connections, so that a dashboard
 * never waits behind a page of ingest.
 */
export class WorkerPool {
  readonly #spawn: SpawnThread;
  readonly #writers: Thread[];
  readonly #reader: Thread;
  /** Started when it is first needed: most commands never copy a file. */
  readonly #fileCare: Thread;
  /** Makes close packs and works out figures that nobody waits for, which takes a while; started when it is first needed. */
  readonly #packer: Thread;
  /** Clients whose files nobody may touch, and what is said to those who try. */
  readonly #held = new Map<string, Failure>();
  #onDamage: ((clientId: string, failure: Failure) => void) | null = null;
  #onUse: ((clientId: string) => Promise<Failure | null> | null) | null = null;
  #onWrite: ((clientId: string) => void) | null = null;
  #english = AMERICAN;
  #lastId = 0;
  #closed = false;

  constructor(spawn: SpawnThread, writerCount: number) {
    this.#spawn = spawn;
    const thread = (name: string): Thread => ({ name, waiting: new Map(), port: null });
    this.#writers = Array.from({ length: writerCount }, (_, index) => thread(`writer-${index}`));
    this.#reader = thread("reader");
    this.#fileCare = thread("files");
    this.#packer = thread("packer");
    for (const each of [...this.#writers, this.#reader]) this.#portOf(each);
  }

  /**
   * Performs an operation on the thread that owns its file.
   * @param transfer buffers inside `input` that are handed over, not copied
   * @throws Defect when the operation broke, the thread died or the pool is closed
   */
  async perform<O extends OpName>(op: O, input: OpInput<O>, transfer: readonly ArrayBuffer[] = []): Promise<Result<OpResult<O>, Failure>> {
    const clientId = (input as { readonly clientId?: string }).clientId;
    const held = clientId === undefined || !usesFile(op) ? undefined : this.#held.get(clientId);
    if (held !== undefined) return fail(held);
    const looked = clientId === undefined || !usesFile(op) || op === "client.verify" ? null : (this.#onUse?.(clientId) ?? null);
    const result = await this.#ask(op, input, transfer);
    if (result.ok && OWN_WRITES.has(op)) this.#onWrite?.(op.startsWith("firm.") ? "" : (clientId ?? ""));
    const damage = await looked;
    if (damage !== null) return fail(damage);
    if (!result.ok && result.failure.code === "damaged" && clientId !== undefined && usesFile(op) && !TAKES_COPY.has(op)) {
      this.#held.set(clientId, result.failure);
      this.#onDamage?.(clientId, result.failure);
    }
    return result;
  }

  /** Told once when an operation finds a client's file damaged; from then on the client is held. */
  watchDamage(listener: (clientId: string, failure: Failure) => void): void {
    this.#onDamage = listener;
  }

  /** Told whenever a client's file is used. What it promises is waited for, and a failure of it is the answer. */
  watchUse(listener: (clientId: string) => Promise<Failure | null> | null): void {
    this.#onUse = listener;
  }

  /** Told when what people record may have changed, of a client or ("") of the firm. */
  watchWrites(listener: (clientId: string) => void): void {
    this.#onWrite = listener;
  }

  /** What the threads say is in this English from now on. */
  writeIn(english: English): void {
    this.#english = english;
  }

  /** Answers every operation on a client's file with this failure, and lets go of what is open. */
  async hold(clientId: string, failure: Failure): Promise<void> {
    this.#held.set(clientId, failure);
    await Promise.all([this.must("client.close", { clientId }), this.must("client.closeReader", { clientId })]);
  }

  /** Lets a client's file be used again. */
  free(clientId: string): void {
    this.#held.delete(clientId);
  }

  /** Why a client's file is held, or null. */
  heldFor(clientId: string): Failure | null {
    return this.#held.get(clientId) ?? null;
  }

  #ask<O extends OpName>(op: O, input: OpInput<O>, transfer: readonly ArrayBuffer[]): Promise<Result<OpResult<O>, Failure>> {
    const thread = this.#threadFor(op, input);
    assert(!this.#closed, `${op}: the files are closed`);
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      const port = this.#portOf(thread);
      thread.waiting.set(id, { resolve: resolve as Waiting["resolve"], reject });
      port.post({ id, op, input, english: this.#english }, transfer);
    });
  }

  /** Like `perform`, for callers that can't go on without the result. @throws OperationFailed */
  async must<O extends OpName>(op: O, input: OpInput<O>): Promise<OpResult<O>> {
    const result = await this.perform(op, input);
    if (!result.ok) throw new OperationFailed(op, result.failure);
    return result.value;
  }

  /** Closes the files, readers first, so that each writer folds its log into its file; then ends the threads. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([this.#reader.port?.close(), this.#fileCare.port?.close(), this.#packer.port?.close()]);
    await Promise.all(this.#writers.map((thread) => thread.port?.close()));
  }

  /** The thread's channel; one that died is started again, without the clients that were set up on it. */
  #portOf(thread: Thread): ThreadPort {
    if (thread.port !== null) return thread.port;
    const port = this.#spawn(thread.name);
    thread.port = port;
    port.onMessage((message) => settle(thread, message as WorkerReply));
    port.onExit((error) => {
      if (thread.port === port) thread.port = null;
      for (const waiting of thread.waiting.values()) waiting.reject(error ?? new Defect(`thread ${thread.name} ended`));
      thread.waiting.clear();
    });
    return port;
  }

  #threadFor(op: OpName, input: unknown): Thread {
    if (FILE_CARE.has(op)) return this.#fileCare;
    if (isPackMaking(op) || SLOW_OPS.has(op)) return this.#packer;
    return READ_OPS.has(op) ? this.#reader : this.#writerFor(op, input);
  }

  #writerFor(op: OpName, input: unknown): Thread {
    const clientId = op.startsWith("firm.") ? "" : (input as { readonly clientId: string }).clientId;
    let sum = 0;
    for (let index = 0; index < clientId.length; index++) sum = (sum * 31 + clientId.charCodeAt(index)) >>> 0;
    return this.#writers[sum % this.#writers.length] as Thread;
  }
}

/** What writes records of people, beside what a ledger sent. */
const OWN_WRITES: ReadonlySet<OpName> = new Set<OpName>([
  ...(["operation.write", "decisions.make", "firm.operation.write"] as const),
  ...(["firm.addClient", "firm.saveConnection", "firm.updateConnection", "firm.removeConnection", "firm.addPersonKey"] as const),
]);

/** What fails here is the firm's copy of a client: if the client's own file is damaged, too, whatever uses it next notices. */
const TAKES_COPY: ReadonlySet<OpName> = new Set<OpName>(["log.takePart", "log.adopt"]);

/** Closing a file and working on it from outside is not using it. */
function usesFile(op: OpName): boolean {
  return !op.startsWith("firm.") && !FILE_CARE.has(op) && op !== "client.close" && op !== "client.closeReader" && op !== "client.release";
}

function settle(thread: Thread, reply: WorkerReply): void {
  const waiting = thread.waiting.get(reply.id);
  thread.waiting.delete(reply.id);
  if (waiting === undefined) return;
  if (reply.kind === "value") waiting.resolve(ok(reply.value));
  else if (reply.kind === "failure") waiting.resolve(fail(reply.failure));
  else {
    const defect = new Defect(reply.message);
    if (reply.stack !== "") defect.stack = reply.stack;
    waiting.reject(defect);
  }
}
