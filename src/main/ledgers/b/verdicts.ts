import { type ExactJson, JsonRefusal, parseExactJson } from "#shared/kernel/json-exact.ts";
import type { LedgerResponse, Verdict, VerdictReason } from "../adapter.ts";
import { asObject } from "./decode.ts";

/** The wait that the ledger's rules name for a throttled caller. */
const THROTTLE_WAIT_MS = 60_000;
/** A fault is a few hundred bytes; no page of records has to be searched for one. */
const FAULT_BYTES_MAX = 65_536;

interface Fault {
  readonly code: string | undefined;
  readonly type: string | undefined;
  /** Empty where it gives no reason. */
  readonly message: string;
}

/** Judges one answer of Ledger B by status and, where there is one, by the fault in its body. Pure. */
export function verdictB(response: LedgerResponse): Verdict {
  const fault = readFault(response.body);
  const { status } = response;
  if (status >= 200 && status < 300) return fault === null ? { kind: "accepted" } : faultVerdict(fault);
  if (status === 401) return { kind: "reauthorize" };
  if (status === 429 || fault?.code === "3001") return throttled;
  if (status === 403) return { kind: "forbidden", ...reasonOf(fault, "access denied (HTTP status 403).") };
  if (status >= 500) return retryable(response);
  if (fault?.code === "5010") return { kind: "conflict", ...reasonOf(fault) };
  return rejected(fault, `No reason was given (HTTP status ${status}).`);
}

const throttled: Verdict = { kind: "throttled", scope: "minute", retryAfterMs: THROTTLE_WAIT_MS };

/** A fault inside a 2xx answer has no status code. */
function faultVerdict(fault: Fault): Verdict {
  if (fault.code === "3001") return throttled;
  if (fault.code === "5010") return { kind: "conflict", ...reasonOf(fault) };
  if (fault.code === "3200" || fault.type === "AUTHENTICATION") return { kind: "reauthorize" };
  if (fault.code === "3100" || fault.type === "AuthorizationFault") return { kind: "forbidden", ...reasonOf(fault) };
  if (fault.code === "10000" || fault.type === "SystemFault") return { kind: "retryable" };
  return rejected(fault);
}

function rejected(fault: Fault | null, otherwise?: string): Verdict {
  const reason = reasonOf(fault, otherwise);
  return fault?.code === undefined ? { kind: "rejected", ...reason } : { kind: "rejected", ...reason, code: fault.code };
}

function reasonOf(fault: Fault | null, otherwise = "No reason was given."): VerdictReason {
  return fault === null || fault.message === "" ? { message: otherwise, isFallback: true } : { message: fault.message };
}

function retryable(response: LedgerResponse): Verdict {
  const seconds = /^\d{1,6}$/.exec(response.headers["retry-after"] ?? "");
  return seconds === null ? { kind: "retryable" } : { kind: "retryable", retryAfterMs: Number(seconds[0]) * 1000 };
}

/** The fault of an answer; its keys come in two letter cases. Null when there is none. */
function readFault(body: Uint8Array): Fault | null {
  if (body.length > FAULT_BYTES_MAX) return null;
  const text = new TextDecoder().decode(body);
  if (!/"fault"/i.test(text)) return null;
  const answer = asObject(parseOrNull(text));
  const fault = asObject(answer?.Fault) ?? asObject(answer?.fault);
  if (fault === null) return null;
  const errors = fault.Error ?? fault.error;
  const first = asObject(Array.isArray(errors) ? errors[0] : errors);
  const message = [first?.Message ?? first?.message, first?.Detail ?? first?.detail].filter(
    (part) => typeof part === "string" && part !== "",
  );
  const code = first?.code;
  return {
    // `003001` and `3001` are the same code.
    code: typeof code === "string" ? code.replace(/^0+(?=\d)/, "") : undefined,
    type: typeof fault.type === "string" ? fault.type : undefined,
    message: message.join(": "),
  };
}

function parseOrNull(text: string): ExactJson {
  try {
    return parseExactJson(text);
  } catch (cause) {
    // A proxy's page that happens to hold the word is judged by its status alone.
    if (cause instanceof JsonRefusal) return null;
    throw cause;
  }
}
