import { Defect } from "#shared/kernel/assert.ts";
import type { ExactJson } from "#shared/kernel/json-exact.ts";
import { message } from "#shared/language/t.ts";
import type { LedgerRequest, LedgerResponse, LedgerStream, MappedSource, ReadContext, StreamPage } from "../adapter.ts";
import { readCount } from "../read-count.ts";
import { textAtPath } from "../record-field.ts";
import { type FedEntity, readChanges } from "./change-feed.ts";
import { composeList, memberBytes, recordStamp } from "./decode.ts";
import { type EntityRead, readEntityIds, readEntityPage, startEntity } from "./entity-pages.ts";
import { mapAccount } from "./mappers/account.ts";
import { mapCompany } from "./mappers/company.ts";
import { type DimensionEntity, mapDimension } from "./mappers/dimension.ts";
import { type DocumentEntity, mapDocument } from "./mappers/document.ts";
import { mapInventoryAdjustment } from "./mappers/inventory-adjustment.ts";
import { mapItem } from "./mappers/item.ts";
import { mapCardPayment, mapDeposit, mapTransfer } from "./mappers/money-move.ts";
import { mapOrder } from "./mappers/order.ts";
import { mapParty } from "./mappers/party.ts";
import { mapPayment, type PaymentEntity } from "./mappers/payment.ts";
import { mapTaxRate } from "./mappers/tax-rate.ts";
import { countRequest, preferencesRequest, type QueryEntity } from "./requests.ts";

/** Changes that were being written while they were read are read again. */
const OVERLAP_MS = 600_000;
const FEED = "changes";
/** How far back the ledger's change feed reaches. */
const FEED_DAYS = 30;

type MapRecord = (context: ReadContext, record: ExactJson) => MappedSource;

interface EntityStream {
  readonly name: string;
  readonly entity: QueryEntity;
  readonly label: string;
  readonly phase: number;
  readonly hasActive: boolean;
  readonly map: MapRecord;
  readonly answerKey?: string;
  readonly isOptional?: boolean;
}

/** The streams of a company, in the order of their first read. There is none for postings (rule 18). */
export function streamsB(): readonly LedgerStream[] {
  return [
    ...lists.map(fedStream),
    dimensionStream("classes", "Class", "Class list"),
    dimensionStream("departments", "Department", "Department list"),
    ...taxes.map(taxStream),
    companyStream,
    ...documents.map(fedStream),
    ...payments.map(fedStream),
    ...moves.map(fedStream),
    changesStream,
  ];
}

const lists: readonly EntityStream[] = [
  list("accounts", "Account", "Accounts", mapAccount),
  list("customers", "Customer", "Customers", (context, record) => mapParty("Customer", context, record)),
  list("vendors", "Vendor", message("Vendors"), (context, record) => mapParty("Vendor", context, record)),
  list("items", "Item", "Items", mapItem),
];

const taxes: readonly EntityStream[] = [
  list("tax-codes", "TaxCode", "Tax codes", (context, record) => mapTaxRate("TaxCode", context, record)),
  list("tax-rates", "TaxRate", "Tax rates", (context, record) => mapTaxRate("TaxRate", context, record)),
];

const documents: readonly EntityStream[] = [
  document("invoices", "Invoice", "Invoices"),
  document("credit-memos", "CreditMemo", "Credit notes"),
  document("sales-receipts", "SalesReceipt", "Cash sales"),
  document("refund-receipts", "RefundReceipt", "Cash refunds"),
  document("bills", "Bill", "Bills"),
  document("vendor-credits", "VendorCredit", message("Vendor credits")),
  document("purchases", "Purchase", "Expenses"),
  document("journal-entries", "JournalEntry", "Journals"),
  { name: "purchase-orders", entity: "PurchaseOrder", label: "Purchase orders", phase: 2, hasActive: false, map: mapOrder },
];

const payments: readonly EntityStream[] = [
  payment("payments", "Payment", "Customer payments"),
  payment("bill-payments", "BillPayment", "Bill payments"),
];

/** Deposits name the receipts that they bring to the bank, so these come first, in first reads and in the feed. */
const moves: readonly EntityStream[] = [
  { name: "transfers", entity: "Transfer", label: "Transfers", phase: 4, hasActive: false, map: mapTransfer },
  { name: "deposits", entity: "Deposit", label: "Deposits", phase: 4, hasActive: false, map: mapDeposit },
  {
    ...{ name: "credit-card-payments", entity: "CreditCardPayment", answerKey: "CreditCardPaymentTxn", isOptional: true },
    ...{ label: "Credit card payments", phase: 4, hasActive: false, map: mapCardPayment },
  },
  {
    ...{ name: "inventory-adjustments", entity: "InventoryAdjustment", isOptional: true },
    ...{ label: "Inventory adjustments", phase: 4, hasActive: false, map: mapInventoryAdjustment },
  },
];

/** What one call to the feed asks for. It knows nothing of tax codes and rates. */
const fed: readonly FedEntity[] = [
  ...[...lists, ...documents, ...payments, ...moves].map(
    ({ entity, name, answerKey, isOptional }): FedEntity => ({ entity, stream: name, whole: false, answerKey, isOptional }),
  ),
  { entity: "Class", stream: "classes", whole: true },
  { entity: "Department", stream: "departments", whole: true },
];

function list(name: string, entity: QueryEntity, label: string, map: MapRecord): EntityStream {
  return { name, entity, label, phase: 1, hasActive: true, map };
}

function document(name: string, entity: DocumentEntity, label: string): EntityStream {
  return { name, entity, label, phase: 2, hasActive: false, map: (context, record) => mapDocument(entity, context, record) };
}

function payment(name: string, entity: PaymentEntity, label: string): EntityStream {
  return { name, entity, label, phase: 3, hasActive: false, map: (context, record) => mapPayment(entity, context, record) };
}

/** A stream whose changes, and only whose deletes, the feed carries. */
function fedStream(shape: EntityStream): LedgerStream {
  return {
    ...entityStream(shape),
    delta: "feed",
    feedStream: FEED,
    overlapMs: OVERLAP_MS,
    deletes: "feed",
    start: startEntity,
  };
}

/** Short lists that the feed leaves out are read whole each time. */
function taxStream(shape: EntityStream): LedgerStream {
  return { ...entityStream(shape), delta: "full", overlapMs: 0, deletes: "full", start: () => startEntity(null) };
}

function entityStream(
  shape: EntityStream,
): Pick<LedgerStream, "name" | "entityType" | "label" | "phase" | "readPage" | "map" | "idOf"> &
  Required<Pick<LedgerStream, "readIds" | "count" | "isLookup" | "asksMoneyAccounts">> {
  const { entity, hasActive, answerKey, isOptional }: EntityRead = shape;
  const read: EntityRead = { entity, hasActive, answerKey, isOptional };
  return {
    name: shape.name,
    entityType: shape.entity,
    label: shape.label,
    phase: shape.phase,
    isLookup: shape.entity === "Account" || shape.entity === "Item",
    asksMoneyAccounts: shape.entity === "Deposit",
    readPage: (context, position) => readEntityPage(context, read, position),
    readIds: (context, position) => readEntityIds(context, read, position),
    count: (context) => readCount(countRequest(context, shape.entity, shape.hasActive), ["QueryResponse", "totalCount"]),
    map: shape.map,
    idOf: (record) => textAtPath(record, "Id"),
  };
}

/** One record, the dimension, composed of every class or department; the feed only says that one changed. */
function dimensionStream(name: string, entity: DimensionEntity, label: string): LedgerStream {
  return {
    name,
    entityType: entity,
    label,
    phase: 1,
    delta: "feed",
    feedStream: FEED,
    overlapMs: OVERLAP_MS,
    deletes: "feed",
    start: () => startEntity(null),
    readPage: (context) => readDimension(context, entity),
    map: (context, record) => mapDimension(entity, context, record),
  };
}

function* readDimension(context: ReadContext, entity: DimensionEntity): Generator<LedgerRequest, StreamPage, LedgerResponse> {
  const values = new Map<string, Uint8Array>();
  let watermark: string | undefined;
  let next = startEntity(null) as StreamPage["next"];
  while (next !== null) {
    const page: StreamPage = yield* readEntityPage(context, { entity, hasActive: true }, next);
    for (const { bytes } of page.records) values.set(recordStamp(bytes).id ?? "", bytes);
    watermark = page.watermark ?? watermark;
    next = page.next;
  }
  const records = values.size === 0 ? [] : [{ bytes: composeList(entity, [...values.values()]) }];
  return watermark === undefined ? { records, next: null } : { records, next: null, watermark };
}

const companyStream: LedgerStream = {
  name: "company",
  entityType: "Preferences",
  label: "Company settings",
  phase: 1,
  delta: "full",
  overlapMs: 0,
  deletes: "full",
  start: () => ({}),
  *readPage(context) {
    const answer = yield preferencesRequest(context);
    return { records: [{ bytes: memberBytes(answer.body, "Preferences") }], next: null };
  },
  map: mapCompany,
};

const changesStream: LedgerStream = {
  name: FEED,
  entityType: "CDC",
  label: "Changes",
  phase: 1,
  delta: "since",
  isFeed: true,
  lookbackDaysMax: FEED_DAYS,
  overlapMs: OVERLAP_MS,
  deletes: "feed",
  start: (since) => ({ since }),
  readPage: (context, position) => readChanges(context, fed, position),
  map: () => {
    throw new Defect("records of the change feed are mapped by the stream they name");
  },
};
