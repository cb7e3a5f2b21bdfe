import { spawnSync } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { devNull } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "#test/support/house-rules/source.ts";

const PROGRAM = `import { onEnter } from ${JSON.stringify(join(ROOT, "src/main/hosts/node/browser/on-enter.ts"))}; console.log(onEnter(() => {}));`;
const run = (stdin: number | "pipe") =>
  spawnSync(process.execPath, ["--input-type=module", "-e", PROGRAM], { stdio: [stdin, "pipe", "pipe"], encoding: "utf8" });

test("Enter is listened for on a pipe, and a file or the null device as input breaks nothing", () => {
  expect(run("pipe")).toMatchObject({ status: 0, stdout: "true\n" });
  for (const path of [devNull, join(ROOT, "package.json")]) {
    const file = openSync(path, "r");
    expect(run(file), path).toMatchObject({ status: 0, stdout: "false\n" });
    closeSync(file);
  }
});
