import { describe, expect, it } from "vitest";
import { readLimits } from "#main/transport/limiter/limits.ts";
import { limitsJson } from "#test/support/limiter-lab.ts";

describe("limits", () => {
  it("come from the file, with a connection's own values on top", () => {
    const limits = readLimits(limitsJson, "ledger_a", { requestsPerDay: 1_000, requestsPerWindow: 30 });
    expect(limits).toMatchObject({
      ok: true,
      value: { requestsPerDay: 1_000, requestsPerWindow: 30, windowMs: 60_000, concurrency: 5, batchPerWindow: null },
    });
    expect(readLimits(limitsJson, "ledger_b", undefined)).toMatchObject({
      ok: true,
      value: { batchPerWindow: 40, throttleWaitMs: 60_000 },
    });
    expect(readLimits(limitsJson, "ledger_c", {})).toMatchObject({ ok: true, value: { requestsPerWindow: null, concurrency: 5 } });
  });

  it("name the key that is wrong", () => {
    expect(readLimits(limitsJson, "ledger_a", { requestPerDay: 5 })).toMatchObject({
      ok: false,
      failure: { code: "invalid_input", field: "limits.requestPerDay" },
    });
    expect(readLimits(limitsJson, "ledger_a", { concurrency: 0 })).toMatchObject({ ok: false, failure: { field: "limits.concurrency" } });
    expect(readLimits(limitsJson, "ledger_a", { pageSize: "1000" })).toMatchObject({ ok: false, failure: { field: "limits.pageSize" } });
    expect(readLimits({ ...(limitsJson as object), ledger_d: {} }, "ledger_a", {})).toMatchObject({
      ok: false,
      failure: { field: "ledger-limits.ledger_d" },
    });
  });
});
