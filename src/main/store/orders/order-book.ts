import { z } from "zod";
import type { LinkedBill } from "#main/domain/orders/assign-bill-lines.ts";
import type { OrderLineFacts } from "#main/domain/orders/order-match.ts";
import type { MirroredDocument, MirrorReader } from "#main/store/database/mirror-reader.ts";
import { prepared } from "#main/store/database/query.ts";
import { recordNumber } from "#main/store/documents/record-number.ts";
import type { OwnDecision } from "#main/store/work/own-decisions.ts";
import type { PurchaseOrder } from "#shared/model/books/purchase-order.ts";

/** An order as it is stored: its party by id, and the name that its payload gave. */
export type StoredOrder = Omit<PurchaseOrder, "party"> & { readonly partyId?: string; readonly partyName?: string };
export type StoredBill = MirroredDocument;
export type OrderDecision = OwnDecision<z.output<typeof orderMatchBody>>;

/** What a person said about an order and a bill. */
export const orderMatchBody = z.object({ orderId: z.string(), billId: z.string(), verdict: z.enum(["confirmed", "refused"]) });

/** Orders that the ledger still has, oldest first. */
export function storedOrders(reader: MirrorReader): StoredOrder[] {
  const bodies = prepared(
    reader.db,
    "SELECT body FROM entity JOIN source_record USING (rec_no) WHERE kind = 'order' AND removed_ms IS NULL ORDER BY id",
  )
    .pluck()
    .all() as string[];
  return bodies
    .map((body) => JSON.parse(body) as StoredOrder)
    .filter(({ status }) => status !== "deleted")
    .sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : a.id < b.id ? -1 : 1));
}

const GONE: readonly string[] = ["voided", "voided_or_zero", "deleted"];
const BILLS_AT_ONCE = 500;

/** Bills by their id; those that were voided, deleted or removed count for nothing and are left out. */
export function billsById(reader: MirrorReader, ids: readonly string[]): ReadonlyMap<string, StoredBill> {
  const recNos = [...new Set(ids)].flatMap((id) => recordNumber(reader, id, "document") ?? []);
  return billsByNumber(reader, recNos);
}

export function billsByNumber(reader: MirrorReader, recNos: readonly number[]): ReadonlyMap<string, StoredBill> {
  const found = new Map<string, StoredBill>();
  for (let at = 0; at < recNos.length; at += BILLS_AT_ONCE) {
    for (const bill of reader.documents(recNos.slice(at, at + BILLS_AT_ONCE), "own")) {
      const counts = bill.type === "purchase_bill" && bill.removedDetectedAt === null && !GONE.includes(bill.status);
      if (counts) found.set(bill.id, bill);
    }
  }
  return found;
}

export function lineFacts(line: StoredOrder["lines"][number]): OrderLineFacts {
  return {
    id: line.id,
    description: line.description ?? null,
    itemId: line.itemId ?? null,
    accountId: line.accountId ?? null,
    quantity: line.quantity ?? null,
    unitAmount: line.unitAmount?.amount ?? null,
    net: line.net.amount,
    quantityBilled: line.quantityBilled ?? null,
    quantityReceived: line.quantityReceived ?? null,
  };
}

export function linesOf(bill: StoredBill): LinkedBill["lines"] {
  return bill.lines.map((line) => ({
    lineId: line.id,
    description: line.description ?? null,
    itemId: line.itemId ?? null,
    accountId: line.accountId ?? null,
    quantity: line.quantity ?? null,
    unitAmount: line.unitAmount?.amount ?? null,
    net: line.net.amount,
  }));
}
