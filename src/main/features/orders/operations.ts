import { z } from "zod";
import { left, right } from "#main/operations/command-form.ts";
import { command, query } from "#main/operations/operation.ts";
import { decideOrderMatch, listOrderMatches, undoOrderMatch } from "#main/store/orders/order-matches.ts";
import { orderMatchRow } from "#shared/contract/close/reviews.ts";
import { clientId, done, shortId } from "#shared/contract/fields.ts";
import { ok } from "#shared/kernel/result.ts";

const ofPair = z.object({
  clientId,
  orderId: shortId.describe("ID of the purchase order"),
  billId: shortId.describe("ID of the bill, as shown by “match list”"),
});
const onCommandLine = {
  options: { orderId: "order", billId: "bill" },
  lines: ({ decisionNo }: z.output<typeof done>) => [`Saved (decision ${decisionNo}).`],
} as const;

/** Purchase orders and the bills that were received on them. */
export const orderOperations = [
  query("matches.list", {
    summary: "List purchase orders with their bills and the basis of each match",
    input: z.object({ clientId }),
    output: z.array(orderMatchRow),
    runs: "reader",
    perform: ({ mirror }) => ok(listOrderMatches(mirror)),
    command: {
      verb: "match list",
      table: {
        rows: (orders) => orders,
        columns: [
          left("order", 34, (row) => row.orderId),
          left("number", 12, (row) => row.number),
          left("source", 9, (row) => row.source),
          left("state", 11, (row) => row.state),
          right("ordered", 18, (row) => `${row.orderedNet} ${row.currency}`),
          right("overbilled", 12, (row) => row.overBilled),
          left("bills", 44, (row) => billsText(row.bills as z.output<typeof orderMatchRow>["bills"])),
          left("reasons", 90, (row) => (row.reasons as readonly string[]).join("; ")),
        ],
      },
    },
  }),

  command("matches.confirm", {
    summary: "Confirm that a suggested bill belongs to an order",
    input: ofPair,
    output: done,
    runs: "writer",
    perform: ({ mirror, person, nowMs }, { orderId, billId }) =>
      decideOrderMatch(mirror, { orderId, billId, verdict: "confirmed", person, nowMs }),
    command: { verb: "match confirm", ...onCommandLine },
  }),

  command("matches.refuse", {
    summary: "Record that a suggested bill doesn't belong to an order",
    input: ofPair,
    output: done,
    runs: "writer",
    perform: ({ mirror, person, nowMs }, { orderId, billId }) =>
      decideOrderMatch(mirror, { orderId, billId, verdict: "refused", person, nowMs }),
    command: { verb: "match refuse", ...onCommandLine },
  }),

  command("matches.undo", {
    summary: "Undo the decision on whether a bill belongs to an order",
    input: ofPair,
    output: done,
    runs: "writer",
    perform: ({ mirror, person, nowMs }, { orderId, billId }) => undoOrderMatch(mirror, { orderId, billId, person, nowMs }),
    command: { verb: "match undo", ...onCommandLine, lines: ({ decisionNo }) => [`Undone (decision ${decisionNo}).`] },
  }),
] as const;

function billsText(bills: z.output<typeof orderMatchRow>["bills"]): string {
  return bills.map(({ id, how, score }) => `${how} ${id} ${score ?? ""}`.trim()).join(", ");
}
