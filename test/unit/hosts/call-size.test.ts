import { describe, expect, it } from "vitest";
import { isTooLong } from "#main/hosts/node/browser/call-size.ts";

const MB = 1024 * 1024;
const call = (input: unknown) => ({ method: "bank.import", input });

describe("a page's call is too long", () => {
  it.each([
    ["a file of 50 MB as base64", call({ content: "x".repeat(70_000_000) }), false],
    ["a longer file", call({ content: "x".repeat(70_000_001) }), true],
    ["1 MiB of anything else", call({ text: "x".repeat(MB) }), true],
    ["1 MiB beside a file", call({ content: "x", text: "x".repeat(MB) }), true],
    ["1 MiB in a list under the name of a file", call({ content: ["x".repeat(MB)] }), true],
    ["an input that is no object", call("x"), false],
    ["what has no JSON", call({ content: "x", count: 1n }), true],
  ])("%s", (_what, message, expected) => {
    expect(isTooLong(message)).toBe(expected);
  });
});
