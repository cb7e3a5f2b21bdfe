import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findOperation, operations } from "#main/operations/collection.ts";
import { INVOKE_CHANNEL, SUBSCRIBE_CHANNEL } from "#shared/contract/channels.ts";
import { ensureBuilt } from "#test/support/built.ts";
import type { PageAnswer, Report, Sender } from "#test/support/electron-stand-in/messages.ts";
import { type PackagerConfig, packagerConfig } from "#test/support/packager-config.ts";
import { ShellProcess } from "#test/support/shell-process.ts";

/**
 * The whole list of Electron's security checklist and of this project's own requirements, one `it` for
 * each. What Electron itself does with a setting is not seen here: its binary is replaced by a stand-in.
 */
const ROOT = join(import.meta.dirname, "..", "..");
const PAGE = "tieout://app/";
const own: Sender = { contents: "own", frame: "main", url: PAGE };
let home: string;
let shell: ShellProcess;
let report: Report;
let page: PageAnswer;
let config: PackagerConfig;

beforeAll(async () => {
  await ensureBuilt();
  home = mkdtempSync(join(tmpdir(), "tieout-checklist-"));
  shell = new ShellProcess(home, { env: { STAND_IN_PACKAGED: "1" } });
  await shell.shown;
  report = await shell.ask<Report>({ kind: "report" });
  page = await shell.ask<PageAnswer>({ kind: "page", url: PAGE, method: "GET" });
  config = await packagerConfig();
});

afterAll(async () => {
  shell?.kill();
  await shell?.ended;
  rmSync(home, { recursive: true, force: true });
});

const preferences = () => report.windows[0]?.webPreferences as Readonly<Record<string, unknown>>;
const policy = () => (page.headers["content-security-policy"] ?? "").split("; ");
const bundles = () => {
  const folder = join(ROOT, "out", "main");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".js"));
  return files.map((name) => readFileSync(join(folder, name), "utf8")).join("\n");
};
const invoke = (message: unknown, sender: Partial<Sender> = {}) =>
  shell.ask<{ ok: boolean }>({ kind: "invoke", channel: INVOKE_CHANNEL, message, sender: { ...own, ...sender } });

describe("Electron's security checklist", () => {
  it("1 loads only secure content: the page is its own scheme, the network is closed to it", async () => {
    expect(report.calls.filter((call) => call.startsWith("load "))).toEqual([`load ${PAGE}`]);
    for (const url of ["http://127.0.0.1/", "https://evil.example/", "ws://evil.example/", "wss://evil.example/", "file:///etc/passwd"])
      expect(await shell.ask({ kind: "network", url })).toEqual({ cancel: true });
  });
  it("2 has no Node integration in pages, workers and frames", () =>
    expect(preferences()).toMatchObject({ nodeIntegration: false, nodeIntegrationInWorker: false, nodeIntegrationInSubFrames: false }));
  it("3 isolates the context of the preload", () => expect(preferences()).toMatchObject({ contextIsolation: true }));
  it("4 sandboxes every process, before the app is ready", () => {
    expect(preferences()).toMatchObject({ sandbox: true });
    expect(report.calls.indexOf("enableSandbox")).toBeLessThan(report.calls.indexOf("ready"));
    // A switch could only be added by the app itself: a packaged start with one is refused, see below.
    expect(bundles()).not.toMatch(/appendSwitch|appendArgument/);
  });
  it("5 answers every request for a permission with no", async () => {
    for (const permission of [
      "media",
      "geolocation",
      "notifications",
      "clipboard-read",
      "openExternal",
      "fileSystem",
      "hid",
      "usb",
      "serial",
      "midiSysex",
      "pointerLock",
      "idle-detection",
    ])
      expect(await shell.ask({ kind: "permission", permission, origin: PAGE })).toEqual([false, false, false, false]);
  });
  it("6 leaves web security on", () => expect(preferences()).toMatchObject({ webSecurity: true }));
  it("7 has a content security policy that allows nothing by default, no inline script and no eval", () => {
    expect(policy()[0]).toBe("default-src 'none'");
    expect(policy()).toContain("script-src 'self'");
    expect(policy()).toContain("require-trusted-types-for 'script'");
    expect(policy().join()).not.toMatch(/unsafe|\*|https?:/);
  });
  it("8 runs no insecure content", () => expect(preferences()).toMatchObject({ allowRunningInsecureContent: false }));
  it("9 uses no experimental features", () => {
    expect(preferences()).toMatchObject({ experimentalFeatures: false });
    expect(preferences()).not.toHaveProperty("enableBlinkFeatures");
    expect(bundles()).not.toContain("enableBlinkFeatures");
  });
  it("10 enables no Blink features by switch", () => expect(bundles()).not.toContain("appendSwitch"));
  it("11 has no webviews that may open windows", () => expect(preferences()).toMatchObject({ webviewTag: false }));
  it("12 denies every webview that is tried all the same", async () =>
    expect(await shell.ask({ kind: "contents", event: "will-attach-webview", url: "https://evil.example/" })).toEqual([true]));
  it("13 denies every navigation, of frames and by redirects too", async () => {
    for (const event of ["will-navigate", "will-frame-navigate", "will-redirect"])
      for (const url of ["https://evil.example/", "file:///etc/passwd", "tieout://app/other", "javascript:alert(1)"])
        expect(await shell.ask({ kind: "contents", event, url })).toEqual([true]);
  });
  it("14 denies every new window that a page opens", async () => {
    for (const url of ["https://evil.example/", "about:blank", PAGE, "javascript:alert(1)"])
      expect(await shell.ask({ kind: "open", url })).toEqual([{ action: "deny" }]);
  });
  it("15 opens nothing outside that the page asks for: there is no such method", async () => {
    expect(operations.filter(({ name }) => /external|browser|shell\.open$/i.test(name))).toEqual([]);
    for (const address of ["https://evil.example/", "file:///etc/passwd", "ms-msdt:/id", "//evil.example", "javascript:alert(1)"])
      expect(await invoke({ method: "shell.openWindow", input: { address } })).toMatchObject({ ok: false });
    const { calls } = await shell.ask<Report>({ kind: "report" });
    expect(calls.filter((call) => call.startsWith("open external"))).toEqual([]);
  });
  it("16 runs a current Electron: a stable major, past the hole in archive hashes", () => {
    const { devDependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { devDependencies: Record<string, string> };
    const [major = 0] = (devDependencies.electron ?? "").split(".").map(Number);
    expect(devDependencies.electron).toMatch(/^\d+\.\d+\.\d+$/);
    expect(major).toBeGreaterThanOrEqual(45);
  });
  it("17 asks who sends a message before anything of it is read", async () => {
    const strangers: Partial<Sender>[] = [
      { frame: "sub" },
      { frame: "none" },
      { contents: "other" },
      { url: "https://evil.example/" },
      { url: "tieout://evil/" },
    ];
    for (const stranger of strangers)
      expect(await invoke({ method: "clients.list", input: {} }, stranger)).toMatchObject({
        ok: false,
        failure: { message: "This page isn't allowed to use Tieout's data." },
      });
  });
  it("18 uses no file: addresses", () => {
    expect(bundles()).not.toMatch(/loadFile\(|registerFileProtocol/);
    expect(report.schemes).toEqual([{ scheme: "tieout", privileges: { standard: true, secure: true, supportFetchAPI: true } }]);
  });
  it("19 sets every fuse, in the configuration that packages are made with", () =>
    expect(config.electronFuses).toEqual({
      runAsNode: false,
      enableCookieEncryption: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      loadBrowserProcessSpecificV8Snapshot: false,
      grantFileProtocolExtraPrivileges: false,
    }));
  it("20 gives the page two functions of ours and nothing of Electron", () => {
    const preload = readFileSync(join(ROOT, "out", "preload", "index.cjs"), "utf8");
    expect(preload.match(/exposeInMainWorld/g)).toHaveLength(1);
    expect(preload).toMatch(/exposeInMainWorld\("tieout", \{\s*invoke,\s*subscribe\s*\}\)/);
    expect(preload.match(/require\("([^"]+)"\)/g)).toEqual(['require("electron")']);
  });
});

describe("what this project asks on top", () => {
  it("has exactly the two channels in", () => expect([...report.channels].sort()).toEqual([INVOKE_CHANNEL, SUBSCRIBE_CHANNEL].sort()));

  it("reads a call strictly: no other key, no long name, no 1 MiB", async () => {
    const list = { method: "clients.list", input: {} };
    expect(await invoke(list)).toMatchObject({ ok: true });
    for (const message of [
      { ...list, extra: 1 },
      { ...list, method: "x".repeat(81) },
      { method: "clients.list", input: { pad: "x".repeat(1024 * 1024) } },
      [list],
      "clients.list",
      7,
      null,
    ])
      expect(await invoke(message)).toMatchObject({ ok: false, failure: { code: "invalid_input" } });
  });

  it("knows no method of every object, and no topic as a method", () => {
    for (const name of ["constructor", "__proto__", "toString", "hasOwnProperty", "shell.command", "notice.raised", ""])
      expect(findOperation(name)).toBeNull();
  });

  it("lets a page that asks without end wait", async () => {
    const asked = await Promise.all(Array.from({ length: 900 }, () => invoke({ method: "no.such", input: {} })));
    const codes = new Set(asked.map((reply) => (reply as unknown as { failure: { code: string } }).failure.code));
    expect(codes).toContain("busy");
    await expect.poll(async () => (await invoke({ method: "clients.list", input: {} })).ok, { timeout: 5_000 }).toBe(true);
  });

  it("reaches no place on the disk that a page names before the person has said yes to it", async () => {
    const path = join(home, "all.tieout-backup");
    const create = (named: unknown) => invoke({ method: "backups.create", input: { path: named } });
    await shell.ask({ kind: "person", says: "no" });
    expect(await create(path)).toMatchObject({ ok: false, failure: { code: "cancelled" } });
    for (const bad of ["relative", "../up", `${path}\0.txt`, ""]) expect(await create(bad)).toMatchObject({ ok: false });
    expect(existsSync(path)).toBe(false);
    await shell.ask({ kind: "person", says: "yes" });
    expect(await create(path)).toMatchObject({ ok: true });
    await shell.ask({ kind: "person", says: "no" });
    expect(await invoke({ method: "backups.restore", input: { path } })).toMatchObject({ ok: false, failure: { code: "cancelled" } });
    const { calls } = await shell.ask<Report>({ kind: "report" });
    expect(calls.filter((call) => call.startsWith("question: "))).toEqual(Array.from({ length: 3 }, () => expect.stringContaining(path)));
  });

  it("lets a page use the place that the person chose in the system's own window, and no other, without a second question", async () => {
    const path = join(home, "chosen.tieout");
    const choose = () =>
      invoke({
        method: "shell.choosePlace",
        input: { kind: "save_file", title: "Firm archive", name: "firm.tieout", extensions: ["tieout"] },
      });
    await shell.ask({ kind: "person", says: "no", chooses: path });
    expect(await choose()).toMatchObject({ ok: true, value: { path: null } });
    expect(await invoke({ method: "backups.create", input: { path } })).toMatchObject({ ok: false, failure: { code: "cancelled" } });
    await shell.ask({ kind: "person", says: "yes", chooses: path });
    expect(await choose()).toMatchObject({ ok: true, value: { path } });
    await shell.ask({ kind: "person", says: "no" });
    expect(await invoke({ method: "backups.create", input: { path } })).toMatchObject({ ok: true });
    expect(await invoke({ method: "backups.create", input: { path: `${path}-2` } })).toMatchObject({
      ok: false,
      failure: { code: "cancelled" },
    });
  });

  it("never answers for a certificate or a password", async () => {
    expect(await shell.ask({ kind: "listeners" })).toEqual({ certificateError: 0, login: 0 });
    expect(bundles()).not.toMatch(/setCertificateVerifyProc|rejectUnauthorized:\s*false/);
  });

  it("downloads an export of its own page, and nothing else", async () => {
    const download = (url: string, name: string) => shell.ask({ kind: "download", url, name });
    expect(await download("blob:tieout://app/1", "trial-balance.csv")).toEqual({ denied: false, saved: "trial-balance.csv" });
    for (const [url, name] of [
      ["https://evil.example/a.csv", "a.csv"],
      ["blob:https://evil.example/1", "a.csv"],
      ["blob:tieout://app/1", "a.exe"],
      ["data:text/csv,x", "a.csv"],
    ] as const)
      expect(await download(url, name)).toEqual({ denied: true, saved: null });
  });

  it("copies text from its own page, and reads no clipboard", async () => {
    const ask = (permission: string, origin: string) => shell.ask({ kind: "permission", permission, origin });
    expect(await ask("clipboard-sanitized-write", PAGE)).toEqual([true, true, false, false]);
    expect(await ask("clipboard-sanitized-write", "https://evil.example/")).toEqual([false, false, false, false]);
  });

  it("has no tools for developers when packaged, in windows and menu", () => {
    expect(preferences()).toMatchObject({ devTools: false });
    expect(report.menu.join()).not.toMatch(/toggleDevTools|reload/i);
  });

  it.each(["no-sandbox", "remote-debugging-port", "disable-web-security", "renderer-cmd-prefix", "proxy-server", "disable-features"])(
    "does not start packaged with --%s, not even for a link",
    async (name) => {
      const other = join(home, name);
      const link = "tieout://open/clients/one/documents";
      const started = new ShellProcess(other, { args: [`--${name}=x`, link], env: { STAND_IN_PACKAGED: "1" } });
      expect(await started.ended).toBe(2);
      expect(started.output).toContain(`can't start with the option --${name}`);
      expect(existsSync(other)).toBe(false);
    },
  );

  it("keeps the archive's hashes, and what lies beside it is what only the system can load", () => {
    expect(config.asar).toEqual({ smartUnpack: false });
    expect(config.disableAsarIntegrity).toBe(false);
    expect(config.asarUnpack).toEqual(["**/*.node"]);
  });

  it("signs releases, hardens the Mac's runtime, and verifies what an update brings", () => {
    expect(config.win.verifyUpdateCodeSignature).toBe(true);
    expect(config.mac).toMatchObject({ hardenedRuntime: true, entitlements: "resources/packaging/entitlements.mac.plist" });
    const entitlements = readFileSync(join(ROOT, "resources", "packaging", "entitlements.mac.plist"), "utf8");
    expect(entitlements.match(/com\.apple\.security\.[\w.-]+/g)).toEqual(["com.apple.security.cs.allow-jit"]);
    expect(config.publish).toBeNull();
  });

  it("stores the browser's own files under the data folder only", () => {
    expect(Object.keys(report.paths).sort()).toEqual(["sessionData", "userData"]);
    for (const path of Object.values(report.paths)) expect(path.startsWith(home)).toBe(true);
  });

  it("sends no crash anywhere", () => {
    expect(bundles()).not.toMatch(/crashReporter|uploadToServer|submitURL/);
    const dependencies = Object.keys(
      (JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { dependencies: object }).dependencies,
    );
    expect(dependencies.filter((name) => /sentry|bugsnag|analytics|telemetry/i.test(name))).toEqual([]);
  });

  it("serves the page from memory: no address becomes a path", async () => {
    for (const url of [
      "tieout://app/../preload/index.cjs",
      "tieout://app/%2e%2e/package.json",
      "tieout://app/..%2f..%2fpackage.json",
      "tieout://app/etc/passwd",
      "tieout://open/clients/x/sync",
    ])
      expect((await shell.ask<PageAnswer>({ kind: "page", url, method: "GET" })).status).toBe(404);
  });

  it("is bundled without a path around the stand-in: electron is what every bundle imports", () => {
    const require = createRequire(import.meta.url);
    expect(() => require.resolve("electron/package.json")).not.toThrow();
    expect(bundles()).toMatch(/from "electron"/);
  });
});
