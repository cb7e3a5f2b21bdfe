import { describe, expect, it } from "vitest";
import type { StreamRow } from "#main/store/database/schema-client.ts";
import { type PlanOptions, planReconciliation, planRun } from "#main/sync/plan.ts";
import type { StreamInfo } from "#main/workers/protocol.ts";

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 10, 21, 9);
const NEVER = "1970-01-01T00:00:00.000Z";
const iso = (ms: number) => new Date(ms).toISOString();

const info = (name: string, change: Partial<StreamInfo> = {}): StreamInfo => ({
  name,
  label: name,
  phase: 1,
  delta: "since",
  deletes: "status",
  overlapMs: 0,
  feedStream: null,
  isFeed: false,
  lookbackDaysMax: null,
  listsIds: false,
  ...change,
});
const feed = info("changes", { isFeed: true, lookbackDaysMax: 10 });
const fed = (name: string, change: Partial<StreamInfo> = {}) =>
  info(name, { delta: "feed", feedStream: "changes", deletes: "feed", listsIds: true, ...change });

/** A row of a stream that was read once, unless changed. */
const row = (name: string, change: Partial<StreamRow> = {}): StreamRow => ({
  stream_no: 1,
  name,
  label: name,
  state: "up_to_date",
  pass_no: 1,
  pass_kind: null,
  pass_position: null,
  pass_started_ms: null,
  pass_watermark: null,
  watermark: iso(NOW - 1000),
  completed_ms: NOW - 1000,
  first_completed_ms: NOW - DAY,
  reconciled_ms: NOW - 1000,
  needs_reconcile: 0,
  needs_since: null,
  needs_pass: null,
  pages: 0,
  seen: 0,
  changed: 0,
  unchanged: 0,
  removed: 0,
  total_known: null,
  failure: null,
  resume_ms: null,
  ...change,
});
const unread = { first_completed_ms: null, completed_ms: null, watermark: null, reconciled_ms: null, state: "never_read" };

const plan = (pairs: readonly (readonly [StreamInfo, StreamRow])[], options: Partial<PlanOptions> = {}) =>
  planRun(
    pairs.map(([one]) => one),
    new Map(pairs.map(([, one]) => [one.name, one])),
    { full: false, only: null, nowMs: NOW, ...options },
  ).map((phase) => phase.map((pass) => `${pass.stream}:${pass.kind}`));

/** The kind planned for one stream with a feed that is `age` old, or none. */
const kindOf = (one: StreamInfo, change: Partial<StreamRow>, options: Partial<PlanOptions> = {}, age = 1000): string | null => {
  const planned = plan(
    [
      [one, row(one.name, change)],
      [feed, row("changes", { watermark: iso(NOW - age) })],
    ],
    options,
  ).flat();
  return planned.find((pass) => pass.startsWith(`${one.name}:`))?.split(":")[1] ?? null;
};

describe("what a run reads", () => {
  it.each<[string, StreamInfo, Partial<StreamRow>, boolean, string | null]>([
    ["never read", info("a"), unread, false, "backfill"],
    ["first read interrupted", info("a"), { ...unread, pass_kind: "backfill" }, false, "backfill"],
    ["first read interrupted, everything asked for", info("a"), { ...unread, pass_kind: "backfill" }, true, "backfill"],
    ["read once", info("a"), {}, false, "delta"],
    ["read once, numbered", info("a", { delta: "sequence" }), {}, false, "delta"],
    ["a small list", info("a", { delta: "full" }), {}, false, "full"],
    ["everything asked for", info("a"), {}, true, "full"],
    ["changes interrupted", info("a"), { pass_kind: "delta" }, false, "delta"],
    ["changes interrupted, everything asked for", info("a"), { pass_kind: "delta" }, true, "full"],
    ["changes interrupted, everything needed", info("a"), { pass_kind: "delta", needs_since: NEVER }, false, "full"],
    ["whole read interrupted", info("a"), { pass_kind: "full" }, false, "full"],
    ["comparison interrupted", info("a"), { pass_kind: "ids" }, false, "delta"],
    ["everything needed", info("a"), { needs_since: NEVER }, false, "full"],
    ["needed from a moment", info("a"), { needs_since: iso(NOW) }, false, "delta"],
    ["fed, never read", fed("a"), unread, false, "backfill"],
    ["fed, read once", fed("a"), {}, false, null],
    ["fed, everything asked for", fed("a"), {}, true, "full"],
    ["fed, missed something", fed("a"), { needs_since: iso(NOW) }, false, "delta"],
    ["fed, missed something and perhaps deletes", fed("a"), { needs_since: iso(NOW), needs_reconcile: 1 }, false, "full"],
    ["fed, own changes interrupted", fed("a"), { pass_kind: "delta", needs_since: iso(NOW) }, false, "delta"],
  ])("%s", (_, one, change, full, expected) => {
    expect(kindOf(one, change, { full })).toBe(expected);
  });

  it.each([
    ["just in reach", 9 * DAY, null],
    ["just past it, with a day to spare", 9 * DAY + 1, "full"],
    ["long past it", 90 * DAY, "full"],
  ])("a feed whose watermark is %s", (_, age, expected) => {
    expect(kindOf(fed("a"), {}, {}, age)).toBe(expected);
    // The feed itself is always read; if its watermark is too old, it starts over.
    expect(plan([[feed, row("changes", { watermark: iso(NOW - age) })]])).toEqual([["changes:delta"]]);
  });

  it("without its feed a fed stream is read as a whole; a feed that never ran reaches everything", () => {
    expect(plan([[fed("a"), row("a")]])).toEqual([["a:full"]]);
    expect(
      plan([
        [fed("a"), row("a")],
        [feed, row("changes", unread)],
      ]),
    ).toEqual([["changes:delta"]]);
  });

  it("goes phase by phase, whatever the order of the streams, and leaves out empty phases", () => {
    const planned = plan([
      [info("payments", { phase: 3 }), row("payments")],
      [info("accounts"), row("accounts", unread)],
      [fed("items", { phase: 2 }), row("items")],
      [info("tax"), row("tax")],
      [feed, row("changes")],
    ]);
    expect(planned).toEqual([["accounts:backfill", "tax:delta", "changes:delta"], ["payments:delta"]]);
  });

  it("only what is named, by name or dotted prefix; a fed stream brings its feed", () => {
    const pairs = ["invoices.accrec", "invoices.accpay", "invoices-old", "bills"].map((name) => [info(name), row(name)] as const);
    expect(plan(pairs, { only: ["invoices"] })).toEqual([["invoices.accrec:delta", "invoices.accpay:delta"]]);
    expect(plan(pairs, { only: ["bills", "nothing"] })).toEqual([["bills:delta"]]);
    const withFeed = [
      [fed("bills"), row("bills")],
      [fed("items"), row("items", unread)],
      [feed, row("changes")],
    ] as const;
    expect(plan(withFeed, { only: ["bills"] })).toEqual([["changes:delta"]]);
  });

  it("nothing of a stream that has no row yet", () => {
    expect(planRun([info("a")], new Map(), { full: false, only: null, nowMs: NOW })).toEqual([]);
  });
});

describe("which ids are compared", () => {
  const compared = (one: StreamInfo, change: Partial<StreamRow>, force = false, only: readonly string[] | null = null) =>
    planReconciliation([one], new Map([[one.name, row(one.name, change)]]), { full: false, only, nowMs: NOW, force }).length === 1;
  const reconciled = info("a", { deletes: "reconcile", listsIds: true });

  it.each<[string, StreamInfo, Partial<StreamRow>, boolean, boolean]>([
    ["compared a moment ago", reconciled, {}, false, false],
    ["compared a day ago", reconciled, { reconciled_ms: NOW - DAY }, false, false],
    ["compared more than a day ago", reconciled, { reconciled_ms: NOW - DAY - 1 }, false, true],
    ["never compared", reconciled, { reconciled_ms: null }, false, true],
    ["asked for by a note", reconciled, { needs_reconcile: 1 }, false, true],
    ["interrupted", reconciled, { pass_kind: "ids" }, false, true],
    ["asked for by a person", reconciled, {}, true, true],
    ["not read yet", reconciled, unread, true, false],
    ["deletes come by status", info("a", { listsIds: true }), { reconciled_ms: null }, false, false],
    ["deletes come by status, a person asks", info("a", { listsIds: true }), {}, true, true],
    ["IDs can't be listed", info("a", { deletes: "reconcile" }), { reconciled_ms: null }, true, false],
  ])("%s", (_, one, change, force, expected) => {
    expect(compared(one, change, force)).toBe(expected);
  });

  it("only of the streams named", () => {
    expect(compared(reconciled, { reconciled_ms: null }, false, ["b"])).toBe(false);
    expect(compared(reconciled, { reconciled_ms: null }, false, ["a"])).toBe(true);
  });
});
