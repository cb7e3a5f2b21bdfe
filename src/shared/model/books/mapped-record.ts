import type { Account } from "./account.ts";
import type { Application } from "./allocation.ts";
import type { Dimension } from "./dimension.ts";
import type { LedgerDocument } from "./document.ts";
import type { Item } from "./item.ts";
import type { Party } from "./party.ts";
import type { BatchPayment, Payment } from "./payment.ts";
import type { Period, PeriodLock } from "./period.ts";
import type { Journal } from "./posting.ts";
import type { LinkedTransaction, PurchaseOrder } from "./purchase-order.ts";
import type { TaxRate } from "./tax.ts";

/** Kinds of record that the mirror keeps. */
export type RecordKind = MappedRecord["kind"];

/**
 * A normalised record as a mapper returns it. A document names its party by id; the store embeds
 * the party on the way out. `allocations` hold only those that come from this record.
 */
export type MappedDocument = Omit<LedgerDocument, "party"> & { readonly partyId?: string; readonly partyName?: string };
export type MappedPayment = Omit<Payment, "party"> & { readonly partyId?: string; readonly partyName?: string };
export type MappedOrder = Omit<PurchaseOrder, "party"> & { readonly partyId?: string; readonly partyName?: string };

export type MappedRecord =
  | { readonly kind: "document"; readonly value: MappedDocument }
  | { readonly kind: "party"; readonly value: Party }
  | { readonly kind: "account"; readonly value: Account }
  | { readonly kind: "item"; readonly value: Item }
  | { readonly kind: "dimension"; readonly value: Dimension }
  | { readonly kind: "tax_rate"; readonly value: TaxRate }
  | { readonly kind: "payment"; readonly value: MappedPayment }
  | { readonly kind: "application"; readonly value: Application }
  | { readonly kind: "batch_payment"; readonly value: BatchPayment }
  | { readonly kind: "order"; readonly value: MappedOrder }
  | { readonly kind: "journal"; readonly value: Journal }
  | { readonly kind: "linked_transaction"; readonly value: LinkedTransaction }
  | { readonly kind: "period"; readonly value: Period }
  | { readonly kind: "lock"; readonly value: PeriodLock };
