import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { isCode, ROOT, readSources } from "./support/house-rules/source.ts";

/** The documentation can't drift away from the code: what it names must exist, and what exists must be named. */
const pages = readSources("docs").concat(readSources("src"), readSources("test"), readSources("bench"));
const markdown = pages.filter(({ path }) => path.endsWith(".md"));
const atTheTop = readdirSync(ROOT).filter((name) => name.endsWith(".md"));
const documents = [...markdown, ...atTheTop.map((path) => ({ path, text: readFileSync(join(ROOT, path), "utf8") }))];

const rulesPage = readFileSync(join(ROOT, "docs/rules.md"), "utf8");
const sections = new Map(
  rulesPage
    .split(/^## /m)
    .slice(1)
    .map((section) => [Number.parseInt(section, 10), section]),
);

/** Links to files of this repository that lead nowhere. */
function deadLinks(path: string, text: string): string[] {
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target as string);
  return targets
    .filter((target) => !/^(?:[a-z]+:|#)/.test(target))
    .map((target) => target.replace(/#.*$/, ""))
    .filter((target) => !existsSync(join(ROOT, dirname(path), target)))
    .map((target) => `${path}: ${target}`);
}

const files = execFileSync("git", ["ls-files"], { cwd: ROOT, encoding: "utf8" })
  .split("\n")
  .filter((path) => path !== "" && existsSync(join(ROOT, path)));
const folders = new Set(files.flatMap((path) => path.split("/").map((_, depth, parts) => parts.slice(0, depth).join("/"))));
const places = [...files, ...folders].map((path) => `/${path}`);

/** Files and folders of this repository, written in backticks, that don't exist. */
function stalePaths(path: string, text: string): string[] {
  const own = path.startsWith("src/");
  return [...text.matchAll(/`([\w./*-]+)`/g)]
    .map(([, name]) => (name as string).replace(/\/$/, (slash) => (own ? "" : slash)))
    .filter((name) => !name.includes("*") && namesPlace(name, own))
    .filter((name) => !places.some((place) => place.endsWith(`/${name.replace(/^(?:\.\.?\/)+|\/$/g, "")}`)))
    .map((name) => `${path}: ${name}`);
}

/** A path from the root, or a source file by its name; inside src also a folder of the text's own. */
function namesPlace(name: string, own: boolean): boolean {
  return (
    /^(?:src|test|docs|scripts|bench|resources)\/./.test(name) ||
    /^[\w./-]+\.(?:tsx?|mjs|cjs)$/.test(name) ||
    (own && /^[a-z-]+\/[a-z/-]+$/.test(name))
  );
}

describe("documentation", () => {
  test("every file and folder that it names in backticks exists", () => {
    // A decision describes the code of its day.
    const current = documents.filter(({ path }) => !path.startsWith("docs/decisions/") && path !== "CHANGELOG.md");
    expect(current.flatMap(({ path, text }) => stalePaths(path, text))).toEqual([]);
    expect(stalePaths("docs/rules.md", "`src/main/nowhere.ts`, `src/main/store`, `router.ts` and `nothing.ts`")).toEqual([
      "docs/rules.md: src/main/nowhere.ts",
      "docs/rules.md: nothing.ts",
    ]);
  });

  test("every link between files leads somewhere", () => {
    expect(documents.flatMap(({ path, text }) => deadLinks(path, text))).toEqual([]);
    expect(deadLinks("docs/rules.md", "[a](../nowhere.ts)"), "the check sees a dead link").toHaveLength(1);
  });

  test("docs/rules.md has all 31 rules, each with code, tests, a screen and a command", () => {
    expect([...sections.keys()]).toEqual(Array.from({ length: 31 }, (_, index) => index + 1));
    const incomplete = [...sections].filter(
      ([, text]) => !/^- Code: \[/m.test(text) || !/^- Tests: \[/m.test(text) || !/`tieout /.test(text),
    );
    expect(incomplete.map(([rule]) => rule)).toEqual([]);
  });

  test("docs/rules.md names every suite of a rule under its own number", () => {
    const suites = readdirSync(join(ROOT, "test/rules")).filter((name) => name.endsWith(".test.ts"));
    const unnamed = suites.filter((name) => !sections.get(Number(name.slice(5, 7)))?.includes(name));
    expect(unnamed).toEqual([]);
  });

  test("a rule that the code cites is in docs/rules.md", () => {
    const cited = [...readSources("src"), ...readSources("test")]
      .filter(isCode)
      .flatMap(({ path, text }) =>
        [...text.matchAll(/\brules? (\d+)(?:(?:, | and )(\d+))?/g)]
          .flatMap(([, first, second]) => [first, second].filter((one) => one !== undefined).map(Number))
          .map((rule) => ({ path, rule })),
      );
    expect(cited.length).toBeGreaterThan(100);
    expect(cited.filter(({ rule }) => !sections.has(rule))).toEqual([]);
  });
});
