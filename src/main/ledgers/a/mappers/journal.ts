import type { ExactJson } from "#shared/kernel/json-exact.ts";
import { lookUp } from "#shared/kernel/look-up.ts";
import type { Journal, Posting } from "#shared/model/books/posting.ts";
import { type MappedSource, type ReadContext, RecordMalformed } from "../../adapter.ts";
import { readMoment, requireDay } from "../dates.ts";
import { journalSchema } from "../schemas.ts";
import { resolveAccount } from "./account-of.ts";
import { lineDimensions } from "./line-dimensions.ts";
import { mapped, present, readRow, recordId, sourceRef } from "./source.ts";

/**
 * Which mirrored noun caused a journal. Overpayment and prepayment words end in PAYMENT as well,
 * so the words are listed; others (transfers, payroll, expense claims) are not mirrored.
 */
const causes: Readonly<Record<string, string>> = {
  ACCREC: "Invoice",
  ACCPAY: "Invoice",
  ACCRECCREDIT: "CreditNote",
  ACCPAYCREDIT: "CreditNote",
  ACCRECPAYMENT: "Payment",
  ACCPAYPAYMENT: "Payment",
  ARCREDITPAYMENT: "Payment",
  APCREDITPAYMENT: "Payment",
  ACCRECCREDITPAYMENT: "Payment",
  ACCPAYCREDITPAYMENT: "Payment",
  AROVERPAYMENTPAYMENT: "Payment",
  APOVERPAYMENTPAYMENT: "Payment",
  ARPREPAYMENTPAYMENT: "Payment",
  APPREPAYMENTPAYMENT: "Payment",
  AROVERPAYMENT: "Overpayment",
  APOVERPAYMENT: "Overpayment",
  ARPREPAYMENT: "Prepayment",
  APPREPAYMENT: "Prepayment",
  CASHREC: "BankTransaction",
  CASHPAID: "BankTransaction",
  MANJOURNAL: "ManualJournal",
};

/** Rule 17: one entry of the general-ledger feed, amounts in base currency, debit-positive. @throws RecordMalformed */
export function mapJournal(context: ReadContext, record: ExactJson): MappedSource {
  const entityType = "Journal";
  const row = readRow(journalSchema, record, entityType);
  const id = recordId(entityType, row.JournalID);
  const currency = context.discovery.organisation.baseCurrency;
  const postings = row.JournalLines.map((line, index): Posting => {
    const lineId = line.JournalLineID ?? `#${index + 1}`;
    const accountId = resolveAccount(context, line, undefined);
    // A posting without account would unbalance every statement; the entry is kept raw and shown.
    if (accountId === undefined) throw new RecordMalformed(`${id}, line ${lineId}: no account was found.`, "JournalLines.AccountID");
    return {
      id: `${id}/${lineId}`,
      accountId,
      amount: { amount: line.NetAmount, currency },
      dimensions: lineDimensions(context, line.TrackingCategories),
      ...present({ description: line.Description }),
    };
  });
  const cause = row.SourceType === undefined ? undefined : lookUp(causes, row.SourceType);
  const value: Journal = {
    id,
    number: row.JournalNumber,
    date: requireDay(undefined, row.JournalDate, "JournalDate"),
    postings,
    source: sourceRef(context, entityType, row.JournalID),
    ...present({
      createdAt: row.CreatedDateUTC === undefined ? undefined : (readMoment(row.CreatedDateUTC) ?? undefined),
      documentId: cause === undefined || row.SourceID === undefined ? undefined : recordId(cause, row.SourceID),
      sourceType: row.SourceType,
    }),
  };
  return mapped(entityType, row.JournalID, { kind: "journal", value });
}
