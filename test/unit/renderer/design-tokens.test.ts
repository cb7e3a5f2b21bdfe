import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const RENDERER = join(import.meta.dirname, "../../../src/renderer");
const TOKENS = readFileSync(join(RENDERER, "styles/tokens.css"), "utf8");
const THEMES = ["light", "dark"] as const;
const STATES = ["ok", "syncing", "queued", "warning", "conflict", "failed", "locked", "offline"];

type Colours = ReadonlyMap<string, readonly [light: string, dark: string]>;

/** The colours that a rule sets, by their names. */
function coloursOf(selector: string): Colours {
  const body = TOKENS.slice(TOKENS.indexOf(`${selector} {`)).split("\n}")[0] ?? "";
  return new Map(
    [...body.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\);/g)].map(([, name = "", light = "", dark = ""]) => [
      name,
      [light, dark],
    ]),
  );
}

/** Relative luminance as WCAG 2 defines it. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Pairs whose contrast is below what they need, with what they have. */
function tooFaint(colours: Colours, pairs: readonly (readonly [string, string])[], least: number): readonly string[] {
  return pairs.flatMap(([ink, ground]) =>
    THEMES.flatMap((theme, at) => {
      const [a, b] = [colours.get(ink)?.[at], colours.get(ground)?.[at]];
      if (a === undefined || b === undefined) return [`${ink} or ${ground} is no token`];
      const found = contrast(a, b);
      return found < least ? [`${theme}: ${ink} on ${ground} is ${found.toFixed(2)}`] : [];
    }),
  );
}

const GROUNDS = ["page", "raised", "sunken", "hover", "selected"];
const TEXT = GROUNDS.flatMap((ground) => [["text", ground] as const, ["muted", ground] as const]);
const LINKS = GROUNDS.map((ground) => ["accent", ground] as const);
const BUTTONS = ["accent", "accent-hover", "failed-text"].map((ground) => ["on-accent", ground] as const);
const DISABLED = ["page", "raised", "sunken"].map((ground) => ["disabled", ground] as const);
const SERIES = [1, 2, 3, 4, 5, 6].map((place) => [`chart-${place}`, "page"] as const);
const STATE_TEXT = STATES.flatMap((state) => [
  [`${state}-text`, `${state}-chip`] as const,
  ...["page", "raised", "hover", "selected"].map((ground) => [`${state}-text`, ground] as const),
]);
const EDGES = GROUNDS.map((ground) => ["edge", ground] as const);

describe("colours", () => {
  const usual = coloursOf(":root");
  const high: Colours = new Map([...usual, ...coloursOf(':root[data-contrast="high"]')]);

  it("are measured as WCAG measures them", () => {
    expect(contrast("#000000", "#ffffff")).toBeCloseTo(21);
    expect(contrast("#767676", "#ffffff")).toBeCloseTo(4.54, 1);
    expect(
      tooFaint(
        new Map([
          ["text", ["#888888", "#888888"]],
          ["page", ["#ffffff", "#ffffff"]],
        ]),
        [["text", "page"]],
        4.5,
      ),
    ).toHaveLength(2);
  });

  it("of text have a contrast of 4.5 on every ground, light and dark", () => {
    expect(tooFaint(usual, [...TEXT, ...LINKS, ...BUTTONS, ...STATE_TEXT], 4.5)).toEqual([]);
  });

  it("of edges of controls have a contrast of 3", () => {
    expect(tooFaint(usual, EDGES, 3)).toEqual([]);
  });

  it("of what is disabled have a contrast of 3, and are fainter than any text that can be pressed", () => {
    expect(tooFaint(usual, DISABLED, 3)).toEqual([]);
    expect(tooFaint(usual, [["disabled", "page"]], 4.5)).toHaveLength(2);
  });

  it("of a chart's series have a contrast of 3, and none reads as a warning", () => {
    expect(tooFaint(usual, SERIES, 3)).toEqual([]);
    const warning = usual.get("warning-text");
    for (const theme of [0, 1]) expect(SERIES.map(([series]) => usual.get(series)?.[theme])).not.toContain(warning?.[theme]);
  });

  it("of an empty track are seen on the page in high contrast, and what fills it on the track", () => {
    const fills = ["accent", "syncing-text", "queued-text", "edge"].map((fill) => [fill, "track"] as const);
    expect(tooFaint(high, [["track", "page"], ["track", "raised"], ...fills], 3)).toEqual([]);
  });

  it("of ages are a ramp: from a contrast of 3 on, each further from the page than the one before, without its hue too", () => {
    const next = [1, 2, 3, 4].map((age) => [`age-${age}`, `age-${age + 1}`] as const);
    for (const colours of [usual, high]) {
      expect(tooFaint(colours, [["age-1", "page"]], 3)).toEqual([]);
      expect(tooFaint(colours, next, 1.25)).toEqual([]);
      // Two dark or two bright reds are told apart by their lightness alone.
      if (colours === usual) expect(tooFaint(colours, [["age-4", "age-5"]], 1.5)).toEqual([]);
      for (const theme of [0, 1]) {
        const away = [1, 2, 3, 4, 5].map((age) => contrast(colours.get(`age-${age}`)?.[theme] ?? "", colours.get("page")?.[theme] ?? ""));
        expect(away).toEqual(away.toSorted((a, b) => a - b));
      }
    }
  });

  it("of text have a contrast of 7 in high contrast", () => {
    expect(tooFaint(high, [...TEXT, ...LINKS, ...BUTTONS, ...STATE_TEXT], 7)).toEqual([]);
  });
});

describe("styles", () => {
  const sheets = readdirSync(RENDERER, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".css") && !path.endsWith("tokens.css"))
    .map((path) => ({ path, text: readFileSync(join(RENDERER, path), "utf8") }));
  const breaches = (rule: RegExp) => sheets.flatMap(({ path, text }) => [...text.matchAll(rule)].map(([found]) => `${path}: ${found}`));

  it("have the four sizes and three weights of text", () => {
    expect(sheets.length).toBeGreaterThan(50);
    expect(breaches(/font-size: (?!var\(--(?:small|size|title|display)\)|inherit)[^;]+;/g)).toEqual([]);
    expect(breaches(/font-weight: (?!400|500|600|inherit)[^;]+;/g)).toEqual([]);
  });

  it("take corners and shadows from the tokens", () => {
    expect(breaches(/border-radius: (?!var\(--radius|50%|0|inherit)[^;]+;/g)).toEqual([]);
    expect(breaches(/box-shadow: (?!var\(--elevation-|inset|none|0 1px 0)[^;]+;/g)).toEqual([]);
  });

  it("look into small parts only: what looks into the page restyles all of it whenever a panel opens", () => {
    const wide = breaches(/(?::root|html|body|main|#root|\[data-theme[^\]]*\])[^\s,{>]*:has\([^{]*/g);
    // Windows of a single panel load this sheet, and no others do.
    expect(wide.filter((breach) => !breach.startsWith(join("styles", "single-panel.css")))).toEqual([]);
  });
});
