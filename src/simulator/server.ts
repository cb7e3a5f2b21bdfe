import { type Random, randomInt } from "#shared/kernel/random.ts";
import { type Fault, type FaultPlan, noFaults } from "./faults.ts";
import { type AppWindow, createGate, type Gate } from "./gate.ts";
import { type OAuth1Credentials, oauth1Fault } from "./oauth1-check.ts";
import { createReferee, type Referee } from "./referee.ts";
import { createTokenIssuer, type TokenIssuer, type TokenOptions } from "./tokens.ts";
import type { Quota, SimLedger, SimLimits, SimRequest, SimResponse } from "./types.ts";

/** How a request ended, as its client sees it. */
export type SimAnswer =
  | { readonly kind: "response"; readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: string }
  /** `sent` false: nothing left the client. `partial`: the complete answer when only its first half arrived; null when none did. */
  | { readonly kind: "reset"; readonly sent: boolean; readonly partial: SimResponse | null }
  /** No answer ever comes. */
  | { readonly kind: "silence" };

export interface SimulatedLedger {
  respond(request: SimRequest): Promise<SimAnswer>;
  readonly ledger: SimLedger;
  readonly referee: Referee;
  readonly gate: Gate;
  readonly tokens: TokenIssuer;
  readonly faults: FaultPlan;
  readonly limits: SimLimits;
  readonly clock: SimClock;
}

export interface SimClock {
  nowMs(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export interface SimulatedLedgerOptions {
  readonly ledger: SimLedger;
  readonly clock: SimClock;
  readonly random: Random;
  readonly latencyMs: readonly [low: number, high: number];
  readonly faults?: FaultPlan;
  /** Default: the ledger's own limits. */
  readonly limits?: SimLimits;
  readonly app?: AppWindow;
  readonly tokens?: Omit<TokenOptions, "nowMs" | "random">;
  /** An authorization server shared with other tenants; left out: a separate one. */
  readonly issuer?: TokenIssuer;
  /** Requests are signed individually instead of carrying a token. */
  readonly oauth1?: { readonly credentials: OAuth1Credentials; readonly baseUrl: string };
}

/** The path of token requests in every simulated ledger. */
export const TOKEN_PATH = "/oauth/token";
export const REVOKE_PATH = "/oauth/revoke";
/** The page that a person's browser opens; every visit consents unless the tokens' options say otherwise. */
export const AUTHORIZE_PATH = "/oauth/authorize";

/** Puts the vendor-shaped half behind a token check, limits, latency and faults. */
export function createSimulatedLedger(options: SimulatedLedgerOptions): SimulatedLedger {
  const { ledger, clock, random, latencyMs, faults = noFaults(), limits = ledger.limits } = options;
  const gate = createGate(limits, random, options.app);
  const referee = createReferee(limits);
  const tokens = options.issuer ?? createTokenIssuer({ nowMs: clock.nowMs, random, ...options.tokens });
  const mayPass = doorkeeper(options, tokens);
  const work = createWork(ledger, clock);
  const counter = { requests: 0 };

  /** The ledger's side: what it answers, and how much longer than usual it takes. */
  const judge = (request: SimRequest, fault: Fault | null, isBatch: boolean): Judgement => {
    const verdict = mayPass(request);
    if (verdict !== "ok") return { answer: toAnswer(ledger.unauthorized(verdict)), extraMs: 0, isAdmitted: false };
    const admission = gate.arrive(clock.nowMs(), isBatch);
    if (admission.ok) {
      const answer = leavingOnDefect(() => work(request, fault, admission.quota), gate);
      return { answer, extraMs: fault?.kind === "slow" ? fault.ms : 0, isAdmitted: true };
    }
    referee.rejected(admission.breach, clock.nowMs());
    const throttled = ledger.throttled(admission.breach, admission.retryAfterSeconds);
    const headers = { ...throttled.headers, ...ledger.quotaHeaders(admission.quota) };
    return { answer: toAnswer({ ...throttled, headers }), extraMs: 0, isAdmitted: false };
  };

  const respond = async (request: SimRequest): Promise<SimAnswer> => {
    const halfMs = randomInt(random, latencyMs[0], latencyMs[1]) / 2;
    const granted = await answerTokenRequest(tokens, clock, request, () => clock.sleep(halfMs * 2));
    if (granted !== null) return granted;
    const fault = faults.next(request, ++counter.requests);
    if (fault?.kind === "reset" && fault.when === "before_send") return { kind: "reset", sent: false, partial: null };
    await clock.sleep(halfMs);
    const isBatch = ledger.isBatch(request);
    referee.arrived(clock.nowMs(), isBatch);
    try {
      const { answer, extraMs, isAdmitted } = judge(request, fault, isBatch);
      await clock.sleep(halfMs + extraMs);
      if (isAdmitted) gate.leave();
      return answer;
    } finally {
      referee.left();
    }
  };

  return { respond, ledger, referee, gate, tokens, faults, limits, clock };
}

/** The authorization server's answer; null for a request to the books. Faults don't affect it. */
export async function answerTokenRequest(
  tokens: TokenIssuer,
  clock: SimClock,
  request: SimRequest,
  travel: () => Promise<void>,
): Promise<(SimAnswer & { kind: "response" }) | null> {
  const { path, body, headers, query } = request;
  // A client with a wrong clock learns the right time here.
  const dated = { ...JSON_TYPE, "cache-control": "no-store", date: new Date(clock.nowMs()).toUTCString() };
  if (path === AUTHORIZE_PATH) {
    const location = tokens.authorize(query);
    return { kind: "response", body: "", ...(location === null ? { status: 400, headers: {} } : { status: 302, headers: { location } }) };
  }
  if (path !== TOKEN_PATH && path !== REVOKE_PATH) return null;
  await travel();
  const form = new URLSearchParams(body);
  const reply = path === TOKEN_PATH ? tokens.exchange(form, headers.authorization) : tokens.revokeToken(form, headers.authorization);
  return { kind: "response", headers: dated, ...reply };
}

/** Which requests are let in: by bearer token, or by signature. */
function doorkeeper({ ledger, oauth1, clock }: SimulatedLedgerOptions, tokens: TokenIssuer): (request: SimRequest) => Admittance {
  if (oauth1 === undefined) return (request) => tokens.check(bearer(request), ledger.books.tenantId);
  const nonces = new Set<string>();
  return (request) => {
    const address = `${oauth1.baseUrl}${request.path}`;
    return oauth1Fault(request, address, oauth1.credentials, clock.nowMs(), nonces) === null ? "ok" : "invalid";
  };
}

type Admittance = ReturnType<TokenIssuer["check"]>;

interface Judgement {
  readonly answer: SimAnswer;
  readonly extraMs: number;
  /** Counts against concurrency until it has left. */
  readonly isAdmitted: boolean;
}

/** A ledger that throws must not keep its slot forever. */
function leavingOnDefect(work: () => SimAnswer, gate: Gate): SimAnswer {
  try {
    return work();
  } catch (error) {
    gate.leave();
    throw error;
  }
}

/** The ledger's own work, with its fault; remembers pages for the fault that repeats one. */
function createWork(ledger: SimLedger, clock: SimClock): (request: SimRequest, fault: Fault | null, quota: Quota) => SimAnswer {
  const lastBodies = new Map<string, string>();
  return (request, fault, quota) => {
    const handle = (): SimResponse => {
      const response = ledger.handle(request, clock.nowMs());
      return { ...response, headers: { ...response.headers, ...ledger.quotaHeaders(quota) } };
    };
    const key = pageFamily(request);
    const answer = spoil(fault, handle, ledger, asksForMore(request) ? (lastBodies.get(key) ?? "") : "", (ms, act) => {
      clock.sleep(ms).then(act, () => undefined);
    });
    if (answer.kind === "response" && answer.status === 200 && fault === null) lastBodies.set(key, answer.body);
    return answer;
  };
}

/** Runs something after a delay, even if nobody is waiting for it anymore. */
type Later = (ms: number, act: () => unknown) => void;

const JSON_TYPE = { "content-type": "application/json" };
const HTML = "<!DOCTYPE html><html><head><title>Sign in</title></head><body>We'll be right back</body></html>";

/** Applies a fault; `work` is called when the ledger carries out the request. */
function spoil(fault: Fault | null, work: () => SimResponse, ledger: SimLedger, lastBody: string, later: Later): SimAnswer {
  switch (fault?.kind) {
    case "throttle":
      return withRetryAfter(ledger.throttled("minute", 1), fault.retryAfter);
    case "status":
      if (fault.applied) work();
      return { kind: "response", status: fault.status, headers: { "content-type": "text/html" }, body: HTML };
    case "reset": {
      const response = work();
      return { kind: "reset", sent: true, partial: fault.when === "mid_response" ? response : null };
    }
    case "timeout":
      if (fault.applied) work();
      return { kind: "silence" };
    case "late":
      later(fault.ms, work);
      return { kind: "silence" };
    case "truncated": {
      const answer = toAnswer(work());
      return { ...answer, body: answer.body.slice(0, Math.floor(answer.body.length / 2)) };
    }
    case "html":
      return { kind: "response", status: 200, headers: { "content-type": "text/html" }, body: HTML };
    case "empty":
      return { ...toAnswer(work()), body: "" };
    case "duplicate": {
      const answer = toAnswer(work());
      return lastBody === "" ? answer : { ...answer, body: lastBody };
    }
    default:
      return toAnswer(work());
  }
}

function withRetryAfter(response: SimResponse, retryAfter: string | null): SimAnswer {
  const answer = toAnswer(response);
  const headers = Object.fromEntries(Object.entries(answer.headers).filter(([name]) => name !== "retry-after"));
  return { ...answer, headers: retryAfter === null ? headers : { ...headers, "retry-after": retryAfter } };
}

function toAnswer(response: SimResponse): SimAnswer & { kind: "response" } {
  const headers = Object.fromEntries(Object.entries(response.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]));
  return { kind: "response", status: response.status, headers: { ...JSON_TYPE, ...headers }, body: response.body };
}

/** True for any page after the first, in any ledger's syntax. */
function asksForMore(request: SimRequest): boolean {
  return /\bpage=(?!1\b)|\boffset=(?!0\b)|STARTPOSITION (?!1\b)|\bid > \d/.test(
    `${request.query} ${request.query.get("query") ?? ""} ${request.body}`,
  );
}

/** The same for all pages of one list: the request without its digits. */
function pageFamily(request: SimRequest): string {
  return `${request.method} ${request.path} ${request.query} ${request.body}`.replace(/\d+/g, "#");
}

function bearer(request: SimRequest): string | null {
  return /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1] ?? null;
}
