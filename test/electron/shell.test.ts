import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EVENT_CHANNEL, INVOKE_CHANNEL, SUBSCRIBE_CHANNEL } from "#shared/contract/channels.ts";
import { closePages, complaintsOf, openChromium } from "#test/support/browser.ts";
import { ensureBuilt } from "#test/support/built.ts";
import type { PageAnswer, Report, Sender } from "#test/support/electron-stand-in/messages.ts";
import { openShellPage } from "#test/support/shell-page.ts";
import { ShellProcess } from "#test/support/shell-process.ts";

const PAGE = "tieout://app/";
const own: Sender = { contents: "own", frame: "main", url: PAGE };
const homes: string[] = [];
const shells: ShellProcess[] = [];
let home: string;
let shell: ShellProcess;
let browser: Browser;

function newHome(): string {
  const made = mkdtempSync(join(tmpdir(), "tieout-shell-"));
  homes.push(made);
  return made;
}

function start(...given: ConstructorParameters<typeof ShellProcess>): ShellProcess {
  const started = new ShellProcess(...given);
  shells.push(started);
  return started;
}

beforeAll(async () => {
  await ensureBuilt();
  home = newHome();
  shell = start(home);
  [browser] = await Promise.all([openChromium(), shell.shown]);
});

afterAll(async () => {
  await closePages(browser);
  for (const one of shells) one.kill();
  await Promise.all(shells.map((one) => one.ended));
  for (const one of homes) rmSync(one, { recursive: true, force: true });
});

describe("the real main bundle sets Electron up", () => {
  it("sandboxes everything and claims its scheme before the app is ready", async () => {
    const { calls, schemes } = await shell.ask<Report>({ kind: "report" });
    const ready = calls.indexOf("ready");
    expect(calls.indexOf("enableSandbox")).toBeGreaterThanOrEqual(0);
    expect(calls.indexOf("enableSandbox")).toBeLessThan(ready);
    expect(calls.indexOf("registerSchemes")).toBeLessThan(ready);
    expect(schemes).toEqual([{ scheme: "tieout", privileges: { standard: true, secure: true, supportFetchAPI: true } }]);
    expect(calls).toContain(`load ${PAGE}`);
  });

  it("opens one window that has nothing of Node", async () => {
    const { windows } = await shell.ask<Report>({ kind: "report" });
    expect(windows).toHaveLength(1);
    const { preload, ...preferences } = (windows[0]?.webPreferences ?? {}) as Record<string, unknown>;
    expect(preload).toMatch(/out[\\/]preload[\\/]index\.cjs$/);
    expect(existsSync(String(preload))).toBe(true);
    expect(preferences).toEqual({
      contextIsolation: true,
      sandbox: true,
      webSecurity: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webviewTag: false,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      devTools: true,
    });
  });

  it("has exactly the two channels in, and keeps the browser's own files under the data folder", async () => {
    const { channels, paths, menu } = await shell.ask<Report>({ kind: "report" });
    expect([...channels].sort()).toEqual([INVOKE_CHANNEL, SUBSCRIBE_CHANNEL].sort());
    for (const path of Object.values(paths)) expect(path.startsWith(home)).toBe(true);
    expect(Object.keys(paths).sort()).toEqual(["sessionData", "userData"]);
    expect(menu.join()).not.toMatch(/reload/i);
  });
});

describe("the page", () => {
  const ask = (url: string, method = "GET") => shell.ask<PageAnswer | null>({ kind: "page", url, method });

  it("comes with the policy as a header", async () => {
    const page = await ask(PAGE);
    expect(page?.status).toBe(200);
    const policy = page?.headers["content-security-policy"] ?? "";
    expect(policy.replace(/'nonce-[\w-]+'/, "NONCE").split("; ")).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self' NONCE",
      "img-src 'self' data:",
      "font-src 'self'",
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "object-src 'none'",
      "frame-src 'none'",
      "require-trusted-types-for 'script'",
    ]);
    expect(page?.headers["x-content-type-options"]).toBe("nosniff");
  });

  it.each([
    ["a file beside the window", "tieout://app/../preload/index.cjs", "GET"],
    ["an encoded way out", "tieout://app/%2e%2e/%2e%2e/package.json", "GET"],
    ["an encoded slash", "tieout://app/..%2f..%2fpackage.json", "GET"],
    ["another host of the scheme", "tieout://evil/", "GET"],
    ["the data folder", "tieout://app/etc/passwd", "GET"],
    ["another method", PAGE, "POST"],
  ])("does not hand out %s", async (_what, url, method) => {
    const page = await ask(url, method);
    expect(page?.status).toBe(404);
    expect(page?.base64).toBe("");
  });
});

describe("the channels", () => {
  const invoke = (message: unknown, sender: Partial<Sender> = {}) =>
    shell.ask({ kind: "invoke", channel: INVOKE_CHANNEL, message, sender: { ...own, ...sender } });
  const list = { method: "clients.list", input: {} };

  it("answer the main frame of the shell's own window, whatever its fragment", async () => {
    expect(await invoke(list)).toMatchObject({ ok: true, value: { rows: [] } });
    expect(await invoke(list, { url: `${PAGE}#/clients/x/documents` })).toMatchObject({ ok: true });
  });

  it.each<[string, Partial<Sender>]>([
    ["a frame that is gone", { frame: "none" }],
    ["a frame inside the page", { frame: "sub" }],
    ["a window that the shell did not make", { contents: "other" }],
    ["a page from the network", { url: "https://evil.example/" }],
    ["a file", { url: "file:///tmp/index.html" }],
    ["another host of the scheme", { url: "tieout://evil/" }],
    ["a host that only begins like ours", { url: "tieout://app.evil/" }],
    ["another page of ours", { url: "tieout://app/other.html" }],
    ["our page with a query", { url: "tieout://app/?x=1" }],
    ["a user before our host", { url: "tieout://user@app/" }],
  ])("refuse %s", async (_who, sender) => {
    const refusal = { ok: false, failure: { code: "invalid_input", message: "This page isn't allowed to use Tieout's data." } };
    expect(await invoke(list, sender)).toEqual(refusal);
    // It may not listen either: a subscription of its own would show as news twice.
    await shell.ask({ kind: "send", channel: SUBSCRIBE_CHANNEL, message: true, sender: { ...own, ...sender } });
    let heard = 0;
    shell.onNews(() => heard++);
    expect(await invoke({ method: "clients.add", input: { name: `for ${JSON.stringify(sender)}` } })).toMatchObject({ ok: true });
    await shell.ask<Report>({ kind: "report" });
    expect(heard).toBe(0);
  });

  it.each([
    ["a method that there is not", { method: "files.read", input: {} }, "method"],
    ["a name of every object", { method: "constructor", input: {} }, "method"],
    ["a topic, which is no method", { method: "clients.changed", input: {} }, "method"],
    ["an input of the wrong shape", { method: "sync.status", input: { clientId: 7 } }, "clientId"],
    ["no object at all", "clients.list", "input"],
    ["nothing", null, "input"],
    ["a call without a method", { input: {} }, "input"],
    ["more than 1 MiB", { method: "clients.add", input: { name: "x".repeat(1024 * 1024) } }, "input"],
    ["more than 1 MiB beside a file", { method: "clients.add", input: { content: "x", name: "x".repeat(1024 * 1024) } }, "input"],
  ])("refuse %s as data", async (_what, message, field) => {
    expect(await invoke(message)).toMatchObject({ ok: false, failure: { code: "invalid_input", field } });
  });
});

describe("everything else is denied", () => {
  it.each(["will-navigate", "will-redirect", "will-frame-navigate", "will-attach-webview"])("%s", async (event) => {
    for (const url of ["https://evil.example/", "file:///etc/passwd", "tieout://app/other"])
      expect(await shell.ask({ kind: "contents", event, url })).toEqual([true]);
  });

  it.each(["https://evil.example/", "about:blank", PAGE])("a new window for %s", async (url) => {
    expect(await shell.ask({ kind: "open", url })).toEqual([{ action: "deny" }]);
  });

  it.each(["media", "geolocation", "notifications", "clipboard-read", "openExternal", "fileSystem", "hid", "serial", "usb", "midiSysex"])(
    "the permission %s",
    async (permission) => {
      expect(await shell.ask({ kind: "permission", permission, origin: PAGE })).toEqual([false, false, false, false]);
    },
  );

  it("but for copying text, from our own page only", async () => {
    const copying = (origin: string) => shell.ask({ kind: "permission", permission: "clipboard-sanitized-write", origin });
    expect(await copying(PAGE)).toEqual([true, true, false, false]);
    expect(await copying("https://evil.example/")).toEqual([false, false, false, false]);
  });

  it("the network", async () => {
    for (const url of ["https://evil.example/", "http://127.0.0.1/", "wss://evil.example/", "file:///etc/passwd"])
      expect(await shell.ask({ kind: "network", url })).toEqual({ cancel: true });
  });
});

describe("one instance for a data folder", () => {
  it("ends at once, touching nothing, when another one has the lock", async () => {
    const other = newHome();
    const second = start(other, { env: { STAND_IN_SECOND: "1" } });
    expect(await second.ended).toBe(0);
    expect(existsSync(join(other, "firm.sqlite"))).toBe(false);
  });

  it("shows its window when a second start asks, and takes nothing else from it", async () => {
    const before = await shell.ask<Report>({ kind: "report" });
    await shell.ask({ kind: "second", argv: ["tieout", "--demo"] });
    const { calls } = await shell.ask<Report>({ kind: "report" });
    expect(calls.slice(before.calls.length)).toEqual(["restore", "focus"]);
  });

  it("says who has the folder when another kind of host has it", async () => {
    const third = start(home);
    expect(await third.ended).toBe(1);
    expect(third.output).toContain(`in use by process ${shell.child.pid}`);
  });
});

describe("the real window through the real preload and the real main bundle", () => {
  it("starts empty, opens the demo firm and hears the news of it, without a complaint", async () => {
    const firm = newHome();
    const real = start(firm, { env: { STAND_IN_PACKAGED: "1" } });
    await real.shown;
    const { windows } = await real.ask<Report>({ kind: "report" });
    expect(windows[0]?.webPreferences).toMatchObject({ devTools: false });
    const page = await openShellPage(browser, real);
    const complaints = complaintsOf(page);
    expect(await page.evaluate(() => Object.keys(Reflect.get(window, "tieout") as object).sort())).toEqual(["invoke", "subscribe"]);
    await page.getByRole("button", { name: "Open the demo firm" }).click();
    const grid = page.getByRole("grid", { name: "Clients" });
    // Its books are made first. A busy machine is slow at that, and at reading them.
    await grid.getByRole("rowheader", { name: "Harbour Lane Bakery" }).waitFor({ timeout: 90_000 });
    // Progress is news, not an answer: it comes over the third channel.
    await grid.getByText("Up to date").first().waitFor({ timeout: 90_000 });
    expect(complaints).toEqual([]);
    await page.context().close();
    expect(await real.quit()).toBe(0);
    const place = { x: 40, y: 30, width: 1280, height: 800, maximized: false };
    expect(JSON.parse(readFileSync(join(firm, "windows.json"), "utf8"))).toEqual({ windows: [{ ...place, address: "/" }] });
    expect(EVENT_CHANNEL).toBe("tieout:event");
  });
});
