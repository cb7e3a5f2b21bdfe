import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openNamedFile, readNamedFile, readNamedJson, withNamedFile } from "#main/files/named-file.ts";
import { readPrivateKeyFile } from "#main/hosts/node/private-key-file.ts";
import { sealedFiles } from "#main/hosts/node/sealed-files.ts";
import { comparePacks } from "#main/pack/archive/compare-packs.ts";
import { verifyPack } from "#main/pack/archive/verify-pack.ts";
import { prepareRestore } from "#main/store/safety/prepare-restore.ts";
import { headless } from "#test/support/headless.ts";
import { readSources } from "#test/support/house-rules/source.ts";

/** A pipe waits for a writer and a device never ends: a test that hangs here has read one. */
const folder = mkdtempSync(join(tmpdir(), "tieout-named-"));
const pipe = join(folder, "pipe");
const home = join(folder, "home");

beforeAll(() => {
  expect(spawnSync("mkfifo", [pipe]).status).toBe(0);
  mkdirSync(home);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("a file that a person names", () => {
  const special: readonly (readonly [string, () => string, string])[] = [
    ["a pipe", () => pipe, "it isn't a regular file"],
    ["a device without end", () => "/dev/zero", "it isn't a regular file"],
    ["a folder", () => folder, "it is a folder"],
    ["nothing", () => join(folder, "none"), "there is no such file"],
  ];

  it.each(special)("%s is refused at once, by every way in", async (_what, path, why) => {
    expect(readNamedFile(path(), "file", 1000)).toEqual({
      ok: false,
      failure: { code: "invalid_input", message: `${path()} can't be read: ${why}.`, field: "file" },
    });
    expect(() => withNamedFile(path(), 1000, () => 1)).toThrow();
    await expect(openNamedFile(path(), 1000)).rejects.toThrow();
    const word = expect.stringContaining(why) as string;
    expect(readPrivateKeyFile(path())).toMatchObject({ ok: false, failure: { code: "secret_missing", message: word } });
    expect(await sealedFiles().read(path(), "a passphrase")).toMatchObject({ ok: false, failure: { message: word, field: "path" } });
    expect(await verifyPack(path(), null)).toMatchObject({ ok: false, failure: { message: word, field: "file" } });
    expect(await comparePacks(path(), path())).toMatchObject({ ok: false, failure: { message: word, field: "file" } });
    expect(prepareRestore(home, { path: path(), firmId: null, nowMs: 0 })).toMatchObject({ ok: false, failure: { field: "from" } });
  });

  it("is read up to the size that it may have", () => {
    const path = join(folder, "text");
    writeFileSync(path, "x".repeat(2048));
    expect(readNamedFile(path, "file", 2048)).toMatchObject({ ok: true, value: { length: 2048 } });
    expect(readNamedFile(path, "file", 2047)).toMatchObject({
      ok: false,
      failure: { message: `${path} can't be read: it is larger than 1 kB.` },
    });
  });

  it("is never quoted when it isn't JSON", () => {
    const path = join(folder, "secret.json");
    writeFileSync(path, '{"a": s3cret}');
    const read = readNamedJson(path, "file");
    expect(read).toMatchObject({ ok: false, failure: { code: "invalid_input", field: "file" } });
    expect(JSON.stringify(read)).not.toContain("s3cret");
  });

  it("ends the command with status 2 and the option's name", async () => {
    const refusals: readonly (readonly [readonly string[], string])[] = [
      [["connection", "add", "--client", "one", "--file", pipe], "file"],
      [["write", "document", "--client", "one", "--file", "/dev/zero"], "file"],
      [["pack", "verify", "/dev/zero"], "file"],
      [["backup", "restore", "--from", pipe], "from"],
    ];
    for (const [args, field] of refusals) {
      const { status, error } = await headless(home, args);
      expect([status, error().field], args.join(" ")).toEqual([2, field]);
    }
  });

  it("is opened by the one helper: no command reads a file on its own", () => {
    const readers = /\b(?:readFile|readFileSync|createReadStream|openSync)\b/;
    const found = readSources("src/main/hosts/node/commands").filter(({ text }) => readers.test(text));
    expect(found.map(({ path }) => path)).toEqual([]);
  });
});
