import type { LedgerRequest } from "#main/ledgers/adapter.ts";
import type { Ports } from "#main/ports/index.ts";
import { assert } from "#shared/kernel/assert.ts";
import type { LedgerSystem } from "#shared/model/books/source-ref.ts";
import { exchange, type Try } from "./exchange.ts";
import type { Limiter } from "./limiter/limiter.ts";
import { cancelled, gaveUp, noAnswerToWrite, refused, tokenOutcome } from "./outcomes.ts";
import { requestLine } from "./redact.ts";
import { isNoData, nextStep } from "./retry.ts";
import type { LedgerConnection, MutableCounters, RequestCounters, Sending, SendOptions, SendOutcome } from "./sending.ts";

export interface TransportOptions {
  readonly ports: Pick<Ports, "clock" | "http" | "random" | "log">;
  readonly limiterFor: (system: LedgerSystem, tenantId: string) => Limiter;
}

/** The one way out to the network. */
export interface Transport {
  /**
   * Sends one request: waits for the limiter, signs it, judges the answer, and tries again where the
   * rules allow it (27, 28). Never rejects for anything that a ledger or a network does.
   */
  send(connection: LedgerConnection, request: LedgerRequest, options: SendOptions): Promise<SendOutcome>;
  requests(connectionId: string): RequestCounters;
}

export function createTransport(options: TransportOptions): Transport {
  const counters = new Map<string, MutableCounters>();
  const countersOf = (id: string): MutableCounters => {
    const known = counters.get(id) ?? { sent: 0, retried: 0, throttled: 0, bytes: 0 };
    counters.set(id, known);
    return known;
  };
  return {
    send: (connection, request, sendOptions) => {
      const counts = countersOf(connection.id);
      return sendUntilSettled({
        ...options,
        limiter: () => options.limiterFor(connection.system, connection.tenantId),
        connection,
        request,
        options: sendOptions,
        isWrite: isWrite(request, sendOptions),
        counts,
      });
    },
    requests: (id) => ({ ...countersOf(id) }),
  };
}

async function sendUntilSettled(sending: Sending): Promise<SendOutcome> {
  const { ports, connection, options } = sending;
  let failures = 0;
  let refreshed = false;
  for (;;) {
    // A missing sign-in is reported now, not after hours in the queue.
    const ready = await connection.auth.token();
    if (!ready.ok) return tokenOutcome(ready.failure);
    const tried = await exchange(sending);
    if (tried.kind === "settled") return tried.outcome;
    if (tried.kind === "answered" && tried.verdict.kind === "accepted") connection.auth.accepted?.(tried.token);
    if (tried.kind === "no_answer" || tried.verdict.kind === "retryable" || isNoData(tried.verdict)) failures++;
    const step = nextStep(tried, { failures, refreshed, isWrite: sending.isWrite }, ports.random);
    logStep(sending, tried, step.kind);
    const end = endOf(sending, tried, step.kind);
    if (end !== null) return end;
    // Any answer but a refusal of the token accepted it: one that is refused after a long wait is renewed again.
    if (tried.kind === "answered") refreshed = step.kind === "refresh_token";
    if (step.kind === "refresh_token") {
      const renewed = await connection.auth.refresh(tried.token);
      if (!renewed.ok) return tokenOutcome(renewed.failure);
    }
    if (step.kind === "back_off" && !(await slept(sending, step.ms))) return cancelled;
    if (options.signal?.aborted === true) return cancelled;
    if (step.kind !== "queue") sending.counts.retried++;
  }
}

function isWrite(request: LedgerRequest, options: SendOptions): boolean {
  return options.write ?? (options.lane === "write" && request.method !== "GET");
}

/** The outcome when this try was the last one; null when it goes on. */
function endOf(sending: Sending, tried: Exclude<Try, { kind: "settled" }>, step: string): SendOutcome | null {
  const { token } = tried;
  if (step === "ambiguous") return noAnswerToWrite(sending, tried, token);
  if (step === "give_up") return gaveUp(sending, tried, token);
  if (step !== "finish" && step !== "sign_in") return null;
  assert(tried.kind === "answered", "only an answer can settle a request");
  const isAccepted =
    tried.verdict.kind === "accepted" || (sending.request.allowRejection === true && step === "finish" && !isNoData(tried.verdict));
  if (isAccepted) return { kind: "answered", response: tried.response, verdict: tried.verdict };
  return refused(sending, tried, token);
}

/** @returns false when the wait was cancelled */
async function slept({ ports, options }: Sending, ms: number): Promise<boolean> {
  try {
    await ports.clock.sleep(ms, options.signal);
    return true;
  } catch (error) {
    if (options.signal?.aborted === true) return false;
    throw error;
  }
}

function logStep({ ports, connection, request, counts }: Sending, tried: Exclude<Try, { kind: "settled" }>, step: string): void {
  if (step === "finish") return;
  if (step === "queue") counts.throttled++;
  ports.log.info(`transport.${step}`, {
    connection: connection.id,
    request: requestLine(request),
    status: tried.kind === "answered" ? tried.response.status : null,
    scope: tried.kind === "answered" && tried.verdict.kind === "throttled" ? tried.verdict.scope : null,
  });
}
