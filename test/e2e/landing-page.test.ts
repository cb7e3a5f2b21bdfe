import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loopbackLanding } from "#main/hosts/node/browser/loopback-landing.ts";
import { stateForLandingPage } from "#main/signin/landing-page.ts";
import { closePages, openChromium } from "#test/support/browser.ts";

const html = readFileSync(join(import.meta.dirname, "..", "..", "resources", "landing", "index.html"));
let server: Server;
let browser: Browser;
let address: string;

beforeAll(async () => {
  server = createServer((_request, response) => response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(html));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/tieout/`;
  browser = await openChromium();
});

afterAll(async () => {
  await closePages(browser);
  server.close();
});

describe("the https landing page in a browser", () => {
  it("hands over to the landing of this machine under its own policy", async () => {
    const landing = await loopbackLanding(() => undefined)();
    const state = stateForLandingPage("S".repeat(43), landing.redirectUri);
    landing.expect?.(state);
    const page = await browser.newPage();
    await page.goto(`${address}?code=the-code&realmId=42&state=${state}`);
    const arrived = await landing.arrived;
    expect(Object.fromEntries(arrived.searchParams)).toEqual({ state, code: "the-code", realmId: "42" });
    await page.getByText("You can close this page").waitFor();
    await page.close();
    await landing.close();
  });

  it("says that it only passes sign-ins on, and stays", async () => {
    const page = await browser.newPage();
    await page.goto(`${address}?code=1&state=javascript:alert(1)`);
    await page.getByRole("status").getByText("only passes sign-ins on to Tieout").waitFor();
    expect(page.url().startsWith(address)).toBe(true);
    await page.close();
  });
});
