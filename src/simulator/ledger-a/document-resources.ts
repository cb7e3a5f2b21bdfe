import type { SimTransaction, TransactionKind } from "../books/types.ts";
import { type BooksView, isCancelled } from "./books-view.ts";
import type { JsonRecord } from "./json-text.ts";
import type { Fields, ListRules } from "./lists/list-request.ts";
import { amount, day, documentWhereFields, moment, text } from "./lists/where-fields.ts";
import { type Batch, batchesOf, renderBatch } from "./rendering/render-batch.ts";
import { bankTransactionId, renderBankTransaction, renderPayment, settledBy } from "./rendering/render-cash.ts";
import type { RenderStyle } from "./rendering/render-common.ts";
import { renderCreditNote, renderInvoice, renderUnapplied } from "./rendering/render-invoice.ts";
import {
  type LinkedLine,
  linkedLinesOf,
  linkedStatus,
  narrationOf,
  renderLinked,
  renderManualJournal,
  renderPurchaseOrder,
} from "./rendering/render-other-documents.ts";
import { type Resource, resource } from "./resource.ts";
import { remainingCredit, settlementOf } from "./settlement.ts";
import {
  BANK_KINDS,
  bankStatus,
  CREDIT_KINDS,
  INVOICE_KINDS,
  OVERPAYMENT_KINDS,
  PAYMENT_KINDS,
  PREPAYMENT_KINDS,
  paymentTypeWord,
  settledTypeWord,
  statusWord,
  typeWord,
} from "./words.ts";

type Row = SimTransaction;

interface DocumentOptions {
  readonly key: string;
  readonly idField: string;
  readonly kinds: readonly TransactionKind[];
  readonly id?: (t: Row) => string;
  /** A number by which one record can be asked for as well. */
  readonly numberField?: string;
  readonly fields?: (view: BooksView) => Fields<Row>;
  readonly selects?: (view: BooksView) => ListRules<Row>["selects"];
  readonly where?: boolean;
  /** This ledger keeps no drafts of money moved. */
  readonly noDrafts?: boolean;
  readonly render: (view: BooksView, t: Row, style: RenderStyle) => JsonRecord;
}

function documents(options: DocumentOptions): Resource {
  const id = options.id ?? ((t: Row) => t.id);
  const { numberField } = options;
  return resource<Row>({
    key: options.key,
    rows: (view) => {
      const rows = view.ofKinds(...options.kinds);
      return options.noDrafts ? rows.filter((t) => t.state === "approved" || isCancelled(t)) : rows;
    },
    names: (t) => [id(t), numberField === undefined ? null : t.number],
    rules: (view) => ({
      fields: {
        ...documentWhereFields(view),
        [options.idField]: (t) => text(id(t)),
        ...(numberField === undefined ? {} : { [numberField]: (t: Row) => text(t.number ?? "") }),
        ...options.fields?.(view),
      },
      updatedMs: view.updatedMs,
      paged: true,
      where: options.where ?? true,
      selects: options.selects?.(view) ?? {},
    }),
    render: options.render,
  });
}

const typeField: Fields<Row> = { Type: (t) => text(typeWord(t.kind)) };
const inList = (value: string, list: string) => list.split(",").some((entry) => entry.trim().toLowerCase() === value.toLowerCase());

const invoices = documents({
  key: "Invoices",
  idField: "InvoiceID",
  kinds: INVOICE_KINDS,
  numberField: "InvoiceNumber",
  fields: (view) => ({
    ...typeField,
    DueDate: (t) => day(t.dueDate),
    AmountDue: (t) => amount(settlementOf(view, t).due),
    AmountPaid: (t) => amount(settlementOf(view, t).paid),
    AmountCredited: (t) => amount(settlementOf(view, t).credited),
  }),
  selects: (view) => ({
    IDs: (t, list) => inList(t.id, list),
    InvoiceNumbers: (t, list) => inList(t.number ?? "", list),
    ContactIDs: (t, list) => inList(t.partyId ?? "", list),
    Statuses: (t, list) => inList(statusWord(view, t), list),
  }),
  render: renderInvoice,
});

const creditNotes = documents({
  key: "CreditNotes",
  idField: "CreditNoteID",
  kinds: CREDIT_KINDS,
  numberField: "CreditNoteNumber",
  fields: (view) => ({ ...typeField, RemainingCredit: (t) => amount(remainingCredit(view, t)) }),
  render: renderCreditNote,
});

const bankTransactions = documents({
  key: "BankTransactions",
  idField: "BankTransactionID",
  kinds: [...BANK_KINDS, ...OVERPAYMENT_KINDS, ...PREPAYMENT_KINDS],
  id: bankTransactionId,
  noDrafts: true,
  fields: () => ({ ...typeField, Status: (t) => text(bankStatus(t)), "BankAccount.AccountID": (t) => text(t.accountId) }),
  render: renderBankTransaction,
});

const payments = documents({
  key: "Payments",
  idField: "PaymentID",
  kinds: PAYMENT_KINDS,
  noDrafts: true,
  fields: (view) => ({
    PaymentType: (t) => text(paymentTypeWord(t, settledBy(view, t))),
    Amount: (t) => amount(t.total),
    "Invoice.InvoiceID": (t) => text(settledBy(view, t)?.id),
    "Invoice.Type": (t) => text(settledBy(view, t) && settledTypeWord((settledBy(view, t) as Row).kind)),
    "BatchPayment.BatchPaymentID": (t) => text(t.batchId),
  }),
  render: renderPayment,
});

const unapplied = (key: string, idField: string, kinds: readonly TransactionKind[]) =>
  documents({
    key,
    idField,
    kinds,
    noDrafts: true,
    fields: (view) => ({ ...typeField, RemainingCredit: (t) => amount(remainingCredit(view, t)) }),
    render: renderUnapplied,
  });

const manualJournals = documents({
  key: "ManualJournals",
  idField: "ManualJournalID",
  kinds: ["journal"],
  fields: () => ({ Narration: (t) => text(narrationOf(t)) }),
  render: renderManualJournal,
});

const purchaseOrders = documents({
  key: "PurchaseOrders",
  idField: "PurchaseOrderID",
  kinds: ["purchase_order"],
  numberField: "PurchaseOrderNumber",
  // Orders know no filter expression; a `where` is passed over.
  where: false,
  selects: (view) => ({
    Status: (t, status) => inList(statusWord(view, t), status),
    DateFrom: (t, from) => t.date >= from,
    DateTo: (t, to) => t.date <= to,
  }),
  render: renderPurchaseOrder,
});

const batchPayments = resource<Batch>({
  key: "BatchPayments",
  rows: batchesOf,
  names: (batch) => [batch.id],
  rules: () => ({
    fields: {
      BatchPaymentID: (b) => text(b.id),
      Status: (b) => text(b.deleted ? "DELETED" : "AUTHORISED"),
      Date: (b) => day(b.first.date),
      UpdatedDateUTC: (b) => moment(b.updatedMs),
    },
    updatedMs: (b) => b.updatedMs,
    paged: false,
    where: true,
    selects: {},
  }),
  render: (view, batch) => renderBatch(view, batch),
});

const linkedTransactions = resource<LinkedLine>({
  key: "LinkedTransactions",
  rows: linkedLinesOf,
  names: (link) => [link.id],
  rules: () => ({
    fields: {},
    updatedMs: null,
    paged: true,
    where: false,
    selects: {
      SourceTransactionID: (link, id) => link.source.id === id,
      ContactID: (link, id) => link.contactId === id,
      Status: (link, status) => linkedStatus(link) === status.toUpperCase(),
      TargetTransactionID: () => false,
    },
  }),
  render: (view, link) => renderLinked(view, link),
});

/** Everything that is booked. */
export const DOCUMENT_RESOURCES: readonly Resource[] = [
  invoices,
  creditNotes,
  bankTransactions,
  payments,
  unapplied("Overpayments", "OverpaymentID", OVERPAYMENT_KINDS),
  unapplied("Prepayments", "PrepaymentID", PREPAYMENT_KINDS),
  manualJournals,
  purchaseOrders,
  batchPayments,
  linkedTransactions,
];
