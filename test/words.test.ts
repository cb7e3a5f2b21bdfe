import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT, readSources } from "./support/house-rules/source.ts";
import { unnaturalComments, unnaturalLiterals, unnaturalTexts } from "./support/house-rules/words.ts";

const catalogue = JSON.parse(readFileSync(join(ROOT, "src/renderer/language/catalogues/en.json"), "utf8")) as Record<string, string>;

/** What a migration wrote stays as it is, and headings of banks' files are the banks' own. */
const NEVER = ["src/main/store/migrations/", "src/main/domain/bank-statements/guess-mapping.ts"];

const sources = (...folders: readonly string[]) =>
  readSources(...folders).filter(({ path }) => !NEVER.some((place) => path.startsWith(place)));

describe("words of the window", () => {
  test("use the glossary's terms and natural English", () => {
    expect(unnaturalTexts(Object.values(catalogue)), "see docs/glossary.md and docs/voice.md").toEqual([]);
  });

  test("the rule sees what it forbids, and reads values as values", () => {
    expect(unnaturalTexts(["What stands here", "It can not be read", "{streams} data sets", "findings:>0"])).toEqual([
      "What stands here",
      "It can not be read",
    ]);
  });
});

describe("words of the core", () => {
  test("texts use the glossary's terms and natural English", () => {
    const core = sources("src").filter(({ path }) => !path.startsWith("src/renderer/"));
    const breaches = core.flatMap(unnaturalLiterals);
    expect(breaches, "see docs/glossary.md and docs/voice.md").toEqual([]);
  });

  test("comments are natural English", () => {
    expect(sources("src", "test", "bench", "scripts").flatMap(unnaturalComments), "see docs/voice.md").toEqual([]);
  });

  test("the rule reads texts and comments, and leaves code, queries and defects alone", () => {
    const path = "src/main/example.ts";
    const text = [
      "/** What stands here.",
      " *  It can not be read. */",
      `const message = \`The \${noun} can not be read.\`; // "anew" in a comment`,
      'const party = "party"; const address = "http://a"; const query = sql`SELECT stands FROM party`;',
      'throw new Error("no stream is open");',
    ].join("\n");
    expect(unnaturalLiterals({ path, text }).map(({ line }) => line)).toEqual([3]);
    expect(unnaturalComments({ path, text }).map(({ line }) => line)).toEqual([1, 3]);
  });
});
