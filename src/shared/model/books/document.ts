import { z } from "zod";
import { allocation } from "./allocation.ts";
import { lineDimension } from "./dimension.ts";
import { calendarDateString, decimalString, money } from "./money.ts";
import { party } from "./party.ts";
import { sourceRef } from "./source-ref.ts";
import { taxBreakdown } from "./tax.ts";

export const documentTypes = [
  "sales_invoice",
  "purchase_bill",
  "sales_credit",
  "purchase_credit",
  "cash_sale",
  "cash_purchase",
  "journal",
] as const;
export const documentType = z.enum(documentTypes);
export type DocumentType = z.infer<typeof documentType>;

/** Whether the firm's client sells with it; a journal and everything else is not a sale. */
export function isSale(type: DocumentType): boolean {
  return type === "sales_invoice" || type === "sales_credit" || type === "cash_sale";
}

export const documentStatuses = ["draft", "awaiting_approval", "open", "part_paid", "paid", "voided", "voided_or_zero", "deleted"] as const;
export const documentStatus = z.enum(documentStatuses);
export type DocumentStatus = z.infer<typeof documentStatus>;

/** One line. `net` is without tax; `accountId` is resolved even where the ledger stored an item. */
export const documentLine = z.object({
  id: z.string(),
  kind: z.enum(["account", "item"]),
  description: z.string().optional(),
  quantity: decimalString.optional(),
  unitAmount: money.optional(),
  accountId: z.string().optional(),
  itemId: z.string().optional(),
  net: money,
  tax: taxBreakdown,
  dimensions: z.array(lineDimension),
  billable: z.object({ customerId: z.string(), status: z.enum(["billable", "billed", "not_billable"]) }).optional(),
  source: sourceRef,
});
export type DocumentLine = z.infer<typeof documentLine>;

/** What kind of unapplied cash a document without lines stands for (rule 16). */
export const unappliedKind = z.enum(["overpayment", "prepayment", "deposit"]);
export type UnappliedKind = z.infer<typeof unappliedKind>;

/** What a document or payment is called by: its type, the kind of one without lines, or the direction of money in or out. */
export type RecordType = DocumentType | UnappliedKind | "receipt" | "payment";

/**
 * An invoice, bill, credit, cash item or journal in the normalised form. Overpayments, prepayments
 * and deposits are documents without lines, marked by `unappliedKind`. `totalAccountId` is the account
 * that the total is posted to, where the record names one: bank, card or control account. `entityId` is the ledger's
 * legal entity where it has several; `memo` the ledger's note.
 */
export const ledgerDocument = z.object({
  id: z.string(),
  type: documentType,
  number: z.string().optional(),
  reference: z.string().optional(),
  party: party.optional(),
  issueDate: calendarDateString,
  dueDate: calendarDateString.optional(),
  currency: z.string(),
  exchangeRate: decimalString.optional(),
  total: money,
  totalBase: money.optional(),
  outstanding: money,
  tax: taxBreakdown,
  status: documentStatus,
  statusIsDerived: z.boolean(),
  sourceStatus: z.string().optional(),
  approvalStatus: z.string().optional(),
  unappliedKind: unappliedKind.optional(),
  entityId: z.string().optional(),
  memo: z.string().optional(),
  lines: z.array(documentLine),
  allocations: z.array(allocation),
  periodId: z.string().optional(),
  totalAccountId: z.string().optional(),
  /** Whether the ledger has it reconciled with the bank; absent where it doesn't say, and for what no bank account pays. */
  bankReconciled: z.boolean().optional(),
  source: sourceRef,
});
export type LedgerDocument = z.infer<typeof ledgerDocument>;
