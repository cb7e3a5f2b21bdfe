import { randomBytes } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
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
 * a free port, and a path of 128 random bits. The first visit to it counts, and none after it.
 * @param show tells the person the address to sign in at
 */
export function loopbackLanding(show: (address: string) => void): OpenLanding {
  return async () => {
    const path = `/${randomBytes(16).toString("hex")}`;
    const { promise, resolve } = Promise.withResolvers<URL>();
    let base = "";
    let isTaken = false;
    const server = createServer((request, response) => {
      const url = URL.canParse(request.url ?? "", base) ? new URL(request.url ?? "", base) : null;
      const isOurs = url?.pathname === path && `http://${request.headers.host}` === base && request.method === "GET";
      if (!isOurs || isTaken) return refuse(response);
      isTaken = true;
      response.writeHead(200, HEADERS).end(PAGE);
      resolve(url);
    });
    await new Promise<void>((listening, reject) => {
      server.once("error", reject);
      server.listen(0, "127.0.0.1", listening);
    });
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return {
      redirectUri: `${base}${path}`,
      show,
      arrived: promise,
      // The answer in flight is finished: closing ends idle sockets only.
      close: () => new Promise<void>((closed) => void server.close(() => closed())),
    };
  };
}

function refuse(response: ServerResponse): void {
  response.writeHead(404, { ...HEADERS, "content-length": "0" }).end();
}
