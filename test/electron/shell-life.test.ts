import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ShellState } from "#shared/contract/app/shell.ts";
import { EVENT_CHANNEL, INVOKE_CHANNEL, SUBSCRIBE_CHANNEL } from "#shared/contract/channels.ts";
import { ensureBuilt } from "#test/support/built.ts";
import type { Report, Sender } from "#test/support/electron-stand-in/messages.ts";
import { ShellProcess } from "#test/support/shell-process.ts";

const PAGE = "tieout://app/";
const own: Sender = { contents: "own", frame: "main", url: PAGE };
const homes: string[] = [];
const shells: ShellProcess[] = [];

function newHome(): string {
  const made = mkdtempSync(join(tmpdir(), "tieout-life-"));
  homes.push(made);
  return made;
}

async function start(...given: ConstructorParameters<typeof ShellProcess>): Promise<ShellProcess> {
  const started = new ShellProcess(...given);
  shells.push(started);
  await started.shown;
  return started;
}

async function call<T>(shell: ShellProcess, method: string, input: unknown = {}): Promise<T> {
  const reply = await shell.ask<{ ok: boolean; value: T }>({
    kind: "invoke",
    channel: INVOKE_CHANNEL,
    message: { method, input },
    sender: own,
  });
  expect(reply).toMatchObject({ ok: true });
  return reply.value;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
    throw error;
  }
}

const reportOf = (shell: ShellProcess) => shell.ask<Report>({ kind: "report" });

/** The commands that pages were sent while `act` ran. */
async function commandsOf(shell: ShellProcess, act: () => Promise<unknown>): Promise<unknown[]> {
  const heard: unknown[] = [];
  shell.onNews((channel, news) => {
    const { topic, payload } = news as { topic: string; payload: unknown };
    if (channel === EVENT_CHANNEL && topic === "shell.command") heard.push(payload);
  });
  await act();
  // Whatever was sent came before the answer to a later question; a link looks its client up first.
  await call(shell, "clients.list");
  await reportOf(shell);
  return heard;
}

beforeAll(() => ensureBuilt());

afterAll(async () => {
  for (const one of shells) one.kill();
  await Promise.all(shells.map((one) => one.ended));
  for (const one of homes) rmSync(one, { recursive: true, force: true });
});

describe("windows", () => {
  it("are several, and come back where they were with the client and screen they showed", async () => {
    const home = newHome();
    const shell = await start(home);
    const address = "/clients/c-1/documents";
    await call(shell, "shell.openWindow", { address });
    await shell.ask({ kind: "place", window: 0, url: `${PAGE}#/clients/c-2/aging` });
    await shell.ask({ kind: "place", window: 0, url: "https://evil.example/#/clients/c-3/aging" });
    await shell.ask({ kind: "place", window: 0, url: `${PAGE}#javascript:alert(1)` });
    expect((await reportOf(shell)).calls.filter((one) => one.startsWith("load"))).toEqual([`load ${PAGE}`, `load ${PAGE}#${address}`]);
    expect(await shell.quit()).toBe(0);
    const again = await start(home);
    expect((await reportOf(again)).calls.filter((one) => one.startsWith("load"))).toEqual([
      `load ${PAGE}#/clients/c-2/aging`,
      `load ${PAGE}#${address}`,
    ]);
    expect((await reportOf(again)).windows).toHaveLength(2);
    await again.ask({ kind: "close", window: 0 });
    const left = JSON.parse(readFileSync(join(home, "windows.json"), "utf8")) as { windows: { address: string }[] };
    expect(left.windows.map((window) => window.address)).toEqual([address]);
    expect(await again.quit()).toBe(0);
  });

  it("are opened for places of the window only, and not without end", async () => {
    const shell = await start(newHome());
    const open = (address: unknown) =>
      shell.ask({ kind: "invoke", channel: INVOKE_CHANNEL, message: { method: "shell.openWindow", input: { address } }, sender: own });
    for (const address of ["https://evil.example/", "//evil.example/", "javascript:alert(1)", "", 7, "/a#b"])
      expect(await open(address)).toMatchObject({ ok: false, failure: { code: "invalid_input" } });
    for (let index = 0; index < 11; index++) expect(await open("/")).toMatchObject({ ok: true });
    expect(await open("/")).toMatchObject({ ok: false, failure: { code: "busy" } });
  });
});

describe("the menu", () => {
  it("has File, Edit, View, Go, Client, Window and Help, and its items reach the page as commands of the contract", async () => {
    const shell = await start(newHome());
    const { menu } = await reportOf(shell);
    for (const label of ["&File", "&Edit", "&View", "&Go", "&Client", "Window", "&Help"]) expect(menu).toContain(`label:${label}`);
    for (const key of ["CmdOrCtrl+N", "CmdOrCtrl+O", "CmdOrCtrl+K", "CmdOrCtrl+1", "F5", "Alt+Left"])
      expect(menu).toContain(`accelerator:${key}`);
    const accelerators = menu.filter((entry) => entry.startsWith("accelerator:"));
    expect(new Set(accelerators).size).toBe(accelerators.length);
    await shell.ask({ kind: "send", channel: SUBSCRIBE_CHANNEL, message: true, sender: own });
    const choose = (label: string) => commandsOf(shell, () => shell.ask({ kind: "menu", label }));
    expect(await choose("Transactions")).toEqual([{ command: "screen", screen: "documents" }]);
    expect(await choose("All Clients")).toEqual([{ command: "go", address: "/" }]);
    expect(await choose("Sync All Clients")).toEqual([{ command: "sync-all" }]);
    expect(await choose("Appearance: Dark")).toEqual([{ command: "theme", theme: "dark" }]);
    await shell.ask({ kind: "menu", label: "New Window" });
    expect((await reportOf(shell)).windows).toHaveLength(2);
  });
});

describe("the menu for a viewer", () => {
  it("has its syncs disabled as soon as the viewer is the current user", async () => {
    const shell = await start(newHome());
    const disabled = async () => (await reportOf(shell)).menu.filter((entry) => entry === "enabled:false").length;
    expect(await disabled()).toBe(0);
    await call(shell, "people.add", { name: "Val", role: "viewer" });
    await call(shell, "people.use", { name: "Val" });
    expect(await disabled()).toBe(2);
  });
});

describe("links and second starts", () => {
  let shell: ShellProcess;
  let clientId: string;
  beforeAll(async () => {
    shell = await start(newHome());
    ({ clientId } = await call<{ clientId: string }>(shell, "clients.add", { name: "Birch & Co" }));
  });

  it("show the screen of a client that there is", async () => {
    const link = `tieout://open/clients/${clientId}/documents`;
    const go = [{ command: "go", address: `/clients/${clientId}/documents` }];
    expect(await commandsOf(shell, () => shell.ask({ kind: "link", url: link }))).toEqual(go);
    expect(await commandsOf(shell, () => shell.ask({ kind: "second", argv: ["tieout", link] }))).toEqual(go);
  });

  it("show a window and nothing else when the client is none of the firm's", async () => {
    const link = "tieout://open/clients/0a4d5c1e-1111-4222-8333-944445555666/documents";
    expect(await commandsOf(shell, () => shell.ask({ kind: "link", url: link }))).toEqual([]);
  });

  it("do nothing else, whatever they say", async () => {
    const before = await reportOf(shell);
    const pieces = fc.constantFrom(
      "tieout:",
      "//",
      "open",
      "/clients/",
      clientId,
      "/documents",
      "/writes/new-bill",
      "?export=1",
      "#/connect",
      "--home=/tmp/x",
      "--inspect",
      "..",
      "%2e",
    );
    const argv = fc.array(
      fc.array(fc.oneof(pieces, fc.string({ maxLength: 6 })), { maxLength: 6 }).map((parts) => parts.join("")),
      { maxLength: 4 },
    );
    const allowed = JSON.stringify({ command: "go", address: `/clients/${clientId}/documents` });
    const heard = await commandsOf(shell, async () => {
      for (const line of fc.sample(argv, 400)) {
        await shell.ask({ kind: "second", argv: line });
        for (const url of line) await shell.ask({ kind: "link", url });
      }
    });
    expect(heard.map((one) => JSON.stringify(one)).filter((one) => one !== allowed)).toEqual([]);
    const after = await reportOf(shell);
    expect(new Set(after.calls.slice(before.calls.length))).toEqual(new Set(["restore", "focus"]));
    expect(after.windows).toHaveLength(before.windows.length);
  });

  it("are all that is read of the command line on which the system starts the app", async () => {
    const stolen = newHome();
    const home = newHome();
    const args = ["--demo", "--safe-mode", `tieout://open/clients/${clientId}/documents`];
    const opened = await start(stolen, { args, env: { STAND_IN_PACKAGED: "1", TIEOUT_HOME: home } });
    expect((await call<ShellState>(opened, "shell.state")).safeMode).toBeNull();
    expect(await call(opened, "clients.list")).toMatchObject({ rows: [] });
    expect(readdirSync(stolen)).toEqual([]);
    expect(readdirSync(home)).toContain("firm.sqlite");
  });
});

describe("what crashes", () => {
  it("leaves a report here, without secrets, and the page comes back", async () => {
    const home = newHome();
    const shell = await start(home);
    await shell.ask({ kind: "gone", reason: "oom" });
    await shell.ask({ kind: "gone", reason: "crashed" });
    await shell.ask({ kind: "child-gone", name: "Tieout Keychain" });
    const { crashes } = await call<ShellState>(shell, "shell.state");
    expect(crashes.map(({ what }) => what.split(":")[0]).sort()).toEqual([
      "A background process stopped unexpectedly",
      "A window stopped unexpectedly",
      "A window stopped unexpectedly",
    ]);
    // Once a minute: a page that dies of itself does not go round in a circle.
    expect((await reportOf(shell)).calls.filter((one) => one === "reload page")).toHaveLength(1);
    await call(shell, "shell.openCrashFolder");
    expect((await reportOf(shell)).calls).toContain(`open path ${join(home, "crashes")}`);
    await shell.ask({ kind: "throw", message: "refresh_token=cAnArY0123 was lost" });
    expect(await shell.ended).toBe(1);
    const [last] = readdirSync(join(home, "crashes")).filter((name) => name.endsWith("main-uncaught.json"));
    const text = readFileSync(join(home, "crashes", last ?? ""), "utf8");
    expect(text).toContain("was lost");
    expect(text).not.toContain("cAnArY0123");
  });
});

describe("safe mode", () => {
  it("comes after three starts that were cut short, does as little as possible, and says how to leave", async () => {
    const home = newHome();
    for (let index = 0; index < 3; index++) {
      const cut = await start(home);
      cut.kill();
      await cut.ended;
    }
    const safe = await start(home, { args: ["--demo"] });
    const { safeMode } = await call<ShellState>(safe, "shell.state");
    expect(safeMode).toMatchObject({ why: expect.stringContaining("3 times"), leave: expect.stringContaining("start it normally") });
    expect(await call(safe, "clients.list")).toMatchObject({ rows: [] });
    expect((await reportOf(safe)).menu).toContain("label:Restart Normally");
    expect(await safe.quit()).toBe(0);
    const ordinary = await start(home);
    expect((await call<ShellState>(ordinary, "shell.state")).safeMode).toBeNull();
  });

  it("is left by starting again, with everything put down first", async () => {
    const home = newHome();
    const safe = await start(home, { args: ["--safe-mode"] });
    expect((await call<ShellState>(safe, "shell.state")).safeMode).not.toBeNull();
    await safe.ask({ kind: "menu", label: "Restart Normally" });
    expect(await safe.ended).toBe(0);
    expect(safe.output).not.toContain("broke");
  });

  it("and any packaged start outlives the launcher that made it", async () => {
    const launcher = `const { fork } = require("node:child_process"); const child = fork(process.argv[1], process.argv.slice(2), { execArgv: process.execArgv, detached: true, stdio: "ignore" });
      child.on("message", (message) => { if (message.kind !== "shown") return; process.stdout.write(String(child.pid)); process.exit(0); });`;
    const root = join(import.meta.dirname, "..", "..");
    const standIn = join(root, "test", "support", "electron-stand-in", "register.ts");
    const home = newHome();
    const args = ["--import", standIn, "-e", launcher, join(root, "out", "main", "index.js"), "--home", home, "--secrets", "memory"];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, env: { ...process.env, STAND_IN_PACKAGED: "1" } });
    // Longer than the parent of a process started by npm is looked for.
    await new Promise((later) => setTimeout(later, 1_500));
    const pid = Number(stdout);
    expect(process.kill(pid, 0)).toBe(true);
    process.kill(pid, "SIGTERM");
    await expect.poll(() => isAlive(pid), { timeout: 20_000 }).toBe(false);
  });
});

describe("updates in a build without a feed", () => {
  it("are off, and say why", async () => {
    const shell = await start(newHome(), { env: { STAND_IN_PACKAGED: "1" } });
    const { update, host } = await call<ShellState>(shell, "shell.state");
    expect({ host, state: update.state }).toEqual({ host: "desktop", state: "off" });
    expect(update.problem).toContain("can't update itself");
  });
});
