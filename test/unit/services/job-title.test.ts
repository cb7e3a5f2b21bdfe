import { expect, it } from "vitest";
import { titleOf } from "#main/writeback/job.ts";

const records = [
  { id: "VendBill:6236", document: { type: "purchase_bill", number: "71482" } },
  { id: "unnumbered", document: { type: "purchase_bill" } },
];

it.each([
  [[{ kind: "void", id: "VendBill:6236" }], "Void bill 71482"],
  [[{ kind: "delete", id: "unnumbered" }], "Delete bill"],
  [
    [
      { kind: "delete", id: "unknown" },
      { kind: "void", id: "VendBill:6236" },
    ],
    "Delete unknown and 1 more",
  ],
] as const)("an update names the record that it changes as people know it", (operations, title) => {
  expect(titleOf(operations, records)).toBe(title);
});
