import { describe, expect, test } from "vitest";
import { verdict } from "#main/ledgers/a/verdicts.ts";
import { answerA, fetchedAt } from "./support.ts";

const judge = (status: number, headers: Record<string, string> = {}, body: unknown = "") => verdict(answerA(body, { status, headers }));

test.each([
  [200, "accepted"],
  [201, "accepted"],
  [204, "accepted"],
  [304, "accepted"],
  [401, "reauthorize"],
  [403, "forbidden"],
  [408, "retryable"],
  [429, "throttled"],
  [500, "retryable"],
  [502, "retryable"],
  [503, "retryable"],
  [504, "retryable"],
  [301, "rejected"],
  [400, "rejected"],
  [404, "rejected"],
  [409, "rejected"],
  [412, "rejected"],
  [418, "rejected"],
])("status %d is %s", (status, kind) => expect(judge(status).kind).toBe(kind));

test("401 for want of permission is no reason to sign in again", () => {
  const body = { Title: "Unauthorized", Status: 401, Detail: "AuthorizationUnsuccessful" };
  expect(judge(401, {}, body)).toEqual({ kind: "forbidden", message: "Unauthorized: AuthorizationUnsuccessful" });
});

test.each([
  ["minute", "minute"],
  ["Minute", "minute"],
  ["day", "day"],
  ["Daily", "day"],
  ["appminute", "app"],
  ["AppMinute", "app"],
  ["concurrent", "concurrency"],
  ["Concurrent", "concurrency"],
  ["", "minute"],
  ["moon", "minute"],
])("rate limit problem %j has the scope %s", (problem, scope) =>
  expect(judge(429, { "x-rate-limit-problem": problem })).toMatchObject({ kind: "throttled", scope }),
);

test("header names may come in any case", () =>
  expect(judge(429, { "X-Rate-Limit-Problem": "day", "Retry-After": "5" })).toEqual({
    kind: "throttled",
    scope: "day",
    retryAfterMs: 5000,
  }));

describe("how long to wait", () => {
  test.each([
    ["0", 0],
    ["3", 3000],
    ["1.5", 1500],
    ["66975", 66_975_000],
    ["Sat, 21 Nov 2026 09:00:30 GMT", 30_000],
  ])("Retry-After %s is %d ms", (sent, ms) => {
    expect(fetchedAt).toBe("2026-11-21T09:00:00.000Z");
    expect(judge(429, { "retry-after": sent })).toMatchObject({ retryAfterMs: ms });
    expect(judge(503, { "retry-after": sent })).toEqual({ kind: "retryable", retryAfterMs: ms });
  });

  test.each(["-5", "", "soon", "1e9", "99999999999", "Sat, 21 Nov 2026 08:00:00 GMT", "NaN"])("Retry-After %j says nothing", (sent) =>
    expect(judge(429, { "retry-after": sent })).toEqual({ kind: "throttled", scope: "minute" }),
  );
});

describe("the ledger's words", () => {
  test("validation messages of every element, each once", () => {
    const body = {
      ErrorNumber: 10,
      Type: "ValidationException",
      Message: "A validation exception occurred",
      Elements: [
        { ValidationErrors: [{ Message: "Too late" }, { Message: "Too late" }] },
        { ValidationErrors: [{ Message: "No name" }] },
        {},
      ],
    };
    expect(judge(400, {}, body)).toEqual({ kind: "rejected", message: "A validation exception occurred: Too late: No name", code: "10" });
  });

  test.each([
    [{ Title: "Forbidden", Status: 403, Detail: "AuthenticationUnsuccessful" }],
    [{ title: "Forbidden", status: 403, detail: "AuthenticationUnsuccessful" }],
  ])("gateway errors in either letter case", (body) =>
    expect(judge(403, {}, body)).toEqual({ kind: "forbidden", message: "Forbidden: AuthenticationUnsuccessful" }),
  );

  test("a body that is not JSON is shown as it is, an empty one as its status", () => {
    expect(judge(404, {}, "The resource is gone ")).toEqual({ kind: "rejected", message: "The resource is gone" });
    const fallback = { message: "No reason was given (HTTP status 404).", isFallback: true };
    expect(judge(404)).toEqual({ kind: "rejected", ...fallback });
    expect(judge(404, {}, { Message: "", Elements: [] })).toEqual({ kind: "rejected", ...fallback });
  });
});
