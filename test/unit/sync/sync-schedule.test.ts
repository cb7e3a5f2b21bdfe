import { afterEach, describe, expect, it } from "vitest";
import { type LabClient, longestGapMs, scheduleLab } from "#test/support/schedule-lab.ts";

const START_MS = Date.UTC(2026, 10, 2, 8);
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const SEED = 20_261_121;

const stop = { signal: new AbortController() };
afterEach(() => {
  stop.signal.abort();
  stop.signal = new AbortController();
});

function running(clients: readonly LabClient[], seed = SEED) {
  const lab = scheduleLab({ seed, startMs: START_MS, clients });
  const ended = lab.schedule.run(stop.signal.signal);
  return { ...lab, ended, row: async (clientId: string) => (await lab.schedule.view()).rows.find((row) => row.clientId === clientId) };
}

function named(prefix: string, count: number, rest: Omit<LabClient, "clientId">): LabClient[] {
  return Array.from({ length: count }, (_, index) => ({ clientId: `${prefix}-${index}`, ...rest }));
}

describe(`the background schedule (seed ${SEED})`, () => {
  it("200 clients over a day stay within their budgets, those in close are read every 15 minutes, none is starved", async () => {
    const clients = [
      ...named("close", 40, { inClose: true, dayLimit: 5_000, calls: 9, lastStartMs: START_MS - HOUR_MS }),
      ...named("tight", 20, { inClose: true, dayLimit: 1_000, calls: 9, lastStartMs: START_MS - HOUR_MS }),
      ...named("other", 140, { dayLimit: 1_000, calls: 9, lastStartMs: START_MS - HOUR_MS }),
    ];
    const lab = running(clients);
    await lab.clock.advance(DAY_MS);
    const settledMs = START_MS + 10 * MINUTE_MS;
    const endMs = START_MS + DAY_MS;
    for (const { clientId, dayLimit } of clients) {
      const starts = lab.starts.get(clientId) ?? [];
      // Half of the day's budget stays for people and writes.
      expect(lab.used(clientId, START_MS), clientId).toBeLessThanOrEqual((dayLimit as number) * 0.52);
      const most = clientId.startsWith("close") ? 15 * MINUTE_MS : HOUR_MS;
      expect(longestGapMs(starts, settledMs, endMs), clientId).toBeLessThanOrEqual(most + 2_000);
      expect(starts[0], clientId).toBeLessThanOrEqual(settledMs);
    }
    // Evenly: in no minute of the day more than a few times the average begins.
    const perMinute = new Map<number, number>();
    for (const at of [...lab.starts.values()].flat())
      perMinute.set(Math.floor(at / MINUTE_MS), (perMinute.get(Math.floor(at / MINUTE_MS)) ?? 0) + 1);
    expect(Math.max(...perMinute.values())).toBeLessThanOrEqual(24);
    expect(await lab.row("tight-0")).toMatchObject({ state: "waiting", everyMinutes: 30, callsAllowedPerDay: 500, callsPerRun: 9 });
    expect((await lab.row("tight-0"))?.why).toBe("every 30 min: automatic sync may use half the daily limit, 500 requests");
    expect((await lab.row("close-0"))?.why).toBe("every 15 min during a close");
  }, 30_000);

  it("goes on when the firm's file can't be read or written for a while", async () => {
    const unhandled: unknown[] = [];
    const onUnhandled = (error: unknown) => unhandled.push(error);
    process.on("unhandledRejection", onUnhandled);
    const lab = running([{ clientId: "one", lastStartMs: START_MS - 2 * HOUR_MS }]);
    await lab.clock.advance(MINUTE_MS);
    lab.failing.files = true;
    await lab.clock.advance(3 * HOUR_MS);
    const during = lab.starts.get("one")?.length ?? 0;
    lab.failing.files = false;
    await lab.clock.advance(3 * HOUR_MS);
    await new Promise((resolve) => setImmediate(resolve));
    process.off("unhandledRejection", onUnhandled);
    expect(during).toBeGreaterThanOrEqual(2);
    expect(lab.starts.get("one")?.length).toBeGreaterThanOrEqual(during + 2);
    expect(lab.errors.length).toBeGreaterThan(0);
    expect(unhandled).toEqual([]);
  });

  it("starts a minute later when the firm's file can't be read at the start", async () => {
    const lab = scheduleLab({ seed: SEED, startMs: START_MS, clients: [{ clientId: "one", lastStartMs: START_MS - 2 * HOUR_MS }] });
    lab.failing.files = true;
    const ended = lab.schedule.run(stop.signal.signal).then(
      () => "stopped",
      () => "failed",
    );
    await lab.clock.advance(5 * MINUTE_MS);
    expect(lab.errors.length).toBeGreaterThan(0);
    lab.failing.files = false;
    await lab.clock.advance(2 * MINUTE_MS);
    expect(lab.starts.get("one")).toHaveLength(1);
    stop.signal.abort();
    expect(await ended).toBe("stopped");
  });

  it("a month's quota that clients share slows down those without a close first", async () => {
    const shared = { pool: "b", monthLimit: 500_000, calls: 8, lastStartMs: START_MS - 2 * HOUR_MS };
    const lab = running([...named("close", 30, { ...shared, inClose: true }), ...named("other", 70, shared)]);
    await lab.clock.advance(DAY_MS);
    const total = [...lab.starts.keys()].reduce((sum, clientId) => sum + lab.used(clientId, START_MS), 0);
    // 70 % of the quota over the days that are left of the month.
    expect(total).toBeLessThanOrEqual((500_000 * 0.7) / 28.6);
    const row = await lab.row("other-0");
    expect(row?.everyMinutes).toBeGreaterThanOrEqual(1_440);
    expect(row?.why).toMatch(/^every .*: this month's limit allows \d+ requests? a day$/);
    expect((await lab.row("close-0"))?.everyMinutes).toBeLessThan(60);
    for (const [clientId, starts] of lab.starts) expect(starts.length, clientId).toBeGreaterThan(0);
  }, 30_000);

  it("leaves the last fifth of a day's budget to people and writes", async () => {
    const lab = running([{ clientId: "busy", dayLimit: 100, calls: 9, lastStartMs: START_MS - 2 * DAY_MS }]);
    // A person's readings used the day.
    lab.count("busy", 80);
    await lab.clock.advance(HOUR_MS);
    expect(lab.starts.get("busy")).toEqual([]);
    expect(await lab.row("busy")).toMatchObject({
      state: "held",
      why: expect.stringContaining("any left are reserved for manual syncs and ledger updates"),
    });
    await lab.clock.advance(DAY_MS);
    expect(lab.starts.get("busy")?.length).toBeGreaterThan(0);
  });

  it("offline is a state: one try at a time, and it continues automatically when the ledger answers", async () => {
    const lab = running([
      ...named("a", 30, { origin: "https://a", lastStartMs: START_MS - HOUR_MS }),
      { clientId: "b-0", origin: "https://b", lastStartMs: START_MS - HOUR_MS },
    ]);
    lab.downOrigins.add("https://a");
    await lab.clock.advance(4 * HOUR_MS);
    const tries = [...lab.starts].filter(([clientId]) => clientId.startsWith("a-")).flatMap(([, starts]) => starts);
    expect(tries.length).toBeLessThan(40);
    expect(await lab.row("a-3")).toMatchObject({ state: "offline", why: expect.stringContaining("ledger unavailable for 4 h") });
    expect(await lab.row("b-0")).toMatchObject({ state: "waiting" });
    expect((await lab.schedule.view()).online).toBe(true);
    lab.downOrigins.clear();
    const backMs = lab.now();
    lab.tell("online");
    await lab.clock.advance(5 * MINUTE_MS);
    for (let index = 0; index < 30; index++)
      expect(
        lab.starts.get(`a-${index}`)?.some((at) => at >= backMs),
        `a-${index}`,
      ).toBe(true);
  });

  it("tries other clients when the sync of the one that tries ends in a defect", async () => {
    const lab = running(named("a", 3, { lastStartMs: START_MS - HOUR_MS }));
    lab.downOrigins.add("a");
    await lab.clock.advance(MINUTE_MS);
    for (const clientId of lab.starts.keys()) lab.broken.add(clientId);
    await lab.clock.advance(15 * MINUTE_MS);
    expect(lab.errors.length).toBeGreaterThan(0);
    lab.downOrigins.clear();
    lab.broken.delete("a-1");
    lab.broken.delete("a-2");
    const backMs = lab.now();
    lab.tell("resume");
    await lab.clock.advance(2 * HOUR_MS);
    expect(lab.starts.get("a-1")?.some((at) => at >= backMs)).toBe(true);
    expect(lab.starts.get("a-2")?.some((at) => at >= backMs)).toBe(true);
    expect((await lab.schedule.view()).online).toBe(true);
  });

  it("says offline when no ledger answers, and online again", async () => {
    const lab = running(named("a", 3, { lastStartMs: START_MS - HOUR_MS }));
    lab.downOrigins.add("a");
    await lab.clock.advance(MINUTE_MS);
    expect(await lab.schedule.view()).toMatchObject({ online: false, why: expect.stringContaining("Offline") });
    lab.downOrigins.clear();
    await lab.clock.advance(10 * MINUTE_MS);
    expect(await lab.schedule.view()).toMatchObject({ online: true, why: null });
    expect(lab.online).toEqual([false, true]);
  });

  it("a machine that slept for eight hours catches up one client after another, those in close first", async () => {
    const lab = running([
      ...named("other", 60, { lastStartMs: START_MS - MINUTE_MS }),
      ...named("close", 20, { inClose: true, lastStartMs: START_MS - MINUTE_MS }),
    ]);
    await lab.clock.advance(10 * MINUTE_MS);
    const wokeMs = lab.now() + 8 * HOUR_MS;
    lab.sleepMachine(8 * HOUR_MS);
    await lab.clock.advance(10 * MINUTE_MS);
    const firsts = [...lab.starts].map(([clientId, starts]) => ({
      clientId,
      at: starts.find((at) => at >= wokeMs) ?? Number.POSITIVE_INFINITY,
    }));
    firsts.sort((a, b) => a.at - b.at);
    expect(firsts.slice(0, 20).every(({ clientId }) => clientId.startsWith("close"))).toBe(true);
    const gaps = firsts.slice(1).map(({ at }, place) => at - (firsts[place] as { at: number }).at);
    expect(Math.min(...gaps)).toBeGreaterThan(1_000);
    expect(firsts.at(-1)?.at).toBeLessThan(wokeMs + 6 * MINUTE_MS);
  });

  it("pause stops all of it, resume goes on; a paused client is left alone; the cost is learned", async () => {
    const lab = running([
      { clientId: "read", calls: 21, lastStartMs: START_MS - HOUR_MS },
      { clientId: "left", paused: true, lastStartMs: START_MS - HOUR_MS },
    ]);
    await lab.clock.advance(MINUTE_MS);
    expect(lab.starts.get("read")?.length).toBe(1);
    await lab.schedule.setPaused(true);
    await lab.clock.advance(3 * HOUR_MS);
    expect(lab.starts.get("read")?.length).toBe(1);
    expect(await lab.row("read")).toMatchObject({ state: "paused", nextAt: null, why: "automatic sync is paused for all clients" });
    await lab.schedule.setPaused(false);
    await lab.clock.advance(MINUTE_MS);
    expect(lab.starts.get("read")?.length).toBe(2);
    expect(lab.starts.get("left")).toEqual([]);
    expect(lab.remembered.get("read")).toMatchObject({ calls: 21 });
  });

  it("waits for a person where a sign-in is needed, and goes on after it", async () => {
    const lab = running([{ clientId: "signed-out", lastStartMs: START_MS - HOUR_MS }]);
    lab.states.set("signed-out", "needs_sign_in");
    await lab.clock.advance(30 * MINUTE_MS);
    expect(lab.starts.get("signed-out")?.length).toBe(1);
    expect(await lab.row("signed-out")).toMatchObject({ state: "needs_sign_in" });
    lab.states.clear();
    lab.schedule.noteChanged(["signed-out"]);
    await lab.clock.advance(HOUR_MS);
    expect(await lab.row("signed-out")).toMatchObject({ state: "waiting" });
  });

  it("goes on from the first sync that a person starts, and doesn't wait an hour for it any more", async () => {
    const lab = running([{ clientId: "other", lastStartMs: START_MS }]);
    await lab.clock.advance(MINUTE_MS);
    const added = { clientId: "new", inClose: true, state: "never_synced" } as const;
    lab.clients.set("new", added);
    lab.starts.set("new", []);
    lab.schedule.noteChanged(["new"]);
    await lab.clock.advance(5 * MINUTE_MS);
    expect(lab.starts.get("new")).toEqual([]);
    lab.clients.set("new", { ...added, state: "up_to_date" });
    lab.schedule.noteChanged(["new"]);
    await lab.clock.advance(16 * MINUTE_MS);
    expect(lab.starts.get("new")?.length).toBe(1);
  });

  it("plans no time in safe mode, the app's times on the command line, and says when it has stopped", async () => {
    const lab = scheduleLab({ seed: SEED, startMs: START_MS, clients: [{ clientId: "a", lastStartMs: START_MS }] });
    expect((await lab.schedule.view()).why).toBe("Automatic sync starts in a moment.");
    lab.host.offReason = "no_app";
    expect(await lab.schedule.view()).toMatchObject({ why: expect.stringContaining("app is open"), rows: [{ state: "waiting" }] });
    lab.host.offReason = "safe_mode";
    const off = { state: "off", nextAt: null, everyMinutes: null, callsPerDay: 0, why: "off in safe mode" };
    expect(await lab.schedule.view()).toMatchObject({ why: expect.stringContaining("safe mode"), rows: [off] });
    lab.host.offReason = null;
    const ended = lab.schedule.run(stop.signal.signal);
    await lab.clock.advance(MINUTE_MS);
    expect((await lab.schedule.view()).why).toBeNull();
    stop.signal.abort();
    await ended;
    const stopped = { state: "off", why: "automatic sync has stopped" };
    expect(await lab.schedule.view()).toMatchObject({ why: expect.stringContaining("restart Tieout"), rows: [stopped] });
  });
});
