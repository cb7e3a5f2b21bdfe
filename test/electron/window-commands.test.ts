import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { closePages, complaintsOf, faultsInBothLooks, openChromium } from "#test/support/browser.ts";
import { ensureBuilt } from "#test/support/built.ts";
import { LoopbackProcess } from "#test/support/loopback-process.ts";
import { openShellPage } from "#test/support/shell-page.ts";
import { ShellProcess } from "#test/support/shell-process.ts";

/** What the menu, safe mode, crash reports and new windows look like from inside the real page. */
const homes: string[] = [];
const shells: ShellProcess[] = [];
let browser: Browser;

function newHome(): string {
  const made = mkdtempSync(join(tmpdir(), "tieout-commands-"));
  homes.push(made);
  return made;
}

async function start(args: readonly string[] = []): Promise<ShellProcess> {
  const shell = new ShellProcess(newHome(), { args });
  shells.push(shell);
  await shell.shown;
  return shell;
}

beforeAll(async () => {
  await ensureBuilt();
  browser = await openChromium();
});

afterAll(async () => {
  await closePages(browser);
  for (const shell of shells) shell.kill();
  await Promise.all(shells.map((shell) => shell.ended));
  for (const home of homes) rmSync(home, { recursive: true, force: true });
});

describe("the page does what the menu says", () => {
  it("opens, closes, goes and looks, and shows what crashed, without an accessibility fault", async () => {
    const shell = await start();
    const page = await openShellPage(browser, shell);
    const complaints = complaintsOf(page);
    const choose = (label: string) => shell.ask({ kind: "menu", label });
    await page.getByRole("button", { name: "Open the demo firm" }).waitFor();
    await choose("Keyboard Shortcuts");
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
    await page.keyboard.press("Escape");
    await choose("Connect a Ledger…");
    await expect.poll(() => new URL(page.url()).hash).toBe("#/connect");
    await choose("Back");
    await expect.poll(() => new URL(page.url()).hash).not.toBe("#/connect");
    await choose("Appearance: Dark");
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe("dark");
    await choose("Appearance: System");
    // Without a client at hand a screen of a client is a question.
    await choose("Transactions");
    await page.getByRole("dialog", { name: /client/i }).waitFor();
    await page.keyboard.press("Escape");
    await shell.ask({ kind: "child-gone", name: "Tieout Keychain" });
    await choose("About Tieout");
    const about = page.getByRole("dialog", { name: "Tieout" });
    await about.getByText("A background process").waitFor();
    await about.getByText("This is a development checkout").waitFor();
    expect(await faultsInBothLooks(page)).toEqual([]);
    await about.getByRole("button", { name: "Delete report…" }).click();
    // They can't be brought back: the button that has the focus keeps them.
    const question = page.getByRole("dialog", { name: "Delete the crash report?" });
    await question.getByRole("button", { name: "Delete", exact: true }).click();
    await about.getByText("No crash reports.").waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("shows what needs a person, and does nothing that is no command", async () => {
    const page = await openShellPage(browser, await start());
    await page.getByRole("button", { name: "Open the demo firm" }).waitFor();
    const tell = (topic: string, payload: unknown) =>
      page.evaluate((news) => window.dispatchEvent(new CustomEvent("stand-in:tieout:event", { detail: news })), { topic, payload });
    const notice = {
      key: "k",
      kind: "needs_sign_in",
      clientId: "c-1",
      title: "Birch & Co needs a sign-in",
      body: "<img src=x>",
      address: "/connect",
      at: "2026-11-21T09:00:00.000Z",
    };
    await tell("notice.raised", notice);
    const toast = page.getByRole("region", { name: "New notification" });
    await toast.getByText("<img src=x>").waitFor();
    // Under the pointer it stays, however long a busy machine takes to judge it.
    await toast.hover();
    expect(await faultsInBothLooks(page)).toEqual([]);
    // All of it can be read, and the screen ends where it begins.
    expect(await toast.getByRole("link").evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    const [line, screen] = await Promise.all([toast.boundingBox(), page.locator("main").boundingBox()]);
    expect(line?.y).toBeGreaterThanOrEqual((screen?.y ?? 0) + (screen?.height ?? 0));
    await toast.getByRole("link", { name: /Birch/ }).click();
    await expect.poll(() => new URL(page.url()).hash).toBe("#/connect");
    expect(await toast.getByText("Birch").count()).toBe(0);
    await page.getByRole("button", { name: "Notifications", exact: true }).click();
    await page.getByRole("group", { name: "Notifications" }).getByText("Birch & Co needs a sign-in").waitFor();
    await page.keyboard.press("Escape");
    // The screen that lists what the news is about says it already, so this is of another.
    await tell("notice.raised", { ...notice, key: "later", address: "/inbox" });
    await toast.waitFor();
    const raisedAt = Date.now();
    await toast.waitFor({ state: "detached", timeout: 10_000 });
    expect(Date.now() - raisedAt).toBeGreaterThan(4_000);
    await page.getByRole("button", { name: "Notifications, 1 unread" }).waitFor();
    for (const payload of [
      { command: "go", address: "https://evil.example/" },
      { command: "go", address: "javascript:alert(1)" },
      { command: "eval", code: "1" },
      { command: "go", address: "/", extra: 1 },
      null,
      7,
    ])
      await tell("shell.command", payload);
    await tell("shell.command", { command: "keys" });
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
    expect(new URL(page.url()).hash).toBe("#/connect");
    await page.context().close();
  });

  it("says in safe mode why it does so little, and how to leave", async () => {
    const shell = await start(["--safe-mode"]);
    const page = await openShellPage(browser, shell);
    const bar = page.getByRole("region", { name: "Safe mode" });
    await bar.getByText("Everything in the background is off").waitFor();
    expect(await faultsInBothLooks(page)).toEqual([]);
    await bar.getByRole("button", { name: "Restart normally" }).click();
    expect(await shell.ended).toBe(0);
    await page.context().close();
  });
});

describe("in the browser", () => {
  it("a place opens in a tab of its own, which is let in and shows no token", async () => {
    const host = await LoopbackProcess.start(newHome(), "build");
    try {
      const context = await browser.newContext();
      const page = await context.newPage();
      await page.goto(await host.newAddress());
      await page.getByRole("link", { name: "Connect a ledger" }).click();
      // Going to another place closes what lies over the window, and a key may be quicker than the place.
      await page.getByRole("heading", { level: 1, name: "Choose ledger" }).waitFor();
      await page.keyboard.press("Control+k");
      await page.getByRole("dialog").waitFor();
      await page.keyboard.type("new window");
      await page.getByRole("option", { name: /in a new window$/, selected: true }).waitFor();
      const [tab] = await Promise.all([context.waitForEvent("page"), page.keyboard.press("Enter")]);
      await expect.poll(() => new URL(tab.url()).hash).toBe("#/connect");
      await tab.getByRole("main").waitFor();
      expect(await tab.evaluate(() => window.opener)).toBeNull();
      // It may call the core: a page without its token would be told so.
      await expect.poll(() => tab.getByText("not connected to the Tieout").count()).toBe(0);
      const tokenOf = (opened: Page) => opened.evaluate(() => window.sessionStorage.getItem("tieout.token"));
      expect(await tokenOf(tab)).toBe(await tokenOf(page));
      expect(await tokenOf(tab)).not.toBeNull();
      await context.close();
    } finally {
      await host.stop();
    }
  });

  it("a hostile address of a tab leads nowhere but into the window", async () => {
    const host = await LoopbackProcess.start(newHome(), "build");
    try {
      const page = await browser.newPage();
      await page.goto(`${await host.newAddress()}&at=${encodeURIComponent("//evil.example/<img src=x>")}`);
      await page.getByRole("button", { name: "Open the demo firm" }).waitFor();
      expect(new URL(page.url()).hash).toBe("#/");
      await page.close();
    } finally {
      await host.stop();
    }
  });
});
