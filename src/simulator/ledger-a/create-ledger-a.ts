import { unreachable } from "#shared/kernel/assert.ts";
import type { Books } from "../books/types.ts";
import type { LimitBreach, Quota, SimLedger, SimLimits, SimRequest, SimResponse } from "../types.ts";
import { gatewayFailure, notFound, wrongTenant } from "./answers.ts";
import { viewOf } from "./books-view.ts";
import { DOCUMENT_RESOURCES } from "./document-resources.ts";
import { createJournalLog, type JournalLog } from "./journals/journal-log.ts";
import { journalAnswer, journalsAnswer } from "./journals/journals-resource.ts";
import { ListRefusal } from "./lists/list-request.ts";
import { reportAnswer } from "./reports/reports.ts";
import { SETUP_RESOURCES } from "./setup-resources.ts";
import type { WriteEntry } from "./writing/write-log.ts";
import { isWritable } from "./writing/write-targets.ts";
import { methodNotAllowed, type WriteSetting, writeAnswer } from "./writing/writes.ts";

export interface LedgerAOptions {
  /** The app is on the tier that may read the general-ledger feed. Default: no. */
  readonly journals?: boolean;
  /** Status with which the feed is refused without that tier. Default: 403. */
  readonly journalsRefusal?: 401 | 403;
  /** The signed-in user is an adviser, whom the period lock lets pass. Default: no. */
  readonly adviser?: boolean;
  /** How long an idempotency key is remembered. Default: thirty days. */
  readonly keyLifetimeMs?: number;
  readonly limits?: Partial<SimLimits>;
}

export interface LedgerA extends SimLedger {
  readonly journalLog: JournalLog;
  /** Every write that arrived, in order: what a referee judges by (`judgeWrites`, `effectsOf`). */
  readonly writeLog: readonly WriteEntry[];
}

const KEY_LIFETIME_MS = 30 * 86_400_000;
const LIMITS: SimLimits = {
  perWindow: 60,
  windowMs: 60_000,
  windowKind: "sliding",
  concurrency: 5,
  perDay: 5000,
  appPerWindow: 10_000,
  batchPerWindow: null,
};

const BASE_PATH = "/api/2.0";
const RESOURCES = new Map([...DOCUMENT_RESOURCES, ...SETUP_RESOURCES].map((resource) => [resource.key, resource]));

/** A simulated Ledger A over the books: answers reads in the vendor's shapes under `/api/2.0`. */
export function createLedgerA(books: Books, options: LedgerAOptions = {}): LedgerA {
  const journalLog = createJournalLog(books);
  const { adviser = false, keyLifetimeMs = KEY_LIFETIME_MS } = options;
  const setting: WriteSetting = { books, adviser, keyLifetimeMs, keys: new Map(), log: [] };
  const state: LedgerState = { books, log: journalLog, setting, options };
  return {
    books,
    journalLog,
    writeLog: setting.log,
    limits: { ...LIMITS, ...options.limits },
    handle: (request, nowMs) => {
      journalLog.catchUp();
      if (request.headers["ledger-tenant-id"] !== books.tenantId) return wrongTenant();
      try {
        return route(state, request, nowMs);
      } catch (error) {
        if (error instanceof ListRefusal) return error.response;
        throw error;
      }
    },
    isBatch: () => false,
    quotaHeaders,
    throttled,
    unauthorized,
  };
}

interface LedgerState {
  readonly books: Books;
  readonly log: JournalLog;
  readonly setting: WriteSetting;
  readonly options: LedgerAOptions;
}

function route(state: LedgerState, request: SimRequest, nowMs: number): SimResponse {
  const { books, log, options } = state;
  const segments = pathSegments(request.path);
  const [key, name, ...rest] = segments ?? [];
  if (key === undefined) return notFound();
  if ((request.method === "PUT" || request.method === "POST") && isWritable(key)) {
    return writeAnswer(state.setting, request, segments ?? [], nowMs);
  }
  if (rest.length > 0) return notFound();
  if (request.method !== "GET") return methodNotAllowed();
  const view = viewOf(books);
  if (key === "Journals") {
    if (!options.journals) return journalsRefused(options.journalsRefusal ?? 403);
    return name === undefined ? journalsAnswer(view, log.entries, request, nowMs) : journalAnswer(view, log.entries, name, nowMs);
  }
  if (key === "Reports") return name === undefined ? notFound() : reportAnswer(view, log.entries, name, request, nowMs);
  const resource = RESOURCES.get(key);
  if (resource === undefined) return notFound();
  return name === undefined ? resource.list(view, request, nowMs) : resource.one(view, name, request, nowMs);
}

function pathSegments(path: string): string[] | null {
  if (!path.startsWith(`${BASE_PATH}/`)) return null;
  const segments = path.slice(BASE_PATH.length + 1).split("/");
  try {
    return segments.map(decodeURIComponent);
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}

function journalsRefused(status: 401 | 403): SimResponse {
  return gatewayFailure(status, status === 401 ? "Unauthorized" : "Forbidden", "AuthorizationUnsuccessful", status === 403);
}

function quotaHeaders(quota: Quota): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  if (quota.minuteRemaining !== null) headers["X-MinLimit-Remaining"] = String(quota.minuteRemaining);
  if (quota.dayRemaining !== null) headers["X-DayLimit-Remaining"] = String(quota.dayRemaining);
  if (quota.appMinuteRemaining !== null) headers["X-AppMinLimit-Remaining"] = String(quota.appMinuteRemaining);
  return headers;
}

/** Says everything in headers; the body is empty. */
function throttled(breach: LimitBreach, retryAfterSeconds: number): SimResponse {
  const headers = { "Retry-After": String(retryAfterSeconds), "X-Rate-Limit-Problem": problemOf(breach) };
  return { status: 429, headers, body: "" };
}

function problemOf(breach: LimitBreach): string {
  switch (breach) {
    case "minute":
    case "day":
    case "appminute":
    case "concurrent":
      return breach;
    // This ledger has no limit of these kinds; a framework that set one gets the nearest word.
    case "batch":
      return "minute";
    case "month":
      return "day";
    default:
      return unreachable(breach, "limit");
  }
}

function unauthorized(reason: "expired" | "invalid" | "wrong_tenant"): SimResponse {
  if (reason === "wrong_tenant") return wrongTenant();
  return gatewayFailure(401, "Unauthorized", reason === "expired" ? "TokenExpired: token expired" : "AuthenticationUnsuccessful");
}
