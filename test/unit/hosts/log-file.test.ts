import { mkdirSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openLogFile } from "#main/hosts/node/log-file.ts";
import { tempHome } from "#test/support/temp-home.ts";

const FULL = 5 * 1024 * 1024;

const linesOf = (path: string) =>
  readFileSync(path, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe("the log file", () => {
  it("holds a line of JSON for each event, without the machine's name, for the owner alone", () => {
    const home = tempHome();
    const log = openLogFile(home);
    log.info("started", { clients: 3 });
    log.error("broke", new Error("line one\nline two"), { clientId: "c1" });
    const path = join(home, "logs", "tieout.log");
    const lines = linesOf(path);
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatchObject({ msg: "started", clients: 3 });
    expect(lines[1]).toMatchObject({ msg: "broke", clientId: "c1", message: "line one\nline two" });
    for (const line of lines) expect(Object.keys(line)).not.toContain("hostname");
    expect(statSync(path).mode & 0o077).toBe(0);
  });

  it("moves a full file aside at the next start and keeps ten in all", () => {
    const home = tempHome();
    const folder = join(home, "logs");
    const path = join(folder, "tieout.log");
    mkdirSync(folder);
    for (let start = 1; start <= 13; start++) {
      writeFileSync(path, `{"start":${start}}\n`);
      truncateSync(path, FULL);
      openLogFile(home).info("opened", { start });
    }
    expect(readdirSync(folder).sort()).toEqual(
      ["tieout.log", ...Array.from({ length: 9 }, (_, index) => `tieout.log.${index + 1}`)].sort(),
    );
    expect(linesOf(path)).toHaveLength(1);
    for (let age = 1; age <= 9; age++) expect(readFileSync(`${path}.${age}`, "utf8")).toContain(`{"start":${14 - age}}`);
  });

  it("goes on in a file that has room", () => {
    const home = tempHome();
    openLogFile(home).info("first");
    openLogFile(home).info("second");
    expect(linesOf(join(home, "logs", "tieout.log")).map((line) => line.msg)).toEqual(["first", "second"]);
  });
});
