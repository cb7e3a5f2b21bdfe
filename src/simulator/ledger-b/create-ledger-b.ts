import type { Books } from "../books/types.ts";
import type { SimLedger, SimLimits, SimRequest, SimResponse } from "../types.ts";
import { batchWrites, runBatch } from "./batch.ts";
import { changesSince } from "./change-feed.ts";
import { type CurrentTables, currentTables } from "./current-tables.ts";
import { answerKeyOf, entityOfPath } from "./entities.ts";
import { badQuery, type Fault, faultAnswer, json, objectNotFound, signInFault, unsupported } from "./faults.ts";
import { type JsonObject, writeJson } from "./json-writer.ts";
import { pacificTimeMs } from "./pacific-time.ts";
import { companyInfo, preferences } from "./preferences.ts";
import { QueryRefusal } from "./query-grammar.ts";
import { runQuery } from "./query-run.ts";
import { runReport } from "./reports/run-report.ts";
import { type WriteMemory, writeCall } from "./write-calls.ts";
import type { WriteSetting } from "./writes.ts";
import type { WriteLogEntry } from "./writing/write-log.ts";

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
  /** How long a `requestid` is remembered; default null, forever. */
  readonly requestIdLifetimeMs?: number | null;
  /** False: the ledger numbers sales documents itself and replaces what was sent; default true. */
  readonly customNumbers?: boolean;
  /** A document number may be used once in an entity; default false. */
  readonly uniqueNumbers?: boolean;
}

/** The simulated ledger, and every write call that it has seen. */
export interface SimLedgerB extends SimLedger {
  readonly writeLog: readonly WriteLogEntry[];
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
  readonly memory: WriteMemory;
}

/** A simulated Ledger B over the books: reads, writes, change feed, batches and reports under `/v3/company/{tenantId}/`. */
export function createLedgerB(books: Books, options: LedgerBOptions = {}): SimLedgerB {
  const current = currentTables(books);
  const memory: WriteMemory = { replies: new Map(), log: [] };
  const settings = {
    operationsPerBatch: 30,
    changesPerEntity: 1000,
    changesInTotal: null,
    lookbackDays: 30,
    automatedSalesTax: books.country === "US",
    requestIdLifetimeMs: null,
    customNumbers: true,
    uniqueNumbers: false,
    ...options,
  };
  return {
    books,
    limits: { ...LIMITS, ...options.limits },
    handle: (request, nowMs) => handle({ books, current, options: settings, nowMs, memory }, request),
    writeLog: memory.log,
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
  if (resource === "batch") return request.method === "POST" ? batch(context, request, timed) : unsupported;
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
      return timed({ Preferences: preferences(books, options) });
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
  return row === undefined ? objectNotFound : { [answerKeyOf(entity)]: row.record() };
}

function batch(context: Context, request: SimRequest, timed: (body: JsonObject) => JsonObject): JsonObject | Fault {
  if (batchWrites(request.body)) return writeCall(settingOf(context), context.memory, context.options, request, "batch", timed);
  return timedOr(timed, runBatch(settingOf(context), request.body, context.options.operationsPerBatch).answer);
}

function write(context: Context, request: SimRequest, resource: string, timed: (body: JsonObject) => JsonObject): JsonObject | Fault {
  const entity = entityOfPath(resource);
  return entity === undefined ? unsupported : writeCall(settingOf(context), context.memory, context.options, request, entity, timed);
}

function settingOf({ books, current, options, nowMs }: Context): WriteSetting {
  return { books, current, habits: options, nowMs };
}

function timedOr(timed: (body: JsonObject) => JsonObject, body: JsonObject | Fault): JsonObject | Fault {
  return isFault(body) ? body : timed(body);
}

function isFault(body: JsonObject | Fault): body is Fault {
  return typeof body.status === "number";
}
