import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { readWindowStates, writeWindowStates } from "#main/hosts/electron/window-state.ts";
import { CrashReports } from "#main/hosts/node/crash-reports.ts";
import { takeDataFolder } from "#main/hosts/node/data-folder.ts";
import { type SmallDisk, smallDisk } from "#test/support/small-disk.ts";
import { tempHome } from "#test/support/temp-home.ts";

async function holder(home: string): Promise<{ readonly child: ChildProcess; readonly said: unknown }> {
  const child = fork(new URL("../../support/hold-folder.ts", import.meta.url), [home], { execArgv: [] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [said] = await once(child, "message");
  return { child, said };
}

describe("the data folder has one owner", () => {
  it("refuses a second process at once, and names the first", async () => {
    const home = tempHome();
    const { child, said } = await holder(home);
    expect(said).toBe("taken");
    const second = takeDataFolder(home, "test");
    expect(second.ok).toBe(false);
    if (second.ok) return;
    expect(second.failure).toMatchObject({ code: "busy", field: "home" });
    expect(second.failure.message).toContain(`process ${child.pid} `);
    expect(second.failure.message).toContain("a test's other process");
    expect(second.failure.next).toContain("--home");
  });

  it("is free again when its owner was killed", async () => {
    const home = tempHome();
    const { child } = await holder(home);
    child.kill("SIGKILL");
    await once(child, "exit");
    const next = takeDataFolder(home, "test");
    expect(next.ok).toBe(true);
    if (next.ok) next.value.release();
  });

  it("is free again when it was given back", async () => {
    const home = tempHome();
    const first = takeDataFolder(home, "test");
    if (first.ok) first.value.release();
    expect((await holder(home)).said).toBe("taken");
  });

  it("is never named after an earlier owner: the present one's note is waited for", async () => {
    const home = tempHome();
    const { child } = await holder(home);
    const note = join(home, "owner.json");
    const real = readFileSync(note, "utf8");
    // The note of a killed owner, until the next owner replaces it.
    const gone = fork(new URL("../../support/hold-folder.ts", import.meta.url), [tempHome()], { execArgv: [] });
    await once(gone, "message");
    gone.kill("SIGKILL");
    await once(gone, "exit");
    writeFileSync(note, JSON.stringify({ ...JSON.parse(real), pid: gone.pid, command: "an earlier one" }));
    const later = spawn("sh", ["-c", 'sleep 0.2; printf %s "$1" > "$2.new"; mv "$2.new" "$2"', "sh", real, note]);
    onTestFinished(() => void later.kill());
    const second = takeDataFolder(home, "test");
    expect(second.ok ? "" : second.failure.message).toContain(`process ${child.pid} `);
  });

  it("can be read by nobody else", () => {
    const home = join(tempHome(), "new");
    const taken = takeDataFolder(home, "test");
    expect(taken.ok).toBe(true);
    expect(statSync(home).mode & 0o077).toBe(0);
    expect(statSync(join(home, "owner.json")).mode & 0o077).toBe(0);
    expect(statSync(join(home, "lock.sqlite")).mode & 0o077).toBe(0);
    if (taken.ok) taken.value.release();
    expect(existsSync(join(home, "owner.json"))).toBe(false);
  });

  it.each(["Dropbox", "OneDrive - Firm", "Google Drive", "iCloud Drive"])("is not put into %s", (folder) => {
    const taken = takeDataFolder(join(tempHome(), folder, "tieout"), "test");
    expect(taken).toMatchObject({ ok: false, failure: { code: "storage", field: "home" } });
  });

  it("names the folder that can't be made", () => {
    const taken = takeDataFolder("/dev/null/tieout", "test");
    expect(taken).toMatchObject({ ok: false, failure: { code: "storage", field: "home" } });
  });
});

const made = smallDisk(1024 * 1024, "a data folder on a full and on a read-only disk");
const disk = made as SmallDisk;
afterAll(() => made?.remove());

describe.runIf(made !== null)("a data folder on a disk that takes nothing", () => {
  it("is taken where it was used before, without a note of its owner", () => {
    const home = join(disk.folder, "used");
    const first = takeDataFolder(home, "test");
    if (first.ok) first.value.release();
    const release = disk.fill();
    const taken = takeDataFolder(home, "test");
    expect([taken.ok, readdirSync(home).sort()]).toEqual([true, ["clients", "lock.sqlite"]]);
    if (taken.ok) taken.value.release();
    release();
  });

  it("stops neither a crash report nor the windows' places", () => {
    const release = disk.fill();
    const reports = new CrashReports(join(disk.folder, "crashed"), {}, () => 1);
    reports.write({ kind: "main-uncaught", error: new Error("x".repeat(9_000)) });
    const file = join(disk.folder, "windows.json");
    writeWindowStates(file, [{ x: 0, y: 0, width: 1000, height: 700, maximized: false, address: "/" }]);
    release();
    expect([reports.list(), readWindowStates(file), existsSync(`${file}.new`)]).toEqual([[], [], false]);
  });

  it("is refused with what is missing where it is new", () => {
    const release = disk.fill();
    const taken = takeDataFolder(join(disk.folder, "new"), "test");
    release();
    expect(taken).toMatchObject({
      ok: false,
      failure: { code: "disk_full", field: "home", message: expect.stringContaining("is needed") },
    });
  });

  it("is refused as read-only, and not as in use", () => {
    const home = join(disk.folder, "read-only");
    const first = takeDataFolder(home, "test");
    if (first.ok) first.value.release();
    disk.setReadOnly(true);
    const refused = (folder: string, words: string) =>
      expect(takeDataFolder(folder, "test")).toMatchObject({
        ok: false,
        failure: { code: "storage", field: "home", message: expect.stringContaining(words) },
      });
    refused(home, "is read-only");
    // As on a drive that isn't connected.
    refused(join(disk.folder, "never-made"), "can't be found or created");
    disk.setReadOnly(false);
    const again = takeDataFolder(home, "test");
    expect(again.ok).toBe(true);
    if (again.ok) again.value.release();
  });
});

it("a lock that is no lock is told as that, and not as in use", () => {
  const home = tempHome();
  writeFileSync(join(home, "lock.sqlite"), "not a database".repeat(100));
  const taken = takeDataFolder(home, "test");
  expect(taken).toMatchObject({ ok: false, failure: { code: "storage", field: "home", next: expect.stringContaining("lock.sqlite") } });
});
