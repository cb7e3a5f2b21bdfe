import type { SimResponse } from "../types.ts";
import { type JsonObject, writeJson } from "./json-writer.ts";
import { pacificTimeMs } from "./pacific-time.ts";

export interface Fault {
  readonly status: number;
  readonly type: "ValidationFault" | "SERVICE" | "AuthorizationFault" | "SystemFault";
  readonly code: string;
  readonly message: string;
  readonly detail: string;
}

export const objectNotFound = validation(
  "610",
  "Object Not Found",
  "Object Not Found : Something you are trying to use has been made inactive or was removed.",
);
export const staleObject = validation(
  "5010",
  "Stale Object Error",
  "Stale Object Error : Another user changed this record before you did.",
);
export const unsupported = validation("500", "Unsupported Operation", "Operation is not supported.");

/** A 400 that must not be sent again unchanged. */
export function validation(code: string, message: string, detail: string): Fault {
  return { status: 400, type: "ValidationFault", code, message, detail };
}

export function badQuery(detail: string): Fault {
  return validation("4001", "Invalid query", `QueryValidationError: ${detail}`);
}

/** The `Fault` member, for whole answers and for single operations of a batch. */
export function faultNode(fault: Fault): JsonObject {
  return { Error: [{ Message: fault.message, Detail: fault.detail, code: fault.code, element: "" }], type: fault.type };
}

/** Without a moment the `time` member is left out. */
export function faultAnswer(fault: Fault, nowMs?: number): SimResponse {
  const body = { Fault: faultNode(fault), time: nowMs === undefined ? undefined : pacificTimeMs(nowMs) };
  return { status: fault.status, headers: json, body: writeJson(body) };
}

export const json: Readonly<Record<string, string>> = { "content-type": "application/json;charset=UTF-8" };

/** The sign-in fault: unlike every other, all its names are lower case. */
export function signInFault(detail: string): SimResponse {
  const fault = {
    error: [{ message: "message=AuthenticationFailed; errorCode=003200; statusCode=401", detail, code: "3200", element: null }],
    type: "AUTHENTICATION",
  };
  return {
    status: 401,
    headers: { ...json, "www-authenticate": 'Bearer realm="Ledger", error="invalid_token"' },
    body: writeJson({ warnings: null, fault, report: null, queryResponse: null, batchItemResponse: [], requestId: null, status: null }),
  };
}
