import { message } from "#shared/language/t.ts";
import type { DocumentType, UnappliedKind } from "#shared/model/books/document.ts";

/** What the links of a transaction mean: money applied to documents, an advance and what it is applied to, bills of an order, or nothing that is read. */
export type LinkUse = "applied" | "application" | "bills" | "none";

/** How one value of the `type` column is read. */
export interface TransactionKind {
  readonly type: string;
  readonly label: string;
  readonly role: "document" | "payment" | "application" | "order" | "posting";
  readonly documentType?: DocumentType;
  readonly direction?: "received" | "made";
  readonly unappliedKind?: UnappliedKind;
  /** Applications: the type of what they apply. */
  readonly advance?: "CustDep" | "VPrep";
  /** Refunds are the opposite of their document type: all their amounts are negative. */
  readonly refund?: true;
  /** The party table that the entity column means, unless the ledger says otherwise. */
  readonly partyTable?: "customer" | "vendor";
  readonly links: LinkUse;
  /** False for kinds that never reach the general ledger. */
  readonly posts: boolean;
  /** Sign that turns a line into a positive amount when the lines themselves do not tell (they add up to zero). */
  readonly lineSign: 1 | -1;
}

const sale = { role: "document", partyTable: "customer", links: "none", posts: true } as const;
const purchase = { role: "document", partyTable: "vendor", links: "none", posts: true } as const;

const application = { role: "application", links: "application", posts: true, lineSign: 1 } as const;

/** Every transaction type that is mirrored, in the order of the streams. */
export const transactionKinds: readonly TransactionKind[] = [
  { ...sale, type: "CustInvc", label: "Invoices", documentType: "sales_invoice", lineSign: -1 },
  { ...sale, type: "CustCred", label: "Credit notes", documentType: "sales_credit", links: "applied", lineSign: 1 },
  { ...sale, type: "CashSale", label: "Cash sales", documentType: "cash_sale", lineSign: -1 },
  { ...sale, type: "CashRfnd", label: "Cash refunds", documentType: "cash_sale", refund: true, lineSign: -1 },
  { ...purchase, type: "VendBill", label: "Bills", documentType: "purchase_bill", lineSign: 1 },
  { ...purchase, type: "VendCred", label: message("Vendor credits"), documentType: "purchase_credit", links: "applied", lineSign: -1 },
  { ...purchase, type: "Check", label: message("Check payments"), documentType: "cash_purchase", lineSign: 1 },
  { ...purchase, type: "CardChrg", label: "Card charges", documentType: "cash_purchase", lineSign: 1 },
  { ...purchase, type: "CardRfnd", label: "Card refunds", documentType: "cash_purchase", refund: true, lineSign: 1 },
  { ...purchase, type: "ExpRept", label: "Expense reports", documentType: "cash_purchase", lineSign: 1 },
  { type: "Journal", label: "Journals", role: "document", documentType: "journal", links: "none", posts: true, lineSign: 1 },
  {
    ...sale,
    type: "CustDep",
    label: "Customer deposits",
    documentType: "sales_credit",
    unappliedKind: "deposit",
    links: "applied",
    lineSign: 1,
  },
  {
    ...purchase,
    type: "VPrep",
    label: message("Vendor prepayments"),
    documentType: "purchase_credit",
    unappliedKind: "prepayment",
    links: "applied",
    lineSign: 1,
  },
  { type: "PurchOrd", label: "Purchase orders", role: "order", partyTable: "vendor", links: "bills", posts: false, lineSign: 1 },
  {
    type: "CustPymt",
    label: "Customer payments",
    role: "payment",
    direction: "received",
    partyTable: "customer",
    links: "applied",
    posts: true,
    lineSign: 1,
  },
  {
    type: "VendPymt",
    label: message("Vendor payments"),
    role: "payment",
    direction: "made",
    partyTable: "vendor",
    links: "applied",
    posts: true,
    lineSign: 1,
  },
  { ...application, type: "DepAppl", label: "Deposit applications", advance: "CustDep", partyTable: "customer" },
  { ...application, type: "VPrepApp", label: "Prepayment applications", advance: "VPrep", partyTable: "vendor" },
];

/**
 * Everything else that posts (transfers, receipts of goods, revaluations): no document of the model
 * stands for it, but without its postings no statement would add up.
 */
export const otherPostings: TransactionKind = {
  type: "other",
  label: "Other postings",
  role: "posting",
  links: "none",
  posts: true,
  lineSign: 1,
};

const byType = new Map(transactionKinds.map((kind) => [kind.type, kind]));

/** The kind of a `type` value; undefined for types that are not mirrored. */
export function kindOf(type: string): TransactionKind | undefined {
  return byType.get(type);
}
