import type { LedgerResponse, Verdict } from "#main/ledgers/adapter.ts";
import { HttpFailure, type HttpRequest, type HttpResponse } from "#main/ports/index.ts";
import { assert } from "#shared/kernel/assert.ts";
import { isWholeJson } from "#shared/kernel/json-cut.ts";
import type { Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { Permit } from "./limiter/limiter.ts";
import { remainingQuota } from "./limiter/quota-headers.ts";
import { cancelled, tokenOutcome } from "./outcomes.ts";
import { printable, withoutSecrets } from "./redact.ts";
import { requestUrl } from "./request-url.ts";
import { type Attempt, NOT_DATA } from "./retry.ts";
import type { Sending, SendOutcome } from "./sending.ts";

/** One try with the token that it used, or the outcome when it never came to one. */
export type Try = (Attempt & { readonly token: string }) | { readonly kind: "settled"; readonly outcome: SendOutcome };

const TIMEOUT_MS = 100_000;
const LONGEST_MS = 15 * 60_000;
const MAX_BYTES = 64 * 1_048_576;
/** Following one would carry the token to another address. */
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const HEADER_TEXT = /^[\t\x20-\x7e]*$/;

/**
 * Takes a permit, then the token, which may have expired during a wait of hours, and sends the request once. The
 * limiter hears how it ended, whatever happens.
 */
export async function exchange(sending: Sending): Promise<Try> {
  const { options, request, limiter, counts } = sending;
  const acquired = await limiter().acquire({ ...options, batch: request.batch === true, read: !sending.isWrite });
  if (acquired.kind === "cancelled") return { kind: "settled", outcome: cancelled };
  if (acquired.kind === "failed") return { kind: "settled", outcome: acquired };
  const { permit } = acquired;
  const token = await tokenFor(sending, permit);
  if (!token.ok) return { kind: "settled", outcome: tokenOutcome(token.failure) };
  counts.sent++;
  let response: HttpResponse;
  try {
    response = await sending.ports.http(httpRequest(sending, token.value, permit));
  } catch (error) {
    return noAnswer(sending, permit, error, token.value);
  }
  counts.bytes += response.wireBytes;
  return { ...judged(sending, permit, response), token: token.value };
}

/** The token for a request that may go now. Without one nothing leaves, and the permit is returned. */
async function tokenFor({ connection }: Sending, permit: Permit): Promise<Result<string, Failure>> {
  let token: Result<string, Failure> | null = null;
  try {
    token = await connection.auth.token();
    return token;
  } finally {
    if (token?.ok !== true) permit.lost(false);
  }
}

function httpRequest({ connection, request, options }: Sending, token: string, permit: Permit): HttpRequest {
  const headers: Record<string, string> = { accept: "application/json" };
  if (request.body !== undefined) headers["content-type"] = "application/json";
  for (const [name, value] of Object.entries(request.headers ?? {})) headers[name.toLowerCase()] = value;
  const url = requestUrl(connection.baseUrl, request.path, request.query);
  headers.authorization = connection.sign?.({ method: request.method, url }) ?? `Bearer ${token}`;
  assert(
    Object.values(headers).every((value) => HEADER_TEXT.test(value)),
    "a request header holds a control character",
  );
  return {
    method: request.method,
    url,
    headers,
    timeoutMs: Math.min(connection.timeoutMs ?? TIMEOUT_MS, LONGEST_MS),
    maxBytes: MAX_BYTES,
    onSent: () => permit.sent(),
    ...(request.body === undefined ? {} : { body: request.body }),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  };
}

function noAnswer({ options, isWrite }: Sending, permit: Permit, error: unknown, token: string): Try {
  const sent = !(error instanceof HttpFailure) || error.sent;
  permit.lost(sent);
  const isCancelled = options.signal?.aborted === true;
  const mayBeApplied = sent && isWrite;
  if (isCancelled && !mayBeApplied) return { kind: "settled", outcome: cancelled };
  if (!isCancelled && !(error instanceof HttpFailure)) throw error;
  const reason = error instanceof Error ? error.message : String(error);
  return { kind: "no_answer", sent, reason: printable(withoutSecrets(reason, [token])), token };
}

function judged({ connection, ports, isWrite }: Sending, permit: Permit, answer: HttpResponse): Attempt {
  const { status, headers, body, wireBytes } = answer;
  const response = { status, headers, body, receivedAt: ports.clock.now() };
  const ended = { bytes: wireBytes, remaining: remainingQuota(headers) };
  let verdict: Verdict;
  try {
    verdict = REDIRECTS.has(status)
      ? { kind: "rejected", message: "it answered with a redirect, which Tieout doesn't follow.", isFallback: true }
      : (noData(response, isWrite) ?? connection.verdict(response));
  } catch (error) {
    permit.answered(ended);
    throw error;
  }
  permit.answered(verdict.kind === "throttled" ? { ...ended, refused: verdict } : ended);
  return { kind: "answered", response, verdict };
}

/** Why a 2xx answer can't be read as data; null when it can. A write's answer may be empty, and its job reads it. */
function noData(response: LedgerResponse, isWrite: boolean): Verdict | null {
  const { status, body } = response;
  if (status < 200 || status > 299) return null;
  if (isWebPage(response)) return { kind: "rejected", code: NOT_DATA, message: "it answered with a web page instead of data" };
  if (isWrite || status === 204 || isWholeJson(body)) return null;
  return { kind: "rejected", code: NOT_DATA, message: "its answer was cut off or wasn't in the expected format" };
}

/** A sign-in page or a proxy's notice, sent as if all were well: never read as data. */
function isWebPage({ headers, body }: LedgerResponse): boolean {
  // 60 is "<"; no answer that a ledger promises begins with it.
  return (headers["content-type"] ?? "").includes("text/html") || body[0] === 60;
}
