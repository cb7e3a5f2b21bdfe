import { type Http, HttpFailure, type HttpRequest, type HttpResponse } from "#main/ports/index.ts";
import { route } from "./route.ts";
import type { SimAnswer } from "./server.ts";
import type { Responder } from "./vendor.ts";

/** Any host will do; several ledgers live under `/t/<n>` as with `listen`. */
export const IN_PROCESS_BASE_URL = "http://simulator.invalid";

/** The HTTP port without a socket, for tests in virtual time. Timeouts and aborts pass in the simulator's own time. */
export function inProcessHttp(simulated: Responder | readonly Responder[]): Http {
  return async (request) => {
    if (request.signal?.aborted) throw new HttpFailure("aborted before it was sent", false, { cause: request.signal.reason });
    const found = route(simulated, new URL(request.url), {
      method: request.method,
      headers: lowerCased(request.headers),
      body: typeof request.body === "string" ? request.body : new TextDecoder().decode(request.body),
    });
    if (found === null) throw new HttpFailure(`nobody listens at ${request.url}`, false);
    const answer = await withinTime(request, found.target, found.target.respond(found.request));
    return toResponse(answer, request.maxBytes);
  };
}

/** The answer, or the failure that a client would see: a timeout or its own abort. */
async function withinTime(request: HttpRequest, target: Responder, answer: Promise<SimAnswer>): Promise<SimAnswer> {
  const ended = new AbortController();
  const signals = request.signal === undefined ? ended.signal : AbortSignal.any([ended.signal, request.signal]);
  const timer = target.clock.sleep(request.timeoutMs, signals).then(
    () => "timeout" as const,
    () => "aborted" as const,
  );
  // Silence never wins the race: only the timer ends it.
  const heard = answer.then<SimAnswer | "timeout" | "aborted">((value) => (value.kind === "silence" ? timer : value));
  const outcome = await Promise.race([heard, timer]);
  ended.abort();
  if (outcome === "timeout") throw new HttpFailure(`no answer within ${request.timeoutMs} ms`, true);
  if (outcome === "aborted") throw new HttpFailure("aborted", true, { cause: request.signal?.reason });
  return outcome;
}

function toResponse(answer: SimAnswer, maxBytes: number): HttpResponse {
  if (answer.kind !== "response") {
    const sent = answer.kind === "silence" || answer.sent;
    throw new HttpFailure(sent ? "connection reset" : "connection refused", sent);
  }
  const body = new TextEncoder().encode(answer.body);
  if (body.byteLength > maxBytes) throw new HttpFailure(`the answer is larger than ${maxBytes} bytes`, true);
  return { status: answer.status, headers: answer.headers, body: new Uint8Array(body), wireBytes: body.byteLength };
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
