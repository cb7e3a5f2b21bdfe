import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { adapterFor } from "#main/ledgers/registry.ts";
import { HttpFailure } from "#main/ports/index.ts";
import { isLedgerAddress } from "#main/runtime/connection-file.ts";
import { remainingQuota } from "#main/transport/limiter/quota-headers.ts";
import { refused } from "#main/transport/outcomes.ts";
import { requestLine, withoutSecrets } from "#main/transport/redact.ts";
import { requestUrl } from "#main/transport/request-url.ts";
import { NO_DATA_ATTEMPTS } from "#main/transport/retry.ts";
import type { Sending } from "#main/transport/sending.ts";
import type { TokenSource } from "#main/transport/tokens/token-source.ts";
import { fail, ok } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { createTransportLab, fixedToken, type Scripted, type TransportLab } from "#test/support/transport-lab.ts";

const CANARY = "canary.77aa+token/with=signs";

describe("a request", () => {
  it("goes to the connection's address, signed, and its answer comes back whole", async () => {
    const lab = createTransportLab([{ status: 200, body: '{"Invoices":[]}', headers: { "x-minlimit-remaining": "12" } }]);
    const outcome = await lab.read({ request: { query: { where: 'Type=="ACCREC" & x' }, headers: { "Ledger-Tenant-Id": "t 1" } } });
    expect(lab.seen[0]).toMatchObject({
      url: "https://ledger.example/api/2.0/Invoices?where=Type%3D%3D%22ACCREC%22%20%26%20x",
      headers: { accept: "application/json", authorization: "Bearer good-token", "ledger-tenant-id": "t 1" },
      timeoutMs: 100_000,
      maxBytes: 67_108_864,
    });
    if (outcome.kind !== "answered") throw new Error(outcome.kind);
    expect(new TextDecoder().decode(outcome.response.body)).toBe('{"Invoices":[]}');
    expect(outcome.response.body.byteLength).toBe(outcome.response.body.buffer.byteLength);
    expect(lab.limiter.state().budget.minuteLeft).toBe(12);
    expect(lab.transport.requests("connection")).toEqual({ sent: 1, retried: 0, throttled: 0, bytes: 15 });
  });

  it("does not follow a redirect", async () => {
    const lab = createTransportLab([{ status: 302, headers: { location: "https://evil.example/" } }]);
    expect(await lab.read()).toMatchObject({ kind: "rejected", failure: { code: "ledger_rejected", ledgerError: { status: 302 } } });
    expect(lab.seen).toHaveLength(1);
  });

  it("keeps the ledger's own words beside the message around them, without the token", () => {
    const said = "Please enter value(s) for: department. Bearer good-token";
    const sending = { connection: { system: "ledger_c" }, request: { method: "POST", path: "/bill" } } as unknown as Sending;
    const answered = { kind: "answered", response: { status: 400, body: new Uint8Array() }, verdict: { kind: "rejected", message: said } };
    const { failure } = refused(sending, answered as unknown as Parameters<typeof refused>[1], "good-token") as { failure: Failure };
    expect(failure.ledgerError?.said).toMatch(/^Please enter value\(s\) for: department\. /);
    expect(failure.message).toBe(`Ledger C rejected the request: ${failure.ledgerError?.said}`);
    expect(JSON.stringify(failure)).not.toContain("good-token");
  });

  it("quotes nothing as the ledger's words where its answer has none", async () => {
    const lab = createTransportLab([{ status: 302, headers: { location: "https://evil.example/" } }]);
    const redirected = (await lab.read()) as { failure: Failure };
    expect(redirected.failure.message).toMatch(/rejected the request: it answered with a redirect, which Tieout doesn't follow\.$/);
    expect(redirected.failure.ledgerError).not.toHaveProperty("said");
    for (const system of ["ledger_a", "ledger_b", "ledger_c"] as const) {
      const sending = { connection: { system }, request: { method: "POST", path: "/bill" } } as unknown as Sending;
      const response = { status: 404, headers: {}, body: new Uint8Array(), receivedAt: lab.time.now() };
      const answered = { kind: "answered", response, verdict: adapterFor(system).verdict(response) } as const;
      const { failure } = refused(sending, answered, "good-token") as { failure: Failure };
      expect(failure.message).toMatch(/rejected the request: No reason was given \(HTTP status 404\)\.$/);
      expect(failure.ledgerError).not.toHaveProperty("said");
      const stale = { ...answered, verdict: { kind: "conflict", message: "No reason was given.", isFallback: true } } as const;
      const conflict = refused(sending, stale, "good-token") as { failure: Failure };
      expect(conflict.failure.message).toMatch(/^The record was changed in Ledger [ABC]\.$/);
    }
  });

  it("hands a rejection back where discovery asks for it", async () => {
    const lab = createTransportLab([{ status: 403 }, { status: 403 }]);
    expect((await lab.read({ request: { allowRejection: true } })).kind).toBe("answered");
    expect((await lab.read()).kind).toBe("rejected");
  });

  it("that can't be built safely is a defect, and holds no slot", async () => {
    const lab = createTransportLab([]);
    for (const path of ["Invoices", "//evil.example/x", "/../x", "/a/%2E%2e/b", "/x?y=1", "/x#y", "/a\\b", "/a b", "/a\nb"]) {
      await expect(lab.read({ request: { path } })).rejects.toThrow("unsafe request path");
    }
    await expect(lab.read({ request: { headers: { "X-A": "a\r\nb: c" } } })).rejects.toThrow("control character");
    expect(lab.limiter.state().inFlight).toBe(0);
  });
});

describe("the token of a request", () => {
  const hourly = (hours: () => number): TokenSource => ({ ...fixedToken(""), token: async () => ok(`token-${hours()}`) });

  it("is the one that is good when the request leaves, not when its wait began", async () => {
    const lab: TransportLab = createTransportLab(
      [{ status: 429, headers: { "retry-after": "10800" } }, { status: 200 }],
      hourly(() => Math.floor(lab.time.monotonicMs() / 3_600_000)),
    );
    expect((await lab.read()).kind).toBe("answered");
    const hours = Math.floor(lab.time.monotonicMs() / 3_600_000);
    expect(hours).toBeGreaterThan(0);
    expect(lab.seen.map(({ headers }) => headers.authorization)).toEqual(["Bearer token-0", `Bearer token-${hours}`]);
  });

  it("is renewed again after an answer that accepted the one before", async () => {
    let renewed = 0;
    const auth: TokenSource = { token: async () => ok(`token-${renewed}`), refresh: async () => ok(`token-${++renewed}`) };
    const lab = createTransportLab([{ status: 401 }, { status: 429 }, { status: 401 }, { status: 200 }], auth);
    expect((await lab.read()).kind).toBe("answered");
    expect(renewed).toBe(2);
    const refusedTwice = createTransportLab([{ status: 401 }, { status: 401 }], auth);
    const next = (source: TokenSource) => createTransportLab([{ status: 401 }, { status: 401 }], source).read();
    expect(await refusedTwice.read()).toMatchObject({ kind: "needs_sign_in", failure: { next: "Reconnect to the ledger." } });
    expect(renewed).toBe(3);
    const whenRefused = { next: "Renew the certificate." };
    expect(await next({ ...auth, whenRefused })).toMatchObject({ kind: "needs_sign_in", failure: whenRefused });
  });

  it("that can't be had any more when its turn comes sends nothing and holds no slot", async () => {
    let asked = 0;
    const gone: Failure = { code: "needs_sign_in", message: "no" };
    const late: TokenSource = { ...fixedToken(""), token: async () => (++asked === 1 ? ok("token") : fail(gone)) };
    const lab = createTransportLab([], late);
    expect(await lab.read()).toEqual({ kind: "needs_sign_in", failure: gone });
    expect(lab.seen).toHaveLength(0);
    expect(lab.limiter.state().inFlight).toBe(0);
    expect(lab.transport.requests("connection").sent).toBe(0);
  });

  it("whose source breaks is a defect, and holds no slot", async () => {
    let asked = 0;
    const broken = async () => {
      if (++asked > 1) throw new Error("broken");
      return ok("token");
    };
    const lab = createTransportLab([], { ...fixedToken(""), token: broken });
    await expect(lab.write()).rejects.toThrow("broken");
    expect(lab.limiter.state().inFlight).toBe(0);
  });
});

describe("a 2xx answer without readable data", () => {
  const DAMAGED: readonly (readonly [string, Scripted])[] = [
    ["cut off inside a record", { status: 200, body: '{"Invoices":[{"Total":12.' }],
    ["cut off between two records", { status: 200, body: '{"Invoices":[{"Total":1},{"Total":2}' }],
    ["empty", { status: 200, body: "" }],
    ["a web page", { status: 200, body: "<html>Sign in</html>", headers: { "content-type": "text/html" } }],
    ["a web page that says it is data", { status: 200, body: "  <!doctype html>" }],
  ];

  it.each(DAMAGED)("%s is asked for again after a pause", async (_what, damaged) => {
    const lab = createTransportLab([damaged, damaged, { status: 200, body: '{"Invoices":[]}' }]);
    expect((await lab.read()).kind).toBe("answered");
    expect(lab.seen).toHaveLength(3);
    expect(lab.transport.requests("connection").retried).toBe(2);
  });

  it.each(DAMAGED)("%s every time ends after a few tries and says so, also for a probe", async (_what, damaged) => {
    const lab = createTransportLab(Array.from({ length: 10 }, () => damaged));
    expect(await lab.read({ request: { allowRejection: true } })).toMatchObject({
      kind: "rejected",
      failure: { code: "ledger_unreadable" },
    });
    expect(lab.seen).toHaveLength(NO_DATA_ATTEMPTS);
  });

  it.each(DAMAGED)("%s to a write is never a reason to send it again", async (_what, damaged) => {
    const lab = createTransportLab([damaged]);
    await lab.write();
    expect(lab.seen).toHaveLength(1);
  });

  it("of a read without content is no damage", async () => {
    const lab = createTransportLab([{ status: 204, body: "" }]);
    expect((await lab.read()).kind).toBe("answered");
  });
});

describe("addresses", () => {
  it("stay under the base address, whatever the query holds", () => {
    fc.assert(
      fc.property(fc.webPath(), fc.dictionary(fc.string(), fc.string()), (path, query) => {
        const base = "https://ledger.example/v3";
        try {
          const url = new URL(requestUrl(base, path, query));
          expect(url.host).toBe("ledger.example");
          expect(url.pathname.startsWith("/v3/")).toBe(true);
          expect(Object.fromEntries(url.searchParams)).toEqual(query);
        } catch (error) {
          expect(String(error)).toMatch(/unsafe request path|URI malformed/);
        }
      }),
    );
  });

  it("have one slash between the base address and the path", () => {
    expect(requestUrl("https://ledger.example/v3/", "/Accounts")).toBe("https://ledger.example/v3/Accounts");
    expect(requestUrl("https://ledger.example", "/Accounts")).toBe("https://ledger.example/Accounts");
  });

  it("are https, or http on this computer", () => {
    const good = ["https://ledger.example/api/2.0/", "http://127.0.0.1:4010/a"];
    const bad = [
      "http://ledger.example",
      "https://u:p@ledger.example",
      "https://l.example/?q=1",
      "https://l.example/#x",
      "ftp://l",
      "nothing",
    ];
    expect(good.filter(isLedgerAddress)).toEqual(good);
    expect(bad.filter(isLedgerAddress)).toEqual([]);
  });
});

describe("nothing secret", () => {
  it("leaves in an outcome or a log line, even when the ledger echoes it", async () => {
    const echo = `<p>Authorization: Bearer ${CANARY} was ${encodeURIComponent(CANARY)}</p>`;
    const scripts: Scripted[][] = [
      [{ status: 400, body: echo }],
      [
        { status: 401, body: echo },
        { status: 401, body: echo },
      ],
      [
        { status: 429, body: echo },
        { status: 503, body: echo },
        new HttpFailure(`reset while sending ${CANARY}`, true),
        { status: 403, body: echo },
      ],
      Array.from({ length: 8 }, () => new HttpFailure(`connect: ${CANARY}`, false)),
      [new HttpFailure(`reset: ${CANARY}`, true)],
    ];
    for (const [index, script] of scripts.entries()) {
      const lab = createTransportLab(script, fixedToken(CANARY));
      const secretQuery = { request: { query: { where: `Name=="${CANARY}"` } } };
      const outcome = index === 4 ? await lab.write(secretQuery) : await lab.read(secretQuery);
      const shown = `${JSON.stringify(outcome)}\n${lab.logged.join("\n")}`;
      expect(outcome.kind).not.toBe("answered");
      expect(shown).not.toContain(CANARY);
      expect(shown).not.toContain(encodeURIComponent(CANARY));
    }
  });

  it("is in a request line: names of parameters, one line", () => {
    expect(requestLine({ method: "GET", path: "/Invoices", query: { where: "secret", page: "2" } })).toBe("GET /Invoices?where=…&page=…");
    expect(requestLine({ method: "GET", path: "/x\r\nGET /forged" })).not.toMatch(/[\r\n]/);
  });

  it("survives in text by its form", () => {
    expect(withoutSecrets("a Bearer abcdefgh123.x-y_z b", [])).toBe("a Bearer [secret] b");
    expect(withoutSecrets('{"t":"a\\"b\\"c"}', ['a"b"c'])).toBe('{"t":"[secret]"}');
  });
});

describe("quota headers", () => {
  it("are read when they are counts", () => {
    expect(remainingQuota({ "x-minlimit-remaining": "59", "x-daylimit-remaining": " 4999 ", "x-appminlimit-remaining": "-1" })).toEqual({
      minute: 59,
      day: 4999,
    });
    expect(remainingQuota({ "x-minlimit-remaining": "many", "x-daylimit-remaining": "1e3" })).toEqual({});
  });
});
