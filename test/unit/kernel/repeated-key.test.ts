import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { repeatedKey } from "#shared/kernel/repeated-key.ts";

describe("a key that a JSON object has twice", () => {
  it.each([
    ['{"a":1,"a":2}', "a"],
    ['{"lines":[{"net":1},{"net":1,"x":{},"net":2}]}', "lines[1].net"],
    ['{"a":{"b":[[],[{"c":1,"c":1}]]}}', "a.b[1][0].c"],
    ['[{"a":1},{"a":1,"\\u0061":2}]', "[1].a"],
    ['{"a":"{\\"b\\":1,\\"b\\":2}","a":2}', "a"],
  ])("of %s is %s", (text, way) => expect(repeatedKey(text)).toBe(way));

  it("is found in no text that was made from a value", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2), (value, indent) => {
        expect(repeatedKey(JSON.stringify(value, null, indent))).toBeNull();
      }),
    );
  });
});
