import { hash } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import { openClientFile } from "#main/store/database/client-file.ts";
import { openFirmFile } from "#main/store/database/firm-file.ts";
import type { Sqlite } from "#main/store/database/open.ts";
import { tempHome } from "./temp.ts";

const home = tempHome();
afterAll(() => home.remove());

/**
 * The schema of each kind of file at its newest version. Files of people's own were made by the migrations as they landed, and one
 * whose schema differs, if only in a view's description, is refused as damaged. Change it with a new migration, then record that version.
 */
const LANDED = [
  ["a client's file", () => openClientFile(home.path, "one"), 28, "d8cb927e307dc842fd99392d7c2f1f32"],
  ["the firm's file", () => openFirmFile(home.path), 12, "579aacc11cd5ec51fce9179b74fd67e4"],
] as const;

function schemaOf(db: Sqlite): readonly [version: number, digest: string] {
  const parts = db.prepare("SELECT type, name, sql FROM sqlite_schema ORDER BY type, name").raw().all();
  return [db.pragma("user_version", { simple: true }) as number, hash("sha256", JSON.stringify(parts)).slice(0, 32)];
}

describe("a landed schema", () => {
  it.each(LANDED)("of %s is never edited", (_file, open, version, digest) => {
    const db = open();
    try {
      expect(schemaOf(db)).toEqual([version, digest]);
    } finally {
      db.close();
    }
  });
});
