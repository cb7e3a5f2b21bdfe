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

describe("documentation", () => {
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
