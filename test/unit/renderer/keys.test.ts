import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { isSingleCharacter, keysText, strokeOf, strokesOf } from "../../../src/renderer/format/text/shortcut-label.ts";

const stored = new Map<string, string>();
vi.stubGlobal("window", {
  localStorage: {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  },
});
// The next file of this process has no window.
afterAll(() => void vi.unstubAllGlobals());
const { actionOf, beginsKeys, chooseKeys, forgetKeys, setLetters, takenBy, takenWords, useKeySettings } = await import(
  "../../../src/renderer/state/window/shortcut-settings.ts"
);
const { tourSteps } = await import("../../../src/renderer/features/shell/tour/tour-steps.ts");
const { CommandRow } = await import("../../../src/renderer/features/shell/commands/command-row.tsx");
const { KEY_ACTIONS } = await import("../../../src/renderer/state/window/shortcut-actions.ts");

const pressed = (key: string, held: Partial<Parameters<typeof strokeOf>[0]> = {}) =>
  strokeOf({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held });

describe("a key press", () => {
  test("has a name that says what was held", () => {
    expect(pressed("K", { ctrlKey: true })).toBe("ctrl+k");
    expect(pressed("k", { metaKey: true })).toBe("ctrl+k");
    expect(pressed("E", { ctrlKey: true, shiftKey: true })).toBe("ctrl+shift+e");
    expect(pressed("?", { shiftKey: true })).toBe("?");
    expect(pressed("G", { shiftKey: true })).toBe("g");
    expect(pressed("Enter", { shiftKey: true })).toBe("shift+enter");
    expect(pressed(" ")).toBe("space");
    expect(pressed("Shift", { shiftKey: true })).toBeNull();
  });

  test("is shown as caps, also two one after the other", () => {
    expect(strokesOf("g d")).toEqual([["G"], ["D"]]);
    expect(strokesOf("ctrl+shift+e")).toEqual([["Ctrl", "Shift", "E"]]);
    expect(strokesOf("ctrl+,")).toEqual([["Ctrl", ","]]);
    expect(["g d", "ctrl+shift+e", "+", "ctrl++"].map(keysText)).toEqual(["G then D", "Ctrl+Shift+E", "+", "Ctrl++"]);
    expect(isSingleCharacter("g d")).toBe(true);
    expect(isSingleCharacter("f5")).toBe(false);
  });
});

describe("the tour", () => {
  test("names the keys of the search as a person has set them", () => {
    const lastWords = (keys: string | undefined) => tourSteps([], keys).at(-1)?.words;
    expect(lastWords("ctrl+k")).toMatch(/ Press Ctrl\+K anywhere to search or run a command\.$/);
    expect(lastWords("g z")).toMatch(/ Press G then Z anywhere /);
    expect(lastWords(undefined)).not.toContain("Press");
  });
});

describe("what keys mean", () => {
  beforeEach(() => {
    forgetKeys();
    setLetters(true);
  });

  test("no two actions share keys, and none hides another", () => {
    for (const action of KEY_ACTIONS)
      for (const keys of action.keys) expect(takenBy(keys, action.id, {}), `${action.id} ${keys}`).toBeNull();
  });

  test("a person's keys replace the usual ones, and are kept", () => {
    chooseKeys("filter", "ctrl+shift+f");
    expect(actionOf("ctrl+shift+f")?.id).toBe("filter");
    expect(actionOf("/")).toBeNull();
    expect(stored.get("tieout.keys")).toBe('{"filter":"ctrl+shift+f"}');
    chooseKeys("filter", null);
    expect(actionOf("/")?.id).toBe("filter");
  });

  test("keys that are taken name who has them, also when they begin others", () => {
    const { chosen } = useKeySettings.getState();
    expect(takenBy("ctrl+k", "filter", chosen)?.action.id).toBe("palette");
    expect(takenBy("g", "filter", chosen)?.action.id).toBe("go-clients");
    expect(takenBy("g d", "filter", chosen)?.action.id).toBe("screen-documents");
    expect(takenBy("ctrl+k", "palette", chosen)).toBeNull();
    // G itself is used for nothing.
    expect(takenBy("g", "filter", chosen)?.keys).toMatch(/^g ./);
    const words = (keys: string) => takenWords(keys, takenBy(keys, "filter", chosen) as NonNullable<ReturnType<typeof takenBy>>);
    expect(words("g")).toMatch(/^G can't be used because G then . is already used for /);
    expect(words("ctrl+k")).toMatch(/^Ctrl\+K is already used for /);
  });

  test("single letters can be switched off; keys with Ctrl stay", () => {
    expect(beginsKeys("g")).toBe(true);
    setLetters(false);
    expect(actionOf("g d")).toBeNull();
    expect(beginsKeys("g")).toBe(false);
    expect(actionOf("ctrl+k")?.id).toBe("palette");
  });
});

test("a command in the palette has an icon and shows the first of its shortcuts, and a bar takes their place", () => {
  const shown = (id: string, more: object = {}) => {
    const html = renderToStaticMarkup(createElement(CommandRow, { id, words: "Words", ...more }));
    expect(html).toMatch(/^<svg/);
    return html.replaceAll(/<[^>]+>/g, "");
  };
  expect(["screen-bank", "clients", "switch", "sync-client", "here-note"].map((id) => shown(id))).toEqual([
    "WordsGthenB",
    "WordsGthenC",
    "WordsCtrl+O",
    "WordsCtrl+R",
    "WordsN",
  ]);
  expect(shown("sync-client", { bar: "Ada can." })).toBe("Words");
  // “Review bundles” isn't what Ctrl+S reviews.
  expect(["review", "help", "new-bill"].map((id) => shown(id))).toEqual(["Words", "Words", "Words"]);
});

test("no tooltip writes out a key that people can change", () => {
  // Forms take Ctrl+Enter whatever it means elsewhere; a button with a key of its own doesn't.
  const fixed = KEY_ACTIONS.flatMap(({ keys }) => keys.filter((one) => one !== "ctrl+enter").map((one) => `(${keysText(one)})`));
  const written = readdirSync("src/renderer", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".tsx"))
    .flatMap((file) => {
      const source = readFileSync(join("src/renderer", file), "utf8");
      const own = [...source.matchAll(/title=\{t\("[^"]*\([^"]*\)"\)\}\s+data-key=/g)].map(([found]) => found);
      const titles = [...source.matchAll(/title=\{t\("[^"]*"\)\}/g)].map(([found]) => found);
      return [...own, ...titles.filter((found) => fixed.some((key) => found.includes(key)))].map((found) => `${file}: ${found}`);
    });
  expect(written).toEqual([]);
});
