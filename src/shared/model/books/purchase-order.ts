import { z } from "zod";
import { lineDimension } from "./dimension.ts";
import { calendarDateString, decimalString, money } from "./money.ts";
import { party } from "./party.ts";
import { sourceRef } from "./source-ref.ts";

export const purchaseOrderLine = z.object({
  id: z.string(),
  kind: z.enum(["account", "item"]),
  description: z.string().optional(),
  quantity: decimalString.optional(),
  quantityBilled: decimalString.optional(),
  quantityReceived: decimalString.optional(),
  unitAmount: money.optional(),
  accountId: z.string().optional(),
  itemId: z.string().optional(),
  net: money,
  dimensions: z.array(lineDimension),
});
export type PurchaseOrderLine = z.infer<typeof purchaseOrderLine>;

/** A commitment to buy. `billIds` are the bills the ledger itself links; none on Ledger A (rule 13). */
export const purchaseOrder = z.object({
  id: z.string(),
  number: z.string().optional(),
  party: party.optional(),
  date: calendarDateString,
  deliveryDate: calendarDateString.optional(),
  currency: z.string(),
  total: money,
  status: z.enum(["draft", "awaiting_approval", "open", "part_billed", "billed", "closed", "deleted"]),
  sourceStatus: z.string().optional(),
  entityId: z.string().optional(),
  lines: z.array(purchaseOrderLine),
  billIds: z.array(z.string()),
  source: sourceRef,
});
export type PurchaseOrder = z.infer<typeof purchaseOrder>;

/** Ledger A's link from a bill or spend line to the customer or invoice it is billed on to. */
export const linkedTransaction = z.object({
  id: z.string(),
  status: z.string(),
  sourceDocumentId: z.string(),
  sourceLineId: z.string().optional(),
  customerId: z.string().optional(),
  targetDocumentId: z.string().optional(),
  targetLineId: z.string().optional(),
  source: sourceRef,
});
export type LinkedTransaction = z.infer<typeof linkedTransaction>;
