import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { headlessProcess } from "#test/support/headless.ts";
import { emptyDatabase } from "#test/support/postgres.ts";

const home = mkdtempSync(join(tmpdir(), "tieout-alone-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Says every package that the process or one of its threads loads. */
const watching = `data:text/javascript,${encodeURIComponent(`
import { registerHooks } from "node:module";
import { writeSync } from "node:fs";
registerHooks({ resolve(specifier, context, next) {
  if (/^(pg|pg-.*|age-encryption)$/.test(specifier)) writeSync(2, "loaded " + specifier + "\\n");
  return next(specifier, context);
} });`)}`;

const loaded = async (...words: string[]) => {
  const { status, stderr } = await headlessProcess(home, words, { env: { NODE_OPTIONS: `--import ${watching}` } });
  return { status, packages: [...new Set(stderr.match(/(?<=^loaded ).+$/gm))].sort() };
};

test("a firm on one computer never loads PostgreSQL's client", { timeout: 120_000 }, async () => {
  expect(await loaded("client", "add", "--name", "Birch & Co")).toEqual({ status: 0, packages: [] });
  expect(await loaded("firm", "status")).toEqual({ status: 0, packages: [] });
});

test("the same watch sees it where a firm is created", { timeout: 120_000 }, async () => {
  const database = await emptyDatabase();
  const { packages } = await loaded("firm", "create", "--url", database.url);
  expect(packages).toEqual(expect.arrayContaining(["age-encryption", "pg"]));
  await database.drop();
});
