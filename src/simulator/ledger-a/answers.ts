import type { SimResponse } from "../types.ts";
import { derivedId } from "./derived-id.ts";
import { type JsonNode, type JsonRecord, jsonText } from "./json-text.ts";
import { envelopeMoment } from "./vendor-time.ts";

const JSON_HEADERS = { "content-type": "application/json; charset=utf-8" };

export interface Pagination {
  readonly page: number;
  readonly pageSize: number;
  readonly pageCount: number;
  readonly itemCount: number;
}

/** A good answer: the envelope around one plural collection. `pagination` only where a page was asked for. */
export function envelope(key: string, nodes: readonly JsonNode[], nowMs: number, pagination?: Pagination): SimResponse {
  const body: JsonRecord = {
    Id: derivedId("answer", key, nowMs, nodes.length),
    Status: "OK",
    ProviderName: "Tieout",
    DateTimeUTC: envelopeMoment(nowMs),
    ...(pagination ? { pagination: { ...pagination } } : {}),
    [key]: nodes,
  };
  return answer(200, body);
}

/** 400 for a request that the ledger read but will not carry out. `elements` echo what was sent. */
export function validationFailure(message: string, elements: readonly JsonRecord[] = []): SimResponse {
  const echoed = elements.length > 0 ? elements : [{ ValidationErrors: [{ Message: message }] }];
  return answer(400, { ErrorNumber: 10, Type: "ValidationException", Message: message, Elements: echoed });
}

/** An answer of the gateway in front of the ledger; some of them write their keys in lower case. */
export function gatewayFailure(status: number, title: string, detail: string, lowerCase = false): SimResponse {
  const instance = derivedId("gateway", status, detail);
  return answer(
    status,
    lowerCase ? { title, status, detail, instance } : { Title: title, Status: status, Detail: detail, Instance: instance },
  );
}

export function notFound(): SimResponse {
  return gatewayFailure(404, "Not Found", "The resource you're looking for cannot be found");
}

/** A wrong or disconnected tenant. */
export function wrongTenant(): SimResponse {
  return gatewayFailure(403, "Forbidden", "AuthenticationUnsuccessful", true);
}

export function answer(status: number, body: JsonRecord): SimResponse {
  return { status, headers: JSON_HEADERS, body: jsonText(body) };
}
