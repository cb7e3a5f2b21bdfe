import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { writeLeadingPage } from "#main/hosts/node/browser/open-browser.ts";
import { accessibilityFaults, closePages, openChromium } from "#test/support/browser.ts";
import { ensureBuilt } from "#test/support/built.ts";
import { LoopbackProcess } from "#test/support/loopback-process.ts";

/** The printed address in a real browser: it works once, and what to do then is said on the page. */
const home = mkdtempSync(join(tmpdir(), "tieout-address-"));
let host: LoopbackProcess;
let browser: Browser;

beforeAll(async () => {
  await ensureBuilt();
  [host, browser] = await Promise.all([LoopbackProcess.start(home, "build"), openChromium()]);
  const first = await browser.newPage();
  await first.goto(await host.firstAddress());
  await first.getByRole("button", { name: "Open the demo firm" }).waitFor();
});

afterAll(async () => {
  await closePages(browser);
  await host?.stop();
  rmSync(home, { recursive: true, force: true });
});

it.each<[string, () => string | Promise<string>]>([
  ["no code", () => host.address],
  ["a code that was used", () => host.firstAddress()],
])("explains a page that was opened with %s, and the next address opens it", async (_what, address) => {
  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(await address());
  await stranger.getByRole("heading", { name: "This page isn't connected to Tieout" }).waitFor();
  await stranger.getByText("press Enter in the terminal").waitFor();
  expect(await accessibilityFaults(stranger, "light")).toEqual([]);
  await stranger.goto(await host.newAddress());
  await stranger.getByRole("button", { name: "Open the demo firm" }).waitFor();
  await stranger.context().close();
});

it("opens from the page that the system's browser is given, which only this user can read", async () => {
  const path = writeLeadingPage(await host.newAddress(), home);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const opened = await (await browser.newContext()).newPage();
  await opened.goto(pathToFileURL(path).href);
  await opened.getByRole("button", { name: "Open the demo firm" }).waitFor();
  expect(opened.url()).toBe(`${host.address}#/`);
  await opened.context().close();
});
