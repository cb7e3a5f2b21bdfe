import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { attachmentFolder, keepFile, readFile } from "#main/store/records/attachment-files.ts";
import { tempHome } from "#test/support/temp-home.ts";

it("a damaged copy of a supporting document is made good when the same file is attached again", () => {
  const home = tempHome();
  const bytes = new TextEncoder().encode("statement");
  const sha256 = keepFile(home, "one", bytes);
  const folder = attachmentFolder(home, "one");
  writeFileSync(join(folder, sha256), "statemend");
  expect(readFile(home, "one", sha256)).toBeNull();
  expect(keepFile(home, "one", bytes)).toBe(sha256);
  expect(readFile(home, "one", sha256)).toEqual(Buffer.from(bytes));
  expect(readdirSync(folder)).toEqual([sha256]);
});
