import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Verdict } from "#main/ledgers/adapter.ts";
import { HttpFailure } from "#main/ports/index.ts";
import { ATTEMPTS, type Attempt, backoffMs, nextStep } from "#main/transport/retry.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";
import { seededRandom } from "#shared/kernel/random.ts";
import { createTransportLab } from "#test/support/transport-lab.ts";

// Rule 28: after an ambiguous failure nobody sends again blindly. Rule 27: a 400 is never retried.

const answered = (status: number, verdict: Verdict): Attempt => ({
  kind: "answered",
  verdict,
  response: { status, headers: {}, body: new Uint8Array(), receivedAt: instantFromMs(0) },
});

describe("what follows a try", () => {
  it("is never another try after a 400, whatever the adapter says", () => {
    const verdicts: Verdict[] = [
      { kind: "accepted" },
      { kind: "throttled", scope: "minute" },
      { kind: "retryable" },
      { kind: "reauthorize" },
      { kind: "forbidden", message: "" },
      { kind: "conflict", message: "" },
      { kind: "rejected", message: "" },
    ];
    fc.assert(
      fc.property(fc.constantFrom(...verdicts), fc.boolean(), fc.boolean(), fc.nat(20), (verdict, isWrite, refreshed, failures) => {
        const step = nextStep(answered(400, verdict), { isWrite, refreshed, failures }, seededRandom(1));
        expect(step.kind).toBe("finish");
      }),
    );
  });

  it("is never another try of a write that may have been applied", () => {
    const sent: Attempt = { kind: "no_answer", sent: true, reason: "reset" };
    fc.assert(
      fc.property(fc.nat(20), fc.boolean(), (failures, refreshed) => {
        const history = { failures, refreshed, isWrite: true };
        expect(nextStep(sent, history, seededRandom(1)).kind).toBe("ambiguous");
        expect(nextStep(answered(503, { kind: "retryable" }), history, seededRandom(1)).kind).toBe("ambiguous");
      }),
    );
  });

  it("backs off with full jitter below a doubling bound, and honours a sane Retry-After", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30 }), fc.integer(), (failures, seed) => {
        const ms = backoffMs(failures, undefined, seededRandom(seed));
        expect(ms).toBeGreaterThanOrEqual(0);
        expect(ms).toBeLessThanOrEqual(Math.min(60_000, 500 * 2 ** (failures - 1)));
        expect(backoffMs(failures, 7_000, seededRandom(seed))).toBeGreaterThanOrEqual(7_000);
        expect(backoffMs(failures, 1e15, seededRandom(seed))).toBeLessThanOrEqual(3_601_000);
      }),
    );
  });
});

describe("requests over a network that fails", () => {
  it("sends a refused request once", async () => {
    const lab = createTransportLab([{ status: 400, body: '{"Message":"no"}' }]);
    const outcome = await lab.read();
    expect(outcome).toMatchObject({
      kind: "rejected",
      failure: { code: "ledger_rejected", ledgerError: { status: 400, body: '{"Message":"no"}' } },
    });
    expect(lab.seen).toHaveLength(1);
  });

  it("reports a write without an answer as ambiguous and does not send it again", async () => {
    const lab = createTransportLab([new HttpFailure("socket hang up", true), { status: 200 }]);
    expect((await lab.write()).kind).toBe("ambiguous");
    expect(lab.seen).toHaveLength(1);
  });

  it("reports a write answered by a 5xx as ambiguous, with the ledger's words", async () => {
    const lab = createTransportLab([{ status: 502, body: "<h1>Bad gateway</h1>" }, { status: 200 }]);
    expect(await lab.write()).toMatchObject({ kind: "ambiguous", failure: { ledgerError: { status: 502, body: "<h1>Bad gateway</h1>" } } });
    expect(lab.seen).toHaveLength(1);
  });

  it("sends a write again that never left, that was throttled, or whose token was old", async () => {
    const lab = createTransportLab([new HttpFailure("refused", false), { status: 429 }, { status: 401 }, { status: 200 }]);
    expect((await lab.write()).kind).toBe("answered");
    expect(lab.seen).toHaveLength(4);
    expect(new Set(lab.seen.map((request) => request.body))).toEqual(new Set(['{"Invoices":[]}']));
  });

  it("calls a write that was cancelled on its way ambiguous, a read cancelled", async () => {
    const lab = createTransportLab(["hang", "hang"]);
    expect((await lab.write({ cancelAfterMs: 50 })).kind).toBe("ambiguous");
    expect((await lab.read({ cancelAfterMs: 50, remainingCalls: 1 })).kind).toBe("cancelled");
    expect(lab.seen).toHaveLength(2);
  });

  it("tries a read again after resets and 5xx, a bounded number of times", async () => {
    const lab = createTransportLab([new HttpFailure("reset", true), { status: 503 }, { status: 200 }]);
    expect((await lab.read()).kind).toBe("answered");
    const dead = createTransportLab(Array.from({ length: 50 }, () => ({ status: 503 })));
    expect(await dead.read()).toMatchObject({ kind: "unreachable", failure: { ledgerError: { status: 503 } } });
    expect(dead.seen).toHaveLength(ATTEMPTS);
  });

  it("waits for a throttled ledger as long as it takes, and counts it as waiting", async () => {
    const lab = createTransportLab([
      ...Array.from({ length: 30 }, () => ({ status: 429, headers: { "retry-after": "2" } })),
      { status: 200 },
    ]);
    const reasons: string[] = [];
    const outcome = await lab.read({ onQueued: (state) => reasons.push(state.reason) });
    expect(outcome.kind).toBe("answered");
    expect(lab.transport.requests("connection")).toMatchObject({ sent: 31, throttled: 30 });
    expect(lab.time.monotonicMs()).toBeGreaterThanOrEqual(60_000);
    expect(new Set(reasons)).toEqual(new Set(["server_asked"]));
  });

  it("takes a permit of the one limiter for every try", async () => {
    const lab = createTransportLab([{ status: 503 }, new HttpFailure("reset", true), { status: 429 }, { status: 200 }]);
    await lab.read();
    expect(lab.limiter.state().budget.dayUsed).toBe(4);
  });
});
