import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { CLIENT_APPLICATION_ID, clientFilePath, clientMigrations, openClientFile } from "#main/store/database/client-file.ts";
import { openDatabase } from "#main/store/database/open.ts";
import { tempHome } from "./temp.ts";

let home: ReturnType<typeof tempHome>;
beforeEach(() => {
  home = tempHome();
});
afterEach(() => home.remove());

const AGAIN = ["incomplete", "1970-01-01T00:00:00.000Z"];

/** The streams of a file that the release before had read, as this release opens it. */
function opened(names: readonly string[]): Record<string, unknown> {
  const path = clientFilePath(home.path, "one");
  mkdirSync(dirname(path), { recursive: true });
  const before = clientMigrations.filter(({ number }) => number < 21);
  const old = openDatabase(path, { applicationId: CLIENT_APPLICATION_ID, migrations: before });
  const insert = old.prepare("INSERT INTO stream (name, state, pass_no, first_completed_ms) VALUES (?, 'up_to_date', 1, 10)");
  for (const name of names) insert.run(name);
  old.close();
  const db = openClientFile(home.path, "one");
  const rows = db.prepare("SELECT name, state, needs_since FROM stream").raw().all() as [string, ...unknown[]][];
  db.close();
  return Object.fromEntries(rows.map(([name, ...state]) => [name, state]));
}

test("payments and bank transactions of Ledger A that were read without the flag are read again", () => {
  expect(opened(["accounts", "bank-transactions.spend", "bank-transactions.receive", "payments"])).toEqual({
    accounts: ["up_to_date", null],
    "bank-transactions.spend": AGAIN,
    "bank-transactions.receive": AGAIN,
    payments: AGAIN,
  });
});

test("payments of a ledger that doesn't tell the flag aren't read again", () => {
  expect(opened(["accounts", "payments"])).toEqual({ accounts: ["up_to_date", null], payments: ["up_to_date", null] });
});
