import { assert } from "#shared/kernel/assert.ts";
import type { Instant } from "#shared/kernel/instant.ts";
import type { ConnectionFacts, LedgerRequest } from "../adapter.ts";

/** Entities that the query language is asked for; the names are case-sensitive on the ledger. */
export type QueryEntity =
  | "Account"
  | "Bill"
  | "BillPayment"
  | "Class"
  | "CompanyCurrency"
  | "CreditCardPayment"
  | "CreditMemo"
  | "Customer"
  | "Department"
  | "Deposit"
  | "InventoryAdjustment"
  | "Invoice"
  | "Item"
  | "JournalEntry"
  | "Payment"
  | "Purchase"
  | "PurchaseOrder"
  | "RefundReceipt"
  | "SalesReceipt"
  | "TaxCode"
  | "TaxRate"
  | "Transfer"
  | "Vendor"
  | "VendorCredit";

/** A value in query text. Only these types occur, and each is written by its own rule. */
export type QueryLiteral =
  | { readonly text: string }
  | { readonly instant: Instant }
  | { readonly day: string }
  | { readonly truth: boolean }
  | { readonly anyOf: readonly QueryLiteral[] };

export interface QueryCondition {
  readonly property: "Active" | "MetaData.LastUpdatedTime" | "Id" | "TxnDate" | "DocNumber" | "Name";
  readonly operator: "=" | ">=" | "<=" | ">" | "<" | "IN";
  readonly value: QueryLiteral;
}

export interface EntityQuery {
  readonly entity: QueryEntity;
  readonly where: readonly QueryCondition[];
  readonly orderBy: "MetaData.LastUpdatedTime" | "Id";
  /** From 1. */
  readonly startPosition: number;
  readonly maxResults: number;
}

/** The most rows that one query returns. */
export const MAX_QUERY_ROWS = 1000;

/** Query text for one page. Values are written as literals, so foreign text can't become syntax. */
export function queryText(query: EntityQuery): string {
  const where = query.where.map((c) => `${c.property} ${c.operator} ${literal(c.value)}`).join(" AND ");
  return [
    `SELECT * FROM ${query.entity}`,
    where === "" ? "" : ` WHERE ${where}`,
    ` ORDER BY ${query.orderBy} ASC`,
    ` STARTPOSITION ${wholeNumber(query.startPosition)} MAXRESULTS ${wholeNumber(query.maxResults)}`,
  ].join("");
}

/** `GET query`. */
export function queryRequest(connection: ConnectionFacts, query: EntityQuery): LedgerRequest {
  return get(connection, "query", { query: queryText(query) });
}

/** `GET query` for the number of rows, inactive ones included: the one aggregate that the vendor answers. */
export function countRequest(connection: ConnectionFacts, entity: QueryEntity, hasActive: boolean): LedgerRequest {
  const where = hasActive ? " WHERE Active IN (true,false)" : "";
  return get(connection, "query", { query: `SELECT count(*) FROM ${entity}${where}` });
}

/** `GET cdc`: what changed in these entities since the instant. */
export function changesRequest(connection: ConnectionFacts, entities: readonly QueryEntity[], since: Instant): LedgerRequest {
  return get(connection, "cdc", { entities: entities.join(","), changedSince: since });
}

/** `GET <noun>/{id}`: the current state of one record. */
export function recordRequest(connection: ConnectionFacts, noun: string, id: string): LedgerRequest {
  return get(connection, `${noun}/${encodeURIComponent(id)}`, {});
}

/**
 * `POST <noun>`, with the idempotency value that every write carries (rule 28).
 * @param operation left out where the body alone says what to do
 */
export function writeRequest(
  connection: ConnectionFacts,
  noun: string,
  body: string,
  requestid: string,
  operation?: "delete" | "void",
): LedgerRequest {
  return {
    ...get(connection, noun, { ...(operation === undefined ? {} : { operation }), requestid }),
    method: "POST",
    headers: { Accept: "application/json", "Content-Type": "application/json" },
    body,
    ...(noun === "batch" ? { batch: true } : {}),
  };
}

/** `GET preferences`. */
export function preferencesRequest(connection: ConnectionFacts): LedgerRequest {
  return get(connection, "preferences", {});
}

/** `GET reports/{name}`. */
export function reportRequest(connection: ConnectionFacts, name: string, query: Readonly<Record<string, string>>): LedgerRequest {
  return get(connection, `reports/${name}`, query);
}

/** `GET companyinfo/{realmId}`. */
export function companyInfoRequest(connection: ConnectionFacts): LedgerRequest {
  return get(connection, `companyinfo/${encodeURIComponent(connection.tenantId)}`, {});
}

function get(connection: ConnectionFacts, resource: string, query: Readonly<Record<string, string>>): LedgerRequest {
  return {
    method: "GET",
    path: `/v3/company/${encodeURIComponent(connection.tenantId)}/${resource}`,
    query: { ...query, minorversion: connection.profile.b.minorVersion },
    headers: { Accept: "application/json" },
  };
}

function literal(value: QueryLiteral): string {
  if ("anyOf" in value) return `(${value.anyOf.map(literal).join(",")})`;
  if ("truth" in value) return value.truth ? "true" : "false";
  if ("instant" in value) return quoted(value.instant);
  if ("day" in value) return quoted(value.day);
  return quoted(value.text);
}

function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, (mark) => `\\${mark}`)}'`;
}

function wholeNumber(value: number): string {
  assert(Number.isSafeInteger(value) && value >= 1, `not a row position: ${value}`);
  return String(value);
}
