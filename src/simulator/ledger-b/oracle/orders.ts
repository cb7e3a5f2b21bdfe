import type { SimLine, SimTransaction } from "../../books/types.ts";
import { sentOf } from "../sent-amount.ts";
import { lineIdOf } from "../traits.ts";
import type { View } from "../view.ts";
import { dimensionsOf, quantityOf } from "./lines.ts";
import { partyOf } from "./lists.ts";
import { moneyOf, type OracleRecord, present, sourceOf, textOf } from "./plain.ts";

/** Purchase orders with the bills that the ledger links to them, by id. */
export function orderRecords(view: View): OracleRecord[] {
  return (view.byEntity.get("PurchaseOrder") ?? []).map((order) => orderRecord(view, order));
}

function orderRecord(view: View, order: SimTransaction): OracleRecord {
  return present({
    id: `PurchaseOrder:${order.id}`,
    number: textOf(order.number),
    party: partyOf(view, order.partyId, "Vendor"),
    date: order.date,
    currency: order.currency,
    total: moneyOf(sentOf(order, order.total), order.currency),
    status: order.billed ? "billed" : "open",
    sourceStatus: order.billed ? "Closed" : "Open",
    lines: order.lines.map((line) => orderLine(view, order, line)),
    billIds: (view.billsOfOrder.get(order.id) ?? []).map(({ id }) => `Bill:${id}`),
    source: sourceOf(view.books.tenantId, "PurchaseOrder", order.id),
  });
}

function orderLine(view: View, order: SimTransaction, line: SimLine): OracleRecord {
  const isItem = line.itemId !== null;
  return present({
    id: `PurchaseOrder:${order.id}/${lineIdOf(order, line)}`,
    kind: isItem ? "item" : "account",
    description: textOf(line.description),
    ...(isItem ? quantityOf(order, line) : {}),
    accountId: `Account:${line.accountId}`,
    itemId: isItem ? `Item:${line.itemId}` : undefined,
    net: moneyOf(sentOf(order, line.net), order.currency),
    dimensions: dimensionsOf(view, order, line.dimensions),
  });
}
