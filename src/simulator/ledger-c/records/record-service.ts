import { transactionById } from "../../books/postings.ts";
import type { SimTransaction } from "../../books/types.ts";
import type { SimRequest, SimResponse } from "../../types.ts";
import { errorResponse, jsonResponse } from "../errors.ts";
import { isAnswer, pageResponse, readPaging } from "../paging.ts";
import { ledgerTypeOf } from "../vocabulary.ts";
import type { RecordContext } from "./record-context.ts";
import { listRecord, sublistItems, transactionRecord } from "./record-shape.ts";
import { catalogueEntry, type RecordType, recordTypeNames, recordTypeOf, sublistsOf } from "./record-types.ts";
import { createRecord, deleteRecord, patchRecord } from "./record-write.ts";

/** Answers everything below `record/v1/`. */
export function answerRecord(context: RecordContext, request: SimRequest, path: readonly string[], nowMs: number): SimResponse {
  const [name = "", id, sublist] = path;
  if (name === "metadata-catalog") return catalogue(context, id);
  const type = recordTypeOf(name);
  if (!type) return errorResponse(404, "NONEXISTENT_RECORD", `Record type '${name}' does not exist.`);
  if (id === undefined) return collection(context, request, type, nowMs);
  return single(context, request, type, id, sublist, nowMs);
}

function collection(context: RecordContext, request: SimRequest, type: RecordType, nowMs: number): SimResponse {
  if (request.method === "POST") return createRecord(context, request, type, null, nowMs);
  if (request.method !== "GET") return notAllowed(request);
  if (request.query.has("q")) return errorResponse(400, "INVALID_PARAMETER", "Unsupported filter.", { "o:errorQueryParam": "q" });
  const paging = readPaging(request);
  if (isAnswer(paging)) return paging;
  const ids = idsOf(context, type);
  const base = recordBase(context);
  const items = ids
    .slice(paging.offset, paging.offset + paging.limit)
    .map((id) => ({ links: [{ rel: "self", href: `${base}/${type.name}/${id}` }], id }));
  return pageResponse(`${base}/${type.name}`, paging, ids.length, items);
}

function single(
  context: RecordContext,
  request: SimRequest,
  type: RecordType,
  key: string,
  sublist: string | undefined,
  nowMs: number,
): SimResponse {
  if (type.kind === "list") return request.method === "GET" ? listSingle(context, type, key) : notAllowed(request);
  const external = key.startsWith("eid:") ? key.slice(4) : null;
  const transaction = findTransaction(context, type, key, external);
  if (request.method === "PUT" && external !== null && !transaction) return createRecord(context, request, type, external, nowMs);
  if (!transaction) return missing();
  switch (request.method) {
    case "GET":
      return sublist === undefined ? getTransaction(context, request, transaction) : getSublist(context, transaction, sublist);
    case "PATCH":
    case "PUT":
      return patchRecord(context, request, transaction, nowMs);
    case "DELETE":
      return deleteRecord(context, transaction, nowMs);
    default:
      return notAllowed(request);
  }
}

function findTransaction(context: RecordContext, type: RecordType, key: string, external: string | null): SimTransaction | undefined {
  const id = external === null ? key : ([...context.externalIds].find(([, reference]) => reference === external)?.[0] ?? "");
  const transaction = transactionById(context.books, id);
  const isType = transaction && type.kind === "transaction" && ledgerTypeOf(transaction) === type.type;
  return isType && transaction.state !== "deleted" ? transaction : undefined;
}

function getTransaction(context: RecordContext, request: SimRequest, transaction: SimTransaction): SimResponse {
  const expand = request.query.get("expandSubResources") === "true";
  const externalId = context.externalIds.get(transaction.id) ?? null;
  return jsonResponse(200, transactionRecord(context.books, transaction, { base: recordBase(context), expand, externalId }));
}

function getSublist(context: RecordContext, transaction: SimTransaction, sublist: string): SimResponse {
  if (!sublistsOf(ledgerTypeOf(transaction)).includes(sublist)) return missing();
  const items = sublistItems(context.books, transaction, sublist);
  return jsonResponse(200, { links: [], count: items.length, hasMore: false, items, offset: 0, totalResults: items.length });
}

function listSingle(context: RecordContext, type: RecordType & { kind: "list" }, id: string): SimResponse {
  const row = context.database.rowsById(type.table, id)[0];
  return row ? jsonResponse(200, listRecord(type, row, recordBase(context))) : missing();
}

function idsOf(context: RecordContext, type: RecordType): string[] {
  const { books, database } = context;
  if (type.kind === "list") return database.idsOf(type.table);
  return books.transactions
    .filter((transaction) => transaction.state !== "deleted" && ledgerTypeOf(transaction) === type.type)
    .map((transaction) => transaction.id)
    .sort((a, b) => Number(a) - Number(b));
}

function catalogue(context: RecordContext, name: string | undefined): SimResponse {
  const base = `${recordBase(context)}/metadata-catalog`;
  if (name === undefined) {
    return jsonResponse(200, {
      items: recordTypeNames().map((item) => ({ name: item, links: [{ rel: "canonical", href: `${base}/${item}` }] })),
    });
  }
  const type = recordTypeOf(name);
  return type
    ? jsonResponse(200, catalogueEntry(context.books, type))
    : errorResponse(404, "NONEXISTENT_RECORD", `Record type '${name}' does not exist.`);
}

function recordBase(context: RecordContext): string {
  return `${context.settings.baseUrl}/services/rest/record/v1`;
}

function missing(): SimResponse {
  return errorResponse(404, "NONEXISTENT_ID", "The record instance does not exist. Provide a valid record instance ID.");
}

function notAllowed(request: SimRequest): SimResponse {
  return errorResponse(405, "INVALID_METHOD", `Method ${request.method} is not allowed for this resource.`);
}
