import { instantMs } from "#shared/kernel/instant.ts";
import { type ExactJson, JsonRefusal } from "#shared/kernel/json-exact.ts";
import type { LedgerResponse, Verdict, VerdictReason } from "../adapter.ts";
import { parseRecord } from "./decode.ts";
import { headerOf } from "./header-of.ts";

/** Longer waits than this are taken for nonsense; a spent daily limit asks for less than a day. */
const WAIT_MS_MAX = 7 * 86_400_000;
const MESSAGE_CHARACTERS_MAX = 2_000;

/** Judges one answer of Ledger A. Pure; a 400 and every unlisted 4xx is `rejected` and never re-sent. */
export function verdict(response: LedgerResponse): Verdict {
  const { status } = response;
  // 304 answers If-Modified-Since: nothing changed.
  if ((status >= 200 && status < 300) || status === 304) return { kind: "accepted" };
  if (status === 401 && !lacksPermission(response)) return { kind: "reauthorize" };
  if (status === 401 || status === 403) return { kind: "forbidden", ...messageOf(response).reason };
  if (status === 429) return { kind: "throttled", scope: scopeOf(response), ...waitOf(response) };
  if (status === 408 || status >= 500) return { kind: "retryable", ...waitOf(response) };
  const { reason, code } = messageOf(response);
  return { kind: "rejected", ...reason, ...(code === undefined ? {} : { code }) };
}

/** The token is good and the app may not read this endpoint: signing in again would change nothing. */
function lacksPermission(response: LedgerResponse): boolean {
  return messageOf(response).reason.message.includes("AuthorizationUnsuccessful");
}

function scopeOf(response: LedgerResponse): "minute" | "day" | "app" | "concurrency" {
  const problem = (headerOf(response, "x-rate-limit-problem") ?? "").trim().toLowerCase();
  if (problem.startsWith("day") || problem === "daily") return "day";
  if (problem.startsWith("app")) return "app";
  if (problem.startsWith("concurren")) return "concurrency";
  return "minute";
}

/** `Retry-After` in seconds or as an HTTP date, counted from the arrival of the answer. */
function waitOf(response: LedgerResponse): { readonly retryAfterMs?: number } {
  const sent = headerOf(response, "retry-after")?.trim();
  if (sent === undefined || sent === "") return {};
  const ms = /^\d+(?:\.\d+)?$/.test(sent)
    ? Math.ceil(Number(sent) * 1000)
    : /^[A-Za-z]{3},/.test(sent)
      ? Date.parse(sent) - instantMs(response.receivedAt)
      : Number.NaN;
  return ms >= 0 && ms <= WAIT_MS_MAX ? { retryAfterMs: ms } : {};
}

/** The ledger's own words: validation messages first, then the summary, then the bare body. */
function messageOf(response: LedgerResponse): { readonly reason: VerdictReason; readonly code: string | undefined } {
  const body = readBody(response.body);
  const object = body !== null && typeof body === "object" && !Array.isArray(body) ? lowerKeys(body) : undefined;
  const summary = [object?.message, object?.title, object?.detail].filter((part) => typeof part === "string");
  const found = [...summary, ...validationMessages(object?.elements)].filter((part) => part !== "");
  const words = found.length === 0 && typeof body === "string" ? body : found.join(": ");
  const code = object?.errornumber ?? object?.type;
  return {
    reason:
      words === ""
        ? { message: `No reason was given (HTTP status ${response.status}).`, isFallback: true }
        : { message: words.slice(0, MESSAGE_CHARACTERS_MAX) },
    code: typeof code === "string" ? code : undefined,
  };
}

function readBody(bytes: Uint8Array): ExactJson {
  try {
    return parseRecord(bytes);
  } catch (refusal) {
    if (!(refusal instanceof JsonRefusal)) throw refusal;
    return new TextDecoder().decode(bytes).trim();
  }
}

/** Gateway errors come with either letter case. */
function lowerKeys(object: Readonly<Record<string, ExactJson>>): Record<string, ExactJson> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key.toLowerCase(), value]));
}

function validationMessages(elements: ExactJson | undefined): string[] {
  if (!Array.isArray(elements)) return [];
  const messages: string[] = [];
  for (const element of elements) {
    const errors = element !== null && typeof element === "object" && !Array.isArray(element) ? element.ValidationErrors : null;
    if (!Array.isArray(errors)) continue;
    for (const error of errors) {
      const message = error !== null && typeof error === "object" && !Array.isArray(error) ? error.Message : null;
      if (typeof message === "string" && message !== "") messages.push(message);
    }
  }
  return [...new Set(messages)];
}
