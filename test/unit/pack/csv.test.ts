import { expect, it } from "vitest";
import { csvHeader, quotedLine } from "#main/pack/tables/csv.ts";
import { extractsOf } from "#main/pack/tables/extracts.ts";
import { randomInt, seededRandom } from "#shared/kernel/random.ts";
import { seeds } from "#test/support/trials.ts";

const LETTERS = ["a", "7", ".", '"', ",", "\r", "\n", " ", "\t", "\u00a0", "\u3000", "é", "株", "'"];

it("quotes what RFC 4180 asks for, and cells that begin or end with any white space", () => {
  let quoted = 0;
  for (const seed of seeds(300)) {
    const random = seededRandom(seed);
    const cell = Array.from({ length: randomInt(random, 0, 5) }, () => LETTERS[randomInt(random, 0, LETTERS.length - 1)]).join("");
    const mustBeQuoted = /[",\r\n]|^\s|\s$/.test(cell);
    expect(quotedLine([cell, "1.00"])).toBe(`${mustBeQuoted ? `"${cell.replaceAll('"', '""')}"` : cell},1.00\r\n`);
    if (mustBeQuoted) quoted++;
  }
  expect(quoted).toBeGreaterThan(50);
  expect(quoted).toBeLessThan(300);
});

it("heads the columns by their names", () => {
  expect(csvHeader([{ name: "id", kind: "text", of: () => null }])).toBe("id\r\n");
});

it("files are written under words that people read, not under their paths", () => {
  const told = extractsOf({} as never, "spool").map(({ doing }) => doing);
  expect(told).toContain("Writing transaction lines…");
  for (const doing of told) expect(doing).toMatch(/^Writing [a-z ]+…$/);
});
