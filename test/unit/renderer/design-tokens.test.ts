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

/** Red, green and blue in proportion to their light. */
function linear(colour: string): readonly number[] {
  return [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
}

/** Relative luminance as WCAG 2 defines it. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = linear(colour);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Lightness and the two axes of colour, from green to red and from blue to yellow, as Oklab has them. */
function oklab(colour: string): readonly [lightness: number, red: number, yellow: number] {
  const [red = 0, green = 0, blue = 0] = linear(colour);
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const middle = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short,
    1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short,
  ];
}

/** How colourful a colour is; a gray has 0. */
function chroma(colour: string): number {
  const [, red, yellow] = oklab(colour);
  return Math.hypot(red, yellow);
}

/** Degrees from red (about 25) to yellow (about 100): the fewer, the warmer. */
function hue(colour: string): number {
  const [, red, yellow] = oklab(colour);
  return (Math.atan2(yellow, red) * 180) / Math.PI;
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

const GROUNDS = ["page", "raised", "sunken", "hover", "current", "selected"];
const TEXT = GROUNDS.flatMap((ground) => [["text", ground] as const, ["muted", ground] as const]);
const LINKS = GROUNDS.map((ground) => ["accent", ground] as const);
const BUTTONS = ["accent", "accent-hover", "failed-text"].map((ground) => ["on-accent", ground] as const);
const DISABLED = ["page", "raised", "sunken"].map((ground) => ["disabled", ground] as const);
const SERIES = [1, 2, 3, 4, 5, 6].map((place) => [`chart-${place}`, "page"] as const);
const STATE_TEXT = STATES.flatMap((state) => [
  [`${state}-text`, `${state}-chip`] as const,
  ...["page", "raised", "hover", "current", "selected"].map((ground) => [`${state}-text`, ground] as const),
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

  it("of edges of fields have a contrast of 3", () => {
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
    const fills = ["accent", "syncing-text", "edge"].map((fill) => [fill, "track"] as const);
    expect(tooFaint(high, [["track", "page"], ["track", "raised"], ...fills], 3)).toEqual([]);
  });

  it("of ages are a ramp: of what is late, the later, the warmer and the darker; each is told from the others by its lightness", () => {
    const ages = [1, 2, 3, 4, 5];
    const pairs = ages.flatMap((age) => ages.filter((later) => later > age).map((later) => [`age-${age}`, `age-${later}`] as const));
    for (const colours of [usual, high]) {
      const page = ages.map((age) => [`age-${age}`, "page"] as const);
      expect(tooFaint(colours, page, 3)).toEqual([]);
      // Not only neighbours: an age of which there is nothing leaves those around it beside each other.
      expect(tooFaint(colours, pairs, 1.25)).toEqual([]);
      // Two reds are told apart by their lightness alone, in a dot beside a word, too.
      expect(tooFaint(colours, [["age-4", "age-5"]], 1.75)).toEqual([]);
      for (const theme of [0, 1]) {
        const ramp = ages.map((age) => colours.get(`age-${age}`)?.[theme] ?? "");
        const late = ramp.slice(1);
        expect(late.map(luminance)).toEqual(late.map(luminance).toSorted((a, b) => b - a));
        expect(late.map(hue)).toEqual(late.map(hue).toSorted((a, b) => b - a));
        // What isn't late is the quietest: the least colour, and the nearest to the page.
        expect(Math.min(...ramp.map(chroma))).toBe(chroma(ramp[0] ?? ""));
        const away = ramp.map((colour) => contrast(colour, colours.get("page")?.[theme] ?? ""));
        expect(Math.min(...away)).toBe(away[0]);
      }
      // On a dark page, where what is late gets no further from it, it gets more colourful.
      const dark = ages.map((age) => chroma(colours.get(`age-${age}`)?.[1] ?? ""));
      expect(dark).toEqual(dark.toSorted((a, b) => a - b));
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
