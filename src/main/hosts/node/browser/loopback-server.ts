import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { z } from "zod";
import type { Door as CoreDoor } from "#main/api/door.ts";
import type { Reply } from "#shared/contract/reply.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { BrowserSessions } from "./browser-sessions.ts";
import { CALL_BYTES_MAX, isTooLong, tooLong } from "./call-size.ts";
import { EventStreams } from "./event-streams.ts";
import { isOwnRequest } from "./loopback-guard.ts";
import { type PageFiles, servePageFile } from "./page-files.ts";
import { HARDENING_HEADERS } from "./page-policy.ts";

export interface LoopbackServer {
  /** A whole address that lets one browser in, once. Its code is in the fragment, which is sent to no server. */
  newAddress(): string;
  close(): Promise<void>;
}

export interface LoopbackOptions {
  readonly runtime: CoreDoor;
  readonly files: PageFiles;
}

interface Door {
  readonly options: LoopbackOptions;
  readonly sessions: BrowserSessions;
  readonly streams: EventStreams;
  readonly authority: string;
}

/** Not imported: an import reads every export of node:http, and some of them load Node's own undici, 50 ms of each start. */
const { createServer } = process.getBuiltinModule("node:http");

/** Of what anyone may send who has no session yet. */
const CODE_BYTES_MAX = 1024;
const exchange = z.strictObject({ code: z.string().max(80) });
const call = z.strictObject({ method: z.string().max(80), input: z.unknown() });

/**
 * Serves the window and the core's router to a browser of this machine: 127.0.0.1, a free port, a
 * session for each browser that was let in. Requests of other pages and other hosts' names get an empty 403.
 */
export async function startLoopbackServer(options: LoopbackOptions): Promise<LoopbackServer> {
  const server = createServer({ requestTimeout: 60_000, headersTimeout: 10_000, maxHeaderSize: 16_384 });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host: "127.0.0.1", port: 0, exclusive: true }, resolve);
  });
  const authority = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const streams = new EventStreams((listener) => options.runtime.subscribe(listener));
  const door: Door = { options, sessions: new BrowserSessions(), streams, authority };
  server.on("request", (request, response) => {
    answer(door, request, response).catch((error: unknown) => failed(response, error));
  });
  return {
    newAddress: () => `http://${authority}/#code=${door.sessions.newCode()}`,
    close: () => {
      streams.close();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      return closed;
    },
  };
}

async function answer(door: Door, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const method = request.method ?? "";
  if (!isOwnRequest(method, request.headers, door.authority)) return refuse(response, 403);
  // The query is no part of any address here: it is not looked at.
  const path = (request.url ?? "").split("?", 1)[0] ?? "";
  if (path === "/api/session" && method === "POST") return openSession(door, request, response);
  if (path === "/api/invoke" && method === "POST") return invoke(door, request, response);
  if (path === "/api/events" && method === "GET") return listen(door, request, response);
  const file = method === "GET" ? door.options.files.get(path) : undefined;
  if (file !== undefined) {
    const { body, headers } = servePageFile(file);
    response.writeHead(200, { ...headers, "Content-Length": body.length }).end(body);
    return;
  }
  if (method === "OPTIONS") return refuse(response, 403);
  return refuse(response, method === "GET" ? 404 : 405);
}

async function openSession(door: Door, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const asked = await readCall(
    { shape: exchange, words: "A new session needs a one-time code.", bytesMax: CODE_BYTES_MAX },
    request,
    response,
  );
  if (asked === null) return;
  const token = door.sessions.exchange(asked.code);
  if (token === null) return refuse(response, 401);
  sendReply(response, 200, { ok: true, value: { token } });
}

async function invoke(door: Door, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (!door.sessions.accepts(request.headers["x-tieout-token"])) return refuse(response, 401);
  const words = "A request must be an object with method and input.";
  const asked = await readCall({ shape: call, words, bytesMax: CALL_BYTES_MAX }, request, response);
  if (asked === null) return;
  if (isTooLong(asked)) sendFailure(response, 413, tooLong("body"));
  else sendReply(response, 200, await door.options.runtime.route(asked.method, asked.input));
}

interface Expected<T> {
  readonly shape: z.ZodType<T>;
  /** What to say about another shape. */
  readonly words: string;
  readonly bytesMax: number;
}

/** @returns what the body asks for; null when it asks for nothing of that shape, which has been answered */
async function readCall<T>({ shape, words, bytesMax }: Expected<T>, request: IncomingMessage, response: ServerResponse): Promise<T | null> {
  if (!/^application\/json(;|$)/i.test(request.headers["content-type"] ?? "")) {
    sendFailure(response, 415, { code: "invalid_input", message: "A request must be JSON.", field: "content-type" });
    return null;
  }
  const text = await readBody(request, bytesMax);
  if (text === null) {
    sendFailure(response, 413, tooLong("body"), { Connection: "close" });
    return null;
  }
  const parsed = shape.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  sendFailure(response, 400, { code: "invalid_input", message: words, field: "body" });
  return null;
}

function listen(door: Door, request: IncomingMessage, response: ServerResponse): void {
  if (!door.sessions.accepts(request.headers["x-tieout-token"])) {
    refuse(response, 401);
  } else if (!door.streams.add(response)) {
    sendFailure(response, 503, { code: "busy", message: "Too many Tieout tabs are open.", next: "Close some of Tieout's tabs." });
  } else {
    response.writeHead(200, { ...HARDENING_HEADERS, "Content-Type": "application/x-ndjson; charset=utf-8" });
    response.write("\n");
  }
}

/** @returns the body as text, or null as soon as it is too long */
async function readBody(request: IncomingMessage, bytesMax: number): Promise<string | null> {
  if (Number(request.headers["content-length"] ?? 0) > bytesMax) return null;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > bytesMax) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // No call is undefined, so that the schema refuses it like any other wrong shape.
    return undefined;
  }
}

/** Says nothing to a caller that is not our page. */
function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, { ...HARDENING_HEADERS, "Content-Length": 0, Connection: "close" }).end();
}

function sendFailure(response: ServerResponse, status: number, failure: Failure, headers: Readonly<Record<string, string>> = {}): void {
  sendReply(response, status, { ok: false, failure }, headers);
}

function sendReply(response: ServerResponse, status: number, reply: Reply, headers: Readonly<Record<string, string>> = {}): void {
  const body = Buffer.from(JSON.stringify(reply));
  response
    .writeHead(status, {
      ...HARDENING_HEADERS,
      ...headers,
      "Content-Type": "application/json; charset=utf-8",
      "Content-Length": body.length,
    })
    .end(body);
}

/** A connection that broke needs no answer; anything else is a defect, answered as data. */
function failed(response: ServerResponse, error: unknown): void {
  if (response.destroyed) return;
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const message = error instanceof Error ? error.message : String(error);
  sendFailure(response, 500, { code: "defect", message: `Something went wrong inside Tieout: ${message}` });
}
