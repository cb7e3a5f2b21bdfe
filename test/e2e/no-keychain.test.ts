import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { accessibilityFaults, closePages, complaintsOf, openChromium } from "#test/support/browser.ts";
import { ensureBuilt } from "#test/support/built.ts";
import { LoopbackProcess } from "#test/support/loopback-process.ts";

const ANSWER_WITHIN_MS = 20_000;
/** Where no D-Bus session is: a keychain can't be reached from here, whatever is installed. */
const NO_BUS = { DBUS_SESSION_BUS_ADDRESS: "unix:path=/nonexistent/bus", XDG_RUNTIME_DIR: "/nonexistent", DISPLAY: "" };

const home = mkdtempSync(join(tmpdir(), "tieout-e2e-keychain-"));
let host: LoopbackProcess;
let browser: Browser;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  await ensureBuilt();
  const env = { TIEOUT_NO_BROWSER: "1", ...NO_BUS };
  [host, browser] = await Promise.all([LoopbackProcess.start(home, "build", ["--secrets", "keychain"], env), openChromium()]);
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: "reduce" });
  context.setDefaultTimeout(ANSWER_WITHIN_MS);
  page = await context.newPage();
  complaints = complaintsOf(page);
  await page.goto(await host.newAddress());
});

afterAll(async () => {
  await closePages(browser);
  host?.kill();
  await host?.ended;
  rmSync(home, { recursive: true, force: true });
});

async function choose(label: string | RegExp): Promise<void> {
  await page.getByRole("heading", { level: 1, name: "Choose ledger" }).waitFor();
  await page.getByRole("radio", { name: label }).check();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
}

const isLinux = process.platform === "linux";
if (!isLinux)
  process.stdout.write("a machine without a usable keychain: left out, because it needs Linux, where the keychain is reached by D-Bus\n");

describe.runIf(isLinux)("without a usable keychain", () => {
  it("a practice ledger is signed in to as usual, and says how long that lasts", async () => {
    await page.goto(`${host.address}#/connect`);
    await choose(/Practice Ledger B/);
    await page.getByRole("button", { name: "Open the sign-in page" }).waitFor();
    await page.getByText("for this session only").waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
  });

  it("a client's ledger is not begun: the window says what to install, once, and offers the session", async () => {
    await page.getByRole("button", { name: "Back" }).click();
    await choose(/QuickBooks Online/);
    await page.getByText("can't use the operating system's keychain").waitFor();
    expect(await page.getByRole("alert").count()).toBe(1);
    await page.getByText("gnome-keyring").waitFor();
    expect(await accessibilityFaults(page, "light")).toEqual([]);
    await page.getByRole("button", { name: "Check again" }).click();
    await page.getByText("can't use the operating system's keychain").waitFor();
    await page.getByRole("button", { name: "Keep sign-ins for this session only" }).click();
    await page.getByRole("button", { name: "Save registration" }).waitFor();
    expect(await page.getByText("can't use the operating system's keychain").count()).toBe(0);
    expect(complaints).toEqual([]);
  });
});
