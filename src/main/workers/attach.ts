import { storageFailure } from "#main/files/storage-failure.ts";
import { unreadable } from "#main/ledgers/adapter.ts";
import { CLOSE_FILES } from "#main/ports/index.ts";
import { StoreRefusal } from "#main/store/database/open.ts";
import { PagesDamaged } from "#main/store/database/page-sums.ts";
import { REGISTRY_LOST } from "#main/store/safety/repair-registry.ts";
import { writeIn } from "#shared/language/t.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { isOperation } from "./operation-ops.ts";
import { isPackMaking, type PackMakingOps } from "./pack-ops.ts";
import type { OpInput, WorkerReply, WorkerRequest } from "./protocol.ts";
import { FileServer } from "./serve.ts";
import { hasOperations, loadOperations } from "./serve-operations.ts";

/** A thread's side of its channel: `worker_threads.parentPort`, or one end of a MessageChannel in tests. */
export interface WorkerEnd {
  postMessage(message: unknown): void;
  close(): void;
  on(event: "message", listener: (message: unknown) => void): unknown;
}

/** What declared operations do: whether this thread has loaded it, and loading it. */
interface Operations {
  readonly areLoaded: () => boolean;
  readonly load: () => Promise<void>;
}

const OWN: Operations = { areLoaded: hasOperations, load: loadOperations };

/** Serves a data folder's files over a channel. It always answers, even when the operation breaks. */
export function attachFileServer(
  end: WorkerEnd,
  options: { readonly home: string; readonly readonly: boolean },
  operations: Operations = OWN,
): FileServer {
  const server = new FileServer(options.home, options);
  const take = (message: unknown): void => {
    if (message === CLOSE_FILES) {
      // The files are whole then, and a thread without its port ends.
      void server.stopMaking().then(() => {
        server.close();
        end.close();
      });
      return;
    }
    const request = message as WorkerRequest;
    writeIn(request.english);
    if (isPackMaking(request.op)) void answerLater(server, request.op, request).then((reply) => post(end, request, reply));
    else post(end, request, answer(server, request));
  };
  end.on("message", inOrder(take, operations));
  return server;
}

/** The first operation waits until what operations do is loaded, and what comes after it waits behind it. */
function inOrder(take: (message: unknown) => void, { areLoaded, load }: Operations): (message: unknown) => void {
  let behind: unknown[] | null = null;
  const goOn = (): void => {
    const waiting = behind ?? [];
    behind = null;
    for (const message of waiting) take(message);
  };
  return (message) => {
    if (behind !== null) behind.push(message);
    else if (areLoaded() || !isOperation((message as Partial<WorkerRequest>).op ?? "")) take(message);
    else {
      behind = [message];
      // What could not be loaded is missed, and said, by the operation itself.
      load().then(goOn, goOn);
    }
  };
}

function post(end: WorkerEnd, request: WorkerRequest, reply: WorkerReply): void {
  try {
    end.postMessage(reply);
  } catch (error) {
    // The value can't be cloned, and the caller must not wait forever.
    end.postMessage(defect(request, error));
  }
}

async function answerLater(server: FileServer, op: keyof PackMakingOps, request: WorkerRequest): Promise<WorkerReply> {
  try {
    return { id: request.id, kind: "value", value: await server.make(op, request.input as OpInput<typeof op>) };
  } catch (error) {
    return refusal(server, request, error);
  }
}

function answer(server: FileServer, request: WorkerRequest): WorkerReply {
  try {
    return { id: request.id, kind: "value", value: server.perform(request.op, request.input as OpInput<typeof request.op>) };
  } catch (error) {
    return refusal(server, request, error);
  }
}

function refusal(server: FileServer, request: WorkerRequest, error: unknown): WorkerReply {
  const failure = expected(server.home, request, error);
  return failure === null ? defect(request, error) : { id: request.id, kind: "failure", failure };
}

function defect(request: WorkerRequest, thrown: unknown): WorkerReply {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  return { id: request.id, kind: "defect", message: `${request.op}: ${error.message}`, stack: error.stack ?? "" };
}

/** Failures that the outside world causes; everything else is a defect. */
function expected(home: string, request: WorkerRequest, error: unknown): Failure | null {
  const message = unreadable(error);
  if (message !== null) return { code: "ledger_unreadable", message };
  const damaged = request.op === "files.archive" ? notBackedUp : isFirmsOwn(request) ? registryDamaged : clientDamaged;
  if (error instanceof PagesDamaged) return damaged(error.message);
  if (error instanceof StoreRefusal && error.reason === "foreign") return firmsCopyDamaged(error.message);
  if (error instanceof StoreRefusal)
    return error.reason === "damaged" ? damaged(error.message) : { code: "storage", message: error.message };
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code === "string" && (code.startsWith("SQLITE_CORRUPT") || code === "SQLITE_NOTADB"))
    return damaged(`A data file is damaged (${code}).`);
  return storageFailure(home, error);
}

/** Whether a request is about the firm's registry, and not about a client's file. */
function isFirmsOwn({ op, input }: WorkerRequest): boolean {
  return op.startsWith("firm.") || (input as { readonly owner?: string | null } | null)?.owner === null;
}

function registryDamaged(what: string): Failure {
  const next = "Run tieout doctor repair --registry to restore the file's newest good snapshot.";
  // Where it is missing, nothing is left to keep.
  if (what === REGISTRY_LOST) return { code: "damaged", message: what, next };
  return {
    code: "damaged",
    message: `${what} This is the firm's own file, which lists its clients. The clients' files aren't affected.`,
    next: `${next} The damaged file is kept.`,
  };
}

/** A backup is of every file: what is wrong may be any of them, or the archive itself. */
function notBackedUp(what: string): Failure {
  return {
    code: "damaged",
    message: `No backup was made: ${what}`,
    next: "Check the files under Settings › Storage health, then try again. Earlier backups aren't affected.",
  };
}

/** The copy on the firm's server is wrong, and no file of this computer. */
function firmsCopyDamaged(message: string): Failure {
  return {
    code: "damaged",
    message,
    next: "None of this copy was used. Ask the administrator of the firm's server whether its database was restored or changed.",
  };
}

function clientDamaged(what: string): Failure {
  return {
    code: "damaged",
    message: `${what} This client is unavailable until its file is repaired. Other clients aren't affected.`,
    next: "Repair the file under Settings › Storage health, from the newest good snapshot or from the ledger. Every note, decision and sign-off that can still be read is kept.",
  };
}
