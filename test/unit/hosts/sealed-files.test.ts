import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { sealedFiles as createSealedFiles } from "#main/hosts/node/sealed-files.ts";
import { beforeFileCalls } from "#test/support/file-calls.ts";
import { tempHome } from "#test/support/temp-home.ts";

const sealedFiles = createSealedFiles({ N: 16_384, r: 8, p: 1 });
const PASSPHRASE = "correct horse é";
const SECRET = "Accrual of 1,204.00 explained by Anna Berg";

/** Notes each sync of an open file or folder until the test ends. */
async function noteSyncs(calls: string[]): Promise<void> {
  const any = await open(tempHome(), "r");
  const prototype = Object.getPrototypeOf(any) as FileHandle;
  await any.close();
  const sync = prototype.sync;
  const spy = vi.spyOn(prototype, "sync").mockImplementation(async function (this: FileHandle) {
    calls.push((await this.stat()).isDirectory() ? "sync folder" : "sync file");
    await sync.call(this);
  });
  onTestFinished(() => spy.mockRestore());
}

describe("a sealed file", () => {
  it("costs anyone who guesses its passphrase 128 MB for each try", async () => {
    const path = join(tempHome(), "review.tieout");
    await createSealedFiles().write(path, SECRET, PASSPHRASE);
    expect(readFileSync(path, "latin1")).toContain('"kdf":"scrypt","N":131072,"r":8,"p":1');
  });

  it("opens with its passphrase only, shows nothing without it, and is not written over", async () => {
    const path = join(tempHome(), "review.tieout");
    const written = await sealedFiles.write(path, SECRET, PASSPHRASE);
    expect(written).toMatchObject({ ok: true, value: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/) } });
    expect(readFileSync(path, "latin1")).not.toContain("Accrual");
    expect(await sealedFiles.read(path, PASSPHRASE)).toEqual({ ok: true, value: SECRET });
    // The same letters composed in another way are the same passphrase.
    expect(await sealedFiles.read(path, PASSPHRASE.normalize("NFD"))).toEqual({ ok: true, value: SECRET });
    expect(await sealedFiles.read(path, "correct horse e")).toMatchObject({
      ok: false,
      failure: { code: "invalid_input", field: "passphrase" },
    });
    expect(await sealedFiles.write(path, "other", PASSPHRASE)).toMatchObject({ ok: false, failure: { code: "already_exists" } });
  });

  it("is written beside what an interrupted export left, and its name is on the disk when it is said to be written", async () => {
    const path = join(tempHome(), "review.tieout");
    writeFileSync(`${path}.part`, "half a review");
    const calls: string[] = [];
    const stop = beforeFileCalls((name) => void (["link", "rename"].includes(name) && calls.push("name")));
    onTestFinished(stop);
    await noteSyncs(calls);
    expect(await sealedFiles.write(path, SECRET, PASSPHRASE)).toMatchObject({ ok: true });
    expect(calls).toEqual(["sync file", "name", "sync folder"]);
    expect(await sealedFiles.read(path, PASSPHRASE)).toEqual({ ok: true, value: SECRET });
    expect(readdirSync(dirname(path)).sort()).toEqual(["review.tieout", "review.tieout.part"]);
  });

  it("opens no more once any byte was changed, in the header as in the rest", async () => {
    const path = join(tempHome(), "review.tieout");
    await sealedFiles.write(path, SECRET, PASSPHRASE);
    const bytes = readFileSync(path);
    const saltAt = bytes.indexOf('"salt":"') + 8;
    for (const at of [saltAt, bytes.length - 1, bytes.length - 20]) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] as number) === 0x30 ? 0x31 : 0x30;
      writeFileSync(path, changed);
      expect(await sealedFiles.read(path, PASSPHRASE), `byte ${at}`).toMatchObject({ ok: false, failure: { code: "invalid_input" } });
    }
  });

  it("refuses what is no sealed file, and one that asks for all memory or for a cost that scrypt does not know", async () => {
    const path = join(tempHome(), "review.tieout");
    await sealedFiles.write(path, SECRET, PASSPHRASE);
    const whole = readFileSync(path, "latin1");
    expect(whole).toContain('"N":16384');
    const costs = ['"N":1073741824', '"N":16385', '"N":16384.5'].map((cost) => whole.replace('"N":16384', cost));
    for (const text of ["", "hello", whole.slice(0, 40), ...costs, whole.replace('"p":1', '"p":99')]) {
      writeFileSync(path, Buffer.from(text, "latin1"));
      expect(await sealedFiles.read(path, PASSPHRASE)).toMatchObject({ ok: false, failure: { code: "invalid_input", field: "path" } });
    }
    expect(await sealedFiles.read(`${path}.gone`, PASSPHRASE)).toMatchObject({ ok: false, failure: { field: "path" } });
  });
});
