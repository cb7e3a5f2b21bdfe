import { once } from "node:events";
import { get } from "node:http";
import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type LoopbackServer, startLoopbackServer } from "#main/hosts/node/browser/loopback-server.ts";
import type { PageFiles } from "#main/hosts/node/browser/page-files.ts";
import type { BridgeEvent } from "#shared/contract/reply.ts";
import { type RawAnswer, type RawAsk, rawRequest } from "#test/support/raw-http.ts";

const files: PageFiles = new Map(
  ["/", "/index.html"].map((path) => [path, { type: "text/html; charset=utf-8", body: Buffer.from("<html><head></head></html>") }]),
);

let server: LoopbackServer;
let port: number;
let token: string;
let routed: unknown[][];
let listeners: Set<(event: BridgeEvent) => void>;

beforeEach(async () => {
  routed = [];
  listeners = new Set();
  server = await startLoopbackServer({
    files,
    runtime: {
      route: async (method, input) => {
        routed.push([method, input]);
        return { ok: true, value: "secret figures" };
      },
      subscribe: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
  });
  port = Number(new URL(server.newAddress()).port);
  token = tokenIn(await exchange(newCode()));
});

afterEach(() => server.close());

const own = () => ({ origin: `http://127.0.0.1:${port}`, "x-tieout-token": token, "content-type": "application/json" });
const newCode = () => new URLSearchParams(new URL(server.newAddress()).hash.slice(1)).get("code") ?? "";
const exchange = (code: unknown, headers: Readonly<Record<string, string>> = {}) =>
  rawRequest(port, {
    path: "/api/session",
    method: "POST",
    body: JSON.stringify({ code }),
    headers: { origin: `http://127.0.0.1:${port}`, "content-type": "application/json", ...headers },
  });
const tokenIn = ({ body }: RawAnswer) => (JSON.parse(body) as { value: { token: string } }).value.token;
const call = (change: Partial<RawAsk> = {}, headers: Readonly<Record<string, string>> = {}) =>
  rawRequest(port, {
    path: "/api/invoke",
    method: "POST",
    body: JSON.stringify({ method: "clients.list", input: {} }),
    ...change,
    headers: { ...own(), ...headers },
  });

describe("the loopback server answers its own page", () => {
  it("hands out the page with the policy as a header, never to be stored", async () => {
    const { status, headers, body } = await rawRequest(port, {});
    expect(status).toBe(200);
    expect(headers["content-security-policy"]).toMatch(/^default-src 'none'; script-src 'self'; /);
    expect(headers["content-security-policy"]).not.toMatch(/unsafe|\*/);
    expect(headers).toMatchObject({
      "cache-control": "no-store",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
    });
    const [, nonce] = /nonce="([^"]+)"/.exec(body) ?? [];
    expect(headers["content-security-policy"]).toContain(`'nonce-${nonce}'`);
    expect((await rawRequest(port, {})).body).not.toContain(nonce ?? "");
  });

  it("carries a call to the core and its reply back", async () => {
    const { status, body } = await call();
    expect({ status, reply: JSON.parse(body) }).toEqual({ status: 200, reply: { ok: true, value: "secret figures" } });
    expect(routed).toEqual([["clients.list", {}]]);
  });

  it("has a token of 256 bits that is in no header and no page", async () => {
    expect(Buffer.from(token, "base64url")).toHaveLength(32);
    const { headers, body } = await rawRequest(port, {});
    expect(JSON.stringify(headers) + body).not.toContain(token);
  });
});

describe("the loopback server gives nothing to anyone else", () => {
  const evil = "http://evil.example";
  const refused: readonly (readonly [string, number, () => ReturnType<typeof call>])[] = [
    ["a name that was rebound to this address", 403, () => call({}, { host: `evil.example:${port}`, origin: `${evil}:${port}` })],
    ["localhost, which is another origin", 403, () => call({}, { host: `localhost:${port}` })],
    ["the address without its port", 403, () => call({}, { host: "127.0.0.1" })],
    ["another origin", 403, () => call({}, { origin: evil })],
    ["the null origin of a sandboxed frame", 403, () => call({}, { origin: "null" })],
    ["another port's page", 403, () => call({}, { origin: `http://127.0.0.1:${port + 1}` })],
    ["https in the origin", 403, () => call({}, { origin: `https://127.0.0.1:${port}` })],
    ["a call without an origin", 403, () => rawRequest(port, { method: "POST", path: "/api/invoke", body: "{}" })],
    ["a page of another site", 403, () => call({}, { "sec-fetch-site": "cross-site" })],
    ["a page of the same site but another port", 403, () => call({}, { "sec-fetch-site": "same-site" })],
    ["a preflight from elsewhere", 403, () => call({ method: "OPTIONS" }, { origin: evil })],
    ["a preflight from its own page", 403, () => call({ method: "OPTIONS" })],
    ["the page, read by another site", 403, () => rawRequest(port, { headers: { "sec-fetch-site": "cross-site" } })],
    ["the page under a rebound name", 403, () => rawRequest(port, { headers: { host: "evil.example" } })],
    ["a call without a token", 401, () => call({}, { "x-tieout-token": "" })],
    ["a wrong token", 401, () => call({}, { "x-tieout-token": "x".repeat(43) })],
    ["a token that is longer by one", 401, () => call({}, { "x-tieout-token": `${token}A` })],
    ["a token in the address", 401, () => call({ path: `/api/invoke?token=${token}` }, { "x-tieout-token": "" })],
    ["news without a token", 401, () => rawRequest(port, { path: "/api/events" })],
    ["a way out of the folder", 404, () => rawRequest(port, { path: "/../package.json" })],
    ["an encoded way out of the folder", 404, () => rawRequest(port, { path: "/%2e%2e/%2e%2e/package.json" })],
    ["a backslash way out of the folder", 404, () => rawRequest(port, { path: "/..\\..\\package.json" })],
    ["a folder", 404, () => rawRequest(port, { path: "/assets/" })],
    ["a name of the map's own methods", 404, () => rawRequest(port, { path: "/__proto__" })],
    ["a whole address as path", 404, () => rawRequest(port, { path: `http://127.0.0.1:${port}/` })],
    ["another method", 405, () => call({ method: "PUT" })],
    ["a form", 415, () => call({ body: "method=clients.list" }, { "content-type": "application/x-www-form-urlencoded" })],
    ["text, which needs no preflight", 415, () => call({}, { "content-type": "text/plain" })],
    ["what is not JSON", 400, () => call({ body: "{" })],
    ["a list", 400, () => call({ body: "[]" })],
    ["a call with more than method and input", 400, () => call({ body: '{"method":"clients.list","input":{},"as":"admin"}' })],
    ["a name of a method without end", 400, () => call({ body: JSON.stringify({ method: "x".repeat(81), input: {} }) })],
    ["a call without a method", 400, () => call({ body: '{"input":{}}' })],
    ["a body over 1 MiB", 413, () => call({ body: JSON.stringify({ method: "clients.list", input: "x".repeat(1024 * 1024) }) })],
  ];

  it.each(refused)("%s: %i", async (_what, status, ask) => {
    const answer = await ask();
    expect(answer.status).toBe(status);
    expect(answer.body).not.toContain("secret figures");
    expect(Object.keys(answer.headers).filter((name) => name.startsWith("access-control-"))).toEqual([]);
    expect(routed).toEqual([]);
  });

  it("takes the file that a person chose, and no more text beside it than usual", async () => {
    const content = "x".repeat(3 * 1024 * 1024);
    const sent = { method: "bank.import", input: { clientId: "one", content } };
    expect((await call({ body: JSON.stringify(sent) })).status).toBe(200);
    expect(routed).toEqual([[sent.method, sent.input]]);
    const padded = { ...sent, input: { ...sent.input, pad: "x".repeat(1024 * 1024) } };
    expect((await call({ body: JSON.stringify(padded) })).status).toBe(413);
    const elsewhere = { ...sent, input: { rows: [{ content }] } };
    expect((await call({ body: JSON.stringify(elsewhere) })).status).toBe(413);
    expect(routed).toHaveLength(1);
  });

  it("reads no more of a body than the limit when its length is not told", async () => {
    const answer = await call({ path: "/api/session", body: "x".repeat(2 * 1024 * 1024) }, { "transfer-encoding": "chunked" }).catch(
      () => ({
        status: 413,
      }),
    );
    expect(answer.status).toBe(413);
    expect(routed).toEqual([]);
  });

  it("never shuts its own page out, however many wrong tokens and codes come from others", async () => {
    for (let guess = 0; guess < 50; guess++) {
      expect((await call({}, { "x-tieout-token": `guess ${guess}` })).status).toBe(401);
      expect((await exchange(`guess ${guess}`)).status).toBe(401);
    }
    expect((await call()).status).toBe(200);
    expect((await exchange(newCode())).status).toBe(200);
  });

  it("ends the connection of a wrong token, so that each guess needs its own", async () => {
    expect((await call({}, { "x-tieout-token": "guess", connection: "keep-alive" })).headers.connection).toBe("close");
  });

  it("takes a page that was opened without its token for no guess", async () => {
    for (let ask = 0; ask < 20; ask++) await call({}, { "x-tieout-token": "" });
    expect((await call()).status).toBe(200);
  });
});

describe("an address lets one browser in", () => {
  it("once: its code brings a session of its own, and then nothing", async () => {
    const code = newCode();
    const token = tokenIn(await exchange(code));
    expect((await call({}, { "x-tieout-token": token })).status).toBe(200);
    const again = await exchange(code);
    expect({ status: again.status, body: again.body }).toEqual({ status: 401, body: "" });
    expect((await call({}, { "x-tieout-token": token })).status, "the first browser stays in").toBe(200);
  });

  it("the code is no token, and the token is no code", async () => {
    expect((await call({}, { "x-tieout-token": newCode() })).status).toBe(401);
    expect((await exchange(token)).status).toBe(401);
  });

  it("only the last few addresses that nobody opened still work", async () => {
    const codes = Array.from({ length: 9 }, newCode);
    expect((await exchange(codes[0])).status).toBe(401);
    expect((await exchange(codes[1])).status).toBe(200);
  });

  it.each<[string, number, () => ReturnType<typeof exchange>]>([
    ["another origin", 403, () => exchange(newCode(), { origin: "http://evil.example" })],
    ["a rebound name", 403, () => exchange(newCode(), { host: `evil.example:${port}` })],
    ["another site", 403, () => exchange(newCode(), { "sec-fetch-site": "cross-site" })],
    ["a form", 415, () => exchange(newCode(), { "content-type": "text/plain" })],
    ["no code", 400, () => exchange(undefined)],
    ["a list of codes", 400, () => exchange([newCode()])],
  ])("not for %s: %i", async (_who, status, ask) => {
    const answer = await ask();
    expect(answer.status).toBe(status);
    expect(answer.body).not.toContain("token");
  });

  it("takes a person who is sent to the page from elsewhere, and lets nobody else load it", async () => {
    const sent = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
    expect((await rawRequest(port, { headers: sent })).status).toBe(200);
    expect((await rawRequest(port, { headers: { ...sent, "sec-fetch-dest": "iframe" } })).status).toBe(403);
    expect((await call({}, sent)).status).toBe(403);
  });
});

describe("the loopback server among hostile neighbours", () => {
  it("listens at 127.0.0.1 and at no other address of the machine", async () => {
    const others = Object.values(networkInterfaces())
      .flatMap((list) => list ?? [])
      .map(({ address, scopeid }) => (scopeid ? `${address}%${scopeid}` : address))
      .filter((address) => address !== "127.0.0.1");
    for (const host of ["::1", ...others, "127.0.0.2"]) expect(await isOpen(host, port), host).toBe(false);
    expect(await isOpen("127.0.0.1", port)).toBe(true);
  });

  it("hands nothing out for 2,000 requests that only look like its own page's", async () => {
    const oneOf = <T>(...values: readonly T[]) => fc.constantFrom(...values);
    const near = `127.0.0.1:${port}`;
    const hosts = oneOf(
      near,
      "127.0.0.1",
      `localhost:${port}`,
      `evil.example:${port}`,
      `${near}.evil.example`,
      `127.0.0.1:${port + 1}`,
      `[::1]:${port}`,
    );
    const origins = oneOf(
      `http://${near}`,
      "null",
      "http://evil.example",
      `https://${near}`,
      `http://localhost:${port}`,
      `http://${near}.evil.example`,
    );
    const sites = oneOf("same-origin", "none", "cross-site", "same-site");
    const tokens = oneOf("", "x".repeat(43), token.slice(1), token.toLowerCase(), `${token}=`, ` ${token}x`);
    const methods = oneOf("POST", "GET", "PUT", "DELETE", "OPTIONS", "HEAD", "PATCH");
    const paths = oneOf("/api/invoke", "/api/events", "/api/invoke/", "//api/invoke", `/api/invoke?token=${token}`, "/API/INVOKE");
    const request = fc.record({ host: hosts, origin: origins, site: sites, given: tokens, method: methods, path: paths });
    for (const { host, origin, site, given, method, path } of fc.sample(request, 2_000)) {
      const headers = { host, origin, "sec-fetch-site": site, "x-tieout-token": given, "content-type": "application/json" };
      const answer = await rawRequest(port, { path, method, ...(method === "POST" ? { body: "{}" } : {}), headers });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.body).toBe("");
      expect(answer.headers["access-control-allow-origin"]).toBeUndefined();
      expect(answer.headers["cache-control"]).toBe("no-store");
    }
    expect(routed).toEqual([]);
  });
});

function isOpen(host: string, at: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port: at, timeout: 1_000 });
    const end = (open: boolean) => {
      socket.destroy();
      resolve(open);
    };
    socket.once("connect", () => end(true));
    socket.once("error", () => end(false));
    socket.once("timeout", () => end(false));
  });
}

describe("news", () => {
  it("arrives as lines; a page that does not read gets only the newest of what it missed", async () => {
    const publish = (event: BridgeEvent) => {
      for (const listener of listeners) listener(event);
    };
    const asked = get({ host: "127.0.0.1", port, path: "/api/events", headers: { host: `127.0.0.1:${port}`, ...own() } });
    const [response] = (await once(asked, "response")) as [import("node:http").IncomingMessage];
    response.setEncoding("utf8").pause();
    const pad = "x".repeat(1_000);
    const count = 20_000;
    for (let step = 1; step <= count; step++) {
      publish({ topic: "sync.progress", payload: { clientId: `client ${step % 7}`, step, pad } });
      publish({ topic: "clients.changed", payload: { clientIds: [`client ${step % 50}`] } });
    }
    const last = new Map<string, number>();
    const changed = new Set<string>();
    let lines = 0;
    const note = (line: string) => {
      lines += 1;
      const event = JSON.parse(line) as { topic: string; payload: { clientId: string; clientIds: string[]; step: number } };
      if (event.topic === "sync.progress") last.set(event.payload.clientId, event.payload.step);
      else for (const id of event.payload.clientIds) changed.add(id);
    };
    let rest = "";
    for await (const text of response) {
      const parts = (rest + text).split("\n");
      rest = parts.pop() ?? "";
      for (const line of parts) if (line !== "") note(line);
      if (last.size === 7 && [...last.values()].every((step) => step > count - 7) && changed.size === 50) break;
    }
    expect(lines).toBeLessThan(count);
    asked.destroy();
  });
});
