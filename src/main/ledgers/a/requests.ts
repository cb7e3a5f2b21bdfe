import { assert } from "#shared/kernel/assert.ts";
import type { ConnectionFacts, LedgerRequest } from "../adapter.ts";

/** What every request needs to know. */
type RequestFacts = Pick<ConnectionFacts, "tenantId" | "profile" | "pageSize">;

/** Which page, and from which moment (ISO instant) changes are wanted; null reads everything. */
export interface PageQuery {
  readonly page: number;
  readonly since: string | null;
}

export type InvoiceType = "ACCREC" | "ACCPAY";
type BankTransactionType = "SPEND" | "RECEIVE";

/** Endpoints that page and need no Type. Invoices and bank transactions are left out on purpose (rule 4). */
export type PagedEndpoint = "CreditNotes" | "Overpayments" | "Prepayments" | "ManualJournals" | "PurchaseOrders" | "Payments" | "Contacts";
export type WholeEndpoint =
  | "Accounts"
  | "Items"
  | "TaxRates"
  | "TrackingCategories"
  | "BatchPayments"
  | "Organisation"
  | "Organisation/Actions"
  | "Currencies";

/** Four decimals on unit amounts must be asked for on each read, or they come back rounded. */
const WITH_UNIT_DECIMALS: ReadonlySet<string> = new Set(["Invoices", "CreditNotes", "BankTransactions", "Overpayments", "Prepayments"]);
const WITH_ARCHIVED: ReadonlySet<string> = new Set(["Contacts", "TrackingCategories"]);

/**
 * One page of sales invoices or of bills. Rule 4: the type is a parameter without default, and
 * no other function in this adapter can ask for invoices.
 */
export function invoicesRequest(facts: RequestFacts, type: InvoiceType, query: PageQuery): LedgerRequest {
  assert(type === "ACCREC" || type === "ACCPAY", `an invoice read needs ACCREC or ACCPAY, not ${String(type)}`);
  return changesRequest(facts, "Invoices", query, { where: `Type=="${type}"` });
}

/** One page of money spent or received at a bank account outside invoices and bills. */
export function bankTransactionsRequest(facts: RequestFacts, type: BankTransactionType, query: PageQuery): LedgerRequest {
  assert(type === "SPEND" || type === "RECEIVE", `a bank transaction read needs SPEND or RECEIVE, not ${String(type)}`);
  return changesRequest(facts, "BankTransactions", query, { where: `Type=="${type}"` });
}

/** One page of an endpoint that has pages and change times. */
export function pageRequest(facts: RequestFacts, endpoint: PagedEndpoint, query: PageQuery): LedgerRequest {
  return changesRequest(facts, endpoint, query, {});
}

/** One page of linked transactions: the endpoint knows neither page size, order nor change times. */
export function linkedTransactionsRequest(facts: RequestFacts, page: number): LedgerRequest {
  return { method: "GET", path: "/LinkedTransactions", query: { page: String(page) }, headers: commonHeaders(facts) };
}

/** The whole of an endpoint without pages. */
export function wholeRequest(facts: RequestFacts, endpoint: WholeEndpoint): LedgerRequest {
  const query = WITH_ARCHIVED.has(endpoint) ? { query: { includeArchived: "true" } } : {};
  return { method: "GET", path: `/${endpoint}`, ...query, headers: commonHeaders(facts) };
}

/** What a question for single records is narrowed to, besides their type. */
export interface RecordQuery {
  readonly ids?: readonly string[];
  /** A further condition in the ledger's filter language. */
  readonly and?: string;
}

/** Certain sales invoices or bills, in the shape in which their stream reads them. Rule 4: the type is never left out. */
export function invoiceRecordsRequest(facts: RequestFacts, type: InvoiceType, query: RecordQuery): LedgerRequest {
  const request = invoicesRequest(facts, type, { page: 1, since: null });
  const where = query.and === undefined ? `Type=="${type}"` : `Type=="${type}" AND ${query.and}`;
  return { ...request, query: { ...request.query, where, ...(query.ids === undefined ? {} : { IDs: query.ids.join(",") }) } };
}

/** The records of another endpoint that a filter finds. */
export function recordsRequest(facts: RequestFacts, endpoint: PagedEndpoint | "BankTransactions", where: string): LedgerRequest {
  return changesRequest(facts, endpoint, { page: 1, since: null }, { where });
}

/** One record by its id; that it is not there is an answer. Invoices are left out on purpose (rule 4). */
export function recordRequest(facts: RequestFacts, endpoint: PagedEndpoint | "BankTransactions", id: string): LedgerRequest {
  const query = WITH_UNIT_DECIMALS.has(endpoint) ? { query: { unitdp: "4" } } : {};
  return { method: "GET", path: `/${endpoint}/${id}`, ...query, headers: commonHeaders(facts), allowRejection: true };
}

/** What a request that changes the ledger is made of. `body` is the list of its objects, as JSON text. */
export interface WriteRequest {
  readonly method: "PUT" | "POST";
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Name of the list in the body, or null where the body is one bare object. */
  readonly collection: string | null;
  readonly body: string;
  readonly key: string;
}

/** Rule 28: no write leaves without its idempotency key. */
export function writeRequest(facts: RequestFacts, { method, path, query, collection, body, key }: WriteRequest): LedgerRequest {
  assert(key.length > 0 && key.length <= KEY_LENGTH_MAX, `an idempotency key has 1 to ${KEY_LENGTH_MAX} characters`);
  const text = collection === null || !facts.profile.a.wrapCollections ? body : `{${JSON.stringify(collection)}:${body}}`;
  return { method, path, query, headers: { ...commonHeaders(facts), "Idempotency-Key": key }, body: text };
}

const KEY_LENGTH_MAX = 128;

/** Up to a hundred journals whose number is above `offset`. */
export function journalsRequest(facts: RequestFacts, offset: number): LedgerRequest {
  return { method: "GET", path: "/Journals", query: { offset: String(offset) }, headers: commonHeaders(facts) };
}

function changesRequest(
  facts: RequestFacts,
  endpoint: PagedEndpoint | "Invoices" | "BankTransactions",
  { page, since }: PageQuery,
  filter: Readonly<Record<string, string>>,
): LedgerRequest {
  const query: Record<string, string> = {
    ...filter,
    order: "UpdatedDateUTC ASC",
    page: String(page),
    pageSize: String(facts.pageSize),
  };
  if (WITH_UNIT_DECIMALS.has(endpoint)) query.unitdp = "4";
  if (WITH_ARCHIVED.has(endpoint)) query.includeArchived = "true";
  // Imported records carry change times years before their date: a first read must send no header (trap 3).
  const changed = since === null ? {} : { "If-Modified-Since": since.slice(0, 19) };
  return { method: "GET", path: `/${endpoint}`, query, headers: { ...commonHeaders(facts), ...changed } };
}

function commonHeaders(facts: RequestFacts): Record<string, string> {
  return { [facts.profile.a.tenantHeader]: facts.tenantId, Accept: "application/json" };
}
