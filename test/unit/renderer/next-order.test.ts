import { expect, it } from "vitest";
import { nextOrder } from "../../../src/renderer/features/transactions/next-sort-order.ts";

it("a header sorts by it alone, and turns when it is chosen again", () => {
  const byTotal = nextOrder({ thenBy: [{ sort: "dueDate", descending: true }] }, "total", false);
  expect(byTotal).toEqual({ sort: "total", descending: true, thenBy: [] });
  expect(nextOrder(byTotal, "total", false)).toEqual({ sort: "total", descending: false, thenBy: [] });
});

it("with Shift a header sorts what is alike in the order that holds, and turns when it is chosen again", () => {
  const two = nextOrder({}, "total", true);
  expect(two).toEqual({ sort: "issueDate", descending: true, thenBy: [{ sort: "total", descending: true }] });
  expect(nextOrder(two, "total", true).thenBy).toEqual([{ sort: "total", descending: false }]);
  expect(nextOrder(two, "issueDate", true)).toEqual({ ...two, descending: false });
  expect(nextOrder(two, "dueDate", true).thenBy).toHaveLength(2);
});
