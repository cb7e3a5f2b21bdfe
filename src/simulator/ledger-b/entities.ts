import type { TransactionKind } from "../books/types.ts";

/** Entities that are names: never deleted, only made inactive, and then left out of plain queries. */
export const nameEntities = [
  "Account",
  "Customer",
  "Vendor",
  "Employee",
  "Class",
  "Department",
  "Item",
  "TaxCode",
  "TaxRate",
  "CompanyCurrency",
] as const;
export type NameEntity = (typeof nameEntities)[number];

export const transactionEntities = [
  "Invoice",
  "CreditMemo",
  "SalesReceipt",
  "RefundReceipt",
  "Bill",
  "VendorCredit",
  "Purchase",
  "Payment",
  "BillPayment",
  "JournalEntry",
  "PurchaseOrder",
  "Transfer",
  "Deposit",
  "CreditCardPayment",
  "InventoryAdjustment",
] as const;
export type TransactionEntity = (typeof transactionEntities)[number];

export type Entity = NameEntity | TransactionEntity;

const entities: readonly Entity[] = [...nameEntities, ...transactionEntities];
const byPath = new Map(entities.map((entity) => [entity.toLowerCase(), entity]));

/** The change feed never tells about these. */
const outsideFeed: readonly string[] = ["TaxCode", "TaxRate", "TaxAgency", "TimeActivity", "JournalCode"];

/** Entity by its exact name; names are case-sensitive in queries. */
export function entityNamed(name: string): Entity | undefined {
  return entities.find((entity) => entity === name);
}

/** Entity by the lower-case noun of a path (`creditmemo`). */
export function entityOfPath(segment: string): Entity | undefined {
  return byPath.get(segment);
}

export function isNameEntity(entity: Entity): entity is NameEntity {
  return nameEntities.some((name) => name === entity);
}

export function isOutsideFeed(name: string): boolean {
  return outsideFeed.includes(name);
}

const entityByKind: Partial<Record<TransactionKind, TransactionEntity>> = {
  sales_invoice: "Invoice",
  purchase_bill: "Bill",
  sales_credit: "CreditMemo",
  purchase_credit: "VendorCredit",
  cash_sale: "SalesReceipt",
  cash_sale_refund: "RefundReceipt",
  cash_purchase: "Purchase",
  cash_purchase_refund: "Purchase",
  journal: "JournalEntry",
  customer_payment: "Payment",
  vendor_payment: "BillPayment",
  purchase_order: "PurchaseOrder",
  transfer: "Transfer",
  deposit: "Deposit",
  card_payment: "CreditCardPayment",
  stock_adjustment: "InventoryAdjustment",
};

/** The entity that a transaction appears as; undefined for kinds that this ledger does not have. */
export function entityOf(kind: TransactionKind): TransactionEntity | undefined {
  return entityByKind[kind];
}

/** The key of an entity's records in answers, which for one entity is not its name. */
export function answerKeyOf(entity: Entity): string {
  return entity === "CreditCardPayment" ? "CreditCardPaymentTxn" : entity;
}

/** Ids compare as whole numbers of any length; anything else as text. */
export function compareIds(a: string, b: string): number {
  const numeric = /^\d+$/.test(a) && /^\d+$/.test(b);
  if (numeric && a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : a > b ? 1 : 0;
}
