import { describe, expect, it } from "vitest";
import { adapterB } from "#main/ledgers/b/index.ts";
import { response } from "./support.ts";

const fault = (code: string, type = "ValidationFault", Message = "No", Detail = "because") => ({
  Fault: { Error: [{ Message, Detail, code }], type },
  time: "x",
});
const lower = (code: string) => ({
  warnings: null,
  fault: { error: [{ message: "message=AuthenticationFailed", detail: "Token expired", code }], type: "AUTHENTICATION" },
});
const wordless = (status: number) => ({ message: `No reason was given (HTTP status ${status}).`, isFallback: true });
const throttled = { kind: "throttled", scope: "minute", retryAfterMs: 60_000 };

describe("verdicts on Ledger B", () => {
  it.each([
    ["an answer", 200, { QueryResponse: {} }, { kind: "accepted" }],
    ["a page that mentions faults", 200, { QueryResponse: { Item: [{ Name: "Fault", Description: '"Fault":{' }] } }, { kind: "accepted" }],
    ["a batch with one fault inside", 200, { BatchItemResponse: [{ bId: "1", ...fault("610") }] }, { kind: "accepted" }],
    ["a null fault", 200, { fault: null }, { kind: "accepted" }],
    ["HTML, which reading refuses", 200, "<html>sign in</html>", { kind: "accepted" }],
    ["a fault inside 200", 200, fault("2500"), { kind: "rejected", code: "2500", message: "No: because" }],
    ["throttling inside 200", 200, fault("003001", "SERVICE"), throttled],
    ["an expired token inside 200", 200, lower("3200"), { kind: "reauthorize" }],
    ["a stale token of sync inside 200", 200, fault("5010"), { kind: "conflict", message: "No: because" }],
    ["a system fault inside 200", 200, fault("10000", "SystemFault"), { kind: "retryable" }],
    ["no rights inside 200", 200, fault("3100", "AuthorizationFault"), { kind: "forbidden", message: "No: because" }],
    ["401 in lower case", 401, lower("3200"), { kind: "reauthorize" }],
    ["401 without body", 401, "", { kind: "reauthorize" }],
    ["429", 429, fault("3001", "SERVICE"), throttled],
    ["429 with any body", 429, "slow down", throttled],
    ["403 that is throttling", 403, fault("003001", "SERVICE"), throttled],
    ["403 in lower case", 403, lower("3100"), { kind: "forbidden", message: "message=AuthenticationFailed: Token expired" }],
    ["403 without body", 403, "", { kind: "forbidden", message: expect.stringContaining("403"), isFallback: true }],
    ["a stale record", 400, fault("5010"), { kind: "conflict", message: "No: because" }],
    ["code 500 inside 400", 400, fault("500"), { kind: "rejected", code: "500", message: "No: because" }],
    ["a bad query", 400, fault("4001"), { kind: "rejected", code: "4001", message: "No: because" }],
    ["a closed period", 400, fault("6210"), { kind: "rejected", code: "6210", message: "No: because" }],
    ["404", 404, "<html>", { kind: "rejected", message: expect.stringContaining("404"), isFallback: true }],
    ["418 with an unreadable fault", 418, '{"Fault": oh', { kind: "rejected", message: expect.stringContaining("418"), isFallback: true }],
    ["a fault without words", 400, { Fault: { Error: [{ code: "610" }] } }, { kind: "rejected", code: "610", ...wordless(400) }],
    ["500", 500, fault("10000", "SystemFault"), { kind: "retryable" }],
    ["502 from a proxy", 502, "<html>bad gateway</html>", { kind: "retryable" }],
    ["504 that throttles", 504, fault("3001", "SERVICE"), throttled],
  ])("%s", (_what, status, body, verdict) => {
    expect(adapterB.verdict(response(body, status))).toEqual(verdict);
  });

  it("waits as long as an outage says", () => {
    expect(adapterB.verdict(response("", 503, { "retry-after": "120" }))).toEqual({ kind: "retryable", retryAfterMs: 120_000 });
    expect(adapterB.verdict(response("", 503, { "retry-after": "Sat, 21 Nov 2026 09:00:00 GMT" }))).toEqual({ kind: "retryable" });
  });

  it("does not search a page of records for faults", () => {
    const page = { QueryResponse: { Invoice: [{ Id: "1", PrivateNote: "x".repeat(70_000) }] }, Fault: { Error: [{ code: "500" }] } };
    expect(adapterB.verdict(response(page))).toEqual({ kind: "accepted" });
  });
});
