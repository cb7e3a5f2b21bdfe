import { describe, expect, it } from "vitest";
import { JsonRefusal, parseExactBytes, parseExactJson } from "#shared/kernel/json-exact.ts";
import { randomInt, seededRandom } from "#shared/kernel/random.ts";
import { seeds } from "#test/support/trials.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true });
const decode = (bytes: Uint8Array): string => {
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    throw new JsonRefusal("not UTF-8", { cause });
  }
};
const fromBytes = (text: string) => parseExactBytes(Buffer.from(text), decode);

const PIECES = [
  "{",
  "}",
  "[",
  "]",
  ",",
  ":",
  " ",
  '"a"',
  '"é\\"1"',
  '"株\\\\"',
  "0",
  "-1",
  "10.50",
  "1e-7",
  "01",
  "1.",
  "-",
  "true",
  "null",
  '"__proto__"',
  "\\",
];

function outcome(parse: () => unknown): string {
  try {
    return JSON.stringify(parse());
  } catch (error) {
    if (!(error instanceof JsonRefusal)) throw error;
    return "refused";
  }
}

describe("exact JSON", () => {
  it("keeps every numeral as it was sent, from text and from bytes", () => {
    const sent =
      '{"a":100.00,"b":[-0.0,9007199254740993.01,1E+5,1e-7],"c":"5 \\"6\\" \\\\","d":"Łódź 株式会社","e":{"f":12345678901234567890}}';
    const expected = {
      ...{ a: "100.00", b: ["-0.0", "9007199254740993.01", "1E+5", "1e-7"], c: '5 "6" \\', d: "Łódź 株式会社" },
      e: { f: "12345678901234567890" },
    };
    expect(parseExactJson(sent)).toEqual(expected);
    expect(fromBytes(sent)).toEqual(expected);
  });

  it.each(["01", "1.", "-", ".5", "1e", '{"a":1,"a":2}', '{"__proto__":1}', '"open', '{"a":1} 2', ""])("refuses %s", (text) => {
    expect(() => parseExactJson(text)).toThrow(JsonRefusal);
    expect(() => fromBytes(text)).toThrow(JsonRefusal);
  });

  it("refuses bytes that are not UTF-8", () => {
    expect(() => parseExactBytes(Uint8Array.of(34, 0xff, 34), decode)).toThrow(JsonRefusal);
  });

  it("reads a record that is longer than most", () => {
    const long = { text: "x".repeat(100_000), amounts: Array.from({ length: 20_000 }, (_, at) => `${at}.10`) };
    expect(fromBytes(`{"text":"${long.text}","amounts":[${long.amounts.join(",")}]}`)).toEqual(long);
  });

  it("says the same of text and of its bytes, and of numbers what the platform says of them quoted", () => {
    let read = 0;
    for (const seed of seeds(400)) {
      const random = seededRandom(seed);
      const text = Array.from({ length: randomInt(random, 1, 12) }, () => PIECES[randomInt(random, 0, PIECES.length - 1)]).join("");
      const bytes = outcome(() => fromBytes(text));
      expect({ text, outcome: bytes }).toEqual({ text, outcome: outcome(() => parseExactJson(text)) });
      if (bytes !== "refused") read++;
    }
    expect(read).toBeGreaterThan(5);
  });
});
