import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { KeptInstallers } from "#main/hosts/electron/updates/kept-installers.ts";
import { NewestRelease } from "#main/hosts/electron/updates/newest-release.ts";
import { isLater, signedBytes, staleness, trustedRelease } from "#main/hosts/electron/updates/release-signature.ts";
import { type UpdateEngine, Updates } from "#main/hosts/electron/updates/updates.ts";
import { fail, ok } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { tempHome } from "#test/support/temp-home.ts";

const ours = generateKeyPairSync("ed25519");
const theirs = generateKeyPairSync("ed25519");
const publicKeyPem = ours.publicKey.export({ type: "spki", format: "pem" }).toString();
const hash = (text: string) => createHash("sha512").update(text).digest("base64");

const DAY_MS = 24 * 60 * 60 * 1000;
const NOW_MS = Date.parse("2026-11-21T09:00:00.000Z");
const at = (days: number) => new Date(NOW_MS + days * DAY_MS).toISOString();
const filesOf = (version: string, content: string) => [{ url: `Tieout-${version}.AppImage`, sha512: hash(content), size: content.length }];

function signed(feed: Readonly<Record<string, unknown>>, key = ours.privateKey) {
  return { ...feed, tieoutSignature: sign(null, signedBytes(feed), key).toString("base64") };
}

function without(feed: Readonly<Record<string, unknown>>, field: string) {
  return Object.fromEntries(Object.entries(feed).filter(([name]) => name !== field));
}

function release(version: string, content = "installer", key = ours.privateKey, more: Readonly<Record<string, unknown>> = {}) {
  const files = filesOf(version, content);
  const times = { tieoutSignedAt: at(-1), tieoutExpiresAt: at(59) };
  const feed = { version, files, ...times, tieoutEarlier: [{ version: "1.1.0", files: filesOf("1.1.0", "the one that runs") }], ...more };
  return { ...signed(feed, key), version, files };
}

describe("the signature of a release", () => {
  const good = release("1.2.0");

  it("is believed when our key made it, with what the feed says beside it", () => {
    const more = { releaseNotes: "x", path: "y", stagingPercentage: 50, releaseDate: new Date(NOW_MS) };
    expect(trustedRelease(release("1.2.0", "installer", ours.privateKey, more), publicKeyPem)?.version).toBe("1.2.0");
    // The order in which a feed says it, and a date that was read as text, change nothing.
    const again = Object.fromEntries(Object.entries({ ...release("1.2.0"), releaseDate: at(0) }).reverse());
    const { tieoutSignature: _old, ...unsigned } = again;
    const text = signed(unsigned);
    expect(trustedRelease({ ...text, releaseDate: new Date(NOW_MS) }, publicKeyPem)?.version).toBe("1.2.0");
  });

  it.each<[string, unknown]>([
    ["another key", release("1.2.0", "installer", theirs.privateKey)],
    ["no signature", { version: good.version, files: good.files }],
    ["an empty one", { ...good, tieoutSignature: "" }],
    ["another version", { ...good, version: "1.3.0" }],
    ["another file", { ...good, files: [{ ...good.files[0], sha512: hash("evil") }] }],
    ["another name", { ...good, files: [{ ...good.files[0], url: "https://evil.example/x.AppImage" }] }],
    ["another size", { ...good, files: [{ ...good.files[0], size: 1 }] }],
    ["one more file", { ...good, files: [...good.files, ...good.files] }],
    ["no file", { ...good, files: [] }],
    ["a version that is none", { ...good, version: "../../1" }],
    ["another time of signing", { ...good, tieoutSignedAt: at(1) }],
    ["a later expiry", { ...good, tieoutExpiresAt: at(999) }],
    ["no expiry, validly signed", signed(without(good, "tieoutExpiresAt"))],
    ["anything that the updater would read and nobody signed", { ...good, stagingPercentage: 0 }],
    ["another path for older updaters", { ...good, path: "evil.AppImage" }],
    ["parts of a web installer, validly signed", release("1.2.0", "installer", ours.privateKey, { packages: { x64: { path: "a.7z" } } })],
    ["an address in place of a name, validly signed", signed({ ...good, files: [{ ...good.files[0], url: "https://evil.example/x" }] })],
    ["a path in place of a name, validly signed", signed({ ...good, files: [{ ...good.files[0], url: "../x" }] })],
    ["an earlier release that was changed", { ...good, tieoutEarlier: [] }],
    ["nothing", null],
  ])("is not believed with %s", (_what, offered) => expect(trustedRelease(offered, publicKeyPem)).toBeNull());

  it("is followed only while it is valid, and never one from before the newest that was seen", () => {
    const trusted = trustedRelease(good, publicKeyPem);
    if (trusted === null) throw new Error("not trusted");
    expect(staleness(trusted, NOW_MS, null)).toBeNull();
    expect(staleness(trusted, NOW_MS, at(-1))).toBeNull();
    expect(staleness(trusted, NOW_MS, at(-0.5))).toContain("older than the last one this computer saw");
    expect(staleness(trusted, NOW_MS + 59 * DAY_MS, null)).toContain("is out of date");
    expect(staleness(trusted, NOW_MS - 3 * DAY_MS, null)).toContain("dated in the future");
  });

  it("is never of another kind of key", () => {
    const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 }).publicKey.export({ type: "spki", format: "pem" }).toString();
    expect(trustedRelease(good, rsa)).toBeNull();
  });

  it("knows which of two versions is later", () => {
    expect(isLater("1.10.0", "1.9.9")).toBe(true);
    expect(isLater("1.9.9", "1.10.0")).toBe(false);
    expect(isLater("1.2.0", "1.2.0")).toBe(false);
    expect(isLater("2.0.0", "1.99.99")).toBe(true);
  });
});

describe("an update", () => {
  let home: string;
  let offered: unknown;
  let content: string;
  let did: string[];
  let snapshotFails: Failure | null;
  let nowMs: number;
  let engine: UpdateEngine;

  beforeEach(() => {
    home = tempHome();
    offered = release("1.2.0");
    content = "installer";
    did = [];
    snapshotFails = null;
    nowMs = NOW_MS;
    engine = {
      autoDownload: true,
      autoInstallOnAppQuit: true,
      allowDowngrade: true,
      allowPrerelease: true,
      disableWebInstaller: false,
      disableDifferentialDownload: false,
      on: () => undefined,
      checkForUpdates: async () => (offered === null ? null : { updateInfo: offered }),
      downloadUpdate: async () => {
        did.push("download");
        const path = join(home, "Tieout-1.2.0.AppImage");
        writeFileSync(path, content);
        return [path];
      },
      quitAndInstall: () => void did.push("install"),
    };
  });

  function make(current = "1.1.0", off: string | null = null): Updates {
    const running = join(home, "running.AppImage");
    writeFileSync(running, "the one that runs");
    return new Updates({
      current,
      off,
      publicKeyPem,
      running,
      engine: async () => engine,
      kept: new KeptInstallers(home, publicKeyPem),
      newest: new NewestRelease(home),
      nowMs: () => nowMs,
      snapshot: async () => {
        did.push("snapshot");
        return snapshotFails === null ? ok({}) : fail(snapshotFails);
      },
      putDown: async () => void did.push("put down"),
      changed: () => undefined,
    });
  }

  it("is looked for, downloaded and installed only when a person asks for each, after a backup", async () => {
    const updates = make();
    expect(await updates.check()).toMatchObject({ ok: true, value: { state: "available", version: "1.2.0" } });
    expect(did).toEqual([]);
    expect(await updates.download()).toMatchObject({ ok: true, value: { state: "ready" } });
    expect(did).toEqual(["download"]);
    expect(await updates.install()).toEqual(ok({}));
    expect(did).toEqual(["download", "snapshot", "put down", "install"]);
  });

  it("is asked for once: who asks again meanwhile hears that it is in progress", async () => {
    const updates = make();
    const first = updates.check();
    const message = "Tieout is already checking for updates or downloading one.";
    expect(await updates.check()).toMatchObject({ ok: false, failure: { code: "busy", message } });
    expect(await first).toMatchObject({ ok: true });
    expect(await updates.install()).toMatchObject({ failure: { message: "No update is waiting for this step." } });
  });

  it("is never installed and never undone automatically", async () => {
    await make().check();
    const { autoDownload, autoInstallOnAppQuit, allowDowngrade, allowPrerelease, disableWebInstaller, disableDifferentialDownload } =
      engine;
    expect({ autoDownload, autoInstallOnAppQuit, allowDowngrade, allowPrerelease }).toEqual({
      autoDownload: false,
      autoInstallOnAppQuit: false,
      allowDowngrade: false,
      allowPrerelease: false,
    });
    expect({ disableWebInstaller, disableDifferentialDownload }).toEqual({ disableWebInstaller: true, disableDifferentialDownload: true });
    offered = release("1.0.9");
    expect(await make().check()).toMatchObject({ ok: true, value: { state: "idle", version: null } });
    offered = release("1.1.0");
    expect(await make().check()).toMatchObject({ ok: true, value: { state: "idle" } });
  });

  it("that another key signed is not even downloaded", async () => {
    offered = release("1.2.0", "installer", theirs.privateKey);
    const updates = make();
    expect(await updates.check()).toMatchObject({ ok: false, failure: { code: "conflict" } });
    expect(updates.view()).toMatchObject({ state: "failed", problem: expect.stringContaining("isn't signed") });
    expect(await updates.download()).toMatchObject({ ok: false, failure: { code: "busy" } });
    expect(did).toEqual([]);
  });

  it("is not offered by a feed that is replayed or has expired", async () => {
    offered = release("1.2.0", "installer", ours.privateKey, { tieoutSignedAt: at(0) });
    expect(await make().check()).toMatchObject({ ok: true, value: { state: "available" } });
    offered = release("1.1.5");
    const updates = make();
    expect(await updates.check()).toMatchObject({
      ok: false,
      failure: { code: "conflict", message: expect.stringContaining("older than the last one") },
    });
    expect(await updates.download()).toMatchObject({ ok: false });
    offered = release("1.2.0", "installer", ours.privateKey, { tieoutSignedAt: at(0) });
    nowMs = NOW_MS + 60 * DAY_MS;
    expect(await make().check()).toMatchObject({ ok: false, failure: { message: expect.stringContaining("is out of date") } });
    expect(did).toEqual([]);
  });

  it("whose file was changed on the way is not installed and not kept", async () => {
    content = "installer with more in it";
    const updates = make();
    await updates.check();
    expect(await updates.download()).toMatchObject({ ok: false, failure: { code: "conflict" } });
    expect(await updates.install()).toMatchObject({ ok: false });
    expect(did).toEqual(["download"]);
    expect(new KeptInstallers(home, publicKeyPem).versions()).toEqual([]);
  });

  it("whose file was changed while it lay there is not installed", async () => {
    const updates = make();
    await updates.check();
    await updates.download();
    appendFileSync(join(home, "Tieout-1.2.0.AppImage"), "!");
    expect(await updates.install()).toMatchObject({ ok: false, failure: { code: "conflict" } });
    expect(did).toEqual(["download"]);
  });

  it("is not installed without a backup", async () => {
    snapshotFails = { code: "storage", message: "The disk is full." };
    const updates = make();
    await updates.check();
    await updates.download();
    expect(await updates.install()).toMatchObject({ ok: false, failure: { message: "The disk is full." } });
    expect(did).toEqual(["download", "snapshot"]);
  });

  it("says what to do about the backup that failed, and that nothing was installed", async () => {
    const updates = make();
    await updates.check();
    await updates.download();
    const next = async (failure: Failure) => {
      snapshotFails = failure;
      const refused = await updates.install();
      return refused.ok ? null : refused.failure.next;
    };
    expect(await next({ code: "disk_full", message: "The disk is full.", next: "Free up disk space." })).toBe(
      "Tieout couldn't back up the data first, so nothing was installed. Free up disk space.",
    );
    expect(await next({ code: "storage", message: "The disk failed." })).toBe(
      "Tieout couldn't back up the data first, so nothing was installed. Try again.",
    );
  });

  it("steps in no other order, and not at all where the program knows no feed", async () => {
    expect(await make().install()).toMatchObject({ ok: false, failure: { code: "busy" } });
    const off = make("1.1.0", "This copy of Tieout can't update itself.");
    for (const step of [off.check(), off.download(), off.install()])
      expect(await step).toMatchObject({
        ok: false,
        failure: { code: "not_supported", message: "This copy of Tieout can't update itself." },
      });
    expect(off.view().state).toBe("off");
  });

  it("says in words that the feed does not answer", async () => {
    engine.checkForUpdates = async () => Promise.reject(new Error("ENOTFOUND"));
    const updates = make();
    expect(await updates.check()).toMatchObject({
      ok: false,
      failure: { code: "updates_unreachable", message: expect.stringContaining("ENOTFOUND") },
    });
    engine.checkForUpdates = async () => ({ updateInfo: release("1.2.0") });
    expect(await updates.check()).toMatchObject({ ok: true });
  });

  it.each([
    ["ENOSPC", "disk_full", "Free up disk space"],
    ["ERR_CHECKSUM_MISMATCH", "conflict", "Check for updates again"],
  ])("says what a download that fails with %s needs", async (code, expected, next) => {
    engine.downloadUpdate = () => Promise.reject(Object.assign(new Error("It failed."), { code }));
    const updates = make();
    await updates.check();
    expect(await updates.download()).toMatchObject({ ok: false, failure: { code: expected, next: expect.stringContaining(next) } });
  });

  it("leaves the version before it to go back to, unless somebody touched it", async () => {
    const updates = make();
    await updates.check();
    await updates.download();
    await updates.install();
    const kept = new KeptInstallers(home, publicKeyPem);
    expect(kept.versions()).toEqual(["1.2.0", "1.1.0"]);
    expect(make("1.2.0").view().kept).toEqual(["1.1.0"]);
    const path = await kept.find("1.1.0");
    expect(path).toMatch(/Tieout-1\.1\.0\.AppImage$/);
    appendFileSync(path ?? "", "!");
    expect(await kept.find("1.1.0")).toBeNull();
    expect(await kept.find("0.9.0")).toBeNull();
    expect(await kept.find("1.2.0")).not.toBeNull();
    expect(await new KeptInstallers(home, theirs.publicKey.export({ type: "spki", format: "pem" }).toString()).find("1.2.0")).toBeNull();
  });

  it("leaves no way back to a file that no release names, nor to one whose list was changed with it", async () => {
    offered = release("1.2.0", "installer", ours.privateKey, { tieoutEarlier: [] });
    const updates = make();
    await updates.check();
    await updates.download();
    await updates.install();
    const kept = new KeptInstallers(home, publicKeyPem);
    expect(kept.versions()).toEqual(["1.2.0"]);
    const list = join(home, "installers", "installers.json");
    writeFileSync(join(home, "installers", "Tieout-1.2.0.AppImage"), "evil");
    writeFileSync(list, readFileSync(list, "utf8").replaceAll(hash("installer"), hash("evil")));
    expect(await kept.find("1.2.0")).toBeNull();
  });
});
