import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { linesOf, splitMatches } from "../../../src/renderer/features/transactions/match-totals.ts";
import { indentJson } from "../../../src/renderer/format/text/json-text.ts";

describe("indentJson", () => {
  it("keeps numerals and strings as they were sent", () => {
    const sent = '{"Total":9007199254740993.010,"Note":"a \\"{,}\\" b","Empty":{},"None":[ ],"List":[1,{"a":null}]}';
    expect(indentJson(sent)).toBe(
      '{\n  "Total": 9007199254740993.010,\n  "Note": "a \\"{,}\\" b",\n  "Empty": {},\n  "None": [],\n  "List": [\n    1,\n    {\n      "a": null\n    }\n  ]\n}',
    );
  });

  it("writes what the platform writes", () => {
    fc.assert(
      fc.property(fc.object(), (value) => {
        const text = JSON.stringify(value);
        expect(indentJson(text)).toBe(JSON.stringify(value, null, 2));
      }),
    );
  });

  it("leaves other text alone", () => {
    expect(indentJson("<html>, a: {b}</html>")).toBe("<html>, a: {b}</html>");
    expect(indentJson('{"cut": "off')).toContain('"off');
  });
});

describe("splitMatches", () => {
  it("loses nothing and numbers what it finds", () => {
    const pieces = splitMatches("North and north (N)", "north");
    expect(pieces.map((piece) => piece.match)).toEqual([0, null, 1, null]);
    expect(pieces.map((piece) => piece.text).join("")).toBe("North and north (N)");
  });

  it("joins back to the text for any search", () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.string(),
        (text, wanted) =>
          splitMatches(text, wanted)
            .map((piece) => piece.text)
            .join("") === text,
      ),
    );
  });
});

describe("linesOf", () => {
  it("has every piece on its line, which ends with its line break", () => {
    const lines = linesOf(splitMatches('{\n  "Id": "b1",\n  "Note": "an Id"\n}', "id"));
    expect(lines.map((line) => line.map(({ text }) => text).join(""))).toEqual(["{\n", '  "Id": "b1",\n', '  "Note": "an Id"\n', "}"]);
    expect(lines.map((line) => line.flatMap(({ match }) => match ?? []))).toEqual([[], [0], [1], []]);
  });

  it("joins back to the text for any search", () => {
    const letters = fc.string({ unit: fc.constantFrom("a", "b", " ", "\n") });
    fc.assert(
      fc.property(letters, letters, (text, wanted) => {
        const lines = linesOf(splitMatches(text, wanted));
        return lines.flatMap((line) => line.map((piece) => piece.text)).join("") === text;
      }),
    );
  });
});
