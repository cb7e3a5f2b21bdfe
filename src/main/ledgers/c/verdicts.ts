import { instantMs } from "#shared/kernel/instant.ts";
import type { LedgerResponse, Verdict, VerdictReason } from "../adapter.ts";

const THROTTLE_CODE = "SSS_REQUEST_LIMIT_EXCEEDED";
const UTF8 = new TextDecoder();

/**
 * Judges one answer of Ledger C. The throttle code decides whatever the HTTP status is, because it
 * is sent with 429 and with 400; everything else in the 4xx is a refusal that is shown raw (rule 30).
 */
export function verdictC(response: LedgerResponse): Verdict {
  const { status } = response;
  if (status >= 200 && status < 300) return isThrottleInDisguise(response) ? throttled(response) : { kind: "accepted" };
  const text = UTF8.decode(response.body);
  if (status === 429 || text.includes(THROTTLE_CODE)) return throttled(response);
  if (status === 401) return { kind: "reauthorize" };
  const error = readError(text);
  if (status === 403) return { kind: "forbidden", ...reasonOf(error, "this connection's role doesn't allow it.") };
  if (status >= 500 || status === 408) return { kind: "retryable", ...retryAfter(response) };
  return {
    kind: "rejected",
    ...reasonOf(error, `No reason was given (HTTP status ${status}).`),
    ...(error.code === undefined ? {} : { code: error.code }),
  };
}

function reasonOf({ message }: { readonly message?: string }, otherwise: string): VerdictReason {
  return message === undefined ? { message: otherwise, isFallback: true } : { message };
}

/** A success status with an error body. A memo that quotes the code can't match: its quotes are escaped. */
function isThrottleInDisguise(response: LedgerResponse): boolean {
  if (response.body.length > 4096) return false;
  return new RegExp(`"o:errorCode"\\s*:\\s*"${THROTTLE_CODE}"`).test(UTF8.decode(response.body));
}

function throttled(response: LedgerResponse): Verdict {
  return { kind: "throttled", scope: "concurrency", ...retryAfter(response) };
}

function retryAfter(response: LedgerResponse): { retryAfterMs?: number } {
  const value = header(response, "retry-after");
  if (value === undefined) return {};
  if (/^\d+$/.test(value)) return { retryAfterMs: Number(value) * 1000 };
  const until = Date.parse(value);
  return Number.isNaN(until) ? {} : { retryAfterMs: Math.max(0, until - instantMs(response.receivedAt)) };
}

function header(response: LedgerResponse, name: string): string | undefined {
  const found = Object.entries(response.headers).find(([key]) => key.toLowerCase() === name);
  return found?.[1].trim();
}

/** The first error detail and its code; the body may be anything. */
function readError(text: string): { message?: string; code?: string } {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    // Not JSON (a gateway page): the raw body is kept beside the verdict by the engine.
    return text.trim() === "" ? {} : { message: text.trim().slice(0, 500) };
  }
  const details = field(body, "o:errorDetails");
  const detail = Array.isArray(details) ? details[0] : undefined;
  const told = [field(detail, "detail"), field(body, "detail"), field(body, "title")];
  const message = told.find((part) => typeof part === "string" && part !== "");
  const code = field(detail, "o:errorCode") ?? field(body, "o:errorCode");
  return {
    ...(typeof message === "string" ? { message } : {}),
    ...(typeof code === "string" ? { code } : {}),
  };
}

function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
