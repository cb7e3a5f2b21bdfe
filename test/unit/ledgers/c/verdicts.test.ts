import { describe, expect, it } from "vitest";
import { adapterC } from "#main/ledgers/c/index.ts";
import { answer } from "./support.ts";

const problem = (status: number, code: string, detail: string) =>
  JSON.stringify({ type: "about:blank", title: "Bad Request", status, "o:errorDetails": [{ detail, "o:errorCode": code }] });
const limit = problem(429, "SSS_REQUEST_LIMIT_EXCEEDED", "Too many requests.");

describe("the verdict on an answer of Ledger C", () => {
  it.each([
    [200, '{"items":[]}', { kind: "accepted" }],
    [204, "", { kind: "accepted" }],
    [401, problem(401, "INVALID_LOGIN", "Invalid login."), { kind: "reauthorize" }],
    [403, problem(403, "INSUFFICIENT_PERMISSION", "No permission."), { kind: "forbidden", message: "No permission." }],
    [408, "", { kind: "retryable" }],
    [500, "oops", { kind: "retryable" }],
    [503, "", { kind: "retryable" }],
    [429, limit, { kind: "throttled", scope: "concurrency" }],
    [429, "", { kind: "throttled", scope: "concurrency" }],
    [400, limit, { kind: "throttled", scope: "concurrency" }],
    [403, limit, { kind: "throttled", scope: "concurrency" }],
    [500, limit, { kind: "throttled", scope: "concurrency" }],
    [200, limit, { kind: "throttled", scope: "concurrency" }],
    [400, problem(400, "INVALID_CONTENT", "Field x."), { kind: "rejected", message: "Field x.", code: "INVALID_CONTENT" }],
    [404, '{"title":"Not Found"}', { kind: "rejected", message: "Not Found" }],
    [404, "", { kind: "rejected", message: "No reason was given (HTTP status 404).", isFallback: true }],
    [404, '{"title":"Not Found","detail":""}', { kind: "rejected", message: "Not Found" }],
    [404, "{}", { kind: "rejected", message: "No reason was given (HTTP status 404).", isFallback: true }],
    [403, "", { kind: "forbidden", message: "this connection's role doesn't allow it.", isFallback: true }],
    [418, "<html>teapot</html>", { kind: "rejected", message: "<html>teapot</html>" }],
  ])("%i %s", (status, body, verdict) => {
    expect(adapterC.verdict(answer(status, body))).toEqual(verdict);
  });

  it("does not take a memo that quotes the code for the code", () => {
    const body = JSON.stringify({ items: [{ id: "1", memo: '"o:errorCode":"SSS_REQUEST_LIMIT_EXCEEDED"' }] });
    expect(adapterC.verdict(answer(200, body))).toEqual({ kind: "accepted" });
  });

  it("waits as long as the ledger says, in seconds or until a time", () => {
    expect(adapterC.verdict(answer(429, "", { "Retry-After": "7" }))).toMatchObject({ retryAfterMs: 7000 });
    expect(adapterC.verdict(answer(429, "", { "retry-after": "Sat, 21 Nov 2026 08:00:02 GMT" }))).toMatchObject({ retryAfterMs: 2000 });
    expect(adapterC.verdict(answer(503, "", { "retry-after": "soon" }))).toEqual({ kind: "retryable" });
  });
});
