import type { LedgerRequest, LedgerResponse, Verdict } from "#main/ledgers/adapter.ts";
import { type Http, HttpFailure, type HttpRequest, type Log } from "#main/ports/index.ts";
import { createTransport, type Transport } from "#main/transport/client.ts";
import { createMemoryCounterStore } from "#main/transport/limiter/counter-store.ts";
import type { Limiter } from "#main/transport/limiter/limiter.ts";
import { createLimiters } from "#main/transport/limiter/limiters.ts";
import type { LedgerConnection, SendOptions, SendOutcome } from "#main/transport/sending.ts";
import type { TokenSource } from "#main/transport/tokens/token-source.ts";
import { seededRandom } from "#shared/kernel/random.ts";
import { ok } from "#shared/kernel/result.ts";
import { limitsOf } from "./limiter-lab.ts";
import { createVirtualTime, type VirtualTime } from "./virtual-time.ts";

/** One scripted answer; `hang` answers only to an abort. */
export type Scripted =
  | { readonly status: number; readonly body?: string; readonly headers?: Record<string, string> }
  | HttpFailure
  | "hang";

interface Extra extends Partial<SendOptions> {
  readonly cancelAfterMs?: number;
  readonly request?: Partial<LedgerRequest>;
}

export interface TransportLab {
  readonly time: VirtualTime;
  readonly transport: Transport;
  readonly limiter: Limiter;
  readonly connection: LedgerConnection;
  /** What reached the network. */
  readonly seen: readonly HttpRequest[];
  /** Every log line, as text. */
  readonly logged: readonly string[];
  read(extra?: Extra): Promise<SendOutcome>;
  write(extra?: Extra): Promise<SendOutcome>;
}

/** A log that keeps its lines. */
export function createLogKeeper(): { readonly log: Log; readonly lines: string[] } {
  const lines: string[] = [];
  const keep = (...parts: readonly unknown[]) => {
    lines.push(parts.map((part) => (part instanceof Error ? String(part.stack) : JSON.stringify(part))).join(" "));
  };
  return { log: { info: keep, warn: keep, error: keep }, lines };
}

/** An HTTP port that answers from a script, 30 ms each. */
export function createScriptedHttp(time: VirtualTime, script: readonly Scripted[]): { readonly http: Http; readonly seen: HttpRequest[] } {
  const seen: HttpRequest[] = [];
  const http: Http = async (request) => {
    const answer = script[seen.length];
    seen.push(request);
    if (answer === undefined) throw new Error("the script is over");
    await time.sleep(answer === "hang" ? 1e9 : 30, request.signal);
    if (answer === "hang") throw new HttpFailure("no answer in time", true);
    if (answer instanceof HttpFailure) throw answer;
    const body = new TextEncoder().encode(answer.body ?? "{}");
    return { status: answer.status, headers: answer.headers ?? {}, body, wireBytes: body.length };
  };
  return { http, seen };
}

/** A verdict by status alone, in the way of Ledger A. */
export function plainVerdict({ status, headers }: LedgerResponse): Verdict {
  if (status < 300) return { kind: "accepted" };
  if (status === 401) return { kind: "reauthorize" };
  if (status === 429) return { kind: "throttled", scope: "minute", retryAfterMs: Number(headers["retry-after"] ?? 1) * 1_000 };
  if (status >= 500) return { kind: "retryable" };
  return { kind: "rejected", message: `status ${status}` };
}

export function createTransportLab(script: readonly Scripted[], auth: TokenSource = fixedToken("good-token")): TransportLab {
  const time = createVirtualTime();
  const random = seededRandom(28);
  const { http, seen } = createScriptedHttp(time, script);
  const { log, lines } = createLogKeeper();
  const limiters = createLimiters({ clock: time, random, store: createMemoryCounterStore(), limitsFor: () => limitsOf("ledger_a") });
  const transport = createTransport({ ports: { clock: time, http, random, log }, limiterFor: limiters.limiterFor });
  const connection: LedgerConnection = {
    id: "connection",
    system: "ledger_a",
    tenantId: "tenant",
    baseUrl: "https://ledger.example/api/2.0",
    auth,
    verdict: plainVerdict,
  };
  const send = (
    request: LedgerRequest,
    options: SendOptions,
    { cancelAfterMs, request: more = {}, ...extra }: Extra,
  ): Promise<SendOutcome> => {
    const abort = new AbortController();
    if (cancelAfterMs !== undefined) time.after(cancelAfterMs, () => abort.abort());
    return time.run(transport.send(connection, { ...request, ...more }, { ...options, ...extra, signal: abort.signal }));
  };
  return {
    time,
    transport,
    limiter: limiters.limiterFor("ledger_a", "tenant"),
    connection,
    seen,
    logged: lines,
    read: (extra = {}) => send({ method: "GET", path: "/Invoices", query: { page: "1" } }, { lane: "background" }, extra),
    write: (extra = {}) => send({ method: "POST", path: "/Invoices", body: '{"Invoices":[]}' }, { lane: "write" }, extra),
  };
}

/** A token that is always believed to be good. */
export function fixedToken(token: string): TokenSource {
  return { token: async () => ok(token), refresh: async () => ok(token) };
}
