import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decimal } from "#shared/kernel/decimal.ts";
import { parseExactJson } from "#shared/kernel/json-exact.ts";
import { createLedgerA } from "#simulator/ledger-a/create-ledger-a.ts";
import { jsonText, numeral } from "#simulator/ledger-a/json-text.ts";
import { padDecimal, roundDecimal } from "#simulator/ledger-a/round-decimal.ts";
import { someBooks } from "./ledger-a-support.ts";

const ledger = createLedgerA(someBooks(41, 2), { limits: { perDay: 1000 } });

describe("limits", () => {
  it("are the specification's unless told otherwise", () => {
    expect(ledger.limits).toEqual({
      perWindow: 60,
      windowMs: 60_000,
      windowKind: "sliding",
      concurrency: 5,
      perDay: 1000,
      appPerWindow: 10_000,
      batchPerWindow: null,
    });
  });

  it("tell what is left in three headers", () => {
    expect(ledger.quotaHeaders({ minuteRemaining: 59, dayRemaining: 0, appMinuteRemaining: null })).toEqual({
      "X-MinLimit-Remaining": "59",
      "X-DayLimit-Remaining": "0",
    });
  });

  it.each(["minute", "day", "appminute", "concurrent"] as const)("throttle by headers alone: %s", (breach) => {
    expect(ledger.throttled(breach, 42)).toEqual({
      status: 429,
      headers: { "Retry-After": "42", "X-Rate-Limit-Problem": breach },
      body: "",
    });
  });
});

describe("refusals of the gateway", () => {
  it.each([
    ["expired", 401, "Detail", /^TokenExpired/],
    ["invalid", 401, "Detail", /^AuthenticationUnsuccessful$/],
    ["wrong_tenant", 403, "detail", /^AuthenticationUnsuccessful$/],
  ] as const)("%s", (reason, status, key, text) => {
    const answer = ledger.unauthorized(reason);
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.body)[key]).toMatch(text);
  });
});

describe("the JSON writer", () => {
  it("writes numerals as they stand and leaves out what is undefined", () => {
    expect(jsonText({ a: numeral("900.00"), b: undefined, c: [null, true, 7, "x\n"], d: {} })).toBe(
      '{"a":900.00,"c":[null,true,7,"x\\n"],"d":{}}',
    );
  });

  it("refuses what would lose digits", () => {
    expect(() => jsonText({ a: 0.1 })).toThrow(TypeError);
    expect(() => numeral("1e3")).toThrow(TypeError);
    expect(() => numeral("01.0")).toThrow(TypeError);
  });

  it("is read back to the same text", () => {
    const digits = fc.tuple(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.integer({ min: 0, max: 9999 }));
    fc.assert(
      fc.property(digits, fc.string(), ([whole, rest], key) => {
        fc.pre(key !== "__proto__");
        const text = `${whole}.${String(rest).padStart(4, "0")}`;
        expect(parseExactJson(jsonText({ [key]: [numeral(text)] }))).toEqual({ [key]: [text] });
      }),
    );
  });
});

describe("rounding", () => {
  it.each([
    ["1.005", 2, "1.01"],
    ["-1.005", 2, "-1.01"],
    ["0.004", 2, "0.00"],
    ["-0.004", 2, "0.00"],
    ["2", 4, "2.0000"],
    ["9.995", 2, "10.00"],
    ["1.5", 0, "2"],
  ])("%s at %i decimals is %s", (value, places, expected) => {
    expect(roundDecimal(decimal(value), places)).toBe(expected);
  });

  it("never shortens when it pads", () => {
    expect(padDecimal(decimal("1.2345"), 2)).toBe("1.2345");
    expect(padDecimal(decimal("9000"), 2)).toBe("9000.00");
  });
});
