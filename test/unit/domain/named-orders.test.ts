import { expect, it } from "vitest";
import { namedOrders, orderNumbers } from "#main/domain/orders/order-proposals.ts";

it.each([
  ["OB-PO-E101", ["PO-E101"], ["PO-E101"]],
  ["ob po e0101/2", ["PO-E101"], ["PO-E101"]],
  ["POE101", ["PO-E101"], ["PO-E101"]],
  ["OB-PO-E101", ["PO-E101", "E101"], ["PO-E101"]],
  ["OB-PO-E1011", ["PO-E101"], []],
  ["OB-XPO-E101", ["PO-E101"], []],
  ["For PO-104-A and po 105", ["PO-104", "PO-104-A", "PO-105"], ["PO-104-A", "PO-105"]],
  ["PO-104-B", ["PO-104", "PO-104-A"], ["PO-104"]],
  ["our 2026 PO-2026-0104", ["PO-2026-0104", "PO-2026"], ["PO-2026-0104"]],
  ["PO20260104", ["PO-2026-0104"], ["PO-2026-0104"]],
  ["PO-104", ["PO-1-04", "PO-104"], ["PO-104"]],
  ["Order 2026-0104", ["2026-0104"], ["2026-0104"]],
  ["104 boxes", ["104"], []],
  ["104-A", ["104-A"], ["104-A"]],
  ["A 7 of B 8", ["A-7-OF-B-8"], ["A-7-OF-B-8"]],
])("%s names, of the orders %j, %j", (text, orders, named) => {
  const numbers = orderNumbers(orders.map((number) => ({ number })));
  for (const field of ["number", "reference", "memo"] as const)
    expect(namedOrders({ number: null, reference: null, memo: null, [field]: text }, numbers)).toEqual(named);
});

it("a long memo is looked through quickly", () => {
  const memo = Array.from({ length: 20_000 }, (_, at) => `part ${at} of`).join(" ");
  expect(namedOrders({ number: null, reference: null, memo: `${memo} PO-E101` }, orderNumbers([{ number: "PO-E101" }]))).toEqual([
    "PO-E101",
  ]);
});
