import { type Entity, isNameEntity } from "./entities.ts";

/** How values of a property compare; `ref` compares by the referenced id. */
export type PropertyKind = "id" | "ref" | "text" | "number" | "boolean" | "date" | "instant";

const everywhere: Readonly<Record<string, PropertyKind>> = {
  Id: "id",
  SyncToken: "number",
  "MetaData.CreateTime": "instant",
  "MetaData.LastUpdatedTime": "instant",
};

const ofNames: Readonly<Record<string, PropertyKind>> = {
  Active: "boolean",
  Name: "text",
  DisplayName: "text",
  FullyQualifiedName: "text",
};

const ofTransactions: Readonly<Record<string, PropertyKind>> = {
  DocNumber: "text",
  TxnDate: "date",
  TotalAmt: "number",
  PrivateNote: "text",
  CurrencyRef: "ref",
  DepartmentRef: "ref",
};

const own: Partial<Record<Entity, Readonly<Record<string, PropertyKind>>>> = {
  Account: {
    AccountType: "text",
    AccountSubType: "text",
    Classification: "text",
    AcctNum: "text",
    CurrentBalance: "number",
    ParentRef: "ref",
  },
  Customer: { Balance: "number", CompanyName: "text" },
  Vendor: { Balance: "number", CompanyName: "text" },
  Item: { Type: "text", Sku: "text" },
  Invoice: { Balance: "number", DueDate: "date", CustomerRef: "ref" },
  CreditMemo: { Balance: "number", CustomerRef: "ref" },
  SalesReceipt: { CustomerRef: "ref" },
  RefundReceipt: { CustomerRef: "ref" },
  Bill: { Balance: "number", DueDate: "date", VendorRef: "ref" },
  VendorCredit: { Balance: "number", VendorRef: "ref" },
  Purchase: { PaymentType: "text", AccountRef: "ref" },
  Payment: { CustomerRef: "ref", PaymentRefNum: "text", UnappliedAmt: "number" },
  BillPayment: { VendorRef: "ref", PayType: "text" },
  PurchaseOrder: { VendorRef: "ref", POStatus: "text" },
};

/** Kind of a property that queries may name, or undefined when the entity does not have it. */
export function propertyKind(entity: Entity, property: string): PropertyKind | undefined {
  const known = { ...everywhere, ...(isNameEntity(entity) ? ofNames : ofTransactions), ...own[entity] };
  const exact = known[property];
  if (exact !== undefined) return exact;
  const ref = property.endsWith(".value") ? known[property.slice(0, -".value".length)] : undefined;
  return ref === "ref" ? ref : undefined;
}
