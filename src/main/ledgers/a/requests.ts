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
  | "Organisation/Actions";

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
