import { describe, expect, test } from "vitest";
import type { HttpRequest, HttpResponse } from "#main/ports/index.ts";
import { playEvents } from "#simulator/books/play-events.ts";
import type { BooksStyle } from "#simulator/books/types.ts";
import type { FaultPlan } from "#simulator/faults.ts";
import { createWorld, type Patch, type World } from "#test/support/world.ts";
import type { Tenant, TenantOptions } from "#test/support/world-tenant.ts";
import { endWorld, expectMirrorEqualsOracle, look, STYLES, syncToEnd } from "./expecting.ts";

const HOUR_MS = 3_600_000;
const HTML = "<!DOCTYPE html><html><body>We'll be right back</body></html>";

/** Words by which a request for sales invoices is known, and what their stream is called. */
const SALES: Readonly<
  Record<BooksStyle, { readonly asks: RegExp; readonly stream: string; readonly known: RegExp; readonly odd: string }>
> = {
  a: { asks: /\/Invoices\?.*ACCREC/, stream: "invoices.accrec", known: /"Status":"(AUTHORISED|PAID)"/, odd: '"Status":"FROBBED"' },
  b: {
    asks: /FROM Invoice /,
    stream: "invoices",
    known: /"GlobalTaxCalculation":"\w+"/,
    odd: '"GlobalTaxCalculation":"FrobTax"',
  },
  c: { asks: /type = 'CustInvc'/, stream: "transactions.custinvc", known: /"status":"[AB]"/, odd: '"status":"Q"' },
};

async function connected(options: TenantOptions, seed = 51): Promise<{ readonly world: World; readonly tenant: Tenant }> {
  const world = await createWorld({ seed, tenants: [{ a: { journals: true }, ...options }] });
  return { world, tenant: world.tenants[0] as Tenant };
}

function textOf({ url, body }: HttpRequest): string {
  return `${decodeURIComponent(url.replaceAll("+", " "))} ${typeof body === "string" ? body : ""}`;
}

function withBody(status: number, text: string): HttpResponse {
  const body = new Uint8Array(new TextEncoder().encode(text));
  return { status, headers: { "content-type": "text/html" }, body, wireBytes: body.length };
}

/** Rewrites the text of answers to matching requests. */
function rewriting(asks: RegExp, rewrite: (text: string) => string): Patch {
  return (request, response) => {
    if (!asks.test(textOf(request))) return null;
    const text = new TextDecoder().decode(response.body);
    const changed = rewrite(text);
    return changed === text ? null : { ...withBody(response.status, changed), headers: response.headers };
  };
}

function states(done: Awaited<ReturnType<Tenant["sync"]>>): Record<string, string> {
  return Object.fromEntries(done.streams.filter(({ state }) => state !== "up_to_date").map(({ stream, state }) => [stream, state]));
}

describe.each(STYLES)("ledger %s, refusals", (style) => {
  const sales = SALES[style];

  test("an unknown value becomes a finding; the rest of the page goes on; a later read settles it", async () => {
    const { world, tenant } = await connected({ style, books: { country: style === "b" ? "IE" : "NZ" } });
    let done = false;
    world.patch = rewriting(sales.asks, (text) => {
      if (done) return text;
      done = sales.known.test(text);
      return text.replace(sales.known, sales.odd);
    });
    await syncToEnd(tenant);
    const findings = await tenant.findings();
    expect(findings.map(({ code, stream }) => [code, stream])).toEqual([["unknown_value", sales.stream]]);
    const missing = (await tenant.compareWithOracle("documents")).filter((line) => line.startsWith(`${findings[0]?.recordId} `));
    expect(await tenant.compareWithOracle("documents")).toEqual(missing);
    const [raw] = look<{ kept: number }>(
      world,
      tenant,
      "SELECT COUNT(*) AS kept FROM source_record r JOIN stream s USING (stream_no) WHERE s.name = ?",
      sales.stream,
    );
    expect(raw?.kept).toBe(tenant.books.transactions.filter(({ kind }) => kind === "sales_invoice").length);
    world.patch = null;
    await syncToEnd(tenant, { full: true });
    expect(await tenant.findings()).toEqual([]);
    await expectMirrorEqualsOracle(tenant);
    await endWorld(world);
  });

  test("HTML instead of records fails the stream, says so, and leaves nothing half-written", async () => {
    const { world, tenant } = await connected({ style, limits: { pageSize: 10 } });
    let pages = 0;
    world.patch = (request) => {
      if (!sales.asks.test(textOf(request)) || /count\(/i.test(textOf(request))) return null;
      return ++pages > 1 ? withBody(200, HTML) : null;
    };
    const broken = await tenant.sync();
    expect(broken.state).toBe("incomplete");
    expect(states(broken)).toEqual({ [sales.stream]: "failed" });
    expect(broken.streams.find(({ stream }) => stream === sales.stream)?.failure?.code).toBe("ledger_unreadable");
    expect(broken.failure?.message).not.toBe("");
    const [half] = look<{ documents: number; sources: number }>(
      world,
      tenant,
      "SELECT (SELECT COUNT(*) FROM document d JOIN source_record USING (rec_no) JOIN stream s USING (stream_no) WHERE s.name = ?) AS documents, (SELECT COUNT(*) FROM source_record JOIN stream s USING (stream_no) WHERE s.name = ?) AS sources",
      sales.stream,
      sales.stream,
    );
    expect([half?.documents, half?.sources]).toEqual([10, 10]);
    world.patch = null;
    await syncToEnd(tenant);
    await expectMirrorEqualsOracle(tenant);
    await endWorld(world);
  });

  test("a withdrawn consent needs a sign-in; mirror and cursors stay, and the next run goes on from them", async () => {
    const { world, tenant } = await connected({ style, limits: { pageSize: 10 } });
    let calls = 0;
    world.patch = () => {
      if (++calls === 12) tenant.simulated.tokens.revoke();
      return null;
    };
    const stopped = await tenant.sync();
    expect([stopped.state, stopped.failure?.code]).toEqual(["needs_sign_in", "needs_sign_in"]);
    const cursors = await cursorsOf(tenant);
    expect(cursors.length).toBeGreaterThan(2);
    const rows = look(world, tenant, "SELECT rec_no, fetched_ms FROM source_record ORDER BY rec_no");
    expect(rows.length).toBeGreaterThan(10);
    // Once more without a good token: nothing is lost, nothing moves.
    expect((await tenant.sync()).state).toBe("needs_sign_in");
    expect(await cursorsOf(tenant)).toEqual(expect.arrayContaining(cursors));
    tenant.secret = tenant.simulated.tokens.issue().accessToken;
    await syncToEnd(tenant);
    const kept = look(world, tenant, "SELECT rec_no, fetched_ms FROM source_record ORDER BY rec_no");
    expect(kept.slice(0, rows.length)).toEqual(rows);
    await expectMirrorEqualsOracle(tenant);
    await endWorld(world);
  });

  test("a sudden drop of a complete read is a finding and removes nothing", async () => {
    const { world, tenant } = await connected({ style });
    await syncToEnd(tenant);
    await world.clock.advance(HOUR_MS);
    world.patch = rewriting(sales.asks, (text) => emptied(style, text));
    await syncToEnd(tenant, { full: true });
    expect((await tenant.findings()).map(({ code, stream }) => [code, stream])).toEqual([["count_drop", sales.stream]]);
    await expectMirrorEqualsOracle(tenant);
    world.patch = null;
    await syncToEnd(tenant, { full: true });
    expect(await tenant.findings()).toEqual([]);
    await endWorld(world);
  });
});

test.each([
  [403, "Forbidden"],
  [401, "Unauthorized"],
])("Ledger A: the journals gate withdrawn mid-way (%d) leaves the other streams up to date and says so", async (status, title) => {
  const { world, tenant } = await connected({ style: "a" });
  await syncToEnd(tenant);
  const known = tenant.oracle();
  await world.clock.advance(HOUR_MS);
  playEvents(tenant.books, 52, 20, world.clock.nowMs());
  await world.clock.advance(HOUR_MS);
  world.patch = (request) =>
    request.url.includes("/Journals")
      ? withBody(status, JSON.stringify({ Title: title, Status: status, Detail: "AuthorizationUnsuccessful" }))
      : null;
  const done = await tenant.sync();
  expect(states(done)).toEqual({ journals: "failed" });
  expect(done.state).toBe("incomplete");
  expect(done.failure).toMatchObject({ code: "ledger_rejected", ledgerError: { status } });
  await expectMirrorEqualsOracle(tenant, known, ["journals"]);
  expect((await tenant.readAll("journals")).length).toBe(known.journals?.length);
  // A day later the connection is looked at again, and the feed is no longer part of it.
  await world.clock.advance(25 * HOUR_MS);
  await syncToEnd(tenant);
  await endWorld(world);
});

test("Ledger C: HTML in the middle of a composed page leaves no part of the page", async () => {
  const { world, tenant } = await connected({ style: "c" });
  let broken: string | null = null;
  world.patch = (request) => {
    const text = textOf(request);
    if (broken === null && /FROM transactionaccountingline/.test(text)) broken = text;
    // The same question is answered so every time: one answer alone would be asked for again.
    return text === broken ? withBody(200, HTML) : null;
  };
  const done = await tenant.sync();
  const failed = Object.entries(states(done));
  expect(failed.map(([, state]) => state)).toEqual(["failed"]);
  const sources = "SELECT rec_no FROM source_record JOIN stream s USING (stream_no) WHERE s.name = ?";
  expect(look(world, tenant, sources, failed[0]?.[0])).toEqual([]);
  world.patch = null;
  await syncToEnd(tenant);
  await expectMirrorEqualsOracle(tenant);
  await endWorld(world);
});

/** How far each stream has come: the end of its first read, or the place inside it. */
async function cursorsOf(tenant: Tenant): Promise<string[]> {
  const rows = await tenant.streams();
  return rows.flatMap(({ name, pass_position, watermark, first_completed_ms }) => {
    if (first_completed_ms !== null) return [`${name} ${first_completed_ms} ${watermark}`];
    return pass_position === null ? [] : [`${name} ${pass_position}`];
  });
}

/** The answer without its records, as a ledger with a broken index would give it. */
function emptied(style: BooksStyle, text: string): string {
  if (style === "a") return text.replace(/"Invoices":\[.*\]/s, '"Invoices":[]').replace(/"itemCount":\d+/, '"itemCount":0');
  if (style === "b") return text.replace(/\{"QueryResponse":\{.*?\}(?=,"time")/s, '{"QueryResponse":{}');
  return text
    .replace(/"items":\[.*\](?=,)/s, '"items":[]')
    .replace(/"totalResults":\d+/, '"totalResults":0')
    .replace(/"count":\d+/, '"count":0')
    .replace(/"hasMore":true/, '"hasMore":false');
}

/** Damages the first answer to every request; its kind changes from request to request. */
function damagingFirstAnswers(): FaultPlan & { readonly asked: Map<string, number> } {
  const kinds = ["truncated", "html", "empty"] as const;
  const asked = new Map<string, number>();
  return {
    asked,
    played: [],
    enabled: true,
    next({ method, path, query, body }) {
      const text = `${method} ${path}?${query} ${body}`;
      const times = (asked.get(text) ?? 0) + 1;
      asked.set(text, times);
      return times === 1 ? { kind: kinds[asked.size % kinds.length] ?? "html" } : null;
    },
  };
}

test.each(STYLES)(
  "ledger %s: every answer damaged once costs one more call each, from the connection to the last stream",
  async (style) => {
    const faults = damagingFirstAnswers();
    const { world, tenant } = await connected({ style, faults });
    const connecting = [...faults.asked.values()];
    expect(connecting.length).toBeGreaterThan(1);
    expect(Math.max(...connecting)).toBe(2);
    const done = await tenant.sync();
    expect([done.state, states(done)]).toEqual(["up_to_date", {}]);
    await expectMirrorEqualsOracle(tenant);
    await endWorld(world);
  },
);

test("lines whose item was read without its account find it with the item, although their own bytes never come again", async () => {
  const { world, tenant } = await connected({ style: "b", books: { months: 2, invoicesPerMonth: 6 } });
  world.patch = rewriting(/FROM Item /, (text) => text.replaceAll(/"(Income|Expense)AccountRef"/g, '"$1AccountRefs"'));
  await tenant.sync();
  world.patch = null;
  const unresolved = (await tenant.findings()).filter(({ code }) => code === "unresolved_account");
  expect(unresolved.length).toBeGreaterThan(0);
  await world.clock.advance(HOUR_MS);
  for (const item of tenant.books.items) Object.assign(item, { modifiedMs: world.clock.nowMs(), version: item.version + 1 });
  await world.clock.advance(HOUR_MS);
  await syncToEnd(tenant);
  expect(await tenant.findings()).toEqual([]);
  await expectMirrorEqualsOracle(tenant);
  await endWorld(world);
});

test.each([
  ["b", /FROM Class /, /"Name":"[^"]*"/g, '"Name":[]'],
  ["c", /FROM department/i, /"id":"\d+"/g, '"id":"none"'],
] as const)("ledger %s: a list that discovery can't read is a failure with a reason, and no defect", async (style, asks, known, odd) => {
  const { world, tenant } = await connected({ style });
  world.patch = rewriting(asks, (text) => text.replaceAll(known, odd));
  const answer = await world.run(world.runtime.route("connections.rediscover", { clientId: tenant.source.clientId }));
  expect(answer).toMatchObject({ ok: false, failure: { code: "ledger_unreadable" } });
  world.patch = null;
  expect(await world.run(world.runtime.route("connections.rediscover", { clientId: tenant.source.clientId }))).toMatchObject({ ok: true });
  await endWorld(world);
});
