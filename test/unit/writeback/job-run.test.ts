import { describe, expect, it } from "vitest";
import type { ItemResult, LedgerWrites } from "#main/ledgers/writing.ts";
import type { LinkWriteOutcome } from "#main/sync/ledger-link.ts";
import {
  accepted,
  answered,
  callOf,
  failure,
  LONG_MEMORY,
  createJobLab as lab,
  lost,
  offline,
  posted,
  present,
  refused,
  START,
  seen,
  sentAt,
} from "#test/support/job-lab.ts";

describe("a job that is sent", () => {
  it("has each request on disk before it leaves, sends them one after another, and each once", async () => {
    const job = lab({
      calls: [callOf(), callOf({}, 1), callOf({ status: "done" }, 2)],
      writes: [posted, answered([accepted("b2", 1)])],
    });
    const { items, calls } = await job.run();
    expect(job.diary).toEqual([
      ...["0 save sent", '0 write {"bill":0}', "0 save sent", "0 save sent"],
      ...["0 save sent", '0 write {"bill":1}', "0 save sent", "0 save sent"],
      "0 save unknown",
    ]);
    expect(items.slice(0, 2)).toMatchObject([
      { outcome: "accepted", ledgerId: "b1", recordId: "Bill:b1" },
      { outcome: "accepted", ledgerId: "b2", recordId: "Bill:b2" },
    ]);
    expect(calls).toMatchObject([{ status: "done", sends: 1, firstSentMs: START }, { status: "done" }, { status: "done", sends: 0 }]);
    expect(job.attempts[0]).toMatchObject({ purpose: "write", status: 200, note: null });
    expect(JSON.parse(job.attempts[0]?.request ?? "")).toEqual({ method: "POST", path: "/bills", query: {}, body: '{"bill":0}' });
  });

  it("ends accepted, and leaves nothing of what it waited for", async () => {
    expect(await lab({ writes: [posted] }).run()).toMatchObject({ state: "accepted", failure: null, items: [{ outcome: "accepted" }] });
  });

  it("ends in part when the ledger refused one of its records", async () => {
    const refusal: ItemResult = { operation: 1, part: 0, outcome: "rejected", message: "No such account." };
    const job = lab({ calls: [callOf(), callOf({}, 1)], writes: [posted, answered([refusal])] });
    const { state, items } = await job.run();
    expect(state).toBe("partial");
    expect(items[1]).toMatchObject({ outcome: "rejected", message: "No such account." });
  });

  it("is refused for good when the ledger refuses a request, with the ledger's own words", async () => {
    const job = lab({ writes: [refused()], calls: [callOf({ replays: true })] });
    const { state, items, calls } = await job.run();
    expect(state).toBe("rejected");
    expect(items[0]).toMatchObject({ outcome: "rejected", message: "words of ledger_rejected", ledgerError: { body: "raw words" } });
    expect(calls[0]?.status).toBe("done");
    expect(job.attempts).toMatchObject([{ status: 400, answer: "raw words", note: "words of ledger_rejected" }]);
    const conflict = await lab({ writes: [refused(true)], calls: [callOf({ replays: true })] }).run();
    expect(conflict).toMatchObject({ state: "conflict", items: [{ outcome: "conflict" }] });
  });

  it("names the fields of a refusal in people's words, where the ledger tells them", async () => {
    const explain: LedgerWrites["explain"] = function* (_context, _call, rejection) {
      yield { method: "GET", path: `/labels/${rejection}` };
      return [{ id: "custbody7", label: "Department" }];
    };
    const calls = () => [callOf({ replays: true })];
    const job = lab({ calls: calls(), writes: [refused()], reads: [answered({})], adapter: { explain } });
    expect((await job.run()).items[0]).toMatchObject({ outcome: "rejected", fieldLabels: [{ id: "custbody7", label: "Department" }] });
    const unreachable = lab({ calls: calls(), writes: [refused()], reads: [offline], adapter: { explain } });
    const { state, items } = await unreachable.run();
    expect(state).toBe("rejected");
    expect(items[0]).not.toHaveProperty("fieldLabels");
  });

  it("has no labels where the ledger tells none or gave no words, and is told from a defect of the adapter", async () => {
    const calls = () => [callOf({ replays: true })];
    const explains = (explain: LedgerWrites["explain"], refusal = refused()) =>
      lab({ calls: calls(), writes: [refusal], adapter: explain === undefined ? {} : { explain } });
    // biome-ignore lint/correctness/useYield: a generator that asks nothing
    const nothing = explains(function* () {
      return [];
    });
    expect((await nothing.run()).items[0]).not.toHaveProperty("fieldLabels");
    // biome-ignore lint/correctness/useYield: a generator that asks nothing
    const defect: LedgerWrites["explain"] = function* () {
      throw new TypeError("a defect");
    };
    await expect(explains(defect).run()).rejects.toThrow("a defect");
    const wordless: LinkWriteOutcome = { kind: "rejected", conflict: false, failure: failure("not_allowed") };
    expect((await explains(defect, wordless).run()).state).toBe("rejected");
  });

  it("waits as it was when nothing left this machine", async () => {
    for (const outcome of [offline, { kind: "needs_sign_in", failure: failure("needs_sign_in") }, { kind: "cancelled" }] as const) {
      const job = lab({ writes: [outcome] });
      const { state, calls, failure: why } = await job.run();
      expect(state).toBe("queued");
      expect(calls[0]).toMatchObject({ status: "pending", sends: 0, firstSentMs: null, lastSentMs: null });
      expect(why?.code).toBe(outcome.kind === "cancelled" ? "cancelled" : outcome.failure.code);
      expect(job.attempts[0]).toMatchObject({ status: null, answer: null, note: expect.stringMatching(/^Not sent\. /) });
    }
  });
});

describe("what is on disk with an answer", () => {
  it("says that the request is done, so that nobody looks for it after a crash", async () => {
    const job = lab({ writes: [posted] });
    await job.run();
    expect(job.kept.map(({ calls }) => calls?.[0]?.status)).toEqual(["sent", "done", "done", "done"]);
  });

  it("says that its fate is unknown, and why, where the answer was lost or can't be understood", async () => {
    for (const [answer, code] of [
      [lost, "ledger_unreachable"],
      [answered([]), "ledger_unreadable"],
    ] as const) {
      const job = lab({ writes: [answer], reads: [seen(present)] });
      await job.run();
      expect(job.diary[2]).toBe("0 save unknown");
      expect(job.kept[1]).toMatchObject({ failure: { code }, calls: [{ status: "sent", absentMs: [] }] });
    }
  });

  it("leaves a job unknown that can't go on while one of its requests is out", async () => {
    const job = lab({ calls: [callOf(), callOf({}, 1)], writes: [lost], reads: [offline] });
    expect((await job.run()).state).toBe("unknown");
    const repeated = lab({ calls: [callOf({ replays: true })], trust: LONG_MEMORY, writes: [lost, offline] });
    const { state, calls } = await repeated.run();
    expect([state, calls[0]?.status, calls[0]?.sends, repeated.diary.at(-2)]).toEqual(["unknown", "sent", 1, "2 save unknown"]);
  });

  it("holds the ledger's own words of a refusal while its records decide", async () => {
    const job = lab({ writes: [refused()], reads: [seen(present)] });
    await job.run();
    expect(job.attempts[0]).toMatchObject({ status: 400, answer: "raw words" });
    expect(job.attempts[1]).toMatchObject({ purpose: "look", status: 200, answer: expect.stringContaining("present") });
  });

  it("has no words of the ledger where there were none", async () => {
    const unsaid: LinkWriteOutcome = { kind: "rejected", conflict: false, failure: failure("not_allowed") };
    const { items } = await lab({ calls: [callOf({ replays: true })], writes: [unsaid] }).run();
    expect(items[0]).not.toHaveProperty("ledgerError");
  });
});

describe("a lock that was set while a job waited (rule 7)", () => {
  const asked = (checkedMs: number | null, message: string | null, calls = [callOf()]) => {
    const questions: number[][] = [];
    const lockedNow = async (operations: ReadonlySet<number>) => {
      questions.push([...operations]);
      return message;
    };
    return { questions, job: lab({ calls, writes: [posted], tools: { checkedMs, lockedNow } }) };
  };

  it("keeps the job from being sent", async () => {
    const { job, questions } = asked(null, "June is closed.");
    const { state, items, calls } = await job.run();
    expect(state).toBe("rejected");
    expect(items[0]).toMatchObject({ outcome: "rejected", message: "Not sent: June is closed." });
    expect([calls[0]?.status, job.writesAt(), questions]).toEqual(["done", [], [[0]]]);
  });

  it("isn't asked for within a minute of the checks", async () => {
    const fresh = asked(START - 59_999, "June is closed.");
    expect([(await fresh.job.run()).state, fresh.questions]).toEqual(["accepted", []]);
    const old = asked(START - 60_000, null);
    expect([(await old.job.run()).state, old.questions]).toEqual(["accepted", [[0]]]);
  });

  it("doesn't matter to what has left already", async () => {
    const tools = { checkedMs: null, lockedNow: async () => "June is closed." };
    const job = lab({ calls: [callOf(sentAt(START))], state: "unknown", reads: [seen(present)], tools });
    expect((await job.run()).state).toBe("accepted");
  });
});
