import { randomBytes } from "node:crypto";
import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { OpenLanding } from "#main/ports/index.ts";

const PAGE =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>Tieout</title><p>You can close this page and go back to Tieout.</p></html>';
const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  connection: "close",
};

/**
 * Where a browser's last redirect lands: an IP literal (a name could be answered by another process),
 * a free port, and a path of 128 random bits; or the address that a ledger's vendor wants registered
 * to the letter. The first visit that belongs to the sign-in counts, and none after it.
 * @param show tells the person the address to sign in at
 */
export function loopbackLanding(show: (address: string) => void): OpenLanding {
  return async (address) => {
    const wanted = address === undefined ? null : new URL(address);
    const path = wanted?.pathname ?? `/${randomBytes(16).toString("hex")}`;
    const { promise, resolve } = Promise.withResolvers<URL>();
    const place: Place = { host: "", path, state: null, isTaken: false, arrive: resolve };
    const servers = await listenAt(wanted, (request, response) => answer(place, request, response));
    const { port } = (servers[0] as Listening).server.address() as AddressInfo;
    place.host = `${wanted?.hostname ?? "127.0.0.1"}:${port}`;
    return {
      redirectUri: address ?? `http://${place.host}${path}`,
      expect: (state) => {
        place.state = state;
      },
      show,
      arrived: promise,
      // The answer in flight is finished: closing ends only sockets that wait for nothing.
      close: async () => void (await Promise.all(servers.map(closed))),
    };
  };
}

interface Listening {
  readonly server: Server;
  /** Connections that nothing was asked on yet. Browsers open some in advance, and a server that closes waits for each. */
  readonly unused: ReadonlySet<Socket>;
}

interface Place {
  /** As the browser must name this host: a rebound name gets nothing. */
  host: string;
  readonly path: string;
  /** Null: any. */
  state: string | null;
  isTaken: boolean;
  readonly arrive: (url: URL) => void;
}

function answer(place: Place, request: IncomingMessage, response: ServerResponse): void {
  const base = `http://${place.host}`;
  const url = URL.canParse(request.url ?? "", base) ? new URL(request.url ?? "", base) : null;
  const isOurs = url?.pathname === place.path && request.headers.host === place.host && request.method === "GET";
  // A page that guesses must not use up the visit of the ledger.
  const belongs = isOurs && (place.state === null || url.searchParams.get("state") === place.state);
  if (!belongs || place.isTaken) {
    refuse(response);
    return;
  }
  place.isTaken = true;
  response.writeHead(200, HEADERS).end(PAGE);
  place.arrive(url);
}

/** `localhost` may mean either loopback address to a browser, so both are taken before anyone else can. */
async function listenAt(wanted: URL | null, listener: RequestListener): Promise<readonly Listening[]> {
  const port = wanted === null ? 0 : Number(wanted.port || 80);
  const first = await listen("127.0.0.1", port, listener);
  if (wanted?.hostname !== "localhost") return [first];
  try {
    return [first, await listen("::1", port, listener)];
  } catch (error) {
    // A machine without IPv6 has nobody else at that address either.
    if (["EADDRNOTAVAIL", "EAFNOSUPPORT"].includes((error as NodeJS.ErrnoException).code ?? "")) return [first];
    await closed(first);
    throw error;
  }
}

async function listen(host: string, port: number, listener: RequestListener): Promise<Listening> {
  // Only a sign-in needs it, and every start would wait for it.
  const { createServer } = await import("node:http");
  const server = createServer(listener);
  const unused = new Set<Socket>();
  server.on("connection", (socket) => {
    unused.add(socket);
    socket.once("close", () => unused.delete(socket));
  });
  server.on("request", ({ socket }) => unused.delete(socket));
  await new Promise<void>((listening, reject) => {
    server.once("error", reject);
    server.listen(port, host, listening);
  });
  return { server, unused };
}

function closed({ server, unused }: Listening): Promise<void> {
  return new Promise((done) => {
    server.close(() => done());
    for (const socket of unused) socket.destroy();
  });
}

function refuse(response: ServerResponse): void {
  response.writeHead(404, { ...HEADERS, "content-length": "0" }).end();
}
