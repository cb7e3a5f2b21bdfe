import { describe, expect, it } from "vitest";
import { capabilityReport, noteDiscovery } from "#main/domain/clients/capability-changes.ts";
import { CAPABILITY_NAMES, describeCapability } from "#main/domain/clients/capability-descriptions.ts";
import { streamStatus } from "#main/domain/clients/stream-status.ts";
import { type CadenceFacts, cadenceText, isHeld, type MonthPool, planCadences, spanText } from "#main/domain/clients/sync-cadence.ts";
import { instant } from "#shared/kernel/instant.ts";
import type { Discovery, SourceCapabilities } from "#shared/model/ledger/capabilities.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;

describe("how often a client syncs", () => {
  const facts = (more: Partial<CadenceFacts> = {}): CadenceFacts => ({
    ...{ clientId: "c", inClose: false, callsPerRun: 10, dayLimit: null, pool: null, ...more },
  });
  const planned = (list: readonly CadenceFacts[], pools: Record<string, MonthPool> = {}) =>
    Object.fromEntries(
      [...planCadences(list, new Map(Object.entries(pools)))].map(([id, { everyMs, callsPerDay, allowedPerDay, limitedBy }]) => [
        id,
        [everyMs / MINUTE, callsPerDay, allowedPerDay, limitedBy],
      ]),
    );

  it("is every hour, or every 15 minutes in close, where nothing limits it", () => {
    expect(planned([facts(), facts({ clientId: "d", inClose: true })])).toEqual({ c: [60, 267, null, null], d: [15, 1067, null, null] });
    expect(planned([facts({ dayLimit: 5_000 })])).toEqual({ c: [60, 267, 2_500, null] });
  });

  it("is less often, in steps of five minutes, where half of the day's calls don't suffice", () => {
    expect(planned([facts({ inClose: true, dayLimit: 1_000 })])).toEqual({ c: [35, 458, 500, "day"] });
    expect(planned([facts({ dayLimit: 100 })])).toEqual({ c: [320, 50, 50, "day"] });
    expect(planned([facts({ dayLimit: 0 })])).toEqual({ c: [16_000, 1, 0, "day"] });
    expect(planned([facts({ dayLimit: 534 })]).c).toEqual([60, 267, 267, null]);
  });

  const pool = (limit: number, more: Partial<MonthPool> = {}): MonthPool => ({ limit, used: 0, msLeft: 10 * DAY, ...more });
  const two = [facts({ clientId: "in", inClose: true, pool: "p" }), facts({ clientId: "out", pool: "p" }), facts({ clientId: "alone" })];

  it("slows clients that aren't in close first when they share a month's quota", () => {
    // 1,067 and 267 calls a day are asked for; 70 percent of the month's, by day.
    expect(planned(two, { p: pool(20_000) })).toMatchObject({ in: [15, 1067, null, null], out: [60, 267, null, null] });
    expect(planned(two, { p: pool(19_057) })).toMatchObject({
      in: [15, 1067, null, null],
      out: [65, 247, 247, "month"],
      alone: [60, 267, null, null],
    });
    expect(planned(two, { p: pool(16_000) })).toMatchObject({ in: [15, 1067, null, null], out: [305, 53, 53, "month"] });
    expect(planned(two, { p: pool(20_000, { used: 3_000 }) }).out).toEqual([490, 33, 33, "month"]);
    expect(planned(two, { other: pool(1) })).toMatchObject({ in: [15, 1067, null, null], out: [60, 267, null, null] });
  });

  it("slows those in close only when the others wait for a day, and all of them beyond that", () => {
    expect(planned(two, { p: pool(8_000) })).toMatchObject({ in: [30, 534, 534, "month"], out: [1_440, 12, 12, "month"] });
    const tight = planned(two, { p: pool(100) });
    expect(tight).toMatchObject({ in: [4_575, 4, 4, "month"], out: [4_575, 4, 4, "month"] });
    expect(planned(two, { p: pool(100, { used: 100 }) })).toMatchObject({ in: [32_025, 1, 1, "month"] });
    // The last hours of a month count as a day.
    expect(planned(two, { p: pool(2_000, { msLeft: 1 }) })).toMatchObject({ in: [15, 1067, null, null], out: [60, 267, null, null] });
    expect(planned([two[1] as CadenceFacts], { p: pool(1_000) }).out).toEqual([230, 70, 70, "month"]);
  });

  it("leaves the last fifth of a day's calls to people and writes", () => {
    expect([isHeld(10, 70, 100), isHeld(10, 71, 100), isHeld(10, 1e9, null)]).toEqual([false, true, false]);
  });

  it("is told with what limits it", () => {
    const cadence = (more: object) => ({ everyMs: 60 * MINUTE, callsPerDay: 1, allowedPerDay: null, limitedBy: null, ...more });
    expect([
      cadenceText(cadence({}), false),
      cadenceText(cadence({ everyMs: 15 * MINUTE }), true),
      cadenceText(cadence({ everyMs: 90 * MINUTE, limitedBy: "day", allowedPerDay: 50 }), true),
      cadenceText(cadence({ limitedBy: "day" }), true),
      cadenceText(cadence({ everyMs: 2 * DAY, limitedBy: "month", allowedPerDay: 7 }), false),
      cadenceText(cadence({ limitedBy: "month" }), false),
      cadenceText(cadence({ everyMs: 2_745 * MINUTE, limitedBy: "day", allowedPerDay: 7 }), false),
      cadenceText(cadence({ everyMs: 1_825 * MINUTE }), false),
      cadenceText(cadence({ everyMs: 355 * MINUTE }), false),
    ]).toEqual([
      "hourly, more often during a close",
      "every 15 min during a close",
      "every 1 h 30 min: automatic sync may use half the daily limit, 50 requests",
      "hourly: automatic sync may use half the daily limit, 0 requests",
      "every 2 days: this month's limit allows 7 requests a day",
      "hourly: this month's limit allows 0 requests a day",
      "about every 2 days: automatic sync may use half the daily limit, 7 requests",
      "about every 30 h, more often during a close",
      "about every 6 h, more often during a close",
    ]);
    const spans = [0, 1, 59, 60, 61, 120, 1_440, 2_880, 2_881, 4_320].map((minutes) => spanText(minutes * MINUTE));
    expect(spans).toEqual(["1 min", "1 min", "59 min", "1 h", "1 h 1 min", "2 h", "24 h", "2 days", "48 h 1 min", "3 days"]);
    expect(spanText(59 * MINUTE + 1)).toBe("1 h");
  });
});

describe("a stream's state", () => {
  it("is shown with its place, its times and its failure", () => {
    const row = {
      ...{
        name: "bills",
        label: "Bills",
        state: "running",
        pass_kind: "news",
        pass_position: "p7",
        watermark: "w3",
        completed_ms: 0,
        pages: 1,
      },
      ...{
        seen: 2,
        changed: 3,
        unchanged: 4,
        removed: 5,
        total_known: 6,
        failure: '{"code":"storage","message":"Full."}',
        resume_ms: 1_000,
      },
    };
    expect(streamStatus(row)).toEqual({
      ...{ stream: "bills", label: "Bills", state: "running", pass: "news", cursor: "p7", asOf: "1970-01-01T00:00:00.000Z", pages: 1 },
      ...{ seen: 2, changed: 3, unchanged: 4, removed: 5, totalKnown: 6, resumeAt: "1970-01-01T00:00:01.000Z", queue: null },
      failure: { code: "storage", message: "Full." },
    });
    const idle = { ...row, pass_position: null, completed_ms: null, failure: null, resume_ms: null };
    expect(streamStatus(idle)).toMatchObject({ cursor: "w3", asOf: null, resumeAt: null, failure: null });
  });
});

describe("a capability in words", () => {
  const NONE: SourceCapabilities = {
    ...{ dimensions: [], lineTarget: "both", canCreateTaxRates: false, hasApprovalWorkflow: false, hasGlFeed: false, hasAuditTrail: false },
    ...{ statusIsDerived: true, writeSemantics: "merge", periodLock: { perSubsidiary: false }, idempotencyKey: false },
  };
  const said = (can: Partial<SourceCapabilities>) =>
    Object.fromEntries(
      CAPABILITY_NAMES.map((name) => {
        const { title, value, on } = describeCapability(name, { ...NONE, ...can });
        return [title, [value, on]];
      }),
    );

  it("is there or not, with what is used instead, or a way of working", () => {
    const off = said({});
    expect(off).toEqual({
      "General-ledger feed": ["no", false],
      Dimensions: ["none", false],
      "Lock date": ["no lock date", false],
      "Approval workflow": ["no", false],
      "Audit trail": ["no", false],
      "Ledger keeps the amounts you enter": ["no", false],
      "Transaction status from ledger": ["no", false],
      "Double-posting protection": ["no", false],
      "Line coding": ["accounts or items", null],
      "Updates change": ["only the fields sent", null],
    });
    const all = {
      hasGlFeed: true,
      hasApprovalWorkflow: true,
      hasAuditTrail: true,
      canCreateTaxRates: true,
      statusIsDerived: false,
      idempotencyKey: true,
    };
    const on = said(all);
    for (const [title, [value, is]] of Object.entries(off))
      if (value === "no") expect([title, is, on[title]]).toEqual([title, false, ["yes", true]]);
    for (const name of CAPABILITY_NAMES) {
      const { usedInstead } = describeCapability(name, { ...NONE, ...all });
      if (on[describeCapability(name, NONE).title]?.[1] === true) expect(usedInstead).toBeNull();
    }
    expect([said({ lineTarget: "account" })["Line coding"], said({ lineTarget: "item" })["Line coding"]]).toEqual([
      ["accounts", null],
      ["items", null],
    ]);
    expect(said({ writeSemantics: "replace" })["Updates change"]).toEqual(["the whole record", null]);
    expect(said({ writeSemantics: "patch" })["Updates change"]).toEqual(["only the fields sent", null]);
  });

  it("names the dimensions in use and the lock date", () => {
    const dimension = (name: string, active: boolean) => ({ name, active }) as unknown as SourceCapabilities["dimensions"][number];
    expect(said({ dimensions: [dimension("Class", true), dimension("Old", false), dimension("Place", true)] }).Dimensions).toEqual([
      "2 (Class, Place)",
      true,
    ]);
    expect(said({ dimensions: [dimension("Old", false)] }).Dimensions).toEqual(["none", false]);
    const lock = (date: string | undefined, perSubsidiary: boolean) =>
      said({ periodLock: { ...(date === undefined ? {} : { date }), perSubsidiary } as SourceCapabilities["periodLock"] })["Lock date"];
    expect([lock("2026-09-30", false), lock("2026-09-30", true), lock(undefined, true)]).toEqual([
      ["through 2026-09-30", true],
      ["through 2026-09-30, by subsidiary", true],
      ["no lock date, by subsidiary", true],
    ]);
  });

  const AT = instant("2026-11-16T09:00:00.000Z");
  const LATER = instant("2026-11-18T09:00:00.000Z");
  const found = (can: Partial<SourceCapabilities>, more: Partial<Discovery> = {}) =>
    ({ capabilities: { ...NONE, ...can }, evidence: {}, ...more }) as unknown as Discovery;

  it("that reads otherwise than before is a change, of which the newest two hundred are kept", () => {
    const gained = noteDiscovery(
      null,
      found({}),
      found({ hasGlFeed: true, writeSemantics: "replace" }, { evidence: { hasGlFeed: "Asked." } }),
      AT,
    );
    expect(gained.changes).toEqual([
      { name: "hasGlFeed", title: "General-ledger feed", from: "no", to: "yes", at: AT, how: "Asked.", lost: false },
      {
        ...{ name: "writeSemantics", title: "Updates change", at: AT, how: "", lost: false },
        ...{ from: "only the fields sent", to: "the whole record" },
      },
    ]);
    // Another way of doing the same isn't a change for people.
    expect(noteDiscovery(null, found({}), found({ writeSemantics: "patch" }), AT).changes).toEqual([]);
    expect(gained.record).toEqual({ firstFoundAt: AT, changes: gained.changes });
    const full = { firstFoundAt: AT, changes: Array.from({ length: 200 }, () => ({ ...gained.changes[1], at: AT })) as never };
    const next = noteDiscovery(full, found({ hasGlFeed: true }), found({}), LATER);
    expect([next.record.changes.length, next.record.changes.at(-1), next.record.firstFoundAt]).toEqual([...[200, next.changes[0], AT]]);
    expect(next.changes).toMatchObject([{ name: "hasGlFeed", lost: true }]);
  });

  it("is reported with how it was found and since when", () => {
    const record = noteDiscovery({ firstFoundAt: AT, changes: [] }, found({}), found({ hasGlFeed: true }), LATER).record;
    const report = capabilityReport(found({ hasGlFeed: true }), Date.parse(LATER), record);
    expect(report.rows.map(({ name }) => name)).toEqual([...CAPABILITY_NAMES]);
    expect([report.rows[0], report.rows[3]]).toMatchObject([
      { name: "hasGlFeed", how: "", probe: null, since: LATER, foundAt: LATER },
      { name: "hasApprovalWorkflow", since: AT, foundAt: LATER },
    ]);
    expect(capabilityReport(found({}), Date.parse(LATER), null)).toMatchObject({
      checkedAt: LATER,
      changes: [],
      nextCheckAt: "2026-11-19T09:00:00.000Z",
    });
    expect(capabilityReport(found({}), Date.parse(LATER), null).rows[0]?.since).toBe(LATER);
  });
});
