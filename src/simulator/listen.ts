import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { route } from "./route.ts";
import type { SimAnswer, SimClock } from "./server.ts";
import type { Responder } from "./vendor.ts";

/** `baseUrl` of a single ledger; of several, tenant n lives under `<baseUrl>/t/<n>`. Tokens: `<tenant base>/oauth/token`. */
export interface Listener {
  readonly baseUrl: string;
  close(): Promise<void>;
}

/** A real HTTP server on 127.0.0.1; port 0 or none picks a free one. */
export async function listen(simulated: Responder | readonly Responder[], port = 0): Promise<Listener> {
  const server = createServer((request, response) => {
    serve(simulated, request, response).catch((error: unknown) =>
      response.destroy(error instanceof Error ? error : new Error(String(error))),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => close(server) };
}

/** Wall-clock time for ledgers that listen on a socket. */
export function realClock(): SimClock {
  return {
    nowMs: () => Date.now(),
    sleep: (ms, signal) => wait(ms, undefined, signal === undefined ? {} : { signal }),
  };
}

async function serve(simulated: Responder | readonly Responder[], incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const body = await readBody(incoming);
  const headers = Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]));
  const url = new URL(incoming.url ?? "/", "http://127.0.0.1");
  const found = route(simulated, url, { method: incoming.method ?? "GET", headers, body });
  if (found === null) {
    outgoing.writeHead(404).end();
    return;
  }
  send(await found.target.respond(found.request), incoming, outgoing);
}

function send(answer: SimAnswer, incoming: IncomingMessage, outgoing: ServerResponse): void {
  // Silence keeps the socket open until the client gives up.
  if (answer.kind === "silence") return;
  if (answer.kind === "reset") {
    if (answer.partial !== null) breakOff(answer.partial.body, outgoing);
    else outgoing.destroy();
    return;
  }
  const zip = answer.body !== "" && /\bgzip\b/.test(String(incoming.headers["accept-encoding"] ?? ""));
  const bytes = zip ? gzipSync(answer.body) : Buffer.from(answer.body);
  const headers = { ...answer.headers, "content-length": String(bytes.length), ...(zip ? { "content-encoding": "gzip" } : {}) };
  outgoing.writeHead(answer.status, headers).end(bytes);
}

/** Promises the whole answer and sends half of it. */
function breakOff(body: string, outgoing: ServerResponse): void {
  const bytes = Buffer.from(body);
  outgoing.writeHead(200, { "content-type": "application/json", "content-length": String(bytes.length + 1) });
  outgoing.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => outgoing.destroy());
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
