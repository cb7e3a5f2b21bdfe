import { AnswerUnreadable } from "#main/ledgers/adapter.ts";
import { StoreRefusal } from "#main/store/open.ts";
import type { Failure } from "#shared/model/failure.ts";
import type { OpInput, WorkerReply, WorkerRequest } from "./protocol.ts";
import { FileServer } from "./serve.ts";

/** A thread's side of its channel: `worker_threads.parentPort`, or one end of a MessageChannel in tests. */
export interface WorkerEnd {
  postMessage(message: unknown): void;
  on(event: "message", listener: (message: unknown) => void): unknown;
}

/** Serves a data folder's files over a channel. It always answers, even when the operation breaks. */
export function attachFileServer(end: WorkerEnd, options: { readonly home: string; readonly readonly: boolean }): FileServer {
  const server = new FileServer(options.home, options);
  end.on("message", (message) => {
    const request = message as WorkerRequest;
    end.postMessage(answer(server, request));
  });
  return server;
}

function answer(server: FileServer, request: WorkerRequest): WorkerReply {
  try {
    return { id: request.id, kind: "value", value: server.perform(request.op, request.input as OpInput<typeof request.op>) };
  } catch (error) {
    const failure = expected(error);
    if (failure !== null) return { id: request.id, kind: "failure", failure };
    const defect = error instanceof Error ? error : new Error(String(error));
    return { id: request.id, kind: "defect", message: `${request.op}: ${defect.message}`, stack: defect.stack ?? "" };
  }
}

/** Failures that the outside world causes; everything else is a defect. */
function expected(error: unknown): Failure | null {
  if (error instanceof AnswerUnreadable) return { code: "ledger_unreadable", message: error.message };
  if (error instanceof StoreRefusal) return { code: "storage", message: error.message };
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code !== "string" || !code.startsWith("SQLITE_")) return null;
  if (code === "SQLITE_FULL")
    return {
      code: "storage",
      message: "The disk is full. Nothing was half-written; free some space and go on.",
      next: "Free disk space, then start the sync again.",
    };
  if (code === "SQLITE_CORRUPT" || code === "SQLITE_NOTADB")
    return {
      code: "storage",
      message: `A data file is damaged (${code}). Other clients are not affected.`,
      next: "Run doctor; the mirror can be read again from the ledger.",
    };
  if (code.startsWith("SQLITE_BUSY") || code.startsWith("SQLITE_IOERR") || code.startsWith("SQLITE_CANTOPEN") || code === "SQLITE_READONLY")
    return { code: "storage", message: `A data file can not be used now (${code}).` };
  return null;
}
