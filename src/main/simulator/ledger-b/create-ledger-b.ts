import type { Books } from "../books/types.ts";
import type { SimLedger, SimLimits, SimRequest, SimResponse } from "../types.ts";
import { runBatch } from "./batch.ts";
import { changesSince } from "./change-feed.ts";
import { type CurrentTables, currentTables } from "./current-tables.ts";
import { entityOfPath, isNameEntity } from "./entities.ts";
import { badQuery, type Fault, faultAnswer, json, objectNotFound, signInFault, unsupported, validation } from "./faults.ts";
import { type JsonObject, writeJson } from "./json-writer.ts";
import { pacificTimeMs } from "./pacific-time.ts";
import { companyInfo, preferences } from "./preferences.ts";
import { QueryRefusal } from "./query-grammar.ts";
import { runQuery } from "./query-run.ts";
import { runReport } from "./reports/run-report.ts";
import { runWrite } from "./writes.ts";

export interface LedgerBOptions {
  readonly limits?: Partial<SimLimits>;
  /** Default 30. */
  readonly operationsPerBatch?: number;
  /** Objects of one entity in one change answer; default 1,000. */
  readonly changesPerEntity?: number;
  /** Objects of all entities in one change answer; default null, no such cap. */
  readonly changesInTotal?: number | null;
  /** Default 30. */
  readonly lookbackDays?: number;
  /** Sales tax is worked out by the ledger and rates cannot be created; default: United States companies. */
  readonly automatedSalesTax?: boolean;
}

const LIMITS: SimLimits = {
  perWindow: 500,
  windowMs: 60_000,
  windowKind: "sliding",
  concurrency: 10,
  perDay: null,
  appPerWindow: null,
  batchPerWindow: 40,
};

interface Context {
  readonly books: Books;
  readonly current: CurrentTables;
  readonly options: Required<Omit<LedgerBOptions, "limits">>;
  readonly nowMs: number;
  /** Answers of writes by their `requestid`: a repeat gets the first answer and changes nothing. */
  readonly replies: Map<string, JsonObject>;
}

/** A simulated Ledger B over the books: reads, change feed, batches and reports under `/v3/company/{tenantId}/`. */
export function createLedgerB(books: Books, options: LedgerBOptions = {}): SimLedger {
  const current = currentTables(books);
  const replies = new Map<string, JsonObject>();
  const settings = {
    operationsPerBatch: 30,
    changesPerEntity: 1000,
    changesInTotal: null,
    lookbackDays: 30,
    automatedSalesTax: books.country === "US",
    ...options,
  };
  return {
    books,
    limits: { ...LIMITS, ...options.limits },
    handle: (request, nowMs) => handle({ books, current, options: settings, nowMs, replies }, request),
    isBatch: (request) => /\/batch$/.test(request.path),
    quotaHeaders: () => ({}),
    throttled: () => faultAnswer(throttled),
    unauthorized,
  };
}

const throttled: Fault = {
  status: 429,
  type: "SERVICE",
  code: "3001",
  message: "message=ThrottleExceeded; errorCode=003001; statusCode=429",
  detail: "The request limit was reached. Try again later.",
};

const wrongCompany: Fault = {
  status: 403,
  type: "AuthorizationFault",
  code: "3100",
  message: "message=ApplicationAuthorizationFailed; errorCode=003100; statusCode=403",
  detail: "The application has no access to this company.",
};

function unauthorized(reason: "expired" | "invalid" | "wrong_tenant"): SimResponse {
  if (reason === "wrong_tenant") return faultAnswer(wrongCompany);
  return signInFault(reason === "expired" ? "Token expired" : "Token revoked or invalid");
}

function handle(context: Context, request: SimRequest): SimResponse {
  const segments = request.path.split("/").filter(Boolean).map(decodeURIComponent);
  const [version, noun, realm, ...rest] = segments;
  if (version !== "v3" || noun !== "company") return faultAnswer({ ...unsupported, status: 404 }, context.nowMs);
  if (realm !== context.books.tenantId) return faultAnswer(wrongCompany, context.nowMs);
  try {
    const body = route(context, request, rest);
    return isFault(body) ? faultAnswer(body, context.nowMs) : { status: 200, headers: json, body: writeJson(body) };
  } catch (refusal) {
    if (!(refusal instanceof QueryRefusal)) throw refusal;
    return faultAnswer(badQuery(refusal.message), context.nowMs);
  }
}

function route(context: Context, request: SimRequest, [resource = "", id]: readonly string[]): JsonObject | Fault {
  const { books, current, options, nowMs } = context;
  const timed = (body: JsonObject): JsonObject => ({ ...body, time: pacificTimeMs(nowMs) });
  if (resource === "batch")
    return timedOr(
      timed,
      request.method === "POST" ? runBatch(current.tables(nowMs), request.body, options.operationsPerBatch) : unsupported,
    );
  if (resource === "query") {
    const text = request.method === "POST" ? request.body : (request.query.get("query") ?? "");
    return timed({ QueryResponse: runQuery(current.tables(nowMs), text) });
  }
  if (request.method === "POST") return write(context, request, resource, timed);
  if (request.method !== "GET") return unsupported;
  switch (resource) {
    case "cdc": {
      const limits = { lookbackDays: options.lookbackDays, perEntity: options.changesPerEntity, inTotal: options.changesInTotal };
      return timed({ CDCResponse: changesSince(current.tables(nowMs), current.graves(nowMs), request.query, nowMs, limits) });
    }
    case "preferences":
      return timed({ Preferences: preferences(books, options.automatedSalesTax) });
    case "companyinfo":
      return timed({ CompanyInfo: companyInfo(books) });
    case "reports":
      return runReport(current.tables(nowMs), id ?? "", request.query, nowMs);
    default:
      return timedOr(timed, read(context, resource, id));
  }
}

function read(context: Context, resource: string, id: string | undefined): JsonObject | Fault {
  const entity = entityOfPath(resource);
  if (entity === undefined || id === undefined) return unsupported;
  const row = context.current.tables(context.nowMs).row(entity, id);
  return row === undefined ? objectNotFound : { [entity]: row.record() };
}

function write(context: Context, request: SimRequest, resource: string, timed: (body: JsonObject) => JsonObject): JsonObject | Fault {
  const { books, current, nowMs, replies } = context;
  const entity = entityOfPath(resource);
  if (entity === undefined || isNameEntity(entity)) return unsupported;
  const key = request.query.get("requestid");
  if (key !== null && key.length > 50)
    return validation("2050", "String length specified does not match", "requestid has more than 50 characters");
  const known = key === null ? undefined : replies.get(key);
  if (known !== undefined) return known;
  const answer = timedOr(timed, runWrite(books, current, { entity, operation: request.query.get("operation"), body: request.body, nowMs }));
  if (key !== null && !isFault(answer)) replies.set(key, answer);
  return answer;
}

function timedOr(timed: (body: JsonObject) => JsonObject, body: JsonObject | Fault): JsonObject | Fault {
  return isFault(body) ? body : timed(body);
}

function isFault(body: JsonObject | Fault): body is Fault {
  return typeof body.status === "number";
}
