import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT } from "./support/house-rules/source.ts";

/** Phrases that read as a translation, or name a thing otherwise than docs/glossary.md does. */
const BANNED: readonly RegExp[] = [
  /\bstands?\b/i,
  /\bby itself\b/i,
  /\bby themselves\b/i,
  /\bheld against\b/i,
  /\bcan not\b/i,
  /\bof which\b/i,
  /\bmade of\b(?! it)/i,
  /\banew\b/i,
  /\bis gone\b|\bhas gone\b|\bgone from\b/i,
  /\bthe way there\b/i,
  /\bgoes? (on|first)\b/i,
  /\bwaits? for a person\b/i,
  /\btake into close\b/i,
  /\bto (its|their) end\b/i,
  /\blet it stand\b/i,
  /\bput away\b/i,
  /\bgiven? back\b/i,
  /\btick(ed)?\b/i,
  /\bparty|parties\b/i,
  /\bfindings\b|\bfinding\b(?! them?\b| the\b)/i,
  /\bstreams?\b/i,
  /\bmirror(ed)?\b/i,
  /\btax identifier\b/i,
  /\bsomebody|nobody\b/i,
];

/** Names of columns and values people type into filters: part of the filter language, not of a sentence. */
const FILTER_SYNTAX = /\b(?:party|findings):\S*/g;

/** What a person reads: placeholders stand for values and plural forms are kept. */
const shown = (text: string) => text.replaceAll(/\{\w+(?=[,}])/g, "{").replaceAll(FILTER_SYNTAX, "");

const catalogue = JSON.parse(readFileSync(join(ROOT, "src/renderer/language/catalogues/en.json"), "utf8")) as Record<string, string>;
const breaches = (texts: readonly string[]) => texts.filter((text) => BANNED.some((pattern) => pattern.test(shown(text))));

describe("words of the window", () => {
  test("use the glossary's terms and natural English", () => {
    expect(breaches(Object.values(catalogue)), "see docs/glossary.md and docs/voice.md").toEqual([]);
  });

  test("the rule sees what it forbids, and reads values as values", () => {
    expect(breaches(["What stands here", "It can not be read", "{streams} data sets", "findings:>0"])).toEqual([
      "What stands here",
      "It can not be read",
    ]);
  });
});
