import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { tooBig } from "#main/api/input-caps.ts";
import { PackJobs } from "#main/api/pack-jobs.ts";
import { createRouter } from "#main/api/router.ts";
import { dashboardRow } from "#main/features/clients/dashboard-row.ts";
import { startReading } from "#main/features/sync/start-reading.ts";
import { operations } from "#main/operations/collection.ts";
import { HttpFailure } from "#main/ports/index.ts";
import { createRuntime } from "#main/runtime/create-runtime.ts";
import type { StoredClient } from "#main/store/clients/firm.ts";
import { inlineThreads } from "#main/workers/inline-threads.ts";
import { OperationFailed, type WorkerPool } from "#main/workers/pool.ts";
import type { HostAbout } from "#shared/contract/app/settings.ts";
import { contract } from "#shared/contract/index.ts";
import { reply } from "#shared/contract/reply.ts";
import type { ClientSync } from "#shared/contract/sync/sync.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { seededRandom } from "#shared/kernel/random.ts";
import { ok } from "#shared/kernel/result.ts";
import { givenLabel, readGiven, wrongField } from "#shared/model/labels/given-input.ts";
import { sha256 } from "#test/support/sha256.ts";
import { tempHome } from "#test/support/temp-home.ts";
import { createVirtualTime } from "#test/support/virtual-time.ts";

const resources = new URL("../../../resources/", import.meta.url);
const limitsJson: unknown = JSON.parse(readFileSync(new URL("ledger-limits.json", resources), "utf8"));

/** The whole core over a folder of its own, without a ledger to talk to. */
async function core(about?: HostAbout) {
  const logged: string[] = [];
  const published: (readonly [topic: string, payload: unknown])[] = [];
  let ids = 0;
  const runtime = await createRuntime({
    ports: {
      clock: createVirtualTime(),
      http: () => Promise.reject(new HttpFailure("there is no network here", false)),
      random: seededRandom(1),
      sha256,
      uuid: () => `client-${ids++}`,
      secrets: { kind: "memory", get: async () => null, set: async () => undefined, delete: async () => undefined },
      spawnThread: inlineThreads(tempHome()),
      env: () => undefined,
      log: { info: () => undefined, warn: () => undefined, error: (event: string) => void logged.push(event) },
      person: "tester@lab",
    },
    writerCount: 1,
    limitsJson,
    ...(about === undefined ? {} : { about }),
    readProfile: () => ({ ok: false, failure: { code: "invalid_input", message: "There are no profiles here." } }),
  });
  runtime.subscribe(({ topic, payload }) => published.push([topic, payload]));
  const { context } = runtime;
  return { context, route: runtime.route, pool: { close: () => runtime.close() }, logged, published };
}

function nested(levels: number): object {
  return levels === 0 ? {} : { a: nested(levels - 1) };
}

describe("the router", () => {
  it.each([["clients.erase"], ["clients.changed"], ["sync.progress"], ["__proto__"], ["constructor"], ["toString"], [""]])(
    "refuses %j as a method",
    async (method) => {
      const { route, pool } = await core();
      expect(await route(method, {})).toMatchObject({ ok: false, failure: { code: "invalid_input", field: "method" } });
      await pool.close();
    },
  );

  it.each<[string, unknown, string, string]>([
    ["clients.add", {}, "name", "Name: enter a value."],
    ["clients.add", { name: "   " }, "name", "Name: enter a name."],
    ["clients.add", { name: 5 }, "name", "Name: enter text."],
    ["clients.add", null, "", "clients.add: give an object."],
    [
      "documents.list",
      { clientId: "a", filter: { from: "2026-02-30" }, limit: 10 },
      "filter.from",
      "Start date: use a date in the form YYYY-MM-DD.",
    ],
    [
      "documents.list",
      { clientId: "a", filter: { types: ["sales_invoice", "invoice"] }, limit: 10 },
      "filter.types.1",
      "Type 2: choose one of ",
    ],
    ["documents.list", { clientId: "a", filter: {}, limit: 0 }, "limit", "Limit: enter 1 or more."],
    ["documents.list", { clientId: "a", filter: {}, limit: 1001 }, "limit", "Limit: enter 1,000 or less."],
    ["documents.list", { clientId: "a", filter: {}, limit: 10, after: "1; DROP TABLE document" }, "after", "After: "],
    ["documents.list", { clientId: "a", filter: {}, limit: 10, after: "NaN:1" }, "after", "After: "],
    ["sync.start", { clientIds: "a" }, "clientIds", "Client: give a list."],
    ["people.change", { name: "Ana", title: "x".repeat(81) }, "title", "Job title: use at most 80 characters."],
    ["reports.spend", { clientId: "a", from: "2026-02-02", to: "2026-02-01" }, "to", "End date: use a date on or after “from”."],
    ["reports.trialBalance", { clientId: "a", from: "2026-02-02", to: "2026-02-01" }, "to", "Last day: use a date on or after “from”."],
    [
      "reconciliations.save",
      { clientId: "a", period: "p", accountId: "b", items: [{ text: "", amount: "1" }] },
      "items.0.text",
      "Item 1, text: describe the item.",
    ],
  ])("refuses %s with %j, with its field for programs and what to do for people", async (method, input, field, words) => {
    const { route, pool } = await core();
    const answer = await route(method, input);
    await pool.close();
    expect(answer).toMatchObject({ ok: false, failure: { code: "invalid_input", field } });
    expect(JSON.stringify(answer)).toContain(`"message":"${words}`);
  });

  it.each(Object.values(operations).filter(({ input }) => "properties" in z.toJSONSchema(input, { io: "input", unrepresentable: "any" })))(
    "$name says in plain words what is wrong with any field, and never a parser's words or a name in code",
    (operation) => {
      const { properties = {} } = z.toJSONSchema(operation.input, { io: "input", unrepresentable: "any" }) as { properties?: object };
      for (const [name, wrong] of Object.keys(properties).flatMap((name) =>
        [undefined, {}, 7, "x".repeat(9_999)].map((one) => [name, one] as const),
      )) {
        const read = readGiven(operation.input, { [name]: wrong });
        if (read.ok) continue;
        const told = wrongField(givenLabel(operation.input, read.failure.path), read.failure.message);
        expect(told).toMatch(/^[A-Z]/);
        expect(told).not.toMatch(/Invalid|expected|Too (?:big|small)|Unrecognized|received|[a-z][A-Z]\w*:|undefined/);
      }
    },
  );

  it.each<[string, unknown, string, string]>([
    ["clients.add", { name: "x".repeat(10_001) }, "name", "10,000 characters"],
    ["clients.add", { name: "Birch\0" }, "name", "NUL"],
    ["sync.start", { clientIds: Array.from({ length: 10_001 }, () => "a") }, "clientIds", "10,000 entries"],
    ["bank.unmatch", { clientId: "a", decisionNos: Array.from({ length: 100_001 }, () => 1) }, "decisionNos", "100,000 entries"],
    ["connections.setLimits", { clientId: "a", limits: { note: "x".repeat(10_001) } }, "limits.note", "10,000 characters"],
    ["connections.add", { clientId: "a", file: "x".repeat(100_001) }, "file", "100,000 characters"],
    ["documents.list", { clientId: "a", filter: { from: "9999-01-01" }, limit: 10 }, "filter.from", "9998"],
    ["connections.setLimits", { clientId: "a", limits: nested(40) }, `limits${".a".repeat(23)}`, "A is nested too deeply."],
  ])("has a cap for every text, list and file: %s", async (method, input, field, words) => {
    const { route, pool } = await core();
    expect(await route(method, input)).toMatchObject({
      ok: false,
      failure: { code: "invalid_input", field, message: expect.stringContaining(words) },
    });
    await pool.close();
  });

  it("takes as much as each operation's own maximum says", () => {
    interface Shape {
      readonly maxLength?: number;
      readonly maxItems?: number;
      readonly properties?: Readonly<Record<string, Shape>>;
    }
    for (const operation of operations) {
      const { properties = {} } = z.toJSONSchema(operation.input, { io: "input", unrepresentable: "any" }) as Shape;
      for (const [name, { maxLength, maxItems }] of Object.entries(properties)) {
        const most = maxItems !== undefined ? Array<number>(maxItems).fill(1) : maxLength !== undefined ? "x".repeat(maxLength) : null;
        expect([operation.name, name, most === null ? null : tooBig(operation, { [name]: most })]).toEqual([operation.name, name, null]);
      }
      // The door asks the schema about fields of the input itself; below them, its own limits hold.
      for (const [name, shape] of Object.entries(properties))
        for (const [, max] of JSON.stringify({ ...shape, maxLength: 0, maxItems: 0 }).matchAll(/"max(?:Length|Items)":(\d+)/g))
          expect([operation.name, name, Number(max) <= 10_000]).toEqual([operation.name, name, true]);
    }
  });

  it("asks the registry once before a question about a client", async () => {
    const asked: string[] = [];
    const discovered = {
      source: { clientId: "a", system: "ledger_a", tenantId: "t" },
      discovery: {
        organisation: { baseCurrency: "EUR", fiscalYearEndMonth: 12, fiscalYearEndDay: 31 },
        capabilities: {},
        unlistedPostings: {},
      },
    };
    const pool = {
      must: async (op: string) => {
        asked.push(op);
        return { name: "Birch", discovered };
      },
      perform: async (op: string) => {
        asked.push(op);
        return ok(ok({ rows: [], next: null }));
      },
    } as unknown as WorkerPool;
    const { context, pool: real } = await core();
    const route = createRouter({ ...context, pool });
    expect(await route("documents.list", { clientId: "a", filter: {}, limit: 10 })).toEqual(ok({ rows: [], next: null }));
    // Each question waits for the thread's other work: one after the other adds up.
    expect(asked).toEqual(["firm.discovered", "operation.read"]);
    await real.close();
  });

  it("never throws, whatever arrives, and always answers in the form of a reply", async () => {
    const { route, pool, logged } = await core();
    const method = fc.oneof(fc.constantFrom(...Object.keys(contract)), fc.string());
    const input = fc.oneof(
      fc.anything(),
      fc.record({ clientId: fc.string(), id: fc.string(), filter: fc.constant({}), limit: fc.integer(), name: fc.string() }),
    );
    await fc.assert(
      fc.asyncProperty(method, input, async (name, given) => {
        expect(reply.safeParse(await route(name, given)).success).toBe(true);
      }),
      { numRuns: 300 },
    );
    expect(logged).toEqual([]);
    await pool.close();
  });

  it("tells a storage failure as one, and a defect as one, with a line in the log", async () => {
    const { context, pool, logged } = await core();
    const broken = (error: Error) => createRouter({ ...context, pool: { must: () => Promise.reject(error) } as unknown as WorkerPool });
    const full = { code: "storage" as const, message: "The disk is full." };
    expect(await broken(new OperationFailed("firm.clients", full))("clients.list", {})).toEqual({ ok: false, failure: full });
    expect(logged).toEqual([]);
    expect(await broken(new Error("oops"))("clients.list", {})).toMatchObject({
      ok: false,
      failure: { code: "defect", message: expect.stringContaining("oops") },
    });
    expect(logged).toEqual(["api.defect"]);
    await pool.close();
  });

  it("adds a client once per name and says which ids moved", async () => {
    const { route, pool, published } = await core();
    expect(await route("clients.add", { name: " Birch " })).toEqual({ ok: true, value: { clientId: "client-0" } });
    expect(await route("clients.add", { name: "BIRCH" })).toMatchObject({ ok: false, failure: { code: "already_exists", field: "name" } });
    expect(published).toEqual([["clients.changed", { clientIds: ["client-0"] }]]);
    expect(await route("documents.list", { clientId: "client-0", filter: {}, limit: 10 })).toEqual({
      ok: true,
      value: { rows: [], next: null },
    });
    expect(await route("documents.show", { clientId: "client-0", id: "Invoice:1" })).toMatchObject({
      ok: false,
      failure: { code: "not_found", field: "client" },
    });
    expect(await route("sync.start", { clientIds: ["client-9"] })).toMatchObject({
      ok: false,
      failure: { code: "not_found", field: "client" },
    });
    // Nothing would start, so nobody is told that it did.
    expect(await route("sync.start", { clientIds: ["client-0"] })).toMatchObject({
      ok: false,
      failure: { code: "not_found", message: "Birch isn't connected to a ledger." },
    });
    expect(await route("sync.start", {})).toMatchObject({ ok: true });
    await pool.close();
  });

  it("says who works here now, which need not be the machine's user", async () => {
    const { route, pool } = await core({ version: "0.1.0", dataFolder: "/tieout", secrets: "memory" });
    const said = async () => ((await route("app.about", {})) as { value: { person: string } }).value.person;
    expect(await said()).toBe("tester@lab");
    await route("people.add", { name: "Ana", role: "preparer" });
    await route("people.use", { name: "Ana" });
    expect(await said()).toBe("Ana@lab");
    await pool.close();
  });

  it("says what to do about a sync and an export that broke, in words for people", async () => {
    const { context, route, pool, logged } = await core();
    await route("clients.add", { name: "Birch" });
    const full = { code: "disk_full", message: "The disk is full.", next: "Free up disk space." } as const;
    for (const [error, code, problem] of [
      [new OperationFailed("firm.connection", full), "disk_full", "The disk is full. Free up disk space."],
      [
        new Error("oops"),
        "defect",
        "Something went wrong inside Tieout during the sync: oops. Sync again. If it keeps happening, the log in the data folder has the details.",
      ],
    ] as const) {
      context.engine.sync = () => Promise.reject(error);
      startReading(context, "client-0", {});
      const rollup = async () => (await context.pool.must("firm.clients", {}))[0]?.rollup;
      await expect.poll(rollup).toMatchObject({ state: "failed", problem, problemCode: code });
    }
    const packs = new PackJobs(() => ({ ...context, signer: () => Promise.reject(new OperationFailed("firm.connection", full)) }));
    const { jobId } = packs.start({ clientId: "client-0", period: "2026-10", folder: null, reason: null });
    await expect.poll(() => packs.find(jobId)?.failure).toEqual(full);
    // Only what broke inside Tieout is a defect.
    expect(logged).toEqual(["sync.defect"]);
    await pool.close();
  });
});

describe("the dashboard", () => {
  const figures = { documents: 1, parties: 1, openReceivables: 0, openPayables: 0, findings: 0, removed: 0, lockedThrough: null };
  const stored = (name: string, state: ClientSync["state"], findings = 0): StoredClient => ({
    ...{ clientId: name, name, demo: false, paused: false, system: "ledger_b", organisation: null, baseCurrency: null },
    rollup: { ...figures, findings, state, asOf: null, problem: null, streamsDone: 1, streamsTotal: 1 },
  });
  const today = { today: calendarDate("2026-01-31"), nowMs: Date.parse("2026-01-31T12:00:00.000Z") };

  it("is worst first: sign-in, refused writes, conflicts, variances, late closes, old figures, what waits, what is fine", () => {
    const fresh = (name: string, part: Partial<NonNullable<StoredClient["rollup"]>> = {}): StoredClient => {
      const client = stored(name, "up_to_date");
      return {
        ...client,
        rollup: { ...(client.rollup as NonNullable<typeof client.rollup>), asOf: "2026-01-31T08:00:00.000Z" as never, ...part },
      };
    };
    const varies = (variance: number) => ({ tieOuts: { ties: 1, variance, cannotCheck: 0 } });
    const none = {
      ...{ writesToReview: 0, writeProblems: { rejected: 0, partial: 0, unknown: 0, different: 0 }, conflicts: 0 },
      ...{ daysLate: 0, closePlace: 0, preparer: null, reviewer: null },
    };
    const rows = [
      dashboardRow(fresh("fine"), null, today),
      dashboardRow(fresh("finding", { findings: 1 }), null, today),
      // Equally late ones are in the order of the board, as in the inbox, and not by name.
      dashboardRow(fresh("less open", { findings: 1 }), null, today, { ...none, daysLate: 3, closePlace: 1 }),
      dashboardRow(fresh("more open"), null, today, { ...none, daysLate: 3, closePlace: 0 }),
      dashboardRow(fresh("queued", { state: "queued" }), null, today),
      dashboardRow(fresh("old", { asOf: "2026-01-29T08:00:00.000Z" as never }), null, today),
      dashboardRow(fresh("varies", varies(1)), null, today),
      dashboardRow(fresh("varies more", { ...varies(6), state: "syncing" }), null, today),
      dashboardRow(fresh("conflict"), null, today, { ...none, conflicts: 1 }),
      dashboardRow(fresh("failed", { state: "failed" }), null, today),
      dashboardRow(fresh("refused"), null, today, { ...none, writesToReview: 1, conflicts: 1 }),
      dashboardRow(fresh("sign in", { state: "needs_sign_in", ...varies(2) }), null, today),
    ];
    expect(rows.sort((a, b) => a.rank - b.rank).map(({ name }) => name)).toEqual([
      ...["sign in", "refused", "failed", "conflict", "varies more", "varies", "more open", "less open", "old", "queued"],
      ...["finding", "fine"],
    ]);
  });

  it("lists rows of one rank by name", async () => {
    const { route, pool } = await core();
    for (const name of ["oak", "Ash", "élan", "Birch"]) await route("clients.add", { name });
    const answer = (await route("clients.list", {})) as { value: { rows: { name: string }[] } };
    expect(answer.value.rows.map((row) => row.name)).toEqual(["Ash", "Birch", "élan", "oak"]);
    await pool.close();
  });

  it("lays what is live over what is stored", () => {
    const live = {
      ...{ clientId: "a", state: "syncing", asOf: null, queue: null, budget: null, failure: null },
      streams: [{ state: "up_to_date" }, { state: "reading" }],
    } as unknown as ClientSync;
    const client = {
      ...stored("a", "failed"),
      rollup: {
        ...figures,
        state: "failed" as const,
        asOf: "2026-01-30T00:00:00.000Z" as never,
        problem: "no",
        streamsDone: 0,
        streamsTotal: 0,
      },
    };
    expect(dashboardRow(client, live, today)).toMatchObject({
      state: "syncing",
      problem: null,
      streamsDone: 1,
      streamsTotal: 2,
      asOf: "2026-01-30T00:00:00.000Z",
      period: "2025-12",
      ledger: "Ledger B",
    });
    expect(dashboardRow({ ...client, paused: true }, null, today)).toMatchObject({ state: "paused", problem: "no" });
    expect(dashboardRow({ ...client, rollup: null, system: null }, null, today)).toMatchObject({
      state: "never_synced",
      period: null,
      ledger: null,
    });
  });
});

describe("news of the firm's groups", () => {
  it("reaches every window after a rate or a tree was saved or undone, and after nothing else", async () => {
    const { route, pool, published } = await core();
    const heard = () => published.filter(([topic]) => topic === "groups.changed").length;
    const rate = { from: "NZD", to: "EUR", day: "2026-10-31", kind: "closing", rate: "0.55", source: "entered here" };
    const saved = (await route("rates.save", rate)) as { readonly value: { readonly rateNo: number } };
    expect(heard()).toBe(1);
    await route("rates.list", {});
    await route("groups.list", {});
    await route("rates.save", { ...rate, rate: "0" });
    expect(heard()).toBe(1);
    await route("rates.undo", { rateNo: saved.value.rateNo });
    expect(heard()).toBe(2);
    // An earlier rate of the same currencies, kind and day is used again, and the answer says so.
    const rates = [];
    for (const one of ["0.6512", "0.66"]) rates.push((await route("rates.save", { ...rate, rate: one })) as typeof saved);
    const [first, second] = rates.map(({ value }) => value.rateNo);
    expect(await route("rates.undo", { rateNo: second })).toMatchObject({
      value: { undone: true, again: { rateNo: first, rate: "0.6512" } },
    });
    expect(await route("rates.undo", { rateNo: first })).toMatchObject({ value: { undone: true, again: null } });
    await pool.close();
  });
});
