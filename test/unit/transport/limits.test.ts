import { describe, expect, it } from "vitest";
import { readLimits, verifiedLimitsOf } from "#main/transport/limiter/limits.ts";
import { remainingQuota } from "#main/transport/limiter/quota-headers.ts";
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

  it("are whole numbers above zero, and none where a ledger has no such limit", () => {
    const fieldOf = (override: object) => {
      const limits = readLimits(limitsJson, "ledger_a", override);
      return limits.ok ? null : limits.failure.field;
    };
    for (const wrong of [{ windowMs: 0.5 }, { requestsPerWindow: 0 }, { requestsPerDay: -1 }, { appRequestsPerWindow: 0 }])
      expect(fieldOf(wrong)).toBe(`limits.${Object.keys(wrong)[0]}`);
    for (const none of [{ requestsPerWindow: null }, { requestsPerDay: null }, { appRequestsPerWindow: null }, { batchPerWindow: null }])
      expect(fieldOf(none)).toBeNull();
    expect(fieldOf({ concurrency: null })).toBe("limits.concurrency");
  });

  it("left undefined by a connection are those of the file", () => {
    expect(readLimits(limitsJson, "ledger_a", { requestsPerWindow: undefined })).toEqual(readLimits(limitsJson, "ledger_a", undefined));
  });

  it("come without the day on which a person verified them, which has its own reader", () => {
    const limits = readLimits(limitsJson, "ledger_a", undefined);
    expect(limits.ok && "verifiedOn" in limits.value).toBe(false);
    expect(verifiedLimitsOf(limitsJson, "ledger_a")).toMatchObject({ ok: true, value: { verifiedOn: expect.stringMatching(/^20\d\d-/) } });
    expect(verifiedLimitsOf({}, "ledger_a")).toMatchObject({ ok: false, failure: { code: "invalid_input" } });
  });
});

describe("what an answer says is left", () => {
  it("is read from the headers that make sense, and only from those", () => {
    expect(remainingQuota({ "x-minlimit-remaining": " 12 ", "x-daylimit-remaining": "0", "x-appminlimit-remaining": "9000" })).toEqual({
      minute: 12,
      day: 0,
      app: 9_000,
    });
    for (const text of ["", "-1", "1.5", "many", "1234567890"]) expect(remainingQuota({ "x-minlimit-remaining": text })).toEqual({});
    expect(remainingQuota({})).toEqual({});
  });
});
