import type { SimResponse } from "../types.ts";

const SECTIONS: Readonly<Record<number, readonly [section: string, title: string]>> = {
  400: ["sec10.4.1", "Bad Request"],
  401: ["sec10.4.2", "Unauthorized"],
  403: ["sec10.4.4", "Forbidden"],
  404: ["sec10.4.5", "Not Found"],
  405: ["sec10.4.6", "Method Not Allowed"],
  429: ["sec10.4", "Too Many Requests"],
};

/** The place of the fault in the request, when the ledger names it. */
export interface ErrorPlace {
  readonly "o:errorPath"?: string;
  readonly "o:errorQueryParam"?: string;
  readonly "o:errorHeader"?: string;
  readonly "o:errorUrl"?: string;
}

/** An error answer in the ledger's shape. */
export function errorResponse(
  status: number,
  code: string,
  detail: string,
  place: ErrorPlace = {},
  headers: Readonly<Record<string, string>> = {},
): SimResponse {
  const [section, title] = SECTIONS[status] ?? ["sec10", "Error"];
  const body = {
    type: `https://www.w3.org/Protocols/rfc2616/rfc2616-sec10.html#${section}`,
    title,
    status,
    "o:errorDetails": [{ detail, ...place, "o:errorCode": code }],
  };
  return {
    status,
    headers: { "content-type": "application/vnd.ledger.resource+json; type=error", ...headers },
    body: JSON.stringify(body),
  };
}

/** A JSON answer. */
export function jsonResponse(status: number, body: unknown): SimResponse {
  return { status, headers: { "content-type": "application/vnd.ledger.resource+json; type=collection" }, body: JSON.stringify(body) };
}
