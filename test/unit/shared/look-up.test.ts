import { expect, it } from "vitest";
import { lookUp } from "#shared/kernel/look-up.ts";

it("a table has what it names, and nothing that every object has", () => {
  const table: Readonly<Record<string, string>> = { open: "Open" };
  expect(lookUp(table, "open")).toBe("Open");
  for (const key of ["", "closed", "constructor", "toString", "__proto__", "hasOwnProperty"])
    expect(lookUp(table, key), key).toBeUndefined();
});
