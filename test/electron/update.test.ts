import { execFile } from "node:child_process";
import { createHash, generateKeyPairSync } from "node:crypto";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { UpdateView } from "#shared/contract/app/shell.ts";
import { INVOKE_CHANNEL } from "#shared/contract/channels.ts";
import { ensureBuilt } from "#test/support/built.ts";
import { ShellProcess } from "#test/support/shell-process.ts";

/**
 * A whole update: the real electron-updater against a feed of this machine, signed by the script that
 * signs releases, into a file that stands for the running AppImage. Windows and Mac installers are not seen here.
 */
const ROOT = join(import.meta.dirname, "..", "..");
const run = promisify(execFile);
let folder: string;
let root: string;
let feed: string;
let server: Server;

beforeAll(async () => {
  await ensureBuilt();
  folder = mkdtempSync(join(tmpdir(), "tieout-update-"));
  root = join(folder, "app");
  feed = join(folder, "feed");
  mkdirSync(feed);
  for (const part of ["main", "preload", "renderer"]) cpSync(join(ROOT, "out", part), join(root, "out", part), { recursive: true });
  cpSync(join(ROOT, "resources"), join(root, "resources"), { recursive: true });
  cpSync(join(ROOT, "package.json"), join(root, "package.json"));
  symlinkSync(join(ROOT, "node_modules"), join(root, "node_modules"));
  server = createServer((request, response) => {
    const file = join(feed, new URL(request.url ?? "/", "http://feed").pathname.slice(1));
    if (existsSync(file)) response.end(readFileSync(file));
    else response.writeHead(404).end();
  }).listen(0, "127.0.0.1");
  await new Promise((listening) => server.once("listening", listening));
});

afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Puts a release on the feed, signed with the key in `keyFile`. */
async function publish(version: string, keyFile: string, content: string, earlier?: string): Promise<void> {
  const name = `Tieout-${version}.AppImage`;
  const sha512 = createHash("sha512").update(content).digest("base64");
  writeFileSync(join(feed, name), content);
  const lines = [
    `version: ${version}`,
    "files:",
    `  - url: ${name}`,
    `    sha512: ${sha512}`,
    `    size: ${content.length}`,
    `path: ${name}`,
    `sha512: ${sha512}`,
  ];
  writeFileSync(join(feed, "latest-linux.yml"), `${lines.join("\n")}\nreleaseDate: '2026-11-21T09:00:00.000Z'\n`);
  await run(process.execPath, [
    join(ROOT, "scripts", "sign-release.mjs"),
    feed,
    keyFile,
    ...(earlier === undefined ? [] : ["--earlier", earlier]),
  ]);
}

function keyPair(name: string): { readonly privateFile: string; readonly publicPem: string } {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const privateFile = join(folder, `${name}.pem`);
  writeFileSync(privateFile, privateKey.export({ type: "pkcs8", format: "pem" }));
  return { privateFile, publicPem: publicKey.export({ type: "spki", format: "pem" }).toString() };
}

/** The packaged app, knowing the feed and the key. */
async function open(name: string, publicPem: string, version = "0.1.0") {
  const own = join(folder, name);
  const resources = join(own, "resources");
  const image = join(own, "Tieout.AppImage");
  mkdirSync(resources, { recursive: true });
  if (!existsSync(image)) writeFileSync(image, "the version that runs");
  chmodSync(image, 0o755);
  writeFileSync(join(root, "out", "update-key.pem"), publicPem);
  const { port } = server.address() as AddressInfo;
  writeFileSync(
    join(resources, "app-update.yml"),
    `provider: generic\nurl: http://127.0.0.1:${port}/\nupdaterCacheDirName: tieout-updater\n`,
  );
  const home = join(own, "home");
  const env = {
    STAND_IN_PACKAGED: "1",
    STAND_IN_RESOURCES: resources,
    APPIMAGE: image,
    XDG_CACHE_HOME: join(own, "cache"),
    UPDATE_MARK: join(own, "started"),
    STAND_IN_VERSION: version,
  };
  const shell = new ShellProcess(home, { root, env });
  await shell.shown;
  const sender = { contents: "own", frame: "main", url: "tieout://app/" } as const;
  const ask = (method: string, input: object = {}) =>
    shell.ask<{ ok: boolean; value?: UpdateView }>({ kind: "invoke", channel: INVOKE_CHANNEL, message: { method, input }, sender });
  return { shell, ask, image, home, mark: env.UPDATE_MARK };
}

describe("an update over the real updater", () => {
  let key: ReturnType<typeof keyPair>;
  beforeAll(() => {
    key = keyPair("ours");
  });

  it("is found, downloaded, backed up before, installed and started, and the version before is kept", async () => {
    const next = '#!/bin/sh\nprintf started > "$UPDATE_MARK"\n';
    const before = join(folder, "before");
    await publish("0.1.0", key.privateFile, "the version that runs");
    cpSync(feed, before, { recursive: true });
    await publish("0.2.0", key.privateFile, next, before);
    const { shell, ask, image, home, mark } = await open("good", key.publicPem);
    expect(await ask("shell.checkForUpdate")).toMatchObject({ ok: true, value: { state: "available", version: "0.2.0" } });
    expect(readFileSync(image, "utf8")).toBe("the version that runs");
    expect(await ask("shell.downloadUpdate")).toMatchObject({ ok: true, value: { state: "ready" } });
    expect(readFileSync(image, "utf8")).toBe("the version that runs");
    const ended = shell.ended;
    await Promise.race([ask("shell.installUpdate"), ended]);
    expect(await ended).toBe(0);
    expect(readFileSync(image, "utf8")).toBe(next);
    expect(readdirSync(join(home, "installers")).sort()).toEqual([
      "Tieout-0.1.0.AppImage",
      "Tieout-0.2.0.AppImage",
      "installers.json",
      "newest-release.json",
    ]);
    expect(readFileSync(join(home, "installers", "Tieout-0.1.0.AppImage"), "utf8")).toBe("the version that runs");
    await expect.poll(() => existsSync(mark), { timeout: 5_000 }).toBe(true);
  });

  it("is gone back from to the version that was kept, by a person's word only", async () => {
    const { shell, ask, image } = await open("good", key.publicPem, "0.2.0");
    expect(readFileSync(image, "utf8")).toContain("#!/bin/sh");
    expect(await ask("shell.goBackTo", { version: "0.0.1" })).toMatchObject({ ok: false, failure: { code: "not_found" } });
    expect(await ask("shell.state")).toMatchObject({ value: { update: { kept: ["0.1.0"] } } });
    await Promise.race([ask("shell.goBackTo", { version: "0.1.0" }), shell.ended]);
    expect(await shell.ended).toBe(0);
    expect(readFileSync(image, "utf8")).toBe("the version that runs");
  });

  it("is not taken when another key signed the feed, nor when it is older than what runs", async () => {
    const ours = keyPair("ours-too");
    const theirs = keyPair("theirs");
    await publish("0.3.0", theirs.privateFile, "evil");
    const { shell, ask, image } = await open("bad", ours.publicPem);
    expect(await ask("shell.checkForUpdate")).toMatchObject({ ok: false });
    expect(await ask("shell.downloadUpdate")).toMatchObject({ ok: false });
    await publish("0.0.9", ours.privateFile, "an old release with known holes");
    expect(await ask("shell.checkForUpdate")).toMatchObject({ ok: true, value: { state: "idle" } });
    await publish("0.3.0", ours.privateFile, "good");
    writeFileSync(join(feed, "Tieout-0.3.0.AppImage"), "evil");
    expect(await ask("shell.checkForUpdate")).toMatchObject({ ok: true, value: { state: "available" } });
    expect(await ask("shell.downloadUpdate")).toMatchObject({ ok: false });
    expect(await ask("shell.installUpdate")).toMatchObject({ ok: false });
    expect(readFileSync(image, "utf8")).toBe("the version that runs");
    expect(await shell.quit()).toBe(0);
  });
});
