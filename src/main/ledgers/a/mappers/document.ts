import { compareDecimals, type DecimalString, isZero } from "#shared/kernel/decimal.ts";
import type { ExactJson } from "#shared/kernel/json-exact.ts";
import type { DocumentStatus, DocumentType, UnappliedKind } from "#shared/model/books/document.ts";
import { type MappedDocument, type MappedSource, type ReadContext, RecordMalformed } from "../../adapter.ts";
import { readDay, requireDay } from "../dates.ts";
import {
  type AllocationRow,
  bankTransactionSchema,
  creditNoteSchema,
  type DocumentRow,
  invoiceSchema,
  overpaymentSchema,
  prepaymentSchema,
} from "../schemas.ts";
import { resolveAccount } from "./account-of.ts";
import { mapAllocations } from "./allocation.ts";
import { mapLines, taxBases } from "./line.ts";
import { keptRaw, known, mapped, readRow, recordId, sourceRef, unknownValues } from "./source.ts";

const ZERO = "0.00" as DecimalString;

const approvalStatuses: Readonly<Record<string, DocumentStatus>> = {
  DRAFT: "draft",
  SUBMITTED: "awaiting_approval",
  AUTHORISED: "open",
  PAID: "paid",
  VOIDED: "voided",
  DELETED: "deleted",
};
/** On cash documents `paid` means that nothing is outstanding. */
const cashStatuses: Readonly<Record<string, DocumentStatus>> = { AUTHORISED: "paid", VOIDED: "voided", DELETED: "deleted" };

/** What sets one noun apart from another. */
interface Noun {
  readonly entityType: string;
  readonly types: Readonly<Record<string, DocumentType>>;
  readonly statuses: Readonly<Record<string, DocumentStatus>>;
  /** The field that holds the outstanding amount; absent on cash documents. */
  readonly outstandingField?: string;
  readonly unappliedKind?: UnappliedKind;
}

/** The fields of one record that each noun names differently. */
interface Named {
  readonly sourceId: string;
  readonly number?: string | undefined;
  readonly outstanding?: DecimalString | undefined;
  readonly dueDateString?: string | undefined;
  readonly dueDate?: string | undefined;
  readonly allocations?: readonly AllocationRow[];
  readonly totalAccountId?: string | undefined;
  readonly bankReconciled?: boolean | undefined;
}

const invoice: Noun = {
  entityType: "Invoice",
  types: { ACCREC: "sales_invoice", ACCPAY: "purchase_bill" },
  statuses: approvalStatuses,
  outstandingField: "AmountDue",
};
const creditNote: Noun = {
  entityType: "CreditNote",
  types: { ACCRECCREDIT: "sales_credit", ACCPAYCREDIT: "purchase_credit" },
  statuses: approvalStatuses,
  outstandingField: "RemainingCredit",
};
const bankTransaction: Noun = {
  entityType: "BankTransaction",
  types: { RECEIVE: "cash_sale", SPEND: "cash_purchase" },
  statuses: cashStatuses,
};
const overpayment: Noun = {
  entityType: "Overpayment",
  types: { "RECEIVE-OVERPAYMENT": "sales_credit", "SPEND-OVERPAYMENT": "purchase_credit" },
  statuses: approvalStatuses,
  outstandingField: "RemainingCredit",
  unappliedKind: "overpayment",
};
const prepayment: Noun = {
  entityType: "Prepayment",
  types: { "RECEIVE-PREPAYMENT": "sales_credit", "SPEND-PREPAYMENT": "purchase_credit" },
  statuses: approvalStatuses,
  outstandingField: "RemainingCredit",
  unappliedKind: "prepayment",
};

/** Sales invoices and bills, distinguished by Type. @throws RecordMalformed */
export function mapInvoice(context: ReadContext, record: ExactJson): MappedSource {
  const row = readRow(invoiceSchema, record, "Invoice");
  return mapDocument(context, invoice, row, {
    sourceId: row.InvoiceID,
    number: row.InvoiceNumber,
    outstanding: row.AmountDue,
    dueDateString: row.DueDateString,
    dueDate: row.DueDate,
  });
}

/** Credit notes of both sides, with what they were allocated to. @throws RecordMalformed */
export function mapCreditNote(context: ReadContext, record: ExactJson): MappedSource {
  const row = readRow(creditNoteSchema, record, "CreditNote");
  return mapDocument(context, creditNote, row, {
    sourceId: row.CreditNoteID,
    number: row.CreditNoteNumber,
    outstanding: row.RemainingCredit,
    allocations: row.Allocations,
  });
}

/** Money spent or received at a bank account outside invoices and bills. @throws RecordMalformed */
export function mapBankTransaction(context: ReadContext, record: ExactJson): MappedSource {
  const row = readRow(bankTransactionSchema, record, "BankTransaction");
  const { AccountID, Code: AccountCode } = row.BankAccount ?? {};
  const totalAccountId = resolveAccount(context, { AccountID, AccountCode }, undefined);
  return mapDocument(context, bankTransaction, row, { sourceId: row.BankTransactionID, totalAccountId, bankReconciled: row.IsReconciled });
}

/** Rule 16: an overpayment is a document without lines. @throws RecordMalformed */
export function mapOverpayment(context: ReadContext, record: ExactJson): MappedSource {
  const row = readRow(overpaymentSchema, record, "Overpayment");
  return mapDocument(context, overpayment, row, {
    sourceId: row.OverpaymentID,
    outstanding: row.RemainingCredit,
    allocations: row.Allocations,
  });
}

/** Rule 16: a prepayment is a document without lines. @throws RecordMalformed */
export function mapPrepayment(context: ReadContext, record: ExactJson): MappedSource {
  const row = readRow(prepaymentSchema, record, "Prepayment");
  return mapDocument(context, prepayment, row, {
    sourceId: row.PrepaymentID,
    outstanding: row.RemainingCredit,
    allocations: row.Allocations,
  });
}

function mapDocument(context: ReadContext, noun: Noun, row: DocumentRow, named: Named): MappedSource {
  const { entityType } = noun;
  const unknown = unknownValues(entityType, [
    { field: "Type", value: row.Type, table: noun.types },
    { field: "Status", value: row.Status, table: noun.statuses },
    { field: "LineAmountTypes", value: row.LineAmountTypes, table: taxBases },
  ]);
  if (unknown.length > 0) return keptRaw(entityType, named.sourceId, unknown);
  const id = recordId(entityType, named.sourceId);
  const type = known(noun.types, row.Type, "Type");
  const base = context.discovery.organisation.baseCurrency;
  const currency = row.CurrencyCode ?? base;
  const basis = row.LineAmountTypes === undefined ? "unknown" : known(taxBases, row.LineAmountTypes, "LineAmountTypes");
  const side = type.startsWith("purchase") || type === "cash_purchase" ? "expense" : "income";
  const owner = { id, entityType, currency, basis, side } as const;
  const { lines, findings } = mapLines(context, owner, noun.unappliedKind === undefined ? row.LineItems : []);
  const status = known(noun.statuses, row.Status, "Status");
  const outstanding = outstandingOf(noun, status, named.outstanding);
  const gone = status === "voided" || status === "deleted";
  const value: Writable<MappedDocument> = {
    id,
    type,
    issueDate: requireDay(row.DateString, row.Date, "Date"),
    currency,
    total: { amount: row.Total, currency },
    outstanding: { amount: outstanding, currency },
    tax: row.TotalTax === undefined ? { basis, components: [] } : { basis, components: [], amount: { amount: row.TotalTax, currency } },
    status: status === "open" && isPartPaid(outstanding, row.Total) ? "part_paid" : status,
    statusIsDerived: false,
    sourceStatus: row.Status,
    lines,
    allocations: gone ? [] : mapAllocations(id, currency, named.allocations ?? []),
    source: sourceRef(context, entityType, named.sourceId),
  };
  addOptional(value, noun, row, named, base);
  return mapped(entityType, named.sourceId, { kind: "document", value }, findings);
}

type Writable<Value> = { -readonly [Name in keyof Value]: Value[Name] };

/** What a record need not have: absent in the model too, never empty. */
function addOptional(value: Writable<MappedDocument>, noun: Noun, row: DocumentRow, named: Named, base: string): void {
  const { currency } = value;
  const dueDate = readDay(named.dueDateString, named.dueDate, "DueDate");
  if (named.number !== undefined) value.number = named.number;
  if (row.Reference !== undefined) value.reference = row.Reference;
  if (row.Contact?.ContactID !== undefined) value.partyId = recordId("Contact", row.Contact.ContactID);
  if (row.Contact?.Name !== undefined) value.partyName = row.Contact.Name;
  if (dueDate !== undefined) value.dueDate = dueDate;
  // Rule 2: a base amount is the ledger's own or absent; it is never computed from the rate.
  if (currency === base) value.totalBase = { amount: row.Total, currency };
  else if (row.CurrencyRate !== undefined) value.exchangeRate = row.CurrencyRate;
  if (noun.unappliedKind !== undefined) value.unappliedKind = noun.unappliedKind;
  if (named.totalAccountId !== undefined) value.totalAccountId = named.totalAccountId;
  if (named.bankReconciled !== undefined) value.bankReconciled = named.bankReconciled;
}

function outstandingOf(noun: Noun, status: DocumentStatus, sent: DecimalString | undefined): DecimalString {
  if (noun.outstandingField === undefined) return ZERO;
  // Voided records keep their total; what they leave to pay is nothing, whatever is sent.
  if (status === "voided" || status === "deleted") return sent !== undefined && isZero(sent) ? sent : ZERO;
  if (sent === undefined) throw new RecordMalformed(`${noun.entityType}: “${noun.outstandingField}” is missing.`, noun.outstandingField);
  return sent;
}

function isPartPaid(outstanding: DecimalString, total: DecimalString): boolean {
  return outstanding !== total && compareDecimals(outstanding, ZERO) > 0 && compareDecimals(outstanding, total) < 0;
}
