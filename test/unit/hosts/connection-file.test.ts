import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readConnectionFile } from "#main/runtime/connection-file.ts";

const valid = {
  system: "ledger_a",
  name: "Birch & Co",
  tenantId: "7d1f3c01-52aa-4c1e-9b30-0f6e2a9c4101",
  baseUrl: "https://ledger.example/api/2.0",
  auth: { type: "bearer_env", variable: "TOKEN" },
};
const read = (change: Readonly<Record<string, unknown>>) => readConnectionFile(JSON.stringify({ ...valid, ...change }));

describe("a connection file", () => {
  it("is read with its defaults", () => {
    expect(read({})).toEqual({ ok: true, value: { ...valid, profile: "neutral" } });
  });

  const refused: readonly (readonly [string, string, Readonly<Record<string, unknown>>])[] = [
    ["an unknown ledger", "system", { system: "ledger_d" }],
    ["no ledger", "system", { system: undefined }],
    ["an empty name", "name", { name: "" }],
    ["a tenant that would be a path", "tenantId", { tenantId: "../other" }],
    ["a number as tenant", "tenantId", { tenantId: 42 }],
    ["plain http to another machine", "baseUrl", { baseUrl: "http://ledger.example/" }],
    ["a name that only begins like this machine", "baseUrl", { baseUrl: "http://127.0.0.1.evil.example/" }],
    ["a user in the address", "baseUrl", { baseUrl: "https://user:pass@ledger.example/" }],
    ["a query in the address", "baseUrl", { baseUrl: "https://ledger.example/?a=1" }],
    ["another scheme", "baseUrl", { baseUrl: "file:///etc/passwd" }],
    ["no sign-in", "auth", { auth: undefined }],
    ["an unknown sign-in", "auth.type", { auth: { type: "password" } }],
    ["a sign-in without its variable", "auth.variable", { auth: { type: "bearer_env" } }],
    ["a secret in the file", "auth.token", { auth: { ...valid.auth, token: "abc" } }],
    [
      "a token address without TLS",
      "auth.tokenUrl",
      { auth: { type: "oauth2_refresh", tokenUrl: "http://x.example/", clientId: "c", refreshTokenEnv: "R" } },
    ],
    ["an unknown key", "tenant", { tenant: "x" }],
    ["an unknown limit", "limits.requestsPerHour", { limits: { requestsPerHour: 3 } }],
    ["a limit that is a word", "limits.concurrency", { limits: { concurrency: "five" } }],
    ["a word for yes or no", "journals", { journals: "yes" }],
  ];

  it.each(refused)("%s: refused naming %s", (_what, field, change) => {
    const result = read(change);
    expect(result.ok).toBe(false);
    if (result.ok) return;
    expect(result.failure).toMatchObject({ code: "invalid_input", field });
    expect(result.failure.message).toContain(field);
  });

  it.each(["", "{", "null", "[]", '"text"'])("that is %j is refused as a whole", (text) => {
    expect(readConnectionFile(text)).toMatchObject({ ok: false, failure: { code: "invalid_input", field: "file" } });
  });

  it("is never thrown about, whatever it holds", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(...Object.keys(valid), "limits", "profile"), (value, key) => {
        const result = read({ [key]: value });
        if (!result.ok) expect(result.failure.field?.split(".")[0]).toBe(key);
      }),
    );
  });
});
