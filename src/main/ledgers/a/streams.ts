import type { ExactJson } from "#shared/kernel/json-exact.ts";
import { type MembersParser, membersParser } from "#shared/kernel/json-members.ts";
import { message } from "#shared/language/t.ts";
import type { LedgerStream, MappedSource, ReadContext } from "../adapter.ts";
import { readCount } from "../read-count.ts";
import { textAtPath } from "../record-field.ts";
import { membersOf, type Reader } from "./fields.ts";
import { mapAccount } from "./mappers/account.ts";
import { mapTrackingCategory } from "./mappers/dimension.ts";
import { mapBankTransaction, mapCreditNote, mapInvoice, mapOverpayment, mapPrepayment } from "./mappers/document.ts";
import { mapItem } from "./mappers/item.ts";
import { mapJournal } from "./mappers/journal.ts";
import { mapManualJournal } from "./mappers/manual-journal.ts";
import { mapLinkedTransaction, mapPurchaseOrder } from "./mappers/order.ts";
import { mapOrganisation } from "./mappers/organisation.ts";
import { mapContact } from "./mappers/party.ts";
import { mapBatchPayment, mapPayment } from "./mappers/payment.ts";
import { mapTaxRate } from "./mappers/tax-rate.ts";
import { startPosition } from "./paging.ts";
import { type PagedSource, readJournals, readPaged, readWhole } from "./reading.ts";
import {
  bankTransactionsRequest,
  invoicesRequest,
  linkedTransactionsRequest,
  type PagedEndpoint,
  pageRequest,
  type WholeEndpoint,
  wholeRequest,
} from "./requests.ts";
import {
  bankTransactionSchema,
  contactSchema,
  creditNoteSchema,
  invoiceSchema,
  journalSchema,
  manualJournalSchema,
  overpaymentSchema,
  paymentSchema,
  prepaymentSchema,
  purchaseOrderSchema,
} from "./schemas.ts";

/** Change times are whole seconds of another clock, and a pass takes minutes: read again from ten minutes before (trap 2). */
const OVERLAP_MS = 600_000;
const LINKED_PAGE_SIZE = 100;

type Mapper = (context: ReadContext, record: ExactJson) => MappedSource;

/** What every stream states about itself. */
interface Naming {
  readonly name: string;
  readonly entityType: string;
  readonly label: string;
  readonly phase: number;
  readonly map: Mapper;
  readonly parse?: MembersParser;
}

/** The streams of one tenant in reading order; journals only where the feed is open to this app (rule 17). */
export function streams(context: ReadContext): readonly LedgerStream[] {
  const feed = context.discovery.capabilities.hasGlFeed ? [journals] : [];
  return [...lists, ...documents, ...settlements, ...feed].map((stream) => ({
    ...stream,
    isLookup: stream.name === "accounts" || stream.name === "items",
    // Every record names its id after itself, but tax rates have only their type word.
    idOf: (record: ExactJson) => textAtPath(record, stream.entityType === "TaxRate" ? "TaxType" : `${stream.entityType}ID`),
  }));
}

const lists: readonly LedgerStream[] = [
  whole("Organisation", "Organisations", naming("organisation", "Organisation", "Lock dates", 1, mapOrganisation)),
  whole("Accounts", "Accounts", naming("accounts", "Account", "Accounts", 1, mapAccount)),
  whole("TaxRates", "TaxRates", naming("tax-rates", "TaxRate", "Tax rates", 1, mapTaxRate)),
  whole(
    "TrackingCategories",
    "TrackingCategories",
    naming("tracking-categories", "TrackingCategory", "Dimensions", 1, mapTrackingCategory),
  ),
  paged("Contacts", "ContactID", naming("contacts", "Contact", "Contacts", 1, mapContact, contactSchema)),
  // Items name accounts by code, so the accounts must be there: passes of one phase run side by side.
  whole("Items", "Items", naming("items", "Item", "Items", 2, mapItem)),
];

const invoiceSource = { collection: "Invoices", idField: "InvoiceID", movesSince: true };
const bankSource = { collection: "BankTransactions", idField: "BankTransactionID", movesSince: true };

const documents: readonly LedgerStream[] = [
  // Rule 4: two streams, each with its type fixed; no stream reads all invoices.
  changing(
    { ...invoiceSource, request: (context, query) => invoicesRequest(context, "ACCREC", query) },
    naming("invoices.accrec", "Invoice", "Invoices", 3, mapInvoice, invoiceSchema),
  ),
  changing(
    { ...invoiceSource, request: (context, query) => invoicesRequest(context, "ACCPAY", query) },
    naming("invoices.accpay", "Invoice", "Bills", 3, mapInvoice, invoiceSchema),
  ),
  paged(
    "CreditNotes",
    "CreditNoteID",
    naming("credit-notes", "CreditNote", message("Credit notes and vendor credits"), 3, mapCreditNote, creditNoteSchema),
  ),
  // Rule 5: spend is bills and money spent; both are read, each on its own.
  changing(
    { ...bankSource, request: (context, query) => bankTransactionsRequest(context, "SPEND", query) },
    naming("bank-transactions.spend", "BankTransaction", "Expenses", 3, mapBankTransaction, bankTransactionSchema),
  ),
  changing(
    { ...bankSource, request: (context, query) => bankTransactionsRequest(context, "RECEIVE", query) },
    naming("bank-transactions.receive", "BankTransaction", "Cash sales", 3, mapBankTransaction, bankTransactionSchema),
  ),
  // Rule 16: unapplied cash never shows up among the invoices.
  paged("Overpayments", "OverpaymentID", naming("overpayments", "Overpayment", "Overpayments", 3, mapOverpayment, overpaymentSchema)),
  paged("Prepayments", "PrepaymentID", naming("prepayments", "Prepayment", "Prepayments", 3, mapPrepayment, prepaymentSchema)),
  paged(
    "ManualJournals",
    "ManualJournalID",
    naming("manual-journals", "ManualJournal", "Journals", 3, mapManualJournal, manualJournalSchema),
  ),
  paged(
    "PurchaseOrders",
    "PurchaseOrderID",
    naming("purchase-orders", "PurchaseOrder", "Purchase orders", 3, mapPurchaseOrder, purchaseOrderSchema),
  ),
];

const settlements: readonly LedgerStream[] = [
  paged("Payments", "PaymentID", naming("payments", "Payment", "Payments", 4, mapPayment, paymentSchema)),
  whole("BatchPayments", "BatchPayments", naming("batch-payments", "BatchPayment", "Batch payments", 4, mapBatchPayment)),
  linkedTransactions(naming("linked-transactions", "LinkedTransaction", "Billable expenses", 4, mapLinkedTransaction)),
];

const journals: LedgerStream = {
  ...naming("journals", "Journal", "General ledger", 4, mapJournal, journalSchema),
  delta: "sequence",
  overlapMs: 0,
  // Entries never change; a void arrives as a further entry.
  deletes: "status",
  start: (since) => ({ offset: since === null ? 0 : Number(since) }),
  readPage: readJournals,
};

/** @param schema what `map` reads of a record, where there are so many of them that parsing no more than that is worth it */
function naming(name: string, entityType: string, label: string, phase: number, map: Mapper, schema?: Reader<unknown>): Naming {
  return { name, entityType, label, phase, map, ...(schema === undefined ? {} : { parse: membersParser(membersOf(schema)) }) };
}

/** Voided and deleted records stay and are delivered as changes, so nothing has to be reconciled. */
function changing(source: PagedSource, stream: Naming): LedgerStream {
  return {
    ...stream,
    delta: "since",
    overlapMs: OVERLAP_MS,
    deletes: "status",
    start: startPosition,
    readPage: (context, position) => readPaged(source, context, position),
    count: (context) => readCount(source.request({ ...context, pageSize: 1 }, { page: 1, since: null }), ["pagination", "itemCount"]),
  };
}

function paged(endpoint: PagedEndpoint, idField: string, stream: Naming): LedgerStream {
  const request = (context: ReadContext, query: { readonly page: number; readonly since: string | null }) =>
    pageRequest(context, endpoint, query);
  return changing({ collection: endpoint, idField, movesSince: true, request }, stream);
}

function whole(endpoint: WholeEndpoint, collection: string, stream: Naming): LedgerStream {
  return {
    ...stream,
    delta: "full",
    overlapMs: 0,
    deletes: "full",
    start: () => ({}),
    readPage: (context) => readWhole(collection, wholeRequest(context, endpoint)),
  };
}

/** No change filter exists here (trap 12): every pass reads all pages. */
function linkedTransactions(stream: Naming): LedgerStream {
  const source: PagedSource = {
    collection: "LinkedTransactions",
    idField: "LinkedTransactionID",
    movesSince: false,
    pageSize: LINKED_PAGE_SIZE,
    request: (context, { page }) => linkedTransactionsRequest(context, page),
  };
  return {
    ...stream,
    delta: "full",
    overlapMs: 0,
    deletes: "full",
    start: () => startPosition(null),
    readPage: (context, position) => readPaged(source, context, position),
  };
}
