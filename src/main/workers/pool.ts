import type { SpawnThread, ThreadPort } from "#main/ports/index.ts";
import { Defect } from "#shared/kernel/assert.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/failure.ts";
import { type OpInput, type OpName, type OpResult, READ_OPS, type WorkerReply } from "./protocol.ts";

interface Waiting {
  readonly resolve: (result: Result<unknown, Failure>) => void;
  readonly reject: (error: Error) => void;
}

interface Thread {
  readonly port: ThreadPort;
  readonly waiting: Map<number, Waiting>;
}

/**
 * The threads that own files: each client's mirror has one writer for ever (by its id), the firm's
 * registry belongs to the first writer, and questions go to a reader with read-only connections, so
 * that a dashboard never waits behind a page of ingest.
 */
export class WorkerPool {
  readonly #writers: Thread[];
  readonly #reader: Thread;
  #lastId = 0;

  constructor(spawn: SpawnThread, writerCount: number) {
    this.#writers = Array.from({ length: writerCount }, (_, index) => this.#start(spawn, `writer-${index}`));
    this.#reader = this.#start(spawn, "reader");
  }

  /**
   * Performs an operation on the thread that owns its file.
   * @param transfer buffers inside `input` that are handed over, not copied
   * @throws Defect when the operation broke or the thread died
   */
  async perform<O extends OpName>(op: O, input: OpInput<O>, transfer: readonly ArrayBuffer[] = []): Promise<Result<OpResult<O>, Failure>> {
    const thread = READ_OPS.has(op) ? this.#reader : this.#writerFor(op, input);
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      thread.waiting.set(id, { resolve: resolve as Waiting["resolve"], reject });
      thread.port.post({ id, op, input }, transfer);
    });
  }

  /** Like `perform`, for operations whose failure the caller can not mend: it becomes a defect. */
  async must<O extends OpName>(op: O, input: OpInput<O>): Promise<OpResult<O>> {
    const result = await this.perform(op, input);
    if (!result.ok) throw new Defect(`${op}: ${result.failure.message}`);
    return result.value;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#writers, this.#reader].map((thread) => thread.port.close()));
  }

  #start(spawn: SpawnThread, name: string): Thread {
    const thread: Thread = { port: spawn(name), waiting: new Map() };
    thread.port.onMessage((message) => settle(thread, message as WorkerReply));
    thread.port.onExit((error) => {
      for (const waiting of thread.waiting.values()) waiting.reject(error ?? new Defect(`thread ${name} ended`));
      thread.waiting.clear();
    });
    return thread;
  }

  #writerFor(op: OpName, input: unknown): Thread {
    const clientId = op.startsWith("firm.") ? "" : (input as { readonly clientId: string }).clientId;
    let sum = 0;
    for (let index = 0; index < clientId.length; index++) sum = (sum * 31 + clientId.charCodeAt(index)) >>> 0;
    return this.#writers[sum % this.#writers.length] as Thread;
  }
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
