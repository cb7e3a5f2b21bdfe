import { compareDecimals, type DecimalString, isZero } from "#shared/kernel/decimal.ts";
import type { SimTransaction } from "../books/types.ts";
import { type LedgerType, ledgerTypeOf } from "./vocabulary.ts";

/** Display texts of the status letters, as BUILTIN.DF and the record service show them. */
const LABELS: Readonly<Record<string, string>> = {
  "CustInvc:A": "Open",
  "CustInvc:B": "Paid In Full",
  "CustInvc:D": "Pending Approval",
  "CustInvc:V": "Voided",
  "VendBill:A": "Open",
  "VendBill:B": "Paid In Full",
  "VendBill:C": "Cancelled",
  "VendBill:D": "Pending Approval",
  "CustCred:A": "Open",
  "CustCred:B": "Fully Applied",
  "VendCred:A": "Open",
  "VendCred:B": "Fully Applied",
  "Journal:A": "Pending Approval",
  "Journal:B": "Approved for Posting",
  "CustDep:A": "Not Deposited",
  "CustDep:B": "Deposited",
  "CustDep:C": "Fully Applied",
  "PurchOrd:A": "Pending Supervisor Approval",
  "PurchOrd:B": "Pending Receipt",
  "PurchOrd:E": "Pending Billing/Partially Received",
  "PurchOrd:G": "Fully Billed",
  "PurchOrd:H": "Closed",
};

/**
 * The one letter that the ledger keeps as a transaction's status.
 * @param open what is unpaid or unapplied, in the document's currency
 */
export function statusLetterOf(transaction: SimTransaction, open: DecimalString): string {
  const type = ledgerTypeOf(transaction);
  if (transaction.state === "voided") return type === "VendBill" ? "C" : type === "PurchOrd" ? "H" : "V";
  const pending = transaction.state !== "approved";
  switch (type) {
    case "CustInvc":
    case "VendBill":
      return pending ? "D" : isZero(open) ? "B" : "A";
    case "CustCred":
    case "VendCred":
      return isZero(open) ? "B" : "A";
    case "CustDep":
    case "VPrep":
      if (isZero(open)) return "C";
      return compareDecimals(open, transaction.total) === 0 ? "A" : "B";
    case "Journal":
      return pending ? "A" : "B";
    case "PurchOrd":
      return orderLetter(transaction, pending);
    default:
      return pending ? "D" : settledLetter(type);
  }
}

/** `Invoice : Open`, as the ledger displays a status. */
export function statusLabel(type: string, letter: string): string {
  return LABELS[`${type}:${letter}`] ?? (letter === "V" ? "Voided" : "Complete");
}

/** 1 pending, 2 approved; null on types without approval routing. */
export function approvalStatusOf(transaction: SimTransaction, hasApproval: boolean): string | null {
  if (!hasApproval) return null;
  return transaction.state === "draft" || transaction.state === "submitted" ? "1" : "2";
}

function orderLetter(order: SimTransaction, pending: boolean): string {
  if (pending) return "A";
  if (order.billed) return "G";
  return order.lines.some((line) => line.quantityBilled !== null && !isZero(line.quantityBilled)) ? "E" : "B";
}

function settledLetter(type: LedgerType): string {
  return type === "ExpRept" ? "I" : type === "CashSale" || type === "CustPymt" ? "C" : "Y";
}
