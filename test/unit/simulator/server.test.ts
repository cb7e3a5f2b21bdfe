import { afterEach, describe, expect, test } from "vitest";
import { HttpFailure, type HttpResponse } from "#main/ports/index.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { seededRandom } from "#shared/kernel/random.ts";
import { generateBooks } from "#simulator/books/generate/generate.ts";
import { FAULT_KINDS, type Fault, plannedFaults, seededFaults } from "#simulator/faults.ts";
import { IN_PROCESS_BASE_URL, inProcessHttp } from "#simulator/in-process.ts";
import { type Listener, listen, realClock } from "#simulator/listen.ts";
import { createSimulatedLedger, type SimClock, type SimulatedLedger } from "#simulator/server.ts";
import type { SimLedger, SimLimits } from "#simulator/types.ts";
import { createVirtualClock } from "#simulator/virtual-clock.ts";

const LIMITS: SimLimits = {
  perWindow: 3,
  windowMs: 60_000,
  windowKind: "sliding",
  concurrency: 2,
  perDay: null,
  appPerWindow: null,
  batchPerWindow: null,
};

/** A ledger that counts what it was asked to do. */
function countingLedger(): SimLedger & { worked: string[] } {
  const worked: string[] = [];
  return {
    worked,
    books: generateBooks({
      seed: 1,
      style: "a",
      tenantId: "t",
      name: "Oak",
      baseCurrency: "NZD",
      country: "NZ",
      today: calendarDate("2026-11-21"),
      months: 1,
      invoicesPerMonth: 1,
      foreignCurrencies: [],
    }),
    limits: LIMITS,
    handle(request) {
      worked.push(`${request.method} ${request.path}${request.query}`);
      return { status: 200, body: JSON.stringify({ path: request.path, number: worked.length }) };
    },
    isBatch: () => false,
    quotaHeaders: ({ minuteRemaining }) => ({ "X-Left": String(minuteRemaining) }),
    throttled: (breach, seconds) => ({ status: 429, headers: { "Retry-After": String(seconds), "X-Problem": breach }, body: "" }),
    unauthorized: (reason) => ({ status: 401, body: reason }),
  };
}

function inVirtualTime(faults?: readonly { fault: Fault; requestNumber: number }[], limits = LIMITS) {
  const clock = createVirtualClock(0);
  const ledger = countingLedger();
  const simulated = createSimulatedLedger({
    ledger,
    clock,
    random: seededRandom(1),
    latencyMs: [100, 100],
    limits,
    ...(faults === undefined ? {} : { faults: plannedFaults(faults) }),
  });
  const http = inProcessHttp(simulated);
  const { accessToken } = simulated.tokens.issue();
  const get = (path: string, signal?: AbortSignal): Promise<HttpResponse> =>
    http({
      method: "GET",
      url: IN_PROCESS_BASE_URL + path,
      headers: { Authorization: `Bearer ${accessToken}` },
      timeoutMs: 30_000,
      maxBytes: 1_000_000,
      ...(signal === undefined ? {} : { signal }),
    });
  return { clock, ledger, simulated, get, http, accessToken };
}

const textOf = (response: HttpResponse): string => new TextDecoder().decode(response.body);

describe("a simulated ledger in virtual time", () => {
  test("answers after its latency, with its quota headers in lower case", async () => {
    const { clock, get, simulated } = inVirtualTime();
    const answer = await clock.run(get("/Invoices?page=1"));
    expect(clock.nowMs()).toBe(100);
    expect([answer.status, answer.headers["x-left"], textOf(answer)]).toEqual([200, "2", '{"path":"/Invoices","number":1}']);
    simulated.referee.assertClean();
    expect(clock.sleepers()).toBe(0);
  });

  test("turns away the fourth request of a window and the third at a time, and the referee says so", async () => {
    const { clock, get, simulated } = inVirtualTime();
    const statuses = (await clock.run(Promise.all([get("/a"), get("/b"), get("/c")]))).map(({ status }) => status);
    expect(statuses).toEqual([200, 200, 429]);
    await clock.run(get("/d"));
    const fourth = await clock.run(get("/e"));
    expect([fourth.status, fourth.headers["x-problem"], fourth.headers["retry-after"]]).toEqual([429, "minute", "60"]);
    expect(simulated.referee.totals).toMatchObject({ arrivals: 5, rejected: 2, maxConcurrent: 3 });
    expect(() => simulated.referee.assertClean()).toThrow(/concurrent/);
  });

  test("asks for a good token first: a bad one spends nothing of the quota", async () => {
    const { clock, get, simulated, ledger, accessToken } = inVirtualTime();
    simulated.tokens.expire(accessToken);
    const answer = await clock.run(get("/Invoices"));
    expect([answer.status, textOf(answer)]).toEqual([401, "expired"]);
    simulated.tokens.revoke();
    expect(textOf(await clock.run(get("/Invoices")))).toBe("invalid");
    expect(ledger.worked).toEqual([]);
  });

  test("takes token requests at its own endpoint", async () => {
    const { clock, http, simulated } = inVirtualTime();
    const { refreshToken } = simulated.tokens.issue();
    const body = new URLSearchParams({ grant_type: "refresh_token", refresh_token: refreshToken }).toString();
    const request = { method: "POST", url: `${IN_PROCESS_BASE_URL}/oauth/token`, headers: {}, body, timeoutMs: 1000, maxBytes: 10_000 };
    expect((await clock.run(http(request))).status).toBe(200);
    expect((await clock.run(http(request))).status).toBe(400);
    expect(simulated.tokens.totals.reuseDetected).toBe(1);
  });

  test("a client that gives up stops waiting at once", async () => {
    const { clock, get } = inVirtualTime();
    const stop = new AbortController();
    const asking = get("/slow", stop.signal);
    const failed = expect(asking).rejects.toThrow(HttpFailure);
    stop.abort(new Error("closed"));
    await failed;
    expect(clock.nowMs()).toBe(0);
  });
});

/** What each fault gives to its client, and whether the ledger did the work. */
const FAULTS: readonly (readonly [fault: Fault, result: string, worked: number])[] = [
  [{ kind: "throttle", retryAfter: "66975" }, "429 66975", 0],
  [{ kind: "throttle", retryAfter: null }, "429 undefined", 0],
  [{ kind: "status", status: 503, applied: false }, "503 undefined", 0],
  [{ kind: "status", status: 500, applied: true }, "500 undefined", 1],
  [{ kind: "reset", when: "before_send" }, "failure unsent", 0],
  [{ kind: "reset", when: "mid_response" }, "failure sent", 1],
  [{ kind: "reset", when: "after_apply" }, "failure sent", 1],
  [{ kind: "timeout", applied: false }, "failure sent", 0],
  [{ kind: "timeout", applied: true }, "failure sent", 1],
];

describe("faults", () => {
  test.each(FAULTS)("%j", async (fault, expected, worked) => {
    const { clock, get, ledger, simulated } = inVirtualTime([{ fault, requestNumber: 1 }]);
    const result = await clock.run(
      get("/x").then(
        ({ status, headers }) => `${status} ${headers["retry-after"]}`,
        (error: HttpFailure) => `failure ${error.sent ? "sent" : "unsent"}`,
      ),
    );
    expect(result).toBe(expected);
    expect(ledger.worked.length).toBe(worked);
    expect(simulated.faults.played).toEqual([{ requestNumber: 1, path: "/x", fault }]);
    expect((await clock.run(get("/y"))).status).toBe(200);
  });

  test("bodies that are cut, empty, HTML or those of the page before", async () => {
    const plan = (["truncated", "html", "empty", "duplicate"] as const).map((kind, index) => ({
      fault: { kind },
      requestNumber: index + 2,
    }));
    const { clock, get } = inVirtualTime(plan, { ...LIMITS, perWindow: null });
    const bodies: string[] = [];
    for (let page = 1; page <= 5; page++) bodies.push(textOf(await clock.run(get(`/list?page=${page}`))));
    expect(bodies[0]).toBe('{"path":"/list","number":1}');
    expect('{"path":"/list","number":2}'.startsWith(bodies[1] ?? "?")).toBe(true);
    expect(bodies[2]).toMatch(/^<!DOCTYPE html>/);
    expect(bodies.slice(3)).toEqual(["", bodies[0]]);
  });

  test("a slow answer takes longer, and a timeout takes the client's whole patience", async () => {
    const slow = inVirtualTime([{ fault: { kind: "slow", ms: 5000 }, requestNumber: 1 }]);
    await slow.clock.run(slow.get("/x"));
    expect(slow.clock.nowMs()).toBe(5100);
    const silent = inVirtualTime([{ fault: { kind: "timeout", applied: false }, requestNumber: 1 }]);
    await expect(silent.clock.run(silent.get("/x"))).rejects.toThrow(/no answer within 30000 ms/);
    expect(silent.clock.nowMs()).toBe(30_000);
  });

  test("random plans play every kind, the same for the same seed", () => {
    const play = (seed: number) => {
      const plan = seededFaults(seededRandom(seed), 0.5);
      for (let number = 1; number <= 400; number++) {
        plan.next({ method: "GET", path: `/${number}`, query: new URLSearchParams(), headers: {}, body: "" }, number);
      }
      return plan.played;
    };
    const played = play(9);
    expect(new Set(played.map(({ fault }) => fault.kind))).toEqual(new Set(FAULT_KINDS));
    expect(play(9)).toEqual(played);
    expect(play(10)).not.toEqual(played);
  });
});

describe("over a socket", () => {
  const open: Listener[] = [];
  afterEach(async () => {
    await Promise.all(open.splice(0).map((listener) => listener.close()));
  });

  const real = (clock: SimClock, faults?: readonly { fault: Fault; requestNumber: number }[]): SimulatedLedger =>
    createSimulatedLedger({
      ledger: countingLedger(),
      clock,
      random: seededRandom(2),
      latencyMs: [0, 1],
      ...(faults === undefined ? {} : { faults: plannedFaults(faults) }),
    });

  test("several tenants share one listener, each with its own tokens, and answers may be compressed", async () => {
    const tenants = [real(realClock()), real(realClock())];
    const listener = await listen(tenants);
    open.push(listener);
    const headers = { authorization: `Bearer ${tenants[1]?.tokens.issue().accessToken}`, "accept-encoding": "gzip" };
    const good = await fetch(`${listener.baseUrl}/t/1/Invoices?page=2`, { headers });
    expect([good.status, good.headers.get("content-encoding"), await good.json()]).toEqual([200, "gzip", { path: "/Invoices", number: 1 }]);
    expect((await fetch(`${listener.baseUrl}/t/0/Invoices`, { headers })).status).toBe(401);
    expect((await fetch(`${listener.baseUrl}/t/9/Invoices`, { headers })).status).toBe(404);
    const form = new URLSearchParams({ grant_type: "client_credentials" });
    expect((await fetch(`${listener.baseUrl}/t/0/oauth/token`, { method: "POST", body: form })).status).toBe(200);
  });

  test("connections really break", async () => {
    const tenant = real(realClock(), [
      { fault: { kind: "reset", when: "mid_response" }, requestNumber: 1 },
      { fault: { kind: "reset", when: "after_apply" }, requestNumber: 2 },
    ]);
    const listener = await listen(tenant);
    open.push(listener);
    const headers = { authorization: `Bearer ${tenant.tokens.issue().accessToken}` };
    await expect(fetch(`${listener.baseUrl}/x`, { headers }).then((answer) => answer.text())).rejects.toThrow();
    await expect(fetch(`${listener.baseUrl}/x`, { headers })).rejects.toThrow();
    expect((await fetch(`${listener.baseUrl}/x`, { headers })).status).toBe(200);
  });
});
