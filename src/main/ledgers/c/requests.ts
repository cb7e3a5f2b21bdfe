import type { ConnectionFacts, LedgerRequest } from "../adapter.ts";
import type { QueryText } from "./query-text.ts";

/** Most rows that one answer of the query service can carry. */
const PAGE_LIMIT = 1000;

/** Rows to ask for in one page, at most 1,000. */
export function pageLimit(connection: ConnectionFacts): number {
  return Math.max(1, Math.min(PAGE_LIMIT, connection.pageSize));
}

/**
 * Sends query text. The offset stays 0: pages go on by key, because a query stops at 100,000 rows
 * and an order that is not unique repeats and skips rows.
 */
export function queryRequest(connection: ConnectionFacts, text: QueryText, limit: number, allowRejection = false): LedgerRequest {
  const { restPrefix, queryPath } = connection.profile.c;
  return {
    method: "POST",
    path: `${restPrefix}${queryPath}`,
    query: { limit: String(limit), offset: "0" },
    headers: { Prefer: "transient", "Content-Type": "application/json", Accept: "application/json" },
    body: JSON.stringify({ q: text }),
    ...(allowRejection ? { allowRejection: true } : {}),
  };
}

/** Asks for the field catalogue of one record type, the second way to find custom segments. */
export function catalogRequest(connection: ConnectionFacts, recordType: "vendorBill" | "invoice"): LedgerRequest {
  const { restPrefix, recordPath } = connection.profile.c;
  return {
    method: "GET",
    path: `${restPrefix}${recordPath}/metadata-catalog/${recordType}`,
    headers: { Accept: "application/schema+json" },
    allowRejection: true,
  };
}

/** Asks for the account's concurrency limit; only administrators are answered. */
export function governanceRequest(connection: ConnectionFacts): LedgerRequest {
  return {
    method: "GET",
    path: `${connection.profile.c.restPrefix}/system/v1/governanceLimits`,
    headers: { Accept: "application/json" },
    allowRejection: true,
  };
}
