import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newIdentity } from "#main/firm/seal.ts";
import { headless } from "#test/support/headless.ts";
import { emptyDatabase } from "#test/support/postgres.ts";

let database: Awaited<ReturnType<typeof emptyDatabase>>;
const homes: string[] = [];
beforeAll(async () => {
  database = await emptyDatabase();
});
afterAll(async () => {
  for (const home of homes) rmSync(home, { recursive: true, force: true });
  await database.drop();
});

/** A data folder of its own, whose secrets are in the environment as in a container. */
async function computer() {
  const home = mkdtempSync(join(tmpdir(), "tieout-verbs-"));
  homes.push(home);
  const env = { TIEOUT_FIRM_PASSWORD: `secret of ${home}`, TIEOUT_FIRM_IDENTITY: (await newIdentity()).identity };
  return (...words: string[]) => headless(home, words, { env });
}

// Each command is a process of its own, on a machine that may be busy.
test("a script sets a firm up, and hears what is wrong by field and exit status", { timeout: 240_000 }, async () => {
  const [first, second] = [await computer(), await computer()];
  expect((await first("firm", "create", "--url", "not an address")).error()).toMatchObject({ code: "invalid_input", field: "url" });
  expect((await first("firm", "create", "--url", "postgres://a@127.0.0.1:1/x")).status).toBe(1);
  const created = await first("firm", "create", "--url", database.url);
  expect([created.status, created.stderr]).toEqual([0, ""]);
  expect(created.json()).toMatchObject({ role: "admin", clients: 0 });
  const invited = await first("firm", "invite", "--person", "Rita", "--role", "reviewer");
  expect(invited.status).toBe(0);
  const { code } = invited.json() as { code: string };
  expect((await second("firm", "join", "--code", "nonsense")).status).toBe(2);
  expect((await second("firm", "join", "--code", code)).json()).toMatchObject({ person: "Rita", role: "reviewer" });
  expect((await second("firm", "join", "--code", code)).status).toBe(2);
  expect((await second("firm", "status")).json()).toMatchObject({ state: "online", person: "Rita", members: [{}, {}] });
  const refused = await second("firm", "invite", "--person", "Zoe", "--role", "admin");
  expect([refused.status, refused.error()]).toMatchObject([1, { code: "not_allowed" }]);
  // A key that nothing has is no record that was discarded.
  const discarded = await second("firm", "discard", "--record", "note/nobody");
  expect([discarded.status, discarded.error()]).toMatchObject([2, { code: "not_found", field: "record" }]);
  expect((await second("firm", "leave")).json()).toEqual({ signIns: 0, listedAs: null });
  expect((await second("firm", "status")).json()).toMatchObject({ state: "alone" });
});
