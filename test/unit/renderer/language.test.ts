import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { US_SPELLING } from "../../../scripts/lib/british.mjs";
import {
  BRITISH_CATALOGUE,
  britishCatalogueOf,
  CATALOGUE,
  CORE_BRITISH_CATALOGUE,
  CORE_CATALOGUE,
  catalogueOf,
  readCoreTexts,
  readTexts,
} from "../../../scripts/lib/texts.mjs";
import { languageFor, offeredLanguages } from "../../../src/renderer/language/languages.ts";
import { lengthened } from "../../../src/renderer/language/lengthened.ts";
import { messageParts } from "../../../src/renderer/language/message.ts";
import { t } from "../../../src/renderer/language/t.ts";
import { readSources } from "../../support/house-rules/source.ts";

describe("the words of the window", () => {
  const { texts, breaches } = readTexts();

  test("are in the catalogue, each whole", () => expect(breaches).toEqual([]));

  test("the catalogue is what the source says: npm run texts", () => {
    expect(texts.length).toBeGreaterThan(2000);
    expect(readFileSync(CATALOGUE, "utf8")).toBe(catalogueOf(texts));
  });

  test("each can be read as a message with places", () => {
    for (const text of texts) expect(() => messageParts(text, everyPlace(text)), text).not.toThrow();
  });

  test("places and plurals are filled", () => {
    expect(t("Show only lines with problems")).toBe("Show only lines with problems");
    expect(t("{rows} of {count, plural, one {# row} other {# rows}}", { rows: "12", count: 1200 })).toBe("12 of 1,200 rows");
    expect(t("{count, plural, one {# row} other {# rows}}", { count: 1 })).toBe("1 row");
  });

  test("a lengthened text keeps its figures and is a third longer", () => {
    expect(lengthened("Due 2026-10-31")).toBe("Ðûé 2026-10-31~".replace("Ð", "D"));
    expect(lengthened(" 12 ")).toBe(" 12 ");
  });
});

test("every text of the core that reads otherwise elsewhere is marked: npm run texts", () => {
  const { texts, breaches } = readCoreTexts();
  expect(breaches).toEqual([]);
  expect(texts.length).toBeGreaterThan(70);
  expect(readFileSync(CORE_CATALOGUE, "utf8")).toBe(catalogueOf(texts));
  expect(readFileSync(CORE_BRITISH_CATALOGUE, "utf8")).toBe(britishCatalogueOf(texts));
});

describe("British English", () => {
  const { texts } = readTexts();
  const british = JSON.parse(readFileSync(BRITISH_CATALOGUE, "utf8")) as Record<string, string>;

  test("has only texts of the US catalogue, each written differently: npm run texts", () => {
    expect(readFileSync(BRITISH_CATALOGUE, "utf8")).toBe(britishCatalogueOf(texts));
    for (const [text, said] of Object.entries(british)) {
      expect(texts).toContain(text);
      expect(said).not.toBe(text);
    }
    expect(british.Organization).toBe("Organisation");
  });

  test("leaves no US spelling", () => {
    const shown = texts.map((text) => (british[text] ?? text).replaceAll(/\{\w+/g, "{"));
    expect(shown.filter((text) => US_SPELLING.test(text))).toEqual([]);
    expect(US_SPELLING.test("Organization, canceled by color")).toBe(true);
  });

  test.each([
    ["en-GB", "en-GB"],
    ["en-NZ", "en-GB"],
    ["en-AU", "en-GB"],
    ["en-US", "en"],
    ["en", "en"],
    ["de-DE", "en"],
  ])("a system in %s gets %s, unless somebody chose", (system, id) => {
    expect(languageFor(null, system).id).toBe(id);
    expect(languageFor("en", system).id).toBe("en");
  });

  test("offers looks for translators only in development, or where one is in use", () => {
    const offered = (chosen: string, development: boolean) => offeredLanguages(languageFor(chosen, "en"), development).map(({ id }) => id);
    expect(offered("en", false)).toEqual(["en", "en-GB"]);
    expect(offered("ar-XB", false)).toEqual(["en", "en-GB", "ar-XB"]);
    expect(offered("en", true)).toEqual(["en", "en-GB", "en-XA", "ar-XB"]);
  });
});

test("the style sheets name no left and right: the window runs both ways", () => {
  const physical = /\b(?:margin|padding|border)-(?:left|right)|text-align: (?:left|right)|^\s+(?:left|right): |float: /;
  const found = readSources("src/renderer")
    .filter(({ path }) => path.endsWith(".css"))
    .flatMap(({ path, text }) =>
      text.split("\n").flatMap((line, index) => (physical.test(line) ? [`${path}:${index + 1} ${line.trim()}`] : [])),
    );
  expect(found).toEqual([]);
});

/** A value for each place that a text names. */
function everyPlace(text: string): Record<string, number> {
  return Object.fromEntries([...text.matchAll(/\{(\w+)/g)].map(([, name = ""]) => [name, 2]));
}
