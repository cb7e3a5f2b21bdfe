import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { lazyHttp } from "#main/hosts/node/lazy-http.ts";

let server: Server;
const sockets = new Set<unknown>();
beforeAll(async () => {
  server = createServer((request, response) => {
    sockets.add(request.socket);
    if (request.url === "/nothing") response.writeHead(request.method === "GET" ? 304 : 204, { "content-encoding": "gzip" }).end();
    else if (request.url === "/slow") setTimeout(() => response.end("slow"), 200);
    else response.end("ok");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => server.close());

const pause = () => new Promise((resolve) => setTimeout(resolve, 20));

describe("sockets after a sleep", () => {
  it("are new ones, and what was under way still ends", async () => {
    const client = lazyHttp();
    const ask = async (path: string) => {
      const { port } = server.address() as AddressInfo;
      const answer = await client.http({
        method: "GET",
        url: `http://127.0.0.1:${port}${path}`,
        headers: {},
        timeoutMs: 5_000,
        maxBytes: 100,
      });
      return new TextDecoder().decode(answer.body);
    };
    await ask("/");
    await pause();
    const before = sockets.size;
    await ask("/");
    await pause();
    expect(sockets.size).toBe(before);
    await client.renew();
    expect(await ask("/")).toBe("ok");
    expect(sockets.size).toBe(before + 1);
    const slow = ask("/slow");
    await pause();
    const renewed = client.renew();
    expect(await slow).toBe("slow");
    await renewed;
    await client.close();
  });
});

describe("an answer without a body", () => {
  it("is empty, whatever encoding it names", async () => {
    const client = lazyHttp();
    const { port } = server.address() as AddressInfo;
    const asked = { url: `http://127.0.0.1:${port}/nothing`, headers: {}, timeoutMs: 5_000, maxBytes: 100 };
    expect(await client.http({ ...asked, method: "GET" })).toMatchObject({ status: 304, body: new Uint8Array(), wireBytes: 0 });
    expect(await client.http({ ...asked, method: "POST", body: "{}" })).toMatchObject({ status: 204, body: new Uint8Array() });
    await client.close();
  });
});
