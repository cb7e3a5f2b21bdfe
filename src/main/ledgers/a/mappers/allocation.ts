import type { Allocation } from "#shared/model/books/allocation.ts";
import { readDay } from "../dates.ts";
import type { AllocationRow } from "../schemas.ts";
import { present, recordId } from "./source.ts";

/** Which noun a document type word belongs to; payments name credits and unapplied cash by it. */
export const targetNouns: Readonly<Record<string, string>> = {
  ACCREC: "Invoice",
  ACCPAY: "Invoice",
  ACCRECCREDIT: "CreditNote",
  ACCPAYCREDIT: "CreditNote",
  AROVERPAYMENT: "Overpayment",
  APOVERPAYMENT: "Overpayment",
  ACCRECOVERPAYMENT: "Overpayment",
  ACCPAYOVERPAYMENT: "Overpayment",
  ARPREPAYMENT: "Prepayment",
  APPREPAYMENT: "Prepayment",
  ACCRECPREPAYMENT: "Prepayment",
  ACCPAYPREPAYMENT: "Prepayment",
};

/** Allocations of a credit note or of unapplied cash: each settles a part of an invoice or bill. */
export function mapAllocations(fromId: string, currency: string, rows: readonly AllocationRow[]): Allocation[] {
  return rows
    .filter((row) => row.IsDeleted !== true)
    .map((row) => ({
      fromKind: "document",
      fromId,
      toId: recordId("Invoice", row.Invoice.InvoiceID),
      amount: { amount: row.Amount, currency },
      ...present({ date: readDay(undefined, row.Date, "Allocations.Date") }),
    }));
}
