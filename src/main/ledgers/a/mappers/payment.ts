import type { DecimalString } from "#shared/kernel/decimal.ts";
import type { ExactJson } from "#shared/kernel/json-exact.ts";
import { lookUp } from "#shared/kernel/look-up.ts";
import type { BatchPayment, Payment } from "#shared/model/books/payment.ts";
import type { MappedPayment, MappedSource, MappingFinding, ReadContext } from "../../adapter.ts";
import { requireDay } from "../dates.ts";
import { batchPaymentSchema, paymentSchema } from "../schemas.ts";
import { resolveAccount } from "./account-of.ts";
import { targetNouns } from "./allocation.ts";
import { keptRaw, known, mapped, optionalId, present, readRow, recordId, sourceRef, unknownValues } from "./source.ts";

/** A refund of a credit or of unapplied cash runs against the side that it belongs to. */
const directions: Readonly<Record<string, Payment["direction"]>> = {
  ACCRECPAYMENT: "received",
  APCREDITPAYMENT: "received",
  APOVERPAYMENTPAYMENT: "received",
  APPREPAYMENTPAYMENT: "received",
  ACCPAYPAYMENT: "made",
  ARCREDITPAYMENT: "made",
  AROVERPAYMENTPAYMENT: "made",
  ARPREPAYMENTPAYMENT: "made",
};

/** What a payment settles, told by its kind where the stub of the document has no type. */
const nounsByKind: Readonly<Record<string, string>> = {
  ACCRECPAYMENT: "Invoice",
  ACCPAYPAYMENT: "Invoice",
  ARCREDITPAYMENT: "CreditNote",
  APCREDITPAYMENT: "CreditNote",
  AROVERPAYMENTPAYMENT: "Overpayment",
  APOVERPAYMENTPAYMENT: "Overpayment",
  ARPREPAYMENTPAYMENT: "Prepayment",
  APPREPAYMENTPAYMENT: "Prepayment",
};

const statuses: Readonly<Record<string, Payment["status"]>> = { AUTHORISED: "posted", DELETED: "deleted" };

/** One payment settles one document. @throws RecordMalformed */
export function mapPayment(context: ReadContext, record: ExactJson): MappedSource {
  const entityType = "Payment";
  const row = readRow(paymentSchema, record, entityType);
  const unknown = unknownValues(entityType, [
    { field: "PaymentType", value: row.PaymentType, table: directions },
    { field: "Status", value: row.Status, table: statuses },
    { field: "Invoice.Type", value: row.Invoice.Type, table: targetNouns },
  ]);
  if (unknown.length > 0) return keptRaw(entityType, row.PaymentID, unknown);
  const id = recordId(entityType, row.PaymentID);
  const base = context.discovery.organisation.baseCurrency;
  const currency = row.Invoice.CurrencyCode ?? base;
  const amount = { amount: row.Amount, currency };
  const date = requireDay(row.DateString, row.Date, "Date");
  const status = known(statuses, row.Status, "Status");
  const noun = lookUp(targetNouns, row.Invoice.Type ?? "") ?? known(nounsByKind, row.PaymentType, "PaymentType");
  const account = accountOf(context, id, row.Account);
  const value: MappedPayment = {
    id,
    direction: known(directions, row.PaymentType, "PaymentType"),
    date,
    currency,
    amount,
    unapplied: { amount: "0.00" as DecimalString, currency },
    status,
    sourceStatus: row.Status,
    allocations:
      status === "posted" ? [{ fromKind: "payment", fromId: id, toId: recordId(noun, row.Invoice.InvoiceID), amount, date }] : [],
    source: sourceRef(context, entityType, row.PaymentID),
    ...present({
      partyId: optionalId("Contact", row.Invoice.Contact?.ContactID),
      partyName: row.Invoice.Contact?.Name,
      exchangeRate: currency === base ? undefined : row.CurrencyRate,
      accountId: account.id,
      reference: row.Reference,
      batchId: optionalId("BatchPayment", row.BatchPaymentID ?? row.BatchPayment?.BatchPaymentID),
      bankReconciled: row.IsReconciled,
    }),
  };
  return mapped(entityType, row.PaymentID, { kind: "payment", value }, account.findings);
}

/** A batch names its payments; they carry the allocations. @throws RecordMalformed */
export function mapBatchPayment(context: ReadContext, record: ExactJson): MappedSource {
  const entityType = "BatchPayment";
  const row = readRow(batchPaymentSchema, record, entityType);
  const unknown = unknownValues(entityType, [{ field: "Status", value: row.Status, table: statuses }]);
  if (unknown.length > 0) return keptRaw(entityType, row.BatchPaymentID, unknown);
  const id = recordId(entityType, row.BatchPaymentID);
  const paid = row.Payments.find((payment) => payment.Invoice?.CurrencyCode !== undefined)?.Invoice?.CurrencyCode;
  const currency = paid ?? row.Account?.CurrencyCode ?? context.discovery.organisation.baseCurrency;
  const account = accountOf(context, id, row.Account);
  const value: BatchPayment = {
    id,
    date: requireDay(row.DateString, row.Date, "Date"),
    total: { amount: row.TotalAmount, currency },
    status: known(statuses, row.Status, "Status"),
    paymentIds: row.Payments.map((payment) => recordId("Payment", payment.PaymentID)),
    source: sourceRef(context, entityType, row.BatchPaymentID),
    ...present({ accountId: account.id, reference: row.Reference }),
  };
  return mapped(entityType, row.BatchPaymentID, { kind: "batch_payment", value }, account.findings);
}

interface AccountStub {
  readonly AccountID: string | undefined;
  readonly Code: string | undefined;
}

function accountOf(context: ReadContext, owner: string, stub: AccountStub | undefined) {
  const id = stub && resolveAccount(context, { AccountID: stub.AccountID, AccountCode: stub.Code }, undefined);
  const findings: MappingFinding[] = [];
  if (id === undefined && stub?.Code !== undefined) {
    findings.push({ code: "unresolved_account", message: `${owner}: no account has the code ${stub.Code}.`, field: "Account.Code" });
  }
  return { id, findings };
}
