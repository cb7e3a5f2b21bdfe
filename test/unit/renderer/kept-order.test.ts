import { expect, it } from "vitest";
import { inOrderOf } from "../../../src/renderer/state/views/kept-order.ts";

it("rows that a person looks at stay where they are, and new ones come last", () => {
  const order = (rows: string) => inOrderOf([...rows], ["c", "a", "b"], (row) => row).join("");
  expect(order("abc")).toBe("cab");
  expect(order("xayb")).toBe("abxy");
  expect(order("")).toBe("");
});
