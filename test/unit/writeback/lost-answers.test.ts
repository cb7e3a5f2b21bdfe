import { describe, expect, it } from "vitest";
import { AnswerUnreadable } from "#main/ledgers/adapter.ts";
import type { LinkWriteOutcome } from "#main/sync/ledger-link.ts";
import type { StoredCall } from "#main/writeback/job.ts";
import {
  absent,
  accepted,
  answered,
  callOf,
  failure,
  KEY,
  LONG_MEMORY,
  createJobLab as lab,
  lost,
  offline,
  posted,
  present,
  refused,
  SETTLE,
  START,
  seen,
  sentAt,
} from "#test/support/job-lab.ts";

describe("an answer that was lost (rule 28)", () => {
  const forgetful = () => [callOf()];
  const replaying = () => [callOf({ replays: true })];

  it("is asked for again with the same bytes after 2, 4 and 8 seconds, while the ledger remembers the value", async () => {
    const job = lab({ calls: replaying(), trust: LONG_MEMORY, writes: [lost, lost, lost, posted] });
    const { state, calls } = await job.run();
    expect([state, job.writesAt(), calls[0]?.sends]).toEqual(["accepted", [0, 2, 6, 14], 4]);
    expect(new Set(job.diary.filter((line) => line.includes("write")).map((line) => line.split("write")[1])).size).toBe(1);
    expect(job.attempts.map(({ purpose }) => purpose)).toEqual(["write", "repeat", "repeat", "repeat"]);
    expect(job.attempts[0]).toMatchObject({ status: null, note: "words of ledger_unreachable" });
  });

  it("is looked for after three repetitions in vain", async () => {
    const job = lab({ calls: replaying(), trust: LONG_MEMORY, writes: [lost, lost, lost, lost], reads: [seen(present)] });
    expect((await job.run()).state).toBe("accepted");
    expect([job.writesAt(), job.readsAt()]).toEqual([[0, 2, 6, 14], [14]]);
  });

  it("is looked for at once where the ledger remembers nothing, and then nothing is sent again", async () => {
    const job = lab({ calls: forgetful(), writes: [lost], reads: [seen(present)] });
    expect((await job.run()).items[0]).toMatchObject({ outcome: "accepted", ledgerId: "b1" });
    expect([job.writesAt(), job.readsAt(), job.attempts[1]?.purpose]).toEqual([[0], [0], "look"]);
  });

  it("is looked for twice more, each a settling time apart, before anybody calls it lost", async () => {
    const job = lab({ calls: forgetful(), writes: [lost], reads: [seen(absent), seen(absent), seen(absent)] });
    const { state, items, calls } = await job.run();
    expect([state, items[0]?.outcome, calls[0]?.status]).toEqual(["unknown", "unknown", "done"]);
    expect([job.writesAt(), job.readsAt()]).toEqual([[0], [0, 300, 600]]);
    expect(items[0]?.message).toContain("two checks");
  });

  it("may arrive between two looks", async () => {
    const job = lab({ calls: forgetful(), writes: [lost], reads: [seen(absent), seen(absent), seen(present)] });
    expect((await job.run()).state).toBe("accepted");
  });

  it("is sent again after two looks in vain only to a ledger that knows idempotency values, three times at most", async () => {
    const nothing = Array.from({ length: 12 }, () => seen(absent));
    const job = lab({ calls: replaying(), writes: [lost, lost, lost, lost], reads: nothing });
    const { state, calls } = await job.run();
    expect([state, calls[0]?.sends]).toEqual(["unknown", 4]);
    expect(job.writesAt()).toEqual([0, 600, 1_200, 1_800]);
    expect(job.readsAt()).toHaveLength(12);
  });

  it("is looked for again while only a part of it is there: the rest may still arrive", async () => {
    const items = [0, 1].map((part) => ({ ...KEY, part, title: "", reference: "r", entityType: "Bill", ledgerId: null }));
    const both = seen(present, { ...present, part: 1 });
    const job = lab({ calls: [callOf({ items })], writes: [lost], reads: [seen(present, { ...absent, part: 1 }), both] });
    expect([(await job.run()).state, job.readsAt()]).toEqual(["accepted", [0, 300]]);
  });

  it("isn't repeated when a part of it is there: the rest is a person's to decide", async () => {
    const items = [0, 1].map((part) => ({ ...KEY, part, title: "", reference: "r", entityType: "Bill", ledgerId: null }));
    const half = seen({ ...present }, { ...absent, part: 1 });
    const job = lab({ calls: [callOf({ replays: true, items })], writes: [lost], reads: [half, half, half] });
    const result = await job.run();
    expect(result.state).toBe("unknown");
    expect(result.items.map(({ outcome }) => outcome)).toEqual(["accepted", "unknown"]);
    expect(job.writesAt()).toEqual([0]);
  });

  it("isn't repeated when the repetition could come after the ledger has forgotten the value", async () => {
    for (const [spareMs, writes] of [
      [4_000, [0]],
      [4_001, [0, 2]],
    ] as const) {
      const trust = { keyTrustMs: SETTLE + spareMs, settleMs: SETTLE };
      const job = lab({ calls: replaying(), trust, writes: [lost, posted], reads: [seen(present)] });
      expect((await job.run()).state).toBe("accepted");
      expect(job.writesAt()).toEqual(writes);
    }
  });

  it("isn't repeated when the clock was set back: that does not make the ledger remember longer", async () => {
    const call = callOf({ ...sentAt(START - 60_000), replays: true, firstSentMs: START + 1, lastSentMs: START });
    const job = lab({ calls: [call], state: "unknown", trust: LONG_MEMORY, reads: [seen(present)] });
    expect([(await job.run()).state, job.writesAt()]).toEqual(["accepted", []]);
  });

  it("is looked for when its repetition waited until the ledger may have forgotten the value", async () => {
    const trust = { keyTrustMs: SETTLE + 60_000, settleMs: SETTLE };
    const waits = (signal: AbortSignal) =>
      new Promise<LinkWriteOutcome>((resolve) => signal.addEventListener("abort", () => resolve({ kind: "cancelled" })));
    const job = lab({ calls: replaying(), trust, writes: [lost, waits], reads: [seen(absent), seen(present)] });
    expect((await job.run()).state).toBe("accepted");
    // The one sending that left was at 0; the repetition was called off a minute later.
    expect([job.writesAt(), job.readsAt()]).toEqual([
      [0, 2],
      [60, 300],
    ]);
  });

  it("is unknown when the ledger refuses to show whether it is there", async () => {
    const job = lab({ calls: forgetful(), writes: [lost], reads: [{ kind: "rejected", failure: failure("ledger_rejected", 404) }] });
    const { state, items } = await job.run();
    expect([state, items[0]?.outcome, items[0]?.message]).toEqual(["unknown", "unknown", "words of ledger_rejected"]);
    expect(job.attempts[1]).toMatchObject({ purpose: "look", status: null, note: "words of ledger_rejected" });
  });

  it("waits where only the access to look is missing, or the ledger can't be asked or understood now", async () => {
    for (const answer of [
      { kind: "rejected", failure: failure("ledger_rejected", 403) },
      { kind: "rejected", failure: failure("not_allowed", 401) },
      { kind: "rejected", failure: failure("ledger_rejected") },
      offline,
      { kind: "cancelled" },
      answered("<html>"),
    ] as const) {
      const { state, items, calls, failure: why } = await lab({ calls: forgetful(), writes: [lost], reads: [answer] }).run();
      expect([state, items[0]?.outcome, calls[0]?.status, why === null]).toEqual(["unknown", "pending", "sent", false]);
    }
  });

  it("is a page in place of an answer, and an answer that is silent on a part or is cut off", async () => {
    const page: LinkWriteOutcome = { kind: "rejected", conflict: false, failure: failure("ledger_unreadable", 502) };
    for (const outcome of [page, answered([]), answered('[{"operation":0'), answered([accepted("b9", 7)])] as const) {
      const job = lab({ calls: forgetful(), writes: [outcome], reads: [seen(absent), seen(present)] });
      expect((await job.run()).items[0]).toMatchObject({ outcome: "accepted", ledgerId: "b1" });
      expect([job.writesAt(), job.readsAt()]).toEqual([[0], [0, 300]]);
      expect(job.attempts[0]?.note).toMatch(/unreadable/);
    }
  });

  it("is looked for ahead of all other work", async () => {
    const job = lab({ calls: forgetful(), writes: [lost], reads: [seen(present)] });
    await job.run();
    expect(job.asked).toMatchObject([{ lane: "write", fairKey: "c/writes" }]);
  });

  it("isn't repeated once a look has found nothing, until the next one has too", async () => {
    const call = callOf({ ...sentAt(START - SETTLE), replays: true, absentMs: [START - 1] });
    const job = lab({ calls: [call], state: "unknown", trust: LONG_MEMORY, reads: [seen(present)] });
    expect([(await job.run()).state, job.writesAt()]).toEqual(["accepted", []]);
  });

  it("isn't repeated where the ledger has taken a part of it before, even if that is gone since", async () => {
    const items = [0, 1].map((part) => ({ ...KEY, part, title: "", reference: "r", entityType: "Bill", ledgerId: null }));
    const gone = seen(absent, { ...absent, part: 1 });
    const calls = [callOf({ ...sentAt(START - SETTLE), replays: true, items })];
    const job = lab({ calls, state: "unknown", outcomes: ["accepted", "pending"], reads: [gone, gone] });
    const result = await job.run();
    expect([result.state, job.writesAt()]).toEqual(["unknown", []]);
    // What the ledger has answered for stands.
    expect(result.items.map(({ outcome }) => outcome)).toEqual(["accepted", "unknown"]);
  });

  it("of a request with two parts is lost as a whole when one of them isn't answered for", async () => {
    const items = [0, 1].map((part) => ({ ...KEY, part, title: "", reference: "r", entityType: "Bill", ledgerId: null }));
    const both = seen(present, { ...present, part: 1 });
    const job = lab({ calls: [callOf({ items })], writes: [posted], reads: [both] });
    expect([(await job.run()).state, job.readsAt()]).toEqual(["accepted", [0]]);
  });

  it("stops waiting for its repetition when the job is stopped", async () => {
    const stop = new AbortController();
    const stopped = async (): Promise<LinkWriteOutcome> => {
      stop.abort();
      return { kind: "cancelled" };
    };
    const job = lab({ calls: replaying(), trust: LONG_MEMORY, writes: [lost, stopped], tools: { signal: stop.signal } });
    const { state, failure: why } = await job.run();
    expect([state, why?.code, job.readsAt()]).toEqual(["unknown", "cancelled", []]);
  });

  it("is told from a defect of the adapter, which ends the run", async () => {
    const outcomes = () => {
      throw new TypeError("a defect");
    };
    await expect(lab({ writes: [posted], adapter: { outcomes } }).run()).rejects.toThrow("a defect");
    const unclear = () => {
      throw new AnswerUnreadable("no field");
    };
    const job = lab({ writes: [posted], reads: [seen(present)], adapter: { outcomes: unclear } });
    expect((await job.run()).state).toBe("accepted");
  });

  it("of a record that another look finds changed or twice is shown as such", async () => {
    const changed = lab({
      calls: forgetful(),
      writes: [lost],
      reads: [seen({ ...KEY, found: "changed", message: "Somebody edited it." })],
    });
    expect((await changed.run()).items[0]).toMatchObject({ outcome: "conflict", message: "Somebody edited it." });
    const several = lab({ calls: forgetful(), writes: [lost], reads: [seen({ ...KEY, found: "several", message: "It is there twice." })] });
    expect((await several.run()).items[0]).toMatchObject({ outcome: "unknown", message: "It is there twice." });
  });
});

describe("a refusal that may come from the first sending", () => {
  it("is believed only when a new record isn't there, in a ledger without idempotency values", async () => {
    const there = lab({ writes: [refused()], reads: [seen(present)] });
    expect([(await there.run()).state, there.readsAt()]).toEqual(["accepted", [0]]);
    const notThere = lab({ writes: [refused()], reads: [seen(absent)] });
    expect([(await notThere.run()).state, notThere.writesAt()]).toEqual(["rejected", [0]]);
  });

  it("is believed when only a part of what was asked for is there", async () => {
    const items = [0, 1].map((part) => ({ ...KEY, part, title: "", reference: "r", entityType: "Bill", ledgerId: null }));
    const job = lab({ calls: [callOf({ items })], writes: [refused()], reads: [seen(present, { ...absent, part: 1 })] });
    expect((await job.run()).state).toBe("rejected");
  });

  it("is believed at once for a change of a record that exists", async () => {
    const items = [{ ...KEY, title: "", reference: null, entityType: "Bill", ledgerId: "b1" }];
    const job = lab({ calls: [callOf({ items })], writes: [refused()] });
    expect([(await job.run()).state, job.readsAt()]).toEqual(["rejected", []]);
  });

  it("of a repetition isn't believed when the ledger has the record", async () => {
    const calls = () => [callOf({ replays: true })];
    const job = lab({ calls: calls(), trust: LONG_MEMORY, writes: [lost, refused()], reads: [seen(present)] });
    expect((await job.run()).state).toBe("accepted");
    const gone = lab({ calls: calls(), trust: LONG_MEMORY, writes: [lost, refused()], reads: [seen(absent)] });
    expect((await gone.run()).state).toBe("rejected");
  });
});

describe("a process that ended in mid-sending", () => {
  it("leaves a request that is looked for, not sent again, and whose settling time begins now", async () => {
    const job = lab({ calls: [callOf(sentAt(START - 3_600_000))], state: "sent", reads: [seen(absent), seen(absent), seen(absent)] });
    const { state } = await job.run();
    expect([state, job.writesAt(), job.readsAt()]).toEqual(["unknown", [], [0, 300, 600]]);
  });

  it("leaves looks that count when the request was noted as unknown before", async () => {
    const call = callOf({ ...sentAt(START - 3_600_000), absentMs: [START - SETTLE] });
    const job = lab({ calls: [call], state: "unknown", reads: [seen(absent)] });
    expect([(await job.run()).state, job.readsAt()]).toEqual(["unknown", [0]]);
  });

  it("begins the settling time again when the request is dated in the time to come", async () => {
    const call = callOf({ ...sentAt(START + 1), absentMs: [START] });
    const job = lab({ calls: [call], state: "unknown", reads: [seen(absent), seen(absent), seen(absent)] });
    await job.run();
    expect(job.readsAt()).toEqual([0, 300, 600]);
  });
});

describe("a person who settles what is unknown", () => {
  const unknown = (sentMs = START - SETTLE) => [callOf(sentAt(sentMs))];

  it("hears that the record is there, and nothing is sent", async () => {
    const job = lab({ calls: unknown(), state: "unknown", reads: [seen(present)] });
    const { state, calls, failure: why } = await job.resolve();
    expect([state, calls[0]?.status, why, job.writesAt()]).toEqual(["accepted", "done", null, []]);
  });

  it("hears that nothing was posted once the settling time is over, and may enter it again", async () => {
    const { state, items, calls } = await lab({ calls: unknown(), state: "unknown", reads: [seen(absent)] }).resolve();
    expect([state, items[0]?.outcome, calls[0]?.status]).toEqual(["rejected", "rejected", "done"]);
    expect(items[0]?.message).toContain("it wasn't posted");
  });

  it("is told to look again while the request may still arrive", async () => {
    const job = lab({ calls: unknown(START - SETTLE + 1), state: "unknown", reads: [seen(absent)] });
    const { state, items, calls } = await job.resolve();
    expect([state, items[0]?.outcome, calls[0]?.status]).toEqual(["unknown", "unknown", "sent"]);
    expect(items[0]?.message).toContain("may still arrive");
    const arrived = await lab({ calls: unknown(START), state: "unknown", reads: [seen(present)] }).resolve();
    expect([arrived.state, arrived.calls[0]?.status]).toEqual(["accepted", "done"]);
  });

  it("gets no answer while the ledger can't be asked, and is told why", async () => {
    const { state, failure: why, items } = await lab({ calls: unknown(), state: "unknown", reads: [offline] }).resolve();
    expect([state, why?.code, items[0]?.outcome]).toEqual(["unknown", "ledger_unreachable", "pending"]);
  });

  it("isn't told of requests that never left: they stay queued, and nobody looks for them", async () => {
    const job = lab({ calls: [callOf(sentAt(START - SETTLE)), callOf({}, 1)], state: "unknown", reads: [seen(present)] });
    const { state, calls, items } = await job.resolve();
    expect([state, calls[1]?.status, items[1]?.outcome, job.readsAt().length]).toEqual(["queued", "pending", "pending", 1]);
  });

  it("is told of every record whose fate is open, also of one that is no longer looked for automatically", async () => {
    const done = callOf({ ...sentAt(START - SETTLE), status: "done" });
    const open = lab({ calls: [done], state: "unknown", outcomes: ["unknown"], reads: [seen(present)] });
    expect((await open.resolve()).state).toBe("accepted");
    const items = [0, 1].map((part) => ({ ...KEY, part, title: "", reference: "r", entityType: "Bill", ledgerId: null }));
    const half = lab({
      calls: [{ ...done, items }],
      state: "unknown",
      outcomes: ["accepted", "unknown"],
      reads: [seen({ ...present, part: 1 })],
    });
    expect((await half.resolve()).state).toBe("accepted");
    const settled = lab({ calls: [done], state: "unknown", outcomes: ["accepted"] });
    expect([(await settled.resolve()).state, settled.readsAt()]).toEqual(["accepted", []]);
  });

  it("looks again later where only a part has arrived, or one of two requests is still out", async () => {
    const items = [0, 1].map((part) => ({ ...KEY, part, title: "", reference: "r", entityType: "Bill", ledgerId: null }));
    const half = seen(present, { ...absent, part: 1 });
    const job = lab({ calls: [callOf({ ...sentAt(START - 1), items })], state: "unknown", reads: [half] });
    const { state, calls } = await job.resolve();
    expect([state, calls[0]?.status]).toEqual(["unknown", "sent"]);
    const two = [callOf(sentAt(START - SETTLE)), callOf(sentAt(START), 1)];
    const later = { ...absent, operation: 1 };
    const out = await lab({ calls: two, state: "unknown", reads: [seen(present), seen(later)] }).resolve();
    expect([out.state, out.calls.map(({ status }) => status)]).toEqual(["unknown", ["done", "sent"]]);
  });

  it("waits for the settling time of a request that was out when the process ended", async () => {
    const job = lab({ calls: unknown(START - 3_600_000), state: "sent", reads: [seen(absent)] });
    expect((await job.resolve()).items[0]?.message).toContain("may still arrive");
  });

  it("sees a defect as one", async () => {
    const look = () => {
      throw new TypeError("a defect");
    };
    await expect(lab({ calls: unknown(), state: "unknown", adapter: { look } }).resolve()).rejects.toThrow("a defect");
  });
});

describe("an update that another computer of the firm may have sent, though nobody knows of it any more", () => {
  const shared = { isShared: true };
  /** The ledger's memory is shorter than the update has waited. */
  const brief = { keyTrustMs: SETTLE - 1, settleMs: SETTLE };
  const replaying = () => [callOf({ replays: true })];

  it("isn't sent when its record is in the ledger already", async () => {
    const job = lab({ calls: replaying(), trust: brief, tools: shared, reads: [seen(present), seen(present)] });
    const { state, items } = await job.run();
    expect([state, items[0]?.ledgerId, job.writesAt()]).toEqual(["accepted", "b1", []]);
  });

  it("is sent when nothing is there, or the ledger doesn't say", async () => {
    for (const look of [absent, { ...KEY, found: "refused", message: "No." } as const]) {
      const job = lab({ calls: replaying(), trust: brief, tools: shared, reads: [seen(look)], writes: [posted] });
      expect([(await job.run()).state, job.readsAt(), job.writesAt()]).toEqual(["accepted", [0], [0]]);
    }
  });

  it("is sent without a look while the ledger remembers it, by a firm with no server, or where it only changes a record", async () => {
    const change = { ...(callOf().items[0] as StoredCall["items"][number]), ledgerId: "b1" };
    for (const options of [
      { trust: LONG_MEMORY, tools: shared, calls: replaying() },
      { trust: brief, calls: replaying() },
      { trust: brief, tools: shared, calls: [callOf({ replays: true, items: [change] })] },
      { trust: brief, tools: shared, calls: [callOf()] },
    ]) {
      const job = lab({ ...options, writes: [posted] });
      expect([(await job.run()).state, job.readsAt()]).toEqual(["accepted", []]);
    }
  });
});

describe("a refusal whose records couldn't be looked at (rule 30)", () => {
  it("still counts, in the ledger's own words, when nothing is found later", async () => {
    const held = await lab({ writes: [refused()], reads: [offline] }).run();
    expect([held.state, held.calls[0]?.status]).toEqual(["unknown", "sent"]);
    const job = lab({ calls: held.calls, state: "unknown", reads: [seen(absent)] });
    const { state, items } = await job.run();
    expect([state, items[0]?.message, items[0]?.ledgerError?.body]).toEqual(["rejected", "words of ledger_rejected", "raw words"]);
    expect([job.writesAt(), job.readsAt()]).toEqual([[], [0]]);
  });

  it("doesn't count when the record is there", async () => {
    const held = await lab({ writes: [refused()], reads: [offline] }).run();
    const job = lab({ calls: held.calls, state: "unknown", reads: [seen(present)] });
    expect((await job.run()).items[0]).toMatchObject({ outcome: "accepted", ledgerId: "b1" });
  });
});
