import type { Books } from "../books/types.ts";
import type { SimLedger, SimLimits, SimRequest, SimResponse } from "../types.ts";
import { errorResponse, jsonResponse } from "./errors.ts";
import { LedgerDatabase } from "./ledger-database.ts";
import { type LedgerCOptions, type LedgerCSettings, settingsOf } from "./options.ts";
import { answerQuery } from "./queries/query-service.ts";
import type { RecordContext } from "./records/record-context.ts";
import { answerRecord } from "./records/record-service.ts";

const ROOT = "/services/rest/";

const DEFAULT_LIMITS: SimLimits = {
  perWindow: null,
  windowMs: 60_000,
  windowKind: "sliding",
  concurrency: 5,
  perDay: null,
  appPerWindow: null,
  batchPerWindow: null,
};

/** A simulated Ledger C, and its engine for tests that need rows that aren't in the books. */
export interface SimLedgerC extends SimLedger {
  readonly database: LedgerDatabase;
  /** Every request that changes a record, in the order in which they were answered. */
  readonly writeLog: readonly WriteLogEntry[];
}

export interface WriteLogEntry {
  readonly atMs: number;
  readonly method: string;
  readonly path: string;
  /** The external id in the body. */
  readonly reference: string | null;
  readonly body: string;
  readonly status: number;
}

/** Renders books as a Ledger C: query language over real SQL, record service, its errors and limits. */
export function createLedgerC(books: Books, options: LedgerCOptions = {}): SimLedgerC {
  const settings = settingsOf(options, books.tenantId);
  const externalIds = new Map<string, string>();
  const database = new LedgerDatabase(books, { externalIds, secondaryBook: settings.secondaryBook });
  const writeLog: WriteLogEntry[] = [];
  const context: RecordContext = { books, database, settings, externalIds };
  return {
    books,
    database,
    writeLog,
    limits: { ...DEFAULT_LIMITS, ...options.limits },
    handle: (request, nowMs) => {
      const response = route(context, request, nowMs);
      const { method, path, body } = request;
      if (method !== "GET" && path.includes("/record/v1/")) {
        const reference = /"externalId"\s*:\s*"([^"]*)"/.exec(body)?.[1] ?? null;
        writeLog.push({ atMs: nowMs, method, path, reference, body, status: response.status });
      }
      return response;
    },
    isBatch: () => false,
    quotaHeaders: () => ({}),
    throttled: () => throttledResponse(settings),
    unauthorized: (reason) => unauthorizedResponse(reason),
  };
}

function route(context: RecordContext, request: SimRequest, nowMs: number): SimResponse {
  const { settings } = context;
  const at = request.path.indexOf(ROOT);
  if (at < 0) return errorResponse(404, "NONEXISTENT_ENDPOINT", `The resource ${request.path} does not exist.`);
  const segments = decodedSegments(request.path.slice(at + ROOT.length));
  if (segments === null) return errorResponse(400, "INVALID_PARAMETER", "The address is not well formed.", { "o:errorUrl": request.path });
  const [service, version, ...rest] = segments;
  if (service === "query" && version === "v1" && rest.length === 1 && rest[0] === settings.querySegment) {
    return answerQuery(context.database, settings, request, nowMs);
  }
  if (service === "record" && version === "v1") return answerRecord(context, request, rest, nowMs);
  if (service === "system" && version === "v1" && rest[0] === "governanceLimits") return governanceLimits(settings);
  return errorResponse(404, "NONEXISTENT_ENDPOINT", `The resource ${request.path} does not exist.`, { "o:errorUrl": request.path });
}

function decodedSegments(path: string): string[] | null {
  try {
    return path
      .split("/")
      .filter((part) => part !== "")
      .map((part) => decodeURIComponent(part));
  } catch (cause) {
    if (cause instanceof URIError) return null;
    throw cause;
  }
}

function governanceLimits(settings: LedgerCSettings): SimResponse {
  if (!settings.admin) return errorResponse(403, "INSUFFICIENT_PERMISSION", "You do not have permissions to access this resource.");
  return jsonResponse(200, { accountConcurrencyLimit: 5, accountUnallocatedConcurrencyLimit: 5, accountLimitType: "ACCOUNT" });
}

function throttledResponse(settings: LedgerCSettings): SimResponse {
  // The vendor names no waiting time, so the answer has none.
  return errorResponse(settings.throttleStatus, "SSS_REQUEST_LIMIT_EXCEEDED", "Concurrent request limit exceeded. Request blocked.");
}

function unauthorizedResponse(reason: "expired" | "invalid" | "wrong_tenant"): SimResponse {
  const challenge = `Bearer realm="ledger", error="invalid_token", error_description="${reason}"`;
  return errorResponse(
    401,
    "INVALID_LOGIN",
    "Invalid login attempt. For more details, see the login audit trail.",
    {},
    { "www-authenticate": challenge },
  );
}
