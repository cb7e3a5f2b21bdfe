import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { operations } from "#main/operations/collection.ts";
import { INVOKE_CHANNEL } from "#shared/contract/channels.ts";
import { closePages, openChromium } from "#test/support/browser.ts";
import { ensureBuilt } from "#test/support/built.ts";
import type { Report } from "#test/support/electron-stand-in/messages.ts";
import { LoopbackProcess } from "#test/support/loopback-process.ts";
import { ShellProcess } from "#test/support/shell-process.ts";

const homes: string[] = [];
const newHome = () => {
  const made = mkdtempSync(join(tmpdir(), "tieout-hostile-"));
  homes.push(made);
  return made;
};

beforeAll(() => ensureBuilt());
afterAll(() => {
  for (const home of homes) rmSync(home, { recursive: true, force: true });
});

describe("a page of somebody else in the same browser", () => {
  let host: LoopbackProcess;
  let browser: Browser;
  let page: Page;
  let elsewhere: Server;

  beforeAll(async () => {
    elsewhere = createServer((_request, response) =>
      response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><p>evil"),
    );
    elsewhere.listen(0, "127.0.0.1");
    [host, browser] = await Promise.all([LoopbackProcess.start(newHome(), "build"), openChromium()]);
    const context = await browser.newContext();
    // The person has Tieout open beside it: its token lies in that tab's own storage.
    await (await context.newPage()).goto(await host.newAddress());
    page = await context.newPage();
    // Another port of the same address: the same site to a cookie, another origin to everything else.
    await page.goto(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`);
  });

  afterAll(async () => {
    await closePages(browser);
    elsewhere?.close();
    await host?.stop();
  });

  it.each<[string, string]>([
    [
      "fetch",
      "fetch(at + 'api/invoke', { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }).then((a) => a.text())",
    ],
    [
      "fetch with a guessed token",
      "fetch(at + 'api/invoke', { method: 'POST', body: '{}', headers: { 'x-tieout-token': 'x' } }).then((a) => a.text())",
    ],
    ["the page's text", "fetch(at).then((a) => a.text())"],
    ["the news", "fetch(at + 'api/events').then((a) => a.text())"],
    [
      "a socket",
      "new Promise((yes, no) => { const s = new WebSocket(at.replace('http', 'ws') + 'api/events'); s.onopen = () => yes('open'); s.onerror = () => no(new Error('closed')); })",
    ],
    [
      "a script",
      "new Promise((yes, no) => { const s = document.createElement('script'); s.src = at + 'index.html'; s.onload = () => yes('loaded'); s.onerror = () => no(new Error('refused')); document.body.append(s); })",
    ],
    [
      "a picture",
      "new Promise((yes, no) => { const s = new Image(); s.src = at + 'favicon.svg'; s.onload = () => yes('loaded'); s.onerror = () => no(new Error('refused')); })",
    ],
    [
      "a window that it opened",
      "new Promise((yes, no) => { const w = window.open(at); setTimeout(() => { try { yes(w.document.title + w.sessionStorage.length); } catch (e) { no(e); } }, 1500); })",
    ],
    [
      "a frame",
      "new Promise((yes, no) => { const f = document.createElement('iframe'); f.src = at; document.body.append(f); setTimeout(() => { try { yes(f.contentDocument.body.innerText + f.contentWindow.sessionStorage.length); } catch (e) { no(e); } }, 1500); })",
    ],
  ])("gets nothing by %s", async (_what, attempt) => {
    const got = await page.evaluate(
      `(async (at) => { try { return String(await (${attempt})); } catch (e) { return null; } })(${JSON.stringify(host.address)})`,
    );
    expect(got).toBeNull();
  });

  it("changes nothing by a form, which needs no leave to be sent", async () => {
    const answered = page.waitForResponse((response) => response.url().startsWith(`${host.address}api/invoke`));
    await page.evaluate((at) => {
      const form = Object.assign(document.createElement("form"), { method: "POST", action: `${at}api/invoke`, enctype: "text/plain" });
      form.append(
        Object.assign(document.createElement("input"), { name: '{"method":"clients.add","input":{"name":"evil","x":"', value: '"}}' }),
      );
      document.body.append(form);
      form.submit();
    }, host.address);
    expect((await answered).status()).toBe(403);
    expect(host.output).not.toContain("evil");
  });
});

describe("our own page in a hostile hand", () => {
  let shell: ShellProcess;
  beforeAll(async () => {
    shell = new ShellProcess(newHome());
    await shell.shown;
  });
  afterAll(async () => {
    shell.kill();
    await shell.ended;
  });

  /** What would end or fill the process that is being tried. */
  const LEFT_OUT = new Set(["shell.restart", "demo.start", "demo.make", "practice.start"]);

  it("finds no method that breaks, whatever it is given: refusals only, and nobody is asked to open anything", async () => {
    const methods = operations.map(({ name }) => name).filter((name) => !LEFT_OUT.has(name));
    const evil = fc.constantFrom(
      "../../etc/passwd",
      "'; DROP TABLE client; --",
      "__proto__",
      "\0",
      "x".repeat(3_000),
      "https://evil.example/",
      "NaN",
      "1e999",
      "-0",
    );
    const leaf = fc.oneof(evil, fc.string(), fc.integer(), fc.double(), fc.boolean(), fc.constant(null));
    const key = fc.constantFrom(
      "clientId",
      "documentId",
      "path",
      "period",
      "from",
      "to",
      "asOf",
      "filter",
      "address",
      "file",
      "id",
      "name",
      "jobId",
      "kind",
      "cursor",
      "limit",
    );
    const input = fc.oneof(
      leaf,
      fc.array(leaf, { maxLength: 3 }),
      fc.dictionary(key, fc.oneof(leaf, fc.dictionary(key, leaf, { maxKeys: 3 })), { maxKeys: 6 }),
    );
    const broken: unknown[] = [];
    const sender = { contents: "own", frame: "main", url: "tieout://app/" } as const;
    for (const [index, given] of fc.sample(input, methods.length * 12).entries()) {
      const method = methods[index % methods.length] ?? "";
      const reply = await shell.ask<{ ok: boolean; failure?: { code: string; message: string } }>({
        kind: "invoke",
        channel: INVOKE_CHANNEL,
        message: { method, input: given },
        sender,
      });
      if (!reply.ok && reply.failure?.code === "defect") broken.push({ method, given, message: reply.failure.message });
    }
    expect(broken).toEqual([]);
    const { calls } = await shell.ask<Report>({ kind: "report" });
    expect(calls.filter((call) => /^open external|^relaunch/.test(call))).toEqual([]);
  });
});
