import { expect, it } from "vitest";
import { isPin, pinVerifier } from "#main/signatures/pin.ts";

it("a verifier knows its PIN, can't be read, and is never the same twice", async () => {
  const [first, second] = await Promise.all([pinVerifier("48271593"), pinVerifier("48271593")]);
  expect(first).toMatch(/^scrypt-32768-8-1:[0-9a-f]{32}:[0-9a-f]{64}$/);
  expect(first).not.toBe(second);
  expect(await Promise.all([isPin(first, "48271593"), isPin(second, "48271593"), isPin(first, "48271594"), isPin(first, "")])).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

it("a text that isn't a verifier is nobody's PIN", async () => {
  for (const text of ["", "4827", "scrypt-1073741824-8-1:00:00", `scrypt-32768-8-1:${"0".repeat(32)}:`])
    expect(await isPin(text, "4827"), text).toBe(false);
});
